"""How far a long work on the database is: a bar with the time left, on a terminal only."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm

STEPS = 1_000_000
"""Instructions of SQLite between two looks at the bar."""


@contextmanager
def progress(what: str, total: float | None, unit: str) -> Iterator[Callable[[float], object]]:
    """A bar on standard error, moved by what it yields; nothing at all where that is a pipe.

    Without a total it shows how much is done.
    """
    with tqdm(desc=what, total=total, unit=unit, unit_scale=True, disable=None, leave=False) as bar:
        yield bar.update


@contextmanager
def ticking(
    connection: sqlite3.Connection, move: Callable[[float], object], most: float, step: float
) -> Iterator[None]:
    """Move a bar by about `step` now and then while one statement runs, by `most` in the end."""
    done = 0.0

    def tick() -> int:
        nonlocal done
        # Only an estimate: the bar waits near the end rather than run past it.
        ahead = min(step, (most - done) / 2)
        done += ahead
        move(ahead)
        return 0

    connection.set_progress_handler(tick, STEPS)
    try:
        yield
    finally:
        connection.set_progress_handler(None, STEPS)
        move(most - done)
