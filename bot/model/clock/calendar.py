"""When a person's clock stops: sleep, weekend, vacation. Plain values.

These bounds keep every deadline finite: at most half of each day is sleep and at most two days a
week are weekend, so 60 hours of every week run; and vacation has a balance.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from functools import cache, lru_cache
from typing import Any, NamedTuple, Self
from zoneinfo import ZoneInfo, available_timezones

from bot.model.clock.units import DAY, HOUR
from bot.model.refusals import Refused

BALANCE = timedelta(days=20)
"""The most vacation in any stretch of a year. The same for everybody."""

YEAR = timedelta(days=365)
"""The sliding window: an hour spent comes back a year later."""


class Vacation(NamedTuple):
    """From `start` to before `end`, both in UTC.

    An hour of vacation is an hour of wall time, also asleep or on a weekend: not counting those
    would stretch the balance into holidays in every week.
    """

    start: datetime
    end: datetime


def merged_vacations(vacations: Iterable[Vacation]) -> tuple[Vacation, ...]:
    """The same time as ordered stretches that neither overlap nor touch."""
    merged: list[Vacation] = []
    for each in sorted(vacations):
        if merged and each.start <= merged[-1].end:
            merged[-1] = Vacation(merged[-1].start, max(merged[-1].end, each.end))
        else:
            merged.append(each)
    return tuple(merged)


def outside(vacations: Iterable[Vacation], other: Vacation) -> tuple[Vacation, ...]:
    """The parts of the stretches before and after another one, in the same order."""
    parts = (
        part
        for each in vacations
        for part in (
            Vacation(each.start, min(each.end, other.start)),
            Vacation(max(each.start, other.end), each.end),
        )
    )
    return tuple(part for part in parts if part.start < part.end)


def spent_between(vacations: Iterable[Vacation], start: datetime, end: datetime) -> timedelta:
    """How much of the time between two instants is vacation. The stretches must not overlap."""
    shared = (min(each.end, end) - max(each.start, start) for each in vacations)
    return sum((time for time in shared if time > timedelta(0)), timedelta(0))


def is_within_balance(vacations: Sequence[Vacation]) -> bool:
    """Whether no year, wherever it begins, holds more than the balance. They must not overlap."""
    if spent(vacations) <= BALANCE:
        return True
    # One of the fullest years ends as a vacation ends: moving it there loses nothing.
    return all(spent_between(vacations, each.end - YEAR, each.end) <= BALANCE for each in vacations)


def spent(vacations: Iterable[Vacation]) -> timedelta:
    """The total length of the stretches."""
    return sum((each.end - each.start for each in vacations), timedelta(0))


def spendable(vacations: Sequence[Vacation], at: datetime, most: timedelta = BALANCE) -> timedelta:
    """The longest vacation in whole hours, up to `most`, that may still begin at an instant."""
    low, high = 0, most // HOUR
    while low < high:
        middle = (low + high + 1) // 2
        wished = merged_vacations([*vacations, Vacation(at, at + middle * HOUR)])
        low, high = (middle, high) if is_within_balance(wished) else (low, middle - 1)
    return low * HOUR


LONGEST_SLEEP = timedelta(hours=12)
"""The most sleep in a day, by wall clock."""

LONGEST_WEEKEND = 2
"""The most days of a weekend."""

NOT_PLACES = ("right/", "posix/", "posixrules", "localtime", "Factory")
"""Entries of a zone database that are no places: other ways to count, and links of one machine."""


@dataclass(frozen=True, slots=True)
class Sleep:
    """Hours of every night, by the person's wall clock; `end` is no longer asleep.

    An `end` before `start` is on the next day.
    """

    start: time
    end: time

    def __post_init__(self) -> None:
        if any(each.second or each.microsecond or each.tzinfo for each in (self.start, self.end)):
            raise Refused("Sleeping hours begin and end on a minute, like 22:30. Choose again.")
        if not timedelta(0) < self.length <= LONGEST_SLEEP:
            raise Refused(
                f"Sleeping hours from {self.start:%H:%M} to {self.end:%H:%M} can't be kept: "
                "the clock stops for at most 12 hours of a day. Choose a shorter time."
            )

    @property
    def length(self) -> timedelta:
        """The length of a night. The same time twice is no night."""
        return (since_midnight(self.end) - since_midnight(self.start)) % DAY

    @property
    def parts(self) -> tuple[tuple[timedelta, timedelta], ...]:
        """The hours of one day that are asleep, counted from its midnight."""
        start, end = since_midnight(self.start), since_midnight(self.end)
        if start < end:
            return ((start, end),)
        return ((timedelta(0), end), (start, DAY)) if end else ((start, DAY),)


@dataclass(frozen=True, slots=True)
class Calendar:
    """When a person's clock stops. Raises Refused, with a sentence, if that is not allowed.

    `zone` is a name of the zone database. `weekend` holds days of the week, Monday 0. `vacations`
    are in order and never touch. `automatic_vacation`: whether vacation is spent instead of losing
    on time; `unasked` is the newest part of them that was, and that was not planned by hand. While
    the person is `excluded` from the bot no vacation stops their clock and none is spent.
    """

    zone: str = "UTC"
    sleep: Sleep | None = None
    weekend: frozenset[int] = frozenset()
    vacations: tuple[Vacation, ...] = ()
    automatic_vacation: bool = True
    unasked: Vacation | None = None
    excluded: bool = False

    def __post_init__(self) -> None:
        if not is_zone(self.zone):
            raise Refused(
                f"“{self.zone[:40]}” is no time zone. Name one by continent and city, "
                "like Europe/Berlin or America/New_York."
            )
        if len(self.weekend) > LONGEST_WEEKEND or not self.weekend <= set(range(7)):
            raise Refused("A weekend has at most two days of the week. Choose fewer days.")
        _check_vacations(self.vacations)

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The calendar from its JSON values. Missing ones have their defaults."""
        sleep = values.get("sleep")
        return cls(
            zone=values.get("zone", "UTC"),
            sleep=Sleep(*map(time.fromisoformat, sleep)) if sleep else None,
            weekend=frozenset(values.get("weekend", ())),
            vacations=tuple(map(_vacation, values.get("vacations", ()))),
            automatic_vacation=values.get("automatic_vacation", True),
            unasked=_vacation(values["unasked"]) if values.get("unasked") else None,
            excluded=values.get("excluded", False),
        )

    def values(self) -> dict[str, Any]:
        """The calendar as JSON values. Times of day are local, vacations in UTC."""
        sleep = self.sleep and [f"{each:%H:%M}" for each in (self.sleep.start, self.sleep.end)]
        written = {
            "zone": self.zone,
            "sleep": sleep,
            "weekend": sorted(self.weekend),
            "vacations": [[at.isoformat() for at in each] for each in self.vacations],
            "automatic_vacation": self.automatic_vacation,
        }
        if self.unasked:
            written["unasked"] = [at.isoformat() for at in self.unasked]
        if self.excluded:
            written["excluded"] = True
        return written

    @property
    def by_hand(self) -> Self:
        """The calendar without the vacation that was spent automatically."""
        if self.unasked is None:
            return self
        return replace(self, vacations=outside(self.vacations, self.unasked), unasked=None)


