"""The one door: what is asked is decided, written, and read back; one at a time in a match."""

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.games.core import IllegalMove, Outcome, PlayerError
from bot.model.clock.time_control import days_a_move
from bot.model.commands import (
    Accept,
    Announce,
    AnswerDraw,
    Claim,
    Command,
    Decline,
    OfferDraw,
    Play,
    Resign,
    Withdraw,
)
from bot.model.events import Person
from bot.model.limits import MOST_CHALLENGES
from bot.model.match import Match
from bot.model.records import CalendarChange, MatchId, Status
from bot.model.refusals import NoSuchMatch, StaleMatch, StoreTrouble
from bot.model.turns import legal_texts, nearest_texts
from bot.service.build import Service, build_service
from bot.service.folded import KEPT
from bot.service.matches import Matches
from bot.service.queue import REST
from bot.store.sqlite import SqliteStore
from tests.helpers.matches import NO_VACATION, ask, begin, served
from tests.helpers.people import ADA, GRACE, LINUS, ROBOT
from tests.service.conftest import START, Clock
from tests.store.contract import deliver_all
from tests.store.memory import MemoryStore

PATIENCE = 60.0
"""Seconds until what never ends fails its test: no slow machine needs so many."""


# Asking and doing


async def test_a_match_goes_from_challenge_to_victory(matches: Matches) -> None:
    match = await begin(matches)
    while match.turn_person:
        match = await matches.do(match.id, Play(match.turn_person.id, "1"))

    assert match.status is Status.ENDED
    assert match.outcome
    assert match.outcome.reason == "last_stone"
    assert await matches.match(match.id) == match


async def test_everything_that_must_be_said_is_in_the_outbox_in_order(
    matches: Matches, store: MemoryStore
) -> None:
    match = await begin(matches)
    await matches.do(match.id, Play(ADA.id, "1"))
    await matches.do(match.id, OfferDraw(ADA.id))
    await matches.do(match.id, AnswerDraw(GRACE.id, False))
    await matches.do(match.id, Resign(GRACE.id))

    assert store.sql("SELECT seq, kind FROM outbox ORDER BY id") == [
        (1, "challenge"),
        (3, "turn"),
        (4, "turn"),
        (5, "notice"),
        (6, "notice"),
        (8, "end"),
    ]


async def test_the_queue_is_woken_after_every_commit(store: MemoryStore, clock: Clock) -> None:
    heard: list[str] = []

    class Heard(asyncio.Event):
        def set(self) -> None:
            heard.append("woken")

    service = build_service(store, clock=clock, chance=random.Random(1), woken=Heard())
    match = await begin(service.matches)
    assert heard == ["woken"] * 2

    with pytest.raises(PlayerError):
        await service.matches.do(match.id, Play(GRACE.id, "1"))
    assert heard == ["woken"] * 2


async def test_a_refused_command_changes_nothing(matches: Matches, store: MemoryStore) -> None:
    match = await begin(matches)
    written, said = await store.events(match.id), store.said

    for command in (Play(GRACE.id, "1"), Play(ADA.id, "x"), Play(LINUS.id, "1"), Accept(LINUS)):
        with pytest.raises(PlayerError):
            await matches.do(match.id, command)

    assert await store.events(match.id) == written
    assert store.said == said
    assert await matches.match(match.id) == match


async def test_a_match_that_is_not_there_says_so(matches: Matches) -> None:
    with pytest.raises(NoSuchMatch, match="no match 99"):
        await matches.match(MatchId(99))
    with pytest.raises(NoSuchMatch, match="no match 99"):
        await matches.do(MatchId(99), Resign(ADA.id))


# Buttons and races


async def test_a_button_of_an_older_board_is_stale_and_says_so(matches: Matches) -> None:
    match = await begin(matches)
    board = match.seq
    await matches.do(match.id, Play(ADA.id, "1"), seq=board)

    with pytest.raises(StaleMatch, match="Match 1 has gone on since that board"):
        await matches.do(match.id, Resign(ADA.id), seq=board)


