"""What players of a season can do with their banks, and what can be done to them."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.model.clock.units import DAY, HOUR, MINUTE
from bot.model.commands import (
    Announce,
    AnswerRequest,
    AskReplacement,
    AskTime,
    Claim,
    GiveTime,
    Hold,
    OfferDraw,
    Play,
    Resign,
    TakeBack,
)
from bot.model.competitions.competition import (
    Competition,
    Fixture,
    FixtureTerms,
    Format,
    Phase,
    Presence,
    Settlement,
)
from bot.model.competitions.phases import EVENING, LONGER
from bot.model.events import Person
from bot.model.match import Match
from bot.model.notices.notice_settings import Destination, NoticeSettings
from bot.model.post_kinds import PostKind
from bot.model.records import ChannelId, GuildId, PersonId
from bot.model.refusals import Refused
from bot.model.requests import DRAW, REPLACEMENT, TAKEBACK
from bot.service.competitions.changing import CompetitionView
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS, MARGARET
from tests.helpers.playing import known
from tests.service.conftest import START, Club, was_there

SINGLE = FixtureTerms("pile", pair=False)
BEGINS = START + DAY
WEEK = timedelta(days=7)
CUP = Competition(
    *(
        0,
        Format.ROUND_ROBIN,
        GuildId(70),
        ChannelId(7),
        "Cup",
        SINGLE,
        ADA.id,
        Phase.SIGN_UP,
        BEGINS,
        BEGINS,
    ),
    rounds=0,
)
FOUR = (ADA, GRACE, LINUS, MARGARET)


async def begun(
    club: Club, *people: Person, length: timedelta = WEEK, **other: Any
) -> CompetitionView:
    """A tournament of rounds of that length, in its first one."""
    book = club.service.competitions
    cup = await book.announce(replace(CUP, round_time=length, **other))
    for person in people or FOUR:
        await book.enter(cup.number, person)
    await club.at(BEGINS)
    return await book.view(cup.number)


async def first_match(club: Club, **other: Any) -> Match:
    """A match of the first round, whose first board is posted."""
    view = await begun(club, **other)
    await club.deliver()
    return await club.match(view.fixtures[0].matches[0])


async def now_view(club: Club) -> CompetitionView:
    await club.tick()
    return await club.service.competitions.view(1)


def players(match: Match) -> tuple[Person, Person]:
    first, second = match.seats
    return first, second


def left(match: Match) -> tuple[timedelta, timedelta]:
    first, second = match.clocks
    return first.left, second.left


async def test_each_has_half_of_the_time_of_the_round(club: Club) -> None:
    match = await first_match(club)
    assert known(match.control).is_plain
    assert left(match) == (WEEK / 2, WEEK / 2)
    # A quarter of it for the first move.
    assert match.deadline == BEGINS + WEEK / 8
    row = await club.store.summary(match.id)
    assert (row.deadline, row.clock_since) == (match.deadline, None)


async def test_nothing_that_stops_other_clocks_stops_a_bank(club: Club) -> None:
    match = await first_match(club)
    person = known(match.turn_person).id
    await club.service.calendars.plan_vacation(person, None, timedelta(days=10))
    await club.tick()
    after = await club.match(match.id)
    assert (after.deadline, after.halt) == (match.deadline, None)
    assert (await club.store.summary(match.id)).deadline == match.deadline


async def test_who_does_not_come_loses_and_is_withdrawn_with_one_notice(club: Club) -> None:
    match = await first_match(club)
    first, second = players(match)
    await club.at(known(match.deadline))
    after = await club.match(match.id)
    assert known(after.outcome).reason == "did_not_come"
    assert known(after.outcome).winners == (2,)
    view = await now_view(club)
    presence = {each.person: each.presence for each in view.entrants}
    assert presence[first.id] is Presence.WITHDRAWN
    assert presence[second.id] is Presence.IN
    assert view.fixtures[0].fixture.settlement is Settlement.ABSENT
    told = [(each.person, item.kind) for each in await club.deliver() for item in each.about]
    # Two at the same moment, in no order.
    assert sorted(each for each in told if each[1] is PostKind.NOT_COME) == [
        (person.id, PostKind.NOT_COME) for person in gone(view)
    ]
    # Whom they would have met next wins without a match.
    await club.at(BEGINS + WEEK)
    view = await now_view(club)
    theirs = [f.fixture for f in view.fixtures if first.id in people_of(view, f.fixture)][1]
    assert theirs.settlement in (Settlement.FORFEITED, Settlement.ANNULLED)


def gone(view: CompetitionView) -> list[Person]:
    return [
        Person(known(each.person), each.called)
        for each in sorted(view.entrants, key=lambda each: each.person or 0)
        if each.presence is Presence.WITHDRAWN
    ]


def people_of(view: CompetitionView, fixture: Fixture) -> list[int | None]:
    return [view.entrant(each).person for each in (fixture.first, fixture.second or 0)]


@pytest.mark.parametrize("destination", [Destination.CHANNEL, Destination.NONE])
async def test_who_left_the_server_is_withdrawn_with_one_direct_message(
    destination: Destination,
) -> None:
    gone = set[int]()

    async def has_left(_: GuildId, person: PersonId) -> bool:
        return person in gone

    club = Club(has_left=has_left)
    match = await first_match(club)
    first, second = players(match)
    settings = NoticeSettings(destination, cadence=0, warning=False)
    await club.service.notices.change(first.id, lambda _: settings)
    await club.deliver()
    gone.add(first.id)
    await club.at(known(match.deadline))
    over = known((await club.match(match.id)).outcome)
    assert (over.reason, over.winners) == ("gone", (2,))
    view = await now_view(club)
    presence = {each.person: each.presence for each in view.entrants}
    assert (presence[first.id], presence[second.id]) == (Presence.WITHDRAWN, Presence.IN)
    told = [
        (each.kind, each.direct)
        for each in await club.deliver()
        if each.person == first.id and [i.kind for i in each.about] == [PostKind.NOT_COME]
    ]
    assert told == [(PostKind.COPY, True)] * (destination is not Destination.NONE)
    await club.at(BEGINS + WEEK)
    view = await now_view(club)
    theirs = [f.fixture for f in view.fixtures if first.id in people_of(view, f.fixture)][1]
    assert theirs.settlement in (Settlement.FORFEITED, Settlement.ANNULLED)


async def test_who_comes_to_one_of_a_pair_is_not_withdrawn(club: Club) -> None:
    view = await begun(club, terms=replace(SINGLE, pair=True))
    await club.deliver()
    first, second = [await club.match(each) for each in view.fixtures[0].matches]
    one, other = players(first)
    # The second match waits for the other, who moves, and then for the one who does not come.
    await club.later(hours=2)
    await club.do(second.id, Play(other.id, "1"))
    await club.at(known(first.deadline))
    assert known((await club.match(first.id)).outcome).winners == (2,)
    # It is still their turn in the other one.
    assert one not in gone(await now_view(club))
    await club.do(second.id, Play(one.id, "1"))
    await club.at(BEGINS + WEEK)
    assert one not in gone(await now_view(club))


async def test_no_time_is_given_or_asked_for(club: Club) -> None:
    match = await first_match(club)
    mover, waiting = players(match)
    for command in (AskTime(mover.id, 24), GiveTime(waiting.id, 24)):
        assert "bank of half the time" in str(await club.refused(match, command))
    await club.refused(match, Claim(waiting.id))


async def test_a_draw_is_agreed_as_in_any_match(club: Club) -> None:
    match = await first_match(club)
    mover, waiting = players(match)
    await club.do(match.id, OfferDraw(waiting.id))
    after = await club.do(match.id, AnswerRequest(DRAW, mover.id, yes=True))
    assert known(after.outcome).reason == "agreed"
    assert (await now_view(club)).fixtures[0].fixture.points == (1, 1)


async def test_an_answer_prepared_to_be_played_at_once_takes_no_time(club: Club) -> None:
    match = await first_match(club)
    mover, waiting = players(match)
    club.pass_by(hours=2)
    await club.answer_at_once(waiting)
    await club.service.premoves.prepare(match.id, waiting.id, "1", "2")
    after = await club.do(match.id, Play(mover.id, "1"))
    assert [ply.text for ply in after.plies] == ["1", "2"]
    assert left(after) == (WEEK / 2 - 2 * HOUR, WEEK / 2)


async def test_a_competition_can_forbid_to_prepare_answers(club: Club) -> None:
    match = await first_match(club, terms=replace(CUP.terms, unprepared=True))
    _, waiting = players(match)
    for prepared in (
        club.service.premoves.prepare(match.id, waiting.id, "1", "2"),
        club.service.premoves.prepare_lines(match.id, waiting.id, [("1", "2")]),
    ):
        with pytest.raises(Refused, match="In this competition no answers may be prepared"):
            await prepared


async def test_whoever_is_replaced_leaves_what_is_left_of_the_bank(club: Club) -> None:
    match = await first_match(club)
    mover, waiting = players(match)
    club.pass_by(hours=5)
    asked = await club.do(match.id, AskReplacement(mover, mover, EDSGER))
    for person in (EDSGER, waiting):
        asked = await club.do(asked.id, AnswerRequest(REPLACEMENT, person.id, yes=True))
    assert asked.turn_person == EDSGER
    assert left(asked) == (WEEK / 2 - 5 * HOUR, WEEK / 2)
    # They have come, so all of it is theirs for this move.
    assert asked.deadline == BEGINS + WEEK / 2
    # Nobody waits for the former any more, who may have come to no other match.
    of = known(asked.terms.competition)
    assert (await club.service.competitions.competition(of)).due == club.clock.now


async def test_time_used_stays_used_by_whoever_agrees_that_a_move_is_taken_back(
    club: Club,
) -> None:
    match = await first_match(club)
    mover, waiting = players(match)
    club.pass_by(hours=1)
    await club.do(match.id, Play(mover.id, "1"))
    await club.deliver()
    await club.service.visits.record(await club.match(match.id), waiting.id)
    club.pass_by(hours=3)
    await club.do(match.id, TakeBack(mover.id))
    after = await club.do(match.id, AnswerRequest(TAKEBACK, waiting.id, yes=True))
    assert left(after) == (WEEK / 2 - HOUR, WEEK / 2 - 3 * HOUR)
    assert after.turn_person == mover


async def test_nobody_thinks_on_the_time_of_another_by_a_move_that_is_taken_back(
    club: Club,
) -> None:
    match = await first_match(club)
    mover, _ = players(match)
    await club.do(match.id, Play(mover.id, "1"))
    club.pass_by(hours=8)
    after = await club.do(match.id, TakeBack(mover.id))
    assert left(after) == (WEEK / 2 - 8 * HOUR, WEEK / 2)


async def test_nobody_takes_a_move_back_without_the_time_for_it(club: Club) -> None:
    match = await first_match(club)
    mover, waiting = players(match)
    for person in (mover, waiting, mover):
        await club.do(match.id, Play(person.id, "1"))
        club.pass_by(days=3.4 if person == waiting else 0)
    club.pass_by(hours=3)
    refused = await club.refused(await club.match(match.id), TakeBack(mover.id))
    assert "all the time you have left" in str(refused)


async def test_nobody_goes_on_once_their_bank_is_spent_even_before_the_clock_is_asked(
    club: Club,
) -> None:
    match = await first_match(club)
    mover, waiting = players(match)
    club.pass_by(hours=1)
    await club.do(match.id, Play(mover.id, "1"))
    await club.deliver()
    match = await club.do(match.id, OfferDraw(mover.id))
    club.clock.now = known(match.deadline)
    await was_there(club.store, club.clock.now)
    agrees = AnswerRequest(DRAW, waiting.id, yes=True)
    for command in (Play(waiting.id, "1"), agrees, TakeBack(mover.id)):
        assert "Margaret has no time left" in str(await club.refused(match, command))
    await club.tick()
    assert known((await club.match(match.id)).outcome).winners == (1,)


# Time that belongs to nobody


async def test_what_could_not_be_shown_costs_nobody_anything_and_moves_the_date(
    club: Club,
) -> None:
    match = await first_match(club)
    await club.do(match.id, Hold(match.board_seq))
    await other_match_ends(club)
    shown = BEGINS + 30 * HOUR
    club.clock.now = shown
    after = await club.do(match.id, Announce(match.board_seq, shown))
    assert left(after) == (WEEK / 2, WEEK / 2)
    for seat, hours in ((0, 0), (1, 0), (0, 83)):
        await club.at(shown + hours * HOUR)
        await club.do(match.id, Play(after.seats[seat].id, "1"))
    await club.at(BEGINS + WEEK)
    assert (await now_view(club)).competition.round == 1
    # The other one has half of a week from then on.
    await club.at(shown + 83 * HOUR + WEEK / 2)
    view = await now_view(club)
    assert known((await club.match(match.id)).outcome).reason == "time_lost"
    assert view.competition.round == 2


async def other_match_ends(club: Club) -> None:
    view = await now_view(club)
    match = await club.match(view.fixtures[1].matches[0])
    await club.do(match.id, Resign(match.seats[0].id))


@pytest.mark.parametrize(("length", "most"), [(30 * MINUTE, EVENING), (WEEK, LONGER)])
async def test_a_date_that_can_move_no_further_is_decided_by_what_is_left(
    club: Club, length: timedelta, most: timedelta
) -> None:
    view = await begun(club, length=length)
    await club.deliver()
    one, other = [await club.match(each.matches[0]) for each in view.fixtures[:2]]
    # In one the second has used some time, in the other both have all of it.
    club.pass_by(seconds=60)
    moved = await club.do(one.id, Play(one.seats[0].id, "1"))
    await club.do(one.id, Hold(moved.board_seq))
    await club.do(other.id, Hold(other.board_seq))
    await club.at(BEGINS + length + most - timedelta(seconds=1))
    assert (await now_view(club)).competition.round == 1
    await club.at(BEGINS + length + most)
    ends = [known((await club.match(each.id)).outcome) for each in (one, other)]
    assert [(each.reason, each.winners) for each in ends] == [
        ("less_time", (2,)),
        ("less_time", ()),
    ]
    view = await now_view(club)
    assert [each.fixture.points for each in view.fixtures[:2]] == [(0, 2), (1, 1)]
    assert view.fixtures[1].fixture.settlement is Settlement.SHARED
    assert view.competition.round == 2
    assert known(view.competition.round_ends) == BEGINS + 2 * length + most


async def test_what_was_lost_while_the_bot_was_away_is_nobodys(club: Club) -> None:
    match = await first_match(club)
    club.pass_by(hours=2)
    await was_there(club.store, club.clock.now)
    club.pass_by(hours=20)
    # Another start: whatever is asked first knows of the absence.
    again = club.restarted()
    after = await again.match(match.id)
    assert after.deadline == known(match.deadline) + 20 * HOUR
    moved = await again.do(match.id, Play(after.seats[0].id, "1"))
    assert left(moved) == (WEEK / 2 - 2 * HOUR, WEEK / 2)


async def test_two_who_never_come_to_a_pair_share_it_and_are_both_withdrawn(club: Club) -> None:
    view = await begun(club, terms=replace(SINGLE, pair=True))
    await club.deliver()
    await club.at(BEGINS + WEEK)
    view = await now_view(club)
    assert {each.fixture.points for each in view.fixtures[:2]} == {(2, 2)}
    assert len(gone(view)) == 4
    # Nobody is left to meet.
    await club.at(BEGINS + 5 * WEEK)
    view = await now_view(club)
    assert view.competition.phase is Phase.ENDED
    assert {each.fixture.settlement for each in view.fixtures[2:]} == {Settlement.ANNULLED}


@pytest.mark.parametrize(("length", "away"), [(WEEK, 42 * DAY), (30 * MINUTE, 3 * HOUR)])
async def test_nobody_loses_or_is_withdrawn_for_an_absence_longer_than_the_date_can_move(
    club: Club, length: timedelta, away: timedelta
) -> None:
    view = await begun(club, length=length)
    await club.deliver()
    one, other = [await club.match(each.matches[0]) for each in view.fixtures[:2]]
    # In one the second has used some time, in the other nobody has come yet.
    await club.do(one.id, Play(one.seats[0].id, "1"))
    await club.at(BEGINS + length / 10)
    club.clock.now += away
    again = club.restarted()
    await again.tick()
    ends = [known((await again.match(each.id)).outcome) for each in (one, other)]
    assert [(each.reason, each.winners) for each in ends] == [("cut_short", ())] * 2
    view = await again.service.competitions.view(1)
    assert gone(view) == []
    assert {each.fixture.settlement for each in view.fixtures[:2]} == {Settlement.SHARED}
    assert {each.fixture.points for each in view.fixtures[:2]} == {(1, 1)}
