"""How somebody wants to be called and reminded. Plain values."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import timedelta
from enum import StrEnum
from typing import Any, Self

from bot.model.refusals import Refused


class Destination(StrEnum):
    """Where somebody is called."""

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
"""Hours between two reminders that can be chosen; 0 for none."""

MOST_REMINDERS = 5
"""Reminders of one turn, after which nobody is reminded of it again, unless its time runs."""

HOURS = range(24)


NO_CHOICE = "That is none of the choices. Choose again."


@dataclass(frozen=True, slots=True)
class NoticeSettings:
    """What was chosen.

    `cadence` is in hours, 0 for no reminders; `warning` is the one before the deadline. Quiet hours
    begin at `quiet_from` and end at `quiet_to`, by the clock on the person's wall; None for none.
    `digest` is the hour at which what was held is told, None for the end of the quiet. `calendar`
    makes it quiet also while the person's clock stands.
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
        """The settings that were saved; what this version does not know is passed over."""
        known = {field.name for field in fields(cls)}
        chosen = {name: value for name, value in values.items() if name in known}
        if "destination" in chosen:
            chosen["destination"] = _destination(chosen["destination"])
        return cls(**chosen)

    def values(self) -> dict[str, Any]:
        return asdict(self) | {"destination": self.destination.value}

    @property
    def every(self) -> timedelta | None:
        """The time between two reminders; None for no reminders."""
        return timedelta(hours=self.cadence) if self.cadence else None

    @property
    def quiet_hours(self) -> tuple[int, int] | None:
        if self.quiet_from is None or self.quiet_to is None or self.quiet_from == self.quiet_to:
            return None
        return self.quiet_from, self.quiet_to


def _destination(name: object) -> Destination:
    try:
        return Destination(name)  # type: ignore[arg-type] # whatever was saved
    except ValueError:
        raise Refused(NO_CHOICE) from None
