"""Which boards people have seen."""

from datetime import datetime

from bot.matches.records import MatchId
from bot.store.database import Database
from bot.store.rows import time_text

VISITED = "SELECT seq FROM visits WHERE person = ? AND match_id = ?"
# Two looks at once may end in either order; the later board is the one that was seen.
VISIT = """INSERT INTO visits (person, match_id, seq, at) VALUES (?, ?, ?, ?)
ON CONFLICT (person, match_id)
DO UPDATE SET seq = MAX(visits.seq, excluded.seq), at = coalesce(excluded.at, visits.at)"""


class VisitTable(Database):
    """The newest board that each person has seen of each match."""

    async def visited(self, person: int, match: MatchId) -> int | None:
        return next((seq for (seq,) in await self._read(VISITED, (person, match))), None)

    async def visit(
        self, person: int, match: MatchId, seq: int, at: datetime | None = None
    ) -> None:
        await self._write_alone(VISIT, (person, match, seq, time_text(at)))
