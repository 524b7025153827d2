"""What a challenge asks of whoever takes a seat that is open to anyone. Plain values."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import timedelta
from typing import Any, Self

from bot.model.clock.time_control import DAY, HOUR

FINISHES = (90, 75)
"""The shares of matches finished, in percent, that can be asked for."""

ANSWERS = (24, 72)
"""The hours within which answers can be asked for."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """`finishes` is the least share of matches finished, in percent; `answers` the most hours that
    somebody usually takes for a move. None asks for nothing."""

    finishes: int | None = None
    answers: int | None = None

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """What is wanted, of its JSON values; names of other versions are passed over."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in values.items() if name in known})

    def values(self) -> dict[str, int]:
        return {name: value for name, value in asdict(self).items() if value is not None}

    def __bool__(self) -> bool:
        return bool(self.values())

    @property
    def pace(self) -> timedelta | None:
        """The longest usual time for an answer."""
        return None if self.answers is None else self.answers * HOUR


def finishes_text(share: int) -> str:
    """A share of matches as it is asked for: `at least 90 %`."""
    return f"at least {share} %"


def pace_text(pace: timedelta) -> str:
    """A time in which somebody answers, rounded up: `within 4 hours`."""
    if pace <= HOUR:
        return "within an hour"
    if pace <= 23 * HOUR:
        return f"within {-(-pace // HOUR)} hours"
    days = -(-pace // DAY)
    return "within a day" if days <= 1 else f"within {days} days"


def wanted_text(wanted: Wanted) -> str:
    """What is asked for, in a row: `at least 90 % of matches finished, answers within a day`."""
    parts = []
    if wanted.finishes is not None:
        parts.append(f"{finishes_text(wanted.finishes)} of matches finished")
    if wanted.pace is not None:
        parts.append(f"answers {pace_text(wanted.pace)}")
    return ", ".join(parts)
