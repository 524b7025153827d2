"""Bounce in writing and in sentences, and which moves it offers."""

from itertools import count
from random import Random

import pytest

from bot.catalog import entry
from bot.games.bounce import GAME
from bot.games.bounce.board import Position
from bot.games.bounce.moves import Pass, Run
from bot.model.robot import choose_move
from tests.games.bounce.boards import PLAYER, board, legal, play, refused
from tests.helpers.playing import sentences

NAMES = {1: "Ada", 2: "Grace"}
START = GAME.start({})
SMALL = board("c3:P d4:Y h8:Y")
MIDDLE = board("b2:PPP c3:Y d4:P c1:P f2:P g7:Y")
STUCK = board("a1:P b2:Y c3:Y")
WON = play(board("d6:P e7:Y"), "d6xe7-f8").position
DRAWN = play(board("a1:PP h8:YY"), *["a1-b2", "h8-g7", "b2-a1", "g7-h8"] * 2).position

# Move texts


@pytest.mark.parametrize(
    "text",
    ["c3xd4-e5", "C3XD4-E5", " c3 x d4 - e5 ", "c3xd4–e5", "c3×d4-e5"],  # noqa: RUF001
)
def test_a_move_is_read_whatever_its_case_blanks_and_dashes(text: str) -> None:
    assert GAME.parse(SMALL, text) == Run("c3", ("d4",), "e5")


def test_a_pass_is_a_word_and_several_captures_stand_in_order() -> None:
    assert GAME.parse(SMALL, " Pass ") == Pass()
    assert GAME.format(SMALL, Pass()) == "pass"
    move = Run("c3", ("d4", "f6"), "g7")
    assert GAME.format(SMALL, move) == "c3xd4xf6-g7"
    assert GAME.parse(SMALL, "c3xd4xf6-g7") == move


@pytest.mark.parametrize("text", ["c3", "c3-", "-d4", "c3-d4-e5", "c3xd4", "xd4-e5", "R,c3", "a-b"])
def test_what_is_no_move_is_refused_with_legal_ones(text: str) -> None:
    assert PLAYER.unread(SMALL, text).endswith("Write a move like c3-b4 or c3xd4-e5.")
    assert len(PLAYER.unread(SMALL, text * 100)) < 150


@sentences(
    "before text why",
    {
        "a light square is called one": (SMALL, "c4-d5", "c4 is a light square"),
        "a target off the board is named": (SMALL, "c3-h9", "The board has no square h9"),
        "a source off the board is named": (SMALL, "i1-c3", "The board has no square i1"),
        "whoever cannot move is told to pass": (
            *(STUCK, "hello"), "Write pass: none of your stacks can move"
        ),
        "after the end no example is given": (board("a1:P"), "hello", "The game is over"),
    },
)  # fmt: skip
def test_what_can_not_be_meant_is_refused(before: Position, text: str, why: str) -> None:
    assert why in PLAYER.unread(before, text)


# Position texts


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("a1:PP b8:Y;P", "a1:PP b8:Y;P"),
        ("b8:Y a1:PP;P", "a1:PP b8:Y;P"),
        (" A1 : pp  b8:y ; p ", "a1:PP b8:Y;P"),
        ("g7:YPPY h8:P;Y", "g7:YPPY h8:P;Y"),
    ],
)
def test_a_position_is_read_leniently_and_written_by_file_and_rank(
    text: str, canonical: str
) -> None:
    assert GAME.write(GAME.read(text, {})) == canonical


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *((text, "") for text in ("", ";P", "a1:P", "a1:P;", "a1:P;X", "P;a1:P")),
        ("a1:PX;P", "a1:PX” is no stack"),
        ("a1;P", "a1” is no stack"),
        ("a2:P;P", "a2 is no dark square"),
        ("k1:P;P", "k1 is no dark square"),
        ("a1:P a1:Y;P", "a1 stands there twice"),
        (f"a1:{'P' * 65};P", "more cups than 64"),
    ],
)
def test_what_is_no_position_is_refused_and_a_wrong_stack_named(text: str, why: str) -> None:
    assert why in PLAYER.unreadable(text)


