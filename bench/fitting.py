"""The weights of a kernel's evaluation, fitted to who wins games of the search.

    python -m bench.fitting bounce|bipod [--games 3000] [--nodes 5000]

The search plays itself from random openings with a fixed seed. The terms of each position with a
player to move are fitted to the result by logistic regression. Next to the points found are those
of the kernel in `bot/opponents/kernels`, fitted to its own worth of the same positions; below them
is how badly each set predicts the results (a coin has a log loss of 0.693). What fits better may
play worse: of two, keep the one that wins. Run `make compiled` first: there it takes two to three
minutes, else five times as long.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from bench.timing import Table, asked
from bot.catalog import entry
from bot.games.bipod.board import Position as BipodPosition
from bot.games.bounce.board import Position as BouncePosition
from bot.games.guide import Game
from bot.opponents.kernel import kernel_of
from bot.opponents.levels import Level, level_of
from bot.opponents.search import Search

STONE = 1000
"""Points of a kernel of Bi-Pod, where a compiled one doesn't show its own constants."""

HIGHEST = 8
"""Stacks of this height and above count alike; a last term is each piece more."""


class Terms(NamedTuple):
    """The terms of an evaluation, from its player's view.

    `seat` is that player, None if the position is not to be fitted; `values` takes the kernel at
    the position after it was asked for its worth. `unit` is the number of the term that keeps the
    kernel's points, for an evaluation with its own scale; else a thousand points multiply the odds
    of winning by e.
    """

    names: tuple[str, ...]
    seat: Callable[[Any], int | None]
    values: Callable[[Any, Any], list[float]]
    unit: int | None = None


def heights(position: BouncePosition, _kernel: object) -> list[float]:
    """Stacks by their height, player 1's less player 2's."""
    counts = [0.0] * (HIGHEST + 1)
    for _, owners in position.pieces():
        sign = 1 if owners[-1] == 1 else -1
        counts[min(len(owners), HIGHEST) - 1] += sign
        counts[HIGHEST] += sign * max(len(owners) - HIGHEST, 0)
    return counts


def ways(position: BipodPosition, kernel: Any) -> list[float]:
    """What is between the Runner and the sides, in stones."""
    near, far = sorted((kernel.first.need / STONE, kernel.second.need / STONE))
    tempo = 1.0 if position.turn == position.runner else -1.0
    return [1.0, -far, -near, -float(kernel.blacks), tempo]


TERMS = {
    "bounce": Terms(
        (*(f"a stack of {height}" for height in range(1, HIGHEST + 1)), "each piece more"),
        lambda position: 1,
        heights,
    ),
    "bipod": Terms(
        ("LEVEL", "the farther color, a stone", "the nearer color, a stone", "DULL", "TEMPO"),
        lambda position: position.runner,
        ways,
        unit=1,
    ),
}
"""By the key of the game."""


Row = tuple[list[float], float]
"""The values of the terms, and the result: for chances 1, 0.5 or 0."""

ROUNDS, SMALL = 10, 1e-9
"""Most of Newton's steps, and a step too small for another."""

CURB, FAINT = 1e-4, 1e-12
"""How strongly weights of rare terms are held at 0; the faint one only does so for those that never
came."""

Model = Callable[[float], tuple[float, float]]
"""The expected result for that sum of the terms, and its slope there."""


def logistic(total: float) -> tuple[float, float]:
    chance = 1 / (1 + math.exp(-total))
    return chance, chance * (1 - chance)


def linear(total: float) -> tuple[float, float]:
    return total, 1.0


def fitted(rows: Sequence[Row], model: Model, curb: float = CURB) -> list[float]:
    """The weights under which the results are likeliest, by Newton's steps."""
    weights = [0.0] * len(rows[0][0])
    for _ in range(ROUNDS):
        step = _step(rows, model, weights, curb * len(rows))
        weights = [a + b for a, b in zip(weights, step, strict=True)]
        if max(map(abs, step)) < SMALL:
            break
    return weights


def loss(rows: Sequence[Row], weights: list[float]) -> float:
    """The mean of the negative logarithm of the chance that was given to what happened."""
    return math.fsum(_missed(result, total_of(values, weights)) for values, result in rows) / len(
        rows
    )


