"""Profiles as they are read off a store."""

from datetime import timedelta
from typing import Any

import pytest

from bot.model.clock.time_control import days_a_move
from bot.model.commands import Accept, CallOff, Decline, Play, Resign, SayReady, Tick
from bot.model.events import Person
from bot.model.match import Match
from bot.model.profiles.profile import Profile
from bot.model.records import Status
from bot.service.build import Service
from bot.service.matches import Matches
from bot.service.profiles import NEWEST
from tests.helpers.people import ADA, GRACE, LINUS, ROBOT
from tests.service.conftest import Clock
from tests.service.test_matches import ask, robots
from tests.store.memory import MemoryStore

HOUR = timedelta(hours=1)


@pytest.fixture
def kept(store: MemoryStore, clock: Clock) -> Service:
    """Matches in which the robot plays."""
    return robots(store, clock)


async def begun(matches: Matches, *invited: Person, **terms: Any) -> Match:
    """A match that Ada begins."""
    match = await ask(matches, *(invited or (GRACE,)), **terms)
    for person in invited or (GRACE,):
        match = await matches.do(match.id, Accept(person))
    return match


async def resigned(matches: Matches, person: Person = GRACE, **terms: Any) -> Match:
    """A match of Ada and that person that ended at once."""
    match = await begun(matches, person, **terms)
    return await matches.do(match.id, Resign(person.id))


async def test_a_profile_counts_what_ended_and_times_every_answer(
    kept: Service, clock: Clock
) -> None:
    await resigned(kept.matches)
    lost = await begun(kept.matches)
    clock.pass_by(hours=5)
    await kept.matches.do(lost.id, Play(ADA.id, "1"))
    clock.pass_by(days=7)
    await kept.matches.do(lost.id, Tick())
    clock.pass_by(days=1)
    await kept.matches.do(lost.id, Tick())
    off = await begun(kept.matches)
    await kept.matches.do(off.id, CallOff(LINUS.id))
    running = await begun(kept.matches)
    clock.pass_by(hours=3)
    await kept.matches.do(running.id, Play(ADA.id, "1"))

    ada = await kept.profiles.profile(ADA.id)
    grace = await kept.profiles.profile(GRACE.id)

    assert ada == Profile(1, 1, 1, 1, 2, 4 * HOUR, 2, {"pile": 2})
    assert (grace.ended, grace.finished, grace.answers, grace.median) == (1, 1, 0, None)
    assert await kept.profiles.profile(LINUS.id) == Profile()


async def test_lost_time_is_not_finished(kept: Service, clock: Clock) -> None:
    await kept.calendars.set_automatic(ADA.id, False)
    match = await begun(kept.matches, control=days_a_move(1, hard=True))
    for _ in range(2):
        clock.pass_by(days=1)
        await kept.matches.do(match.id, Tick())
    ada, grace = [await kept.profiles.profile(each.id) for each in (ADA, GRACE)]
    assert (ada.ended, ada.finished, ada.kept, ada.timed) == (1, 0, 0, 1)
    assert (grace.ended, grace.finished, grace.kept, grace.timed) == (1, 1, 1, 1)


async def test_a_match_with_the_robot_alone_counts_as_played_only(kept: Service) -> None:
    alone = await ask(kept.matches, ROBOT)
    await kept.matches.do(alone.id, Resign(ADA.id))
    others = await begun(kept.matches, GRACE, LINUS)
    await kept.matches.do(others.id, Resign(LINUS.id))
    await kept.matches.do(others.id, Resign(GRACE.id))
    profile = await kept.profiles.profile(ADA.id)
    assert (profile.ended, profile.games) == (1, {"pile": 2})


async def test_who_is_not_there_when_a_match_is_to_begin_has_not_finished_it(
    kept: Service, clock: Clock
) -> None:
    # Ada is not there: nothing comes of it.
    match = await ask(kept.matches, GRACE, control=None)
    clock.pass_by(hours=2)
    await kept.matches.do(match.id, Accept(GRACE))
    clock.pass_by(hours=48)
    await kept.matches.do(match.id, Tick())
    # Linus is not there: the seat is free for others.
    match = await ask(kept.matches, LINUS, GRACE, control=None)
    await kept.matches.do(match.id, Accept(LINUS))
    clock.pass_by(hours=2)
    await kept.matches.do(match.id, Accept(GRACE))
    await kept.matches.do(match.id, SayReady(ADA.id))
    clock.pass_by(hours=48)
    assert (await kept.matches.do(match.id, Tick())).muster.absent == (LINUS,)

    counts = [await kept.profiles.profile(each.id) for each in (ADA, GRACE, LINUS)]
    assert [(each.ended, each.finished, each.timed) for each in counts] == [
        (1, 0, 0),
        (0, 0, 0),
        (1, 0, 0),
    ]


async def test_a_seat_given_back_in_time_or_taken_again_is_no_absence(
    kept: Service, clock: Clock
) -> None:
    match = await ask(kept.matches, GRACE, LINUS, control=None)
    await kept.matches.do(match.id, Accept(LINUS))
    clock.pass_by(hours=2)
    await kept.matches.do(match.id, Accept(GRACE))
    await kept.matches.do(match.id, Decline(LINUS))
    assert (await kept.profiles.profile(LINUS.id)).ended == 0

    clock.pass_by(hours=2)
    await kept.matches.do(match.id, Accept(LINUS))
    await kept.matches.do(match.id, SayReady(ADA.id))
    clock.pass_by(hours=48)
    assert (await kept.matches.do(match.id, Tick())).muster.absent == (GRACE,)
    assert (await kept.profiles.profile(GRACE.id)).ended == 1

    again = await kept.matches.do(match.id, Accept(GRACE))
    for person in again.awaited:
        await kept.matches.do(match.id, SayReady(person.id))
    assert (await kept.matches.match(match.id)).status is Status.RUNNING
    assert (await kept.profiles.profile(GRACE.id)).ended == 0
    await kept.matches.do(match.id, Resign(ADA.id))
    await kept.matches.do(match.id, Resign(LINUS.id))
    grace = await kept.profiles.profile(GRACE.id)
    assert (grace.ended, grace.finished) == (1, 1)


async def test_only_the_newest_matches_count(kept: Service) -> None:
    for _ in range(NEWEST + 3):
        await resigned(kept.matches)
    assert (await kept.profiles.profile(ADA.id)).ended == NEWEST
