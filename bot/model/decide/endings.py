"""How a match comes to its end, or goes on without somebody. Pure."""

from bot.games.core import Outcome
from bot.model.events import Ended, Event, Resigned
from bot.model.match import Match


def leave(match: Match, seat: int, *, is_late: bool = False) -> list[Event]:
    """A player is out: the last one left wins, two or more play on."""
    left = [other for other in match.playing if other != seat]
    if len(left) == 1:
        reason = "resigned" if len(match.seats) == 2 else "last"
        return [Resigned(seat), Ended((left[0],), reason)]
    outcome = match.rules.outcome(match.rules.leave(match.position, seat).position)
    return [Resigned(seat, is_late), *ending(outcome)]


def ending(outcome: Outcome | None) -> list[Event]:
    return [Ended(outcome.winners, outcome.reason)] if outcome else []


def lose(match: Match, late: int) -> list[Event]:
    """A player's time is over for good: the other wins, or the others play on."""
    others = tuple(seat for seat in match.playing if seat != late)
    if len(others) == 1:
        return [Ended(others, "time_lost")]
    return leave(match, late, is_late=True)
