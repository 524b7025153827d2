"""Which moves Bi-Pod offers first, and how good it thinks a position is."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, islice
from random import Random
from types import CodeType

import pytest

from bot.games.bipod import GAME
from bot.games.bipod.board import Position, named
from bot.games.bipod.moves import Adopt, moves
from tests.games.bipod.trapezium import PLAYER, after, begun, drawn
from tests.opponents.robot import choose_move

THREE = begun(blocks=3)
RUNNING = begun("adopt")
BLOCKING = begun("adopt", "g3 o")
LOOKS = 5000
"""How often the robot looks at its stopwatch, which here only counts."""


def offered(position: Position, typed: str = "", limit: int = 25) -> list[str]:
    return PLAYER.offered(position, typed, limit)


def near(position: Position, text: str, limit: int = 3) -> list[str]:
    return PLAYER.near(position, text, limit)


# Nothing typed


def test_at_first_adopting_and_single_cells_around_the_starts_are_offered() -> None:
    first = offered(THREE)
    assert first[0] == "adopt"
    assert set(first[1:7]) == {"g1", "h2", "j2", "r2", "t2", "u1"}
    assert len(first) == 25
    assert not any("," in text for text in first)


def test_the_one_cell_that_decides_is_seen_by_the_robot_and_offered_first() -> None:
    picture = """
    . . . . x @ . . . . Q . . . . .
     . . . . x x . . . . . . . . .
    """
    assert offered(drawn(picture, 1, 2))[0] == "k1"
    assert offered(drawn(picture, 2, 2))[0] == "k1 o"
    for turn, wins in ((1, "k1"), (2, "k1 o")):
        move = choose_move(GAME, drawn(picture, turn, 2), Random(5), count().__next__, LOOKS)
        assert GAME.format(THREE, move) == wins


# Typing


def test_a_cell_of_the_runners_comes_in_both_colors_the_typed_one_first() -> None:
    assert offered(RUNNING, "v2") == offered(RUNNING, "v2 o") == ["v2 o", "v2 O"]
    assert offered(RUNNING, "v2 O") == ["v2 O", "v2 o"]
    # A capital O is a color, and a small one a column first.
    # In the order of the board: where a result counts, no order may tell which cell is good.
    assert offered(RUNNING, "O") == [f"{cell} O" for cell in named(RUNNING.empty)][:25]
    assert offered(RUNNING, "o")[:2] == ["o1 o", "o1 O"]
    assert all(text.endswith(" o") for text in offered(RUNNING, "o")[6:])


def some_texts() -> list[str]:
    chance = Random(7)
    moves = list(islice(GAME.moves(THREE), 0, 82_000, 4100))
    whole = [GAME.format(THREE, move) for move in moves]
    return [text[: chance.randint(0, len(text))] for text in whole] + whole


@contextmanager
def calls() -> Iterator[set[CodeType]]:
    seen: set[CodeType] = set()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, arg: seen.add(frame.f_code))
    try:
        yield seen
    finally:
        sys.setprofile(before)


def test_no_keystroke_lists_80_000_legal_moves() -> None:
    texts_typed = some_texts()
    with calls() as called:
        for text in ["", *texts_typed, "e1,f2,e3,g1", "zz", "`" * 80]:
            GAME.complete(THREE, text)
            GAME.nearest(THREE, text)
    assert moves.__code__ not in called
    with calls() as called:
        next(GAME.moves(THREE))
    assert moves.__code__ in called


# How good a position looks


def test_a_stone_on_the_way_is_good_for_the_runner_and_one_in_it_for_the_blocker() -> None:
    assert GAME.evaluate(after(RUNNING, "g3 o"), 2) > GAME.evaluate(after(RUNNING, "=1 O"), 2)
    # i1 needs a neighbor; =1 is as far as can be.
    position = after(RUNNING, "r2 O", "h2", "t2 O")
    assert GAME.evaluate(after(position, "j2"), 1) > GAME.evaluate(after(position, "=1"), 1)
    # Adopting on the empty board is worth it for a runner alone.
    assert GAME.evaluate(after(begun(), "adopt"), 1) < 0
    assert GAME.evaluate(after(begun(adopt="running"), "adopt"), 1) >= 0


@pytest.mark.parametrize("position", [THREE, RUNNING, BLOCKING])
def test_the_robot_finds_a_move_in_its_time_whatever_the_number(position: Position) -> None:
    move = choose_move(GAME, position, Random(5), count().__next__, 500)
    assert GAME.play(position, move).effects


def test_the_robot_adopts_when_a_color_is_as_good_as_cut_off() -> None:
    position = drawn("""
    . . . . x @ x . . . Q . . . . .
     . . . . x x . . . . . . . . .
    """)
    assert choose_move(GAME, position, Random(5), count().__next__, LOOKS) == Adopt()
