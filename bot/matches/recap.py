"""What has happened in a match since somebody last saw its board. Pure."""

from collections import Counter

from bot.games.effects import Captured
from bot.matches.match import Match, Ply


def last_seen(match: Match, person: int, visited: int | None) -> int:
    """The event whose board the person saw last: in a look at it, or in moving on it."""
    return max(visited or 0, last_move(match, person) or 0)


def last_move(match: Match, person: int) -> int | None:
    """The event of the person's own last move; None when they made none."""
    own = (ply.seq for ply in reversed(match.plies) if match.person(ply.seat).id == person)
    return next(own, None)


def plies_after(match: Match, seq: int) -> tuple[Ply, ...]:
    """The turns that were made after an event, in order."""
    return tuple(ply for ply in match.plies if ply.seq > seq)


def captures_by_seat(plies: tuple[Ply, ...]) -> dict[int, int]:
    """How many pieces each seat lost in those turns, of the seats that lost any."""
    lost = (e.player for ply in plies for e in ply.effects if isinstance(e, Captured))
    return dict(Counter(lost))
