"""The games of a measurement, played in processes of their own and kept in a file."""

import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tqdm import tqdm

from bench.strength.contenders import TOP, mover
from bench.strength.short_wins import short_wins
from bench.timing import SPAWN
from bot.opponents.duel import Duel, decided
from bot.opponents.levels import is_compiled

Record = dict[str, Any]
"""A game: `game`, `pair`, `seed`, `compiled`, what `Decided` has, and `wins` of each of the two."""

Task = tuple[str, str, int, int]
"""A game's key, the pair, the seed, the number of the game: whatever decides a record."""


def record(task: Task) -> Record:
    """Play one game and look at the short wins of those who are held to keep them."""
    key, pair, seed, number = task
    names = pair.split("-")
    first, second = map(mover, names)
    game = decided(Duel(key, first, second, seed), number)
    seats = (1, 2) if number % 2 == 0 else (2, 1)
    wins = [
        asdict(short_wins(key, game.start, game.moves, game.opening, seat)) if name in TOP else None
        for name, seat in zip(names, seats, strict=True)
    ]
    named = {"game": key, "pair": pair, "seed": seed, "compiled": is_compiled()}
    return {**named, **asdict(game), "wins": wins}


def task_of(found: Record) -> Task:
    return found["game"], found["pair"], found["seed"], found["number"]


def kept(file: Path | None) -> dict[Task, Record]:
    """The games that stand in the file; a line that was cut short is none."""
    if file is None or not file.exists():
        return {}
    found: dict[Task, Record] = {}
    for line in file.read_text("utf-8").splitlines():
        with suppress(ValueError):
            each = json.loads(line)
            found[task_of(each)] = each
    return found


def played(tasks: Sequence[Task], processes: int, file: Path | None) -> Iterator[Record]:
    """The records of these games, in their order; each is written as soon as it is there."""
    known = kept(file)
    missing = [task for task in tasks if task not in known]
    pool = ProcessPoolExecutor(processes or os.cpu_count(), SPAWN)
    try:
        fresh = pool.map(record, missing)
        for task in tqdm(tasks, unit="game", leave=False, disable=None):
            if task not in known:
                known[task] = next(fresh)
                append(file, known[task])
            yield known[task]
    finally:
        pool.shutdown(cancel_futures=True)


def append(file: Path | None, found: Record) -> None:
    if file is None:
        return
    cut_short = file.exists() and not file.read_bytes().endswith(b"\n")
    with file.open("a", encoding="utf-8") as lines:
        lines.write("\n" * cut_short + json.dumps(found, ensure_ascii=False) + "\n")
