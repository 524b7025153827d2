"""Who may take a seat: what a challenge asks for, and how much newcomers may play at once."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.model.clock.time_control import days_a_move
from bot.model.commands import Accept, Decline, Resign, Tick, Withdraw
from bot.model.events import Person
from bot.model.match import Match
from bot.model.profiles.profile import Profile
from bot.model.records import Status
from bot.model.refusals import Reason, Refused
from bot.model.wanted import Wanted
from bot.service.build import Service
from bot.service.invitations.seating import require_wanted
from bot.service.matches import Matches
from bot.service.personal.preferences import SERVER, Preferences
from tests.helpers.matches import ask, begin, refused_by, resigned
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS, ROBOT
from tests.service.conftest import Clock

STRICT = Wanted(90, 24)


async def make_slow(service: Service, clock: Clock, person: Person) -> None:
    """Three matches that the person lost on time, against Edsger."""
    await service.calendars.set_automatic(person.id, False)
    for _ in range(3):
        match = await ask(
            service.matches, EDSGER, host=person, guild=71, control=days_a_move(1, hard=True)
        )
        await service.matches.do(match.id, Accept(EDSGER))
        for _ in range(2):
            clock.pass_by(days=1)
            await service.matches.do(match.id, Tick())
        assert (await service.matches.match(match.id)).status is Status.ENDED


async def limit(service: Service, most: int) -> None:
    """Server 70 lets newcomers have so many matches."""
    await service.preferences.change(SERVER, 70, lambda _: Preferences(newcomers=most))


# What a challenge asks for


async def test_an_open_seat_is_refused_to_who_does_not_keep_what_is_asked_for(
    service: Service, clock: Clock
) -> None:
    await make_slow(service, clock, GRACE)
    match = await ask(service.matches, None, wanted=STRICT)

    why = await refused_by(service.matches, match, Accept(GRACE))

    assert str(why) == (
        "Ada asks for players who finish at least 90 % of their matches, and you have finished "
        "0 of 3. Ask Ada to challenge you by name: that seat has no such condition."
    )
    assert why.reason is Reason.WANTED
    assert (await service.matches.do(match.id, Accept(LINUS))).status is Status.RUNNING


async def test_who_is_asked_by_name_is_let_in(service: Service, clock: Clock) -> None:
    await make_slow(service, clock, GRACE)
    match = await ask(service.matches, GRACE, wanted=STRICT)
    assert (await service.matches.do(match.id, Accept(GRACE))).status is Status.RUNNING


async def test_a_seat_that_came_free_is_open_on_the_same_terms(
    service: Service, clock: Clock
) -> None:
    await make_slow(service, clock, GRACE)
    match = await ask(service.matches, LINUS, EDSGER, wanted=STRICT)
    match = await service.matches.do(match.id, Decline(LINUS))
    assert (await refused_by(service.matches, match, Accept(GRACE))).reason is Reason.WANTED


async def test_where_there_is_no_seat_that_is_what_is_said(service: Service, clock: Clock) -> None:
    await make_slow(service, clock, GRACE)
    match = await ask(service.matches, LINUS, wanted=STRICT)
    assert (await refused_by(service.matches, match, Accept(GRACE))).reason is Reason.NO_SEAT
    mine = await refused_by(service.matches, match, Accept(ADA))
    assert "You are already in." in str(mine)


async def test_the_rematch_asks_for_the_same(matches: Matches) -> None:
    match = await resigned(matches, wanted=STRICT)
    assert match.wanted == STRICT
    assert (await matches.rematch(match.id, ADA)).wanted == STRICT


def test_a_pace_that_is_too_slow_is_said_beside_the_one_asked_for() -> None:
    slow = Profile(5, 5, median=timedelta(hours=30))
    with pytest.raises(Refused, match="usually answer within a day, and you usually answer within"):
        require_wanted(ADA, Wanted(answers=24), slow)
    require_wanted(ADA, Wanted(answers=72), slow)


# Newcomers


async def test_a_newcomer_takes_no_seat_beyond_the_servers_limit(service: Service) -> None:
    await limit(service, 1)
    await ask_as(service.matches, LINUS, GRACE)
    await service.matches.do((await ask_as(service.matches, EDSGER, GRACE)).id, Accept(GRACE))
    match = await ask(service.matches, None)

    why = await refused_by(service.matches, match, Accept(GRACE))

    assert str(why) == (
        "This server lets newcomers play 1 match at a time, until 3 of theirs have ended, and you "
        "have 1 running or waiting to begin. Play one to its end, or take a challenge back, then "
        "try again."
    )
    assert why.reason is Reason.NEWCOMER


async def ask_as(matches: Matches, host: Person, *invited: Person | None, **terms: Any) -> Match:
    """Somebody else's challenge to play Pile."""
    return await ask(matches, *invited, host=host, **terms)


async def test_challenges_that_wait_count_and_one_that_is_taken_back_does_not(
    service: Service,
) -> None:
    await limit(service, 2)
    first = await ask(service.matches)
    await ask(service.matches, None)
    with pytest.raises(Refused, match="you have 2 running or waiting to begin"):
        await ask(service.matches, LINUS)
    theirs = await ask_as(service.matches, GRACE, ADA)
    assert (await refused_by(service.matches, theirs, Accept(ADA))).reason is Reason.NEWCOMER
    await service.matches.do(first.id, Withdraw(ADA))
    assert (await service.matches.do(theirs.id, Accept(ADA))).status is Status.RUNNING


async def test_a_seat_taken_in_a_challenge_of_many_counts(service: Service) -> None:
    await limit(service, 1)
    many = await ask_as(service.matches, EDSGER, None, None)
    await service.matches.do(many.id, Accept(GRACE))
    match = await ask(service.matches, None)
    assert (await refused_by(service.matches, match, Accept(GRACE))).reason is Reason.NEWCOMER


async def test_who_has_ended_three_matches_plays_on_freely(service: Service) -> None:
    for _ in range(3):
        await resigned(service.matches)
    await limit(service, 1)
    for _ in range(3):
        await begin(service.matches)


async def test_other_servers_and_private_messages_have_no_such_limit(service: Service) -> None:
    await limit(service, 1)
    await begin(service.matches, guild=71)
    await begin(service.matches, guild=71)
    await begin(service.matches, guild=None)
    await begin(service.matches)
    with pytest.raises(Refused):
        await ask(service.matches)


async def test_matches_against_the_robot_do_not_count(service: Service) -> None:
    await limit(service, 1)
    for _ in range(2):
        await ask(service.matches, ROBOT)
    await begin(service.matches)
    alone = await ask(service.matches, ROBOT)
    await service.matches.do(alone.id, Resign(ADA.id))
    with pytest.raises(Refused):
        await ask(service.matches)


async def test_of_two_seats_taken_at_once_a_newcomer_gets_as_many_as_there_are(
    service: Service,
) -> None:
    await limit(service, 1)
    offers = [await ask_as(service.matches, host, None) for host in (ADA, LINUS, EDSGER)]
    tries = [service.matches.do(each.id, Accept(GRACE)) for each in offers]
    done = await asyncio.gather(
        *tries, ask_as(service.matches, GRACE, None), return_exceptions=True
    )
    assert sum(isinstance(each, Match) for each in done) == 1
    assert sum(isinstance(each, Refused) for each in done) == 3
