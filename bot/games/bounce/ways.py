"""The runs of a stack of Bounce by the way they set out, with the squares they come by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.games.bounce.board import DIAGONALS, NUMBER, PLACES, SQUARES, Position
from bot.games.bounce.moves import Path, Run, is_accelerating, rebounds, runs


@dataclass(frozen=True, slots=True)
class Way:
    """A run with the squares that it comes by."""

    run: Run
    path: Path

    @property
    def turns(self) -> tuple[str, ...]:
        """The squares where it begins, bounces, covers and ends, in order."""
        covered = [self.path.index(NUMBER[square], 1) for square in self.run.covered]
        places = {0, *rebounds(self.path), *covered, len(self.path) - 1}
        return tuple(SQUARES[self.path[place]] for place in sorted(places))

    @property
    def rails(self) -> list[str]:
        return list(dict.fromkeys(SQUARES[self.path[place]] for place in rebounds(self.path)))

    @property
    def steps(self) -> int:
        """The squares that it passes; one that it jumps is not counted."""
        return len(self.path) - 1 - len(self.run.covered)


Directions = Mapping[str, Sequence[Way]]
"""The runs of a stack by the first square on their way, the shortest first."""


def directions(position: Position, square: str) -> Directions:
    """The runs of the stack on a square, each in the direction in which it is shortest."""
    found: dict[str, list[Way]] = {}
    ways = runs(position.stacks, NUMBER[square], is_accelerating(position))
    for (captured, target), path in sorted(ways.items(), key=lambda way: len(way[1])):
        run = Run(square, tuple(SQUARES[number] for number in captured), SQUARES[target])
        found.setdefault(SQUARES[path[1]], []).append(Way(run, path))
    return dict(sorted(found.items(), key=lambda ways: angle_of(ways[1][0])))


def angle_of(way: Way) -> float:
    """The way it sets out, in degrees clockwise from the right."""
    (file, rank), (onward, up) = (PLACES[number] for number in way.path[:2])
    return (315.0 + 90.0 * DIAGONALS.index((onward - file, up - rank))) % 360
