"""Bounce in writing and in sentences, and which moves it offers."""

from itertools import count
from random import Random

import pytest

from bot.catalog import entry
from bot.games.bounce import GAME
from bot.games.bounce.board import Position
from bot.games.bounce.moves import Pass, Run
from bot.games.core import NotationError
from bot.model.robot import choose_move
from tests.games.bounce.boards import board, legal, play, refused

NAMES = {1: "Ada", 2: "Grace"}
SMALL = board("c3:P d4:Y h8:Y")
MIDDLE = board("b2:PPP c3:Y d4:P c1:P f2:P g7:Y")


def sentence(position: Position, text: str) -> str:
    return GAME.tell(play(position, text).effects, NAMES)


# Move texts


@pytest.mark.parametrize(
    "text",
    ["c3xd4-e5", "C3XD4-E5", " c3 x d4 - e5 ", "c3xd4–e5", "c3×d4-e5"],  # noqa: RUF001
)
def test_a_move_is_read_whatever_its_case_blanks_and_dashes(text: str) -> None:
    assert GAME.parse(SMALL, text) == Run("c3", ("d4",), "e5")


def test_a_pass_is_a_word() -> None:
    assert GAME.parse(SMALL, " Pass ") == Pass()
    assert GAME.format(SMALL, Pass()) == "pass"


def test_several_captures_stand_in_order() -> None:
    move = Run("c3", ("d4", "f6"), "g7")
    assert GAME.format(SMALL, move) == "c3xd4xf6-g7"
    assert GAME.parse(SMALL, "c3xd4xf6-g7") == move


@pytest.mark.parametrize("text", ["c3", "c3-", "-d4", "c3-d4-e5", "c3xd4", "xd4-e5", "R,c3", "a-b"])
def test_what_is_no_move_is_refused_with_legal_ones(text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        GAME.parse(SMALL, text)
    assert str(refusal.value).endswith("Write a move like c3-b4 or c3xd4-e5.")


def test_a_light_square_is_called_one() -> None:
    with pytest.raises(NotationError, match="c4 is a light square"):
        GAME.parse(SMALL, "c4-d5")


def test_a_square_off_the_board_is_named() -> None:
    with pytest.raises(NotationError, match="The board has no square h9"):
        GAME.parse(SMALL, "c3-h9")
    with pytest.raises(NotationError, match="The board has no square i1"):
        GAME.parse(SMALL, "i1-c3")


def test_a_long_text_is_repeated_only_in_part() -> None:
    with pytest.raises(NotationError) as refusal:
        GAME.parse(SMALL, "c3-d4 " * 100)
    assert len(str(refusal.value)) < 150


def test_whoever_cannot_move_is_told_to_pass() -> None:
    with pytest.raises(NotationError, match="Write pass: none of your stacks can move"):
        GAME.parse(board("a1:P b2:Y c3:Y"), "hello")


def test_after_the_end_no_example_is_given() -> None:
    with pytest.raises(NotationError, match="The game is over"):
        GAME.parse(board("a1:P"), "hello")


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


@pytest.mark.parametrize("text", ["", ";P", "a1:P", "a1:P;", "a1:P;X", "P;a1:P"])
def test_what_is_no_position_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.read(text, {})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a1:PX;P", "a1:PX” is no stack"),
        ("a1;P", "a1” is no stack"),
        ("a2:P;P", "a2 is no dark square"),
        ("k1:P;P", "k1 is no dark square"),
        ("a1:P a1:Y;P", "a1 stands there twice"),
        (f"a1:{'P' * 65};P", "more pieces than 64"),
    ],
)
def test_a_wrong_stack_is_named(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        GAME.read(text, {})


# Refusals


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a5-b6", "Nothing stands on a5"),
        ("c3-d2", "The stack on c3 is your opponent's"),
        ("b2-d4", "A stack already stands on d4"),
        ("b2-e5", "On the way to e5 stands the stack on c3"),
        ("b2-b2", "has to end somewhere else"),
        ("c1-e3", "A single piece runs one square, diagonally forward"),
        ("f2-e1", "A single piece runs one square, diagonally forward"),
        ("b2-d6", "A stack of 3 runs at most 3 squares"),
        ("b2xb2-a1", "A stack can't cover itself"),
        ("d4xe5-f6", "Nothing stands on e5 to be covered"),
        ("b2xc3xd4-e5", "A run covers one stack here, not several"),
        ("b2xc3-e5", "Behind c3 stands the stack on d4"),
        ("d4xc3-b2", "No run from d4 covers c3 like that"),
        ("b2xg7-h8", "No run from b2 covers g7 like that"),
        ("b2xc1-e5", "After covering c1 that run ends on d2, e3 or f4"),
    ],
)
def test_a_refusal_names_what_is_in_the_way(text: str, why: str) -> None:
    assert why in refused(MIDDLE, text)


