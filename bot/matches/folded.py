"""Matches that have been folded, kept in memory while they agree with the store."""

from collections import OrderedDict

from bot.matches.fold import fold
from bot.matches.match import Match
from bot.matches.records import MatchId
from bot.matches.store import EventLog

KEPT = 128
"""How many folded matches stay in memory."""


class FoldedMatches:
    """The matches of a store as they stand, the latest used ones kept."""

    def __init__(self, store: EventLog) -> None:
        self._store = store
        self._kept: OrderedDict[MatchId, Match] = OrderedDict()

    async def match(self, match_id: MatchId) -> Match:
        """The match as it stands. Raises NoSuchMatch."""
        summary = await self._store.summary(match_id)
        match = self._kept.get(match_id)
        # Another process may have written meanwhile: the disk decides, not the memory.
        if match is None or match.seq != summary.seq:
            match = fold(await self._store.events(match_id), match_id)
        return self.keep(match)

    async def at(self, match_id: MatchId, seq: int) -> Match:
        """The match as it stood after the event `seq`. Raises NoSuchMatch."""
        match = await self.match(match_id)
        if match.seq <= seq:
            return match
        return fold((await self._store.events(match_id))[:seq], match_id)

    def keep(self, match: Match) -> Match:
        """Remember a match that was written or read just now."""
        self._kept[match.id] = match
        self._kept.move_to_end(match.id)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return match
