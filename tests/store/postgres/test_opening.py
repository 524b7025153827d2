"""Opening a database: brought up to date once, and refused in words that say what to do."""

import asyncio
import re
import sqlite3
import uuid
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.model.records import MatchId
from bot.model.refusals import StoreTrouble
from bot.store.maintenance import Migration
from bot.store.postgres import PostgresStore, maintenance, migrator
from bot.store.postgres.claims import Pace
from bot.store.postgres.errors import HIDDEN, without_password
from bot.store.postgres.migrator import migrate, schema_steps, schema_version
from bot.store.postgres.tools import without_secret
from tests.helpers.commands import bumpbot
from tests.postgres import connected
from tests.store.contracts.matches import new_match
from tests.store.memory import Memory

SECRET = "s3cret"


async def refused(address: str) -> str:
    """The words in which an address is refused."""
    with pytest.raises(StoreTrouble) as trouble:
        await PostgresStore.open(address)
    said = str(trouble.value)
    assert SECRET not in said
    return said


@pytest.fixture
async def direct(postgres_address: str) -> AsyncIterator[Any]:
    """A plain connection to the empty schema."""
    async with connected(postgres_address) as connection:
        yield connection


async def test_migrating_again_does_nothing(postgres_address: str) -> None:
    assert await migrate(postgres_address) == list(schema_steps())
    assert await migrate(postgres_address) == []


async def test_processes_starting_at_once_migrate_once(postgres_address: str, direct: Any) -> None:
    opened = await asyncio.gather(*(PostgresStore.open(postgres_address) for _ in range(4)))

    assert await direct.fetchval("SELECT count(*) FROM migrations") == len(schema_steps())
    assert [await new_match(store) for store in opened] == [1, 2, 3, 4]
    assert len({store.process for store in opened}) == 4
    await asyncio.gather(*(store.close() for store in opened))


async def test_nobody_changes_the_schema_below_an_older_process(
    postgres_address: str, direct: Any
) -> None:
    steps = schema_steps()
    await migrate(postgres_address, steps[:-2])
    await direct.execute(
        "INSERT INTO processes (alive_until) VALUES (clock_timestamp() + interval '1 minute')"
    )
    for said in (await refused(postgres_address), await command_refused(postgres_address)):
        assert "processes of an older version are at work on this database (1)" in said
        assert "missing in lists until `bumpbot doctor --mend`" in said
        assert SECRET not in said
    assert await schema_version(direct) == steps[-3].number
    lines = await maintenance.migrate(postgres_address, force=True)
    assert lines[:2] == [f"Applied {step.name}." for step in steps[-2:]]
    # At the schema of this version they may go on.
    await (await PostgresStore.open(postgres_address)).close()


async def command_refused(address: str) -> str:
    """What `bumpbot migrate` says, which ends with 2."""
    done = await asyncio.to_thread(bumpbot, "migrate", BUMPBOT_DATABASE=address)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


async def test_a_process_that_the_schema_has_left_behind_reads_and_writes_nothing_more(
    postgres_address: str, direct: Any, caplog: pytest.LogCaptureFixture
) -> None:
    store = await PostgresStore.open(postgres_address, Pace(beat=0.05))
    number = schema_steps()[-1].number + 1
    more = Migration(number, f"{number:04}_more", "CREATE TABLE more (a int);")
    await new_match(store)
    await migrate(postgres_address, [*schema_steps(), more], force=True)
    async with asyncio.timeout(30):
        while await direct.fetchval(migrator.ALIVE):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
    for work in (lambda: new_match(store), lambda: store.summary(MatchId(1))):
        with pytest.raises(StoreTrouble, match="The bot was updated, and this part of it was not"):
            await work()
    assert f"(schema {number}; this version knows {number - 1})" in caplog.text
    assert await direct.fetchval("SELECT count(*) FROM matches") == 1
    assert "a newer version of Bumpbot made this" in await refused(postgres_address)
    await store.close()


async def test_a_failed_step_is_undone_with_all_before(postgres_address: str, direct: Any) -> None:
    number = schema_steps()[-1].number + 1
    broken = Migration(number, f"{number:04}_broken", "CREATE TABLE more (a int); SELECT 1 / 0;")
    await migrate(postgres_address, schema_steps()[:3])
    before = await direct.fetch(COLUMNS)

    with pytest.raises(asyncpg.DivisionByZeroError):
        await migrate(postgres_address, [*schema_steps(), broken])

    assert await direct.fetchval("SELECT max(number) FROM migrations") == 3
    assert await direct.fetch(COLUMNS) == before