async def test_a_button_still_works_after_a_grace_or_an_offer(
    service: Service, clock: Clock
) -> None:
    match = await begin(service.matches)
    board = match.seq
    clock.pass_by(days=7)
    await service.queue.tick()
    await service.matches.do(match.id, OfferDraw(ADA.id))

    after = await service.matches.do(match.id, Play(ADA.id, "1"), seq=board)

    assert after.plies[-1].text == "1"


async def test_of_two_moves_at_once_one_counts_and_the_other_is_told(matches: Matches) -> None:
    match = await begin(matches)

    answers = await asyncio.gather(
        matches.do(match.id, Play(ADA.id, "1"), seq=match.seq),
        matches.do(match.id, Play(ADA.id, "2"), seq=match.seq),
        return_exceptions=True,
    )

    assert isinstance(answers[0], Match)
    assert isinstance(answers[1], StaleMatch)
    assert [ply.text for ply in (await matches.match(match.id)).plies] == ["1"]


async def test_two_clicks_on_accept_begin_one_match(matches: Matches) -> None:
    match = await ask(matches, None)

    answers = await asyncio.gather(
        matches.do(match.id, Accept(GRACE)),
        matches.do(match.id, Accept(LINUS)),
        return_exceptions=True,
    )

    assert sum(isinstance(answer, Match) for answer in answers) == 1
    assert (await matches.match(match.id)).seats == (ADA, GRACE)
    assert "accepted already" in str(answers[1])


async def test_work_goes_on_when_the_caller_goes_away(matches: Matches) -> None:
    match = await begin(matches)
    caller = asyncio.create_task(matches.do(match.id, Play(ADA.id, "1")))
    await asyncio.sleep(0)
    caller.cancel()
    await asyncio.gather(caller, return_exceptions=True)
    await asyncio.gather(*matches._tasks)

    assert len((await matches.match(match.id)).plies) == 1


# Looking


async def test_a_match_can_be_seen_as_it_stood(matches: Matches) -> None:
    match = await begin(matches)
    played = await matches.do(match.id, Play(ADA.id, "1"))
    await matches.do(match.id, Play(GRACE.id, "2"))

    assert await matches.at(match.id, played.seq) == played
    assert await matches.at(match.id, match.seq) == match
    assert len((await matches.at(match.id, 999)).plies) == 2


async def test_the_match_is_read_from_the_disk_by_a_bot_that_starts_anew(
    matches: Matches, store: MemoryStore, clock: Clock
) -> None:
    match = await begin(matches)
    played = await matches.do(match.id, Play(ADA.id, "1"))

    anew = served(store, clock).matches

    assert await anew.match(match.id) == played


async def test_memory_keeps_only_so_many_matches(matches: Matches) -> None:
    for number in range(KEPT + 5):
        await ask(matches, host=Person(100 + number, "Somebody"))

    assert len(matches._folded._kept) == KEPT
    assert (await matches.match(MatchId(1))).id == 1


async def test_a_persons_list_begins_with_what_waits_for_them(
    matches: Matches, clock: Clock
) -> None:
    theirs = await begin(matches, first="guest")
    clock.pass_by(hours=1)
    mine_later = await begin(matches, control=days_a_move(9))
    mine = await begin(matches)
    unlimited = await begin(matches, control=None)
    invited = await ask(matches, ADA, host=GRACE)
    asking = await ask(matches)
    over = await begin(matches)
    await matches.do(over.id, Resign(ADA.id))

    assert [row.match for row in await matches.of_person(ADA.id)] == [
        mine.id,
        mine_later.id,
        unlimited.id,
        invited.id,
        theirs.id,
        asking.id,
    ]
    everything = await matches.of_person(ADA.id, open_only=False)
    assert everything[-1].match == over.id
    assert await matches.of_person(ADA.id, channel=8) == []


