"""Folded matches, cached in memory while they agree with the store."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.catalog import entry
from bot.model.clock.changes import History
from bot.model.events import Recorded
from bot.model.events.digests import stored_head
from bot.model.fold import EVERY, fold, positions_to_keep, rules_version
from bot.model.match import Match
from bot.model.ports import ForPosts, Store
from bot.model.records import MatchId, MatchSummary, PersonId, Seq
from bot.model.refusals import StoreTrouble

log = logging.getLogger(__name__)

KEPT = 128
"""How many folded matches stay in memory."""

SHORT = 20
"""Events that are folded on the event loop, for less than a thread would cost."""


MayAnswer = tuple[Match, bool]
"""A match after what was written, and whether the player to move may have premoves to be
played at once."""


@dataclass(frozen=True, slots=True, eq=False)
class FoldedMatches:
    """The current matches of a store; the most recently used are cached.

    Only the last moves of a long match are replayed, after a position kept in the store. The time
    of the running turn is computed on every read, from the calendars of the player to move, or from
    what stops plain banks.
    """

    _store: Store
    _clock: Callable[[], datetime]
    _bank_calendar: Callable[[], Awaitable[History]]
    _move_deadlines: Callable[[PersonId], Awaitable[None]]
    _kept: OrderedDict[MatchId, Match] = field(default_factory=OrderedDict)

    async def match(self, match_id: MatchId) -> Match:
        """The current match. Raises NoSuchMatch."""
        return await self._now(*await self._store.with_calendars(match_id))

    async def for_posts(self, match_id: MatchId) -> tuple[Match, ForPosts]:
        """The same, with what its posts depend on."""
        found = await self._store.for_posts(match_id)
        row, match = found.summary, await self._now(found.summary, found.history)
        if row.turn and row.clock_since and row.deadline != match.deadline:
            # Another process has changed the calendars while the turn was being written.
            await self._move_deadlines(row.turn)
        return match, found

    async def _now(self, summary: MatchSummary, history: History) -> Match:
        match = await self._current(summary)
        history = await self._bank_calendar() if match.is_by_bank else history
        return self.keep(match.timed(history, self._clock()))

    async def listed(self, summary: MatchSummary) -> Match:
        """The match of a summary that was just read."""
        return self.keep(await self.timed(await self._current(summary)))

    async def _current(self, summary: MatchSummary) -> Match:
        match = self._kept.get(summary.match)
        # Another process may have written: the store decides, not the cache.
        if match is None or _written(match) != (summary.edition, summary.seq):
            match = await self._opened(summary)
        return match

    async def timed(self, match: Match) -> Match:
        """The match with its time by the calendars of the player to move."""
        return match.timed(await self.history(match), self._clock())

    async def history(self, match: Match) -> History:
        """The calendars of the player to move, or what stops plain banks; none if no clock runs."""
        if match.is_by_bank:
            return await self._bank_calendar()
        person = timed_by(match)
        return () if person is None else await self._store.calendar_history(person)

    async def at(self, match_id: MatchId, seq: Seq) -> Match:
        """The match as it was after event `seq`. Raises NoSuchMatch.

        Its time is the current time of the turn, and only while the same turn runs.
        """
        return await self.earlier(await self.match(match_id), seq)

    async def earlier(self, match: Match, seq: Seq) -> Match:
        """The same, for a match that was just read."""
        if match.seq <= seq:
            return match
        recorded = await self._store.events(match.id)
        kept = await self._positions(match.id, match.game, seq)
        earlier = await _folded(recorded[:seq], match.id, kept)
        return replace(earlier, time=match.time if earlier.board_seq == match.board_seq else None)

    def newest(self, match: Match) -> Match:
        """The match, or a later state of it that this process has written or read since."""
        known = self._kept.get(match.id, match)
        return known if _written(known) > _written(match) else match

    def keep(self, match: Match) -> Match:
        """Cache a match that was just written or read, unless a later state is known."""
        known = self._kept.setdefault(match.id, match)
        self._kept[match.id] = match if _written(match) >= _written(known) else known
        self._kept.move_to_end(match.id)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return match

    async def keep_position(self, match: Match) -> None:
        """Store the position of a match that has become long enough for another one."""
        if len(match.plies) % EVERY == 0 and match.plies:
            earlier = {ply.seq: "" for ply in match.plies[:-1]}
            await self._save_positions(match, earlier)

    async def _opened(self, summary: MatchSummary) -> Match:
        recorded = await self._store.events(summary.match)
        kept = await self._positions(summary.match, summary.game, len(recorded))
        match = await _folded(recorded, summary.match, kept)
        await self._save_positions(match, kept)
        # Not that of the summary: the match may have gone on since that was read.
        return replace(match, edition=summary.edition, digest=stored_head(recorded))

    async def _positions(self, match_id: MatchId, game: str, events: int) -> Mapping[Seq, str]:
        if events <= EVERY:
            return {}
        version = await asyncio.to_thread(rules_version, entry(game).game)
        kept = await self._store.positions(match_id, version)
        return {seq: position for seq, position in kept.items() if seq <= events}

    async def _save_positions(self, match: Match, kept: Mapping[Seq, str]) -> None:
        # Store what is not stored yet. Errors are only logged: the events hold everything.
        if len(match.plies) < EVERY:
            return
        try:
            if missing := await asyncio.to_thread(positions_to_keep, match, kept):
                version = await asyncio.to_thread(rules_version, match.rules)
                await self._store.save_positions(match.id, version, missing)
        except (StoreTrouble, TypeError) as error:
            log.warning("match %s: position not cached: %s", match.id, error)


def timed_by(match: Match) -> PersonId | None:
    """The player to move, if the clock runs by their calendars."""
    mover = match.turn_person
    return mover.id if mover and match.clock and not match.is_by_bank else None


def _written(match: Match) -> tuple[int, int]:
    # Identifies the events the match was folded from: their edition and number.
    return match.edition, match.seq


async def _folded(recorded: list[Recorded], match_id: MatchId, kept: Mapping[Seq, str]) -> Match:
    if len(recorded) <= SHORT:
        return fold(recorded, match_id)
    return await asyncio.to_thread(fold, recorded, match_id, kept)