async def test_nobody_sees_a_database_between_two_versions(postgres_address: str) -> None:
    await migrate(postgres_address, schema_steps()[:1])
    seen = []

    async def look() -> None:
        async with connected(postgres_address) as connection:
            seen.append(await schema_version(connection))

    with ThreadPoolExecutor(1) as thread:
        await migrate(
            postgres_address, after_step=lambda _: thread.submit(asyncio.run, look()).result()
        )
    assert seen == [1] * (len(schema_steps()) - 1)


def test_migrations_are_numbered_in_order_and_say_what_they_revise_and_why() -> None:
    before = "nothing"
    for number, step in enumerate(schema_steps(), 1):
        assert step.number == number
        # Those that are written for both kinds of database have the numbers of SQLite's.
        assert re.match(rf"-- Revises: (\d{{4}}_)?{before}\n-- Reason: ", step.sql)
        before = step.name.partition("_")[2]


async def test_another_programs_tables_are_left_alone(postgres_address: str, direct: Any) -> None:
    await direct.execute("CREATE TABLE invoices (total int)")

    assert "another program's tables" in await refused(postgres_address)
    assert await direct.fetchval("SELECT to_regclass('matches')") is None


async def test_a_database_of_a_newer_version_is_kept(postgres_address: str, direct: Any) -> None:
    await migrate(postgres_address)
    await direct.execute("INSERT INTO migrations VALUES (9999, '9999_later', now())")

    assert "(schema 9999; this version knows" in await refused(postgres_address)


async def test_an_older_server_is_refused(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrator, "OLDEST", 99)

    said = await refused(postgres_address)
    assert re.search(r"this server is PostgreSQL \d+, and Bumpbot needs 99 or newer", said)


async def test_an_address_without_a_schema_is_refused(postgres_server: str) -> None:
    said = await refused(f"{postgres_server}&options=-csearch_path%3Dnowhere")
    assert "there is no schema" in said


async def test_an_unknown_database_is_refused(postgres_server: str) -> None:
    said = await refused(postgres_server.replace("/postgres?", "/nowhere?"))
    assert "there is no such database on the server; make it first" in said


async def test_a_wrong_password_is_refused(postgres_running: Any, postgres_server: str) -> None:
    name = f"guarded_{uuid.uuid4().hex}"
    rules = Path(postgres_running.pgdata) / "pg_hba.conf"
    before = rules.read_text("utf-8")
    connection = await asyncpg.connect(postgres_server)
    await connection.execute(f"CREATE ROLE {name} LOGIN PASSWORD 'right'")
    rules.write_text(f"local all {name} scram-sha-256\nhost all {name} all scram-sha-256\n{before}")
    try:
        await connection.execute("SELECT pg_reload_conf()")
        address = postgres_server.replace("postgres:@", f"{name}:{SECRET}@")
        said = await refused(address)
        while "name or password" not in said:
            said = await refused(address)  # The rules are not read yet.
        assert said.startswith("postgresql:///postgres: the server refuses that name or password")
    finally:
        rules.write_text(before)
        await connection.execute("SELECT pg_reload_conf()")
        await connection.execute(f"DROP ROLE {name}")
        await connection.close()


async def test_somebody_who_may_not_make_tables_is_refused(
    postgres_server: str, postgres_address: str, direct: Any
) -> None:
    name = f"guest_{uuid.uuid4().hex}"
    schema = await direct.fetchval("SELECT current_schema()")
    await direct.execute(f"CREATE ROLE {name} LOGIN; GRANT USAGE ON SCHEMA {schema} TO {name}")
    try:
        address = postgres_address.replace("postgres:@", f"{name}:{SECRET}@")
        assert "grant it the rights on the schema" in await refused(address)
    finally:
        await direct.execute(f"DROP OWNED BY {name}; DROP ROLE {name}")


async def test_a_server_that_is_not_there_is_named(unused_tcp_port: int) -> None:
    said = await refused(f"postgresql://bump:{SECRET}@127.0.0.1:{unused_tcp_port}/bumpbot")
    assert said.startswith(f"postgresql://127.0.0.1:{unused_tcp_port}/bumpbot: the server can't be")


