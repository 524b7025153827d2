"""From the files of earlier versions to this one, and back.

`version-0.1.db` is told of in tests/front/test_version_before.py. `schema-0018.db` and, on the
server, `postgres/schema-0003.sql` hold the same: what `tests.store.moving.filled` leaves of six
matches of Bump (ended, running, in a thread, in a stretch, with a request to replace somebody),
five turns of each other game, a challenge to somebody, one that was declined, a match of three, and
an offer of a draw; made by the version that had those schemas, and copied to the server by it.
"""

import shutil
import sqlite3
import uuid
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from bot.matches.fold import fold
from bot.matches.refusals import StoreTrouble
from bot.store.opening import open_store
from bot.store.postgres import PostgresStore
from bot.store.postgres.maintenance import doctor as doctor_of_server
from bot.store.sqlite import maintenance
from bot.store.sqlite.connection import prepare, update
from bot.store.sqlite.maintenance import doctor, restore
from bot.store.sqlite.migrator import connect, migrate, migrations, version
from tests.discord.players import Players, Table
from tests.discord.processes import BotProcess
from tests.discord.records import User
from tests.discord.truth import plies_of
from tests.discord.world import FakeDiscord, running

FILES = Path(__file__).parent / "files"
OLD = ("version-0.1.db", "schema-0018.db")
NEWEST = migrations()[-1].number
DUMP = Path(__file__).parent / "postgres" / "schema-0003.sql"
Rows = dict[str, list[Any]]


@pytest.fixture(params=OLD)
def old(request: pytest.FixtureRequest, path: Path) -> Path:
    """A copy of an earlier version's file."""
    shutil.copy(FILES / request.param, path)
    return path


