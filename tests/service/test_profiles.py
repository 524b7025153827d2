"""Profiles as they are read off a store."""

from datetime import timedelta

from bot.model.clock.time_control import days_a_move
from bot.model.commands import Accept, CallOff, Decline, Play, Resign, SayReady, Tick
from bot.model.profiles.profile import Profile
from bot.model.records import Status
from bot.service.build import Service
from bot.service.profiles import NEWEST
from tests.helpers.matches import ask, begin, resigned
from tests.helpers.people import ADA, GRACE, LINUS, ROBOT
from tests.service.conftest import Clock

HOUR = timedelta(hours=1)


async def test_a_profile_counts_what_ended_and_times_every_answer(
    service: Service, clock: Clock
) -> None:
    await resigned(service.matches)
    lost = await begin(service.matches)
    clock.pass_by(hours=5)
    await service.matches.do(lost.id, Play(ADA.id, "1"))
    clock.pass_by(days=7)
    await service.matches.do(lost.id, Tick())
    clock.pass_by(days=1)
    await service.matches.do(lost.id, Tick())
    off = await begin(service.matches)
    await service.matches.do(off.id, CallOff(LINUS.id))
    running = await begin(service.matches)
    clock.pass_by(hours=3)
    await service.matches.do(running.id, Play(ADA.id, "1"))

    ada = await service.profiles.profile(ADA.id)
    grace = await service.profiles.profile(GRACE.id)

    assert ada == Profile(1, 1, 1, 1, 2, 4 * HOUR, 2, {"pile": 2})
    assert (grace.ended, grace.finished, grace.answers, grace.median) == (1, 1, 0, None)
    assert await service.profiles.profile(LINUS.id) == Profile()


async def test_lost_time_is_not_finished(service: Service, clock: Clock) -> None:
    await service.calendars.set_automatic(ADA.id, False)
    match = await begin(service.matches, control=days_a_move(1, hard=True))
    for _ in range(2):
        clock.pass_by(days=1)
        await service.matches.do(match.id, Tick())
    ada, grace = [await service.profiles.profile(each.id) for each in (ADA, GRACE)]
    assert (ada.ended, ada.finished, ada.kept, ada.timed) == (1, 0, 0, 1)
    assert (grace.ended, grace.finished, grace.kept, grace.timed) == (1, 1, 1, 1)


async def test_a_match_with_the_robot_alone_counts_as_played_only(service: Service) -> None:
    alone = await ask(service.matches, ROBOT)
    await service.matches.do(alone.id, Resign(ADA.id))
    others = await begin(service.matches, GRACE, LINUS)
    await service.matches.do(others.id, Resign(LINUS.id))
    await service.matches.do(others.id, Resign(GRACE.id))
    profile = await service.profiles.profile(ADA.id)
    assert (profile.ended, profile.games) == (1, {"pile": 2})


async def test_who_is_not_there_when_a_match_is_to_begin_has_not_finished_it(
    service: Service, clock: Clock
) -> None:
    # Ada is not there: nothing comes of it.
    match = await ask(service.matches, GRACE, control=None)
    clock.pass_by(hours=2)
    await service.matches.do(match.id, Accept(GRACE))
    clock.pass_by(hours=48)
    await service.matches.do(match.id, Tick())
    # Linus is not there: the seat is free for others.
    match = await ask(service.matches, LINUS, GRACE, control=None)
    await service.matches.do(match.id, Accept(LINUS))
    clock.pass_by(hours=2)
    await service.matches.do(match.id, Accept(GRACE))
    await service.matches.do(match.id, SayReady(ADA.id))
    clock.pass_by(hours=48)
    assert (await service.matches.do(match.id, Tick())).muster.absent == (LINUS,)

    counts = [await service.profiles.profile(each.id) for each in (ADA, GRACE, LINUS)]
    assert [(each.ended, each.finished, each.timed) for each in counts] == [
        (1, 0, 0),
        (0, 0, 0),
        (1, 0, 0),
    ]


async def test_a_seat_given_back_in_time_or_taken_again_is_no_absence(
    service: Service, clock: Clock
) -> None:
    match = await ask(service.matches, GRACE, LINUS, control=None)
    await service.matches.do(match.id, Accept(LINUS))
    clock.pass_by(hours=2)
    await service.matches.do(match.id, Accept(GRACE))
    await service.matches.do(match.id, Decline(LINUS))
    assert (await service.profiles.profile(LINUS.id)).ended == 0

    clock.pass_by(hours=2)
    await service.matches.do(match.id, Accept(LINUS))
    await service.matches.do(match.id, SayReady(ADA.id))
    clock.pass_by(hours=48)
    assert (await service.matches.do(match.id, Tick())).muster.absent == (GRACE,)
    assert (await service.profiles.profile(GRACE.id)).ended == 1

    again = await service.matches.do(match.id, Accept(GRACE))
    for person in again.awaited:
        await service.matches.do(match.id, SayReady(person.id))
    assert (await service.matches.match(match.id)).status is Status.RUNNING
    assert (await service.profiles.profile(GRACE.id)).ended == 0
    await service.matches.do(match.id, Resign(ADA.id))
    await service.matches.do(match.id, Resign(LINUS.id))
    grace = await service.profiles.profile(GRACE.id)
    assert (grace.ended, grace.finished) == (1, 1)


async def test_only_the_newest_matches_count(service: Service) -> None:
    for _ in range(NEWEST + 3):
        await resigned(service.matches)
    assert (await service.profiles.profile(ADA.id)).ended == NEWEST
