"""The time of a match: what each control does to its clocks, grace, and the end by itself."""

from datetime import datetime, timedelta

import pytest

from bot.games.core import Outcome
from bot.model.clock.clock_state import GRACE as GRACE_TIME
from bot.model.clock.time_control import BANKS, TimeControl, days_a_move, offered_controls
from bot.model.clock.units import DAY, HOUR
from bot.model.commands import Announce, Claim, Hold, OfferDraw, Play, Tick
from bot.model.events import Ended, GraceUsed, Overdue, Played, Recorded, Resigned, event
from bot.model.fold import evolve
from bot.model.match import Match
from bot.model.projection import due_at, summary_of
from bot.model.records import CalendarChange, Seq, Status
from tests.helpers.matches import NO_VACATION, after, answers, begun, refusal
from tests.helpers.people import ADA, FIRST, GRACE, LINUS, ROBOT, SECOND
from tests.helpers.playing import known
from tests.service.conftest import START, Club

SOFT, HARD = days_a_move(3), days_a_move(3, hard=True)
SHORT_BANK = BANKS[0]
HARD_BANK = TimeControl(3 * DAY, DAY, 7 * DAY, hard=True)
CONTROLS = [each for hard in (False, True) for each in offered_controls(hard=hard) if each]


def timed(control: TimeControl | None, *invited: object) -> Match:
    return begun(*(invited or (GRACE,)), control=control, days=None)  # type: ignore[arg-type]


def lefts(match: Match) -> list[timedelta]:
    """What each seat has, in order of play."""
    return [clock.left for clock in match.clocks]


def graced(match: Match) -> Match:
    return after(match, Tick(), now=known(match.deadline))


# The clocks


@pytest.mark.parametrize("control", CONTROLS)
def test_a_match_begins_with_the_whole_time_for_everybody(control: TimeControl) -> None:
    match = timed(control)

    assert lefts(match) == [control.start] * 2
    assert match.deadline == START + control.start


def test_without_a_limit_there_is_no_clock_and_nothing_is_counted() -> None:
    match = timed(None)

    assert (match.clocks, match.clock, match.deadline) == ((), None, None)
    assert answers(match, Play(ADA.id, "1"), START + DAY) == [Played(FIRST, "1")]
    assert answers(match, Tick(), START + 52 * DAY) == []


def test_days_a_move_are_whole_again_and_a_bank_gains_the_increment_up_to_its_cap() -> None:
    match = after(timed(SOFT), Play(ADA.id, "1"), now=START + 2 * DAY)
    assert lefts(match) == [3 * DAY] * 2
    assert match.deadline == START + 5 * DAY

    match = after(timed(SHORT_BANK), Play(ADA.id, "1"), now=START + 30 * HOUR)
    assert match.plies[-1].at == START + 30 * HOUR
    assert lefts(match) == [3 * DAY - 30 * HOUR + DAY, 3 * DAY]
    assert match.deadline == START + 30 * HOUR + 3 * DAY
    match = timed(SHORT_BANK)
    for person in (ADA, GRACE) * 5:
        match = after(match, Play(person.id, "1"))
    assert lefts(match) == [7 * DAY] * 2


