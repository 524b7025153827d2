"""A match in which nobody moves is closed, not without a warning."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from bot.games.core import Outcome
from bot.model.clock.time_control import days_a_move
from bot.model.commands import Announce, AnswerDraw, Command, GiveTime, Hold, OfferDraw, Play, Tick
from bot.model.decide.requirements import closed_sentence
from bot.model.events import AbandonWarned, Ended
from bot.model.match import Match
from bot.model.projection import abandoned_at, due_at, due_otherwise, summary_of
from bot.model.records import Status
from tests.helpers.matches import after, answers, begun
from tests.helpers.people import ADA, GRACE, LINUS
from tests.service.conftest import START, Club

DAY = timedelta(days=1)
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
def test_without_a_clock_a_warning_comes_and_then_the_end(begin: Callable[[], Match]) -> None:
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

    talked = after(warned, OfferDraw(ADA.id), AnswerDraw(GRACE.id, False), now=WARNED + DAY)

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
        (held, Announce(3, WARNED + DAY)),
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
        upcoming = await club.anew().tick()

    assert club.clock.now == START + 207 * DAY
    assert (await club.match(match.id)).status is Status.ENDED
    assert club.store.said[-3:] == ["turn", "abandon", "end"]


async def test_a_turn_that_could_not_be_announced_does_not_keep_the_clock_busy(club: Club) -> None:
    await club.begin(control=None)
    club.clock.now = WARNED

    assert await club.tick() == WARNED + 7 * DAY
