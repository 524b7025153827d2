"""How fast the rules are, for every game there is.

    python -m bench.rules

A random game from a fixed seed is replayed move by move, each position met for the first time;
the other times are taken in its middle. All are medians.
"""

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from bot.catalog import catalog
from bot.games.core import Game
from bot.replay import perft

SEED = 20
PLIES = 60
REPEATS = 15
COLUMNS = ("game", "legal moves", "all ms", "play us", "offer ms", "type ms", "nearest ms")


def start(game: Game[Any, Any]) -> Any:
    return game.start(game.prepare({}, game.players[0], random.Random(SEED)))


def sequence(game: Game[Any, Any]) -> list[Any]:
    """The moves of a random game, until it ends or is long enough."""
    moves: list[Any] = []
    chance, position = random.Random(SEED), start(game)
    while len(moves) < PLIES and not game.outcome(position):
        moves.append(chance.choice(list(game.moves(position))))
        position = game.play(position, moves[-1]).position
    return moves


def replayed(game: Game[Any, Any], moves: list[Any]) -> tuple[Any, float]:
    """The position after the moves, and the median time of playing one, in seconds."""
    position, times = start(game), [0.0]
    for move in moves:
        begun = time.perf_counter()
        turn = game.play(position, move)
        times.append(time.perf_counter() - begun)
        position = turn.position
    return position, statistics.median(times)


def milliseconds(work: Callable[[], object]) -> float:
    """The median time of doing the work once."""
    times = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1e3


def row(game: Game[Any, Any]) -> list[str]:
    moves = sequence(game)
    _, played = replayed(game, moves)
    position, _ = replayed(game, moves[: len(moves) // 2])
    legal = list(game.moves(position))
    text = game.format(position, legal[-1])
    works: list[Callable[[], object]] = [
        lambda: list(game.moves(position)),
        lambda: game.complete(position, ""),
        lambda: game.complete(position, text[:2]),
        lambda: game.nearest(position, f"{text}0"),
    ]
    every, offer, typed, nearest = (f"{milliseconds(work):.2f}" for work in works)
    return [game.key, str(len(legal)), every, f"{played * 1e6:.1f}", offer, typed, nearest]


def counted(game: Game[Any, Any]) -> str:
    begun = time.perf_counter()
    sequences = perft(game, start(game), 2)
    return f"{game.key}: perft 2 = {sequences:,} in {time.perf_counter() - begun:.2f} s"


def main() -> None:
    games = [entry.game for entry in catalog().values()]
    for cells in [COLUMNS, *map(row, games)]:
        print("".join(f"{cell:<12}" for cell in cells).rstrip())
    for game in games:
        print(counted(game))


if __name__ == "__main__":
    main()