# Refusals


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a5-b6", "Nothing stands on a5"),
        ("c3-d2", "The stack on c3 is your opponent's"),
        ("b2-d4", "A stack already stands on d4"),
        ("b2-e5", "On the way to e5 stands the stack on c3"),
        ("b2-b2", "has to end somewhere else"),
        ("c1-e3", "A single cup runs one square, diagonally forward"),
        ("f2-e1", "A single cup runs one square, diagonally forward"),
        ("b2-d6", "A stack of 3 runs at most 3 squares"),
        ("b2xb2-a1", "A stack can't cover itself"),
        ("d4xe5-f6", "Nothing stands on e5 to be covered"),
        ("b2xc3xd4-e5", "A run covers one stack here, not several"),
        ("b2xc3-e5", "Behind c3 stands the stack on d4"),
        ("d4xc3-b2", "No run from d4 covers c3 like that"),
        ("b2xg7-h8", "No run from b2 covers g7 like that"),
        ("b2xc1-e5", "After covering c1 that run ends on d2, e3 or f4"),
        ("pass", "You may pass only when none of your stacks can move"),
    ],
)
def test_a_refusal_names_what_is_in_the_way(text: str, why: str) -> None:
    assert why in refused(MIDDLE, text)


@pytest.mark.parametrize("text", ["b2-d4", "b2-e5", "c1-e3", "b2xc3-e5", "d4xe5-f6", "b2xc1-e5"])
def test_a_refusal_says_what_can_be_played_instead(text: str) -> None:
    sentence = refused(MIDDLE, text)
    assert "ends on" in sentence or any(move in sentence for move in legal(MIDDLE, text[:2]))


def test_a_move_made_elsewhere_with_unknown_squares_is_refused_too() -> None:
    shut_in = refused(board("a1:P b2:Y c3:Y e1:P"), "a1-c3")
    assert "e1-" in shut_in
    assert "no square a2" in GAME.explain(MIDDLE, Run("a2", (), "b2")).why
    assert "no square z9" in GAME.explain(MIDDLE, Run("b2", (), "z9")).why


# Sentences


@sentences(
    "before text said",
    {
        "a run is told by its ends": (SMALL, "c3-b4", "Ada runs c3 to b4."),
        "a bounce by its square": (
            *(board("b4:PP h8:Y"), "b4-b6"), "Ada runs b4 to b6, bouncing at a5."
        ),
        "whose piece goes underneath, and the new height": (
            *(SMALL, "c3xd4-e5"),
            "Ada runs c3 to e5, and covers Grace's cup on d4: a stack of 2.",
        ),
        "a covered stack with its height": (
            *(board("c3:YYP d4:PPY h2:Y"), "c3xd4-e5"),
            "Ada runs c3 to e5, and covers Grace's stack of 3 on d4: a stack of 6.",
        ),
        "an own stack as such": (
            *(board("c3:P d4:P h8:Y"), "c3xd4-e5"), "covers their own cup on d4"
        ),
        "a run that comes back as such": (
            *(board("g7:P h8:Y a7:Y"), "g7xh8-g7"), "Ada runs from g7 and back, bouncing at h8,"
        ),
        "a pass with its reason": (STUCK, "pass", "Ada has no move and passes."),
    },
)  # fmt: skip
def test_a_turn_is_told(before: Position, text: str, said: str) -> None:
    assert said in GAME.tell(play(before, text).effects, NAMES)


def test_many_captures_stay_readable() -> None:
    position = board("a1:P b2:Y d4:Y f6:Y h8:Y g1:P", variant="accelerating")
    longest = max(GAME.moves(position), key=lambda m: len(m.covered) if isinstance(m, Run) else 0)
    assert isinstance(longest, Run)
    assert len(longest.covered) == 4
    sentence = GAME.tell(GAME.play(position, longest).effects, NAMES)
    assert "and 1 more: a stack of 5" in sentence
    assert len(sentence) < 200
    bouncing = board("b2:PPPPPPPPPPPPPPPPPPPPPPPPPP d8:Y")
    turns = [GAME.play(bouncing, move) for move in GAME.moves(bouncing)]
    assert "bouncing " in GAME.tell(max(turns, key=lambda t: len(t.effects)).effects, NAMES)


def test_nothing_is_told_of_nothing_and_nameless_players_are_called_by_number() -> None:
    assert GAME.tell((), NAMES) == ""
    assert GAME.tell(play(SMALL, "c3-b4").effects, {}) == "Player 1 runs c3 to b4."


# Alt texts


def test_a_position_is_described_stack_by_stack() -> None:
    assert GAME.describe(board("c3:YP d4:Y"), NAMES) == (
        "Bounce. Ada is to move; stacks are written from bottom to top. "
        "Ada (dot, P, forward is up) has c3 YP. "
        "Grace (diamond, Y, forward is down) has d4 Y."
    )
    assert GAME.describe(WON, NAMES).startswith("Bounce. Ada has won.")
    assert "Grace (diamond, Y, forward is down) has nothing left." in GAME.describe(WON, NAMES)
    assert "The game is drawn" in GAME.describe(DRAWN, NAMES)