@pytest.mark.parametrize("text", ["b2-d4", "b2-e5", "c1-e3", "b2xc3-e5", "d4xe5-f6", "b2xc1-e5"])
def test_a_refusal_says_what_can_be_played_instead(text: str) -> None:
    sentence = refused(MIDDLE, text)
    source = text[:2]
    assert any(move in sentence for move in legal(MIDDLE) if move.startswith(source)) or (
        "ends on" in sentence
    )


def test_a_stack_that_cannot_move_is_told_so() -> None:
    jammed = board("a1:P b2:Y c3:Y e1:P")
    sentence = refused(jammed, "a1-c3")
    assert "The stack on a1 can't move now" in sentence or "A stack already" in sentence
    assert "e1-" in sentence


def test_a_pass_is_refused_while_there_is_a_move() -> None:
    assert "You may pass only when none of your stacks can move" in refused(MIDDLE, "pass")


def test_nothing_is_played_after_the_end() -> None:
    assert refused(board("a1:PPY", "P"), "a1-b2").startswith("The game is over")


def test_a_move_made_elsewhere_with_unknown_squares_is_refused_too() -> None:
    assert "no square a2" in GAME.explain(MIDDLE, Run("a2", (), "b2")).why
    assert "no square z9" in GAME.explain(MIDDLE, Run("b2", (), "z9")).why


# Sentences


def test_a_run_is_told_by_its_ends() -> None:
    assert sentence(SMALL, "c3-b4") == "Ada runs c3 to b4."


def test_a_bounce_is_told_by_its_square() -> None:
    assert sentence(board("b4:PP h8:Y"), "b4-b6") == "Ada runs b4 to b6, bouncing at a5."


def test_a_capture_tells_whose_piece_goes_underneath_and_the_new_height() -> None:
    assert sentence(SMALL, "c3xd4-e5") == (
        "Ada runs c3 to e5, and covers Grace's piece on d4; the stack is now 2 high."
    )


def test_a_covered_stack_is_told_with_its_height() -> None:
    position = board("c3:YYP d4:PPY h2:Y")
    assert "covers Grace's stack of 3 on d4; the stack is now 6 high" in sentence(
        position, "c3xd4-e5"
    )


def test_an_own_stack_is_told_as_such() -> None:
    position = board("c3:P d4:P h8:Y")
    assert "covers a piece of their own on d4" in sentence(position, "c3xd4-e5")


def test_a_run_that_comes_back_is_told_as_such() -> None:
    position = board("g7:P h8:Y a7:Y")
    assert sentence(position, "g7xh8-g7").startswith("Ada runs from g7 and back, bouncing at h8,")


def test_many_captures_stay_readable() -> None:
    position = board("a1:P b2:Y d4:Y f6:Y h8:Y g1:P", variant="accelerating")
    longest = max(GAME.moves(position), key=lambda m: len(m.covered) if isinstance(m, Run) else 0)
    assert isinstance(longest, Run)
    assert len(longest.covered) == 4
    sentence = GAME.tell(GAME.play(position, longest).effects, NAMES)
    assert "and 1 more; the stack is now 5 high" in sentence
    assert len(sentence) < 200