@pytest.mark.parametrize(
    "address",
    [
        f"postgresql://bump:{SECRET}/x@127.0.0.1/bumpbot",
        f"postgresql://bump:x?{SECRET}@127.0.0.1/bumpbot",
        f"postgresql://bump:x#{SECRET}@127.0.0.1/bumpbot",
        f"postgresql://bump:{SECRET}",
        f"postgresql://[{SECRET}@127.0.0.1/bumpbot",
        f"postgresql://127.0.0.1:1/bumpbot?password={SECRET}",
        f"postgresql://bump:p@{SECRET}/x@127.0.0.1:1/bumpbot",
    ],
)
async def test_an_address_that_can_not_be_parsed_shows_no_password(address: str) -> None:
    said = await refused(address)
    assert said.startswith((HIDDEN, "postgresql://127.0.0.1:1/bumpbot: "))


def test_an_address_may_stand_in_a_log_without_its_password() -> None:
    for address, shown in (
        (f"postgresql://bump:{SECRET}@db.example:5432/bumpbot", "db.example:5432/bumpbot"),
        (f"postgresql://bump:{SECRET}@one:1,two:2/bumpbot?sslmode=require", "one:1,two:2/bumpbot"),
        (f"postgresql://bump:{SECRET}@[::1]:5432/bumpbot", "[::1]:5432/bumpbot"),
        ("postgresql:///bumpbot?host=/run/postgresql", "/bumpbot"),
    ):
        assert without_password(address) == f"postgresql://{shown}"


@pytest.mark.parametrize(
    ("address", "plain", "password"),
    [
        ("postgresql://a:b%40c@h:5/d?x=y", "postgresql://a@h:5/d?x=y", "b@c"),
        ("postgresql://h/d?password=p%20q&host=/tmp", "postgresql://h/d?host=/tmp", "p q"),
        ("postgresql://h/d?options=-c%20a%3Db", "postgresql://h/d?options=-c%20a%3Db", None),
        ("postgresql:///d", "postgresql:///d", None),
    ],
)
def test_a_password_goes_next_to_the_address(
    address: str, plain: str, password: str | None
) -> None:
    assert without_secret(address) == (plain, password)


COLUMNS = """SELECT table_name, column_name, is_nullable = 'YES', column_default, data_type
FROM information_schema.columns WHERE table_schema = current_schema()
ORDER BY table_name, ordinal_position"""
KEYS = """SELECT indrelid::regclass::text AS owner, indexrelid::regclass::text AS name,
    indisunique, indisprimary, indpred IS NOT NULL AS partial, (
        SELECT string_agg(coalesce(attname, '?'), ',' ORDER BY place)
        FROM unnest(indkey) WITH ORDINALITY AS key (number, place)
        LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = number
    ) AS columns
FROM pg_index WHERE indrelid IN (
    SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace
)"""

ONLY_HERE = {"match_numbers", "processes", "claims", "budgets"}
MORE_INDEXES = {"outbox_due", "claims_by_process", "claims_by_time"}


async def test_both_engines_have_the_same_columns_and_indexes(
    postgres_address: str, direct: Any
) -> None:
    await migrate(postgres_address)
    empty = {
        (table, column): is_empty
        for table, column, is_empty, *_ in await direct.fetch(COLUMNS)
        if table not in ONLY_HERE
    }
    indexes = {
        (row["name"], row["owner"], row["columns"], row["indisunique"], row["partial"])
        for row in await direct.fetch(KEYS)
        if not row["indisprimary"] and row["name"] not in MORE_INDEXES
    }
    file = Memory().connection
    # A column of a key is never empty, though SQLite does not say so of its numbers of rows.
    assert empty == {
        (table, name): not (needed or key)
        for table in {table for table, _ in empty}
        for _, name, _, needed, _, key in file.execute(f"PRAGMA table_info({table})")
    }
    asked = "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
    listed = dict(list(file.execute(asked)))
    assert indexes == {
        (name, table, _columns_of(file, name), bool(unique), bool(partial))
        for table in set(listed.values())
        for _, name, unique, _, partial in file.execute(f"PRAGMA index_list({table})")
        if name in listed
    }


def _columns_of(file: sqlite3.Connection, index: str) -> str:
    return ",".join(name or "?" for _, _, name in file.execute(f"PRAGMA index_info({index})"))
