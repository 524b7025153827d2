"""What somebody has asked for already: a rematch of a match."""

from collections.abc import Awaitable, Callable

from bot.model.match import OPEN, Match
from bot.model.ports import EventLog
from bot.model.records import MatchId, Status


async def asked_since(
    store: EventLog, load: Callable[[MatchId], Awaitable[Match]], match: Match, person: int
) -> Match | None:
    """The rematch that runs, or else the open challenge among the same people, in the same place,
    made since the match. `load` is a match as it stands."""
    open_ones = await store.summaries(person=person, channel=match.channel, statuses=OPEN)
    people = {p.id for p in match.seats}
    for each in open_ones:
        if each.match < match.id or each.game != match.game:
            continue
        asked = await load(each.match)
        if asked.status is Status.RUNNING and asked.rematch_of != match.id:
            continue
        # Somebody may have said no to it already.
        if {p.id for p in asked.people} | asked.declined == people:
            return asked
    return None
