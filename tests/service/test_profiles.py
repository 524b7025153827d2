"""Profiles as they are read off a store."""

from datetime import timedelta

from bot.model.clock.time_control import days_a_move
from bot.model.commands import Accept, CallOff, Decline, Play, Resign, SayReady, Tick
from bot.model.profiles.profile import Profile
from bot.model.records import Status
from bot.service.profiles import NEWEST
from tests.helpers.people import ADA, GRACE, LINUS, ROBOT
from tests.service.conftest import Club

HOUR = timedelta(hours=1)


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


async def test_only_the_newest_matches_count(club: Club) -> None:
    for _ in range(NEWEST + 3):
        await club.resigned()
    assert (await club.service.profiles.profile(ADA.id)).ended == NEWEST
