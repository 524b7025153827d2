"""Matches for which nobody is asked: each is made once, and begins at once."""

import asyncio

import pytest

from bot.model.events import Challenged
from bot.model.records import Status
from bot.model.terms import Terms
from tests.helpers.matches import challenge
from tests.helpers.people import ADA, GRACE, ROBOT
from tests.service.conftest import Club


def wanted(**changes: object) -> Challenged:
    return challenge(GRACE, terms=Terms(rated=True, competition=3), **changes)  # type: ignore[arg-type]


async def test_a_match_that_is_arranged_begins_at_once_and_calls_whoever_begins(club: Club) -> None:
    match = await club.matches.arrange(wanted(first="guest"), "fixture 3.1.1")

    assert match.status is Status.RUNNING
    assert match.seats == (GRACE, ADA)
    assert match.turn_person == GRACE
    assert match.terms == Terms(rated=True, competition=3)
    assert club.store.said == ["turn"]
    assert await club.match(match.id) == match


async def test_a_long_match_that_is_arranged_waits_for_nobody(club: Club) -> None:
    match = await club.matches.arrange(wanted(days=None), "fixture 3.1.1")

    assert match.status is Status.RUNNING


@pytest.mark.parametrize("at_once", [True, False])
async def test_what_is_arranged_again_is_the_match_as_it_is(club: Club, at_once: bool) -> None:
    clubs = (club, club.anew(), club.anew())
    if at_once:
        made = await asyncio.gather(*(c.matches.arrange(wanted(), "fixture 3.1.1") for c in clubs))
    else:
        made = [await c.matches.arrange(wanted(), "fixture 3.1.1") for c in clubs]
    other = await club.matches.arrange(wanted(), "fixture 3.1.2")

    assert {match.id for match in made} == {made[0].id}
    assert [each.match for each in await club.store.summaries()] == [other.id, made[0].id]


async def test_the_bot_takes_its_seat_like_anybody(club: Club) -> None:
    match = await club.matches.arrange(challenge(ROBOT, first="host"), "anything")

    assert match.seats == (ADA, ROBOT)
    assert match.level is not None
