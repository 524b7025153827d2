"""What time does to invitations, reminders and claims, and how few messages are on their way."""

import asyncio
from collections import Counter
from datetime import UTC, datetime, time, timedelta

import pytest

from bot.front.discord.request_budget import HeldBack
from bot.front.posting import traffic
from bot.front.posting.traffic import IN_CHANNEL, Traffic
from bot.model.clock.calendar import Calendar, Sleep
from bot.model.records import MatchId
from tests.front.conftest import World, labels, said
from tests.helpers.posting import store_calls

DAY = 24 * 3600.0


async def test_a_late_player_is_warned_once_and_then_the_win_can_be_claimed(world: World) -> None:
    await world.spend_no_vacation()
    await world.start(time="1 day a move")
    assert "Ada still has time." in await world.ask(world.grace, "claim")
    await world.env.advance_time(DAY * 2 / 3 - 60)
    assert len(world.public()) == 2
    await world.env.advance_time(120)
    assert world.last.content.startswith(f"<@{world.ada.id}>, your time is running out:")
    await world.env.advance_time(DAY / 4)
    assert len(world.public()) == 3
    assert world.pings()[-1] == [world.ada.id]
    # The warning has not made the board's buttons old.
    assert "Type it…" in labels((await world.ada.click(world.public()[1], label="Move")).response)
    await world.env.advance_time(DAY / 12)
    assert "Ada still has time." in await world.ask(world.grace, "claim")
    await world.env.advance_time(DAY)
    assert "**Ada** has run out of time." in world.last.content
    assert labels(world.last) == ["Claim the win"]
    assert world.pings()[-1] == [world.grace.id]
    assert "It is your own turn" in await world.tap(world.ada, "Claim the win")
    more = await world.grace.click(world.public()[1], label="More…")
    assert "Claim the win" in labels(more.response)
    notice = world.last
    await world.grace.click(notice, label="Claim the win")
    assert (
        "**Ada** ran out of time, and **Grace** claimed the win. 🏆 **Grace** wins!"
        in world.last.content
    )
    assert world.pings()[-1] == [world.ada.id]
    assert "Claim the win" not in [b for m in world.public() for b in labels(m)]
    assert world.shown(notice).content.startswith("**Ada** ran out of time.\n-# Heap")


async def test_the_grace_is_told_once_with_its_end_and_the_board_goes_on(world: World) -> None:
    await world.spend_no_vacation()
    await world.start(time="1 day a move", ending="hard", spare=9)
    await world.env.advance_time(DAY + 60)
    notice = world.last
    until = int(world.public()[1].created_at.timestamp() + 2 * DAY)
    assert notice.content.startswith(
        f"<@{world.ada.id}>, your time has run out. You have 24 hours of grace, once in a match. "
        f"Your grace runs out <t:{until}:R>."
    )
    assert world.pings()[-1] == [world.ada.id]
    shown = await world.grace.slash(world.channel, "board")
    assert f"It is **Ada**'s turn. The grace runs out <t:{until}:R>." in said(shown)
    await world.env.advance_time(DAY / 2)
    assert world.last == notice
    assert "is played" in said(await world.move(world.ada, "1"))
    # It was the one of the match.
    await world.move(world.grace, "1")
    await world.env.advance_time(DAY + 60)
    assert "**Ada** ran out of time. 🏆 **Grace** wins!" in world.last.content
    assert not any("You have 24 hours of grace" in m.content for m in world.public())
    graced = "**Ada** ran out of time, and had 24 hours of grace."
    assert sum(graced in m.content for m in world.public()) == 1


async def test_the_bank_of_both_is_below_every_board(world: World) -> None:
    bank = "bank 3 d + 1 d a move, at most 7 d"
    await world.start(time=bank, spare=9)
    assert f"{bank}; left as this turn began: **Ada** 3 d, **Grace** 3 d" in world.last.content
    await world.env.advance_time(29.5 * 3600)
    await world.move(world.ada, "1")
    left = f"{bank}; left as this turn began: **Ada** 2 d 18 h, **Grace** 3 d"
    assert left in world.last.content
    assert left in said(await world.ada.slash(world.channel, "board"))
    until = int(world.last.created_at.timestamp() + 3 * DAY)
    assert f"<@{world.grace.id}>, it is your turn. Your time runs out <t:{until}:R>." in world.words


