"""How much time the players of a match agreed on for their turns. Plain values.

Days a move are a bank that every move fills up, and the bank of a competition is one that no move
fills: one arithmetic serves them all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.model.clock.units import DAY, HOUR, MINUTE, SECOND, ZERO
from bot.model.refusals import Refused
from bot.model.shape import JsonFields

LONGEST = timedelta(days=60)
"""The most time that a turn may begin with."""

SHORTEST_BANK = MINUTE
"""The least bank that a match of a competition begins with."""

MOVE_DAYS = (1, 2, 3, 5, 7, 14)


@dataclass(frozen=True, slots=True)
class TimeControl(JsonFields):
    """A bank: it begins with `start`, gains `increment` by each move, and then holds at most `cap`.

    `hard`: when a player's time is over the match ends; else the others may claim it. A match
    without a limit has no TimeControl.

    A bank that gains nothing is all the time of its player for the match. It runs in plain time:
    nothing stops it but what stops the bot itself, and there is neither grace nor vacation.

    >>> control_text(days_a_move(3))
    '3 days a move'
    >>> bank = TimeControl(start=3 * DAY, increment=DAY, cap=7 * DAY, hard=True)
    >>> control_text(bank)
    'bank 3 d + 1 d a move, at most 7 d, lost on time'
    >>> TimeControl.of(bank.values()) == bank
    True
    >>> control_text(plain_bank(15 * MINUTE))
    '15 min for all moves'
    """

    start: timedelta
    increment: timedelta
    cap: timedelta
    hard: bool = False

    def __post_init__(self) -> None:
        shortest = SHORTEST_BANK if self.is_plain else HOUR
        is_kept = self.increment >= HOUR or (self.is_plain and self.hard)
        if not shortest <= self.start <= self.cap <= LONGEST or not is_kept:
            raise Refused(
                "That time can't be kept. A bank begins with an hour or more, gains an hour or "
                f"more by each move, and holds {LONGEST.days} days at most."
            )

    @property
    def is_per_move(self) -> bool:
        """Whether every move has the same time, whatever was left before."""
        return self.increment >= self.cap == self.start

    @property
    def is_plain(self) -> bool:
        """Whether it is one bank for the whole match, which runs in plain time."""
        return self.increment == ZERO


def days_a_move(days: int, *, hard: bool = False) -> TimeControl:
    return TimeControl(days * DAY, days * DAY, days * DAY, hard)


def plain_bank(time: timedelta) -> TimeControl:
    """A bank for the whole match, in whole seconds; the shortest or longest one if it is beyond."""
    start = min(max(time // SECOND * SECOND, SHORTEST_BANK), LONGEST)
    return TimeControl(start, ZERO, start, hard=True)


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


HARD = "lost on time"
"""What is printed of a time after which a match is lost, without a claim."""


def control_text(control: TimeControl | None) -> str:
    """The time as printed on boards: `3 days a move, lost on time`."""
    if control is None:
        return "no time limit"
    if control.is_plain:
        return f"{bank_text(control.start)} for all moves"
    if control.is_per_move:
        text = f"{long_text(control.start)} a move"
    else:
        start, increment, cap = map(duration_text, (control.start, control.increment, control.cap))
        text = f"bank {start} + {increment} a move, at most {cap}"
    return f"{text}, {HARD}" if control.hard else text


def terms_text(control: TimeControl | None) -> str:
    """The time as offered by a challenge, a bank in full words."""
    if control is None or control.is_per_move or control.is_plain:
        return control_text(control)
    start, increment, cap = map(long_text, (control.start, control.increment, control.cap))
    text = f"a bank of {start}, which gains {increment} by each move and holds {cap} at most"
    return f"{text}, {HARD}" if control.hard else text


def duration_text(time: timedelta) -> str:
    """Whole hours in short: `7 d`, and `36 h` if it makes no whole days."""
    return f"{time // HOUR} h" if time % DAY else f"{time.days} d"


def left_text(time: timedelta) -> str:
    """The rest of a bank, in whole days and hours: `2 d 6 h`."""
    days, hours = divmod(time // HOUR, 24)
    return " ".join(filter(None, [f"{days} d" if days else "", f"{hours} h" if hours else ""]))


def bank_text(time: timedelta) -> str:
    """What a plain bank holds, in its two largest units, rounded: `13 d 12 h`, `1 h 5 min`, `40 s`.

    A match that begins seconds after its round has as much as others, in these units.
    """
    unit = HOUR if time >= DAY else MINUTE if time >= HOUR else SECOND
    time = (time + unit / 2) // unit * unit
    days, hours = divmod(time // HOUR, 24)
    minutes, seconds = divmod(time % HOUR // SECOND, 60)
    units = ((days, "d"), (hours, "h"), (minutes, "min"), (seconds, "s"))
    first = next((place for place, (amount, _) in enumerate(units) if amount), 3)
    shown = [f"{amount} {unit}" for amount, unit in units[first : first + 2] if amount]
    return " ".join(shown) or "0 s"


def long_text(time: timedelta) -> str:
    """Whole hours in full words: `7 days`, and `36 hours` if it makes no whole days."""
    if time % DAY:
        hours = time // HOUR
        return f"{hours} hour{'' if hours == 1 else 's'}"
    return f"{time.days} day{'' if time.days == 1 else 's'}"
