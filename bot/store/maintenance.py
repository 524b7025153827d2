"""What the operator does with the database: back up, restore, migrate, examine.

Plain functions; each returns the lines to print, and raises StoreTrouble with a sentence.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.matches.records import MatchId, Recorded
from bot.matches.refusals import BrokenMatch, StoreTrouble
from bot.store.errors import describe_error, trouble_for_operator
from bot.store.migrator import check, connect, version
from bot.store.migrator import migrate as migrate_schema
from bot.store.rows import recorded_from
from bot.store.sqlite import EVENTS

Replay = Callable[[Sequence[Recorded], MatchId], object]

COPY = "VACUUM INTO ?"
OPEN = "SELECT id FROM matches WHERE status IN ('invited', 'running') ORDER BY id"
COUNTS = {
    "matches": "SELECT count(*) FROM matches",
    "of them open": "SELECT count(*) FROM matches WHERE status IN ('invited', 'running')",
    "events": "SELECT count(*) FROM events",
    "posts waiting": "SELECT count(*) FROM outbox WHERE retry_at IS NOT NULL",
    "posts given up": "SELECT count(*) FROM outbox WHERE retry_at IS NULL AND message IS NULL",
}
GAPS = """SELECT matches.id, matches.seq, count(events.seq), max(events.seq)
FROM matches LEFT JOIN events ON events.match_id = matches.id
GROUP BY matches.id
HAVING count(events.seq) IS NOT matches.seq OR max(events.seq) IS NOT matches.seq"""


@dataclass(frozen=True, slots=True)
class Report:
    """What the doctor found, and whether all is well."""

    lines: tuple[str, ...]
    healthy: bool


def backup(database: Path, target: Path) -> list[str]:
    """Copy the database as it stands at one instant, even while the bot writes."""
    _must_exist(database)
    if target.exists():
        raise StoreTrouble(f"{target} is there already. Name a new file.")
    with trouble_for_operator(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        _copy(database, target)
    return [f"Backed up {database} to {target} ({target.stat().st_size:,} bytes)."]


def restore(source: Path, database: Path, *, overwrite: bool = False) -> list[str]:
    """Put a backup in the database's place; the bot must not be running.

    With `overwrite` a database that is there is replaced, and kept under another name.
    """
    _must_exist(source)
    _check_backup(source)
    if database.exists() and not overwrite:
        raise StoreTrouble(f"{database} is there already. Add --overwrite to replace it.")
    with trouble_for_operator(database):
        database.parent.mkdir(parents=True, exist_ok=True)
        lines = _replace(database, source)
    return [*lines, f"Restored {database} from {source}."]


def _replace(database: Path, source: Path) -> list[str]:
    fresh, lines = _free(database, "restoring"), []
    try:
        # The copy is whole before what is there is touched.
        _copy(source, fresh)
        if database.exists():
            lines.append(f"The database that was there is now {_set_aside(database)}.")
        fresh.replace(database)
        _sync_folder(database)
    finally:
        fresh.unlink(missing_ok=True)
    return lines


def migrate(database: Path) -> list[str]:
    """Bring the database up to date, as starting the bot does."""
    _must_exist(database)
    with trouble_for_operator(database), closing(connect(database)) as connection:
        before = version(connection)
        done = migrate_schema(connection, database)
    applied = [f"Applied {step.name}." for step in done]
    return [*applied, f"{database} is at schema {max([before, *(s.number for s in done)])}."]


def doctor(database: Path, replay: Replay) -> Report:
    """Examine the database: integrity, schema, counts, and every open match by `replay`."""
    lines, troubles = [f"Database {database}"], list[str]()
    for finding in _findings(database, replay):
        (troubles if finding.startswith("TROUBLE") else lines).append(finding)
    verdict = f"{len(troubles)} to look at." if troubles else "All is well."
    return Report((*lines, *troubles, verdict), not troubles)


def _findings(database: Path, replay: Replay) -> Iterator[str]:
    try:
        _must_exist(database)
        with closing(connect(database, readonly=True)) as connection:
            yield from _examined(connection, database, replay)
    except sqlite3.Error as error:
        yield f"TROUBLE: {describe_error(error)}"
    except StoreTrouble as error:
        yield f"TROUBLE: {error}"


def _examined(connection: sqlite3.Connection, database: Path, replay: Replay) -> Iterator[str]:
    check(connection, database)
    yield f"schema: {version(connection)}"
    damages = [line for (line,) in connection.execute("PRAGMA integrity_check") if line != "ok"]
    yield from (f"TROUBLE: {line}" for line in damages)
    yield from (
        f"TROUBLE: {table} row {row} points to a missing {parent} row"
        for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check")
    )
    for name, sql in COUNTS.items():
        yield f"{name}: {connection.execute(sql).fetchone()[0]:,}"
    yield from (
        f"TROUBLE: match {match} should end with event {seq} but has {count} up to {last}"
        for match, seq, count, last in connection.execute(GAPS)
    )
    yield from _replayed(connection, replay)


def _replayed(connection: sqlite3.Connection, replay: Replay) -> Iterator[str]:
    numbers = [MatchId(number) for (number,) in connection.execute(OPEN)]
    for number in numbers:
        try:
            recorded = [recorded_from(number, *e) for e in connection.execute(EVENTS, (number,))]
            replay(recorded, number)
        except BrokenMatch as error:
            yield f"TROUBLE: {error}"
    yield f"open matches played through: {len(numbers):,}"


def _must_exist(path: Path) -> None:
    if not path.is_file():
        raise StoreTrouble(f"{path} is not there. Name the file of a database.")


def _copy(source: Path, target: Path) -> None:
    """A consistent copy that appears under its name only once it is whole and on the disk."""
    partial = _free(target, "partial")
    try:
        with closing(connect(source)) as connection:
            check(connection, source)
            connection.execute(COPY, (str(partial),))
        with partial.open("rb+") as written:
            os.fsync(written.fileno())
        partial.replace(target)
        _sync_folder(target)
    finally:
        partial.unlink(missing_ok=True)


def _check_backup(source: Path) -> None:
    with trouble_for_operator(source), closing(connect(source)) as connection:
        check(connection, source)
        if version(connection) == 0:
            raise StoreTrouble(f"{source} is empty. Name a backup of Bumpbot's.")
        (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise StoreTrouble(f"{source} is damaged: {verdict}. Use another backup.")


def _set_aside(database: Path) -> Path:
    """Move the database out of the way, its WAL written back first; refused while it is in use."""
    try:
        with closing(connect(database)) as connection:
            # Leaving WAL mode takes the file for oneself, and leaves no WAL behind.
            connection.execute("PRAGMA busy_timeout = 0")
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise StoreTrouble(f"{database} is in use. Stop the bot first.") from error
    except sqlite3.DatabaseError:
        pass  # Damaged: that may be just why a backup is restored.
    kept = _free(database, "replaced")
    for ending in ("", "-wal", "-shm"):
        part = database.with_name(database.name + ending)
        if part.exists():
            part.rename(kept.with_name(kept.name + ending))
    return kept


def _free(path: Path, word: str) -> Path:
    """A name beside the path that is not taken: `bumpbot.sqlite3.replaced-1`."""
    numbered = (path.with_name(f"{path.name}.{word}-{n}") for n in range(1, 10_000))
    return next(name for name in numbered if not name.exists())


def _sync_folder(path: Path) -> None:
    """Make a new name last through a power failure, where folders can be synced."""
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
