"""The store on disk: the contract, what a file adds to it, and how its place is chosen."""

# ruff: noqa: ASYNC110 - the log tells nobody

import asyncio
import logging
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from bot.model.records import MatchSummary, PersonId
from bot.model.refusals import BrokenMatch, Refused, StaleMatch, StoreTrouble
from bot.store.opening import open_patiently, open_store
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from tests.helpers.commands import ROOT, output_of
from tests.helpers.stores import opened
from tests.store.contracts.every import EveryContract
from tests.store.contracts.matches import NOW, deliver_all, new_match, play
from tests.store.postgres.proxy import Proxy


class TestSqlite(EveryContract):
    """The whole contract, on a file."""


@pytest.fixture
async def other(store: SqliteStore) -> AsyncIterator[SqliteStore]:
    async with opened(SqliteStore.open(store.path)) as found:
        yield found


async def run(store: SqliteStore, sql: str, *values: object) -> list[Any]:
    return list(await store.writer.execute_fetchall(sql, values))


async def test_an_answered_write_is_on_the_disk_and_readers_do_not_wait(store: SqliteStore) -> None:
    full, milliseconds = 2, 5000
    for name, value in (
        ("journal_mode", "wal"),
        ("synchronous", full),
        ("foreign_keys", 1),
        ("busy_timeout", milliseconds),
    ):
        assert await run(store, f"PRAGMA {name}") == [(value,)]
    with pytest.raises(Exception, match="readonly"):
        await store.reader.execute_fetchall("DELETE FROM outbox")


async def test_the_folder_is_made_where_missing(tmp_path: Path) -> None:
    async with opened(SqliteStore.open(tmp_path / "deep" / "down" / "matches.sqlite3")) as store:
        match = await new_match(store)

        assert (await store.summary(match)).match == match


FORGETFUL = """
import asyncio, sys
from pathlib import Path
from bot.store.sqlite import SqliteStore
from tests.store.contracts.matches import new_match

async def main():
    await new_match(await SqliteStore.open(Path(sys.argv[1])))

asyncio.run(main())
"""


async def test_a_program_ends_without_closing_it_and_answered_writes_stay(path: Path) -> None:
    command = [sys.executable, "-c", FORGETFUL, str(path)]
    await asyncio.to_thread(subprocess.run, command, cwd=ROOT, check=True)
    async with opened(SqliteStore.open(path)) as store:
        assert [row.seq for row in await store.summaries(limit=2)] == [1]


async def test_two_stores_on_one_file_can_not_both_write_the_same_event(
    store: SqliteStore, other: SqliteStore
) -> None:
    match = await new_match(store)

    for after in range(1, 20):
        answers = await asyncio.gather(
            play(store, match, after, "here", "turn"),
            play(other, match, after, "there", "turn"),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers if answer] == [StaleMatch]

    for each in (store, other):
        assert [event.seq for event in await each.events(match)] == list(range(1, 21))


async def test_two_stores_on_one_file_lose_no_preferences(
    store: SqliteStore, other: SqliteStore
) -> None:
    for owner in range(1, 20):
        await asyncio.gather(
            store.change_preferences("person", owner, lambda said: {**said, "here": 1}),
            other.change_preferences("person", owner, lambda said: {**said, "there": 2}),
        )
        assert await store.preferences("person", owner) == {"here": 1, "there": 2}


async def test_the_key_alone_stops_a_second_event_at_the_same_place(store: SqliteStore) -> None:
    match = await new_match(store)
    await play(store, match, 1)
    await run(store, "UPDATE matches SET seq = 1")

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

    async with opened(SqliteStore.open(store.path)) as again:
        assert [each.seq for each in await again.events(match)] == list(range(1, 31))


async def test_a_transaction_that_waits_for_something_else_is_refused_whole(
    store: SqliteStore,
) -> None:
    match, file = await new_match(store), cast(Any, store)

    async def waiting() -> None:
        await file._write("UPDATE matches SET channel = 99 WHERE id = ?", (match,))
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="waits"):
        await file._transaction(waiting)

    assert (await store.summary(match)).channel != 99
    await play(store, match, 1)


