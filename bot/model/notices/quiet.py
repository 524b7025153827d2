"""When somebody is not to be disturbed, and when what was held is told. Pure.

Sleep, weekend and a vacation taken by hand are quiet. One that was spent by itself is not: whoever
it was spent for has forgotten something, and is told.

Quiet hours are hours on the person's wall, in the zone of their calendar, so they are computed as
sleep is: an hour that daylight saving skips is never met, one that comes twice counts twice.
"""

from datetime import datetime, time, timedelta

from bot.model.clock.calendar import Calendar, Sleep
from bot.model.clock.changes import History
from bot.model.clock.running import Calendars, Segment, calendar_at, halt_at, pauses
from bot.model.clock.vacation import Vacation
from bot.model.notices.notice_settings import NoticeSettings

HALF_DAY = 12
"""Hours of a day that one calendar's sleep can hold."""

MOMENT = timedelta(minutes=1)

TWO_DAYS = timedelta(days=2)

MOST_STEPS = 20
"""Quiet hours and pauses that follow on each other without a gap; more leave no gap at all."""


def quiet_until(at: datetime, settings: NoticeSettings, history: History) -> datetime | None:
    """When the quiet that holds at an instant ends; None where it is not quiet."""
    end = _end(at, _quiet(at, settings, history))
    return None if end == at else end


def notify_at(at: datetime, settings: NoticeSettings, history: History) -> datetime | None:
    """When what comes up at an instant is told, if that is quiet; None where it is told at once.

    That is at the end of the quiet, or at the next hour after it that the person picked.
    """
    end = quiet_until(at, settings, history)
    if end is None or settings.digest is None:
        return end
    hour = _night(calendar_at(at, history).zone, settings.digest, settings.digest + 1)
    picked = pauses(end, end + TWO_DAYS, hour)[0].start
    return quiet_until(picked, settings, history) or picked


def quiet_between(
    start: datetime, end: datetime, settings: NoticeSettings, history: History
) -> list[tuple[datetime, datetime]]:
    """When it is too quiet to warn of a deadline between two instants: in order, none touching
    another. Vacation that is spent by itself counts here: nobody's time runs out meanwhile."""
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
    # Calendars that stand while it is quiet. Where quiet hours and pauses together leave nothing
    # over, only the quiet hours count: else everything would be held for ever.
    hours = _hours(at, settings, history)
    by_hand = tuple(Segment(since, each.by_hand) for since, each in history)
    both = [*hours, by_hand] if settings.calendar else hours
    return both if not hours or _end(at, both) else hours


def _unasked(history: History) -> History:
    # Calendars that stand while vacation is spent by itself, and for a moment longer: as it ends
    # more may be spent.
    return tuple(Segment(since, Calendar(vacations=_longer(each))) for since, each in history)


def _longer(calendar: Calendar) -> tuple[Vacation, ...]:
    spent = calendar.unasked
    return (Vacation(spent.start, spent.end + MOMENT),) if spent else ()


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
