"""Few messages of a channel are on their way at a time, and no channel takes another's places."""

import asyncio
from collections import Counter

import pytest

from bot.front.discord.request_budget import HeldBack
from bot.front.posting import traffic
from bot.front.posting.traffic import IN_CHANNEL, Traffic
from tests.front.conftest import World

SLOW, QUICK = 1, 2


async def idle() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


async def test_a_channel_has_few_messages_on_their_way_and_they_keep_their_order() -> None:
    way, sent = Traffic(), list[int]()
    answers = [asyncio.Event() for _ in range(6)]

    async def send(number: int) -> None:
        async with way.turn(SLOW):
            sent.append(number)
            await answers[number].wait()

    tasks = [asyncio.create_task(send(number)) for number in range(6)]
    await idle()
    assert sent == list(range(IN_CHANNEL))
    for number, answer in enumerate(answers):
        answer.set()
        await idle()
        assert sent == list(range(min(6, IN_CHANNEL + number + 1)))
    await asyncio.gather(*tasks)
    assert not way._channels


async def test_channels_that_never_answer_keep_no_other_waiting() -> None:
    way, begun = Traffic(), Counter[int]()
    never = asyncio.Event()

    async def send(channel: int) -> None:
        async with way.turn(channel):
            begun[channel] += 1
            await never.wait()

    slow = [asyncio.create_task(send(channel)) for channel in range(30) for _ in range(9)]
    await idle()
    assert set(begun.values()) == {IN_CHANNEL}
    quick = asyncio.create_task(send(999))
    await idle()
    assert begun[999] == 1
    for task in (*slow, quick):
        task.cancel()
    await asyncio.gather(*slow, quick, return_exceptions=True)


async def test_no_more_pictures_than_places_are_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traffic, "IN_ALL", 3)
    way, begun, done = Traffic(), list[int](), asyncio.Event()

    async def send(channel: int) -> None:
        async with way.turn(channel):
            begun.append(channel)
            await done.wait()

    tasks = [asyncio.create_task(send(channel)) for channel in range(5)]
    await idle()
    assert begun == [0, 1, 2]
    done.set()
    await asyncio.gather(*tasks)
    assert begun == [0, 1, 2, 3, 4]


async def test_a_post_that_is_held_back_rests_without_a_try_and_goes_then(begun: World) -> None:
    sender = begun.client.outbox._sender
    send, held = sender._send, 1

    async def holding(*args: object) -> object:
        nonlocal held
        if held:
            held -= 1
            raise HeldBack(300)
        return await send(*args)  # type: ignore[arg-type]

    begun.patch.setattr(sender, "_send", holding)
    await begun.move(begun.ada, "1")
    await begun.env.advance_time(200)
    assert len(begun.public()) == 2
    (post,) = await begun.client.store.pending(begun.env.now())
    assert (post.tries, post.refusals) == (0, 0)
    await begun.env.advance_time(101)
    assert "**Ada** takes 1." in begun.last.content
