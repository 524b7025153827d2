"""Who does not come or does not move: long matches start and end only by people who are there."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from bot.games.core import Outcome
from bot.model.clock.time_control import BANKS, days_a_move
from bot.model.clock.units import DAY, HOUR
from bot.model.commands import (
    Accept,
    Announce,
    AnswerRequest,
    Begin,
    Command,
    Decline,
    GiveTime,
    Hold,
    OfferDraw,
    Play,
    Resign,
    SayReady,
    Tick,
    Withdraw,
)
from bot.model.decide.muster import TERM
from bot.model.decide.requirements import closed_sentence, waits_sentence
from bot.model.events import (
    AbandonWarned,
    Accepted,
    Declined,
    Ended,
    Expired,
    Mustered,
    Ready,
    event,
)
from bot.model.match import Match
from bot.model.projection import abandoned_at, due_at, due_otherwise, posts_for, summary_of
from bot.model.records import Seq, Status
from bot.model.refusals import Reason
from bot.model.requests import DRAW
from bot.service.queue import REST
from tests.helpers.matches import after, answers, asked, begun, kinds, refusal, refused
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS, ROBOT
from tests.service.conftest import START, Club

LATER = START + 2 * HOUR
UNTIL = LATER + TERM
OVER = UNTIL

PATIENCE = 300.0
"""Seconds until what never ends fails its test: no slow machine needs so many."""


def mustering(*invited: object, days: int | None = None) -> Match:
    """A challenge that those named accept two hours later, so that Ada has to say she is there."""
    match = asked(*(invited or (GRACE,)), days=days)  # type: ignore[arg-type]
    people = [p for p in invited or (GRACE,) if p]
    return after(match, *map(Accept, people), now=LATER)  # type: ignore[arg-type]


@pytest.mark.parametrize("control", [days_a_move(7), days_a_move(7, hard=True), BANKS[0]])
def test_with_short_turns_a_match_starts_however_late_it_is_accepted(control: object) -> None:
    match = asked(GRACE, control=control, days=None)

    events = answers(match, Accept(GRACE), START + timedelta(days=6))

    assert kinds(events) == ["accepted", "started"]


@pytest.mark.parametrize("control", [None, days_a_move(14), days_a_move(14, hard=True), BANKS[1]])
def test_after_an_hour_of_silence_long_turns_want_a_word_that_one_is_there(control: object) -> None:
    match = asked(GRACE, control=control, days=None)

    assert kinds(answers(match, Accept(GRACE), START + HOUR)) == ["accepted", "started"]
    events = answers(match, Accept(GRACE), LATER)
    assert events == [Accepted(GRACE), Mustered(UNTIL), Ready(GRACE.id)]
    assert [event(each.kind, each.payload()) for each in events] == events


def test_the_match_waits_for_them_by_name_starts_with_the_last_and_is_over_without_the_host() -> (
    None
):
    match = mustering()
    assert (match.status, match.awaited, due_at(match)) == (Status.INVITED, (ADA,), UNTIL)
    assert waits_sentence(match) == "It waits for Ada to say “I'm ready”."
    assert summary_of(match).deadline == UNTIL

    events = answers(match, SayReady(ADA.id), LATER + HOUR)

    assert kinds(events) == ["ready", "started"]
    begun = after(match, SayReady(ADA.id), now=LATER + HOUR)
    assert (begun.status, begun.awaited, begun.last_move) == (Status.RUNNING, (), LATER + HOUR)
    # A word after the term counts while nobody has noticed its end.
    assert kinds(answers(match, SayReady(ADA.id), OVER + HOUR)) == ["ready", "started"]
    assert answers(match, Tick(), OVER - HOUR) == []

    assert answers(match, Tick(), OVER) == [Expired()]
    over = after(match, Tick(), now=OVER)
    assert (over.status, over.awaited, due_at(over)) == (Status.EXPIRED, (ADA,), None)


def test_of_several_each_says_so_and_nothing_is_posted_in_between() -> None:
    match = after(asked(GRACE, LINUS, days=14), Accept(GRACE), now=START)
    late = after(match, Accept(LINUS), now=LATER)
    assert late.awaited == (ADA, GRACE)

    events = answers(late, SayReady(GRACE.id), LATER)

    assert events == [Ready(GRACE.id)]
    one = after(late, SayReady(GRACE.id), now=LATER)
    assert posts_for(late, one, events) == []
    assert "already" in refusal(one, SayReady(GRACE.id), LATER)
    assert after(one, SayReady(ADA.id), now=LATER).status is Status.RUNNING


def test_only_who_is_in_says_so_and_only_while_it_is_asked() -> None:
    assert refused(mustering(), SayReady(LINUS.id), LATER).reason is Reason.NO_SEAT
    early = refused(asked(GRACE, days=14), SayReady(ADA.id))
    assert early.reason is Reason.NO_MUSTER
    assert str(early).endswith("It waits for Grace.")
    begun = after(asked(GRACE, days=14), Accept(GRACE))
    assert "accepted already" in refusal(begun, SayReady(ADA.id))


def guest_away(*invited: object) -> Match:
    """A challenge whose first guests are awaited, and in which the host has said that she is
    there."""
    *first, last = [p for p in invited if p]
    match = after(asked(*invited, days=14), *map(Accept, first))  # type: ignore[arg-type]
    match = after(match, Accept(last), now=LATER)  # type: ignore[arg-type]
    return after(match, SayReady(ADA.id), now=LATER)


def test_a_guest_who_is_not_ready_loses_the_seat_which_is_free_for_anyone() -> None:
    match = guest_away(GRACE, LINUS)
    assert match.awaited == (GRACE,)

    events = answers(match, Tick(), OVER)

    assert events == [Declined(GRACE.id)]
    open_again = after(match, Tick(), now=OVER)
    assert (open_again.status, open_again.muster.absent) == (Status.INVITED, (GRACE,))
    assert (open_again.awaited, open_again.gathered) == ((), (ADA, LINUS))
    assert due_at(open_again) == open_again.expires
    assert [p.kind for p in posts_for(match, open_again, events)] == ["reopened"]
    again = answers(open_again, Accept(EDSGER), OVER)
    assert again == [Accepted(EDSGER), Mustered(OVER + TERM), Ready(EDSGER.id)]
    assert after(open_again, Accept(EDSGER), now=OVER).muster.absent == ()


def test_several_lose_their_seats_together_and_who_gives_one_back_ends_the_waiting() -> None:
    lost = after(guest_away(GRACE, LINUS, EDSGER), Tick(), now=OVER)
    assert lost.muster.absent == (GRACE, LINUS)
    assert lost.gathered == (ADA, EDSGER)

    given_back = after(guest_away(GRACE, LINUS), Decline(LINUS), now=LATER)
    assert (given_back.awaited, given_back.muster.absent) == ((), ())
    assert given_back.status is Status.INVITED
    assert after(mustering(), Withdraw(ADA), now=LATER).status is Status.WITHDRAWN


def test_once_the_challenge_has_stood_for_its_time_a_seat_lost_is_its_end() -> None:
    match = after(asked(GRACE, LINUS, days=14), Accept(GRACE))
    at = match.expires - HOUR
    match = after(match, Accept(LINUS), SayReady(ADA.id), now=at)
    assert due_at(match) == at + TERM

    assert answers(match, Tick(), match.expires) == []
    assert answers(match, Tick(), at + TERM) == [Expired()]


def test_begin_asks_those_who_are_in_and_takes_in_who_comes_meanwhile() -> None:
    match = after(asked(GRACE, LINUS, days=14), Accept(GRACE))
    assert kinds(answers(match, Begin(ADA), START + HOUR)) == ["started"]
    assert answers(match, Begin(ADA), LATER) == [Mustered(UNTIL), Ready(ADA.id)]

    begun = after(match, Begin(ADA), now=LATER)

    assert "asked already" in refusal(begun, Begin(ADA), LATER)
    assert answers(begun, Accept(LINUS), LATER) == [Accepted(LINUS), Ready(LINUS.id)]
    assert answers(begun, Decline(LINUS), LATER) == [Declined(LINUS.id)]
    assert after(begun, Decline(LINUS), now=LATER).awaited == (GRACE,)
    three = after(begun, Accept(LINUS), SayReady(GRACE.id), now=LATER)
    assert len(three.seats) == 3


async def test_the_robot_is_always_ready_and_never_asked(club: Club) -> None:
    match = await club.ask(ROBOT, GRACE, control=None)
    club.pass_by(hours=2)

    match = await club.do(match.id, Accept(GRACE))
    assert match.awaited == (ADA,)
    match = await club.do(match.id, SayReady(ADA.id))
    assert match.status is Status.RUNNING


async def test_who_asks_for_a_rematch_again_that_waits_for_them_is_there(club: Club) -> None:
    match = await club.begin(control=None)
    await club.do(match.id, Resign(ADA.id))
    await club.matches.rematch(match.id, ADA)
    club.pass_by(days=1)
    waiting = await club.matches.rematch(match.id, GRACE)
    assert waiting.awaited == (ADA,)

    again = await club.matches.rematch(match.id, ADA)

    assert (again.id, again.status) == (waiting.id, Status.RUNNING)


async def test_the_clock_ends_the_waiting_also_across_a_restart(club: Club) -> None:
    match = await club.ask(control=days_a_move(14))
    club.pass_by(hours=2)
    await club.do(match.id, Accept(GRACE))
    restarted = club.restarted()

    assert await restarted.tick() == club.clock.now + TERM
    club.clock.now += TERM
    assert await restarted.tick() is None

    assert (await restarted.match(match.id)).status is Status.EXPIRED
    assert club.store.said == ["challenge", "muster", "closed"]


WARNED = START + 53 * DAY


def held() -> Match:
    match = begun()
    return after(match, Hold(match.board_seq))


def overdue() -> Match:
    return after(after(begun(), Tick(), now=START + 7 * DAY), Tick(), now=START + 8 * DAY)


def endless() -> Match:
    return begun(days=None)


def of_three() -> Match:
    return begun(GRACE, LINUS, days=None)


@pytest.mark.parametrize("begin", [endless, of_three, held])
def test_without_a_clock_the_end_comes_seven_days_after_a_warning(
    begin: Callable[[], Match],
) -> None:
    match = begin()
    assert due_at(match) == due_otherwise(match) == summary_of(match).due_otherwise == WARNED
    assert answers(match, Tick(), WARNED - DAY) == []
    assert answers(match, Tick(), WARNED) == [AbandonWarned()]

    warned = after(match, Tick(), now=WARNED)

    assert warned.board_seq == match.board_seq
    assert due_at(warned) == WARNED + 7 * DAY
    assert answers(warned, Tick(), WARNED + 6 * DAY) == []
    assert answers(warned, Tick(), WARNED + 7 * DAY) == [Ended((), "abandoned")]
    over = after(warned, Tick(), now=WARNED + 7 * DAY)
    assert (over.status, over.outcome) == (Status.ENDED, Outcome((), "abandoned"))
    assert closed_sentence(over) == "Match 12 is over: nobody had moved for long, and nobody won."


def test_talk_about_a_draw_is_no_move_and_an_overdue_match_that_nobody_claims_is_abandoned() -> (
    None
):
    assert due_at(overdue()) == WARNED
    assert answers(overdue(), Tick(), WARNED) == [AbandonWarned()]
    warned = after(begun(days=None), Tick(), now=WARNED)

    talked = after(
        warned, OfferDraw(ADA.id), AnswerRequest(DRAW, GRACE.id, False), now=WARNED + DAY
    )

    assert due_at(talked) == WARNED + 7 * DAY


@pytest.mark.parametrize("hard", [False, True])
def test_a_match_with_a_deadline_to_come_never_counts_as_abandoned(hard: bool) -> None:
    match = begun(control=days_a_move(14, hard=hard), days=None)
    for _ in range(6):
        match = after(match, GiveTime(GRACE.id, 7 * 24))

    assert (abandoned_at(match), due_otherwise(match)) == (None, None)
    assert match.deadline == START + 56 * DAY
    assert all(e.kind != "abandon_warned" for e in answers(match, Tick(), WARNED + DAY))


@pytest.mark.parametrize(
    ("begin", "command"),
    [
        (endless, Play(ADA.id, "1")),
        (overdue, Play(ADA.id, "1")),
        (overdue, GiveTime(GRACE.id, 24)),
        (held, Announce(Seq(3), WARNED + DAY)),
    ],
)
def test_a_move_or_a_clock_that_runs_again_ends_the_warning(
    begin: Callable[[], Match], command: Command
) -> None:
    warned = after(begin(), Tick(), now=WARNED)
    assert warned.warned

    saved = after(warned, command, now=WARNED + DAY)

    assert saved.warned is None
    assert answers(saved, Tick(), WARNED + DAY) == []


def test_with_all_its_time_used_up_long_after_it_is_warned_before_it_ends() -> None:
    match = begun(control=days_a_move(14), days=None)
    for _ in range(6):
        match = after(match, GiveTime(GRACE.id, 7 * 24))
    for now in (START + 56 * DAY, START + 70 * DAY):
        match = after(match, Tick(), now=now)
    assert match.overdue

    assert answers(match, Tick(), START + 70 * DAY) == [AbandonWarned()]
    warned = after(match, Tick(), now=START + 70 * DAY)
    assert due_at(warned) == START + 77 * DAY


async def test_the_warning_comes_first_also_when_the_bot_was_away_for_longer(club: Club) -> None:
    match = await club.begin(control=None)
    await club.deliver()
    club.pass_by(days=200)

    upcoming: datetime | None = club.clock.now
    while upcoming:
        club.clock.now = max(club.clock.now, upcoming)
        upcoming = await club.restarted().tick()

    assert club.clock.now == START + 207 * DAY
    assert (await club.match(match.id)).status is Status.ENDED
    assert club.store.said[-3:] == ["turn", "abandon", "end"]


async def test_a_match_in_which_nothing_can_be_done_does_not_keep_the_clock_busy(
    club: Club,
) -> None:
    match = await club.ask(control=None)
    club.clock.now = LATER
    waiting = await club.do(match.id, Accept(GRACE))
    # All are ready, but the match was never begun.
    await club.matches._writing.write(waiting, [Ready(ADA.id)], LATER)
    club.clock.now = UNTIL

    async with asyncio.timeout(PATIENCE):
        assert await club.tick() == UNTIL + REST
    assert (await club.match(match.id)).status is Status.INVITED


async def test_a_turn_that_could_not_be_announced_does_not_keep_the_clock_busy(club: Club) -> None:
    await club.begin(control=None)
    club.clock.now = WARNED

    assert await club.tick() == WARNED + 7 * DAY
