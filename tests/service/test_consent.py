"""Time that is asked for and given."""

from collections.abc import Callable

import pytest

from bot.model.clock.calendar import Calendar
from bot.model.clock.running import Segment
from bot.model.clock.time_control import BANKS, LONGEST, TimeControl, days_a_move
from bot.model.clock.units import DAY, HOUR, MICROSECOND
from bot.model.commands import (
    AnswerRequest,
    AskTime,
    Claim,
    Command,
    GiveTime,
    Hold,
    Play,
    Resign,
    Tick,
)
from bot.model.events import Overdue, TimeAsked, TimeDeclined, TimeGiven, event
from bot.model.match import Match
from bot.model.projection import posts_for, waits_for
from bot.model.refusals import Reason
from bot.model.requests import TIME
from bot.service.thinking import Robot
from tests.helpers.matches import after, answers, asked, begun, refusal, refused
from tests.helpers.people import ADA, FIRST, GRACE, LINUS, ROBOT, SECOND, THIRD
from tests.helpers.thinking import InThreads
from tests.service.conftest import START, Club

ASKED = AskTime(ADA.id, 72)


def test_who_is_to_move_asks_for_time_and_the_other_gives_it_or_says_no() -> None:
    match = begun()
    assert answers(match, ASKED) == [TimeAsked(FIRST, 72)]
    waiting = after(match, ASKED)
    assert waiting.deadline == match.deadline

    assert answers(waiting, AnswerRequest(TIME, GRACE.id, True)) == [TimeGiven(FIRST, SECOND, 72)]
    given = after(waiting, AnswerRequest(TIME, GRACE.id, True))
    assert (given.requests.time, given.gift) == (None, TimeGiven(FIRST, SECOND, 72))
    assert given.deadline == START + 10 * DAY
    assert given.board_seq == match.board_seq

    assert answers(waiting, AnswerRequest(TIME, GRACE.id, False)) == [TimeDeclined(SECOND)]
    declined = after(waiting, AnswerRequest(TIME, GRACE.id, False))
    assert declined.requests.time is None
    assert [no.request.amount for no in declined.declined_in_turn(TIME)] == [72]
    assert declined.clocks == waiting.clocks
    # Given unasked, time answers a request, too.
    unasked = after(waiting, GiveTime(GRACE.id, 24))
    assert (unasked.requests.time, unasked.deadline) == (None, START + 8 * DAY)


def test_a_request_is_open_until_the_turn_is_over() -> None:
    waiting = after(begun(), ASKED)
    assert "already. Wait for Grace's answer" in refusal(waiting, AskTime(ADA.id, 24))

    moved = after(waiting, Play(ADA.id, "1"))

    assert moved.requests.time is None
    gone = refused(moved, AnswerRequest(TIME, GRACE.id, True))
    assert gone.reason is Reason.NO_TIME_REQUEST


def test_what_was_declined_is_not_asked_for_again_in_the_turn() -> None:
    declined = after(begun(), ASKED, AnswerRequest(TIME, GRACE.id, False))

    assert "has said no to 3 days in this turn" in refusal(declined, ASKED)
    assert answers(declined, AskTime(ADA.id, 24)) == [TimeAsked(FIRST, 24)]
    later = after(declined, Play(ADA.id, "1"), Play(GRACE.id, "1"))
    assert answers(later, ASKED) == [TimeAsked(FIRST, 72)]


@pytest.mark.parametrize(
    ("match", "command", "why"),
    [
        (lambda: begun(), AskTime(GRACE.id, 24), "It is not your turn."),
        (lambda: begun(), GiveTime(ADA.id, 24), "It is your own turn"),
        (lambda: begun(), GiveTime(LINUS.id, 24), "You do not play"),
        (lambda: begun(), AnswerRequest(TIME, GRACE.id, True), "There is no request for time"),
        (
            lambda: after(begun(), ASKED),
            AnswerRequest(TIME, ADA.id, True),
            "The request is your own.",
        ),
        (lambda: begun(days=None), ASKED, "no time limit"),
        (lambda: begun(days=None), GiveTime(GRACE.id, 24), "no time limit"),
        (lambda: begun(GRACE, LINUS), ASKED, "3 of you are still playing"),
        (lambda: begun(GRACE, LINUS), GiveTime(GRACE.id, 24), "3 of you are still playing"),
        (lambda: asked(GRACE), ASKED, "has not begun yet"),
        (lambda: begun(), AskTime(ADA.id, 0), "1 hour to 14 days"),
        (lambda: begun(), GiveTime(GRACE.id, 15 * 24), "1 hour to 14 days"),
    ],
)
def test_what_is_refused_says_why(match: Callable[[], Match], command: Command, why: str) -> None:
    assert why in refusal(match(), command)


