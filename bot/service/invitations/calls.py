"""How often a person may have others called whom they have no match with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.model.events import Challenged, Event, ReplacementAsked
from bot.model.limits import CALLED_ONCE, CALLS
from bot.model.match import Match
from bot.model.ports import EventLog
from bot.model.records import MatchSummary, PersonId, Status
from bot.service.limits import LimitBook

LOOKED_AT = 100
"""The newest such challenges of a host that are looked at: more than the allowance has in that
time."""


@dataclass(frozen=True, slots=True, eq=False)
class Calls:
    """Counts calls. The robot is never called, and may call as it likes."""

    _store: EventLog
    _limits: LimitBook
    _clock: Callable[[], datetime]
    _robot: PersonId

    async def counted(self, asked: Challenged) -> Challenged:
        """The challenge, with those whom its host has just called. Raises Refused if there were too
        many; otherwise it is counted."""
        named = {p.id for p in asked.invited if p} - {self._robot}
        if named or None in asked.invited:
            count = max(1, len(named))
            await self._limits.take(CALLS.name, asked.host.id, asked.guild, count)
        called = await self._just_called(asked.host.id) if named else frozenset()
        return replace(asked, uncalled=tuple(sorted(named & called)) or None)

    async def count_requests(self, match: Match, by: PersonId, events: Sequence[Event]) -> None:
        """Count those whom a request for a replacement asks. Raises Refused."""
        for event in events:
            if isinstance(event, ReplacementAsked) and by != self._robot:
                await self._limits.take(CALLS.name, by, match.guild, len(event.awaited))

    async def _just_called(self, host: PersonId) -> frozenset[PersonId]:
        since = self._clock() - CALLED_ONCE
        found = await self._store.summaries(
            person=host, statuses=[Status.INVITED, Status.WITHDRAWN], limit=LOOKED_AT
        )
        return frozenset(p for each in found if each.updated > since for p in _asked(each, host))


def _asked(challenge: MatchSummary, host: PersonId) -> set[PersonId]:
    # Those whom the host has asked, and who have not answered while it was open.
    if challenge.people[0].id != host:
        return set()
    if challenge.status is Status.INVITED:
        return set(challenge.awaited)
    return {person.id for person in challenge.people} - {host}
