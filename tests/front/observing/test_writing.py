"""Whether what is to be kept can be written, on the databases themselves."""

import inspect
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.front.observing import writing
from bot.front.observing.sources import observe_store
from bot.front.observing.writing import SHARED, WRITES, WriteWatch
from bot.model.ports import Store
from bot.model.records import Premove
from bot.model.refusals import StoreTrouble
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from bot.telemetry.outages import Outage, Words
from bot.upkeep.findings import describe_trouble
from tests.helpers.stores import opened

NO_WORDS = Words("%s", "%s %s", "%s %s %s")
READ_ONLY = "ALTER SYSTEM SET default_transaction_read_only = {}; SELECT pg_reload_conf();"


@pytest.fixture
async def file(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    async with opened(SqliteStore.open(tmp_path / "matches.sqlite3")) as store:
        yield store


@pytest.fixture
async def server(postgres_address: str) -> AsyncIterator[PostgresStore]:
    async with opened(PostgresStore.open(postgres_address)) as store:
        yield store


async def follow(store: Any, watch: WriteWatch, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr(writing, "BETWEEN", 0.0)
    seen: Store = observe_store(store, watch)
    await watch.try_to_write(seen)
    assert watch.trouble is None
    return seen


async def is_heard(watch: WriteWatch, store: Store, words: str) -> None:
    """A write that players ask for is refused, and the one that is made to find out is, too."""
    with pytest.raises(StoreTrouble):
        await store.change_preferences("person", 1, lambda _: {"theme": "dark"})
    assert watch.trouble
    assert words in watch.trouble
    await store.preferences("person", 1)
    await watch.try_to_write(store)
    assert words in watch.trouble


async def test_a_file_that_may_not_be_written_is_heard_of(
    file: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    outage = Outage(NO_WORDS)
    watch = WriteWatch(describe_trouble, outage)
    store = await follow(file, watch, monkeypatch)
    await file.writer.execute("PRAGMA query_only = ON")
    await is_heard(watch, store, "check who may write the file and its folder")
    assert outage.failing == {"writing"}
    await file.writer.execute("PRAGMA query_only = OFF")
    # What may find nothing to write proves nothing.
    await store.drop(Premove, person=1)
    assert watch.trouble
    await store.change_preferences("person", 1, lambda _: {"theme": "dark"})
    assert watch.trouble is None
    assert not outage.failing
    await file.writer.execute("PRAGMA query_only = ON")
    await is_heard(watch, store, "can't be written")
    await file.writer.execute("PRAGMA query_only = OFF")
    await watch.try_to_write(store)
    assert watch.trouble is None
    # It is tried now and then only.
    monkeypatch.setattr(writing, "BETWEEN", 3600.0)
    await file.writer.execute("PRAGMA query_only = ON")
    await watch.try_to_write(store)
    assert watch.trouble is None


async def test_a_server_that_takes_no_changes_is_heard_of(
    server: PostgresStore, postgres_running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = WriteWatch(describe_trouble, Outage(NO_WORDS))
    store = await follow(server, watch, monkeypatch)
    postgres_running.psql(READ_ONLY.format("on"))
    try:
        while await server.pool.fetchval("SHOW default_transaction_read_only") == "off":
            pass
        await is_heard(watch, store, "the server takes no changes")
    finally:
        postgres_running.psql(READ_ONLY.format("off"))
    while watch.trouble:
        await watch.try_to_write(store)
    await store.change_preferences("person", 1, lambda _: {"theme": "dark"})


async def test_a_damaged_row_is_no_trouble_of_the_whole_database(
    file: SqliteStore, server: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kept in (file, server):
        outage = Outage(NO_WORDS)
        watch = WriteWatch(describe_trouble, outage)
        store = await follow(kept, watch, monkeypatch)
        # No preferences are a list.
        await store.change_preferences("person", 1, lambda _: [])  # type: ignore[arg-type, return-value]
        with pytest.raises(StoreTrouble, match="damaged"):
            await store.preferences("person", 1)
        assert not outage.failing
        with pytest.raises(StoreTrouble, match="damaged"):
            await store.change_preferences("person", 1, lambda _: {"theme": "dark"})
        assert watch.trouble is None
        assert not outage.failing


@pytest.mark.parametrize("kind", [SqliteStore, PostgresStore])
def test_it_is_known_of_every_call_whether_it_writes(kind: type[Any]) -> None:
    ways = (
        "_transaction(",
        "@in_one_transaction",
        "_grouped(",
        "_write_alone(",
        "_emptied_log(",
        "_sent(",
        "self._append(",
    )
    calls = {
        name: any(way in inspect.getsource(call) for way in ways)
        for name, call in inspect.getmembers(kind, inspect.iscoroutinefunction)
        if not name.startswith("_")
    }
    assert {name for name, writes in calls.items() if writes} - SHARED - {"wipe"} == WRITES - {
        "wipe"
    }