async def test_a_channels_list_is_newest_first(matches: Matches) -> None:
    first, second = await begin(matches), await begin(matches)
    await begin(matches, channel=8)
    over = await begin(matches)
    await matches.do(over.id, Resign(ADA.id))

    assert [row.match for row in await matches.of_channel(7)] == [second.id, first.id]
    everything = await matches.of_channel(7, open_only=False)
    assert everything[0].match == over.id


async def test_legal_moves_are_offered_to_go_on_typing(matches: Matches) -> None:
    match = await begin(matches)

    assert legal_texts(match, "", 25) == ["1", "2", "3"]
    assert legal_texts(match, "2", 25) == ["2"]
    assert legal_texts(match, "", 2) == ["1", "2"]
    assert nearest_texts(match, "33", 3) == ["3"]
    over = await matches.do(match.id, Resign(ADA.id))
    assert legal_texts(over, "", 25) == []


# Rematch


async def test_a_rematch_is_asked_by_one_and_accepted_by_the_other(matches: Matches) -> None:
    over = await matches.do((await begin(matches)).id, Resign(ADA.id))

    asked = await matches.rematch(over.id, ADA)
    with pytest.raises(PlayerError, match="asked for a rematch already: match 2"):
        await matches.rematch(over.id, ADA)
    running = await matches.rematch(over.id, GRACE)

    assert asked.status is Status.INVITED
    assert running.id == asked.id
    assert running.seats == (GRACE, ADA)


async def test_both_asking_for_a_rematch_at_once_play_one_match(matches: Matches) -> None:
    over = await matches.do((await begin(matches)).id, Resign(ADA.id))

    first, second = await asyncio.gather(
        matches.rematch(over.id, ADA), matches.rematch(over.id, GRACE)
    )

    assert first.id == second.id
    assert second.status is Status.RUNNING


async def test_a_rematch_can_be_asked_again_after_it_was_declined(matches: Matches) -> None:
    over = await matches.do((await begin(matches)).id, Resign(ADA.id))
    asked = await matches.rematch(over.id, ADA)
    await matches.do(asked.id, Decline(GRACE))

    assert (await matches.rematch(over.id, ADA)).id == 3


async def test_asking_again_after_the_rematch_began_begins_no_second(matches: Matches) -> None:
    over = await matches.do((await begin(matches)).id, Resign(ADA.id))
    await matches.rematch(over.id, ADA)

    begun = await asyncio.gather(*(matches.rematch(over.id, GRACE) for _ in range(3)))
    again = await matches.rematch(over.id, ADA)

    assert {each.id for each in (*begun, again)} == {2}
    assert again.status is Status.RUNNING
    assert len(await matches.of_person(ADA.id, open_only=False)) == 2


async def test_a_rematch_with_the_robot_begins_once(matches: Matches) -> None:
    begun = await ask(matches, ROBOT)
    over = await matches.do(begun.id, Resign(ADA.id))

    first, second = await asyncio.gather(*(matches.rematch(over.id, ADA) for _ in range(2)))

    assert first.id == second.id == 2


async def test_another_match_that_runs_is_no_rematch_and_an_ended_one_can_be_played_again(
    matches: Matches,
) -> None:
    over = await matches.do((await begin(matches)).id, Resign(ADA.id))
    other = await begin(matches)

    asked = await matches.rematch(over.id, ADA)
    assert asked.id not in {over.id, other.id}
    await matches.rematch(over.id, GRACE)
    await matches.do(asked.id, Resign(ADA.id))
    assert (await matches.rematch(over.id, ADA)).id == asked.id + 1


async def test_a_person_may_have_so_many_open_challenges(matches: Matches) -> None:
    for _ in range(MOST_CHALLENGES - 1):
        await ask(matches)
    last, *refused = await asyncio.gather(*(ask(matches) for _ in range(3)), return_exceptions=True)

    assert not isinstance(last, BaseException)
    assert [str(each) for each in refused] == [
        "25 challenges of yours wait for an answer already. Wait until one is answered, or take "
        "one back."
    ] * 2
    await matches.do(last.id, Accept(GRACE))
    assert (await ask(matches)).status is Status.INVITED


