"""Against the bot there is one post for two moves, and nothing calls the bot."""

import asyncio
import signal
import time
from typing import Any

import pytest

from bot.front.discord.layouts import words_of
from bot.front.posting import typing_sign
from bot.opponents.kernel import PROVEN
from bot.service import thinking as searches
from bot.service.personal.suggestions import legal_texts
from tests.front.conftest import ON_FILE, World, labels
from tests.front.snapshot import snapshot
from tests.helpers.playing import known
from tests.helpers.posting import forbid, killed_at, thread_of


async def _begin(world: World, **options: object) -> None:
    wanted = {"opponent": world.robot, "first": "me", "size": "small"} | options
    await world.ada.slash(world.channel, "challenge heap", **wanted)
    await world.env.settle()


def _calls_nobody_but_ada(world: World) -> bool:
    person = known(world.client.user)
    return all(f"<@{person.id}>" not in words_of(m) for m in world.public()) and all(
        pings in ([], [world.ada.id]) for pings in world.pings()
    )


async def test_one_post_tells_both_moves_and_nothing_calls_the_bot(world: World) -> None:
    await _begin(world, spare=9)
    for number in range(2, 4):
        await world.move(world.ada, "1")
        await world.env.settle()
        assert len(world.public()) == number
        assert world.last.content.count("**Ada** takes 1.") == 1
        assert world.last.content.count("**TestBot** takes") == 1
        snapshot(world.last)
        assert labels(world.public()[-2]) == []
    await world.env.advance_time(3600)
    assert len(world.public()) == 3
    assert _calls_nobody_but_ada(world)

    await world.offer_draw(world.ada)
    await world.env.settle()
    await world.env.advance_time(60)
    assert len(world.public()) == 4
    snapshot(world.last)
    assert _calls_nobody_but_ada(world)

    await world.resign(world.ada)
    assert "wins!" in world.last.content
    assert world.pings()[-1] == []
    assert _calls_nobody_but_ada(world)


async def test_if_the_bot_begins_its_move_is_below_the_players(world: World) -> None:
    await _begin(world, first="them", spare=9)
    assert len(world.public()) == 1
    snapshot(world.last.content)
    assert _calls_nobody_but_ada(world)


async def test_the_end_that_the_bot_brings_tells_the_move_before_it(world: World) -> None:
    await _begin(world)
    posts = len(world.public())
    await world.move(world.ada, "1")
    await world.env.settle()
    assert len(world.public()) == posts + 1
    snapshot(world.last.content)
    assert "wins!" in world.last.content


async def test_a_draw_the_bot_offers_with_its_move_calls_nobody_twice(world: World) -> None:
    world.patch.setattr(searches, "LATE", 0)
    world.patch.setattr(searches, "OFFERS", 1)
    world.patch.setattr(searches, "EVEN", PROVEN)
    await _begin(world, spare=9)
    await world.move(world.ada, "1")
    await world.env.settle()
    snapshot(world.last)
    assert world.pings()[-2:] == [[world.ada.id], []]
    await world.tap(world.ada, "Agree to the draw")
    snapshot(world.last.content)


async def test_a_move_the_bot_does_not_answer_is_told_once_by_itself(world: World) -> None:
    await _begin(world, spare=9)

    async def failing(*_: object, **__: object) -> None:
        raise RuntimeError("no move comes to mind")

    with world.patch.context() as patch:
        patch.setattr(world.client.service.thinking, "ask", failing)
        await world.move(world.ada, "1")
        assert len(world.public()) == 1
        await world.env.advance_time(21)
    assert len(world.public()) == 2
    snapshot(world.last)
    await world.env.advance_time(60)
    assert len(world.public()) == 3
    snapshot(world.last.content)
    assert _calls_nobody_but_ada(world)


@ON_FILE
async def test_a_crash_before_or_after_the_answer_loses_no_move(world: World) -> None:
    person = known(world.client.user)
    await world.ada.slash(world.channel, "challenge bump", opponent=world.robot, first="me")
    for answer in (False, True):
        posts = len(world.public())
        text = legal_texts(await world.match(), "", 1)[0]
        await world.client.store.close()
        killed = killed_at(world, "play", world.ada.id, text, person.id)
        assert killed == -signal.SIGKILL
        if answer:
            assert killed_at(world, "answer", person.id) == -signal.SIGKILL
        await world.env.restart_bot(world.make())
        await world.env.settle()
        await world.env.advance_time(60)
        match = await world.match()
        said = "\n".join(words_of(m) for m in world.public()[posts:])
        for ply in match.plies[-2:]:
            assert said.count(f" `{ply.text}`\n") == 1
        assert len(world.public()) == posts + 1
    assert _calls_nobody_but_ada(world)


# The sign that it types


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
    world.patch.setattr(searches, "AT_ONCE", ())

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


async def test_it_types_where_the_match_is_played_and_it_may_write(slow: World) -> None:
    await begin(slow)
    await slow.move(slow.ada, "1")
    await slow.env.settle()

    assert typed(slow) == 1
    snapshot(slow.words)
    forbid(slow, send_messages=False)
    await slow.move(slow.ada, "1")
    await slow.env.settle()

    assert typed(slow) == 1
    assert len((await slow.match()).plies) == 4


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

    snapshot(world.words)
    assert typed(world) == 0


@pytest.mark.parametrize("status", [403, 500])
async def test_that_discord_refuses_the_sign_changes_nothing(slow: World, status: int) -> None:
    here = f"/channels/{slow.channel.id}/typing"
    slow.env.inject_error("POST", here, status=status, code=0, times=None)
    await begin(slow)
    await slow.move(slow.ada, "1")
    await slow.env.settle()

    snapshot(slow.words)
    assert "typing" not in slow.log.text
