"""The way to the server gets lost: nothing is doubled, and nothing that is saved is called lost."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import asyncpg
import pytest

from bot.model.exercises.attempt import Attempt
from bot.model.exercises.daily import Daily
from bot.model.invitations import BlockedPerson
from bot.model.places import Place
from bot.model.ports import Store
from bot.model.post_kinds import PostKind
from bot.model.records import (
    CalendarChange,
    Draft,
    MatchId,
    MessageId,
    Post,
    PrivateNote,
    Seq,
    WaitingNote,
)
from bot.model.refusals import StaleMatch, StoreTrouble
from bot.service.places import PlaceBook
from bot.store.postgres import PostgresStore, claims, connection
from bot.store.postgres.statements import NEXT_ID
from tests.helpers.people import CHANNEL, GUILD
from tests.helpers.stores import opened
from tests.postgres import stop_server
from tests.store.contracts.matches import ADA, FIRST, LATER, NOW, append, new_match, play
from tests.store.contracts.rows import taken_note
from tests.store.postgres.conftest import until
from tests.store.postgres.proxy import Lost, Proxy

COMMIT = b"COMMIT;"
MARK = "lost on the way"
EVERY_LOSS = pytest.mark.parametrize("what", list(Lost))


@pytest.fixture
async def far(proxy: Proxy) -> AsyncIterator[PostgresStore]:
    """A store on the other side of the proxy."""
    async with opened(PostgresStore.open(proxy.address)) as found:
        yield found


async def seqs(store: Store, match: MatchId) -> list[int]:
    return [each.seq for each in await store.events(match)]


@EVERY_LOSS
async def test_a_match_whose_making_was_not_answered_is_made_once(
    store: Store, far: Store, proxy: Proxy, what: Lost
) -> None:
    await new_match(store)
    proxy.lose(what, COMMIT)

    assert await new_match(far, says=["challenge"]) == 2

    assert proxy.cut == 1
    assert len(await store.summaries()) == 2
    assert len(await store.pending(NOW)) == 1
    assert await new_match(store) == 3


@EVERY_LOSS
async def test_a_turn_that_was_not_answered_is_played_once(
    store: PostgresStore, far: PostgresStore, proxy: Proxy, what: Lost
) -> None:
    match = await new_match(store)
    for after in (1, 2, 3):
        proxy.lose(what, MARK.encode())
        await play(far, match, after, MARK, "turn")

    assert proxy.cut == 3
    assert await seqs(store, match) == [1, 2, 3, 4]
    assert len(await store._read("SELECT id FROM outbox")) == 3


@EVERY_LOSS
async def test_a_turn_that_another_was_faster_with_is_stale_though_it_was_not_answered(
    store: Store, far: Store, proxy: Proxy, what: Lost
) -> None:
    match = await new_match(store)
    await play(store, match, 1, "faster")
    proxy.lose(what, MARK.encode())

    with pytest.raises(StaleMatch):
        await play(far, match, 1, MARK, "turn")

    assert proxy.cut == 1
    assert await seqs(store, match) == [1, 2]


@EVERY_LOSS
async def test_a_turn_with_calendars_is_played_once(
    store: Store, far: Store, proxy: Proxy, what: Lost
) -> None:
    match = await new_match(store)
    proxy.lose(what, COMMIT)
    change = CalendarChange(ADA.id, FIRST, ())

    await append(far, match, 1, posts=[Post(match, Seq(2), PostKind.TURN)], calendars=change)

    assert proxy.cut == 1
    assert await seqs(store, match) == [1, 2]
    assert await store.calendar_history(ADA.id) == FIRST
    assert len(await store.pending(NOW)) == 1


@EVERY_LOSS
async def test_a_delivered_post_is_noted_once(
    store: Store, far: Store, proxy: Proxy, what: Lost
) -> None:
    match = await new_match(store, says=["challenge"])
    (post,) = await far.pending(NOW)
    proxy.lose(what, COMMIT)

    await far.delivered(post, CHANNEL, MessageId(70))

    last = await store.last_board(match)
    assert proxy.cut == 1
    assert last
    assert last.message == 70
    assert await store.pending(LATER) == []


async def _draft(far: Store, match: MatchId) -> Any:
    return await far.save_draft(Draft(ADA.id, match, Seq(1), ("a",), None, (), 1))


async def _place(far: Store, match: MatchId) -> Any:
    book = PlaceBook(far)
    return (await book.change(match, lambda place: Place(match, tries=place.tries + 1))).tries


Change = Callable[[PostgresStore, MatchId], Awaitable[Any]]
DAILY = Daily(GUILD, CHANNEL, 9, changes=1)
ATTEMPT = Attempt(ADA.id, "puzzle", "bump", "1", NOW, NOW, changes=1)
CHANGES: list[tuple[Change, object]] = [
    *((_draft, True), (_place, 1)),
    (lambda far, match: taken_note(far, ADA.id, match), "told"),
    (lambda far, _: far.drop(BlockedPerson, person=ADA.id), [BlockedPerson(ADA.id, ADA.id, "Ada")]),
    (lambda far, match: far.add(PrivateNote(ADA.id, match, "so")), True),
    *((lambda far, _, new=new: far.save_next(new), True) for new in (ATTEMPT, DAILY)),
]


@EVERY_LOSS
@pytest.mark.parametrize(("change", "answer"), CHANGES)
async def test_what_is_answered_once_is_answered_as_if_nothing_was_lost(
    store: PostgresStore,
    far: PostgresStore,
    proxy: Proxy,
    what: Lost,
    change: Change,
    answer: object,
) -> None:
    match = await new_match(store)
    await store.put(WaitingNote(ADA.id, match, "told"))
    await store.put(BlockedPerson(ADA.id, ADA.id, ADA.name))
    proxy.lose(what, COMMIT)

    assert await change(far, match) == answer
    assert proxy.cut == 1


async def test_a_server_that_stays_away_right_after_a_turn_is_not_said_to_have_lost_it(
    store: Store, far: Store, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "WAITS", (0.01, 0.01))
    match = await new_match(store)
    for mark in (MARK, MARK, MARK):
        proxy.lose(Lost.ANSWER, mark.encode())

    with pytest.raises(StoreTrouble, match="may be saved or not"):
        await play(far, match, 1, MARK, "turn")

    assert await seqs(store, match) == [1, 2]


async def test_a_server_that_was_never_reached_has_saved_nothing(
    store: Store, far: Store, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "WAITS", (0.01, 0.01))
    match = await new_match(store)
    await proxy.stop()

    with pytest.raises(StoreTrouble, match="nothing has changed"):
        await new_match(far)
    with pytest.raises(StoreTrouble, match="can't be read"):
        await far.events(match)

    await proxy.start()
    await play(far, match, 1)
    assert await seqs(store, match) == [1, 2]


async def test_a_connection_that_is_cut_at_any_time_costs_nothing(
    store: Store, far: Store, proxy: Proxy
) -> None:
    made = [await new_match(store) for _ in range(5)]

    async def cut_now_and_then() -> None:
        while True:
            await asyncio.sleep(0.3)
            proxy.cut_all()

    async def keep_playing(match: MatchId) -> int:
        for after in range(1, 25):
            await play(far, match, after, f"{match} {after}", "turn")
            await asyncio.sleep(0.02)
        return after

    cutting = asyncio.create_task(cut_now_and_then())
    played = await asyncio.gather(*(keep_playing(match) for match in made), return_exceptions=True)
    cutting.cancel()

    for match, last in zip(made, played, strict=True):
        found = await seqs(store, match)
        assert found == list(range(1, len(found) + 1))
        # A person who was told that it may be saved or not looks first.
        assert last == 24 or isinstance(last, StoreTrouble)
        assert last != 24 or len(found) == 25


@pytest.mark.parametrize("how", ["fast", "immediate"])
async def test_a_server_that_is_stopped_and_started_again_loses_nothing(
    store: PostgresStore, postgres_running: Any, how: str
) -> None:
    match, reached, stop = await new_match(store), 1, False
    woken = asyncio.Event()

    async def keep_playing() -> None:
        nonlocal reached
        while not stop:
            try:
                await play(store, match, reached, str(reached), "turn")
                reached += 1
            except (StoreTrouble, StaleMatch):
                # It is not known whether it was saved: one looks, as a player does.
                await asyncio.sleep(0.1)
                reached = await _seq(store, match) or reached

    playing = asyncio.create_task(keep_playing())
    await until(lambda: reached >= 5)
    await asyncio.to_thread(stop_server, postgres_running, how)
    await asyncio.to_thread(postgres_running.ensure_postgres_running)
    store.listen(woken.set)
    before = reached
    await until(lambda: reached >= before + 5)
    stop = True
    await playing

    assert await seqs(store, match) == list(range(1, reached + 1))
    assert len(await store._read("SELECT id FROM outbox")) == reached - 1
    async with asyncio.timeout(300):
        # It listens again.
        await woken.wait()


async def test_a_server_that_is_away_is_said_once_and_nothing_is_begun_until_it_is_back(
    far: PostgresStore,
    proxy: Proxy,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(claims, "AFTER_LOSS", 0.02)
    looks: list[None] = []
    far.pace = replace(far.pace, poll=3600)
    await until(lambda: far._looked_at >= 0)
    far.listen(lambda: looks.append(None))

    def notified(level: int, what: str) -> int:
        known = [each for each in caplog.records if what in each.getMessage()]
        return sum(each.levelno == level for each in known)

    with caplog.at_level(logging.DEBUG, claims.__name__):
        await proxy.stop()
        await until(lambda: notified(logging.DEBUG, "database lost") >= 5)
        assert notified(logging.INFO, "database lost") == 1
        assert not looks
        await proxy.start()
        await until(lambda: len(looks) >= 1)
        assert notified(logging.INFO, "database is back") == 1


async def test_what_fails_behind_a_cancelled_caller_is_not_said(
    far: PostgresStore, proxy: Proxy
) -> None:
    lost: list[str] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda _, notified: lost.append(notified["message"])
    )
    await proxy.stop()
    asking = asyncio.create_task(far.pending(NOW))
    await until(lambda: len(far._writing) >= 1)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    await asyncio.gather(*far._writing, return_exceptions=True)
    gc.collect()
    await proxy.start()
    assert not lost


async def _seq(store: Store, match: MatchId) -> int:
    try:
        return (await store.summary(match)).seq
    except StoreTrouble:
        return 0


async def test_a_person_who_vanishes_in_the_middle_of_making_a_match_holds_nobody_up_for_long(
    postgres_ready: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert connection.SESSION["idle_in_transaction_session_timeout"] == "60s"
    monkeypatch.setitem(connection.SESSION, "idle_in_transaction_session_timeout", "100ms")
    async with opened(PostgresStore.open(postgres_ready)) as vanishes:
        monkeypatch.setitem(connection.SESSION, "idle_in_transaction_session_timeout", "60s")
        async with (
            opened(PostgresStore.open(postgres_ready)) as other,
            vanishes.pool.acquire() as held,
        ):
            await held.execute(f"BEGIN; {NEXT_ID}")
            # And nothing more is ever heard of it.
            assert await new_match(other) == 1
            # The server has closed it. Where that has not come yet, a rollback would trip over it.
            with suppress(asyncpg.InterfaceError):
                held.terminate()