async def test_while_nothing_is_due_the_store_is_asked_for_nothing(short: World) -> None:
    await short.env.advance_time(120)
    before = store_calls()
    await short.env.advance_time(DAY)
    assert store_calls() == before


# Sleep and vacation


HOUR = 3600.0
MIDNIGHT = datetime(2026, 1, 1, tzinfo=UTC)
"""When every simulated server begins."""

NIGHTS = Calendar(sleep=Sleep(time(22), time(7)), automatic_vacation=False)


def stamp(hours: float) -> int:
    """An instant as Discord writes it, so many hours from the beginning."""
    return int((MIDNIGHT + timedelta(hours=hours)).timestamp())


async def live_until(world: World, hours: float) -> None:
    """Time passes until a minute after so many hours from the beginning."""
    now = world.env.now().timestamp()
    await world.env.advance_time(stamp(hours) + 60 - now)


async def test_hard_a_sleeper_loses_only_after_waking(world: World) -> None:
    await world.keep(world.ada, NIGHTS)
    await world.start(time="1 day a move", ending="hard", spare=9)
    asleep = f"clock is stopped until <t:{stamp(7)}:f> (asleep)."
    # Fifteen hours awake on the first day, nine on the second.
    over = f"time runs out <t:{stamp(24 + 16)}:R>."
    assert f"it is your turn. Your {over} Your {asleep}" in world.last.content

    shown = said(await world.grace.slash(world.channel, "board"))
    assert f"It is **Ada**'s turn. The {over} **Ada**'s {asleep}" in shown
    assert shown.endswith(" · 1 day a move, hard"), "nothing of a vacation that nobody has touched"
    listed = said(await world.grace.slash(world.channel, "games"))
    assert f"waits for **Ada** · runs out <t:{stamp(24 + 16)}:R>, their {asleep[:-1]}" in listed
    own = said(await world.ada.slash(world.channel, "games"))
    assert f"your turn · runs out <t:{stamp(24 + 16)}:R>, your {asleep[:-1]}" in own
    refused = said(await world.grace.slash(world.channel, "claim"))
    assert f"Their clock is stopped until <t:{stamp(7)}:f> (asleep)." in refused

    await live_until(world, 24)  # A day has passed, and she sleeps.
    await world.restart()
    assert not any("You have 24 hours of grace" in m.content for m in world.public())
    row = await world.client.store.summary(MatchId(1))
    assert row.deadline == MIDNIGHT + timedelta(hours=24 + 16)
    await live_until(world, 24 + 16)
    assert "You have 24 hours of grace" in world.last.content
    # Six hours more before the next night, fifteen on the third day, three on the fourth.
    lost = 3 * 24 + 10
    assert f"Your grace runs out <t:{stamp(lost)}:R>." in world.last.content
    await live_until(world, lost - 1)
    assert "You have 24 hours of grace" in world.last.content
    await live_until(world, lost)
    assert "**Ada** ran out of time. 🏆 **Grace** wins!" in world.last.content


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
    left = "Vacation left: **Ada** 19 d."
    assert left in reply[0].content
    assert f"<@{world.grace.id}>, the match waits for **Ada** meanwhile." in reply[0].content
    assert f"your clock is stopped until <t:{int(used.end.timestamp())}:f>" in reply[0].content
    shown = said(await world.grace.slash(world.channel, "board", match=1))
    assert "(on vacation)." in shown
    assert "vacation left: **Ada** 19 d" in shown
    early = said(await world.grace.slash(world.channel, "claim", match=1))
    assert "Ada still has time." in early
    assert "(on vacation)." in early
    await live_until(world, 72)
    # Either match may have been the first to need it.
    *_, spent = [m.content for m in world.public() if "of your vacation are spent" in m.content]
    assert f"<@{world.ada.id}>, your time is over" in spent
    assert "Vacation left: **Ada** 18 d." in spent
    assert "is played" in said(await world.move(world.ada, "1", match=1))


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
