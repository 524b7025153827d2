"""What a challenge agrees on besides the options of the game, its time and who begins, and what it
asks of the person who takes an open seat."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Self

from bot.model.clock.units import DAY, HOUR
from bot.model.shape import Said


@dataclass(frozen=True, slots=True)
class Terms(Said):
    """`level` is the bot's level, by number; None if it has no seat, and in the records of versions
    without levels. `claims`: a proven win may be claimed. `ladder`: the match counts on the ladder,
    and allows neither takebacks nor hints.

    `rated`: its result counts for the players' ratings, unless a rule says that it does not.
    `pair`: it is one of two matches side by side, with seats swapped and one result; `pair_of` is
    the number of the first of them, in the second. `competition` is the number of the season or
    tournament that made the match. `imported`: it was read from a file that its host brought; its
    players are only names, and it counts for nothing. `practice`: it is played against the bot for
    oneself, with the channel NOWHERE: it is never posted, calls nobody, and counts for nothing.
    `unprepared`: no answers may be prepared in it, as its competition agreed.
    """

    level: int | None = None
    claims: bool = False
    ladder: bool = False
    rated: bool = False
    pair: bool = False
    pair_of: int | None = None
    competition: int | None = None
    imported: bool = False
    practice: bool = False
    unprepared: bool = False

    @property
    def counts(self) -> bool:
        """Whether the result counts beyond the match: for ratings, on the ladder or in a
        competition. Then nothing is offered for being good, and no hints are given."""
        return self.rated or self.ladder or self.competition is not None

    def pair_number(self, match: int) -> int | None:
        """The number of the pair that the match with these terms belongs to; None without one."""
        return self.pair_of or match if self.pair else None

    @property
    def matches(self) -> int:
        """How many matches begin with these terms."""
        return 2 if self.pair and self.pair_of is None else 1

    @property
    def again(self) -> Self:
        """The terms of a rematch: of a pair, another pair, and never of a competition."""
        return replace(self, pair_of=None, competition=None)


USUAL_TERMS = Terms()
"""The default terms."""


FINISHES = (90, 75)
"""The shares of matches finished, in percent, that can be asked for."""

ANSWERS = (24, 72)
"""The hours within which answers can be asked for."""


@dataclass(frozen=True, slots=True)
class Wanted(Said):
    """`finishes` is the least share of matches finished, in percent; `answers` the most hours that
    the person usually takes for a move. None asks for nothing."""

    finishes: int | None = None
    answers: int | None = None

    @property
    def pace(self) -> timedelta | None:
        """The longest usual time for an answer."""
        return None if self.answers is None else self.answers * HOUR


def finishes_text(share: int) -> str:
    """A share of matches as it is asked for: `at least 90 %`."""
    return f"at least {share} %"


def pace_text(pace: timedelta) -> str:
    """The time in which a person answers, rounded up: `within 4 hours`."""
    if pace <= HOUR:
        return "within an hour"
    if pace <= 23 * HOUR:
        return f"within {-(-pace // HOUR)} hours"
    days = -(-pace // DAY)
    return "within a day" if days <= 1 else f"within {days} days"


def wanted_text(wanted: Wanted) -> str:
    """Everything asked for, in a row: `at least 90 % of matches finished, answers within a day`."""
    parts = []
    if wanted.finishes is not None:
        parts.append(f"{finishes_text(wanted.finishes)} of matches finished")
    if wanted.pace is not None:
        parts.append(f"answers {pace_text(wanted.pace)}")
    return ", ".join(parts)