async def commits(store: SqliteStore, people: range, *, refused: int | None = None) -> list[str]:
    """How those people's changes of preferences at once were committed."""
    made: list[str] = []

    def change(person: PersonId, _: dict[str, Any]) -> dict[str, Any]:
        if person == refused:
            raise Refused("no")
        return {"theme": str(person)}

    await store.writer.set_trace_callback(made.append)
    changes = [store.change_preferences("person", n, partial(change, PersonId(n))) for n in people]
    found = await asyncio.gather(*changes, return_exceptions=True)
    await store.writer.set_trace_callback(lambda _: None)

    kept = [await store.preferences("person", person) for person in people]
    assert kept == [{} if person == refused else {"theme": str(person)} for person in people]
    assert [isinstance(each, Refused) for each in found] == [each == refused for each in people]
    return [each for each in made if each == "COMMIT"]


async def test_what_waits_to_be_written_is_written_as_one(store: SqliteStore) -> None:
    assert len(await commits(store, range(1, 25))) == 3


async def test_of_those_written_as_one_none_is_lost_by_the_refusal_of_another(
    store: SqliteStore,
) -> None:
    assert len(await commits(store, range(1, 6), refused=3)) == 4


@pytest.mark.parametrize("cancelled", range(4))
async def test_of_many_questions_at_once_each_has_its_own_answer(
    store: SqliteStore, cancelled: int
) -> None:
    matches = [await new_match(store) for _ in range(25)]
    nonsense = cast(Any, store)._read("SELECT nothing")
    asked = [asyncio.create_task(store.summary(match)) for match in matches]
    refused = asyncio.create_task(nonsense)
    await asyncio.sleep(0)
    asked[cancelled].cancel()

    with pytest.raises(StoreTrouble):
        await refused
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(answers.pop(cancelled), asyncio.CancelledError)
    assert matches.pop(cancelled)
    assert [cast(MatchSummary, each).match for each in answers] == matches


@pytest.mark.parametrize("turns", [1, 2, 5, 200])
async def test_a_file_is_closed_again_when_whoever_opens_it_is_cancelled_twice(
    tmp_path: Path, turns: int
) -> None:
    path, log = tmp_path / "new.db", tmp_path / "new.db-wal"
    opening = asyncio.create_task(SqliteStore.open(path))
    while not log.exists():
        await asyncio.sleep(0)
    for _ in range(2):
        opening.cancel()
        for _ in range(turns):
            await asyncio.sleep(0)
    await asyncio.gather(opening, return_exceptions=True)

    assert opening.cancelled()
    assert not log.exists(), "the last to close a file takes its log away"


async def test_closing_waits_for_what_is_being_written(store: SqliteStore, path: Path) -> None:
    match = await new_match(store)
    writing = asyncio.create_task(play(store, match, 1))
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(writing, return_exceptions=True)

    answered = writing.exception() is None
    async with opened(SqliteStore.open(path)) as again:
        assert len(await again.events(match)) == (2 if answered else 1)
    # And nothing new is taken.
    for attempt in (store.summaries, lambda: new_match(store)):
        with pytest.raises(StoreTrouble, match="shutting down"):
            await attempt()


DEEP = "[" * 990 + "]" * 990


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("teleported", "{}"),
        ("played", DEEP),
        ("played", "[1]"),
        ("played", '{"seat":"1","text":"1"}'),
        ("played", '{"seat":1}'),
        ("played", '{"seat":1e999}'),
    ],
    ids=["unknown", "deep", "list", "text", "half", "number"],
)
async def test_a_broken_event_is_named_and_not_skipped(
    store: SqliteStore, kind: str, payload: str
) -> None:
    broken, whole = await new_match(store), await new_match(store)
    await run(store, "INSERT INTO events VALUES (1, 2, ?, ?, '2026', NULL)", kind, payload)

    with pytest.raises(BrokenMatch, match=rf"event 2 \({kind}\)"):
        await store.events(broken)
    assert list(await store.histories([broken, whole], 5)) == [whole]


