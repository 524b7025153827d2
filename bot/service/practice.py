"""Practice: matches of one person with the bot that nobody else sees, and that are never posted."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.model.events import Person
from bot.model.match import Match
from bot.model.ports import EventLog
from bot.model.profiles.ladder import next_to_beat
from bot.model.records import FIRST_SEAT, NOWHERE, MatchSummary, PersonId, Status
from bot.model.refusals import StaleMatch
from bot.model.terms import Terms
from bot.opponents.workers import SearchFailed
from bot.service.invitations.levels import offered_levels
from bot.service.matches import Matches
from bot.service.profiles import ProfileBook
from bot.service.thinking import Robot

log = logging.getLogger(__name__)

LOOKED_BACK = 100
"""The newest ended matches of a person among which the last one of a game is looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class PracticeBook:
    """Begins them, and makes the moves of `robot` in them while their person waits. What a crash
    prevents the clock does."""

    _store: EventLog
    _matches: Matches
    _profiles: ProfileBook
    _player: Robot
    _robot: Person

    async def begin(
        self, person: Person, game: str, options: Mapping[str, Any], level: int | None = None
    ) -> Match:
        """A match of the game, at that level or the one that fits: the one at which they have not
        moved yet, if there is one. Who began the last one does not begin this. Raises Refused to a
        person who has enough of them."""
        last = await self._last(person.id, game)
        level = level or await self._fitting(person.id, game, last)
        for row in await self.running(person.id, game):
            match = await self._matches.listed(row)
            if match.level == level and not _has_moved(match, person.id):
                return await self.answered(match)
        has_begun = last is not None and last.seat_of(person.id) == FIRST_SEAT
        match = await self._matches.challenge(
            game=game,
            options=options,
            host=person,
            invited=(self._robot,),
            channel=NOWHERE,
            guild=None,
            first="guest" if has_begun else "host",
            control=None,
            terms=Terms(level, practice=True),
        )
        return await self.answered(match)

    async def running(self, person: PersonId, game: str | None = None) -> list[MatchSummary]:
        """The running ones of the person, of that game or all, the newest first."""
        found = await self._store.summaries(
            person=person, channel=NOWHERE, statuses=[Status.RUNNING]
        )
        return [row for row in found if game in (None, row.game)]

    async def answered(self, match: Match) -> Match:
        """The match once the bot has moved; as it is if it is not the bot's turn, or if the search
        failed."""
        while match.terms.practice and _waits_to_move(match, self._robot):
            try:
                # It may be about to offer a draw, for which nobody is called.
                move, *_ = await self._player.commands(match)
                match = await self._matches.do(match, move, seq=match.board_seq)
            except StaleMatch:
                match = await self._matches.match(match.id)
            except SearchFailed:
                log.exception("match %s: not answered in practice", match.id)
                return match
        return match

    async def _last(self, person: PersonId, game: str) -> Match | None:
        rows = await self._store.summaries(
            person=person, channel=NOWHERE, statuses=[Status.ENDED], limit=LOOKED_BACK
        )
        row = next((row for row in rows if row.game == game), None)
        return None if row is None else await self._matches.listed(row)

    async def _fitting(self, person: PersonId, game: str, last: Match | None) -> int:
        # The level after one that was beaten, in practice or else on the ladder; the same again
        # after any other end; the first for a beginner.
        levels = [*offered_levels()]
        if last is not None and last.level is not None:
            won = last.outcome is not None and last.seat_of(person) in last.outcome.winners
            return min(last.level + won, levels[-1])
        rungs = await self._profiles.rungs(person)
        step = next_to_beat({rung.step for rung in rungs if rung.game == game}, levels)
        return step.level if step else levels[-1]


def _waits_to_move(match: Match, robot: Person) -> bool:
    return match.turn_person is not None and match.turn_person.id == robot.id


def _has_moved(match: Match, person: PersonId) -> bool:
    return any(match.mover_of(ply).id == person for ply in match.plies)
