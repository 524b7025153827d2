"""How much time the players of a match agreed on for their turns. Plain values.

Days a move are a bank that every move fills up: one arithmetic serves both.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.model.clock.units import DAY, HOUR
from bot.model.refusals import Refused
from bot.model.shape import JsonFields

LONGEST = timedelta(days=60)
"""The most time that a turn may begin with."""

MOVE_DAYS = (1, 2, 3, 5, 7, 14)


@dataclass(frozen=True, slots=True)
class TimeControl(JsonFields):
    """A bank: it begins with `start`, gains `increment` by each move, and then holds at most `cap`.

    `hard`: when a player's time is over the match ends; else the others may claim it. A match
    without a limit has no TimeControl.

    >>> control_text(days_a_move(3))
    '3 days a move'
    >>> bank = TimeControl(start=3 * DAY, increment=DAY, cap=7 * DAY, hard=True)
    >>> control_text(bank)
    'bank 3 d + 1 d a move, at most 7 d, hard'
    >>> TimeControl.of(bank.values()) == bank
    True
    """

    start: timedelta
    increment: timedelta
    cap: timedelta
    hard: bool = False

    def __post_init__(self) -> None:
        if not HOUR <= self.start <= self.cap <= LONGEST or self.increment < HOUR:
            raise Refused(
                "That time can't be kept. A bank begins with an hour or more, gains an hour or "
                f"more by each move, and holds {LONGEST.days} days at most."
            )

    @property
    def is_per_move(self) -> bool:
        """Whether every move has the same time, whatever was left before."""
        return self.increment >= self.cap == self.start


def days_a_move(days: int, *, hard: bool = False) -> TimeControl:
    return TimeControl(days * DAY, days * DAY, days * DAY, hard)


BANKS = (TimeControl(3 * DAY, DAY, 7 * DAY), TimeControl(10 * DAY, 36 * HOUR, 10 * DAY))


def offered_controls(*, hard: bool) -> tuple[TimeControl | None, ...]:
    """The choices at a challenge, from no limit to the banks."""
    timed = (*map(days_a_move, MOVE_DAYS), *BANKS)
    return (None, *(replace(each, hard=hard) for each in timed))


def control_key(control: TimeControl | None) -> str:
    """The key of a time control in settings: the hours of its start, increment and cap."""
    if control is None:
        return "none"
    hours = (each // HOUR for each in (control.start, control.increment, control.cap))
    return "-".join(map(str, hours))


OFFERED_BY_KEY: Mapping[str, TimeControl | None] = {
    control_key(each): each for each in offered_controls(hard=False)
}
"""The choices at a challenge, by their keys in settings."""


def control_text(control: TimeControl | None) -> str:
    """The time as printed on boards: `3 days a move, hard`."""
    if control is None:
        return "no time limit"
    if control.is_per_move:
        text = f"{long_text(control.start)} a move"
    else:
        start, increment, cap = map(duration_text, (control.start, control.increment, control.cap))
        text = f"bank {start} + {increment} a move, at most {cap}"
    return f"{text}, hard" if control.hard else text


def terms_text(control: TimeControl | None) -> str:
    """The time as offered by a challenge, a bank in full words."""
    if control is None or control.is_per_move:
        return control_text(control)
    start, increment, cap = map(long_text, (control.start, control.increment, control.cap))
    text = f"a bank of {start}, which gains {increment} by each move and holds {cap} at most"
    return f"{text}, hard" if control.hard else text


def duration_text(time: timedelta) -> str:
    """Whole hours in short: `7 d`, and `36 h` if it makes no whole days."""
    return f"{time // HOUR} h" if time % DAY else f"{time.days} d"


def left_text(time: timedelta) -> str:
    """The rest of a bank, in whole days and hours: `2 d 6 h`."""
    days, hours = divmod(time // HOUR, 24)
    return " ".join(filter(None, [f"{days} d" if days else "", f"{hours} h" if hours else ""]))


def long_text(time: timedelta) -> str:
    """Whole hours in full words: `7 days`, and `36 hours` if it makes no whole days."""
    if time % DAY:
        hours = time // HOUR
        return f"{hours} hour{'' if hours == 1 else 's'}"
    return f"{time.days} day{'' if time.days == 1 else 's'}"