def test_many_bounces_are_counted() -> None:
    position = board("b2:PPPPPPPPPPPPPPPPPPPPPPPPPP d8:Y")
    turns = [GAME.play(position, move) for move in GAME.moves(position)]
    many = max(turns, key=lambda turn: len(turn.effects))
    assert "bouncing " in GAME.tell(many.effects, NAMES)


def test_a_pass_is_told_with_its_reason() -> None:
    assert sentence(board("a1:P b2:Y c3:Y"), "pass") == "Ada has no move and passes."


def test_nothing_is_told_of_nothing() -> None:
    assert GAME.tell((), NAMES) == ""


def test_nameless_players_are_called_by_number() -> None:
    assert GAME.tell(play(SMALL, "c3-b4").effects, {}) == "Player 1 runs c3 to b4."


# Alt texts


def test_a_position_is_described_stack_by_stack() -> None:
    assert GAME.describe(board("c3:YP d4:Y"), NAMES) == (
        "Bounce. Ada is to move; stacks are written from bottom to top. "
        "Ada (dot, P, forward is up) has c3 YP. "
        "Grace (diamond, Y, forward is down) has d4 Y."
    )


def test_a_won_position_names_the_winner() -> None:
    won = play(board("d6:P e7:Y"), "d6xe7-f8").position
    assert GAME.describe(won, NAMES).startswith("Bounce. Ada has won.")
    assert "Grace (diamond, Y, forward is down) has nothing left." in GAME.describe(won, NAMES)


def test_a_drawn_position_says_so() -> None:
    position = board("a1:PP h8:YY")
    for text in ["a1-b2", "h8-g7", "b2-a1", "g7-h8"] * 2:
        position = play(position, text).position
    assert "The game is drawn" in GAME.describe(position, NAMES)


# Advice


def test_both_sides_begin_even() -> None:
    for variant in ("standard", "ten", "accelerating", "chess"):
        start = GAME.start({"variant": variant})
        assert GAME.evaluate(start, 1) == GAME.evaluate(start, 2) == 0


def test_a_capture_looks_better_than_a_quiet_move() -> None:
    quiet, capture = (play(SMALL, text).position for text in ("c3-b4", "c3xd4-e5"))
    assert GAME.evaluate(capture, 1) > GAME.evaluate(quiet, 1)
    assert GAME.evaluate(capture, 2) == -GAME.evaluate(capture, 1)


def test_a_win_looks_best_and_a_draw_even() -> None:
    won = play(board("d6:P e7:Y"), "d6xe7-f8").position
    assert GAME.evaluate(won, 1) == -GAME.evaluate(won, 2) >= 1000
    full = play(board("a1:P b2:Y c3:Y"), "pass").position
    assert abs(GAME.evaluate(full, 1)) < 1000


def test_the_first_offer_is_the_best_capture() -> None:
    position = board("c3:P d4:Y b2:P f2:P h8:Y")
    assert GAME.format(position, GAME.complete(position, "")[0]) == "c3xd4-e5"


def test_every_stack_is_offered_before_any_comes_twice() -> None:
    offered = [m.source for m in GAME.complete(MIDDLE, "") if isinstance(m, Run)]
    assert len(set(offered[:4])) == 4


def test_a_pass_is_offered_when_it_is_all_there_is() -> None:
    assert GAME.complete(board("a1:P b2:Y c3:Y"), "") == [Pass()]
    assert GAME.complete(board("a1:P b2:Y c3:Y"), "pa") == [Pass()]


def test_what_was_typed_is_continued() -> None:
    texts = [GAME.format(MIDDLE, move) for move in GAME.complete(MIDDLE, "B2 x")]
    assert sorted(texts) == ["b2xc1-d2", "b2xc1-e3", "b2xc1-f4"]


