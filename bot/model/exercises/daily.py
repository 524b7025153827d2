"""The puzzle of the day of a server: when it is posted, who solved it, and how many days in a row.
Pure.

Days and hours are those of UTC, so that a day has the same puzzle everywhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import NamedTuple, Protocol

from bot.model.clock.units import DAY
from bot.model.records import ChannelId, GuildId, PersonId, Saving

SPREAD = timedelta(minutes=10)
"""The posts of an hour are spread over this long after it, each server's always at the same
moment."""

GONE, EMPTY = "gone", "empty"
"""The troubles of a channel that is gone, and of games without puzzles. Others are free text."""


@dataclass(frozen=True, slots=True)
class Daily:
    """What is posted in a server: in that channel, at that hour, of that `game` or of any.

    `due` is when the next one is posted, as its living post says; None if it is off. `day` is that
    of the last post, which showed the exercise `puzzle`, and `streak` on how many days in a row
    before it somebody solved theirs. `trouble` is why the last one was not posted. `changes` counts
    its changes.
    """

    guild: GuildId
    channel: ChannelId
    hour: int
    game: str = ""
    due: datetime | None = None
    day: str = ""
    puzzle: str = ""
    streak: int = 0
    trouble: str = ""
    changes: int = 0


class DayEntry(NamedTuple):
    """A person, by the name they had, opened the exercise of that game and name in a server, from
    its post of that day."""

    guild: GuildId
    day: str
    person: PersonId
    called: str
    game: str
    name: str


class DayResult(NamedTuple):
    """A person's result: reached after that many `wrong` tries, or given up. `listed`: whether they
    may be named."""

    called: str
    wrong: int
    helped: bool
    reached: bool
    given_up: bool
    listed: bool = True

    @property
    def is_solved(self) -> bool:
        return self.reached and not self.given_up

    @property
    def rank(self) -> tuple[int, bool]:
        """Lower is better: fewer tries, then without a hint."""
        return self.wrong, self.helped


class DayEnd(NamedTuple):
    """How a day ended in a server: the `best` and the other `solvers`, best first, those who gave
    up, and how many of all these may not be named. `streak` is on how many days in a row somebody
    solved it."""

    best: tuple[DayResult, ...]
    others: tuple[DayResult, ...]
    given_up: tuple[DayResult, ...]
    unnamed: int
    streak: int


def day_end(results: Iterable[DayResult], streak: int) -> DayEnd:
    """The end of a day before which somebody had solved theirs on that many days in a row. People
    who may not be named take no crown from others."""
    found = [each for each in results if each.is_solved or each.given_up]
    named = sorted((each for each in found if each.listed), key=lambda each: each.rank)
    solved = [each for each in named if each.is_solved]
    best = tuple(each for each in solved if each.rank == solved[0].rank)
    return DayEnd(
        best,
        tuple(solved[len(best) :]),
        tuple(each for each in named if each.given_up),
        len(found) - len(named),
        streak + 1 if any(each.is_solved for each in found) else 0,
    )


def next_due(guild: GuildId, hour: int, now: datetime, last: str) -> datetime:
    """When a server's next post is due, of a later day than the last one's."""
    spread = SPREAD * Random(guild).random()
    at = datetime.combine(now.astimezone(UTC).date(), time(hour), UTC) + spread
    while at <= now or str(at.date()) <= last:
        at += DAY
    return at


def day_due(due: datetime, now: datetime) -> date:
    """The day whose post is made now if it has been due since then: missed days are not made up
    for."""
    missed = max(timedelta(0), now - due) // DAY
    return (due + missed * DAY).astimezone(UTC).date()


class Dailies(Saving, Protocol):
    """The puzzles of the day of all servers, and who took part in them."""

    async def day_results(self, guild: GuildId, day: str) -> list[DayResult]:
        """The results of those who took part in a server's post of that day."""
