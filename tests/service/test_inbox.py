"""Whom matches wait for, in which order and pages, and profiles, as they are read off a store."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.clock.time_control import days_a_move
from bot.model.clock.units import HOUR
from bot.model.commands import (
    Accept,
    AskTime,
    CallOff,
    Command,
    Decline,
    OfferDraw,
    Play,
    Resign,
    SayReady,
    TakeBack,
    Tick,
)
from bot.model.match import Muster
from bot.model.profiles.profile import Profile
from bot.model.projection import awaited
from bot.model.records import ChannelId, MatchId, MatchSummary, PersonId, Status
from bot.service.inbox import LAST_PAGE, PAGE, Kind, counted_page, next_after, order, waiting_for
from bot.service.personal.recap import NO_CHANGES, changes_for
from bot.service.profiles import NEWEST
from tests.helpers.matches import after, asked, begun, play_all
from tests.helpers.people import ADA, CHANNEL, EDSGER, GRACE, LINUS, ROBOT
from tests.helpers.playing import known
from tests.service.conftest import START, Club
from tests.store.contracts.matches import NOW, row_of

# Whom a match waits for


def test_a_match_waits_for_those_asked_the_unready_the_mover_and_the_answer_to_a_request() -> None:
    match = asked(GRACE, LINUS, None)
    assert awaited(match) == (GRACE.id, LINUS.id)
    assert awaited(after(match, Accept(GRACE))) == (LINUS.id,)
    assert awaited(after(match, Decline(GRACE))) == (LINUS.id,)
    assert awaited(asked(None)) == ()
    gathered = after(asked(GRACE, None, None), Accept(GRACE), Accept(LINUS))
    unready = replace(gathered, muster=Muster(START, frozenset({GRACE.id})))
    assert set(awaited(unready)) == {ADA.id, LINUS.id}
    match = begun()
    assert awaited(match) == (ADA.id,)
    assert awaited(after(match, OfferDraw(ADA.id))) == (ADA.id, GRACE.id)
    assert awaited(after(match, OfferDraw(GRACE.id))) == (ADA.id,)
    assert awaited(after(match, AskTime(ADA.id, 24))) == (ADA.id, GRACE.id)
    assert awaited(after(play_all(match, "1 1"), TakeBack(GRACE.id))) == (ADA.id,)
    assert awaited(after(match, Resign(ADA.id))) == ()


# What is new


def test_a_board_never_seen_is_new_and_the_turns_before_it_were_missed() -> None:
    match = play_all(begun(), "1")
    found = changes_for(match, GRACE.id, None)
    assert found.new
    assert [ply.text for ply in found.missed] == ["1"]
    assert changes_for(match, GRACE.id, match.seq) == NO_CHANGES
    assert changes_for(match, LINUS.id, None) == NO_CHANGES
    # One's own last move is a look at the board.
    found = changes_for(play_all(begun(LINUS, GRACE), "1 1 1"), ADA.id, None)
    assert ([ply.text for ply in found.missed], found.new) == (["1", "1"], False)


def test_what_the_other_side_asks_for_is_told_and_what_one_asks_oneself_is_not() -> None:
    asking = (OfferDraw(GRACE.id), TakeBack(GRACE.id), AskTime(ADA.id, 24))
    match = after(play_all(begun(), "1 1"), *asking)
    assert changes_for(match, ADA.id, match.seq).asks == ("draw", "takeback")
    assert changes_for(match, GRACE.id, match.seq).asks == ("time",)


@pytest.mark.parametrize(
    ("end", "ada", "grace"),
    [(Resign(GRACE.id), True, False), (CallOff(LINUS.id), True, True)],
)
def test_an_end_is_new_to_who_did_not_bring_it(end: Command, ada: bool, grace: bool) -> None:
    match = after(begun(), end)
    assert changes_for(match, ADA.id, None).new is ada
    assert changes_for(match, GRACE.id, None).new is grace
    assert not changes_for(match, ADA.id, match.seq).new


# The book


async def test_the_inbox_holds_what_waits_and_leaves_out_the_rest(club: Club) -> None:
    mine, theirs = await club.begin(), await club.begin()
    await club.do(theirs.id, Play(ADA.id, "1"))
    over = await club.begin()
    await club.do(over.id, Resign(ADA.id))
    others = await club.ask(LINUS, host=EDSGER)
    asked_me = await club.ask(ADA, host=EDSGER, channel=8)

    async def found(kind: Kind, channel: ChannelId = CHANNEL) -> list[int]:
        return [row.match for row in (await club.service.inbox.page(ADA.id, kind, 0, channel)).rows]

    assert await found(Kind.WAITING) == [mine.id, asked_me.id]
    assert await found(Kind.MINE) == [mine.id, asked_me.id, theirs.id]
    assert await found(Kind.HERE) == [mine.id, theirs.id, others.id]
    assert await found(Kind.HERE, ChannelId(8)) == [asked_me.id]
    assert await found(Kind.FINISHED) == [over.id]
    assert [row.match for row in await club.service.inbox.waiting(GRACE.id)] == [theirs.id]


async def test_an_offered_draw_waits_for_who_is_not_to_move_and_a_taken_seat_for_others(
    club: Club,
) -> None:
    match = await club.begin()
    await club.do(match.id, OfferDraw(ADA.id))
    assert [row.match for row in await club.service.inbox.waiting(GRACE.id)] == [match.id]
    await club.do(match.id, Play(ADA.id, "1"))
    await club.do(match.id, Play(GRACE.id, "1"))
    assert await club.service.inbox.waiting(GRACE.id) == []
    # Who took a seat that was anyone's has the match in their inbox.
    match = await club.ask(GRACE, None)
    await club.do(match.id, Accept(LINUS))
    [row] = (await club.service.inbox.page(LINUS.id, Kind.MINE, 0, CHANNEL)).rows
    assert (row.match, row.awaited) == (match.id, (GRACE.id,))


async def test_what_is_over_has_pages_too_the_newest_first(club: Club) -> None:
    for _ in range(PAGE + 2):
        match = await club.begin()
        await club.do(match.id, Resign(GRACE.id))
        club.clock.now += timedelta(hours=1)
    first = await club.service.inbox.page(ADA.id, Kind.FINISHED, 0, CHANNEL)
    second = await club.service.inbox.page(ADA.id, Kind.FINISHED, 1, CHANNEL)
    assert [row.match for row in first.rows] == list(range(11, 2, -1))
    assert (first.more, first.pages) == (True, None)
    assert [row.match for row in second.rows] == [2, 1]
    assert not second.more
    assert (await club.service.inbox.page(ADA.id, Kind.FINISHED, 999, CHANNEL)).number == LAST_PAGE


async def test_a_profile_counts_what_ended_and_times_every_answer(club: Club) -> None:
    await club.resigned()
    lost = await club.begin()
    club.pass_by(hours=5)
    await club.do(lost.id, Play(ADA.id, "1"))
    club.pass_by(days=7)
    await club.do(lost.id, Tick())
    club.pass_by(days=1)
    await club.do(lost.id, Tick())
    off = await club.begin()
    await club.do(off.id, CallOff(LINUS.id))
    running = await club.begin()
    club.pass_by(hours=3)
    await club.do(running.id, Play(ADA.id, "1"))

    ada = await club.service.profiles.profile(ADA.id)
    grace = await club.service.profiles.profile(GRACE.id)

    assert ada == Profile(1, 1, 1, 1, 2, 4 * HOUR, 2, {"pile": 2})
    assert (grace.ended, grace.finished, grace.answers, grace.median) == (1, 1, 0, None)
    assert await club.service.profiles.profile(LINUS.id) == Profile()


async def test_lost_time_is_not_finished(club: Club) -> None:
    await club.service.calendars.set_automatic(ADA.id, False)
    match = await club.begin(control=days_a_move(1, hard=True))
    for _ in range(2):
        club.pass_by(days=1)
        await club.do(match.id, Tick())
    ada, grace = [await club.service.profiles.profile(each.id) for each in (ADA, GRACE)]
    assert (ada.ended, ada.finished, ada.kept, ada.timed) == (1, 0, 0, 1)
    assert (grace.ended, grace.finished, grace.kept, grace.timed) == (1, 1, 1, 1)


async def test_a_match_with_the_robot_alone_counts_as_played_only(club: Club) -> None:
    alone = await club.ask(ROBOT)
    await club.do(alone.id, Resign(ADA.id))
    others = await club.begin(GRACE, LINUS)
    await club.do(others.id, Resign(LINUS.id))
    await club.do(others.id, Resign(GRACE.id))
    profile = await club.service.profiles.profile(ADA.id)
    assert (profile.ended, profile.games) == (1, {"pile": 2})


async def test_who_is_not_there_when_a_match_is_to_begin_has_not_finished_it(club: Club) -> None:
    match = await club.ask(GRACE, control=None)
    club.pass_by(hours=2)
    await club.do(match.id, Accept(GRACE))
    club.pass_by(hours=48)
    await club.do(match.id, Tick())
    # Linus is not there: the seat is free for others.
    match = await club.ask(LINUS, GRACE, control=None)
    await club.do(match.id, Accept(LINUS))
    club.pass_by(hours=2)
    await club.do(match.id, Accept(GRACE))
    await club.do(match.id, SayReady(ADA.id))
    club.pass_by(hours=48)
    assert (await club.do(match.id, Tick())).muster.absent == (LINUS,)

    counts = [await club.service.profiles.profile(each.id) for each in (ADA, GRACE, LINUS)]
    assert [(each.ended, each.finished, each.timed) for each in counts] == [
        (1, 0, 0),
        (0, 0, 0),
        (1, 0, 0),
    ]


async def test_a_seat_given_back_in_time_or_taken_again_is_no_absence(club: Club) -> None:
    match = await club.ask(GRACE, LINUS, control=None)
    await club.do(match.id, Accept(LINUS))
    club.pass_by(hours=2)
    await club.do(match.id, Accept(GRACE))
    await club.do(match.id, Decline(LINUS))
    assert (await club.service.profiles.profile(LINUS.id)).ended == 0

    club.pass_by(hours=2)
    await club.do(match.id, Accept(LINUS))
    await club.do(match.id, SayReady(ADA.id))
    club.pass_by(hours=48)
    assert (await club.do(match.id, Tick())).muster.absent == (GRACE,)
    assert (await club.service.profiles.profile(GRACE.id)).ended == 1

    again = await club.do(match.id, Accept(GRACE))
    for person in again.awaited:
        await club.do(match.id, SayReady(person.id))
    assert (await club.match(match.id)).status is Status.RUNNING
    assert (await club.service.profiles.profile(GRACE.id)).ended == 0
    await club.do(match.id, Resign(ADA.id))
    await club.do(match.id, Resign(LINUS.id))
    grace = await club.service.profiles.profile(GRACE.id)
    assert (grace.ended, grace.finished) == (1, 1)


ME = ADA.id


async def test_only_the_newest_matches_count(club: Club) -> None:
    for _ in range(NEWEST + 3):
        await club.resigned()
        club.pass_by(minutes=4)
    assert (await club.service.profiles.profile(ADA.id)).ended == NEWEST


def row(number: int, *awaited: PersonId, days: int | None = 7, **changes: object) -> MatchSummary:
    """A match that waits for those, and for so many days."""
    deadline = None if days is None else NOW + timedelta(days=days)
    plain = row_of(MatchId(number), deadline=deadline, awaited=awaited)
    return replace(plain, **changes)  # type: ignore[arg-type]


def numbers(rows: list[MatchSummary]) -> list[int]:
    return [int(each.match) for each in rows]


def test_what_waits_for_the_person_alone_comes_first_then_what_runs_out_first() -> None:
    rows = [
        row(1, GRACE.id, days=1),
        row(2, ME, days=None),
        row(3, ME, GRACE.id, days=1),
        row(4, ME, days=5),
        row(5, ME, days=2),
        row(6, GRACE.id, days=1, people=(GRACE, LINUS)),
    ]

    assert numbers(sorted(rows, key=lambda each: order(each, ME))) == [5, 4, 2, 3, 1, 6]
    assert numbers(waiting_for(rows, ME)) == [5, 4, 2, 3]


@pytest.mark.parametrize(
    ("total", "asked", "number", "shown", "more"),
    [
        (0, 0, 0, 0, False),
        (PAGE, 0, 0, PAGE, False),
        (PAGE + 1, 0, 0, PAGE, True),
        (PAGE + 1, 1, 1, 1, False),
        (PAGE + 1, 7, 1, 1, False),
    ],
)
def test_pages_hold_nine_and_the_last_one_stands_for_those_that_are_gone(
    total: int, asked: int, number: int, shown: int, more: bool
) -> None:
    page = counted_page(Kind.MINE, [row(n) for n in range(1, total + 1)], asked, 0)

    assert (page.number, len(page.rows), page.more, page.total) == (number, shown, more, total)
    assert page.pages == max(1, (total + PAGE - 1) // PAGE)


@pytest.mark.parametrize(
    ("match", "follows"), [(3, 1), (1, 2), (2, 4), (4, 1)], ids=["played", "first", "mid", "last"]
)
def test_the_next_match_is_the_one_behind_or_the_first(match: int, follows: int) -> None:
    assert known(next_after([row(1, ME), row(2, ME), row(4, ME)], match)).match == follows
