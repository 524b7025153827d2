"""What time brings to the matches: expiry, lost time, the robot's moves."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from bot.model.commands import Command, Hold, Tick
from bot.model.decide.timing import is_time_lost
from bot.model.events import Person
from bot.model.match import Match
from bot.model.ports import Store
from bot.model.projection import due_at, waits_for
from bot.model.records import DueKind, MatchId
from bot.model.refusals import StaleMatch
from bot.model.robot import robot_command
from bot.service.matches import Matches
from bot.service.queue import REST, DueSource

log = logging.getLogger(__name__)

EXCUSED = timedelta(hours=12)
"""How long a player has after a start, where their time ran out while nobody could move."""


@dataclass(eq=False)
class DueMatches(DueSource[MatchId]):
    """Does what is due, match by match. `robot` is the person whose moves it makes."""

    kind = DueKind.MATCH

    _matches: Matches
    _store: Store
    _clock: Callable[[], datetime]
    _chance: Random
    _robot: Person

    def __post_init__(self) -> None:
        self._up_since = self._clock()

    async def due(self, now: datetime, limit: int) -> list[MatchId]:
        return await self._store.due(now, limit)

    def about(self, item: MatchId) -> dict[str, object]:
        return {"match": item}

    async def do(self, item: MatchId) -> datetime | None:
        now = self._clock()
        match = await self._matches.match(item)
        if self._is_excused(match, now):
            return self._up_since + EXCUSED
        try:
            command = await self._due_command(match)
            after = await self._matches.do(match, command, seq=match.board_seq)
        except StaleMatch:
            log.info("match %s: changed meanwhile; nothing due", item)
            return None
        # What could not be done must not be asked for again at once.
        return now + REST if after.seq == match.seq and self._is_due(after, now) else None

    def _is_due(self, match: Match, now: datetime) -> bool:
        at = due_at(match, self._robot.id)
        return at is not None and at <= now

    def _is_excused(self, match: Match, now: datetime) -> bool:
        # Whether a lost match still waits, because the time ran out while the bot was away.
        missed = match.deadline is not None and match.deadline < self._up_since
        return missed and now < self._up_since + EXCUSED and is_time_lost(match, now, match.history)

    async def _due_command(self, match: Match) -> Command:
        if not waits_for(match, self._robot.id):
            # Nobody is late for a turn that the channel has not been told of.
            pending = match.clock and await self._store.waits(match.id, match.board_seq)
            return Hold(match.board_seq) if pending else Tick()
        dice = Random(self._chance.getrandbits(64))
        return await asyncio.to_thread(robot_command, match, self._robot.id, dice)