def contents(path: Path) -> list[str]:
    """All that is in a file, as statements."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def columns(connection: sqlite3.Connection) -> dict[str, set[str]]:
    tables = connection.execute(maintenance.TABLES).fetchall()
    return {
        table: {each[1] for each in connection.execute(f"PRAGMA table_info({table})")}
        for (table,) in tables
        if table != "migrations"
    }


def shared_rows(path: Path, other: Path) -> Rows:
    """The rows of the first file in the tables and columns that both have."""
    with closing(sqlite3.connect(path)) as mine, closing(sqlite3.connect(other)) as theirs:
        here, there = columns(mine), columns(theirs)
        return {
            table: sorted(map(repr, mine.execute(f"SELECT {', '.join(shared)} FROM {table}")))
            for table in sorted(here.keys() & there.keys())
            if (shared := sorted(here[table] & there[table]))
        }


def kept_beside(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.name}.schema-*-before-update-*"))


async def test_an_older_file_is_kept_as_it_was_and_the_way_back_is_its_restore(
    old: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(connect(old)) as connection:
        before = version(connection)
    as_it_was = contents(old)
    await (await open_store(old)).close()
    assert doctor(old, fold, every=True).healthy

    if before == NEWEST:
        assert kept_beside(old) == []
        return
    (kept,) = kept_beside(old)
    assert kept.name == f"{old.name}.schema-{before}-before-update-1"
    assert contents(kept) == as_it_was
    assert str(kept) in caplog.text

    restore(kept, old, overwrite=True)

    assert contents(old) == as_it_was
    assert doctor(old, fold).healthy
    # And up again: nothing that was kept before is written over.
    await (await open_store(old)).close()
    assert len(kept_beside(old)) == 2
    assert contents(kept) == as_it_was


def test_migrating_by_hand_keeps_it_too_and_says_where(path: Path) -> None:
    shutil.copy(FILES / OLD[0], path)
    lines = maintenance.migrate(path)
    (kept,) = kept_beside(path)
    assert lines[-1] == f"As it was it is kept as {kept}."


def test_an_update_that_fails_leaves_no_copy_behind(path: Path) -> None:
    shutil.copy(FILES / OLD[0], path)
    as_it_was = contents(path)

    for _ in range(3):
        with closing(connect(path)) as connection:
            connection.execute("PRAGMA max_page_count = 1")  # That is: none but those it has.
            with pytest.raises(sqlite3.OperationalError, match="full"):
                update(connection, path)
    assert kept_beside(path) == []
    assert contents(path) == as_it_was


def test_programs_that_start_at_once_on_an_older_file_keep_one_copy_of_it(path: Path) -> None:
    shutil.copy(FILES / OLD[0], path)
    as_it_was = contents(path)
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(prepare, [path] * 6))

    (kept,) = kept_beside(path)
    assert contents(kept) == as_it_was
    assert doctor(path, fold).healthy


def test_a_newer_file_is_refused_by_an_older_version_and_left_alone(path: Path) -> None:
    shutil.copy(FILES / "schema-0018.db", path)
    maintenance.migrate(path)
    before = contents(path)
    older = migrations()[:-1]
    with closing(connect(path)) as connection, pytest.raises(StoreTrouble, match="Update Bumpbot"):
        migrate(connection, path, older)
    assert contents(path) == before


async def test_lists_and_posts_of_the_version_before_are_the_same(path: Path) -> None:
    source = FILES / "schema-0018.db"
    shutil.copy(source, path)
    before = shared_rows(source, path)
    assert len(before["matches"]) == 14
    assert len(before["outbox"]) > 60
    await (await open_store(path)).close()
    assert shared_rows(path, source) == shared_rows(source, path)
    report = doctor(path, fold, every=True)
    assert report.healthy, report.lines
    assert "matches played through: 14" in report.lines


async def test_matches_of_the_version_before_go_on(path: Path, tmp_path: Path) -> None:
    """The real bot at a fake Discord: /games lists them, and in each other game a move is made."""
    shutil.copy(FILES / "schema-0018.db", path)
    fake = FakeDiscord()
    ada, grace = User(1, "Ada"), User(2, "Grace")
    fake.users |= {1: ada, 2: grace}
    async with running(fake):
        (channel,) = fake.guild("Harbor").channels.values()
        bot, players = BotProcess(fake, "a", str(path), tmp_path / "log.txt"), Players(fake)
        await bot.start()
        try:
            for person in (ada, grace):
                listed = fake.command(person, channel, "games")
                assert await players.send(listed)
                assert "Bump" in listed.text
            before = await plies_of(bot.database)
            for match, game in ((13, "bipod"), (14, "bounce"), (15, "clump"), (16, "urchins")):
                await players.move(Table(channel, (ada, grace), game, match))
            after = await plies_of(bot.database)
        finally:
            await bot.kill()
    grown = {match: len(after[match]) - len(before[match]) for match in before}
    assert {match for match, more in grown.items() if more} >= {13, 14, 15, 16}


@pytest_asyncio.fixture
async def old_server(postgres_server: str) -> AsyncIterator[str]:
    """A schema as the version before has left it."""
    name = f"old_{uuid.uuid4().hex}"
    owner = await asyncpg.connect(postgres_server)
    try:
        await owner.execute(DUMP.read_text("utf-8").replace("bumpbot_old", name))
        yield f"{postgres_server}&options=-csearch_path%3D{name}"
        await owner.execute(f"DROP SCHEMA {name} CASCADE")
    finally:
        await owner.close()


async def counted(address: str) -> dict[str, list[Any]]:
    connection = await asyncpg.connect(address)
    try:
        wanted = {
            "events": "SELECT match_id, seq, kind, payload::text FROM events ORDER BY 1, 2",
            "matches": "SELECT id, seq, status, people::text FROM matches ORDER BY 1",
            "posts": "SELECT id, match_id, seq, kind, message FROM outbox ORDER BY 1",
        }
        return {what: list(await connection.fetch(sql)) for what, sql in wanted.items()}
    finally:
        await connection.close()


async def test_a_server_of_the_version_before_opens_with_all_that_was_there(
    old_server: str,
) -> None:
    before = await counted(old_server)
    assert len(before["matches"]) == 14

    store = await PostgresStore.open(old_server)
    try:
        assert [each.game for each in await store.summaries(limit=100)]
    finally:
        await store.close()

    assert await counted(old_server) == before
    report = await doctor_of_server(old_server, fold, every=True)
    assert report.healthy, report.lines
    assert "matches played through: 14" in report.lines
