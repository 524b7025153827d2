"""What is refused to somebody who asks for too much, and what they are told."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.model import limits as records
from bot.model.commands import (
    Accept,
    AskReplacement,
    Decline,
    Resign,
    Withdraw,
    WithdrawReplacement,
)
from bot.model.events import Person
from bot.model.limits import CALLS, EXPORTS, PICTURES, TRIES, Charge
from bot.model.notices.holding import uncalled
from bot.model.post_kinds import PostKind
from bot.model.records import Draft, GuildId, MatchId, PersonId, Seq, Status
from bot.model.refusals import Reason, Refused
from bot.model.terms import Terms
from bot.service.invitations.open_challenges import MOST_STANDING
from bot.service.limits import KEPT, SWEPT_EVERY, LimitBook
from bot.store.sqlite import SqliteStore
from tests.helpers.people import ADA, GRACE, GUILD, ROBOT
from tests.service.conftest import START, Club
from tests.store.contracts.matches import new_match

LINUS = Person(PersonId(77), "Linus")


async def filled(club: Club, status: Status, count: int, **row: Any) -> range:
    """So many matches in the store, as others have left them: one, and copies of it."""
    one = await new_match(club.store, status=status, **row)
    copies = range(10_000, 10_000 + count - 1)
    for table, key in (("matches", "id"), ("seats", "match_id")):
        columns = [
            name for _, name, *_ in club.store.sql(f"PRAGMA table_info({table})") if name != key
        ]
        listed = ", ".join(columns)
        club.store.sql(
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


async def taken(
    book: LimitBook, name: str, person: PersonId = ADA.id, guild: GuildId | None = GUILD
) -> int:
    """How many somebody gets at once before they are refused."""
    count = 0
    while True:
        try:
            await book.take(name, person, guild)
        except Refused:
            return count
        count += 1


# Counts


async def test_with_very_many_matches_neither_asked_nor_accepted(club: Club) -> None:
    waiting = await club.ask(None, host=GRACE)
    await filled(club, Status.RUNNING, records.MOST_MATCHES, people=(ADA, LINUS), guild=None)
    before = club.store.sql("SELECT count(*) FROM matches")

    refused = await refusal(club.ask(GRACE))
    assert str(refused) == (
        "You play 250 matches at the moment, and nobody may begin another with 250 or more. Play "
        "one to its end, then try again."
    )
    assert refused.reason is Reason.MANY_MATCHES
    assert (await refusal(club.do(waiting.id, Accept(ADA)))).reason is Reason.MANY_MATCHES
    assert club.store.sql("SELECT count(*) FROM matches") == before
    assert (await club.match(waiting.id)).status is Status.INVITED


async def test_matches_against_the_robot_count(club: Club) -> None:
    await filled(club, Status.RUNNING, records.MOST_MATCHES - 1, people=(ADA, ROBOT), guild=None)
    await club.ask(ROBOT)
    assert (await refusal(club.ask(ROBOT))).reason is Reason.MANY_MATCHES
    # The robot itself is never too busy.
    assert (await club.ask(ROBOT, host=GRACE)).status is Status.RUNNING


async def test_a_pair_needs_room_for_both_of_its_matches(club: Club) -> None:
    waiting = await club.ask(None, host=GRACE, terms=Terms(pair=True))
    await filled(club, Status.RUNNING, records.MOST_MATCHES - 1, people=(ADA, LINUS), guild=None)

    for refused in (
        await refusal(club.ask(LINUS, terms=Terms(pair=True))),
        await refusal(club.do(waiting.id, Accept(ADA))),
    ):
        assert str(refused) == (
            "You play 249 matches at the moment, and nobody may begin a pair with 249 or more. "
            "Play one to its end, then try again."
        )
    assert (await club.ask(LINUS)).status is Status.INVITED


async def test_a_full_server_begins_no_match_and_direct_messages_do(club: Club) -> None:
    waiting = await club.ask()
    stranger = Person(PersonId(78), "Barbara")
    await filled(club, Status.RUNNING, records.MOST_SERVER_MATCHES, people=(LINUS, stranger))

    assert str(await refusal(club.do(waiting.id, Accept(GRACE)))) == (
        "5000 matches run in the server of this one already, and no more begin there. Try again "
        "when one has ended, or play in another server or in direct messages."
    )
    assert (await refusal(club.ask())).reason is Reason.FULL_SERVER
    assert (await club.match(waiting.id)).status is Status.INVITED
    assert (await club.begin(guild=None)).status is Status.RUNNING


async def test_a_full_list_of_challenges_is_full_for_all(club: Club) -> None:
    most = records.MOST_SERVER_CHALLENGES
    await filled(club, Status.INVITED, most, people=(LINUS, GRACE), turn=None)
    refused = await refusal(club.ask())
    assert refused.reason is Reason.FULL_SERVER
    assert str(refused) == (
        "500 challenges wait for an answer in this server already, and it takes no more. Accept "
        "one of them, or try again when some are answered."
    )
    assert (await club.ask(guild=None)).status is Status.INVITED
    assert (await club.ask(guild=71)).status is Status.INVITED


async def test_nobody_begins_very_many_moves_and_those_begun_go_on(club: Club) -> None:
    match = await club.begin()
    numbers = await filled(club, Status.RUNNING, records.MOST_DRAFTS + 1)
    for number in numbers:
        await club.store.save_draft(Draft(ADA.id, MatchId(number), Seq(1), ("a",), changes=1))

    new = Draft(ADA.id, match.id, match.board_seq, ("a",), changes=1)
    refused = await refusal(club.service.drafts.save(new))
    assert str(refused) == (
        "You are in the middle of 150 moves already. Make or cancel one of them, then begin this "
        "one."
    )
    assert await club.store.find_one(Draft, person=ADA.id, match=match.id) is None
    assert await club.service.drafts.save(Draft(ADA.id, MatchId(10_000), Seq(1), changes=2))
    assert await club.service.drafts.save(new)
    assert await club.service.drafts.save(replace(new, person=GRACE.id))


# Rates


LOOKED_AT = [PICTURES, EXPORTS, TRIES]


@pytest.mark.parametrize("rate", LOOKED_AT, ids=lambda rate: str(rate.name))
async def test_with_a_hundred_matches_each_may_be_looked_at(club: Club, rate: records.Rate) -> None:
    book = LimitBook(club.store, club.clock)
    assert await taken(book, rate.name) == rate.person.burst > 100


async def test_what_is_too_often_comes_back_and_says_when(club: Club) -> None:
    book = LimitBook(club.store, club.clock)
    await taken(book, "exports")
    refused = await refusal(book.take("exports", ADA.id, GUILD))
    assert refused.reason is Reason.TOO_OFTEN
    assert str(refused) == (
        "There were very many replays, comparisons or exports in a short time, so this one is not "
        "made. Try again in 5 seconds."
    )
    club.pass_by(seconds=4.9)
    assert "in 1 second." in str(await refusal(book.take("exports", ADA.id, GUILD)))
    club.pass_by(seconds=0.1)
    assert await taken(book, "exports") == 1
    club.pass_by(hours=1)
    assert await taken(book, "exports") == EXPORTS.person.burst


async def test_a_server_has_a_limit_of_its_own_which_direct_messages_have_not(club: Club) -> None:
    book = LimitBook(club.store, club.clock)
    people = range(1, 2 + EXPORTS.server.burst // EXPORTS.person.burst)
    got = [await taken(book, "exports", PersonId(person)) for person in people]
    assert sum(got) == EXPORTS.server.burst
    assert got[-1] == 0
    # Refused for the server, the person has lost nothing.
    assert await taken(book, "exports", PersonId(people[-1]), None) == EXPORTS.person.burst
    assert await taken(book, "exports", ROBOT.id, GuildId(71)) == EXPORTS.person.burst


async def test_most_pictures_cost_no_write(club: Club) -> None:
    writes = 0
    take = club.store.take_allowance

    async def counted(name: str, charges: Sequence[Charge], now: datetime) -> datetime | None:
        nonlocal writes
        writes += 1
        again: datetime | None = await take(name, charges, now)
        return again

    club.store.take_allowance = counted
    book = LimitBook(club.store, club.clock)
    for _ in range(100):
        await book.take("pictures", ADA.id, GUILD)
    assert writes == 100 / PICTURES.at_once
    await taken(book, "pictures")
    writes = 0
    for _ in range(100):
        await refusal(book.take("pictures", ADA.id, GUILD))
    assert writes == 0


# Calls to others


async def test_whom_a_host_has_just_asked_is_not_called_again(club: Club) -> None:
    first = await club.ask()
    assert first.uncalled == ()
    # Neither beside it nor in its place, by whatever name it comes; somebody else is.
    beside = await club.ask(options={}, channel=8)
    assert beside.uncalled == (GRACE.id,)
    for each in (first, beside):
        await club.do(each.id, Withdraw(ADA))
    again = await club.ask(GRACE)
    assert again.uncalled == (await club.match(again.id)).uncalled == (GRACE.id,)
    assert (await club.ask(LINUS)).uncalled == ()
    assert (await club.ask(GRACE, host=LINUS)).uncalled == ()
    await club.do(again.id, Decline(GRACE))
    # It is answered, but the one before was not; an hour later all is as before.
    assert (await club.ask()).uncalled == (GRACE.id,)
    club.pass_by(hours=1)
    assert (await club.ask()).uncalled == ()


async def test_friends_who_answer_are_called_to_every_match(club: Club) -> None:
    for _ in range(3):
        match = await club.ask()
        assert match.uncalled == ()
        await club.do(match.id, Accept(GRACE))
        await club.do(match.id, Resign(GRACE.id))


async def test_in_an_hour_a_person_calls_few_however_they_go_about_it(club: Club) -> None:
    asked = list[PersonId]()
    for second in range(0, 3601, 40):
        club.clock.now = START + timedelta(seconds=second)
        guest = Person(PersonId(1000 + second), "Somebody")
        with suppress(Refused):
            match = await club.ask(guest)
            asked.append(guest.id)
            await club.do(match.id, Withdraw(ADA))
    assert len(asked) == in_hour(CALLS.person) == 45


def in_hour(allowance: records.Allowance) -> int:
    """The most that can be taken of a full allowance in an hour."""
    return allowance.burst + timedelta(hours=1) // allowance.interval


def test_the_page_about_strangers_says_what_the_limits_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "limits.md").read_text("utf-8")
    rows = [row.strip("| ").split(" | ") for row in page.splitlines() if row.startswith("| `")]
    told = {row[0].split("`")[1]: [n.replace(",", "") for n in row[1:4]] for row in rows}
    for name, rate in records.RATES.items():
        first, later = in_hour(rate.person), timedelta(hours=1) // rate.person.interval
        server = [] if rate in (TRIES, records.NEW_STUDIES) else [in_hour(rate.server)]
        assert told.pop(name) == [str(n) for n in (first, later, *server)], name
    assert not told
    assert f"{records.MOST_CHALLENGES} challenges that wait" in page
    assert f"{MOST_STANDING} standing ones" in page
    assert f"{records.MOST_MATCHES} matches" in page
    assert f"{records.MOST_STUDIES} at most" in page


async def test_challenges_to_the_bot_are_no_calls_and_refused_ones_not_counted(club: Club) -> None:
    for _ in range(CALLS.person.burst + 1):
        await refusal(club.ask(ADA))
        await club.do((await club.ask(ROBOT)).id, Resign(ADA.id))
    assert await taken(club.service.limits, "calls") == CALLS.person.burst


async def test_a_successor_is_called_once_an_hour_and_counts(club: Club) -> None:
    match = await club.begin()
    asking = AskReplacement(ADA, ADA, LINUS)
    after = await club.do(match.id, asking)
    assert uncalled(PostKind.REPLACEMENT, after) == frozenset()
    await club.do(match.id, WithdrawReplacement(ADA.id))
    again = await club.do(match.id, asking)
    assert uncalled(PostKind.REPLACEMENT, again) == {LINUS.id, GRACE.id}
    await club.do(match.id, WithdrawReplacement(ADA.id))
    # Nor in a later turn, before the hour is over.
    await club.moved(match)
    club.pass_by(minutes=59)
    again = await club.do(match.id, asking)
    assert uncalled(PostKind.REPLACEMENT, again) == {LINUS.id, GRACE.id}
    await club.do(match.id, WithdrawReplacement(ADA.id))
    await club.moved(again)
    club.pass_by(hours=1)
    assert not uncalled(PostKind.REPLACEMENT, await club.do(match.id, asking))
    await club.do(match.id, WithdrawReplacement(ADA.id))
    # All is there again but what the last two needed.
    assert await taken(club.service.limits, "calls") == CALLS.person.burst - 2
    assert (await club.refused(await club.match(match.id), asking)).reason is Reason.TOO_OFTEN


async def test_nobody_who_is_being_deleted_is_named_in_a_challenge_or_request(club: Club) -> None:
    match = await club.begin()
    await club.service.privacy.request_deletion(LINUS.id)
    refused = [
        await refusal(club.ask(LINUS)),
        await refusal(club.ask(GRACE, LINUS, game="urchins")),
    ]
    refused.append(await club.refused(match, AskReplacement(ADA, ADA, LINUS)))
    assert [each.reason for each in refused] == [Reason.UNWELCOME] * 3


async def test_what_was_taken_in_advance_is_soon_gone_and_old_rows_are_swept(club: Club) -> None:
    book = LimitBook(club.store, club.clock)
    await book.take("pictures", ADA.id, None)
    club.clock.now += KEPT
    await book.take("pictures", ADA.id, None)
    kept = club.clock.now + PICTURES.at_once * PICTURES.person.interval
    ((full_at,),) = club.store.sql("SELECT full_at FROM allowances")
    assert timedelta(microseconds=full_at) == kept - datetime.fromtimestamp(0, UTC)

    await taken(book, "exports", GRACE.id)
    club.clock.now += SWEPT_EVERY
    await book.take("exports", PersonId(3), None)
    assert club.store.sql("SELECT scope, owner, name FROM allowances") == [("person", 3, "exports")]
    assert not book._left
    assert not book._refused


async def test_limits_hold_over_restarts_and_processes(tmp_path: Path, club: Club) -> None:
    file = tmp_path / "matches.sqlite3"
    for expected in (EXPORTS.person.burst, 0):
        stores = [await SqliteStore.open(file) for _ in range(2)]
        books = [LimitBook(store, club.clock) for store in stores]
        got = await asyncio.gather(*(taken(book, "exports") for book in books))
        assert sum(got) == expected
        await asyncio.gather(*(store.close() for store in stores))


async def test_boards_are_shown_uncounted_where_nothing_is_written(
    tmp_path: Path, club: Club
) -> None:
    store = await SqliteStore.open(tmp_path / "matches.sqlite3")
    book = LimitBook(store, club.clock)
    await store.close()
    for _ in range(2 * EXPORTS.person.burst):
        await book.take("exports", ADA.id, GUILD)
