"""What the operator does with a PostgreSQL database: back up, restore, migrate, examine.

Each returns the lines to print, and raises StoreTrouble with a sentence. No line shows a password.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg

from bot.model.refusals import StoreTrouble
from bot.store.database import Read
from bot.store.maintenance import (
    COUNTS,
    MATCHES,
    OPEN_MATCHES,
    POST_COUNTS,
    SPOTS,
    SQLITE,
    UNRATED,
    Overview,
    PlayedAt,
    ProcessShards,
    Replay,
    Report,
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
    unrated_of,
)
from bot.store.matches import EVENTS
from bot.store.postgres import tools
from bot.store.postgres.connection import connected
from bot.store.postgres.dialect import translated
from bot.store.postgres.errors import READ_ONLY, SERVER_TROUBLES
from bot.store.postgres.errors import without_password as named
from bot.store.postgres.migrator import (
    ALIVE,
    IS_EMPTY,
    PATIENCE,
    SCHEMA,
    bring_up_to_date,
    checked_version,
    schema_steps,
)
from bot.store.schema import MOVED

IS_READ_ONLY = "SHOW transaction_read_only"
CLAIMS = "SELECT count(*) FROM claims WHERE until > clock_timestamp()"
UNCHECKED = """SELECT conrelid::regclass || ' ' || conname FROM pg_constraint
WHERE NOT convalidated AND connamespace = current_schema()::regnamespace"""
SWITCHED_OFF = """SELECT tgrelid::regclass || ' ' || tgname FROM pg_trigger
JOIN pg_class ON pg_class.oid = tgrelid
WHERE tgenabled = 'D' AND relnamespace = current_schema()::regnamespace"""
BROKEN_INDEXES = """SELECT indexrelid::regclass::text FROM pg_index
JOIN pg_class ON pg_class.oid = indexrelid
WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace"""
HAS_SCHEMA = "SELECT to_regnamespace($1) IS NOT NULL"
LOADED = """SELECT string_agg(oid::regclass::text, ', ') FROM pg_class
WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"""
IS_OF_SQLITE = (
    "{source} is a SQLite file. Copy it to an empty database: set BUMPBOT_DATABASE to the file, "
    "and say `bumpbot migrate --to postgresql://...`."
)


async def backup(address: str, target: Path) -> list[str]:
    """Copy the database as of one instant with pg_dump, even while bots write."""
    must_be_new(target)
    async with connected(address) as connection:
        if not await checked_version(connection, address):
            raise StoreTrouble(f"{named(address)} is empty: there is nothing to back up.")
        schema = await connection.fetchval(SCHEMA)
    await tools.dump(address, schema, target)
    size = f"{tools.size_of(target):,} bytes"
    return [f"Backed up {named(address)} to {target} ({size}), in pg_dump's custom format."]


async def verified_backup(address: str, target: Path) -> list[str]:
    """Back up, and let pg_restore read the file. Raises StoreTrouble."""
    lines = await backup(address, target)
    await require_complete(address, target)
    return lines


async def require_complete(address: str, source: Path) -> None:
    """Refuse a backup that pg_restore can't read to its end, or that lacks a table. Raises
    StoreTrouble."""
    await tools.read_whole(address, source)
    lacking = await tools.tables_lacking(address, source, [each.name for each in MOVED])
    if lacking:
        raise StoreTrouble(f"{source} lacks {', '.join(lacking)}. Look at what pg_dump may read.")


async def restore(
    source: Path, address: str, *, overwrite: bool = False, force: bool = False
) -> list[str]:
    """Restore a backup of pg_dump to an empty database; no bot may be using it.

    With `overwrite` the existing data is replaced, and kept in another schema. With `force` digests
    may disagree.
    """
    _must_be_dump(source)
    schema = await tools.schema_of(address, source)
    async with connected(address) as connection:
        await _check_schema(connection, address, schema)
        kept = await _make_room(connection, address, schema, overwrite=overwrite)
    try:
        await tools.load(address, schema, source)
        if not force:
            await _require_agreeing(address, source)
    except StoreTrouble:
        await (_put_back(address, schema, kept) if kept else _clear(address))
        raise
    lines = [f"The tables that were there are now in the schema {kept}."] if kept else []
    return [*lines, f"Restored {named(address)} from {source}."]


async def migrate(address: str, copies: Path | None = None, *, force: bool = False) -> list[str]:
    """Bring the database up to date, as starting the bot does; a backup of the old state goes to
    the folder `copies`. Refused while processes of an older version are at work, unless forced."""
    steps = len(schema_steps())
    with SERVER_TROUBLES.for_operator(address), progress("migrating", steps, " steps") as move:
        done, kept = await bring_up_to_date(
            address, copies, after_step=lambda _: move(1), force=force
        )
    return lines_of(done, kept, named(address), schema_steps()[-1].number)


async def doctor(address: str, replay: Replay | None, *, every: bool = False) -> Report:
    """Examine the database: schema, counts, running processes, and every open match by `replay`.

    With `every` the ended matches too.
    """
    lines = [f"Database {named(address)}"]
    try:
        async with connected(address) as connection:
            async for finding in _examined(connection, address, replay, every):
                lines.append(finding)  # noqa: PERF401 - those before an error stay
    except StoreTrouble as error:
        lines.append(f"TROUBLE: {error}")
    return report_of(lines)


async def _examined(
    connection: Any, address: str, replay: Replay | None, every: bool
) -> AsyncIterator[str]:
    yield f"PostgreSQL {await connection.fetchval('SHOW server_version')}"
    if await connection.fetchval(IS_READ_ONLY) == "on":
        yield f"TROUBLE: {READ_ONLY}"
    found, newest = await checked_version(connection, address), schema_steps()[-1].number
    if found != newest:
        yield (
            f"TROUBLE: schema {found or 'missing'}, this version's is {newest}; `bumpbot migrate`, "
            "or a start of the bot, brings it there"
        )
        return
    yield f"schema: {found}"
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        async for finding in _faults_of_tables(connection):
            yield finding
        counts = {**COUNTS, **POST_COUNTS, "processes at work": ALIVE, "claims": CLAIMS}
        for name, sql in counts.items():
            yield f"{name}: {await connection.fetchval(sql):,}"
        async for finding in _replayed(connection, replay, every):
            yield finding


async def _faults_of_tables(connection: Any) -> AsyncIterator[str]:
    """Faults that the server was told not to check for. It checks every reference when it is
    written."""
    for what, sql in (
        ("is not checked", UNCHECKED),
        ("is switched off", SWITCHED_OFF),
        ("is no valid index", BROKEN_INDEXES),
    ):
        for (name,) in await connection.fetch(sql):
            yield f"TROUBLE: {name} {what}"


async def _replayed(connection: Any, replay: Replay | None, every: bool) -> AsyncIterator[str]:
    matches = await connection.fetch(MATCHES if every else OPEN_MATCHES)
    events, _ = translated(EVENTS)
    with progress("playing matches through", len(matches), " matches") as move:
        for row in matches:
            move(1)
            for fault in faults_of(tuple(row), await connection.fetch(events, row[0]), replay):
                yield fault
    yield f"{'' if every else 'open '}matches played through: {len(matches):,}"


async def _require_agreeing(address: str, source: Path) -> None:
    # A backup from before digests has none.
    async with connected(address) as connection:
        if await checked_version(connection, address) < digests_since(schema_steps()):
            return
        matches, (events, _) = await connection.fetch(MATCHES), translated(EVENTS)
        faults = list[str | None]()
        with progress("comparing digests", len(matches), " matches") as move:
            for row in matches:
                move(1)
                faults.append(disagreement_of(row, await connection.fetch(events, row[0])))
    require_agreeing(filter(None, faults), source)


def _must_be_dump(source: Path) -> None:
    if not source.is_file():
        raise StoreTrouble(f"{source} is not there. Name the file of a backup.")
    if begins_with(source, SQLITE):
        raise StoreTrouble(IS_OF_SQLITE.format(source=source))


async def _check_schema(connection: Any, address: str, schema: str) -> None:
    """Refuse to restore elsewhere: a backup of pg_dump names its schema in every statement."""
    if await connection.fetchval(HAS_SCHEMA, schema):
        here = await connection.fetchval(SCHEMA)
        if here == schema:
            return
        raise StoreTrouble(
            f"The backup is of a schema {schema}, and {named(address)} is the schema {here}. "
            "Name an address with the same search_path, in another database if need be."
        )
    raise StoreTrouble(f"{named(address)} has no schema {schema}. Make it first: CREATE SCHEMA.")


async def _make_room(connection: Any, address: str, schema: str, *, overwrite: bool) -> str | None:
    """Set aside what is in the schema; returns its new name, if there was anything."""
    if await connection.fetchval(IS_EMPTY):
        return None
    if not overwrite:
        raise StoreTrouble(f"{named(address)} is not empty. Add --overwrite to replace all of it.")
    ours = await connection.fetchval("SELECT to_regclass('processes') IS NOT NULL")
    if ours and await connection.fetchval(ALIVE):
        raise StoreTrouble(
            f"{named(address)} is in use. Stop the bots first; one that was killed counts as at "
            "work for 45 seconds."
        )
    number = 1
    while await connection.fetchval(HAS_SCHEMA, f"{schema}_replaced_{number}"):
        number += 1
    kept = f"{schema}_replaced_{number}"
    async with connection.transaction():
        await connection.execute(f'ALTER SCHEMA "{schema}" RENAME TO "{kept}"')
        await connection.execute(f'CREATE SCHEMA "{schema}"')
    return kept


async def _put_back(address: str, schema: str, kept: str) -> None:
    async with connected(address) as connection, connection.transaction():
        await connection.execute(f'DROP SCHEMA "{schema}" CASCADE')
        await connection.execute(f'ALTER SCHEMA "{kept}" RENAME TO "{schema}"')


async def _clear(address: str) -> None:
    # The schema was empty before, and may belong to somebody else.
    async with connected(address) as connection:
        if tables := await connection.fetchval(LOADED):
            await connection.execute(f"DROP TABLE {tables} CASCADE")


SIZE = """SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"""
PROCESSES = """SELECT first_shard, last_shard, shard_count FROM processes
WHERE alive_until > clock_timestamp() ORDER BY first_shard"""


async def overview_of_server(address: str) -> Overview:
    """How large it is, where its running matches are, and the running processes. Raises
    StoreTrouble."""
    with SERVER_TROUBLES.for_operator(address):
        # Not by `connected`, which waits a minute for a server that hangs.
        connection = await asyncpg.connect(address, timeout=PATIENCE)
        try:
            size, now = await connection.fetchval(SIZE), await connection.fetchval("SELECT now()")
            if await checked_version(connection, address) < schema_steps()[-1].number:
                return Overview(size, (), now)
            spots = tuple(PlayedAt(*row[:3]) for row in await connection.fetch(SPOTS))
            processes = tuple(ProcessShards(*row) for row in await connection.fetch(PROCESSES))
            unrated = unrated_of([tuple(row) for row in await connection.fetch(UNRATED)])
            return Overview(size, spots, now, processes, unrated)
        finally:
            await connection.close(timeout=PATIENCE)


@asynccontextmanager
async def server_reader(address: str) -> AsyncIterator[Read]:
    """A reader of the database as of one moment. Raises StoreTrouble for one of another version."""
    async with connected(address) as connection:
        found = await checked_version(connection, address)
        require_up_to_date(found, schema_steps(), named(address))
        async with connection.transaction(isolation="repeatable_read", readonly=True):

            async def read(sql: str, *values: Any) -> Sequence[Sequence[Any]]:
                words, bind = translated(sql)
                return [tuple(row) for row in await connection.fetch(words, *bind(values))]

            yield read
