"""How a person plays, from the events of their matches: do they finish them, and how fast. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from statistics import median
from types import MappingProxyType
from typing import NamedTuple

from bot.model.events import Ended, Recorded
from bot.model.profiles.walk import Answer, Walk, walk
from bot.model.records import PersonId, Seat
from bot.model.results import LOST_TIME
from bot.model.terms import Wanted

ENOUGH = 3
"""A person who has finished fewer matches than this is a newcomer."""

ANSWERS = 100
"""The newest answers that count."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What a person's newest matches against people show.

    Of `ended` matches this many were `finished`: not lost on time, not abandoned in their turn, and
    not left waiting for a word that they are ready. Of those, `timed` had clocks, and in `kept` of
    them the person's time never ran out. `median` is the usual time from a turn's beginning to the
    move, over `answers`; None without one. `running` matches go on now, and `games` counts those
    that ended lately, by key, including the robot's.
    """

    ended: int = 0
    finished: int = 0
    timed: int = 0
    kept: int = 0
    answers: int = 0
    median: timedelta | None = None
    running: int = 0
    games: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def is_newcomer(self) -> bool:
        return self.ended < ENOUGH


class Conduct(NamedTuple):
    """How a person behaved in an ended match; `kept` their clock, None if there was none."""

    finished: bool
    kept: bool | None


def conduct(match: Walk, person: PersonId) -> Conduct | None:
    """How the person behaved; None if the match tells nothing: one that was called off, or in which
    the person left their seat to another or took one over.

    A person who was not there when it was to begin did not finish it, unless they came back to
    play.
    """
    seat = match.seat_of(person)
    if person in match.substituted:
        # Nobody answers for another player on the same seat: of such a match only moves count.
        return None
    if seat is None and person in match.absent:
        return Conduct(finished=False, kept=None)
    if seat is None or match.ended is None or not _tells(match, seat, match.ended):
        return None
    finished = not (seat in match.late or _is_lost_by(match, seat, match.ended))
    return Conduct(finished, finished and seat not in match.overdue if match.is_timed else None)


def _tells(match: Walk, seat: Seat, ended: Ended) -> bool:
    # Whether the end says anything about the seat: an abandoned match counts for the one to move.
    if ended.reason == "called_off":
        return False
    return ended.reason != "abandoned" or seat in {match.mover, *match.out}


def _is_lost_by(match: Walk, seat: Seat, ended: Ended) -> bool:
    if ended.reason == "abandoned":
        return seat == match.mover
    return ended.reason in LOST_TIME and seat not in {*ended.winners, *match.out}


def profile_of(
    person: PersonId,
    histories: Iterable[Sequence[Recorded]],
    running: int = 0,
    games: Mapping[str, int] = MappingProxyType({}),
) -> Profile:
    """The profile of a person, from the events of matches they play or have played."""
    matches = [walk(history) for history in histories]
    ends = [found for each in matches if (found := conduct(each, person))]
    spent = _newest_answers(matches, person)
    return Profile(
        ended=len(ends),
        finished=sum(each.finished for each in ends),
        timed=sum(each.kept is not None for each in ends),
        kept=sum(bool(each.kept) for each in ends),
        answers=len(spent),
        median=timedelta(seconds=median(t.total_seconds() for t in spent)) if spent else None,
        running=running,
        games=games,
    )


def _newest_answers(matches: Iterable[Walk], person: PersonId) -> list[timedelta]:
    made: list[Answer] = []
    for each in matches:
        made += each.answers_of(person)
    newest = sorted(made, key=lambda each: each.at, reverse=True)[:ANSWERS]
    return [each.spent for each in newest if each.spent is not None]


def keeps_share(profile: Profile, wanted: Wanted) -> bool:
    """Whether a person finishes as many matches as is wanted. A newcomer does."""
    if profile.is_newcomer or wanted.finishes is None:
        return True
    return profile.finished * 100 >= wanted.finishes * profile.ended


def keeps_pace(profile: Profile, wanted: Wanted) -> bool:
    """Whether a person answers as fast as is wanted. A newcomer does."""
    if profile.is_newcomer or profile.median is None or wanted.pace is None:
        return True
    return profile.median <= wanted.pace
