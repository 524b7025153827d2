"""When a fast stretch is offered, what belongs to it, and what is posted at its end. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from bot.model.decide.consent import LEFT
from bot.model.match import Match, Ply
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, Post, Status

QUICK_TURNS = 3
"""So many turns on end have to come quickly before a fast stretch is offered."""

QUICK = timedelta(minutes=3)
"""How long after the turn before it a quick turn comes at most."""

PAUSE = timedelta(minutes=10)
"""How long no turn comes until a stretch is over."""


@dataclass(frozen=True, slots=True)
class FastStretch:
    """A fast stretch of a match: what happened behind the event `began`, and up to the event
    `ended` once it is over.

    `person` has begun it. It ends at `due` unless a turn comes before; None once it is over.
    """

    match: MatchId
    began: int
    person: int
    due: datetime | None
    ended: int | None = None

    @property
    def is_open(self) -> bool:
        return self.ended is None

    def covers(self, seq: int) -> bool:
        return self.began < seq and (self.ended is None or seq <= self.ended)


def plies_of(stretch: FastStretch, match: Match) -> tuple[Ply, ...]:
    """The moves of the stretch that stand."""
    return tuple(ply for ply in match.plies if stretch.covers(ply.seq))


def was_played(plies: Sequence[Ply]) -> bool:
    """Whether any of those is a move, and not a player who leaves."""
    return any(ply.text not in LEFT for ply in plies)


def has_turned(stretch: FastStretch, match: Match) -> bool:
    """Whether a turn has begun in the stretch, to which nobody was called."""
    return match.turn_seq > stretch.began


def is_handed_over(stretch: FastStretch, match: Match) -> bool:
    """Whether somebody else plays on since it began, who has not been there and is called as
    usual."""
    return any(stretch.covers(succession.seq) for succession in match.successions)


def is_news(stretch: FastStretch, match: Match) -> bool:
    """Whether a post has to say where the match stands behind the stretch."""
    return has_turned(stretch, match) or is_handed_over(stretch, match)


def is_quick(match: Match, now: datetime) -> bool:
    """Whether the last turns of different people each came soon after the one before."""
    last = match.plies[-QUICK_TURNS - 1 :]
    if len(last) <= QUICK_TURNS or len({ply.seat for ply in last[1:]}) < 2:
        return False
    times = [*(ply.at for ply in last), now]
    return all(later - earlier <= QUICK for earlier, later in pairwise(times))


def may_play_on(match: Match, robot: int | None, now: datetime) -> bool:
    """Whether the match is one among people, and they answer so fast that a stretch is offered."""
    if match.status is not Status.RUNNING or robot in {person.id for person in match.people}:
        return False
    return is_quick(match, now)


def posts_after(stretch: FastStretch, match: Match) -> list[Post]:
    """The post that sums up a stretch which ends as the match stands now, if there is anything:
    with the board and the call to the turn, or behind the post of the match's end."""
    if match.status is Status.RUNNING:
        is_posted, kind = is_news(stretch, match), PostKind.PAUSE
    else:
        is_posted, kind = was_played(plies_of(stretch, match)), PostKind.STRETCH
    return [Post(match.id, match.seq, kind)] if is_posted else []
