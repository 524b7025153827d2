"""The shape of the database: opening a file, and bringing it up to date.

Migrations only go forward. Those of one update run in one transaction together with the records of
them: a database is at its old version or at the new one, and nobody sees it in between.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path

from bot.model.refusals import StoreTrouble
from bot.store.maintenance import HALF_MOVED, MOVING, Migration, read_migrations, require_known

APPLICATION = 1112886608
BUSY_SECONDS = 5.0

RECORDS = """CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied TEXT NOT NULL
) STRICT"""
HAS_RECORDS = "SELECT 1 FROM sqlite_schema WHERE name = 'migrations'"
IS_MOVING = f"SELECT 1 FROM sqlite_schema WHERE name = '{MOVING}'"
IS_EMPTY = "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)"
APPLIED = "SELECT number FROM migrations ORDER BY number"
RECORD = """INSERT INTO migrations (number, name, applied)
VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))"""


@cache
def migrations() -> tuple[Migration, ...]:
    """The migrations that this version brings along, in order."""
    return read_migrations(files("bot.store.sqlite") / "migrations")


def statements_of(step: Migration) -> Iterator[str]:
    gathered = ""
    for line in step.sql.splitlines(keepends=True):
        gathered += line
        if sqlite3.complete_statement(gathered):
            yield gathered
            gathered = ""


def connect(path: Path, *, readonly: bool = False) -> sqlite3.Connection:
    """A plain connection, with every transaction spelled out by its user."""
    mode = "ro" if readonly else "rwc"
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,
        timeout=BUSY_SECONDS,
    )


def version(connection: sqlite3.Connection) -> int:
    """The number of the newest migration the database has; 0 for an empty one."""
    return max(_applied(connection), default=0)


def migrate(
    connection: sqlite3.Connection,
    path: Path,
    steps: Sequence[Migration] | None = None,
    *,
    before_first: Callable[[], object] = lambda: None,
    after_statement: Callable[[], object] = lambda: None,
) -> list[Migration]:
    """Bring the database up to date; returns what was done. Raises StoreTrouble for a foreign one.

    A step that fails takes those before it back with it, and their records. `before_first` is
    called where there is something to do, while nobody else may write.
    """
    steps = migrations() if steps is None else steps
    with transaction(connection):
        check(connection, path, steps)
        applied = _applied(connection)
        to_do = [step for step in steps if step.number not in applied]
        if to_do:
            before_first()
        for step in to_do:
            _run(connection, step, after_statement)
    return to_do


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite has rolled back by itself after some errors, a full disk among them.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def check_writable(connection: sqlite3.Connection) -> None:
    """Write to the file what it says already: raises what a later write would raise."""
    connection.execute(f"PRAGMA user_version = {version(connection)}")


def check(
    connection: sqlite3.Connection, path: Path, steps: Sequence[Migration] | None = None
) -> None:
    """Refuse, with StoreTrouble, a database that is not ours or that a newer version made."""
    steps = migrations() if steps is None else steps
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (empty,) = connection.execute(IS_EMPTY).fetchone()
    if application != APPLICATION and not empty:
        raise StoreTrouble(f"{path}: this is another program's database. Name a different file.")
    if connection.execute(IS_MOVING).fetchone():
        raise StoreTrouble(HALF_MOVED.format(name=path))
    require_known(version(connection), steps, path)


def _applied(connection: sqlite3.Connection) -> set[int]:
    if connection.execute(HAS_RECORDS).fetchone() is None:
        return set()
    return {number for (number,) in connection.execute(APPLIED)}


def _run(
    connection: sqlite3.Connection, step: Migration, after_statement: Callable[[], object]
) -> None:
    connection.execute(RECORDS)
    for statement in statements_of(step):
        connection.execute(statement)
        after_statement()
    connection.execute(RECORD, (step.number, step.name))
