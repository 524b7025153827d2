"""Whether a copy of a database file is good: whole, of the same form, and with all there was."""

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from bot.model.refusals import StoreTrouble
from bot.store.maintenance import COUNTS
from bot.store.sqlite.errors import FILE_TROUBLES
from bot.store.sqlite.migrator import check, connect, version

PLAUSIBLE = 0.99
"""The share of what was there before and after that must be in the copy: people may leave."""


class Contents(NamedTuple):
    """How much a database holds."""

    schema: int
    matches: int
    events: int


def contents_of(path: Path) -> Contents:
    """How much it holds just now. Raises StoreTrouble."""
    must_exist(path)
    with FILE_TROUBLES.for_operator(path), closing(connect(path, readonly=True)) as connection:
        check(connection, path)
        counts = [connection.execute(COUNTS[each]).fetchone()[0] for each in ("matches", "events")]
        return Contents(version(connection), *counts)


def must_exist(path: Path) -> None:
    """Refuse a path at which no file is. Raises StoreTrouble."""
    with FILE_TROUBLES.for_operator(path):
        if path.is_dir():
            raise StoreTrouble(f"{path} is a folder. Name the file of a database.")
        if not path.is_file():
            raise StoreTrouble(f"{path} is not there. Name the file of a database.")


def verify(copy: Path, before: Contents, after: Contents) -> None:
    """Refuse a copy that is damaged, or lacks what the database had before and after it was made.
    Raises StoreTrouble."""
    require_whole(copy)
    found = contents_of(copy)
    if found.schema != before.schema:
        raise StoreTrouble(f"{copy} is at schema {found.schema}, the database at {before.schema}.")
    for name, *counts in zip(Contents._fields[1:], found[1:], before[1:], after[1:], strict=True):
        has, *had = counts
        if has < min(had) * PLAUSIBLE:
            raise StoreTrouble(f"{copy} has {has} {name}, and the database {min(had)}.")


def in_one_line(verdict: str) -> str:
    """What SQLite finds wrong, without its heading."""
    return " ".join(verdict.replace("*** in database main ***", "").split())


def require_whole(path: Path) -> None:
    """Refuse a file that is damaged. Raises StoreTrouble."""
    with FILE_TROUBLES.for_operator(path), closing(connect(path, readonly=True)) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise StoreTrouble(f"{path} is damaged: {in_one_line(verdict)}.")
