"""What time brings to the matches: expiry, lost time, the robot's moves."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Protocol

from bot.matches.commands import Command, Hold, Tick
from bot.matches.decide.timing import is_time_lost
from bot.matches.events import Person
from bot.matches.match import Match
from bot.matches.projection import due_at, waits_for
from bot.matches.records import MatchId
from bot.matches.refusals import StaleMatch
from bot.matches.robot import robot_command
from bot.matches.store import Store

log = logging.getLogger(__name__)

AT_ONCE = 50
"""How many due matches one tick deals with."""

REST = timedelta(minutes=1)
"""How long a match is left alone after something due in it went wrong."""

MOMENT = timedelta(seconds=1)
"""How long what is due is left alone that another process is just taking on."""

EXCUSED = timedelta(hours=12)
"""How long a player has after a start, where their time ran out while nobody could move."""


class Door(Protocol):
    """How matches are loaded and changed: the service."""

    async def match(self, match_id: MatchId) -> Match:
        """The match as it stands."""

    async def do(self, match: Match, command: Command, *, seq: int | None = None) -> Match:
        """The match after the command."""

    async def reply_again(self, match_id: MatchId) -> None:
        """Play the answer that is prepared in the match."""


class Due:
    """Does what is due, match by match. `robot` is the person whose moves it makes."""

    def __init__(
        self,
        door: Door,
        store: Store,
        clock: Callable[[], datetime],
        chance: Random,
        robot: Person | None,
    ) -> None:
        self.replies_left_over = True
        """Whether prepared answers may wait that a crash or trouble came before."""
        self._door = door
        self._store = store
        self._clock = clock
        self._chance = chance
        self._robot = robot
        self._up_since = clock()
        self._resting: dict[MatchId, datetime] = {}

    async def tick(self) -> datetime | None:
        """Do what is due now. Returns the next instant, None when there is none."""
        await self._reply_left_over()
        now = self._clock()
        self._resting = {match: until for match, until in self._resting.items() if until > now}
        due = await self._store.due(now, AT_ONCE + len(self._resting))
        awake = [match for match in due if match not in self._resting]
        for match_id in awake:
            await self._do_due(match_id, now)
        upcoming = await self._store.next_due()
        if not due and upcoming and upcoming <= now:
            return now + MOMENT
        if upcoming is None or upcoming > now or not self._resting or len(awake) >= AT_ONCE:
            return upcoming
        return min(self._resting.values())

    async def _do_due(self, match_id: MatchId, now: datetime) -> None:
        """What is due in one match. Its trouble is logged, so that no other match waits for it."""
        try:
            match = await self._door.match(match_id)
            if self._is_excused(match, now):
                self._resting[match_id] = self._up_since + EXCUSED
                return
            command = await self._due_command(match)
            after = await self._door.do(match, command, seq=match.board_seq)
            if after.seq == match.seq and self._is_due(after, now):
                # Whatever was due could not be done; it must not be asked for again at once.
                self._resting[match_id] = now + REST
        except StaleMatch:
            log.info("match %s went on while the clock looked at it", match_id)
        except Exception:
            log.exception("what is due in match %s failed; trying again in %s", match_id, REST)
            self._resting[match_id] = now + REST

    def _is_due(self, match: Match, now: datetime) -> bool:
        at = due_at(match, self._robot.id if self._robot else None)
        return at is not None and at <= now

    def _is_excused(self, match: Match, now: datetime) -> bool:
        """Whether a lost match still waits, because the time ran out while the bot was away."""
        missed = match.deadline is not None and match.deadline < self._up_since
        return missed and now < self._up_since + EXCUSED and is_time_lost(match, now, match.history)

    async def _due_command(self, match: Match) -> Command:
        if self._robot is None or not waits_for(match, self._robot.id):
            # Nobody is late for a turn that the channel has not been told of.
            unsaid = match.clock and await self._store.waits(match.id, match.board_seq)
            return Hold(match.board_seq) if unsaid else Tick()
        dice = Random(self._chance.getrandbits(64))
        return await asyncio.to_thread(robot_command, match, self._robot.id, dice)

    async def _reply_left_over(self) -> None:
        """Play the prepared answers that a crash or trouble came before."""
        if not self.replies_left_over:
            return
        self.replies_left_over = False
        for match_id in await self._store.prepared():
            try:
                await self._door.reply_again(match_id)
            except Exception:
                log.exception("match %s: a prepared answer could not be played", match_id)