def test_moves_that_begin_as_typed_come_before_those_that_hold_it() -> None:
    texts = [GAME.format(MIDDLE, move) for move in GAME.complete(MIDDLE, "c1")]
    begun = [text.startswith("c1") for text in texts]
    assert begun == sorted(begun, reverse=True)
    assert True in begun
    assert False in begun


def test_a_whole_move_comes_first() -> None:
    found = GAME.complete(MIDDLE, "b2-a1")
    assert GAME.format(MIDDLE, found[0]) == "b2-a1"


def test_no_more_is_offered_than_asked_for() -> None:
    assert len(GAME.complete(GAME.start({}), "", 5)) == 5


def test_the_nearest_moves_are_of_the_same_stack() -> None:
    near = GAME.nearest(MIDDLE, "b2-d4")
    assert [m.source for m in near if isinstance(m, Run)] == ["b2"] * 3


def test_a_light_square_still_has_neighbors() -> None:
    near = GAME.nearest(MIDDLE, "f1-g2")
    assert next(m.source for m in near if isinstance(m, Run)) == "f2"


def test_nothing_is_near_to_nonsense() -> None:
    assert GAME.nearest(MIDDLE, "hello") == []
    assert GAME.nearest(MIDDLE, "pass") == []


def test_a_pass_is_near_when_it_is_all_there_is() -> None:
    assert GAME.nearest(board("a1:P b2:Y c3:Y"), "a1-b2") == [Pass()]


def test_there_is_advice_on_a_crowded_accelerating_board() -> None:
    stacks = " ".join(f"{s}:{'PYPY' * 2}P" for s in ("a1", "c3", "e5", "g7", "b6", "f2", "h4"))
    position = board(f"{stacks} d8:Y", variant="accelerating")
    assert GAME.complete(position, "")
    assert GAME.complete(position, "c")
    assert GAME.nearest(position, "c3-c4")


# The words of the data file


WORDS = entry("bounce")


def test_the_game_names_its_author_and_its_sides() -> None:
    assert WORDS.author == "Andrew Moskalik"
    assert WORDS.sides == ("Dot", "Diamond")


def test_every_variant_can_be_chosen_and_begun() -> None:
    (option,) = WORDS.options
    assert option.default == "standard"
    for _, value in option.choices:
        assert GAME.start({option.name: value}).variant == value
    assert len(option.choices) == 4


def test_there_are_words_for_every_end() -> None:
    won = play(board("d6:P e7:Y"), "d6xe7-f8").position
    position = board("a1:PP h8:YY")
    for text in ["a1-b2", "h8-g7", "b2-a1", "g7-h8"] * 2:
        position = play(position, text).position
    ends = [GAME.outcome(last) for last in (won, position)]
    assert {end.reason for end in ends if end} == {"covered", "repetition"}
    assert set(WORDS.reasons) == {"covered", "repetition", "stuck"}


def test_the_rules_draw_the_stack_of_three_that_becomes_six() -> None:
    drawn = [example for page in WORDS.rules for example in page.examples if example.move]
    six = next(example for example in drawn if "six" in example.caption)
    turn = play(GAME.read(six.position, {}), six.move or "")
    assert max(len(owners) for _, owners in turn.position.pieces()) == 6


# The robot


def choice(position: Position) -> str:
    move = choose_move(GAME, position, Random(1), count().__next__, 5000)
    return GAME.format(position, move)


def test_the_robot_takes_a_win() -> None:
    assert choice(board("d6:P e7:Y a1:P")) == "d6xe7-f8"


def test_the_robot_takes_what_it_gets_for_nothing() -> None:
    assert choice(board("c3:P d4:Y a1:P g1:P h8:Y a7:Y")) == "c3xd4-e5"


def test_the_robot_does_not_step_beside_a_stack_that_would_cover_its_last() -> None:
    # On e3 it would be jumped from f4, and Purple would have nothing left.
    position = board("d2:P h2:Y f4:YY")
    assert choice(position) == "d2-c3"
