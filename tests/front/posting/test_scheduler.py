"""What time does to invitations, reminders and claims, and how few messages are on their way."""

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from bot.front.discord.request_budget import HeldBack
from bot.front.posting import traffic
from bot.front.posting.traffic import IN_CHANNEL, Traffic
from bot.model.records import ChannelId
from tests.front.conftest import World, labels
from tests.front.snapshot import snapshot
from tests.helpers.posting import store_calls

DAY = 24 * 3600.0


async def test_a_late_player_is_warned_once_and_then_the_win_can_be_claimed(world: World) -> None:
    await world.spend_no_vacation()
    await world.start(time="1 day a move")
    snapshot(await world.ask(world.grace, "claim"))
    await world.env.advance_time(DAY * 2 / 3 - 60)
    assert len(world.public()) == 2
    await world.env.advance_time(120)
    snapshot(world.last.content)
    await world.env.advance_time(DAY / 4)
    assert len(world.public()) == 3
    assert world.pings()[-1] == [world.ada.id]
    # The warning has not made the board's buttons old.
    assert "Type it…" in labels((await world.ada.click(world.public()[1], label="Move")).response)
    await world.env.advance_time(DAY / 12)
    snapshot(await world.ask(world.grace, "claim"))
    await world.env.advance_time(DAY)
    snapshot(world.last)
    snapshot(await world.tap(world.ada, "Claim the win"))
    more = await world.grace.click(world.public()[1], label="More…")
    assert "Claim the win" in labels(more.response)
    notice = world.last
    await world.grace.click(notice, label="Claim the win")
    snapshot(world.last)
    assert "Claim the win" not in [b for m in world.public() for b in labels(m)]
    snapshot(world.shown(notice).content)


async def test_while_nothing_is_due_the_store_is_asked_for_nothing(short: World) -> None:
    await short.env.advance_time(120)
    before = store_calls()
    await short.env.advance_time(DAY)
    assert store_calls() == before


# Sleep and vacation


HOUR = 3600.0
MIDNIGHT = datetime(2026, 1, 1, tzinfo=UTC)
"""When every simulated server begins."""


def stamp(hours: float) -> int:
    """An instant as Discord writes it, so many hours from the beginning."""
    return int((MIDNIGHT + timedelta(hours=hours)).timestamp())


async def live_until(world: World, hours: float) -> None:
    """Time passes until a minute after so many hours from the beginning."""
    now = world.env.now().timestamp()
    await world.env.advance_time(stamp(hours) + 60 - now)


async def test_vacation_is_spent_instead_of_losing_and_told_once(world: World) -> None:
    await world.start(time="1 day a move", spare=9)
    await world.start(time="1 day a move", spare=9)
    await live_until(world, 48)
    await world.restart()
    reply = [m for m in world.public() if "of your vacation are spent" in m.content]
    # The vacation of the first match stops the clock of the other: nothing of it is spent there.
    assert len(reply) == 1
    (used,) = (await world.client.store.calendar_history(world.ada.id))[-1].calendar.vacations
    assert used.end - used.start == timedelta(hours=24)
    # Either match may have been the first to need it.
    assert f"<t:{int(used.end.timestamp())}:f>" in reply[0].content
    for command in ("board", "claim"):
        assert "(on vacation)" in await world.ask(world.grace, command, match=1)
    await live_until(world, 72)
    (used,) = (await world.client.store.calendar_history(world.ada.id))[-1].calendar.vacations
    assert used.end - used.start == timedelta(hours=48)
    await world.move(world.ada, "1", match=1)
    assert len((await world.match()).plies) == 1


SLOW, QUICK = ChannelId(1), ChannelId(2)


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

    async def send(channel: ChannelId) -> None:
        async with way.turn(channel):
            begun[channel] += 1
            await never.wait()

    slow = [
        asyncio.create_task(send(ChannelId(channel))) for channel in range(30) for _ in range(9)
    ]
    await idle()
    assert set(begun.values()) == {IN_CHANNEL}
    quick = asyncio.create_task(send(ChannelId(999)))
    await idle()
    assert begun[999] == 1
    for task in (*slow, quick):
        task.cancel()
    await asyncio.gather(*slow, quick, return_exceptions=True)


async def test_no_more_pictures_than_places_are_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traffic, "IN_ALL", 3)
    way, begun, done = Traffic(), list[int](), asyncio.Event()

    async def send(channel: ChannelId) -> None:
        async with way.turn(channel):
            begun.append(channel)
            await done.wait()

    tasks = [asyncio.create_task(send(ChannelId(channel))) for channel in range(5)]
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
    snapshot(begun.last.content)
