"""A deletion that is killed again and again is finished, and leaves nothing, not even in free parts
of the file."""

import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.model.events import Accepted, Event, Person, Started
from bot.model.records import MatchId, Status
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore, connection
from bot.store.sqlite.migrator import connect
from tests.helpers.commands import Program
from tests.helpers.rounds import do_once
from tests.helpers.stores import opened
from tests.postgres import schema
from tests.service.conftest import START, Clock
from tests.store.contract import new_match, play
from tests.store.memory import empty_database
from tests.store.privacy.life import GRACE, ME, live, served
from tests.store.privacy.rows import all_rows, naming
from tests.store.privacy_contract import asked

MANY = 400


async def many(store: SqliteStore | PostgresStore, count: int = MANY) -> None:
    events: list[Event] = [asked(ME, GRACE), Accepted(GRACE), Started((ME, GRACE), {})]
    for number in range(count):
        match = await new_match(
            store, events, says=["end"], people=(ME, GRACE), status=Status.ENDED, turn=None
        )
        await store.visit(ME.id, match, 3, START)
        if number % 10 == 0:
            await store.save_private_note(ME.id, match, f"{ME.name} {number}")


async def filled(store: SqliteStore | PostgresStore) -> None:
    """A whole life, and many matches; all of it is to be deleted."""
    service = served(store, Clock())
    await live(store, service)
    await many(store)
    await service.privacy.request_deletion(ME.id)


def kill_until_done(place: str, kills: int) -> int:
    """Kill the program so often, each time after some steps; how many steps it has told of."""
    dice, steps = random.Random(11), 0
    for _ in range(kills):
        process = Program("tests.store.privacy.killed", place)
        for _ in range(dice.randint(1, 4)):
            steps += process.stdout.readline() == "step\n"
        time.sleep(dice.uniform(0, 0.02))
        steps += process.kill().count("step\n")
    status, rest = Program("tests.store.privacy.killed", place).end()
    assert status == 0
    return steps + rest.count("step\n")


def raw(path: Path) -> bytes:
    """All bytes of a database and of what stands beside it."""
    return b"".join(part.read_bytes() for part in path.parent.glob(f"{path.name}*"))


TRACES = (str(ME.id).encode(), ME.name.encode(), ME.id.to_bytes(8, "big"))


async def test_killed_again_and_again_nothing_is_left_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    store = await SqliteStore.open(path)
    await filled(store)
    await store.close()
    assert all(trace in raw(path) for trace in TRACES)
    assert kill_until_done(str(path), kills=4) > MANY / 50
    store = await SqliteStore.open(path)
    assert sorted(naming(await all_rows(store), str(ME.id), ME.name)) == []
    assert len(await store.summaries(person=GRACE.id, limit=2 * MANY)) >= MANY
    await store.close()
    assert [trace for trace in TRACES if trace in raw(path)] == []


async def test_nothing_is_left_in_the_log_of_a_file_that_is_open(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    async with opened(SqliteStore.open(path)) as store:
        await filled(store)
        clock = Clock()
        clock.now = START.replace(year=START.year + 1)
        service = served(store, clock)
        while await service.privacy.under_way():
            await do_once(service.privacy, clock.now)
        assert [trace for trace in TRACES if trace in raw(path)] == []
        assert GRACE.name.encode() in raw(path)


def scattered_notes(path: Path) -> None:
    """So many notes, of ME and of others, that SQLite has moved rows of them between pages."""
    dice = random.Random(3)
    people = [ME.id, *(dice.getrandbits(59) + 2**59 for _ in range(20))]
    notes = [(person, match, "-" * dice.randrange(90)) for person in people for match in range(200)]
    dice.shuffle(notes)
    with closing(connect(path)) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute("BEGIN")
        database.executemany("INSERT INTO private_notes VALUES (?, ?, ?)", notes)
        database.execute("COMMIT")


async def deleted(store: SqliteStore) -> None:
    clock = Clock()
    privacy = served(store, clock).privacy
    await privacy.request_deletion(ME.id)
    clock.now = START.replace(year=START.year + 1)
    while await privacy.under_way():
        await do_once(privacy, clock.now)


async def test_a_number_that_a_moved_row_left_is_gone_with_the_deletion(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    number = ME.id.to_bytes(8, "big")
    path.write_bytes(empty_database())
    scattered_notes(path)
    async with opened(SqliteStore.open(path)) as store:
        await store.forget(ME.id, 10_000)
        assert await store.wipe()
        assert number in raw(path)
        await deleted(store)
        assert number not in raw(path)


async def test_a_large_file_and_one_that_can_not_be_rewritten_are_left_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "matches.sqlite3"
    path.write_bytes(empty_database())
    scattered_notes(path)
    async with opened(SqliteStore.open(path)) as store:
        await store.forget(ME.id, 10_000)
        monkeypatch.setattr(connection, "REWRITTEN", 1000)
        await deleted(store)
        assert ME.id.to_bytes(8, "big") in raw(path)
        assert caplog.messages == []
        monkeypatch.setattr(connection, "REWRITTEN", 2**40)
        await store.writer.execute_fetchall("PRAGMA query_only = ON")
        assert await store.wipe(rewrite=True)
        [line] = caplog.messages
        assert line.startswith("the file can't be rewritten now (")


@asynccontextmanager
async def on_server(server: str) -> AsyncIterator[tuple[PostgresStore, str]]:
    async with schema(server) as address, opened(PostgresStore.open(address)) as store:
        yield store, address


@pytest.mark.long
async def test_killed_again_and_again_nothing_is_left_on_a_server(postgres_server: str) -> None:
    async with on_server(postgres_server) as (store, address):
        await filled(store)
        kill_until_done(address, kills=2)
        assert sorted(naming(await all_rows(store), str(ME.id), ME.name)) == []


@pytest.mark.parametrize("gone", [ME, GRACE])
async def test_what_has_gone_on_meanwhile_is_found(tmp_path: Path, gone: Person) -> None:
    """Somebody plays, and looks, while they are deleted."""
    async with opened(SqliteStore.open(tmp_path / "matches.sqlite3")) as store:
        clock = Clock()
        service = served(store, clock)
        await service.privacy.request_deletion(gone.id)
        await do_once(service.privacy, clock.now)
        late = await new_match(store, [asked(ME, GRACE)], people=(ME, GRACE), turn=None)
        await play(store, late, 1)
        clock.now = START.replace(year=START.year + 1)
        steps = 0
        while await service.privacy.under_way():
            await do_once(service.privacy, clock.now)
            steps += 1
            if steps == 1:
                await store.visit(gone.id, MatchId(late), 1, START)
        assert sorted(naming(await all_rows(store), str(gone.id))) == []
