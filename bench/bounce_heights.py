"""What stacks of Bounce are worth by their height, fitted to who wins games of the search.

    python -m bench.bounce_heights [--games 3000] [--nodes 5000]

The search plays itself from random openings with a fixed seed. To each position that somebody
faced, stacks of each height (their own less the other's) are fitted to the result by logistic
regression, and printed in thousandths. The table in `bot/opponents/kernels/bounce.py` is of such
games of the tables before it. One that fits as well may play worse: of two, keep the one that wins.
Say `make compiled` first: there it takes some minutes, else five times as long.
"""

import math
from collections.abc import Iterator
from random import Random

from bench.timing import Table, asked
from bot.games.bounce import GAME
from bot.games.bounce.board import Position
from bot.opponents.kernel import kernel_of
from bot.opponents.levels import Level
from bot.opponents.search import Search

SEED = 20
GAMES, NODES = 3000, 5000
OPENING = range(2, 7)
LONGEST = 140
NOISE = 60
STRAY = 0.05
"""How often a random move is played, so that uneven positions come up as well."""

HIGHEST = 8
"""Stacks of this height and above count alike; a last weight is for each piece more."""

WEIGHTS = HIGHEST + 1
ROUNDS, CURB = 10, 1e-4

Row = tuple[list[float], float]
"""Stacks of each height, player 1's less player 2's, and what player 1 got: 1, 0.5 or 0."""


# Games


def rows(games: int, nodes: int) -> Iterator[Row]:
    """Every position of so many games of the search with itself."""
    level = Level(number=1, name="", line="", nodes=nodes, depth=40, proof=3, noise=NOISE)
    chance = Random(SEED)
    for _ in range(games):
        faced, result = played(level, chance)
        yield from ((heights(position), result) for position in faced)


def played(level: Level, chance: Random) -> tuple[list[Position], float]:
    """A game's positions after its opening, and what player 1 got."""
    position, opening = GAME.start({}), chance.choice(OPENING)
    faced: list[Position] = []
    while len(faced) < LONGEST + opening and GAME.outcome(position) is None:
        faced.append(position)
        stray = len(faced) <= opening or chance.random() < STRAY
        position = stepped(position, level, chance, stray)
    outcome = GAME.outcome(position)
    result = float(1 in outcome.winners) if outcome and outcome.winners else 0.5
    return faced[opening:], result


def stepped(position: Position, level: Level, chance: Random, stray: bool) -> Position:
    if stray:
        return GAME.play(position, chance.choice(list(GAME.moves(position)))).position
    kernel = kernel_of(GAME.key, position)
    text = Search(kernel, level, chance.getrandbits(64)).found().text
    return GAME.play(position, GAME.parse(position, text)).position


def heights(position: Position) -> list[float]:
    counts = [0.0] * WEIGHTS
    for _, owners in position.pieces():
        sign = 1 if owners[-1] == 1 else -1
        counts[min(len(owners), HIGHEST) - 1] += sign
        counts[HIGHEST] += sign * max(len(owners) - HIGHEST, 0)
    return counts


# The fit


def fitted(some: list[Row]) -> list[float]:
    """The weights under which the results are likeliest, by Newton's steps."""
    weights = [0.0] * WEIGHTS
    for _ in range(ROUNDS):
        slope = [-CURB * len(some) * weight for weight in weights]
        bend = [[CURB * len(some) * (i == j) for j in range(WEIGHTS)] for i in range(WEIGHTS)]
        for counts, result in some:
            _add(counts, result, weights, slope, bend)
        weights = [a + b for a, b in zip(weights, solved(bend, slope), strict=True)]
    return weights


def _add(
    counts: list[float],
    result: float,
    weights: list[float],
    slope: list[float],
    bend: list[list[float]],
) -> None:
    chance = 1 / (1 + math.exp(-sum(map(float.__mul__, counts, weights))))
    there = [number for number, count in enumerate(counts) if count]
    for i in there:
        slope[i] += counts[i] * (result - chance)
        for j in there:
            bend[i][j] += counts[i] * counts[j] * chance * (1 - chance)


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of equations, by elimination; the matrix is positive definite."""
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(lines):
        pivot[:] = [value / pivot[i] for value in pivot]
        for line in lines:
            if line is not pivot:
                factor = line[i]
                line[:] = [a - factor * b for a, b in zip(line, pivot, strict=True)]
    return [line[-1] for line in lines]


def main() -> None:
    words = asked(__doc__, games=GAMES, nodes=NODES)
    weights = fitted(list(rows(words.games, words.nodes)))
    table = Table("height", "worth", form=".0f")
    for height, weight in enumerate(weights[:HIGHEST], start=1):
        table.row(str(height), 1000 * weight)
    table.row("each more", 1000 * weights[HIGHEST])


if __name__ == "__main__":
    main()