def test_once_two_are_left_of_three_they_give_each_other_time() -> None:
    two = after(begun(GRACE, LINUS), Resign(GRACE.id))

    assert answers(two, GiveTime(LINUS.id, 24)) == [TimeGiven(FIRST, THIRD, 24)]


@pytest.mark.parametrize("control", [days_a_move(14), *BANKS])
def test_nobody_gets_more_than_the_longest_time_for_a_turn(control: TimeControl) -> None:
    match, given = begun(control=control, days=None), 0
    while match.clocks[0].left + 7 * DAY <= LONGEST:
        match, given = after(match, GiveTime(GRACE.id, 168)), given + 1
    assert given > 5

    for command in (GiveTime(GRACE.id, 168), AskTime(ADA.id, 168)):
        assert "more than 60 days" in refusal(match, command)
    assert match.clocks[0].left == control.start + given * 7 * DAY


def test_whose_time_is_over_has_all_that_is_given_from_then_on() -> None:
    match = after(begun(), Tick(), now=START + 7 * DAY)
    over = START + 8 * DAY
    late = after(match, Tick(), now=over)
    assert late.overdue

    now = over + 5 * DAY
    gift = TimeGiven(FIRST, SECOND, 24, late=5 * DAY // MICROSECOND)
    assert answers(late, GiveTime(GRACE.id, 24), now) == [gift]
    assert event(gift.kind, gift.payload()) == gift
    given = after(late, GiveTime(GRACE.id, 24), now=now)

    assert (given.overdue, given.deadline) == (False, now + DAY)
    assert "still has time" in refusal(given, Claim(GRACE.id), now + HOUR)
    assert answers(given, Tick(), now + DAY) == [Overdue(FIRST)]
    # What made up for the lateness is not carried over.
    assert after(given, Play(ADA.id, "1"), now=now + HOUR).clocks[0].left == 7 * DAY


def test_what_is_given_runs_on_as_the_clock_does_and_lateness_is_running_time() -> None:
    saturdays = (Segment(START, Calendar(weekend=frozenset({5}), automatic_vacation=False)),)
    match = after(begun(), Tick(), now=START + 8 * DAY, history=saturdays)
    late = after(match, Tick(), now=START + 9 * DAY + HOUR, history=saturdays)
    assert late.overdue

    # From Sunday noon, 1 March, until Wednesday, 18 March: two Saturdays are in it.
    now = START + 17 * DAY
    (gift,) = answers(late, GiveTime(GRACE.id, 72), now, history=saturdays)
    given = after(late, GiveTime(GRACE.id, 72), now=now, history=saturdays)

    assert isinstance(gift, TimeGiven)
    assert gift.late * MICROSECOND == 15 * DAY - late.clocks[0].budget
    # A third Saturday stands before its end.
    assert given.deadline == now + 4 * DAY


# The robot


def test_time_is_given_while_the_clock_stands_unannounced() -> None:
    match = begun()
    held = after(match, Hold(match.board_seq))

    given = after(held, GiveTime(GRACE.id, 24), now=START + 20 * DAY)

    assert given.held
    assert given.clocks[0].left == 8 * DAY


async def test_the_robot_gives_time_at_once(club: Club) -> None:
    match = after(begun(ROBOT), ASKED)
    assert waits_for(match, ROBOT.id)
    assert not waits_for(begun(ROBOT), ROBOT.id)
    (command,) = await Robot(InThreads(), ROBOT).commands(match)
    assert command == AnswerRequest(TIME, ROBOT.id, yes=True)
    assert not waits_for(after(match, command), ROBOT.id)
    # The request waits for the answer, which stands for both.
    events = answers(begun(ROBOT), ASKED)
    assert [p.kind for p in posts_for(begun(ROBOT), match, events, ROBOT.id)] == ["thinking"]
    assert [p.kind for p in posts_for(begun(ROBOT), match, events)] == ["ask_time"]

    match = await club.ask(ROBOT)
    await club.do(match.id, ASKED)
    await club.tick()
    assert (await club.match(match.id)).deadline == START + 10 * DAY
    assert club.store.said[-1] == "time_given"
