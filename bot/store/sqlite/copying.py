"""Copies of a database file: consistent ones, under names that are free."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.maintenance import numbered, written_whole
from bot.store.progress import progress
from bot.store.sqlite.migrator import check, connect

PAGES = 2000
"""Pages of a step of a copy: 8 MB between two looks at the bar."""


def copy_database(source: Path, target: Path) -> None:
    """A consistent copy that appears under its name only once it is whole and on the disk."""
    # Only to read: whoever may write and is the last to close the file takes away its log, which is
    # another file's where this one stands in the place of the one that the bot has.
    with written_whole(target) as partial, closing(connect(source, readonly=True)) as connection:
        check(connection, source)
        # Whoever may read the database may read its copy, and nobody else.
        shutil.copymode(source, partial)
        _copy_pages(connection, partial)
    sync_folder(target)


def _copy_pages(source: sqlite3.Connection, target: Path) -> None:
    # All pages as they stand now, in steps between which the bot goes on writing.
    # Reading from one snapshot: else every write meanwhile would begin the copy anew.
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
        # A backup is one file: no log beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
    source.execute("COMMIT")


def free_name(path: Path, word: str) -> Path:
    """A name beside the path that is not taken: `bumpbot.sqlite3.replaced-1`."""
    return next(name for name in numbered(path, word) if not name.exists())


def sync_folder(path: Path) -> None:
    """Make a new name last through a power failure, where folders can be synced."""
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