# The clock


async def test_the_clock_expires_and_notes_who_is_late(
    service: Service, clock: Clock, store: MemoryStore
) -> None:
    await store.save_calendars(CalendarChange(ADA.id, NO_VACATION, ()))
    waiting = await ask(service.matches)
    running = await begin(service.matches)
    await deliver_all(store, clock.now)
    assert await service.queue.tick() == START + timedelta(days=7)
    clock.now = START + timedelta(days=7)
    assert await service.queue.tick() == START + timedelta(days=8)
    clock.pass_by(days=1)
    assert await service.queue.tick() == START + timedelta(days=53)

    assert (await service.matches.match(waiting.id)).status is Status.EXPIRED
    assert (await service.matches.match(running.id)).overdue
    assert store.said[-3:] == ["closed", "grace", "overdue"]


async def test_who_lost_on_time_while_the_bot_was_away_has_twelve_hours_to_move(
    service: Service, clock: Clock, store: MemoryStore
) -> None:
    await store.save_calendars(CalendarChange(ADA.id, NO_VACATION, ()))
    late, quick = [
        await begin(service.matches, control=days_a_move(1, hard=True)) for _ in range(2)
    ]
    await deliver_all(store, clock.now)
    for _ in range(2):
        clock.pass_by(days=1)
        await service.queue.tick()
    assert {(await service.matches.match(each.id)).status for each in (late, quick)} == {
        Status.ENDED
    }

    late, quick = [
        await begin(service.matches, control=days_a_move(1, hard=True)) for _ in range(2)
    ]
    await deliver_all(store, clock.now)
    clock.pass_by(days=1)
    await service.queue.tick()
    clock.pass_by(days=2)
    anew = served(store, clock)
    # Another match may be due before the twelve hours are over.
    assert await anew.queue.tick() == clock.now + REST
    assert (await anew.matches.do(quick.id, Play(ADA.id, "1"))).turn_person == GRACE
    clock.pass_by(hours=12)
    await anew.queue.tick()
    assert (await anew.matches.match(late.id)).outcome == Outcome((2,), "time_lost")
    assert (await anew.matches.match(quick.id)).status is Status.RUNNING


async def test_nothing_due_is_nothing_done(service: Service, store: MemoryStore) -> None:
    assert await service.queue.tick() is None
    await ask(service.matches)
    said = store.said

    assert await service.queue.tick() == START + timedelta(days=7)
    assert store.said == said


