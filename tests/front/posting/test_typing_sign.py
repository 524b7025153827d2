"""Whoever waits for the bot's move sees that it thinks, where that takes a while."""

import asyncio
import time
from typing import Any

import pytest

from bot.front.posting import typing_sign
from bot.service.opponents import robot
from tests.front.conftest import World
from tests.helpers.posting import forbid, thread_of


def typed(world: World, channel: Any = None) -> int:
    """How often Discord was told that the bot types there."""
    path = f"/channels/{(channel or world.channel).id}/typing"
    return sum(request.path.endswith(path) for request in world.env.http_requests)


def names(task: "asyncio.Task[Any]") -> str:
    return str(getattr(task.get_coro(), "__name__", ""))


@pytest.fixture
def slow(world: World) -> World:
    """The world in which the bot thinks until it is seen to, or can't be seen."""
    thinking: Any = world.client.service.thinking
    ask = thinking.ask
    world.patch.setattr(typing_sign, "SHORT", 0.0)
    world.patch.setattr(robot, "AT_ONCE", ())

    async def slowly(question: Any, **who: Any) -> Any:
        (showing,) = (each for each in asyncio.all_tasks() if names(each) == "_type")
        # In a thread: where the bot sleeps, the simulated server's clock moves on.
        await asyncio.to_thread(until_shown, showing, len(world.env.http_requests))
        return await ask(question, **who)

    def until_shown(showing: "asyncio.Task[None]", seen: int) -> None:
        while not showing.done() and not any(
            request.path.endswith("/typing") for request in world.env.http_requests[seen:]
        ):
            time.sleep(0.01)

    world.patch.setattr(thinking, "ask", slowly)
    return world


async def begin(world: World, **options: Any) -> None:
    wanted = {"opponent": world.robot, "first": "me", "size": "small", "spare": 9} | options
    await world.ada.slash(world.channel, "challenge heap", **wanted)


async def test_it_types_where_the_match_is_played(slow: World) -> None:
    await begin(slow)
    await slow.move(slow.ada, "1")
    await slow.env.settle()

    assert typed(slow) == 1
    assert "**TestBot** takes" in slow.words


async def test_it_types_in_the_thread_of_the_match(slow: World) -> None:
    await slow.server_wishes(posting="thread")
    await begin(slow, first="them")
    await slow.env.settle()
    await slow.move(slow.ada, "1", channel=thread_of(slow))
    await slow.env.settle()

    assert typed(slow, thread_of(slow)) == 1


async def test_what_is_answered_at_once_is_not_typed(world: World) -> None:
    await begin(world)
    await world.move(world.ada, "1")
    await world.env.settle()

    assert "**TestBot** takes" in world.words
    assert typed(world) == 0


async def test_where_it_may_not_write_it_does_not_type(slow: World) -> None:
    await begin(slow)
    forbid(slow, send_messages=False)
    await slow.move(slow.ada, "1")
    await slow.env.settle()

    assert typed(slow) == 0
    assert len((await slow.match()).plies) == 2


@pytest.mark.parametrize("status", [403, 500])
async def test_that_discord_refuses_the_sign_changes_nothing(slow: World, status: int) -> None:
    here = f"/channels/{slow.channel.id}/typing"
    slow.env.inject_error("POST", here, status=status, code=0, times=None)
    await begin(slow)
    await slow.move(slow.ada, "1")
    await slow.env.settle()

    assert "**TestBot** takes" in slow.words
    assert "typing" not in slow.log.text
