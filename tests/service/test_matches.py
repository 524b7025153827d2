"""The one door: what is asked is decided, written, and read back; one at a time in a match."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.games.core import Outcome, PlayerError
from bot.model.clock.time_control import days_a_move
from bot.model.commands import Accept, Announce, AnswerRequest, Claim, OfferDraw, Play, Resign
from bot.model.events import Person
from bot.model.limits import MOST_CHALLENGES
from bot.model.match import Match
from bot.model.records import CalendarChange, ChannelId, MatchId, PersonId, Seq, Status
from bot.model.refusals import NoSuchMatch, StaleMatch, StoreTrouble
from bot.model.requests import DRAW
from bot.service.folded import KEPT
from bot.service.personal.suggestions import legal_texts
from bot.service.queue import REST
from bot.store.sqlite import SqliteStore
from tests.helpers.matches import NO_VACATION
from tests.helpers.people import ADA, CHANNEL, GRACE, LINUS, ROBOT
from tests.helpers.stores import opened
from tests.service.conftest import START, Club

PATIENCE = 300.0
"""Seconds until what never ends fails its test: no slow machine needs so many."""


# Asking and doing


async def test_everything_that_must_be_said_is_in_the_outbox_in_order(club: Club) -> None:
    match = await club.begin()
    await club.do(match.id, Play(ADA.id, "1"))
    await club.do(match.id, OfferDraw(ADA.id))
    await club.do(match.id, AnswerRequest(DRAW, GRACE.id, False))
    await club.do(match.id, Resign(GRACE.id))

    assert club.store.sql("SELECT seq, kind FROM outbox ORDER BY id") == [
        (1, "challenge"),
        (3, "turn"),
        (4, "turn"),
        (5, "notice"),
        (6, "notice"),
        (8, "end"),
    ]


async def test_the_queue_is_woken_after_every_commit() -> None:
    heard: list[str] = []

    class Heard(asyncio.Event):
        def set(self) -> None:
            heard.append("woken")

    club = Club(woken=Heard())
    match = await club.begin()
    assert heard == ["woken"] * 2

    with pytest.raises(PlayerError):
        await club.do(match.id, Play(GRACE.id, "1"))
    assert heard == ["woken"] * 2


async def test_a_refused_command_changes_nothing(club: Club) -> None:
    match = await club.begin()
    written, said = await club.store.events(match.id), club.store.said

    for command in (Play(GRACE.id, "1"), Play(ADA.id, "x"), Play(LINUS.id, "1"), Accept(LINUS)):
        with pytest.raises(PlayerError):
            await club.do(match.id, command)

    assert await club.store.events(match.id) == written
    assert club.store.said == said
    assert await club.match(match.id) == match


async def test_a_match_that_is_not_there_says_so(club: Club) -> None:
    with pytest.raises(NoSuchMatch, match="no match 99"):
        await club.match(MatchId(99))
    with pytest.raises(NoSuchMatch, match="no match 99"):
        await club.do(MatchId(99), Resign(ADA.id))


# Buttons and races


async def test_a_button_of_an_older_board_is_stale_and_says_so(club: Club) -> None:
    match = await club.begin()
    board = match.seq
    await club.do(match.id, Play(ADA.id, "1"), seq=board)

    with pytest.raises(StaleMatch, match="Match 1 has gone on since that board"):
        await club.do(match.id, Resign(ADA.id), seq=board)


async def test_a_button_still_works_after_a_grace_or_an_offer(club: Club) -> None:
    match = await club.begin()
    board = match.seq
    await club.later(days=7)
    await club.do(match.id, OfferDraw(ADA.id))

    after = await club.do(match.id, Play(ADA.id, "1"), seq=board)

    assert after.plies[-1].text == "1"


async def test_of_two_at_once_one_counts_and_the_other_is_told(club: Club) -> None:
    match = await club.ask(None)

    answers = await asyncio.gather(
        *(club.do(match.id, Accept(person)) for person in (GRACE, LINUS)), return_exceptions=True
    )
    assert isinstance(answers[0], Match)
    assert "accepted already" in str(answers[1])
    match = await club.match(match.id)
    assert match.seats == (ADA, GRACE)

    moves = [club.do(match.id, Play(ADA.id, text), seq=match.seq) for text in ("1", "2")]
    made = await asyncio.gather(*moves, return_exceptions=True)
    assert isinstance(made[0], Match)
    assert isinstance(made[1], StaleMatch)
    assert [ply.text for ply in (await club.match(match.id)).plies] == ["1"]


async def test_work_goes_on_when_the_caller_goes_away(club: Club) -> None:
    match = await club.begin()
    caller = asyncio.create_task(club.do(match.id, Play(ADA.id, "1")))
    await asyncio.sleep(0)
    caller.cancel()
    await asyncio.gather(caller, return_exceptions=True)
    await asyncio.gather(*club.matches._tasks)

    assert len((await club.match(match.id)).plies) == 1


# Looking


async def test_a_match_can_be_seen_as_it_stood_also_after_a_start(club: Club) -> None:
    match = await club.begin()
    played = await club.do(match.id, Play(ADA.id, "1"))
    latest = await club.do(match.id, Play(GRACE.id, "2"))

    for each in (club, club.restarted()):
        assert await each.match(match.id) == latest
        assert await each.matches.at(match.id, played.seq) == played
        assert await each.matches.at(match.id, match.seq) == match
        assert len((await each.matches.at(match.id, Seq(999))).plies) == 2


async def test_memory_keeps_only_so_many_matches(club: Club) -> None:
    for number in range(KEPT + 5):
        await club.ask(host=Person(PersonId(100 + number), "Somebody"))

    assert len(club.matches._folded._kept) == KEPT
    assert (await club.match(MatchId(1))).id == 1


async def test_a_persons_list_begins_with_what_waits_for_them(club: Club) -> None:
    theirs = await club.begin(first="guest")
    club.pass_by(hours=1)
    mine_later = await club.begin(control=days_a_move(9))
    mine = await club.begin()
    unlimited = await club.begin(control=None)
    invited = await club.ask(ADA, host=GRACE)
    asking = await club.ask()
    over = await club.begin()
    await club.do(over.id, Resign(ADA.id))

    assert [row.match for row in await club.matches.of_person(ADA.id)] == [
        mine.id,
        mine_later.id,
        unlimited.id,
        invited.id,
        theirs.id,
        asking.id,
    ]
    everything = await club.matches.of_person(ADA.id, open_only=False)
    assert everything[-1].match == over.id
    assert await club.matches.of_person(ADA.id, channel=ChannelId(8)) == []


async def test_a_channels_list_is_newest_first(club: Club) -> None:
    first, second = await club.begin(), await club.begin()
    await club.begin(channel=8)
    over = await club.begin()
    await club.do(over.id, Resign(ADA.id))

    assert [row.match for row in await club.matches.of_channel(CHANNEL)] == [second.id, first.id]
    everything = await club.matches.of_channel(CHANNEL, open_only=False)
    assert everything[0].match == over.id


# Rematch


async def test_a_rematch_with_the_robot_begins_once(club: Club) -> None:
    begun = await club.ask(ROBOT)
    over = await club.do(begun.id, Resign(ADA.id))

    first, second = await asyncio.gather(*(club.matches.rematch(over.id, ADA) for _ in range(2)))

    assert first.id == second.id == 2


async def test_a_person_may_have_so_many_open_challenges(club: Club) -> None:
    for _ in range(MOST_CHALLENGES - 1):
        await club.ask()
    last, *refused = await asyncio.gather(*(club.ask() for _ in range(3)), return_exceptions=True)

    assert not isinstance(last, BaseException)
    assert [str(each) for each in refused] == [
        "25 challenges of yours wait for an answer already. Wait until one is answered, or take "
        "one back."
    ] * 2
    await club.do(last.id, Accept(GRACE))
    assert (await club.ask()).status is Status.INVITED


# The clock


async def test_who_lost_on_time_while_the_bot_was_away_has_twelve_hours_to_move(club: Club) -> None:
    await club.store.save_calendars(CalendarChange(ADA.id, NO_VACATION, ()))
    late, quick = [await club.begin(control=days_a_move(1, hard=True)) for _ in range(2)]
    await club.deliver()
    for _ in range(2):
        await club.later(days=1)
    assert {(await club.match(each.id)).status for each in (late, quick)} == {Status.ENDED}

    late, quick = [await club.begin(control=days_a_move(1, hard=True)) for _ in range(2)]
    await club.deliver()
    await club.later(days=1)
    club.pass_by(days=2)
    restarted = club.restarted()
    # Another match may be due before the twelve hours are over.
    assert await restarted.tick() == club.clock.now + REST
    assert (await restarted.do(quick.id, Play(ADA.id, "1"))).turn_person == GRACE
    club.pass_by(hours=12)
    await restarted.tick()
    assert (await restarted.match(late.id)).outcome == Outcome((2,), "time_lost")
    assert (await restarted.match(quick.id)).status is Status.RUNNING


async def test_a_match_whose_due_fails_holds_up_no_other_and_rests(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = await club.ask(), await club.ask()
    for table in ("outbox", "events"):
        club.store.sql(f"DELETE FROM {table} WHERE match_id = ?", broken.id)
    club.matches._folded._kept.clear()
    club.pass_by(days=8)

    with caplog.at_level(logging.ERROR):
        # Without a rest it would be tried for ever.
        async with asyncio.timeout(PATIENCE):
            upcoming = await club.tick()

    assert "queue: match {'match': 1} failed" in caplog.text
    assert (await club.match(sound.id)).status is Status.EXPIRED
    assert upcoming == club.clock.now + timedelta(minutes=1)
    assert await club.tick() == upcoming
    assert caplog.text.count("queue: match {'match': 1} failed") == 1


# The robot


async def test_a_robot_that_thinks_does_not_stop_the_loop(club: Club) -> None:
    await club.ask(ROBOT, game="bump", guild=None, first="guest")
    here, everywhere = time.thread_time(), time.process_time()
    await club.tick()

    # Work is counted, not time, so that a busy machine changes nothing.
    assert time.thread_time() - here < (time.process_time() - everywhere) / 2


async def test_a_person_who_resigns_while_the_robot_thinks_is_heard(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    match = await club.ask(ROBOT, first="guest")
    thinking = asyncio.create_task(club.tick())
    await asyncio.sleep(0)
    await club.do(match.id, Resign(ADA.id))
    with caplog.at_level(logging.ERROR):
        await thinking

    assert (await club.match(match.id)).status is Status.ENDED
    assert caplog.text == ""


# On disk


@pytest.fixture
async def disk(tmp_path: Path) -> AsyncIterator[Club]:
    async with opened(SqliteStore.open(tmp_path / "matches.sqlite3")) as store:
        yield Club(store)


@pytest.fixture
async def there(disk: Club) -> AsyncIterator[Club]:
    async with opened(SqliteStore.open(disk.store.path)) as store:
        yield Club(store, disk.clock)


async def test_two_bots_on_one_file_never_both_count(disk: Club, there: Club) -> None:
    match = await disk.begin(options={"limits": [1, 1]})
    await there.match(match.id)

    for ply in range(6):
        assert match.turn_person
        move = Play(match.turn_person.id, "1")
        answers = await asyncio.gather(
            disk.do(match.id, move), there.do(match.id, move), return_exceptions=True
        )
        refused = [answer for answer in answers if isinstance(answer, PlayerError)]
        assert len(refused) == 1
        match = await there.match(match.id)
        assert len(match.plies) == ply + 1
        assert await disk.match(match.id) == match


async def test_what_another_bot_wrote_is_seen(disk: Club, there: Club) -> None:
    match = await disk.begin()
    await there.do(match.id, Play(ADA.id, "1"))

    assert len((await disk.do(match.id, Play(GRACE.id, "1"))).plies) == 2


async def test_after_a_write_that_failed_memory_is_not_ahead_of_the_disk(disk: Club) -> None:
    match = await disk.begin()
    await disk.store.writer.execute_fetchall("PRAGMA query_only = ON")

    for command in (Play(ADA.id, "1"), Resign(GRACE.id)):
        with pytest.raises(StoreTrouble, match="nothing has changed"):
            await disk.do(match.id, command)
    with pytest.raises(StoreTrouble, match="nothing has changed"):
        await disk.ask()

    assert await disk.match(match.id) == match
    await disk.store.writer.execute_fetchall("PRAGMA query_only = OFF")
    assert [ply.text for ply in (await disk.do(match.id, Play(ADA.id, "2"))).plies] == ["2"]
    assert len(await disk.matches.of_channel(CHANNEL)) == 1


async def test_the_clock_of_a_turn_that_was_never_announced_stands(club: Club) -> None:
    await club.store.save_calendars(CalendarChange(ADA.id, NO_VACATION, ()))
    match = await club.begin()
    club.pass_by(days=9)

    assert await club.tick() == START + timedelta(days=53)

    held = await club.match(match.id)
    assert (held.held, held.deadline, held.overdue) == (True, None, False)
    assert club.store.said == ["challenge", "turn"]
    club.pass_by(days=9)
    with pytest.raises(PlayerError, match="still has time"):
        await club.do(match.id, Claim(GRACE.id))

    announced_at = club.clock.now
    for _ in range(2):  # A crash may come before it is known that the turn was announced.
        announced = await club.do(match.id, Announce(match.board_seq, announced_at))
        club.pass_by(days=1)

    assert announced.deadline == START + timedelta(days=18 + 7)
    assert [e.event.kind for e in await club.store.events(match.id)][-2:] == ["held", "announced"]
    await club.deliver()
    assert await club.tick() == announced.deadline
    await club.later(days=7)
    await club.later(days=1)
    assert (await club.match(match.id)).overdue


async def test_what_the_robot_answers_at_once_waits_to_be_said_with_its_answer(club: Club) -> None:
    match = await club.ask(ROBOT, first="host")
    await club.deliver()
    await club.do(match.id, Play(ADA.id, legal_texts(match, "", 1)[0]))
    assert await club.store.pending(club.clock.now) == []

    await club.tick()
    assert [post.kind for post in await club.deliver()] == ["turn"]
    await club.do(match.id, OfferDraw(ADA.id))
    assert await club.store.pending(club.clock.now) == []
    assert [p.kind for p in await club.store.pending(club.pass_by(seconds=21))] == ["thinking"]
    await club.tick()

    answered = await club.match(match.id)
    (said,) = await club.store.pending(club.clock.now)
    assert said.kind == ("notice" if answered.declined_in_turn(DRAW) else "end")
