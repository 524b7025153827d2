"""How fast the rules are, for every game there is, and for every choice of its options.

    python -m bench.rules

A random game from a fixed seed is replayed move by move, each position met for the first time.
`all ms` is the time of listing every legal move at its start, `play us` that of one move; typing is
measured at every position: an empty box, the move's first two characters, and the whole move.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from bot.catalog import Entry, catalog
from bot.games.guide import Game
from bot.jobs import perft

SEED = 20
PLIES = 60
REPEATS = 15
LOOKED_AT = 3000
"""Legal moves among which the random game chooses, where there are many more."""

COLUMNS = ("game", "legal moves", "all ms", "play us", "type p50", "type p99", "nearest p99 ms")


def variants(entry: Entry) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The game as it usually is, then with each other choice of an option."""
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


def seconds(work: Callable[..., object], *given: object) -> float:
    """How long it takes to do the work once."""
    begun = time.perf_counter()
    work(*given)
    return time.perf_counter() - begun


def replayed(game: Game[Any, Any], position: Any, moves: list[Any]) -> tuple[list[float], ...]:
    """The times of playing each move, of offering what goes on from it, and of mending it."""
    played, typed, mended = [], [], []
    for move in moves:
        text = game.format(position, move)
        typed += [seconds(game.complete, position, part) for part in ("", text[:2], text)]
        mended.append(seconds(game.nearest, position, f"{text}0"))
        played.append(seconds(game.play, position, move))
        position = game.play(position, move).position
    return played, typed, mended


def milliseconds(times: list[float], share: float) -> str:
    """The time that so large a share of all stay below."""
    return f"{sorted(times)[int(len(times) * share)] * 1e3:.2f}"


def row(game: Game[Any, Any], name: str, options: Mapping[str, Any]) -> list[str]:
    position = start(game, options)
    played, typed, mended = replayed(game, position, sequence(game, position))
    every = [seconds(lambda: list(game.moves(position))) for _ in range(REPEATS)]
    count = sum(1 for _ in game.moves(position))
    play = f"{statistics.median(played) * 1e6:.1f}"
    return [
        name,
        f"{count:,}",
        milliseconds(every, 0.5),
        play,
        milliseconds(typed, 0.5),
        milliseconds(typed, 0.99),
        milliseconds(mended, 0.99),
    ]


def counted(game: Game[Any, Any]) -> str:
    begun = time.perf_counter()
    sequences = perft(game, start(game, {}), 2)
    return f"{game.key}: perft 2 = {sequences:,} in {time.perf_counter() - begun:.2f} s"


def main() -> None:
    lines = [list(COLUMNS)]
    for entry in catalog().values():
        lines += [row(entry.game, name, options) for name, options in variants(entry)]
    for cells in lines:
        print(f"{cells[0]:<26}" + "".join(f"{cell:<13}" for cell in cells[1:]).rstrip())
    for entry in catalog().values():
        print(counted(entry.game))


if __name__ == "__main__":
    main()
