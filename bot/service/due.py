"""What falls due in matches: expiry, time-outs, the robot's moves."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.model.commands import Command, Hold, NoteMember, Tick
from bot.model.decide.timing import is_time_lost
from bot.model.events import Person
from bot.model.match import Match
from bot.model.ports import Store
from bot.model.projection import due_at, lost_at, waits_for
from bot.model.records import DueKind, MatchId, Status
from bot.model.refusals import StaleMatch
from bot.service.matches import Matches
from bot.service.queue import REST, DueSource
from bot.service.thinking import Robot

log = logging.getLogger(__name__)

MOST = 1000
"""Most matches at work at once. One that waits for the robot costs little more than its number
until the search has a place for it."""

PLACES = 20
"""Matches that are read and decided in parallel."""

EXCUSED = timedelta(hours=12)
"""Time that a player gets after a start if their time ran out while the bot was down."""


@dataclass(eq=False)
class DueMatches(DueSource[MatchId]):
    """Does what is due, match by match. `robot` decides the moves of `person`."""

    kind = DueKind.MATCH
    most = MOST

    _matches: Matches
    _store: Store
    _clock: Callable[[], datetime]
    _robot: Robot
    _person: Person

    def __post_init__(self) -> None:
        self._up_since = self._clock()
        self._places = asyncio.Semaphore(PLACES)

    def about(self, item: MatchId) -> dict[str, object]:
        return {"match": item}

    async def do(self, item: MatchId) -> datetime | None:
        async with self._places:
            now = self._clock()
            match = await self._matches.match(item)
            if self._is_excused(match, now):
                return self._up_since + EXCUSED
        try:
            if waits_for(match, self._person.id):
                # A search must not delay anything else that is due.
                commands = await self._robot.commands(match)
                async with self._places:
                    await self._require_same(match)
            else:
                commands = [await self._on_time(match, now)]
            async with self._places:
                after = await self._done(match, commands)
        except StaleMatch:
            log.info("match %s: changed meanwhile; nothing due", item)
            return None
        # What could not be done is not tried again at once.
        return now + REST if after.seq == match.seq and self._is_due(after, now) else None

    async def _require_same(self, match: Match) -> None:
        # Requests by people that came meanwhile are answered first.
        if (await self._matches.match(match.id)).seq != match.seq:
            raise StaleMatch(f"Match {match.id} has gone on meanwhile.")

    async def _done(self, match: Match, commands: Sequence[Command]) -> Match:
        after = await self._matches.do(match, commands[0], seq=match.board_seq)
        for command in commands[1:]:
            if after.status is Status.RUNNING:
                after = await self._matches.do(after, command, seq=after.board_seq)
        return after

    def _is_due(self, match: Match, now: datetime) -> bool:
        at = due_at(match, self._person.id)
        return at is not None and at <= now

    def _is_excused(self, match: Match, now: datetime) -> bool:
        # Whether a match lost on time still waits because the time ran out while the bot was down.
        # Of a plain bank the time that the bot was down is excused to the second.
        was_down = match.deadline is not None and match.deadline < self._up_since
        missed = was_down and not match.is_by_bank
        return missed and now < self._up_since + EXCUSED and is_time_lost(match, now, match.history)

    async def _on_time(self, match: Match, now: datetime) -> Command:
        # Nobody loses on time in a turn that is not posted yet. One that has just begun is not due.
        runs = match.clock and self._is_due(match, now)
        pending = runs and await self._store.waits(match.id, match.board_seq)
        if pending:
            return Hold(match.board_seq, match.since)
        mover = match.turn_person
        if mover and _is_time_over(match, now):
            has_left = await self._matches.has_mover_left(match)
            if has_left != (match.gone is not None):
                return NoteMember(mover.id, found=not has_left)
        return Tick()


def _is_time_over(match: Match, now: datetime) -> bool:
    # Whether grace, vacation or the match may be lost now: who has left the server is looked for.
    over = lost_at(match) if match.gone else None if match.overdue else match.deadline
    return over is not None and over <= now