def test_what_a_move_took_stands_in_its_record_and_comes_back_from_it() -> None:
    now = START + timedelta(days=1, microseconds=5)
    (played,) = answers(timed(SHORT_BANK), Play(ADA.id, "1"), now)

    assert played == Played(FIRST, "1", used=DAY // timedelta(microseconds=1) + 5)
    assert event(played.kind, played.payload()) == played


# Grace


def test_the_first_time_over_is_the_grace_of_the_match_once_for_each() -> None:
    match = timed(SOFT)
    over = START + 3 * DAY
    assert answers(match, Tick(), over) == [GraceUsed(FIRST, late=0)]

    given = graced(match)
    assert given.deadline == over + GRACE_TIME
    assert (given.overdue, given.board_seq) == (False, match.board_seq)
    assert due_at(given) == over + GRACE_TIME
    # The grace is the last reminder.
    assert answers(given, Tick(), over + 23 * HOUR) == []
    assert answers(given, Tick(), over + GRACE_TIME) == [Overdue(FIRST)]


def test_grace_is_used_last_and_not_carried_over() -> None:
    given = graced(timed(SHORT_BANK))
    moved = after(given, Play(ADA.id, "1"), now=START + 3 * DAY + HOUR)

    assert lefts(moved) == [DAY, 3 * DAY]
    again = after(moved, Play(GRACE.id, "1"), now=START + 3 * DAY + HOUR)
    assert again.deadline == START + 3 * DAY + HOUR + DAY
    # Ada has had hers, Grace has not.
    assert answers(again, Tick(), again.deadline) == [Overdue(FIRST)]
    theirs = after(again, Play(ADA.id, "1"), now=START + 4 * DAY)
    assert answers(theirs, Tick(), known(theirs.deadline)) == [GraceUsed(SECOND)]


def test_who_is_noticed_late_has_the_whole_grace_from_then() -> None:
    match, noticed = timed(HARD), START + 10 * DAY
    assert answers(match, Tick(), noticed) == [GraceUsed(FIRST, late=7 * 86_400_000_000)]
    assert after(match, Tick(), now=noticed).deadline == noticed + GRACE_TIME
    # A move between the deadline and the grace counts.
    moved = after(match, Play(ADA.id, "1"), now=START + 3 * DAY + HOUR)
    assert (moved.turn_person, moved.clocks[0].grace_used) == (GRACE, False)

    soft = timed(SOFT)
    early = refusal(soft, Claim(GRACE.id), START + 3 * DAY)
    assert early == "Ada still has a grace of 24 hours. Wait for its end."
    assert "Ada still has time" in refusal(graced(soft), Claim(GRACE.id), START + 3 * DAY + HOUR)


# The end


def test_hard_it_ends_by_itself_when_the_time_is_over() -> None:
    match = graced(timed(HARD))
    over = START + 3 * DAY + GRACE_TIME

    assert answers(match, Tick(), over - timedelta(microseconds=1)) == []
    assert answers(match, Tick(), over) == [Ended((SECOND,), "time_lost")]
    lost = after(match, Tick(), now=over)
    assert (lost.status, lost.outcome) == (Status.ENDED, Outcome((2,), "time_lost"))
    assert (lost.deadline, summary_of(lost).due) == (None, None)
    # A move counts until it has ended, and there is nothing to claim.
    match = graced(timed(HARD_BANK))
    assert after(match, Play(ADA.id, "1"), now=over).turn_person == GRACE
    assert "there is nothing to claim" in refusal(match, Claim(GRACE.id), over)


def test_hard_among_three_the_others_play_on() -> None:
    match = graced(timed(HARD, GRACE, LINUS))
    over = START + 3 * DAY + GRACE_TIME
    assert answers(match, Tick(), over) == [Resigned(FIRST, late=True)]

    two = after(match, Tick(), now=over)
    assert (two.turn_person, two.plies[-1].text) == (GRACE, "late")
    assert two.deadline == over + 3 * DAY
    last = after(graced(two), Tick(), now=over + 3 * DAY + GRACE_TIME)
    assert last.outcome == Outcome((3,), "time_lost")


# A turn that was never announced


@pytest.mark.parametrize("control", CONTROLS)
def test_a_turn_announced_late_has_its_whole_time_from_then(control: TimeControl) -> None:
    match = after(timed(control), Play(ADA.id, "1"), now=START + HOUR)
    before = lefts(match)
    held = after(match, Hold(match.board_seq), now=START + 40 * DAY)
    assert (held.held, held.deadline, held.clock) == (True, None, None)
    assert answers(held, Tick(), START + 50 * DAY) == []
    (played,) = answers(held, Play(GRACE.id, "1"), START + 199 * DAY)
    assert played == Played(SECOND, "1", used=0)

    at = START + 200 * DAY
    said = after(held, Announce(match.board_seq, at), now=at)

    assert lefts(said) == before
    assert said.deadline == at + control.start


# By itself


async def test_the_clock_gives_grace_and_ends_a_match_also_across_restarts(club: Club) -> None:
    await club.store.save_calendars(CalendarChange(ADA.id, NO_VACATION, ()))
    match = await club.begin(control=HARD_BANK)
    await club.deliver()
    upcoming: datetime | None = START
    while upcoming:
        club.clock.now = upcoming
        upcoming = await club.restarted().tick()

    assert club.clock.now == START + 3 * DAY + GRACE_TIME
    happened = [each.event for each in await club.store.events(match.id)][-2:]
    assert happened == [GraceUsed(FIRST), Ended((SECOND,), "time_lost")]
    assert club.store.said == ["challenge", "turn", "grace", "end"]


async def test_the_robot_never_loses_on_time(club: Club) -> None:
    match = await club.begin(ROBOT, control=HARD)
    await club.do(match.id, Play(ADA.id, "1"))
    club.pass_by(days=30)  # The bot was down.

    await club.tick()

    current = await club.match(match.id)
    assert [ply.seat for ply in current.plies] == [1, 2]
    assert current.deadline == club.clock.now + 3 * DAY


def test_an_offer_of_a_draw_stops_no_clock() -> None:
    match = timed(HARD)
    assert after(match, OfferDraw(ADA.id), now=START + HOUR).deadline == match.deadline


def test_a_record_of_version_0_1_folds_to_days_a_move_and_its_moves_take_nothing() -> None:
    match = begun(days=7)
    old = Recorded(Seq(match.seq + 1), event("played", '{"seat":1,"text":"1"}'), START + 2 * DAY)

    moved = evolve(match, old).timed((), old.at)

    assert moved.control == days_a_move(7)
    assert moved.deadline == START + 9 * DAY
