"""Calls, reminders and held mentions of turns that are taken back, on the simulated Discord."""

import pytest

from bot.model.notices.notice_settings import Destination
from bot.model.records import MatchId
from tests.front.conftest import World, labels
from tests.helpers.posting import (
    DAY,
    HOUR,
    NIGHT,
    calls,
    choose,
    close_direct,
    direct,
    reminders,
    until,
)


async def test_a_held_call_goes_with_the_move_that_is_taken_back(begun: World) -> None:
    before = len(calls(begun, begun.ada))
    await until(begun, 23)
    await choose(begun, begun.grace, **NIGHT)
    await begun.move(begun.ada, "1")
    await begun.ada.slash(begun.channel, "takeback")
    await until(begun, 9)
    assert "**Ada** took back" in begun.last.content
    assert calls(begun, begun.grace)[1:] == []
    # Her own call went with the turn that she played, and nothing calls her anew.
    assert len(calls(begun, begun.ada)) == before - 1
    await begun.move(begun.ada, "2")
    assert f"<@{begun.grace.id}>, it is your turn." in begun.last.content


async def test_the_turn_that_comes_again_is_called_to_once_directly(world: World) -> None:
    await choose(world, world.grace, destination=Destination.DIRECT)
    await world.start(spare=9)
    before = len(direct(world.grace))
    await world.move(world.ada, "1")
    await world.ada.slash(world.channel, "takeback")
    await world.env.advance_time(120)
    assert len(direct(world.grace)) == before + 1
    assert labels(direct(world.grace)[-1]) == []
    await world.move(world.ada, "2")
    assert len(direct(world.grace)) == before + 2
    assert labels(direct(world.grace)[-1]) == ["Move", "My view"]
    await world.restart()
    await world.env.advance_time(DAY)
    assert len(direct(world.grace)) == before + 2


async def test_an_undone_call_is_not_made_up_for(world: World) -> None:
    await choose(world, world.grace, destination=Destination.DIRECT)
    await world.start(spare=9)
    close_direct(world, world.grace)
    await world.move(world.ada, "1")
    await world.ada.slash(world.channel, "takeback")
    posts = len(world.public())
    await world.env.advance_time(DAY)
    assert len(world.public()) == posts


async def test_who_took_a_move_back_is_reminded_and_warned_like_anybody(world: World) -> None:
    await choose(world, world.ada, cadence=12)
    await world.start(spare=9)
    await world.move(world.ada, "1")
    await world.ada.slash(world.channel, "takeback")
    posts = len(reminders(world))
    await world.env.advance_time(12 * HOUR + 60)
    assert len(reminders(world)) == posts + 1
    assert f"<@{world.ada.id}>" in world.last.content


async def test_a_reminder_of_an_undone_turn_turns_nothing_off(world: World) -> None:
    await choose(world, world.grace, cadence=12)
    await world.start(spare=9)
    await world.move(world.ada, "1")
    await world.env.advance_time(12 * HOUR + 60)
    reminder = world.last
    assert "Off for this turn" in labels(reminder)
    undone = (await world.match()).turn_seq
    await world.ada.slash(world.channel, "takeback")
    await world.move(world.ada, "2")
    assert labels(next(m for m in world.public() if m.id == reminder.id)) == []

    # A press that was on its way already.
    book = world.client.service.notices
    assert await book.mute(world.grace.id, MatchId(1), undone, reminder.id) == 0

    await world.env.advance_time(12 * HOUR + 60)
    assert f"<@{world.grace.id}>, your move is awaited" in world.last.content


@pytest.mark.parametrize("place", [Destination.CHANNEL, Destination.DIRECT])
async def test_a_request_of_the_quiet_is_told_at_its_end(begun: World, place: Destination) -> None:
    await begun.move(begun.ada, "1")
    await begun.grace.slash(begun.channel, "board")
    await until(begun, 23)
    await choose(begun, begun.grace, destination=place, **NIGHT)
    await begun.ada.slash(begun.channel, "takeback")
    assert "**Ada** asks to take back `` 1`* ``" in begun.last.content
    assert begun.pings()[-1] == []
    heard = len(calls(begun, begun.grace))
    await until(begun, 8)
    assert len(calls(begun, begun.grace)) == heard + 1
    assert "asks to take back" in calls(begun, begun.grace)[-1]


async def test_who_asked_is_called_once_the_other_has_agreed(world: World) -> None:
    await choose(world, world.ada, destination=Destination.DIRECT)
    await world.start(spare=9)
    await world.move(world.ada, "1")
    await world.grace.slash(world.channel, "board")
    await world.ada.slash(world.channel, "takeback")
    before = len(direct(world.ada))
    await world.grace.click(world.last, label="Let them take it back")
    assert len(direct(world.ada)) == before + 1
    assert direct(world.ada)[-1].content.startswith("It is your turn:")
