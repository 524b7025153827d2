"""How people and servers like things, and what people have seen, in the same SQLite file."""

import json
from typing import Any

from bot.matches.records import MatchId
from bot.store.connection import SqliteFile

SAID = "SELECT said FROM preferences WHERE scope = ? AND owner = ?"
SAY = """INSERT INTO preferences (scope, owner, said) VALUES (?, ?, ?)
ON CONFLICT (scope, owner) DO UPDATE SET said = excluded.said"""
VISITED = "SELECT seq FROM visits WHERE person = ? AND match_id = ?"
# Two looks at once may end in either order; the later board is the one that was seen.
VISIT = """INSERT INTO visits (person, match_id, seq) VALUES (?, ?, ?)
ON CONFLICT (person, match_id) DO UPDATE SET seq = max(seq, excluded.seq)"""


class PreferenceStore(SqliteFile):
    """Preferences by person and by server, and visits by person and match."""

    async def preferences(self, scope: str, owner: int) -> dict[str, Any]:
        """What the person or server (`person`, `guild`) said; empty when nothing."""
        for (said,) in await self._read(SAID, (scope, owner)):
            values: dict[str, Any] = json.loads(said)
            return values
        return {}

    async def save_preferences(self, scope: str, owner: int, said: dict[str, Any]) -> None:
        """Put these in the place of what was said before."""
        await self._transaction(self._write(SAY, (scope, owner, json.dumps(said))))

    async def visited(self, person: int, match: MatchId) -> int | None:
        """The event whose board the person has last seen, None for no board at all."""
        return next((seq for (seq,) in await self._read(VISITED, (person, match))), None)

    async def visit(self, person: int, match: MatchId, seq: int) -> None:
        """The person has seen the board that stood after the event."""
        await self._transaction(self._write(VISIT, (person, match, seq)))