# Advice


def test_both_sides_begin_even() -> None:
    for variant in ("standard", "ten", "accelerating", "chess"):
        start = GAME.start({"variant": variant})
        assert GAME.evaluate(start, 1) == GAME.evaluate(start, 2) == 0


def test_a_capture_looks_better_than_a_quiet_move_a_win_best_and_a_draw_even() -> None:
    quiet, capture = (play(SMALL, text).position for text in ("c3-b4", "c3xd4-e5"))
    assert GAME.evaluate(capture, 1) > GAME.evaluate(quiet, 1)
    assert GAME.evaluate(capture, 2) == -GAME.evaluate(capture, 1)
    assert GAME.evaluate(WON, 1) == -GAME.evaluate(WON, 2) >= 1000
    assert abs(GAME.evaluate(play(STUCK, "pass").position, 1)) < 1000


def test_every_stack_is_offered_before_any_comes_twice() -> None:
    assert len({text[:2] for text in PLAYER.offered(MIDDLE)[:4]}) == 4
    best = PLAYER.offered(board("c3:P d4:Y b2:P f2:P h8:Y"))[0]
    assert best == "c3xd4-e5", "the best capture comes first"


def test_a_pass_is_offered_and_near_when_it_is_all_there_is() -> None:
    assert PLAYER.offered(STUCK) == PLAYER.offered(STUCK, "pa") == ["pass"]
    assert PLAYER.near(STUCK, "a1-b2") == ["pass"]


def test_what_was_typed_is_continued_and_a_whole_move_comes_first() -> None:
    assert sorted(PLAYER.offered(MIDDLE, "B2 x")) == ["b2xc1-d2", "b2xc1-e3", "b2xc1-f4"]
    assert PLAYER.offered(MIDDLE, "b2-a1")[0] == "b2-a1"
    assert len(PLAYER.offered(START, "", 5)) == 5
    begun = [text.startswith("c1") for text in PLAYER.offered(MIDDLE, "c1")]
    assert begun == sorted(begun, reverse=True)
    assert set(begun) == {True, False}


def test_the_nearest_moves_are_of_the_same_stack() -> None:
    assert [text[:2] for text in PLAYER.near(MIDDLE, "b2-d4")] == ["b2"] * 3
    # A light square still has neighbors.
    assert PLAYER.near(MIDDLE, "f1-g2")[0][:2] == "f2"
    assert PLAYER.near(MIDDLE, "hello") == PLAYER.near(MIDDLE, "pass") == []


# The words of the data file


WORDS = entry("bounce")


def test_the_game_names_its_author_its_sides_and_every_end() -> None:
    assert WORDS.author == "Andrew Moskalik"
    assert WORDS.sides == ("Dot", "Diamond")
    assert set(WORDS.reasons) == {"covered", "repetition", "stuck"}
    assert PLAYER.ended(WON) == ((1,), "covered")
    assert PLAYER.ended(DRAWN) == ((), "repetition")


def test_every_variant_can_be_chosen_and_begun() -> None:
    (option,) = WORDS.options
    assert option.default == "standard"
    assert len(option.choices) == 4
    for _, value in option.choices:
        assert GAME.start({option.name: value}).variant == value


def test_the_rules_draw_the_stack_of_three_that_becomes_six() -> None:
    drawn = [example for page in WORDS.rules for example in page.examples if example.move]
    six = next(example for example in drawn if "six" in example.caption)
    turn = play(GAME.read(six.position, {}), six.move or "")
    assert max(len(owners) for _, owners in turn.position.pieces()) == 6


# The robot


@sentences(
    "stacks move",
    {
        "takes a win": ("d6:P e7:Y a1:P", "d6xe7-f8"),
        "takes what it gets for nothing": ("c3:P d4:Y a1:P g1:P h8:Y a7:Y", "c3xd4-e5"),
        # On e3 it would be jumped from f4, and Purple would have nothing left.
        "does not step beside a stack that would cover its last": ("d2:P h2:Y f4:YY", "d2-c3"),
    },
)
def test_the_robot(stacks: str, move: str) -> None:
    position = board(stacks)
    found = choose_move(GAME, position, Random(1), count().__next__, 5000)
    assert GAME.format(position, found) == move
