"""The schema of a PostgreSQL database, and bringing it up to date.

Migrations only go forward. Those of one update run in one transaction together with their records:
a database is at its old version or at the new one, and nobody sees it in between. Processes that
start together wait for each other.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import asyncpg

from bot.model.refusals import StoreTrouble
from bot.store.database import NEW
from bot.store.maintenance import HALF_MOVED, MOVING, Migration, migrations_of, require_known
from bot.store.postgres import tools
from bot.store.postgres.errors import without_password

LOCK = 1112886608
"""The number of the lock held while migrating: "BUMP"."""

OLDEST = 16
"""The oldest supported PostgreSQL: before it, every subquery needed a name."""

PATIENCE = 20.0
"""Seconds in which the server must answer, before it counts as lost."""

WITHOUT_HURRY = """SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
SET LOCAL idle_in_transaction_session_timeout = 0"""
"""However long the others take, and the backup: no limit of the server interrupts an update."""

SCHEMA = "SELECT current_schema()"
RECORDS = """CREATE TABLE IF NOT EXISTS migrations (
    number integer PRIMARY KEY, name text NOT NULL, applied timestamptz NOT NULL
)"""
RECORD = "INSERT INTO migrations (number, name, applied) VALUES ($1, $2, now())"
HAS_RECORDS = "SELECT to_regclass('migrations') IS NOT NULL"
IS_MOVING = f"SELECT to_regclass('{MOVING}') IS NOT NULL"
VERSION = "SELECT coalesce(max(number), 0) FROM migrations"
IS_EMPTY = """SELECT NOT EXISTS (
    SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace
)"""


ALIVE = "SELECT count(*) FROM processes WHERE alive_until > clock_timestamp()"
"""How many processes are at work."""

OLDER_AT_WORK = (
    "{name}: processes of an older version are at work on this database ({count}), and would go on "
    "writing as that version does. Stop all of them, then start this one; one that was killed "
    "counts as at work for 45 seconds. Only if none of them runs: `bumpbot migrate --force`. If "
    "one does, matches that it makes afterwards are missing in lists until `bumpbot doctor "
    "--mend`, which also digests its events."
)

BeforeFirst = Callable[[Any, int], Awaitable[object]]
"""Called before the first step, with the connection and the current version."""


@cache
def schema_steps() -> tuple[Migration, ...]:
    """The migrations of this version, in order."""
    return migrations_of("bot.store.postgres")


async def migrate(
    address: str,
    steps: Sequence[Migration] | None = None,
    *,
    before_first: BeforeFirst | None = None,
    after_step: Callable[[Migration], object] = lambda _: None,
    force: bool = False,
) -> list[Migration]:
    """Bring the database up to date; returns what was done. Raises StoreTrouble for a foreign one,
    and for one on which processes of an older version are at work, unless that is forced.

    A failing step undoes those before it, and their records. `before_first` is awaited if there is
    something to do, while nobody else may begin to do it.
    """
    connection = await asyncpg.connect(address, timeout=PATIENCE)
    try:
        _check_server(connection, address)
        async with connection.transaction():
            await connection.execute(WITHOUT_HURRY)
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            found = await checked_version(connection, address, steps)
            wanted = schema_steps() if steps is None else steps
            to_do = [step for step in wanted if step.number > found]
            if to_do and found and not force:
                await _require_nobody(connection, address)
            if to_do and before_first:
                await before_first(connection, found)
            for step in to_do:
                await _run(connection, step)
                after_step(step)
    finally:
        await connection.close(timeout=PATIENCE)
    return to_do


async def _require_nobody(connection: Any, address: str) -> None:
    # Processes that are at work before the first step are of an older version.
    if count := await connection.fetchval(ALIVE):
        name = without_password(address)
        raise StoreTrouble(OLDER_AT_WORK.format(name=name, count=count))


async def schema_version(connection: Any) -> int:
    """The number of the newest migration the database has; 0 for one without any."""
    if not await connection.fetchval(HAS_RECORDS):
        return 0
    number: int = await connection.fetchval(VERSION)
    return number


def _check_server(connection: Any, address: str) -> None:
    found = connection.get_server_version()
    if found.major < OLDEST:
        raise StoreTrouble(
            f"{without_password(address)}: this server is PostgreSQL {found.major}, and Bumpbot "
            f"needs {OLDEST} or newer. Upgrade the server, or name another."
        )


async def checked_version(
    connection: Any, address: str, steps: Sequence[Migration] | None = None
) -> int:
    """The version. Refuses a database that is not ours, that a newer version made, or that is half
    copied."""
    name = without_password(address)
    if await connection.fetchval(SCHEMA) is None:
        raise StoreTrouble(
            f"{name}: there is no schema to make tables in. Make one, or grant the rights on it."
        )
    if await connection.fetchval(IS_MOVING):
        raise StoreTrouble(HALF_MOVED.format(name=name))
    found = await schema_version(connection)
    require_known(found, schema_steps() if steps is None else steps, name)
    if not found and not await connection.fetchval(IS_EMPTY):
        raise StoreTrouble(
            f"{name}: there are another program's tables in this database. Name an empty one, or "
            "an empty schema of it."
        )
    return found


async def _run(connection: Any, step: Migration) -> None:
    await connection.execute(RECORDS)
    await connection.execute(step.sql)
    await connection.execute(RECORD, step.number, step.name)


log = logging.getLogger(__name__)

KEPT = (
    "%s was made by an older version (schema %s). As it was it is kept as %s; to go back, stop "
    "every bot on it, install that version and say `bumpbot restore --overwrite` with that file"
)
NOT_KEPT = (
    "%s was made by an older version (schema %s), and no copy of it as it was is kept as it is "
    "brought up to date; the way back is your last backup. For a copy before the next update: %s"
)
NO_FOLDER = "Set BUMPBOT_BACKUPS to a folder."


async def bring_up_to_date(
    address: str,
    copies: Path | None = None,
    after_step: Callable[[Migration], object] = lambda _: None,
    *,
    force: bool = False,
) -> tuple[list[Migration], Path | None]:
    """Bring a database up to date; returns the steps done and the backup of its old state.

    The backup goes to the folder `copies`, by pg_dump. If one of the two is missing the log says
    so. An update that fails changes nothing, so its backup is deleted. Raises StoreTrouble.
    """
    kept: list[Path] = []
    reached = 0

    async def keep(connection: Any, before: int) -> None:
        # Another process that starts now waits until this one is done: there is one backup.
        kept.extend(await _kept(connection, address, before, copies))

    def stepped(step: Migration) -> None:
        nonlocal reached
        reached = step.number
        after_step(step)

    try:
        done = await migrate(address, before_first=keep, after_step=stepped, force=force)
    except BaseException:
        # After the last step the current version is unknown if the answer was lost.
        if kept and reached != schema_steps()[-1].number:
            kept[0].unlink(missing_ok=True)
        raise
    return done, kept[0] if kept else None


async def _kept(connection: Any, address: str, before: int, copies: Path | None) -> list[Path]:
    name = without_password(address)
    if not before:
        log.info(NEW, name)
        return []
    try:
        if copies is None:
            raise StoreTrouble(NO_FOLDER)
        target = free_copy(copies, before)
        await tools.dump(address, await connection.fetchval(SCHEMA), target)
    except (StoreTrouble, OSError) as error:
        log.warning(NOT_KEPT, name, before, " ".join(str(error).split()))
        return []
    log.warning(KEPT, name, before, target)
    return [target]


def free_copy(folder: Path, version: int) -> Path:
    """A free name that no nightly backup has, so that none is deleted because of it."""
    names = (folder / f"bumpbot-schema-{version}-before-update-{n}.dump" for n in range(1, 10_000))
    return next(name for name in names if not name.exists())
