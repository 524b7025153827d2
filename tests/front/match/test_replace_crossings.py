"""A player is replaced while somebody is on vacation, where the bot may only answer, or before a
rematch; and somebody of a request is deleted."""

from datetime import timedelta
from typing import Any

import pytest

from bot.model.clock.calendar import Calendar, Vacation
from bot.model.records import Status
from tests.front.conftest import World, labels, said
from tests.front.match.replacing import ask, hand_over, seats
from tests.front.panels import delete
from tests.front.snapshot import snapshot
from tests.helpers.people import SECOND
from tests.helpers.playing import known
from tests.helpers.posting import DAY, direct
from tests.helpers.spots import KINDS, begun_away


async def days_left(world: World) -> float:
    match = await world.match()
    return (known(match.deadline) - world.env.now()) / timedelta(days=1)


async def on_vacation(world: World, who: Any, days: int) -> None:
    """Let somebody be on vacation from now on, and the others lose rather than be."""
    for other in (world.ada, world.grace, world.linus):
        now = world.env.now()
        spent = (Vacation(now, now + timedelta(days=days)),) if other is who else ()
        await world.keep(other, Calendar(automatic_vacation=False, vacations=spent))


# Vacation


async def test_the_successors_clock_runs_through_a_vacation(begun: World) -> None:
    await begun.env.advance_time(DAY)
    await on_vacation(begun, begun.ada, 10)
    await begun.env.advance_time(DAY)
    assert await days_left(begun) == 15
    pings = len(begun.pings())

    await ask(begun, begun.grace)
    request = begun.last
    assert labels(request) == ["Take over", "Agree", "No", "Withdraw"]
    # A person who is on vacation is not called, and may answer all the same.
    assert begun.pings()[pings:] == [[begun.linus.id]]
    await begun.ada.click(request, label="Agree")
    await begun.linus.click(begun.shown(request), label="Take over")

    assert await seats(begun) == ["Linus", "Grace"]
    snapshot(begun.last)
    assert await days_left(begun) == 7
    await begun.env.advance_time(7 * DAY + 60)
    snapshot(begun.words)


async def test_the_successor_is_on_vacation_and_begins_behind_it(begun: World) -> None:
    await on_vacation(begun, begun.linus, 10)
    await begun.env.advance_time(DAY)
    pings = len(begun.pings())
    await ask(begun, begun.manager)
    snapshot(begun.last.content)
    assert not any(begun.linus.id in each for each in begun.pings()[pings:])
    snapshot(await begun.tap(begun.linus, "Take over"))
    assert await seats(begun) == ["Linus", "Grace"]
    assert await days_left(begun) == 16
    snapshot(begun.last)
    snapshot(said(await begun.linus.slash(begun.channel, "games")))
    await begun.env.advance_time(9 * DAY + 60)
    # Back from it she is called to the turn that waits.
    assert begun.pings()[-1] == [begun.linus.id]
    await begun.move(begun.linus, "1")
    assert begun.pings()[-1] == [begun.grace.id]


# Where the bot may only answer


@KINDS
async def test_only_the_bot_takes_over_where_it_may_only_answer(world: World, kind: str) -> None:
    """Discord offers the command in servers that have the bot alone, and there every match of
    one's own is found by its number."""
    spot = await begun_away(world, kind)
    await world.env.advance_time(20 * 60)
    posts, seq = len(world.public(spot.channel)), (await world.match()).seq
    people = {"player": world.ada, "by": world.linus, "match": 1}
    snapshot(await world.ask(world.ada, "replace", **people))
    assert (await world.match()).seq == seq
    assert len(world.public(spot.channel)) == posts
    assert (direct(world.linus), direct(world.grace)) == ([], [])

    snapshot(await world.ask(world.ada, "replace", player=world.ada, by=world.robot, match=1))
    snapshot(direct(world.grace)[-1].content)
    answer = await world.grace.user.click(direct(world.grace)[-1], label="Answer…")
    assert labels(answer.response) == ["Agree", "No", "My view"]
    await world.grace.user.click(answer.response, label="Agree")
    await world.env.advance_time(60)
    match = await world.match()
    assert [p.name for p in match.seats] == ["TestBot", "Grace"]
    # It has moved at once, and Grace is called to her turn.
    assert match.turn_person == match.person(SECOND)
    snapshot(direct(world.grace)[-1].content)
    assert labels(direct(world.grace)[-1])[0] == "Move"


# Rematch


