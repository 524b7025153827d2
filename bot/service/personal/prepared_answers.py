"""Plays the answers that players have prepared, once the move that they answer is made."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

from bot.model.events import Event
from bot.model.match import Match
from bot.model.ports import Store
from bot.service.personal.premoves import (
    drop_after_takeback,
    is_premove_current,
    reply_events,
    unfit_note,
)


class PreparedAnswers:
    """Plays or drops what was prepared, under the lock of the match."""

    def __init__(
        self,
        store: Store,
        append: Callable[[Match, Sequence[Event], datetime], Awaitable[Match]],
        clock: Callable[[], datetime],
        chance: random.Random,
    ) -> None:
        self._store = store
        self._append = append
        self._clock = clock
        self._chance = chance

    async def followed(self, before: Match, after: Match) -> Match:
        """The match once what was prepared is played, or dropped as a move was taken back."""
        if len(after.plies) > len(before.plies):
            return await self.replied(after)
        if len(after.plies) < len(before.plies):
            await drop_after_takeback(self._store, after)
        return after

    async def replied(self, match: Match) -> Match:
        """The match after the answer that was prepared for the move just made, if one fits."""
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

    async def drop(self, match: Match) -> None:
        """Forget what is prepared in a match that has ended."""
        for player in match.people:
            await self._store.drop_premoves(player.id, match.id)
