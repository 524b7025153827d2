"""Who did nothing in a whole season, and is signed up for the next one no more. Pure."""

from collections.abc import Iterable
from datetime import datetime

from bot.model.clock.changes import History
from bot.model.clock.vacation import outside
from bot.model.results.result import LOST, WON, MatchResult


def did_nothing(results: Iterable[MatchResult]) -> set[int]:
    """Those whose turn came in a match of two, and who neither moved nor resigned in any."""
    waited_for, acted = set[int](), set[int]()
    for each in results:
        if each.plies >= each.seat or (each.ending == "resigned" and each.points == LOST):
            acted.add(each.person)
        elif each.plies == each.seat - 1 and each.points < WON:
            # Whose opponent left had no time to move.
            waited_for.add(each.person)
    return waited_for - acted


def was_away(history: History, since: datetime, until: datetime) -> bool:
    """Whether somebody had a vacation in that time that was not just spent by itself."""
    known = [each.calendar for each in history if each.since <= until]
    taken = known[-1].vacations if known else ()
    for each in known:
        taken = outside(taken, each.unasked) if each.unasked else taken
    return any(each.start < until and each.end > since for each in taken)
