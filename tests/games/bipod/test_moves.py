"""The rules of Bi-Pod, each in a small drawing."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.bipod import GAME
from bot.games.bipod.board import CELLS, COLORS, Position
from bot.games.bipod.moves import Adopted, CutOff, Joined
from bot.games.bipod.paths import is_cut_off, is_joined
from bot.games.core import BadOptions, Outcome
from tests.games.bipod.trapezium import (
    BOTH_JOINED_BUT_ONE,
    after,
    begun,
    drawn,
    play,
    refused,
)
from tests.helpers.long_runs import examples
from tests.helpers.playing import kinds

# Options


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        *(("blocks", n, "from 1 to 3") for n in (0, 4, -1, "2", 1.0, True, None, [1])),
        *(("adopt", part, "blocking or running") for part in ("", "Blocking", "both", 1, None)),
    ],
)
def test_an_option_has_one_of_its_values(option: str, value: object, why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        GAME.start({option: value})
    assert GAME.start({}) == GAME.start({"blocks": 1, "adopt": "blocking"})


# Before the parts are taken


@pytest.mark.parametrize(("adopt", "runner", "turn"), [("blocking", 1, 1), ("running", 2, 1)])
def test_who_adopts_takes_the_part_of_the_option_and_the_other_plays_next(
    adopt: str, runner: int, turn: int
) -> None:
    position = begun("e1", "adopt", adopt=adopt)
    assert (position.runner, position.turn) == (runner, turn)
    assert play(begun("e1", adopt=adopt), "adopt").effects == (Adopted(2, runner),)


def test_a_start_stone_walled_in_before_the_parts_are_taken_decides_nothing_yet() -> None:
    position = begun("g1,h2", "j2,k1", blocks=2)
    assert is_cut_off(position, "o")
    assert GAME.outcome(position) is None
    assert "cut" not in kinds(play(position, "a1"))


@pytest.mark.parametrize(("adopt", "winner"), [("blocking", 1), ("running", 2)])
def test_adopting_when_a_start_stone_is_walled_in_decides_at_once(adopt: str, winner: int) -> None:
    turn = play(begun("g1,h2", "j2,k1", blocks=2, adopt=adopt), "adopt")
    assert kinds(turn) == ["adopt", "cut"]
    assert GAME.outcome(turn.position) == Outcome((winner,), "cut")


# How it ends


def full_but_one() -> Position:
    cells = [cell for cell in CELLS if cell not in {"i1", "s1", "k3"}]
    return begun(*cells)


def test_a_board_that_fills_up_without_parts_is_a_draw() -> None:
    position = after(full_but_one(), "k3")
    assert GAME.outcome(position) == Outcome((), "full")
    assert list(GAME.moves(position)) == []


def test_with_the_parts_taken_the_blocker_places_one_stone_whatever_was_agreed() -> None:
    position = begun("e1,f2,e3", "adopt", "v2 O", blocks=3)
    assert "places one" in refused(position, "a1,c1")
    assert after(position, "a1").stone("a1") == "x"


def test_the_runner_wins_when_both_colors_reach_a_short_side() -> None:
    before = drawn(BOTH_JOINED_BUT_ONE, turn=2, runner=2)
    assert is_joined(before, "o")
    assert GAME.outcome(before) is GAME.outcome(play(before, "t6 o").position) is None
    turn = play(before, "t6 O")
    assert kinds(turn) == ["place", "join"]
    assert turn.effects[1] == Joined(2, "O", ("s1", "t2", "u3", "t4", "u5", "t6"))
    assert GAME.outcome(turn.position) == Outcome((2,), "joined")


WALLED_BUT_ONE = """
. . . . x @ . . . . Q . . . . .
 . . . . x x . . . . . O . . .
"""


@pytest.mark.parametrize(("turn", "text"), [(1, "k1"), (2, "k1 O")])
def test_the_blocker_wins_when_either_cuts_a_color_off(turn: int, text: str) -> None:
    before = drawn(WALLED_BUT_ONE, turn, runner=2)
    played = play(before, text)
    assert [e for e in played.effects if isinstance(e, CutOff)] == [CutOff(turn, "o")]
    assert played.effects[1].record() == {"kind": "cut", "player": turn, "color": "o"}
    assert GAME.outcome(played.position) == Outcome((1,), "cut")
    assert list(GAME.moves(played.position)) == []
    # The Runner saves a color by breaking out.
    assert turn == 1 or kinds(play(before, "k1 o")) == ["place"]


def test_a_color_is_cut_off_however_much_room_it_has_left() -> None:
    # A whole wall across the board, from the long side to the long side.
    position = drawn(". . x . . @ . . x . Q . . . . .", turn=1, runner=2)
    for cell in ("d2", "e3", "g3", "i3", "k3", "m3"):
        position = after(position, cell, _elsewhere(position))
        assert GAME.outcome(position) is None
    turn = play(position, "n2")
    assert kinds(turn) == ["place", "cut"]


def _elsewhere(position: Position) -> str:
    """A move of the Runner's far from the wall."""
    free = [cell for cell in ("w1", "y1", "u1", "v2", "x2", "z2") if not position.stone(cell)]
    return f"{free[0]} O"


def test_nothing_told_before_is_told_again() -> None:
    joined = after(drawn(BOTH_JOINED_BUT_ONE.replace("x O x .", "x . x ."), 2, 2), "a1 o")
    assert kinds(play(joined, "=1")) == ["place"]


# One home of legality


@settings(max_examples=examples(60))
@given(seed=st.integers(0, 10**6))
def test_with_the_parts_taken_somebody_wins(seed: int) -> None:
    chance = Random(seed)
    position = after(GAME.start({}), "adopt")
    plies = 0
    while GAME.outcome(position) is None:
        position = GAME.play(position, chance.choice(list(GAME.moves(position)))).position
        plies += 1
    outcome = GAME.outcome(position)
    assert outcome is not None
    assert len(outcome.winners) == 1
    assert plies <= 79
    joined = all(is_joined(position, color) for color in COLORS)
    assert outcome.reason == ("joined" if joined else "cut")
