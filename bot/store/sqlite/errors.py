"""A failing disk or database: a log line for the operator, a sentence for the player."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.matches.refusals import StoreTrouble
from bot.store.database import NEXT

log = logging.getLogger(__name__)

ADVICE = {
    "SQLITE_NOTADB": "it is not a database, or it is damaged; restore a backup",
    "SQLITE_CORRUPT": "it is damaged; restore a backup",
    "SQLITE_READONLY": "it can't be written; check who may write the file and its folder",
    "SQLITE_CANTOPEN": "it can't be opened; check that its folder is there and may be written",
    "SQLITE_FULL": "the disk is full; make room",
    "SQLITE_IOERR": "the disk fails, or is full; check it",
    "SQLITE_BUSY": "another program holds it; stop that first",
    "SQLITE_LOCKED": "another program holds it; stop that first",
}
"""What to do about an error of SQLite, by the first two words of its name."""


def describe_error(error: Exception) -> str:
    """What went wrong and what the operator can do about it."""
    name = getattr(error, "sqlite_errorname", None) or ""
    advice = ADVICE.get("_".join(name.split("_")[:2]))
    return f"{advice} ({error})" if advice else str(error)


@contextmanager
def trouble_for_player(path: Path, sentence: str) -> Iterator[None]:
    """Turn an error of the database into StoreTrouble for the player; log file and cause."""
    try:
        yield
    except sqlite3.Error as error:
        log.error("%s: %s", path, describe_error(error))
        raise StoreTrouble(f"{sentence} {NEXT}") from error


@contextmanager
def trouble_for_operator(path: Path) -> Iterator[None]:
    """Turn an error while opening or keeping a file into StoreTrouble that names it."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreTrouble(f"{path}: {describe_error(error)}") from error
