"""The time by which the bot goes: Discord's, where this machine's clock is wrong."""

import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from bot.telemetry.clock import ANSWERS, LATE, DiscordClock

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
CLOSE = timedelta(seconds=1)


@dataclass
class World:
    """The right time, and a machine whose clock is ahead of it."""

    now: datetime = NOON
    ahead: timedelta = timedelta(0)

    def clock(self) -> DiscordClock:
        return DiscordClock(
            lambda: self.now + self.ahead, lambda: (self.now - NOON).total_seconds()
        )

    def date(self, wrong: timedelta = timedelta(0)) -> str:
        return format_datetime(self.now + wrong, usegmt=True)

    def pass_by(self, seconds: float = 0.7) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.mark.parametrize("ahead", [HOUR, -HOUR, timedelta(seconds=7), timedelta(seconds=-7)])
def test_a_clock_that_is_wrong_is_said_once_and_not_gone_by(
    caplog: pytest.LogCaptureFixture, ahead: timedelta
) -> None:
    caplog.set_level(logging.INFO)
    world = World(ahead=ahead)
    clock = world.clock()
    assert (clock.ahead, clock.now()) == (None, NOON + ahead)
    for _ in range(5):
        world.pass_by()
        clock.note(world.date())
        assert clock.ahead is not None
        assert abs(clock.ahead - ahead) < CLOSE
        assert abs(clock.now() - world.now) < CLOSE
    (said,) = caplog.messages
    assert ("ahead of" in said) == (ahead > timedelta(0))
    world.ahead = timedelta(seconds=1)
    clock.note(world.date())
    assert clock.now() == world.now + world.ahead
    assert caplog.messages[1:] == ["this machine's clock agrees with Discord's again"]


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_clock_that_is_set_while_the_bot_runs_changes_nothing(step: timedelta) -> None:
    world = World()
    clock = world.clock()
    clock.note(world.date())
    world.ahead = step
    for _ in range(20):
        before = clock.now()
        world.pass_by(60)
        assert clock.now() - before == timedelta(seconds=60)
        assert abs(clock.now() - world.now) < CLOSE


def test_clocks_may_be_a_little_apart() -> None:
    for seconds in (4.4, -4.4):
        world = World(ahead=timedelta(seconds=seconds))
        clock = world.clock()
        clock.note(world.date())
        assert abs(world.ahead) < LATE
        assert clock.now() == NOON + world.ahead


def test_what_is_made_says_that_it_is_at_least_as_late_where_no_date_does() -> None:
    world = World(ahead=-HOUR)
    clock = world.clock()
    clock.note_made(world.now)
    # At the local table nobody answers by HTTP, and ids say nothing.
    assert (clock.ahead, clock.now()) == (None, NOON - HOUR)
    clock.note(None)
    for late in (20, 0, 300):
        world.pass_by(60)
        clock.note_made(world.now - timedelta(seconds=late))
    assert clock.ahead is not None
    assert abs(clock.ahead + HOUR) < CLOSE
    assert abs(clock.now() - world.now) < CLOSE
    # A clock that is right, or ahead, may only have been notified late.
    for world.ahead in (timedelta(0), HOUR):
        assert abs(clock.now() - world.now - world.ahead) < CLOSE


def test_what_is_made_is_believed_over_the_dates_of_a_proxy_whose_clock_is_late() -> None:
    world = World(ahead=-HOUR)
    clock = world.clock()
    for _ in range(ANSWERS):
        clock.note(world.date(wrong=-HOUR))
    assert clock.now() == NOON - HOUR
    clock.note_made(world.now)
    assert abs(clock.now() - world.now) < CLOSE
    world.pass_by(2 * 3600)
    # By then the clock that nobody sets may be too fast.
    clock.note(world.date(wrong=-HOUR))
    assert clock.now() == world.now - HOUR


def test_odd_dates_change_nothing() -> None:
    world = World()
    clock = world.clock()
    for date in (None, "", "yesterday", "Sat, 31 Feb 2026 12:00:00 GMT", "0"):
        clock.note(date)
    assert clock.ahead is None
    for nth in range(ANSWERS):
        clock.note(world.date(wrong=HOUR if nth % 3 == 2 else timedelta(0)))
        assert clock.now() == NOON
