"""From the databases of earlier versions to this one, and back."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.model.fold import fold
from bot.model.refusals import StoreTrouble
from bot.store.auditing import compare_derived
from bot.store.opening import open_store
from bot.store.postgres import PostgresStore
from bot.store.postgres.maintenance import doctor as doctor_of_server
from bot.store.sqlite import maintenance
from bot.store.sqlite.connection import prepare, update
from bot.store.sqlite.maintenance import doctor, restore
from bot.store.sqlite.migrator import connect, migrate, migrations, version
from tests.discord.checks import plies_of
from tests.discord.fake.records import User
from tests.discord.fake.world import FakeDiscord, running
from tests.discord.players import Players, Table
from tests.discord.processes import BotProcess
from tests.helpers.stores import opened
from tests.store.memory import counted
from tests.store.versions import ON_SERVERS, VERSIONS, copy_file

NEWEST = migrations()[-1].number
Rows = dict[str, list[Any]]
LEFT = [("schema-18", 14, 93), ("version-0.2", 38, 202)]
"""Versions with how many matches and posts they left."""


@pytest.fixture(params=VERSIONS)
def old(request: pytest.FixtureRequest, path: Path) -> Path:
    """A copy of an earlier version's file."""
    return copy_file(request.param, path)


def contents(path: Path) -> list[str]:
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
    assert await compare_derived(old, every=True) == []

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
    copy_file("version-0.1", path)
    lines = maintenance.migrate(path)
    (kept,) = kept_beside(path)
    assert lines[-1] == f"As it was it is kept as {kept}."


def test_programs_that_start_at_once_on_an_older_file_keep_one_copy(path: Path) -> None:
    copy_file("version-0.1", path)
    as_it_was = contents(path)

    for _ in range(3):
        with closing(connect(path)) as connection:
            connection.execute("PRAGMA max_page_count = 1")  # That is: none but those it has.
            with pytest.raises(sqlite3.OperationalError, match="full"):
                update(connection, path)
    assert kept_beside(path) == []
    assert contents(path) == as_it_was
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(prepare, [path] * 6))

    (kept,) = kept_beside(path)
    assert contents(kept) == as_it_was
    assert doctor(path, fold).healthy


def test_a_newer_file_is_refused_by_an_older_version_and_left_alone(path: Path) -> None:
    copy_file("schema-18", path)
    maintenance.migrate(path)
    before = contents(path)
    older = migrations()[:-1]
    with closing(connect(path)) as connection, pytest.raises(StoreTrouble, match="Update Bumpbot"):
        migrate(connection, path, older)
    assert contents(path) == before


@pytest.mark.parametrize(("version", "matches", "posts"), LEFT)
async def test_lists_and_posts_of_the_version_before_are_the_same(
    path: Path, tmp_path: Path, version: str, matches: int, posts: int
) -> None:
    source = copy_file(version, tmp_path / "source")
    copy_file(version, path)
    before = shared_rows(source, path)
    assert len(before["matches"]) == matches
    assert len(before["outbox"]) == posts
    await (await open_store(path)).close()
    assert shared_rows(path, source) == shared_rows(source, path)
    report = doctor(path, fold, every=True)
    assert report.healthy, report.lines
    assert f"matches played through: {matches}" in report.lines


async def test_matches_of_the_version_before_go_on(path: Path, tmp_path: Path) -> None:
    """The real bot at a fake Discord: /games lists them, and in each other game a move is made."""
    copy_file("schema-18", path)
    fake = FakeDiscord()
    ada, grace = User(1, "Ada"), User(2, "Grace")
    fake.users |= {1: ada, 2: grace}
    async with running(fake):
        (channel,) = fake.guild("Harbor").channels.values()
        bot, players = BotProcess(fake, "a", str(path), tmp_path / "log.txt"), Players(fake)
        await bot.start()
        try:
            for person in (ada, grace):
                # On a busy machine an answer may come too late for the first.
                while not await players.send(listed := fake.command(person, channel, "games")):
                    pass
                assert "Bump" in listed.text
            before = await plies_of(bot.database)
            for match, game in ((13, "bipod"), (14, "bounce"), (15, "clump"), (16, "urchins")):
                await players.move(Table(channel, (ada, grace), game, match))
            after = await plies_of(bot.database)
        finally:
            await bot.kill()
    grown = {match: len(after[match]) - len(before[match]) for match in before}
    assert {match for match, more in grown.items() if more} >= {13, 14, 15, 16}


@pytest.mark.parametrize("old_server", ON_SERVERS, indirect=True)
async def test_an_older_server_opens_with_all_that_was_there(old_server: str) -> None:
    before = await counted(old_server)
    assert len(before["matches"]) >= 14

    async with opened(PostgresStore.open(old_server)) as store:
        assert [each.game for each in await store.summaries(limit=100)]

    assert await counted(old_server) == before
    report = await doctor_of_server(old_server, fold, every=True)
    assert report.healthy, report.lines
    assert f"matches played through: {len(before['matches'])}" in report.lines