def _missed(result: float, total: float) -> float:
    return max(total, 0) + math.log1p(math.exp(-abs(total))) - result * total


def total_of(values: list[float], weights: list[float]) -> float:
    return sum(map(float.__mul__, values, weights))


def _step(rows: Sequence[Row], model: Model, weights: list[float], curb: float) -> list[float]:
    size = len(weights)
    slope = [-curb * weight for weight in weights]
    bend = [[curb * (i == j) for j in range(size)] for i in range(size)]
    for row in rows:
        _add(row, model, weights, slope, bend)
    return solved(bend, slope)


def _add(
    row: Row, model: Model, weights: list[float], slope: list[float], bend: list[list[float]]
) -> None:
    values, result = row
    expected, rise = model(total_of(values, weights))
    there = [number for number, value in enumerate(values) if value]
    for i in there:
        slope[i] += values[i] * (result - expected)
        for j in there:
            bend[i][j] += values[i] * values[j] * rise


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


SEED = 20
GAMES, NODES = 3000, 5000
OPENING = range(2, 7)
LONGEST = 140
NOISE = 60
STRAY = 0.05
"""How often a random move is played, so that uneven positions come up as well."""

AnyGame = Game[Any, Any]


# Games


def faced(key: str, games: int, nodes: int) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """Every position of that many games of the search with itself, and who won in the end."""
    game, chance = entry(key).game, Random(SEED)
    level = replace(level_of(key, 5), nodes=nodes, noise=NOISE, proof=3, proof_nodes=0)
    for _ in range(games):
        positions, winners = played(game, entry(key).usual, level, chance)
        yield from ((position, winners) for position in positions)


def played(
    game: AnyGame, options: Any, level: Level, chance: Random
) -> tuple[list[Any], tuple[int, ...]]:
    """A game's positions after its opening, and who won; nobody in a draw."""
    position, opening = game.start(options), chance.choice(OPENING)
    positions: list[Any] = []
    while len(positions) < LONGEST + opening and game.outcome(position) is None:
        positions.append(position)
        stray = len(positions) <= opening or chance.random() < STRAY
        position = stepped(game, position, level, chance, stray)
    outcome = game.outcome(position)
    return positions[opening:], tuple(outcome.winners) if outcome else ()


def stepped(game: AnyGame, position: Any, level: Level, chance: Random, stray: bool) -> Any:
    if stray:
        return game.play(position, chance.choice(list(game.moves(position)))).position
    kernel = kernel_of(game.key, position)
    text = Search(kernel, level, chance.getrandbits(64)).found().text
    return game.play(position, game.parse(position, text)).position


# The fit


def rows(key: str, terms: Terms, games: int, nodes: int) -> tuple[list[Row], list[Row]]:
    """The terms of each position with what its game brought, and with what the kernel says."""
    results: list[Row] = []
    worths: list[Row] = []
    for position, winners in faced(key, games, nodes):
        if seat := terms.seat(position):
            kernel = kernel_of(key, position)
            worth = kernel.worth(seat) / 1000
            values = terms.values(position, kernel)
            results.append((values, float(seat in winners) if winners else 0.5))
            worths.append((values, worth))
    return results, worths


def show(terms: Terms, results: list[Row], worths: list[Row]) -> None:
    found, known = fitted(results, logistic), fitted(worths, linear, FAINT)
    scale = 1.0 if terms.unit is None else known[terms.unit] / found[terms.unit]
    table = Table(f"points, {len(results):,} positions", "fitted", "kernel", form=",.0f")
    for name, ours, theirs in zip(terms.names, found, known, strict=True):
        table.row(name, 1000 * scale * ours, 1000 * theirs)
    judged = [([worth], result) for (_, worth), (_, result) in zip(worths, results, strict=True)]
    losses = loss(results, found), loss(judged, fitted(judged, logistic))
    table.row("log loss", *(f"{each:.4f}" for each in losses))


def main() -> None:
    words = asked(__doc__, which=TERMS, games=GAMES, nodes=NODES)
    terms = TERMS[words.which]
    show(terms, *rows(words.which, terms, words.games, words.nodes))


if __name__ == "__main__":
    main()
