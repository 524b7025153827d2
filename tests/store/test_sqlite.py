"""The store on disk: the contract, and what a file adds to it."""

import asyncio
from pathlib import Path

import pytest

from bot.matches.events import Played
from bot.matches.refusals import BrokenMatch, StaleMatch, StoreTrouble
from bot.store import sqlite
from bot.store.migrator import connect
from bot.store.sqlite import SqliteStore
from tests.store.contract import ASKED, LATER, NOW, StoreContract, new_match, play, row_of


class TestSqliteStore(StoreContract):
    """The contract, on the store on disk."""


async def pragma(store: SqliteStore, name: str) -> object:
    found = list(await store.writer.execute_fetchall(f"PRAGMA {name}"))
    return found[0][0]


async def test_an_answered_write_is_on_the_disk_and_readers_do_not_wait(
    store: SqliteStore,
) -> None:
    full, seconds = 2, 5000

    assert await pragma(store, "journal_mode") == "wal"
    assert await pragma(store, "synchronous") == full
    assert await pragma(store, "foreign_keys") == 1
    assert await pragma(store, "busy_timeout") == seconds


async def test_the_folder_is_made_where_missing(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "deep" / "down" / "matches.sqlite3")
    match = await new_match(store)

    assert (await store.summary(match)).match == match
    await store.close()


async def test_what_one_store_writes_another_on_the_same_file_reads(
    store: SqliteStore, path: Path
) -> None:
    other = await SqliteStore.open(path)
    match = await new_match(store)
    await play(other, match, 1)

    assert len(await store.events(match)) == 2
    await other.close()


async def test_two_stores_on_one_file_can_not_both_write_the_same_event(
    store: SqliteStore, path: Path
) -> None:
    other = await SqliteStore.open(path)
    match = await new_match(store)

    for after in range(1, 20):
        answers = await asyncio.gather(
            play(store, match, after, "here", "turn"),
            play(other, match, after, "there", "turn"),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers if answer] == [StaleMatch]

    assert [each.seq for each in await store.events(match)] == list(range(1, 21))
    await other.close()


async def test_the_key_alone_stops_a_second_event_at_the_same_place(
    store: SqliteStore, path: Path
) -> None:
    match = await new_match(store)
    await play(store, match, 1)
    with connect(path) as tampering:
        tampering.execute("UPDATE matches SET seq = 1")
    tampering.close()

    with pytest.raises(StaleMatch):
        await play(store, match, 1, "again")

    assert len(await store.events(match)) == 2


async def test_a_writer_that_is_cancelled_finishes_all_the_same(store: SqliteStore) -> None:
    match = await new_match(store)

    for after in range(1, 30):
        writing = asyncio.create_task(play(store, match, after, says="turn"))
        for _ in range(after % 7):
            await asyncio.sleep(0)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        last = (await store.summary(match)).seq
        if last == after:
            # Cancelled before it began, or still on its way: writing again tells which.
            await asyncio.gather(play(store, match, after), return_exceptions=True)
    await store.close()

    reopened = await SqliteStore.open(store.path)
    assert [each.seq for each in await reopened.events(match)] == list(range(1, 31))
    await reopened.close()


async def test_closing_waits_for_what_is_being_written(store: SqliteStore, path: Path) -> None:
    match = await new_match(store)
    writing = asyncio.create_task(play(store, match, 1))
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(writing, return_exceptions=True)

    reopened = await SqliteStore.open(path)
    answered = writing.exception() is None
    assert len(await reopened.events(match)) == (2 if answered else 1)
    await reopened.close()


async def test_a_closed_store_refuses_with_a_sentence(store: SqliteStore) -> None:
    await store.close()

    with pytest.raises(StoreTrouble, match="shutting down"):
        await store.summaries()
    with pytest.raises(StoreTrouble, match="shutting down"):
        await new_match(store)


async def test_an_event_of_an_unknown_kind_is_named_not_skipped(
    store: SqliteStore, path: Path
) -> None:
    match = await new_match(store)
    with connect(path) as tampering:
        tampering.execute("INSERT INTO events VALUES (?, 2, 'teleported', '{}', ?)", (1, "2026"))
    tampering.close()

    with pytest.raises(BrokenMatch, match=r"event 2 \(teleported\)"):
        await store.events(match)


async def test_a_list_of_a_persons_matches_uses_the_index(store: SqliteStore) -> None:
    for _ in range(3):
        await new_match(store)
    values = {"person": 1, "channel": None, "guild": None, "statuses": None, "limit": 5}
    for sql in (sqlite.OF_PERSON, sqlite.OF_CHANNEL, sqlite.OF_GUILD):
        plan = await store.reader.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", values)
        assert not [step for *_, step in plan if step.startswith("SCAN matches")]


async def test_looking_for_pending_posts_passes_by_all_that_were_delivered(
    store: SqliteStore,
) -> None:
    for sql, values in ((sqlite.PENDING, ("", 5)), (sqlite.NEXT_RETRY, ())):
        plan = await store.reader.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", values)
        steps = [step for *_, step in plan]
        assert not [step for step in steps if step.startswith("SCAN") and "INDEX" not in step]
        assert any("outbox_waiting" in step for step in steps)


async def test_the_reading_connection_can_not_write(store: SqliteStore) -> None:
    await new_match(store)

    with pytest.raises(Exception, match="readonly"):
        await store.reader.execute_fetchall("DELETE FROM outbox")


async def test_a_number_is_not_used_again(store: SqliteStore, path: Path) -> None:
    await new_match(store)
    with connect(path) as tampering:
        for table in ("seats", "outbox", "events", "matches"):
            tampering.execute(f"DELETE FROM {table}")
    tampering.close()

    assert await new_match(store) == 2


async def test_times_sort_as_text_whatever_their_zone_and_fraction(store: SqliteStore) -> None:
    exact = await new_match(store, due=NOW.replace(microsecond=0))
    fraction = await new_match(store, due=NOW.replace(microsecond=1))

    assert await store.due(NOW.replace(microsecond=0)) == [exact]
    assert await store.due(LATER) == [exact, fraction]


async def test_several_events_and_posts_are_written_together(store: SqliteStore) -> None:
    match = await new_match(store, [ASKED, Played(1, "a"), Played(2, "b")], ["challenge", "turn"])

    assert [each.seq for each in await store.events(match)] == [1, 2, 3]
    assert await store.summary(match) == row_of(match, 3)
