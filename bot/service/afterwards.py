"""What is done elsewhere once a match is written, each part only where the match concerns it.

Each of them is made up for later where a crash comes before it, and none undoes what was written.
"""

from dataclasses import dataclass

from bot.model.match import Match
from bot.service.invitations.open_challenges import StandingChallengeBook
from bot.service.invitations.pairs import PairBook
from bot.service.personal.premoves import PreparedAnswers
from bot.service.places import StretchBook


@dataclass(frozen=True, slots=True, eq=False)
class Afterwards:
    """The parts that have something to do then."""

    _pairs: PairBook
    _prepared: PreparedAnswers
    _standing: StandingChallengeBook
    _stretches: StretchBook

    async def made(self, match: Match) -> None:
        await self._pairs.begin_second(match)

    async def changed(self, before: Match, after: Match) -> Match:
        """Once a match has gone on, under its lock: how it stands with the answer to it."""
        await self._pairs.begin_second(after)
        return await self._prepared.answer(before, after)

    async def released(self, match: Match) -> None:
        """Once the lock of a match that has gone on is free again."""
        if not match.plies:
            await self._standing.renew(match)
        if match.successions:
            await self._stretches.end_handed_over(match)
