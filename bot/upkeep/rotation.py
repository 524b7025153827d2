"""Which night it is, and which nights' backups are kept. Nothing here looks at a clock or a disk.

A night is named by the local date on which its backup is due. What is kept is counted and never
reckoned by age, so that neither a pause of months nor a wrong clock takes away many at once.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo

DAILY = 7
"""Of so many last nights the backup is kept."""

WEEKLY = 4
"""Of so many last weeks the first backup is kept. A week begins with Monday."""

DAY = timedelta(days=1)


def kept_nights(nights: Iterable[date], tonight: date) -> set[date]:
    """The nights whose backups are kept. Nights to come, which only a wrong clock has named, are
    neither taken away nor counted."""
    known = set(nights)
    past = sorted(night for night in known if night <= tonight)
    first_of_week = {night.isocalendar()[:2]: night for night in reversed(past)}
    weeks = sorted(first_of_week.values())
    return {*past[-DAILY:], *weeks[-WEEKLY:], *(night for night in known if night > tonight)}


def last_night(now: datetime, at: time, zone: tzinfo | None = None) -> date:
    """The last night whose hour has come. Without a zone it is the machine's own."""
    today = now.astimezone(zone).date()
    return today if start_of(today, at, zone) <= now else today - DAY


def next_start(now: datetime, at: time, zone: tzinfo | None = None) -> datetime:
    """When the next night's hour comes."""
    return start_of(last_night(now, at, zone) + DAY, at, zone)


def start_of(night: date, at: time, zone: tzinfo | None = None) -> datetime:
    """When a night's backup is due. An hour that is left out for summer time counts as the one
    after it; of an hour that comes twice it is the first."""
    there = datetime.combine(night, at)
    aware = there.replace(tzinfo=zone) if zone else there.astimezone()
    return aware.astimezone(UTC)
