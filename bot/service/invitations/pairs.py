"""Pairs: two matches side by side, with seats swapped and one result.

The transaction in which the first match begins records that the second is to be made, and the
transaction of the second that it was. What a crash leaves between the two is done later.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.model.decide.challenge import second_event
from bot.model.events import Challenged
from bot.model.match import Match
from bot.model.ports import Store
from bot.model.records import Arrangement, MatchId, MatchSummary, Status
from bot.model.refusals import NoSuchMatch, OtherRuns
from bot.model.results import pair_name, pair_named
from bot.service.queue import LeftOver
from bot.service.writing import arranged_match

log = logging.getLogger(__name__)

Arrange = Callable[[Challenged, datetime, str], Awaitable[Match]]
"""Makes the one match of a name, in which all have agreed to play."""


@dataclass(slots=True, eq=False)
class PairBook:
    """Makes the second match of each pair. `left_over` are those that a crash or trouble kept from
    being made."""

    _store: Store
    _match: Callable[[MatchId], Awaitable[Match]]
    _arrange: Arrange
    _clock: Callable[[], datetime]
    left_over: LeftOver[MatchId] = field(init=False)

    def __post_init__(self) -> None:
        self.left_over = LeftOver("pair", self._without_second, self._complete)

    async def other(self, match: Match) -> Match | None:
        """The other match of the pair; None if the match is not of one, and before the other one is
        made."""
        pair = match.terms.pair_number(match.id)
        found = await self._store.find(MatchSummary, pair=MatchId(pair)) if pair else []
        number = next((each.match for each in found if each.match != match.id), None)
        return await self._found(number) if number else None

    async def require_over(self, match: Match) -> None:
        """Refuse what is only for players who have finished both matches of the pair."""
        other = await self.other(match)
        if other and other.status is Status.RUNNING:
            raise OtherRuns(
                f"Match {other.id}, the other one of this pair, is not over yet. Ask for a rematch "
                "when it is: that is a pair again.",
                other.id,
            )

    async def others(self, rows: Sequence[MatchSummary]) -> Mapping[MatchId, MatchId]:
        """The other match of each of the matches that is of a pair, if it is made, by number."""
        pairs = {each.pair for each in rows if each.pair}
        found = await self._store.find(MatchSummary, pair=sorted(pairs)) if pairs else []
        known = {(each.pair, each.match == each.pair): each.match for each in found}
        others = {each.match: known.get((each.pair, each.match != each.pair)) for each in rows}
        return {match: other for match, other in others.items() if other}

    async def begin_second(self, match: Match) -> None:
        """Make the other match of the pair that begins with this one, if any."""
        is_first = match.terms.pair and match.terms.pair_of is None
        if not is_first or match.status is not Status.RUNNING or match.plies:
            return
        try:
            await self.second(match)
        except Exception:
            # The match itself has begun, and the taker has been answered.
            log.exception("match %s: second match of the pair not made; retrying", match.id)
            self.left_over.look_again()

    async def second(self, first: Match) -> Match | None:
        """The second match of the pair that began with this one, made now if it is missing; None if
        there is none and never will be."""
        name, now = pair_name(first.id), self._clock()
        if number := await arranged_match(self._store, name):
            return await self._found(number)
        if asked := second_event(first, now):
            return await self._arrange(asked, now, name)
        await self._arrange_no_more(name)
        return None

    async def _found(self, number: MatchId) -> Match | None:
        try:
            return await self._match(number)
        except NoSuchMatch:
            return None

    async def _without_second(self) -> Sequence[MatchId]:
        missing = await self._store.find(Arrangement, match=None)
        return [pair for each in missing if (pair := pair_named(each.name)) is not None]

    async def _complete(self, pair: MatchId) -> None:
        if first := await self._found(pair):
            await self.second(first)
        else:
            # The server removed the bot so long ago that its matches were deleted.
            await self._arrange_no_more(pair_name(pair))

    async def _arrange_no_more(self, name: str) -> None:
        # An existing match stays.
        await self._store.drop(Arrangement, name=name, match=None)
