"""Times as people type them: times of day, instants in their zone, and lengths of time."""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.front.discord.context import PrivateReply
from bot.front.discord.markdown import inline_code

NO_TIME = "I can't read {text} as a time of day. Write it like `22:30` or `10:30 pm`."
NO_INSTANT = (
    "I can't read {text} as a time. Write `now`, `2026-12-24`, `24.12.2026 18:00` or "
    "`24 Dec 18:00`, by the clock on your wall."
)

CLOCK = r"(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))?(?: ?(?P<half>[ap])\.?m\.?)?"
INSTANT = rf"(?P<date>.*?)(?:(?:^|,? (?:at )?|(?<=\d)t)(?P<time>(?=.*[:apm]){CLOCK}))?"
YEAR_FIRST = r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"
DAY_FIRST = r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?: ?(?P<year>\d{4}))?"
DAY_NAMED = r"(?P<day>\d{1,2})\.? (?P<month>[a-z]{3,9})\.?(?:,? (?P<year>\d{4}))?"
MONTH_NAMED = r"(?P<month>[a-z]{3,9})\.? (?P<day>\d{1,2})(?:,? (?P<year>\d{4}))?"
DATES = (YEAR_FIRST, DAY_FIRST, DAY_NAMED, MONTH_NAMED)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
LENGTH = r"(?P<count>\d{1,3})(?: ?(?P<unit>h|d|w|hours?|days?|weeks?))?"
UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
DAYS_AHEAD = {"": 0, "today": 0, "tomorrow": 1}


def typed_time(text: str) -> time:
    """A time of day: `22:30`, `22` or `10:30 pm`. Raises PrivateReply.

    >>> typed_time("10:30 pm")
    datetime.time(22, 30)
    """
    found = re.fullmatch(CLOCK, _plain(text))
    try:
        if found:
            return _time(found)
    except ValueError:
        pass
    raise PrivateReply(NO_TIME.format(text=inline_code(text[:40])))


def typed_length(text: str) -> timedelta | None:
    """A length of time: `5`, `5 days`, `36 h`. None for anything else.

    >>> typed_length("36 h"), typed_length("5"), typed_length("soon")
    (datetime.timedelta(days=1, seconds=43200), datetime.timedelta(days=5), None)
    """
    found = re.fullmatch(LENGTH, _plain(text))
    return int(found["count"]) * UNITS[(found["unit"] or "d")[0]] if found else None


# The last plausible year: after it no length of time may be added to an instant.
LAST_YEAR = 9000


def typed_instant(text: str, zone: str, now: datetime, *, through: bool = False) -> datetime:
    """An instant by the wall clock of a zone. Raises PrivateReply.

    A date without a year, and a time without a date, are the next such one. A date without a time
    is its beginning, or its end if it is meant `through` that day.

    >>> now = datetime(2026, 11, 27, 20, tzinfo=UTC)
    >>> typed_instant("24 Dec 18:00", "Europe/Berlin", now).isoformat()
    '2026-12-24T17:00:00+00:00'
    >>> typed_instant("24.12.", "UTC", now, through=True).isoformat()
    '2026-12-25T00:00:00+00:00'
    >>> typed_instant("3 Jan", "UTC", now).year
    2027
    """
    wanted, there = _plain(text), ZoneInfo(zone)
    if wanted == "now":
        return now
    try:
        instant = _instant(wanted, there, now, through).astimezone(UTC)
        if instant.year > LAST_YEAR:
            raise ValueError(text)
        return instant
    except (ValueError, OverflowError):
        raise PrivateReply(NO_INSTANT.format(text=inline_code(text[:40]))) from None


def _instant(text: str, zone: ZoneInfo, now: datetime, through: bool) -> datetime:
    found = re.fullmatch(INSTANT, text)
    if not found or not text:
        raise ValueError(text)
    day = _date(found["date"], now.astimezone(zone).date())
    if not found["time"]:
        return datetime.combine(day + timedelta(days=through), time(), zone)
    at = datetime.combine(day, _time(found), zone)
    return at if found["date"] or at > now else at + timedelta(days=1)


def _date(text: str, today: date) -> date:
    if text in DAYS_AHEAD:
        return today + timedelta(days=DAYS_AHEAD[text])
    for pattern in DATES:
        if found := re.fullmatch(pattern, text):
            month, day = _month(found["month"]), int(found["day"])
            if found["year"]:
                return date(int(found["year"]), month, day)
            this_year = date(today.year, month, day)
            return this_year if this_year >= today else this_year.replace(year=today.year + 1)
    raise ValueError(text)


def _month(text: str) -> int:
    return int(text) if text.isdecimal() else 1 + MONTHS.index(text[:3])


def _time(found: re.Match[str]) -> time:
    hour = int(found["hour"])
    if half := found["half"]:
        if not 1 <= hour <= 12:
            raise ValueError(hour)
        hour = hour % 12 + 12 * (half == "p")
    return time(hour, int(found["minute"] or 0))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
