"""The time zones of the world by name, as people look for theirs."""

from functools import cache
from zoneinfo import available_timezones

from bot.model.clock.calendar import is_zone

FAMILIAR = (
    *("UTC", "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Rome"),
    *("Europe/Athens", "Europe/Istanbul", "Africa/Cairo", "Africa/Lagos", "Africa/Johannesburg"),
    *("Asia/Dubai", "Asia/Kolkata", "Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo"),
    *("Australia/Sydney", "Pacific/Auckland", "America/Sao_Paulo", "America/New_York"),
    *("America/Toronto", "America/Chicago", "America/Denver", "America/Los_Angeles"),
    "America/Mexico_City",
)
"""What is offered to somebody who has not typed anything: places round the world."""


@cache
def zones() -> tuple[str, ...]:
    """Every zone that a calendar takes, by name. The first call reads the zone database."""
    return tuple(sorted(filter(is_zone, available_timezones())))


def zones_like(typed: str, most: int) -> list[str]:
    """The zones with that in their name, those whose city begins with it first."""
    wanted = _plain(typed)
    if not wanted:
        return [name for name in FAMILIAR if name in zones()][:most]
    found = (name for name in zones() if wanted in _plain(name))
    return sorted(found, key=lambda name: (not _city(name).startswith(wanted), name))[:most]


def zone_named(typed: str) -> str:
    """The zone that is meant by a name or a city; what was typed where there is none, or several.

    Upper and lower case are one, and so are blanks and underscores.
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
