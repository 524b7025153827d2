"""What somebody has asked for already: challenges that wait, and a rematch of a match."""

from collections.abc import Awaitable, Callable

from bot.matches.events import Person
from bot.matches.match import OPEN, Match
from bot.matches.records import MatchId, Status
from bot.matches.refusals import Reason, Refused
from bot.matches.store import EventLog

MOST_CHALLENGES = 25
"""Challenges of one person that may wait for an answer at the same time."""

OPEN_READ = 1000
"""Open challenges that are read to count those somebody has made, among those they are asked to."""


async def require_few_challenges(store: EventLog, host: Person) -> None:
    """Refuse a challenge more to somebody whose earlier ones nobody has answered."""
    found = await store.summaries(person=host.id, statuses=[Status.INVITED], limit=OPEN_READ)
    if sum(each.people[0].id == host.id for each in found) >= MOST_CHALLENGES:
        raise Refused(
            f"{MOST_CHALLENGES} challenges of yours wait for an answer already. Wait until "
            "one is answered, or take one back.",
            Reason.MANY_CHALLENGES,
        )


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
