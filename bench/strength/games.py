"""The games of a measurement, played in separate processes and kept in a file; and what they say
about who is stronger, with confidence bounds.

The contenders: the levels by number, `greedy`, and `robot`, the bot as it was before levels.
"""

import json
import math
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tqdm import tqdm

from bench.robot import choose_move
from bench.strength.short_wins import NODES, short_wins
from bench.timing import SPAWN
from bot.games.guide import Game
from bot.opponents.duel import Duel, Mover, by_level, decided
from bot.opponents.kernel import kernel_of
from bot.opponents.levels import is_compiled

TOP = ("3", "4", "5")
"""Levels that are expected to throw away no short win."""

Record = dict[str, Any]
"""A game: `game`, `pair`, `seed`, `compiled`, the fields of `Decided`, and `wins` of each of the
two, None if they were not searched."""

Task = tuple[str, str, int, int]
"""A game's key, the pair, the seed, the number of the game: everything that decides a record."""


def mover(name: str) -> Mover:
    others: dict[str, Mover] = {"greedy": by_greed, "robot": by_the_old_robot}
    return others.get(name) or partial(by_level, int(name))


def by_greed(game: Game[Any, Any], position: Any, seed: int) -> str:
    """One of the moves after which the position looks best, without regard to answers."""
    kernel = kernel_of(game.key, position)
    scored = kernel.scored()
    best = [move for worth, move in scored if worth == scored[0][0]]
    return kernel.text(Random(seed).choice(best))


def by_the_old_robot(game: Game[Any, Any], position: Any, seed: int) -> str:
    """What the bot played before there were levels, with the CPU that it took for a move."""
    return game.format(
        position, choose_move(game, position, Random(seed), stopwatch=time.process_time)
    )


def record(task: Task, known: Record | None, nodes: int) -> Record:
    """Play the game, unless it is known, and search the short wins of those expected to keep them.

    `nodes` bounds each proof; with 0 nothing is searched.
    """
    found = known or _played(task)
    return {**found, "wins": _wins(found, nodes)} if nodes else found


def _played(task: Task) -> Record:
    key, pair, seed, number = task
    first, second = map(mover, pair.split("-"))
    game = decided(Duel(key, first, second, seed), number)
    named = {"game": key, "pair": pair, "seed": seed, "compiled": is_compiled()}
    return {**named, **asdict(game), "wins": None}


def _wins(found: Record, nodes: int) -> list[Record | None]:
    seats = (1, 2) if found["number"] % 2 == 0 else (2, 1)
    told = found["game"], found["start"], found["moves"], found["opening"]
    return [
        asdict(short_wins(*told, seat, nodes)) if name in TOP else None
        for name, seat in zip(found["pair"].split("-"), seats, strict=True)
    ]


def task_of(found: Record) -> Task:
    return found["game"], found["pair"], found["seed"], found["number"]


def kept(file: Path | None) -> dict[Task, Record]:
    """The games in the file; a line that was cut short is ignored."""
    if file is None or not file.exists():
        return {}
    found: dict[Task, Record] = {}
    for line in file.read_text("utf-8").splitlines():
        with suppress(ValueError):
            each = json.loads(line)
            found[task_of(each)] = each
    return found


def played(
    tasks: Sequence[Task], processes: int, file: Path | None, nodes: int = NODES
) -> Iterator[Record]:
    """The records of these games, in their order; each is written as soon as it is played."""
    known = kept(file)
    missing = [task for task in tasks if _is_missing(known.get(task), nodes)]
    pool = ProcessPoolExecutor(processes or os.cpu_count(), SPAWN)
    try:
        fresh = pool.map(record, missing, map(known.get, missing), repeat(nodes))
        for task in tqdm(tasks, unit="game", leave=False, disable=None):
            if _is_missing(known.get(task), nodes):
                known[task] = next(fresh)
                append(file, known[task])
            yield known[task]
    finally:
        pool.shutdown(cancel_futures=True)


def _is_missing(found: Record | None, nodes: int) -> bool:
    return found is None or (nodes > 0 and found["wins"] is None)


def append(file: Path | None, found: Record) -> None:
    if file is None:
        return
    cut_short = file.exists() and not file.read_bytes().endswith(b"\n")
    with file.open("a", encoding="utf-8") as lines:
        lines.write("\n" * cut_short + json.dumps(found, ensure_ascii=False) + "\n")


SURE = 1.96
"""Standard deviations of a 95 % confidence interval."""

MOST_ELO = 999.0
"""The difference that is printed if one of the two got everything."""


class Interval(NamedTuple):
    """A figure, and its 95 % confidence interval."""

    low: float
    found: float
    high: float


def share_of_points(wins: int, draws: int, losses: int) -> Interval:
    """The share of the points that the first got, half for a draw, with Wilson's interval."""
    games = wins + draws + losses
    if not games:
        return Interval(0.0, 0.0, 1.0)
    share = (wins + draws / 2) / games
    spread = SURE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    half = math.sqrt(spread * share * (1 - share) + spread**2 / 4) / (1 + spread)
    return Interval(max(0.0, middle - half), share, min(1.0, middle + half))


def elo(share: Interval) -> Interval:
    """The Elo difference of two, of whom the first got that share."""
    return Interval(*map(_elo, share))


def _elo(share: float) -> float:
    if not 0 < share < 1:
        return math.copysign(MOST_ELO, share - 0.5)
    return max(-MOST_ELO, min(MOST_ELO, 400 * math.log10(share / (1 - share))))
