"""Positions of long matches. A cache beside the events."""

import json
from collections.abc import Mapping

from bot.matches.records import MatchId
from bot.store.database import Database

POSITIONS = "SELECT seq, position FROM positions WHERE match_id = ? AND rules = ?"
SAVE = """INSERT INTO positions (match_id, seq, rules, position)
SELECT ?1/*::bigint*/, (value ->> 0)/*::integer*/, ?2/*::text*/, (value ->> 1)/*::json*/
FROM json_each(?3) WHERE TRUE
ON CONFLICT (match_id, seq) DO UPDATE SET rules = excluded.rules, position = excluded.position"""


class PositionTable(Database):
    """The positions that were kept of each match, by the event they stood after."""

    async def positions(self, match: MatchId, rules: str) -> dict[int, str]:
        return dict(await self._read(POSITIONS, (match, rules)))  # type: ignore[arg-type]

    async def save_positions(
        self, match: MatchId, rules: str, positions: Mapping[int, str]
    ) -> None:
        rows = json.dumps(list(positions.items()))
        await self._write_alone(SAVE, (match, rules, rows))
