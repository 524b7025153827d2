"""What Bounce points out and offers, and what told.toml does not hold of its words."""

import re
from itertools import count
from random import Random

import pytest

from bot.games.bounce import GAME
from bot.games.bounce.board import Position
from bot.games.bounce.evaluation import MINE, THEIRS
from bot.games.bounce.moves import Run
from tests.games.bounce.boards import PLAYER, board, legal, play, refused
from tests.helpers.playing import sentences
from tests.opponents.robot import choose_move

NAMES = {1: "Ada", 2: "Grace"}


# Bounce in writing and in sentences, and which moves it offers
MIDDLE = board("b2:PPP c3:Y d4:P c1:P f2:P g7:Y")


# Refusals


START = GAME.start({})


def arrows(position: Position, title: str, player: int = 1) -> list[tuple[str, str | None]]:
    return [(hint.at, hint.towards) for hint in GAME.hints(position, player)[title]]


def test_a_capture_is_pointed_out_for_both_sides_whoever_is_to_move() -> None:
    stacks = "c3:P d4:Y f6:YP"
    before = board(stacks)
    assert arrows(before, MINE) == [("c3", "d4")]
    assert arrows(before, THEIRS) == [("d4", "c3")]
    assert arrows(before, MINE, player=2) == arrows(before, THEIRS, player=1)
    assert GAME.hints(before, 1) == GAME.hints(board(stacks, "Y"), 1)
    # Captures of their own are not, and each leg is once.
    assert GAME.hints(START, 1) == {MINE: (), THEIRS: ()}
    legs = arrows(board("d4:PPP e5:Y h8:Y b4:P", variant="accelerating"), MINE)
    assert len(legs) == len(set(legs))
    assert ("d4", "e5") in legs


@sentences(
    "stacks variant legs",
    {
        "a capture off the rail leg by leg": (
            *("b4:PPP b6:Y h2:Y", "standard"), [("b4", "a5"), ("a5", "b6")]
        ),
        "a stack in the corner straight": ("g7:P h8:Y a3:P", "standard", [("g7", "h8")]),
        "a stack covered on the way to theirs as a turn of the arrow": (
            *("a1:P b2:P d4:Y h8:Y", "accelerating"), [("a1", "b2"), ("b2", "d4")]
        ),
    },
)  # fmt: skip
def test_pointed_out_is(stacks: str, variant: str, legs: list[tuple[str, str]]) -> None:
    assert arrows(board(stacks, variant=variant), MINE) == legs


def about(position: Position, square: str) -> str:
    return GAME.describe_cell(position, square, NAMES)


def test_what_is_empty_or_stands_after_the_end_can_do_nothing() -> None:
    empty = "d4 is empty. Beside it: c3, empty; c5, empty; e3, empty; e5, empty."
    assert about(START, "d4") == empty
    assert about(play(board("d6:P e7:Y"), "d6xe7-f8").position, "f8").endswith("g7, empty.")


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


def test_many_captures_stay_readable() -> None:
    position = board("a1:P b2:Y d4:Y f6:Y h8:Y g1:P", variant="accelerating")
    longest = max(GAME.moves(position), key=lambda m: len(m.covered) if isinstance(m, Run) else 0)
    assert isinstance(longest, Run)
    assert len(longest.covered) == 4
    story = GAME.story(GAME.play(position, longest).effects, NAMES)
    shortened = story.shortened(story.fitting(90))
    assert re.search(r"1 covers Grace's cup on b2 … \d more. It is 5 high now.", shortened)
    assert len(shortened) <= 90
    bouncing = board("b2:PPPPPPPPPPPPPPPPPPPPPPPPPP d8:Y")
    turns = [GAME.play(bouncing, move) for move in GAME.moves(bouncing)]
    assert "bounces " in GAME.tell(max(turns, key=lambda t: len(t.effects)).effects, NAMES)


# Advice


def test_every_stack_is_offered_before_any_comes_twice() -> None:
    assert len({text[:2] for text in PLAYER.offered(MIDDLE)[:4]}) == 4
    best = PLAYER.offered(board("c3:P d4:Y b2:P f2:P h8:Y"))[0]
    assert best == "c3xd4-e5", "the best capture comes first"


# The robot


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
