"""Copies of a database file: consistent ones, under free names, and checks whether one is good:
whole, of the same form, and complete."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from bot.model.refusals import StoreTrouble
from bot.store.maintenance import COUNTS, atomically_replaced, numbered, progress
from bot.store.sqlite.file import FILE_TROUBLES
from bot.store.sqlite.migrator import check, connect, version

PAGES = 2000
"""Pages per step of a copy: 8 MB between two updates of the bar."""


def copy_database(source: Path, target: Path) -> None:
    """A consistent copy that appears under its name only once it is whole and on the disk."""
    # Read-only: a writer that is the last to close the file deletes its log, which belongs to
    # another file if this one has replaced the bot's.
    with (
        atomically_replaced(target) as partial,
        closing(connect(source, readonly=True)) as connection,
    ):
        check(connection, source)
        # Only those who may read the database may read its copy.
        shutil.copymode(source, partial)
        _copy_pages(connection, partial)
    sync_folder(target)


def _copy_pages(source: sqlite3.Connection, target: Path) -> None:
    # All pages as of now, in steps between which the bot goes on writing. Reading from one
    # snapshot: otherwise every write would restart the copy.
    source.execute("BEGIN")
    (total,) = source.execute("PRAGMA page_count").fetchone()
    source.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    with closing(connect(target)) as copy:
        with progress("copying", total, " pages") as move:
            left = total

            def step(_: int, remaining: int, __: int) -> None:
                nonlocal left
                move(left - remaining)
                left = remaining

            source.backup(copy, pages=PAGES, progress=step)
        # A backup is one file, without a log.
        copy.execute("PRAGMA journal_mode = DELETE")
    source.execute("COMMIT")


def free_name(path: Path, word: str) -> Path:
    """A free name next to the path: `bumpbot.sqlite3.replaced-1`."""
    return next(name for name in numbered(path, word) if not name.exists())


def sync_folder(path: Path) -> None:
    """Make a new name survive a power failure, if folders can be synced."""
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


PLAUSIBLE = 0.99
"""The share of what was there before and after that must be in the copy: people may leave."""


class Contents(NamedTuple):
    """How much a database holds."""

    schema: int
    matches: int
    events: int


def contents_of(path: Path) -> Contents:
    """How much it holds now. Raises StoreTrouble."""
    must_exist(path)
    with FILE_TROUBLES.for_operator(path), closing(connect(path, readonly=True)) as connection:
        check(connection, path)
        counts = [connection.execute(COUNTS[each]).fetchone()[0] for each in ("matches", "events")]
        return Contents(version(connection), *counts)


def must_exist(path: Path) -> None:
    """Refuse a path without a file. Raises StoreTrouble."""
    with FILE_TROUBLES.for_operator(path):
        if path.is_dir():
            raise StoreTrouble(f"{path} is a folder. Name the file of a database.")
        if not path.is_file():
            raise StoreTrouble(f"{path} is not there. Name the file of a database.")


def verify(copy: Path, before: Contents, after: Contents) -> None:
    """Refuse a copy that is damaged, or lacks what the database had before and after it was made.
    Raises StoreTrouble."""
    require_undamaged(copy)
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


def require_undamaged(path: Path, then: str = "") -> None:
    """Refuse a damaged file, with what to do `then`. Raises StoreTrouble."""
    with FILE_TROUBLES.for_operator(path), closing(connect(path, readonly=True)) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise StoreTrouble(f"{path} is damaged: {in_one_line(verdict)}.{then}")
