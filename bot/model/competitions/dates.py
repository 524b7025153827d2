"""When the seasons of leagues begin and end. Pure; all times are UTC."""

from datetime import UTC, datetime, time, timedelta

WEEK = timedelta(weeks=1)
DAY = timedelta(days=1)

HOUR_OF_SEASONS = time(18)
"""Evening in Europe, noon in America: who is about reads of a season as it begins or ends."""


def next_monday(after: datetime) -> datetime:
    """The first time behind that moment at which a season may begin: a Monday, 18:00."""
    day = after.astimezone(UTC).date()
    monday = datetime.combine(day - day.weekday() * DAY, HOUR_OF_SEASONS, UTC)
    return monday if monday > after else monday + WEEK


def is_beginning(at: datetime) -> bool:
    return next_monday(at - DAY) == at


def season_end(begins: datetime, weeks: int) -> datetime:
    """The Sunday on which a season of so many weeks ends: a day before the next one can begin."""
    return begins + weeks * WEEK - DAY


def season_after(begins: datetime, weeks: int) -> datetime:
    """When the season begins that follows one of so many weeks."""
    return begins + weeks * WEEK


def begun_late(planned: datetime, now: datetime) -> datetime:
    """The beginning of a season that was planned for then and that nobody began before now: of
    less than a week nothing is made up for, whole weeks are put on."""
    return planned + max(0, (now - planned) // WEEK) * WEEK