async def test_a_rematch_asks_the_successor_and_not_the_one_who_left(begun: World) -> None:
    await begun.move(begun.ada, "1")
    await begun.move(begun.grace, "1")
    await hand_over(begun)
    await begun.resign(begun.grace)
    end = begun.last
    snapshot(end.content)
    assert begun.pings()[-1] == [begun.linus.id]

    snapshot(await begun.tap(begun.ada, "Rematch", end))
    snapshot(await begun.tap(begun.grace, "Rematch", end))
    challenge = begun.last
    snapshot(challenge.content)
    assert begun.pings()[-1] == [begun.linus.id]
    snapshot(await begun.tap(begun.ada, "Accept", challenge))
    await begun.linus.click(end, label="Rematch")
    again = await begun.match(2)
    assert (again.status, [p.name for p in again.seats]) == (Status.RUNNING, ["Grace", "Linus"])
    assert labels(begun.shown(challenge)) == []
    assert begun.pings()[-1] == [begun.grace.id]


# Deletion


async def test_asker_and_successor_are_deleted_and_the_match_goes_on(begun: World) -> None:
    await ask(begun, begun.manager)
    request = begun.last
    await delete(begun, begun.manager)
    snapshot(begun.last.content)
    assert labels(begun.shown(request)) == []
    assert (await begun.match()).status is Status.RUNNING
    await begun.move(begun.ada, "1")
    assert begun.pings()[-1] == [begun.grace.id]

    await ask(begun, begun.ada)
    request = begun.last
    await delete(begun, begun.linus)
    snapshot(begun.last.content)
    assert labels(begun.shown(request)) == []
    match = await begun.match()
    assert (match.status, match.requests.replacement) == (Status.RUNNING, None)
    assert await seats(begun) == ["Ada", "Grace"]
    snapshot(said(await ask(begun, begun.ada, by=begun.manager)))
    await begun.grace.click(begun.last, label="Agree")
    await begun.manager.click(begun.last, label="Take over")
    assert await seats(begun) == ["Margaret", "Grace"]


@pytest.mark.parametrize(
    ("who", "said_of_it"),
    [
        ("ada", "**Linus** is no longer asked to play on"),
        ("grace", "**Deleted player** does not agree that **Linus** plays on"),
    ],
)
async def test_a_player_is_deleted_while_a_request_waits_and_the_match_ends(
    begun: World, who: str, said_of_it: str
) -> None:
    await ask(begun, begun.ada)
    request = begun.last
    await delete(begun, getattr(begun, who))
    off, end = begun.public()[-2:]
    assert said_of_it in off.content
    snapshot(end.content)
    assert labels(begun.shown(request)) == []
    match = await begun.match()
    assert (match.status, match.requests.replacement) == (Status.ENDED, None)
    snapshot(await begun.forge(begun.linus, "takeover:1:4"))
    assert await begun.client.service.inbox.waiting(begun.linus.id) == []


async def test_one_who_left_is_deleted_and_the_match_goes_on_without_a_trace(begun: World) -> None:
    await begun.move(begun.ada, "1")
    await hand_over(begun)
    await delete(begun, begun.ada)
    match = await begun.match()
    assert (match.status, await seats(begun)) == (Status.RUNNING, ["Linus", "Grace"])
    assert match.successions[-1].former.is_deleted
    await begun.move(begun.grace, "1")
    await begun.move(begun.linus, "1")
    assert "Ada" not in await begun.ask(begun.grace, "replay", match=1)


async def test_somebody_on_vacation_is_deleted_and_the_others_clocks_go_on(world: World) -> None:
    await world.begin_three(world.grace, world.linus, game="heap", spare=9)
    await on_vacation(world, world.ada, 10)
    await world.env.advance_time(DAY)
    assert await days_left(world) == 16
    await delete(world, world.ada)
    match = await world.match()
    assert (match.status, known(match.turn_person).name) == (Status.RUNNING, "Grace")
    snapshot(world.last.content)
    assert world.pings()[-2] == [world.grace.id]
    assert 6.9 < await days_left(world) <= 7
    await world.env.advance_time(7 * DAY)
    snapshot(world.words)


async def test_who_is_left_on_vacation_learns_of_the_end_behind_it(begun: World) -> None:
    await on_vacation(begun, begun.ada, 5)
    await begun.env.advance_time(60)
    pings = len(begun.pings())
    await delete(begun, begun.grace)
    snapshot(begun.last.content)
    assert not any(begun.pings()[pings:])
    await begun.env.advance_time(5 * DAY)
    snapshot(begun.last)
