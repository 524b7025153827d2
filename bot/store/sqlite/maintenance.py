"""What the operator does with the database: back up, restore, migrate, examine.

Plain functions; each returns the lines to print, and raises StoreTrouble with a sentence.
"""

import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from datetime import datetime
from pathlib import Path
from typing import Any

from bot.model.refusals import StoreTrouble
from bot.store.database import Read
from bot.store.maintenance import (
    COUNTS,
    MATCHES,
    OPEN_MATCHES,
    PG_DUMP,
    POST_COUNTS,
    SPOTS,
    UNRATED,
    Overview,
    PlayedAt,
    Replay,
    Report,
    before_digests,
    begins_with,
    digests_since,
    disagreement_of,
    faults_of,
    lines_of,
    must_be_new,
    progress,
    report_of,
    require_agreeing,
    require_up_to_date,
    ticking,
    unrated_of,
)
from bot.store.matches import EVENTS
from bot.store.sqlite.connection import update
from bot.store.sqlite.copying import (
    copy_database,
    free_name,
    in_one_line,
    must_exist,
    require_undamaged,
    sync_folder,
)
from bot.store.sqlite.file import FILE_TROUBLES, UNREADABLE, FileLock, describe_error, is_held
from bot.store.sqlite.migrator import check, connect, migrations, statements_of, version

IS_OF_POSTGRES = (
    "{source} is a backup of a PostgreSQL database. Restore it there: set BUMPBOT_DATABASE to a "
    "postgresql:// address. `bumpbot migrate --to FILE` then makes a file of it."
)
TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
ROWS = {
    "matches": "SELECT max(id) FROM matches",
    "events": "SELECT sum(seq) FROM matches",
    "outbox": "SELECT max(id) FROM outbox",
    "seats": "SELECT 2 * max(id) FROM matches",
}
"""Rough numbers of rows of the large tables, without reading them."""

ROWS_A_LOOK = 60_000
"""Rough number of rows that are checked between two updates of the bar."""


