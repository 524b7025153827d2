"""Clocks that stand: what the channel hears of sleep and vacation, with time that passes."""

from datetime import UTC, datetime, time, timedelta

from bot.model.clock.calendar import Calendar, Sleep
from bot.model.records import MatchId
from tests.front.conftest import World, said

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
    asleep = f"clock stands until <t:{stamp(7)}:f> (asleep)."
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
    assert f"Their clock stands until <t:{stamp(7)}:f> (asleep)." in refused

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
    assert f"your clock stands until <t:{int(used.end.timestamp())}:f>" in reply[0].content
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
