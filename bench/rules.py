"""The speed of the rules, for every game, and for every choice of its options.

    python -m bench.rules

A random game from a fixed seed is replayed move by move, each position met for the first time. `all
ms` is the time of listing every legal move at its start, `play us` that of one move; typing is
measured at every position: an empty box, the move's first two characters, and the whole move.
"""

import random
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any

from bench.timing import Table, asked, share, timed
from bot.catalog import Entry, catalog
from bot.games.guide import Game
from bot.jobs import perft

SEED = 20
PLIES = 60
REPEATS = 15
LOOKED_AT = 3000
"""Legal moves among which the random game chooses, if there are many more."""

COLUMNS = ("legal moves", "all ms", "play us", "type p50 ms", "type p99 ms", "nearest p99 ms")


def variants(entry: Entry) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The game with its defaults, then with each other choice of an option."""
    yield entry.key, {}
    for option in entry.options:
        for _, value in option.choices:
            if value != option.default:
                yield f"{entry.key} {option.name}={value}", {option.name: value}


def start(game: Game[Any, Any], options: Mapping[str, Any]) -> Any:
    return game.start(game.prepare(options, game.players[0], random.Random(SEED)))


def sequence(game: Game[Any, Any], position: Any) -> list[Any]:
    """The moves of a random game, until it ends or is long enough."""
    moves: list[Any] = []
    chance = random.Random(SEED)
    while len(moves) < PLIES and not game.outcome(position):
        moves.append(chance.choice(list(islice(game.moves(position), LOOKED_AT))))
        position = game.play(position, moves[-1]).position
    return moves


def replayed(game: Game[Any, Any], position: Any, moves: list[Any]) -> tuple[list[float], ...]:
    """The times of playing each move, of completing it, and of correcting it."""
    played, typed, mended = [], [], []
    for move in moves:
        text = game.format(position, move)
        typed += [timed(partial(game.complete, position, part))[0] for part in ("", text[:2], text)]
        mended += timed(partial(game.nearest, position, f"{text}0"))
        played += timed(partial(game.play, position, move))
        position = game.play(position, move).position
    return played, typed, mended


def row(table: Table, game: Game[Any, Any], name: str, options: Mapping[str, Any]) -> None:
    position = start(game, options)
    played, typed, mended = replayed(game, position, sequence(game, position))
    every = timed(lambda: list(game.moves(position)), REPEATS)
    table.row(
        name,
        sum(1 for _ in game.moves(position)),
        share(0.5, every) * 1e3,
        share(0.5, played) * 1e6,
        share(0.5, typed) * 1e3,
        share(0.99, typed) * 1e3,
        share(0.99, mended) * 1e3,
    )


def main() -> None:
    table = Table("game", *COLUMNS, form=",.2f", first=26)
    for entry in catalog().values():
        for name, options in variants(entry):
            row(table, entry.game, name, options)
    table = Table("perft", "sequences of 2", "s", form=",.2f", first=26)
    for entry in catalog().values():
        position = start(entry.game, {})
        (took,) = timed(partial(perft, entry.game, position, 2))
        table.row(entry.key, perft(entry.game, position, 2), took)


if __name__ == "__main__":
    asked(__doc__)
    main()