def backup(database: Path, target: Path) -> list[str]:
    """Copy the database as of one instant, even while the bot writes."""
    _must_be_utf8(target)
    must_exist(database)
    must_be_new(target)
    with FILE_TROUBLES.for_operator(database), closing(connect(database, readonly=True)) as source:
        check(source, database)
    with FILE_TROUBLES.for_operator(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        copy_database(database, target)
    return [f"Backed up {database} to {target} ({target.stat().st_size:,} bytes)."]


TRIED_IN = 64 * 1024
"""Kilobytes of memory in which a backup is restored for a trial; SQLite puts what is beyond them
into a temporary file."""


def restored_for_trial(source: Path, replay: Replay) -> list[str]:
    """Restore a backup in memory, where it is thrown away, and play its open matches through.
    Returns what is wrong in it. Raises StoreTrouble if it can't be restored at all."""
    with (
        FILE_TROUBLES.for_operator(source),
        closing(connect(source, readonly=True)) as backed_up,
        closing(sqlite3.connect("", isolation_level=None)) as trial,
    ):
        trial.execute(f"PRAGMA cache_size = -{TRIED_IN}")
        backed_up.backup(trial)
        check(trial, source)
        found = [*_without_parents(trial), *_replayed(trial, replay, every=False)]
    return [line for line in found if line.startswith("TROUBLE")]


def restore(
    source: Path, database: Path, *, overwrite: bool = False, force: bool = False
) -> list[str]:
    """Restore a backup in place of the database; the bot must not be running.

    With `overwrite` an existing database is replaced, and kept under another name. With `force`
    digests may disagree.
    """
    must_exist(source)
    _check_backup(source)
    if database.exists() and not overwrite:
        raise StoreTrouble(f"{database} is there already. Add --overwrite to replace it.")
    if not force:
        require_agreeing(_disagreeing(source), source)
    with FILE_TROUBLES.for_operator(database), FileLock(database):
        lines = _replace(database, source)
    return [*lines, f"Restored {database} from {source}."]


def _replace(database: Path, source: Path) -> list[str]:
    fresh, lines = free_name(database, "restoring"), []
    try:
        # The copy is complete before the existing file is touched.
        copy_database(source, fresh)
        if database.exists():
            lines.append(f"The database that was there is now {_set_aside(database)}.")
        fresh.replace(database)
        sync_folder(database)
    finally:
        fresh.unlink(missing_ok=True)
    return lines


def migrate(database: Path, *, force: bool = False) -> list[str]:
    """Bring the database up to date, as starting the bot does; the bot must not be running, which
    can't be forced: its lock ends with it."""
    del force
    must_exist(database)
    with (
        FILE_TROUBLES.for_operator(database),
        FileLock(database),
        closing(connect(database)) as connection,
    ):
        before = version(connection)
        steps = sum(len(list(statements_of(s))) for s in migrations() if s.number > before)
        with progress("migrating", steps, " statements") as move:
            done, kept = update(connection, database, after_statement=lambda: move(1))
    return lines_of(done, kept, database, max([before, *(s.number for s in done)]))


def doctor(database: Path, replay: Replay | None, *, every: bool = False) -> Report:
    """Examine the database: integrity, schema, counts, and every open match by `replay`.

    With `every` the ended matches too, and all references between tables.
    """
    return report_of([f"Database {database}", *_findings(database, replay, every)])


def _findings(database: Path, replay: Replay | None, every: bool) -> Iterator[str]:
    try:
        if not database.exists():
            yield (
                f"TROUBLE: {database} is not there. A start of the bot makes it; if there should "
                "be one, look at BUMPBOT_DATABASE."
            )
            return
        must_exist(database)
        with closing(connect(database, readonly=True)) as connection:
            yield from _examined(connection, database, replay, every)
    except (*UNREADABLE, OSError) as error:
        yield f"TROUBLE: {describe_error(error)}"
    except StoreTrouble as error:
        yield f"TROUBLE: {error}"


def _examined(
    connection: sqlite3.Connection, database: Path, replay: Replay | None, every: bool
) -> Iterator[str]:
    check(connection, database)
    newest = migrations()[-1].number
    is_older = version(connection) < newest
    if not version(connection):
        yield "TROUBLE: it is empty; a start of the bot, or `bumpbot migrate`, makes its tables"
        return
    older = f" (this version's is {newest}; `bumpbot migrate`, or a start, brings it there)"
    yield f"schema: {version(connection)}{older if is_older else ''}"
    yield from _damages(connection, "integrity_check" if every else "quick_check")
    if every:
        yield from _without_parents(connection)
    # The posts of an older schema have other columns.
    for name, sql in (COUNTS if is_older else COUNTS | POST_COUNTS).items():
        yield f"{name}: {connection.execute(sql).fetchone()[0]:,}"
    yield from _replayed(connection, replay, every)


def _without_parents(connection: sqlite3.Connection) -> Iterator[str]:
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"TROUBLE: {table} row {row} points to a missing {parent} row"


def _damages(connection: sqlite3.Connection, pragma: str) -> Iterator[str]:
    tables = [name for (name,) in connection.execute(TABLES)]
    rows = {name: _rows(connection, name) for name in tables}
    with progress("checking the file", sum(rows.values()), " rows") as move:
        for name in tables:
            with ticking(connection, move, rows[name], ROWS_A_LOOK):
                found = connection.execute(f"PRAGMA {pragma}({name})").fetchall()
            for (line,) in found:
                if line != "ok":
                    yield f"TROUBLE: {in_one_line(line)}; it is damaged, restore a backup"


def _rows(connection: sqlite3.Connection, table: str) -> int:
    return connection.execute(ROWS[table]).fetchone()[0] or 1 if table in ROWS else 1


def _replayed(connection: sqlite3.Connection, replay: Replay | None, every: bool) -> Iterator[str]:
    # One state of the file: beside the running bot a match goes on while others are played through.
    connection.execute("BEGIN")
    words = before_digests if version(connection) < digests_since(migrations()) else str
    matches = connection.execute(words(MATCHES if every else OPEN_MATCHES)).fetchall()
    with progress("playing matches through", len(matches), " matches") as move:
        for row in matches:
            move(1)
            found = connection.execute(words(EVENTS), row[:1]).fetchall()
            yield from faults_of(row, found, replay)
    connection.execute("ROLLBACK")
    which = "" if every else "open "
    yield f"{which}matches played through: {len(matches):,}"


def _disagreeing(source: Path) -> Iterator[str]:
    # What digests say of each match in a backup; one from before them has none.
    with FILE_TROUBLES.for_operator(source), closing(connect(source, readonly=True)) as connection:
        if version(connection) < digests_since(migrations()):
            return
        matches = connection.execute(MATCHES).fetchall()
        with progress("comparing digests", len(matches), " matches") as move:
            for row in matches:
                move(1)
                if found := disagreement_of(row, connection.execute(EVENTS, row[:1])):
                    yield found


def _must_be_utf8(path: Path) -> None:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        name = ascii(str(path))
        message = f"{name} is no name in UTF-8. Name a file in letters of UTF-8."
        raise StoreTrouble(message) from None


def _check_backup(source: Path) -> None:
    if begins_with(source, PG_DUMP):
        raise StoreTrouble(IS_OF_POSTGRES.format(source=source))
    with FILE_TROUBLES.for_operator(source), closing(connect(source, readonly=True)) as connection:
        check(connection, source)
        if version(connection) == 0:
            raise StoreTrouble(f"{source} is empty. Name a backup of Bumpbot's.")
    require_undamaged(source, " Use another backup.")


def _set_aside(database: Path) -> Path:
    # Move the database out of the way, its WAL written back first; refused while it is in use.
    try:
        with closing(connect(database)) as connection:
            # Leaving WAL mode takes the file exclusively, and leaves no WAL.
            connection.execute("PRAGMA busy_timeout = 0")
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if is_held(error):
            raise StoreTrouble(f"{database} is in use. Stop the bot first.") from error
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        pass  # Damaged: that may be just why a backup is restored.
    kept = free_name(database, "replaced")
    for ending in ("", "-wal", "-shm"):
        part = database.with_name(database.name + ending)
        if part.exists():
            part.rename(kept.with_name(kept.name + ending))
    return kept


def overview_of_file(path: Path) -> Overview:
    """How large it is with its log, and where its running matches are. Raises StoreTrouble."""
    parts = (path.with_name(path.name + ending) for ending in ("", "-wal"))
    size = sum(part.stat().st_size for part in parts if part.exists())
    must_exist(path)
    with FILE_TROUBLES.for_operator(path), closing(connect(path, readonly=True)) as connection:
        check(connection, path)
        if version(connection) < migrations()[-1].number:
            return Overview(size, ())
        rows = connection.execute(SPOTS).fetchall()
        waiting = connection.execute(UNRATED).fetchall()
    times = [(number, *map(datetime.fromisoformat, each)) for number, *each in waiting]
    spots = tuple(PlayedAt(*spot) for *spot, _ in rows)
    return Overview(size, spots, unrated=unrated_of(times))


@asynccontextmanager
async def file_reader(path: Path) -> AsyncIterator[Read]:
    """A reader of the file as of one moment. Raises StoreTrouble for one of another version."""
    must_exist(path)
    with FILE_TROUBLES.for_operator(path), closing(connect(path, readonly=True)) as connection:
        check(connection, path)
        require_up_to_date(version(connection), migrations(), path)
        connection.execute("BEGIN")

        async def read(sql: str, *values: Any) -> Sequence[Sequence[Any]]:
            return connection.execute(sql, values).fetchall()

        yield read
