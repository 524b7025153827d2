"""The challenges that are made anew whenever somebody takes them."""

import json
from collections.abc import Sequence
from datetime import datetime

from bot.model.invitations import StandingTerm
from bot.model.records import MatchId, MatchSummary
from bot.model.refusals import StaleMatch
from bot.store.database import Database
from bot.store.rows import time_text

STANDING = """SELECT match_id, until FROM standing_challenges
WHERE match_id IN (SELECT value FROM json_each(?))"""
OF_HOST = """SELECT match_id FROM standing_challenges
WHERE host = ? AND channel = ? ORDER BY match_id"""
TAKEN = "SELECT match_id FROM standing_challenges WHERE taken = 1 ORDER BY match_id"
BEGIN = "INSERT INTO standing_challenges (match_id, host, channel, until) VALUES (?, ?, ?, ?)"
MOVE_ON = """UPDATE standing_challenges SET match_id = ?, taken = 0
WHERE match_id = ? AND taken = 1 RETURNING match_id"""
END = "DELETE FROM standing_challenges WHERE match_id = ?"


class StandingChallengeTable(Database):
    """One row for each, which moves on from match to match."""

    async def standing(self, matches: Sequence[MatchId]) -> dict[MatchId, datetime]:
        found = await self._read(STANDING, (json.dumps(matches),))
        return {MatchId(match): datetime.fromisoformat(until) for match, until in found}

    async def standing_of(self, host: int, channel: int) -> list[MatchId]:
        return [MatchId(match) for (match,) in await self._read(OF_HOST, (host, channel))]

    async def taken_standing(self) -> list[MatchId]:
        return [MatchId(match) for (match,) in await self._read(TAKEN)]

    async def end_standing(self, match: MatchId) -> None:
        await self._write_alone(END, (match,))

    async def _save_standing(self, summary: MatchSummary, standing: StandingTerm) -> None:
        # Inside the transaction that makes the challenge. Raises StaleMatch when the one before it
        # is not taken, or is followed by another already.
        if standing.replaces is None:
            until = time_text(standing.until)
            await self._write(BEGIN, (summary.match, summary.people[0].id, summary.channel, until))
        elif not await self._write(MOVE_ON, (summary.match, standing.replaces)):
            raise StaleMatch(f"The challenge of match {standing.replaces} stands anew already.")
