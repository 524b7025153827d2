"""Plays the answers that players have prepared, once the move that they answer is made."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.model.events import Event
from bot.model.match import Match
from bot.model.ports import Store
from bot.model.records import MatchId, Status
from bot.service.locks import Locks
from bot.service.personal.premoves import (
    drop_after_takeback,
    is_premove_current,
    reply_events,
    unfit_note,
)
from bot.service.queue import LeftOver

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class PreparedAnswers:
    """Plays or drops what was prepared, under the lock of the match.

    `left_over` are the matches with answers that a crash or trouble came before.
    """

    _store: Store
    _load: Callable[[MatchId], Awaitable[Match]]
    _append: Callable[[Match, Sequence[Event], datetime], Awaitable[Match]]
    _lock: Locks[MatchId]
    _clock: Callable[[], datetime]
    _chance: random.Random
    _wake: Callable[[], None]
    left_over: LeftOver[MatchId] = field(init=False)

    def __post_init__(self) -> None:
        self.left_over = LeftOver("reply", self._store.prepared, self._reply_again)

    async def answer(self, before: Match, after: Match) -> Match:
        """The match once what was prepared is played, or dropped as a move was taken back."""
        try:
            return await self._answered(before, after)
        except Exception:
            # The move itself is on disk, and whoever made it is told so; this is tried again.
            log.exception("match %s: premove failed; retrying", after.id)
            self.left_over.look_again()
            return await self._load(after.id)

    async def _reply_again(self, match_id: MatchId) -> None:
        # Play what is prepared in a match; where it has ended, forget it.
        async with self._lock(match_id):
            match = await self._load(match_id)
            if match.status is not Status.RUNNING:
                for player in match.people:
                    await self._store.drop_premoves(player.id, match.id)
            elif match.plies:
                await self._replied(match)
                self._wake()

    async def _answered(self, before: Match, after: Match) -> Match:
        if len(after.plies) > len(before.plies):
            return await self._replied(after)
        if len(after.plies) < len(before.plies):
            await drop_after_takeback(self._store, after)
        return after

    async def _replied(self, match: Match) -> Match:
        # The match after the answer that was prepared for the move just made, if one fits.
        player = match.turn_person
        made = await self._store.premoves(player.id, match.id) if player else []
        if player is None or not made:
            return match
        now = self._clock()
        current = [premove for premove in made if is_premove_current(match, premove)]
        played = await asyncio.to_thread(reply_events, match, current, now, self._chance)
        after = await self._append(match, played, now)
        if current and not played:
            await self._store.leave_note(player.id, match.id, unfit_note(match, current))
        # Dropped only now: an answer that a crash left behind is played at the next start.
        # What another process has prepared on the new board meanwhile stays.
        await self._store.drop_premoves(player.id, match.id, after.board_seq)
        return after
