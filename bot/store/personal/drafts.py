"""The moves that people are in the middle of making."""

import json

from bot.matches.records import Draft, MatchId
from bot.store.database import Database
from bot.store.rows import legible

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
        found = await self._read(DRAFT, (person, match))
        return next((draft_from(person, match, *each) for each in found), None)

    async def save_draft(self, draft: Draft) -> bool:
        lists = json.dumps(draft.keys), draft.move, json.dumps(draft.offers)
        values = (draft.person, draft.match, draft.seq, draft.changes, *lists)
        return bool(await self._write_alone(SAVE, values))

    async def drop_draft(self, person: int, match: MatchId) -> None:
        await self._write_alone(DROP, (person, match))


@legible("a move in the making")
def draft_from(
    person: int, match: MatchId, seq: int, changes: int, keys: str, move: str | None, offers: str
) -> Draft:
    """The draft of its columns."""
    return Draft(person, match, seq, _texts(keys), move, _texts(offers), changes)


def _texts(listed: str) -> tuple[str, ...]:
    found = json.loads(listed)
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise TypeError("a draft holds texts")
    return tuple(found)
