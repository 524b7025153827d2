"""The moves that people are in the middle of making."""

import json

from bot.matches.records import Draft, MatchId
from bot.store.database import Database

DRAFT = """SELECT seq, changes, keys, move, offers FROM drafts
WHERE person = ? AND match_id = ?"""
# The one that follows what stands there, or any at all for a board that has been played on.
SAVE = """INSERT INTO drafts (person, match_id, seq, changes, keys, move, offers)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (person, match_id) DO UPDATE
SET seq = excluded.seq, changes = excluded.changes, keys = excluded.keys, move = excluded.move,
    offers = excluded.offers
WHERE excluded.seq > drafts.seq
    OR (excluded.seq = drafts.seq AND excluded.changes = drafts.changes + 1)
RETURNING person"""
DROP = "DELETE FROM drafts WHERE person = ? AND match_id = ?"


class DraftTable(Database):
    """Half-made moves: one for each person and match."""

    async def draft(self, person: int, match: MatchId) -> Draft | None:
        """The move that the person is making in the match, if there is one."""
        for seq, changes, keys, move, offers in await self._read(DRAFT, (person, match)):
            chosen, offered = tuple(json.loads(keys)), tuple(json.loads(offers))
            return Draft(person, match, seq, chosen, move, offered, changes)
        return None

    async def save_draft(self, draft: Draft) -> bool:
        """Put the draft in the place of the one it follows; False when another came first."""
        lists = json.dumps(draft.keys), draft.move, json.dumps(draft.offers)
        values = (draft.person, draft.match, draft.seq, draft.changes, *lists)
        return bool(await self._write_alone(SAVE, values))

    async def drop_draft(self, person: int, match: MatchId) -> None:
        """Forget the move that the person was making in the match."""
        await self._write_alone(DROP, (person, match))
