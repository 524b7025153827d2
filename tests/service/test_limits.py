"""What is refused to somebody who asks for too much, and what they are told."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.model import limits as records
from bot.model.commands import Accept
from bot.model.events import Person
from bot.model.limits import EXPORTS, PICTURES, RATES, Charge
from bot.model.records import Draft, MatchId, Status
from bot.model.refusals import Reason, Refused
from bot.service.build import Service
from bot.service.limits import KEPT, SWEPT_EVERY, LimitBook
from bot.service.matches import Matches
from bot.store.sqlite import SqliteStore
from tests.helpers.matches import ask, begin
from tests.helpers.people import ADA, GRACE, ROBOT
from tests.service.conftest import Clock
from tests.store.contract import new_match
from tests.store.memory import MemoryStore

LINUS = Person(77, "Linus")


async def filled(store: MemoryStore, status: Status, count: int, **row: Any) -> range:
    """So many matches in the store, as others have left them: one, and copies of it."""
    one = await new_match(store, status=status, **row)
    copies = range(10_000, 10_000 + count - 1)
    for table, key in (("matches", "id"), ("seats", "match_id")):
        columns = [name for _, name, *_ in store.sql(f"PRAGMA table_info({table})") if name != key]
        listed = ", ".join(columns)
        store.sql(
            f"""WITH RECURSIVE copies (copy) AS
            (SELECT ?1 UNION ALL SELECT copy + 1 FROM copies WHERE copy + 1 < ?2)
            INSERT OR IGNORE INTO {table} ({key}, {listed})
            SELECT copy, {listed} FROM copies JOIN {table} ON {key} = ?3""",
            *(copies.start, copies.stop, one),
        )
    return range(copies.start, copies.stop)


async def refusal(work: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        await work
    return refused.value


async def taken(book: LimitBook, name: str, person: int = 1, guild: int | None = 70) -> int:
    """How many somebody gets at once before they are refused."""
    count = 0
    while True:
        try:
            await book.take(name, person, guild)
        except Refused:
            return count
        count += 1


# Counts


async def test_with_very_many_matches_neither_asked_nor_accepted(
    matches: Matches, store: MemoryStore
) -> None:
    waiting = await ask(matches, None, host=GRACE)
    await filled(store, Status.RUNNING, records.MOST_MATCHES, people=(ADA, LINUS), guild=None)
    before = store.sql("SELECT count(*) FROM matches")

    refused = await refusal(ask(matches, GRACE))
    assert str(refused) == (
        "You play 250 matches at the moment, and nobody may begin another with 250 or more. Play "
        "one to its end, then try again."
    )
    assert refused.reason is Reason.MANY_MATCHES
    assert (await refusal(matches.do(waiting.id, Accept(ADA)))).reason is Reason.MANY_MATCHES
    assert store.sql("SELECT count(*) FROM matches") == before
    assert (await matches.match(waiting.id)).status is Status.INVITED


async def test_matches_against_the_robot_count(matches: Matches, store: MemoryStore) -> None:
    await filled(store, Status.RUNNING, records.MOST_MATCHES - 1, people=(ADA, ROBOT), guild=None)
    await ask(matches, ROBOT)
    assert (await refusal(ask(matches, ROBOT))).reason is Reason.MANY_MATCHES
    # The robot itself is never too busy.
    assert (await ask(matches, ROBOT, host=GRACE)).status is Status.RUNNING


async def test_a_full_server_begins_no_match_and_direct_messages_do(
    matches: Matches, store: MemoryStore
) -> None:
    waiting = await ask(matches)
    stranger = Person(78, "Barbara")
    await filled(store, Status.RUNNING, records.MOST_SERVER_MATCHES, people=(LINUS, stranger))

    assert str(await refusal(matches.do(waiting.id, Accept(GRACE)))) == (
        "5000 matches run in the server of this one already, and no more begin there. Try again "
        "when one has ended, or play in another server or in direct messages."
    )
    assert (await refusal(ask(matches))).reason is Reason.FULL_SERVER
    assert (await matches.match(waiting.id)).status is Status.INVITED
    assert (await begin(matches, guild=None)).status is Status.RUNNING


async def test_a_full_list_of_challenges_is_full_for_all(
    matches: Matches, store: MemoryStore
) -> None:
    most = records.MOST_SERVER_CHALLENGES
    await filled(store, Status.INVITED, most, people=(LINUS, GRACE), turn=None)
    refused = await refusal(ask(matches))
    assert refused.reason is Reason.FULL_SERVER
    assert str(refused) == (
        "500 challenges wait for an answer in this server already, and it takes no more. Accept "
        "one of them, or try again when some are answered."
    )
    assert (await ask(matches, guild=None)).status is Status.INVITED
    assert (await ask(matches, guild=71)).status is Status.INVITED


async def test_nobody_begins_very_many_moves_and_those_begun_go_on(
    service: Service, store: MemoryStore
) -> None:
    match = await begin(service.matches)
    numbers = await filled(store, Status.RUNNING, records.MOST_DRAFTS + 1)
    for number in numbers:
        await store.save_draft(Draft(ADA.id, MatchId(number), 1, ("a",), changes=1))

    new = Draft(ADA.id, match.id, match.board_seq, ("a",), changes=1)
    refused = await refusal(service.drafts.save(new))
    assert str(refused) == (
        "You are in the middle of 150 moves already. Make or cancel one of them, then begin this "
        "one."
    )
    assert await store.draft(ADA.id, match.id) is None
    assert await service.drafts.save(Draft(ADA.id, MatchId(10_000), 1, changes=2))
    assert await service.drafts.save(new)
    assert await service.drafts.save(replace(new, person=GRACE.id))


# Rates


@pytest.mark.parametrize("rate", RATES.values(), ids=lambda rate: str(rate.name))
async def test_somebody_with_a_hundred_matches_may_look_at_each_at_once(
    store: MemoryStore, clock: Clock, rate: records.Rate
) -> None:
    book = LimitBook(store, clock, ROBOT.id)
    assert await taken(book, rate.name) == rate.person.burst > 100


async def test_what_is_too_often_comes_back_and_says_when(store: MemoryStore, clock: Clock) -> None:
    book = LimitBook(store, clock, ROBOT.id)
    await taken(book, "exports")
    refused = await refusal(book.take("exports", 1, 70))
    assert refused.reason is Reason.TOO_OFTEN
    assert str(refused) == (
        "There were very many replays, comparisons or exports in a short time, so this one is not "
        "made. Try again in 5 seconds."
    )
    clock.pass_by(seconds=4.9)
    assert "in 1 second." in str(await refusal(book.take("exports", 1, 70)))
    clock.pass_by(seconds=0.1)
    assert await taken(book, "exports") == 1
    clock.pass_by(hours=1)
    assert await taken(book, "exports") == EXPORTS.person.burst


async def test_a_server_has_a_limit_of_its_own_which_direct_messages_have_not(
    store: MemoryStore, clock: Clock
) -> None:
    book = LimitBook(store, clock, ROBOT.id)
    people = range(1, 2 + EXPORTS.server.burst // EXPORTS.person.burst)
    got = [await taken(book, "exports", person) for person in people]
    assert sum(got) == EXPORTS.server.burst
    assert got[-1] == 0
    # Refused for the server, the person has lost nothing.
    assert await taken(book, "exports", people[-1], None) == EXPORTS.person.burst
    assert await taken(book, "exports", 99, 71) == EXPORTS.person.burst


async def test_most_pictures_cost_no_write(store: MemoryStore, clock: Clock) -> None:
    writes = 0
    take = store.take_allowance

    async def counted(name: str, charges: Sequence[Charge], now: datetime) -> datetime | None:
        nonlocal writes
        writes += 1
        return await take(name, charges, now)

    store.take_allowance = counted  # type: ignore[method-assign]
    book = LimitBook(store, clock, ROBOT.id)
    for _ in range(100):
        await book.take("pictures", 1, 70)
    assert writes == 100 / PICTURES.at_once
    await taken(book, "pictures")
    writes = 0
    for _ in range(100):
        await refusal(book.take("pictures", 1, 70))
    assert writes == 0


async def test_what_was_taken_in_advance_is_not_kept_for_long(
    store: MemoryStore, clock: Clock
) -> None:
    book = LimitBook(store, clock, ROBOT.id)
    await book.take("pictures", 1, None)
    clock.now += KEPT
    await book.take("pictures", 1, None)
    kept = clock.now + PICTURES.at_once * PICTURES.person.interval
    ((full_at,),) = store.sql("SELECT full_at FROM allowances")
    assert timedelta(microseconds=full_at) == kept - datetime.fromtimestamp(0, UTC)


async def test_old_rows_are_swept(store: MemoryStore, clock: Clock) -> None:
    book = LimitBook(store, clock, ROBOT.id)
    await book.take("pictures", 1, 70)
    await taken(book, "exports", 2)
    clock.now += SWEPT_EVERY
    await book.take("exports", 3, None)
    assert store.sql("SELECT scope, owner, name FROM allowances") == [("person", 3, "exports")]
    assert not book._left
    assert not book._refused


async def test_limits_hold_over_restarts_and_processes(tmp_path: Path, clock: Clock) -> None:
    file = tmp_path / "matches.sqlite3"
    for expected in (EXPORTS.person.burst, 0):
        stores = [await SqliteStore.open(file) for _ in range(2)]
        books = [LimitBook(store, clock, ROBOT.id) for store in stores]
        got = await asyncio.gather(*(taken(book, "exports") for book in books))
        assert sum(got) == expected
        for store in stores:
            await store.close()


async def test_while_nothing_can_be_written_boards_are_shown_uncounted(
    tmp_path: Path, clock: Clock
) -> None:
    store = await SqliteStore.open(tmp_path / "matches.sqlite3")
    book = LimitBook(store, clock, ROBOT.id)
    await store.close()
    for _ in range(2 * EXPORTS.person.burst):
        await book.take("exports", 1, 70)