@lru_cache(maxsize=1024)
def is_zone(name: str) -> bool:
    if name.startswith(NOT_PLACES):
        return False
    try:
        ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return False  # an unknown name, a path that leads elsewhere, a folder or no zone file
    return True


def since_midnight(at: time) -> timedelta:
    """A time of day as the hours and minutes since midnight."""
    return timedelta(hours=at.hour, minutes=at.minute)


def _vacation(written: Iterable[str]) -> Vacation:
    return Vacation(*(datetime.fromisoformat(at).astimezone(UTC) for at in written))


def _check_vacations(vacations: Iterable[Vacation]) -> None:
    stretches = tuple(vacations)
    if any(each.start.utcoffset() != timedelta(0) for each in stretches):
        raise ValueError("vacations are kept in UTC")
    if any(each.start >= each.end for each in stretches):
        raise Refused("A vacation has to end after it begins. Choose a later end.")
    if stretches != merged_vacations(stretches):
        raise ValueError("vacations are kept in order, and those that touch as one")
    if not is_within_balance(stretches):
        raise Refused(
            f"That is more vacation than there is: {BALANCE.days} days in any {YEAR.days}. "
            "Choose fewer days."
        )


FAMILIAR = (
    *("UTC", "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Rome"),
    *("Europe/Athens", "Europe/Istanbul", "Africa/Cairo", "Africa/Lagos", "Africa/Johannesburg"),
    *("Asia/Dubai", "Asia/Kolkata", "Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo"),
    *("Australia/Sydney", "Pacific/Auckland", "America/Sao_Paulo", "America/New_York"),
    *("America/Toronto", "America/Chicago", "America/Denver", "America/Los_Angeles"),
    "America/Mexico_City",
)
"""The offers before anything is typed: places round the world."""


@cache
def zones() -> tuple[str, ...]:
    """Every zone that a calendar accepts, by name. The first call reads the zone database."""
    return tuple(sorted(filter(is_zone, available_timezones())))


def zones_like(typed: str, most: int) -> list[str]:
    """The zones with that in their name, those whose city begins with it first."""
    wanted = _plain(typed)
    if not wanted:
        return [name for name in FAMILIAR if name in zones()][:most]
    found = (name for name in zones() if wanted in _plain(name))
    return sorted(found, key=lambda name: (not _city(name).startswith(wanted), name))[:most]


def zone_named(typed: str) -> str:
    """The zone that a name or a city means; what was typed if there is none, or several.

    Case does not matter; blanks and underscores are the same.
    """
    wanted = _plain(typed)
    named = [name for name in zones() if _plain(name) == wanted]
    cities = [name for name in zones() if _city(name) == wanted]
    found = named or cities
    return found[0] if len(found) == 1 else typed.strip()


def _plain(text: str) -> str:
    return " ".join(text.replace("_", " ").casefold().split())


def _city(name: str) -> str:
    return _plain(name.rpartition("/")[2])