async def test_a_match_whose_due_fails_holds_up_no_other_and_rests(
    service: Service, clock: Clock, store: MemoryStore, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = await ask(service.matches), await ask(service.matches)
    for table in ("outbox", "events"):
        store.sql(f"DELETE FROM {table} WHERE match_id = ?", broken.id)
    service.matches._folded._kept.clear()
    clock.pass_by(days=8)

    with caplog.at_level(logging.ERROR):
        # Without a rest it would be tried for ever.
        async with asyncio.timeout(PATIENCE):
            upcoming = await service.queue.tick()

    assert "queue: match {'match': 1} failed" in caplog.text
    assert (await service.matches.match(sound.id)).status is Status.EXPIRED
    assert upcoming == clock.now + timedelta(minutes=1)
    assert await service.queue.tick() == upcoming
    assert caplog.text.count("queue: match {'match': 1} failed") == 1


# The robot


async def test_the_robot_accepts_at_once_and_nothing_is_asked(
    store: MemoryStore, clock: Clock
) -> None:
    match = await ask(served(store, clock).matches, Person(ROBOT.id, "by another name"))

    assert match.status is Status.RUNNING
    assert match.seats == (ADA, ROBOT)
    assert store.said == ["turn"]


async def test_the_robot_moves_when_the_clock_ticks(service: Service, store: MemoryStore) -> None:
    match = await ask(service.matches, ROBOT, first="guest")
    assert (await store.upcoming(START)).get("match") == START

    assert await service.queue.tick() == START + timedelta(days=7)

    moved = await service.matches.match(match.id)
    assert moved.turn_person == ADA
    assert moved.plies[0].seat == 1


async def test_a_whole_match_against_the_robot(service: Service) -> None:
    match = await ask(service.matches, ROBOT)
    while match.turn_person:
        if match.turn_person == ROBOT:
            await service.queue.tick()
            match = await service.matches.match(match.id)
        else:
            match = await service.matches.do(match.id, Play(ADA.id, "1"))

    assert match.status is Status.ENDED


async def test_the_robot_answers_an_offer_of_a_draw(service: Service) -> None:
    match = await service.matches.do((await ask(service.matches, ROBOT)).id, OfferDraw(ADA.id))

    await service.queue.tick()

    answered = await service.matches.match(match.id)
    assert answered.draw.offer is None


async def test_a_robot_that_thinks_does_not_stop_the_loop(service: Service) -> None:
    await service.matches.challenge(
        game="bump",
        options={},
        host=ADA,
        invited=(ROBOT,),
        channel=7,
        guild=None,
        first="guest",
    )
    here, everywhere = time.thread_time(), time.process_time()
    await service.queue.tick()

    # Work is counted, not time, so that a busy machine changes nothing.
    assert time.thread_time() - here < (time.process_time() - everywhere) / 2


async def test_a_person_who_resigns_while_the_robot_thinks_is_heard(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    match = await ask(service.matches, ROBOT, first="guest")
    thinking = asyncio.create_task(service.queue.tick())
    await asyncio.sleep(0)
    await service.matches.do(match.id, Resign(ADA.id))
    with caplog.at_level(logging.ERROR):
        await thinking

    assert (await service.matches.match(match.id)).status is Status.ENDED
    assert caplog.text == ""


# On disk


@pytest_asyncio.fixture
async def disk(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "matches.sqlite3")
    yield opened
    await opened.close()


async def test_two_bots_on_one_file_never_both_count(disk: SqliteStore, clock: Clock) -> None:
    there_store = await SqliteStore.open(disk.path)
    here = served(disk, clock).matches
    there = served(there_store, clock).matches
    match = await begin(here, options={"limits": [1, 1]})
    await there.match(match.id)

    for ply in range(6):
        assert match.turn_person
        move = Play(match.turn_person.id, "1")
        answers = await asyncio.gather(
            here.do(match.id, move), there.do(match.id, move), return_exceptions=True
        )
        refused = [answer for answer in answers if isinstance(answer, PlayerError)]
        assert len(refused) == 1
        match = await there.match(match.id)
        assert len(match.plies) == ply + 1
        assert await here.match(match.id) == match
    await there_store.close()


async def test_what_another_bot_wrote_is_seen(disk: SqliteStore, clock: Clock) -> None:
    other_store = await SqliteStore.open(disk.path)
    here = served(disk, clock).matches
    there = served(other_store, clock).matches
    match = await begin(here)
    await there.do(match.id, Play(ADA.id, "1"))

    assert len((await here.do(match.id, Play(GRACE.id, "1"))).plies) == 2
    await other_store.close()


async def test_after_a_write_that_failed_memory_is_not_ahead_of_the_disk(
    disk: SqliteStore, clock: Clock
) -> None:
    matches = served(disk, clock).matches
    match = await begin(matches)
    await disk.writer.execute_fetchall("PRAGMA query_only = ON")

    for command in (Play(ADA.id, "1"), Resign(GRACE.id)):
        with pytest.raises(StoreTrouble, match="nothing has changed"):
            await matches.do(match.id, command)
    with pytest.raises(StoreTrouble, match="nothing has changed"):
        await ask(matches)

    assert await matches.match(match.id) == match
    await disk.writer.execute_fetchall("PRAGMA query_only = OFF")
    assert [ply.text for ply in (await matches.do(match.id, Play(ADA.id, "2"))).plies] == ["2"]
    assert len(await matches.of_channel(7)) == 1


async def test_many_matches_are_played_at_once(disk: SqliteStore, clock: Clock) -> None:
    matches = served(disk, clock).matches

    async def play_one() -> Match:
        match = await begin(matches, options={"limits": [1, 1]})
        while match.turn_person:
            match = await matches.do(match.id, Play(match.turn_person.id, "1"), seq=match.seq)
        return match

    played = await asyncio.gather(*(play_one() for _ in range(20)))

    assert {match.status for match in played} == {Status.ENDED}
    assert sorted(match.id for match in played) == list(range(1, 21))


@pytest.mark.parametrize("command", [Withdraw(ADA), Decline(GRACE)])
async def test_a_closed_challenge_is_not_listed_as_open(matches: Matches, command: Command) -> None:
    match = await ask(matches)
    await matches.do(match.id, command)

    assert await matches.of_person(GRACE.id) == []


async def test_an_illegal_move_passes_through_with_the_games_words(matches: Matches) -> None:
    match = await begin(matches)

    with pytest.raises(IllegalMove, match="You can't take 7"):
        await matches.do(match.id, Play(ADA.id, "7"))


async def test_the_clock_of_a_turn_that_was_never_announced_stands(
    service: Service, clock: Clock, store: MemoryStore
) -> None:
    await store.save_calendars(CalendarChange(ADA.id, NO_VACATION, ()))
    match = await begin(service.matches)
    clock.pass_by(days=9)

    assert await service.queue.tick() == START + timedelta(days=53)

    held = await service.matches.match(match.id)
    assert (held.held, held.deadline, held.overdue) == (True, None, False)
    assert store.said == ["challenge", "turn"]
    clock.pass_by(days=9)
    with pytest.raises(PlayerError, match="still has time"):
        await service.matches.do(match.id, Claim(GRACE.id))

    announced_at = clock.now
    for _ in range(2):  # A crash may come before it is known that the turn was announced.
        announced = await service.matches.do(match.id, Announce(match.board_seq, announced_at))
        clock.pass_by(days=1)

    assert announced.deadline == START + timedelta(days=18 + 7)
    assert [e.event.kind for e in await store.events(match.id)][-2:] == ["held", "announced"]
    await deliver_all(store, clock.now)
    assert await service.queue.tick() == announced.deadline
    clock.pass_by(days=7)
    await service.queue.tick()
    clock.pass_by(days=1)
    await service.queue.tick()
    assert (await service.matches.match(match.id)).overdue


async def test_an_announcement_in_time_changes_no_deadline(
    matches: Matches, clock: Clock, store: MemoryStore
) -> None:
    match = await begin(matches)
    clock.pass_by(minutes=4)

    after = await matches.do(match.id, Announce(match.board_seq, clock.now))

    assert after == match


async def test_what_the_robot_answers_at_once_waits_to_be_said_with_its_answer(
    service: Service, store: MemoryStore, clock: Clock
) -> None:
    match = await ask(service.matches, ROBOT, first="host")
    await deliver_all(store, clock.now)
    await service.matches.do(match.id, Play(ADA.id, legal_texts(match, "", 1)[0]))
    assert await store.pending(clock.now) == []

    await service.queue.tick()
    assert [post.kind for post in await deliver_all(store, clock.now)] == ["turn"]
    await service.matches.do(match.id, OfferDraw(ADA.id))
    assert await store.pending(clock.now) == []
    assert [p.kind for p in await store.pending(clock.pass_by(seconds=21))] == ["thinking"]
    await service.queue.tick()

    answered = await service.matches.match(match.id)
    (said,) = await store.pending(clock.now)
    assert said.kind == ("notice" if answered.draw.declined == 2 else "end")
