"""How a person wants to be called and reminded, and when not to be disturbed. Plain values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from typing import Any, Self
from zoneinfo import ZoneInfo

from bot.model.clock.calendar import Calendar, Sleep, Vacation
from bot.model.clock.changes import History, automatic_vacation
from bot.model.clock.running import Calendars, Segment, calendar_at, halt_at, pauses
from bot.model.clock.units import DAY
from bot.model.refusals import Refused
from bot.model.shape import JsonFields


class Destination(StrEnum):
    """Where a person is called."""

    CHANNEL = "channel"
    DIRECT = "direct"
    BOTH = "both"
    NONE = "none"

    @property
    def in_channel(self) -> bool:
        return self in (Destination.CHANNEL, Destination.BOTH)

    @property
    def in_person(self) -> bool:
        return self in (Destination.DIRECT, Destination.BOTH)


CADENCES = (0, 12, 24, 48, 72, 168)
"""The choices of hours between two reminders; 0 for none."""

MOST_REMINDERS = 5
"""Reminders of one turn, after which no more follow unless its time runs."""

HOURS = range(24)


NO_CHOICE = "That is none of the choices. Choose again."


@dataclass(frozen=True, slots=True)
class NoticeSettings(JsonFields):
    """A person's notice settings.

    `cadence` is in hours, 0 for no reminders; `warning` is the one before the deadline. Quiet hours
    begin at `quiet_from` and end at `quiet_to`, by the person's wall clock; None for none. `digest`
    is the hour at which held notices are sent, None for the end of the quiet hours. With `calendar`
    the time while the person's clock is stopped counts as quiet hours, too.
    """

    destination: Destination = Destination.CHANNEL
    cadence: int = 48
    warning: bool = True
    quiet_from: int | None = None
    quiet_to: int | None = None
    digest: int | None = None
    calendar: bool = True

    def __post_init__(self) -> None:
        hours = (self.quiet_from, self.quiet_to, self.digest)
        if self.cadence not in CADENCES or any(h is not None and h not in HOURS for h in hours):
            raise Refused(NO_CHOICE)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The saved settings; what this version does not know is ignored."""
        try:
            # Without arguments `super` knows no class with slots.
            return super(NoticeSettings, cls).of(values)
        except ValueError:
            raise Refused(NO_CHOICE) from None

    @property
    def every(self) -> timedelta | None:
        """The time between two reminders; None for no reminders."""
        return timedelta(hours=self.cadence) if self.cadence else None

    @property
    def quiet_hours(self) -> tuple[int, int] | None:
        if self.quiet_from is None or self.quiet_to is None or self.quiet_from == self.quiet_to:
            return None
        return self.quiet_from, self.quiet_to

    @property
    def is_digest_quiet(self) -> bool:
        """Whether the picked hour is one of the quiet ones, whose end counts then."""
        if self.digest is None or self.quiet_hours is None:
            return False
        begin, end = self.quiet_hours
        return (self.digest - begin) % 24 < (end - begin) % 24


HALF_DAY = 12
"""Hours of a day that one calendar's sleep can hold."""

MOMENT = timedelta(minutes=1)

MOST_STEPS = 20
"""Most quiet hours and pauses that follow each other without a gap; more count as leaving no gap at
all."""


def quiet_until(at: datetime, settings: NoticeSettings, history: History) -> datetime | None:
    """When the quiet hours at an instant end; None if there are none.

    Sleep, weekend and a vacation planned by hand count. One that was spent automatically does not:
    its person has forgotten something, and is notified. Quiet hours are computed like sleep, by the
    person's wall clock: one that daylight saving skips is never met, one that comes twice counts
    twice.
    """
    end = _end(at, _quiet(at, settings, history))
    return None if end == at else end


def notify_at(at: datetime, settings: NoticeSettings, history: History) -> datetime | None:
    """When a notice at an instant is sent, if that is in quiet hours; None if at once.

    That is at the end of the quiet hours, or at the next hour after it that the person picked,
    unless that is quiet, too.
    """
    end = quiet_until(at, settings, history)
    if end is None or settings.digest is None:
        return end
    picked = _next(settings.digest, end, calendar_at(at, history).zone)
    return end if quiet_until(picked, settings, history) else picked


def _next(hour: int, after: datetime, zone: str) -> datetime:
    # Within the next instance of an hour by the wall clock.
    today = after.astimezone(ZoneInfo(zone)).date()
    hours = (datetime.combine(today + n * DAY, time(hour), ZoneInfo(zone)) for n in (0, 1))
    # An hour that is skipped as clocks go forward is the first minute after.
    begun = [each.astimezone(UTC) for each in hours]
    return max(after, next(each for each in begun if each + timedelta(hours=1) > after))


def quiet_between(
    start: datetime, end: datetime, settings: NoticeSettings, history: History
) -> list[tuple[datetime, datetime]]:
    """The quiet hours in which no warning is sent, between two instants: in order, none touching
    another. Vacation spent automatically counts here, as long as more of it would follow: nobody's
    time runs out meanwhile."""
    calendars = [*_quiet(start, settings, history), _unasked(history)]
    found = sorted((p.start, p.end) for each in calendars for p in pauses(start, end, each))
    joined: list[tuple[datetime, datetime]] = []
    for begun, ended in found:
        if joined and begun <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], ended)
        else:
            joined.append((begun, ended))
    return joined


def _quiet(at: datetime, settings: NoticeSettings, history: History) -> list[Calendars]:
    # Calendars that stop during quiet hours. If quiet hours and pauses together leave no gap, only
    # the quiet hours count: otherwise everything would be held forever.
    hours = _hours(at, settings, history)
    by_hand = tuple(Segment(since, each.by_hand) for since, each in history)
    both = [*hours, by_hand] if settings.calendar else hours
    return both if not hours or _end(at, both) else hours


def _unasked(history: History) -> History:
    # Calendars that stop while vacation is spent automatically, and for a moment longer: as it ends
    # more may be spent.
    return tuple(Segment(since, Calendar(vacations=_longer(each))) for since, each in history)


def _longer(calendar: Calendar) -> tuple[Vacation, ...]:
    spent = calendar.unasked
    if spent is None or automatic_vacation(calendar, spent.end) is None:
        return ()
    return (Vacation(spent.start, spent.end + MOMENT),)


def _end(at: datetime, calendars: list[Calendars]) -> datetime | None:
    for _ in range(MOST_STEPS):
        halts = [found.until for each in calendars if (found := halt_at(at, each))]
        if not halts:
            return at
        at = max(halts)
    return None


def _hours(at: datetime, settings: NoticeSettings, history: History) -> list[Calendars]:
    # The quiet hours as the sleep of calendars, which is half a day at most in each.
    if settings.quiet_hours is None:
        return []
    (begin, end), zone = settings.quiet_hours, calendar_at(at, history).zone
    if (end - begin) % 24 <= HALF_DAY:
        return [_night(zone, begin, end)]
    return [_night(zone, begin, begin + HALF_DAY), _night(zone, begin + HALF_DAY, end)]


def _night(zone: str, begin: int, end: int) -> Calendar:
    return Calendar(zone, Sleep(time(begin % 24), time(end % 24)))