@pytest.mark.parametrize("said", ["[]", "5", DEEP], ids=["list", "number", "deep"])
async def test_damaged_preferences_are_reported_in_words(store: SqliteStore, said: str) -> None:
    await run(store, "INSERT INTO preferences VALUES ('person', 1, ?)", said)

    with pytest.raises(StoreTrouble, match="data of preferences can't be read"):
        await store.preferences("person", 1)


async def test_a_post_of_a_newer_version_waits_and_holds_up_no_other(store: SqliteStore) -> None:
    newer, other = await new_match(store, says=["turn"]), await new_match(store, says=["turn"])
    await run(store, "UPDATE outbox SET kind = 'applause' WHERE match_id = ?", newer)

    assert [post.match for post in await store.pending(NOW)] == [other]
    assert [post.match for post in await deliver_all(store, NOW)] == [other]
    assert (await store.upcoming(NOW))["post"] == NOW + timedelta(hours=1)


async def test_a_number_is_not_used_again(store: SqliteStore) -> None:
    await new_match(store)
    for table in ("seats", "outbox", "events", "matches"):
        await run(store, f"DELETE FROM {table}")

    assert await new_match(store) == 2


async def test_a_file_is_shared_with_no_other_process(store: SqliteStore) -> None:
    await store.put_off("requests", 1000)
    assert await store.reserve("requests", 1, 1000) is None


async def test_a_path_is_a_file(path: Path) -> None:
    async with opened(open_store(path)) as store:
        assert isinstance(store, SqliteStore)


async def test_an_address_is_a_server(postgres_address: str) -> None:
    async with opened(open_store(postgres_address)) as store:
        assert isinstance(store, PostgresStore)


async def test_a_server_that_is_away_is_named_without_its_password() -> None:
    with pytest.raises(StoreTrouble) as refused:
        await open_store("postgresql://bump:secret@127.0.0.1:9/bump")
    assert "127.0.0.1:9/bump" in str(refused.value)
    assert "secret" not in str(refused.value)


async def test_a_server_that_comes_up_next_to_the_bot_is_waited_for(
    postgres_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    proxy = await Proxy(postgres_address).start()
    await proxy.stop()
    opening = asyncio.create_task(open_patiently(proxy.address, [0.02] * 10_000))
    while not caplog.messages:
        await asyncio.sleep(0.01)
    await proxy.start()
    store = await opening
    await store.close()
    await proxy.stop()
    assert "the server can't be reached" in caplog.messages[0]
    assert caplog.messages[0].endswith("; retrying in 0.02 s")


async def test_a_server_that_does_not_come_up_is_named_in_the_end(
    unused_tcp_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(StoreTrouble, match="can't be reached"):
        await open_patiently(f"postgresql://127.0.0.1:{unused_tcp_port}/bump", [0.01, 0.01])
    assert len(caplog.messages) == 2


async def test_errors_that_waiting_does_not_mend_are_raised_at_once(
    postgres_address: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(StoreTrouble, match="no such database"):
        await open_patiently(postgres_address.replace("/postgres?", "/nowhere?"))
    with pytest.raises(StoreTrouble):
        await open_patiently(tmp_path / "taken" / "m.sqlite3")
    assert not [each for each in caplog.records if each.levelno >= logging.WARNING]


def test_a_missing_package_is_named_with_how_to_install_it() -> None:
    opening = """
import asyncio, sys
sys.modules["asyncpg"] = None
from bot.model.refusals import StoreTrouble
from bot.store.opening import open_store
try:
    asyncio.run(open_store("postgresql://127.0.0.1:9/bump"))
except StoreTrouble as error:
    print(error)
"""
    done = output_of([sys.executable, "-c", opening])
    assert "pip install 'bumpbot[postgres]'" in done.stdout, done.stderr
