"""What the terms of a kernel's evaluation are worth, fitted to who wins games of the search.

    python -m bench.fitting bounce|bipod [--games 3000] [--nodes 5000]

The search plays itself from random openings with a fixed seed. To each position that somebody
faced, the terms of `regression.py` are fitted to the result by logistic regression. Beside
the points that are found stand those of the kernel in `bot/opponents/kernels`, fitted to its own
worth of the same positions; below them is how badly each set foretells the results (a coin has a
log loss of 0.693). What fits better may play worse: of two, keep the one that wins.
Say `make compiled` first: there it takes two to three minutes, else five times as long.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from bench.fitting.regression import FAINT, TERMS, Row, Terms, fitted, linear, logistic, loss
from bench.timing import Table, asked
from bot.catalog import entry
from bot.games.guide import Game
from bot.opponents.kernel import kernel_of
from bot.opponents.levels import Level, level_of
from bot.opponents.search import Search

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
    """Every position of so many games of the search with itself, and who won in the end."""
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
