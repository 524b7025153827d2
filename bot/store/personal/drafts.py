"""The moves that people are in the middle of making."""

from bot.matches.records import Draft, MatchId
from bot.store.database import Database
from bot.store.schema import DRAFTS

DRAFT = f"SELECT {DRAFTS.listed} FROM drafts WHERE person = ? AND match_id = ?"
# The one that follows what stands there, or any at all for a board that has been played on.
SAVE = f"""INSERT INTO drafts ({DRAFTS.listed})
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
        found = await self._read(DRAFT, (person, match))
        return next((DRAFTS.of(*each) for each in found), None)

    async def save_draft(self, draft: Draft) -> bool:
        return bool(await self._write_alone(SAVE, DRAFTS.values(draft)))

    async def drop_draft(self, person: int, match: MatchId) -> None:
        await self._write_alone(DROP, (person, match))
