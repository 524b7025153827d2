"""The board of Clump, its groups, and which swaps are legal."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.games.clump import GAME
from bot.games.clump.board import (
    SIZES,
    Position,
    distance,
    grid,
    named,
    numbers,
)
from bot.games.clump.moves import Joined
from bot.games.core import BadOptions
from tests.games.clump.stones import PLAYER, diminished, drawn, formed, play
from tests.helpers.playing import known, sentences

# Swaps


@pytest.mark.parametrize("size", [0, 2, 5, 7, 18, -8, 8.0, "8", None, True, [8]])
def test_another_size_is_refused_in_a_sentence(size: object) -> None:
    with pytest.raises(BadOptions, match="even number from 4 to 16"):
        GAME.start({"size": size})


def test_a_refused_swap_shows_the_group_that_it_would_diminish() -> None:
    position = GAME.read("BRBRBR/RBRBRB/BRBRRB/RBRBRB/BRBRBR/RBRBRB;B", {})
    refused = GAME.explain(position, GAME.parse(position, "c4-d4"))
    assert "breaks up a red group of 4" in refused.why
    assert set(refused.cells) == {"d4", "e4"}


Sizes = list[tuple[str, int, int]]


@sentences(
    "board turn move grown lost",
    {
        "stones may stay with their groups, so that nothing is diminished": (
            *("own groups", "R", "d4-d5"), [("R", 4, 7), ("B", 4, 8)], []
        ),
        "it is enough that the enemy's stone gets into a larger group": (
            *("enemy grows", "R", "e3-f3"), [("B", 3, 4)], []
        ),
        "a lone red stone joins six, and a blue one goes from four to another four": (
            *("lone red", "R", "c3-d3"), [("R", 1, 6)], [("R", 1), ("B", 4)]
        ),
        "a blue stone stays with its thirteen and makes them fifteen": (
            *("thirteen", "B", "d3-e3"), [("B", 13, 15), ("R", 1, 3)], [("R", 1)]
        ),
        "an own group may be diminished too if a larger one is formed": (
            *("four and six", "R", "d4-e4"), [("R", 4, 6)], [("R", 4), ("B", 4)]
        ),
    },
)  # fmt: skip
def test_groups_are_formed_and_diminished(
    board: str, turn: str, move: str, grown: Sizes, lost: list[tuple[str, int]]
) -> None:
    played = play(drawn(board, turn), move)
    assert (formed(played), diminished(played)) == (grown, lost)


# Legality against a slow reading of the rules

Square = tuple[int, int]
Board = dict[Square, int]


def around(square: Square) -> list[Square]:
    file, rank = square
    return [(file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)]


def group(board: Board, square: Square) -> set[Square]:
    """The group of a stone, found stone by stone."""
    found, edge = {square}, [square]
    while edge:
        for near in around(edge.pop()):
            if near not in found and board.get(near) == board[square]:
                found.add(near)
                edge.append(near)
    return found


def judged_by_hand(position: Position, source: Square, target: Square) -> tuple[int, int]:
    """The largest group formed and the largest diminished, by comparing whole boards."""
    before = dict(position.pieces())
    after = {**before, source: before[target], target: before[source]}
    sizes, lost = [0], [0]
    for old, new in ((source, target), (target, source)):
        had = group(before, old)
        if len(group(after, new)) > len(had):
            sizes.append(len(group(after, new)))
        rest = had - {old}
        if not rest or any(len(group(after, stone)) < len(had) for stone in rest):
            lost.append(len(had))
    return max(sizes), max(lost)


def _pairs(position: Position) -> Iterator[tuple[Square, Square]]:
    board = dict(position.pieces())
    for square, player in board.items():
        for near in around(square):
            if player == position.turn and board.get(near, player) != player:
                yield square, near


def _positions(chance: Random, size: int) -> Iterator[Position]:
    position = GAME.start({"size": size})
    yield position
    while not GAME.outcome(position):
        position = GAME.play(position, chance.choice(list(GAME.moves(position)))).position
        yield position


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_legal_swaps_are_those_of_a_slow_reading_of_the_rules(size: int) -> None:
    for position in list(_positions(Random(size), size))[:-1][::2]:
        slow = set()
        for pair in _pairs(position):
            largest, lost = judged_by_hand(position, *pair)
            if largest > lost:
                slow.add("-".join(f"{'abcdefghij'[file]}{rank + 1}" for file, rank in pair))
        assert set(PLAYER.legal(position)) == slow


# The end


def test_a_person_who_completes_the_rivals_path_has_lost() -> None:
    turn = play(drawn("rivals path", "B"), "b5-c5")
    assert PLAYER.ended(turn.position) == ((1,), "joined")
    assert turn.effects[-1] == Joined(1, ("b1", "b2", "b3", "b4", "b5", "b6"))


# Clump's squares as sets, its groups, and what falls apart when a stone leaves


LADDER = drawn("ladder")
SMALL = grid(4)


def number(name: str) -> int:
    return LADDER.grid.number(known(named(name, LADDER.size)))


def names(some: int) -> str:
    return " ".join(sorted(SMALL.name(n) for n in numbers(some)))


@pytest.mark.parametrize("size", SIZES)
def test_every_square_has_a_name_a_number_and_neighbors_one_step_apart(size: int) -> None:
    board = grid(size)
    names = [board.name(n) for n in range(size * size)]
    assert len(set(names)) == size * size
    assert [board.number(board.square(n)) for n in range(size * size)] == list(range(size * size))
    assert all(named(name, size) == board.square(n) for n, name in enumerate(names))
    assert sum(map(len, board.beside)) == 4 * size * (size - 1)
    for here, beside in enumerate(board.beside):
        assert all(here in board.beside[there] for there in beside)
        assert all(distance(board.square(here), board.square(there)) == 1 for there in beside)
