"""The fast stretches of matches."""

from collections.abc import Sequence
from datetime import datetime

from bot.model.records import MatchId, Post
from bot.model.stretch import FastStretch
from bot.store.beside.consequences import PublicPosts
from bot.store.database import in_one_transaction
from bot.store.rows import time_text
from bot.store.schema import STRETCHES

STRETCH = f"SELECT {STRETCHES.listed} FROM stretches WHERE match_id = ?"
BEGIN = """INSERT INTO stretches (match_id, began, person, due_at, ended)
SELECT id, ?2/*::integer*/, ?3/*::bigint*/, ?4/*::timestamptz*/, NULL FROM matches
WHERE id = ?1 AND seq = ?2 AND status = 'running'
ON CONFLICT (match_id) DO UPDATE SET began = excluded.began, person = excluded.person,
    due_at = excluded.due_at, ended = NULL
WHERE stretches.ended IS NOT NULL
RETURNING match_id"""
# Whoever was called before it is reminded of nothing in it.
HOLD_NOTICE = """UPDATE notices SET next_at = MAX(next_at, ?)
WHERE match_id = ? AND next_at IS NOT NULL"""
FINISH = """UPDATE stretches SET due_at = MIN(due_at, ?)
WHERE match_id = ? AND due_at IS NOT NULL RETURNING match_id"""
END = """UPDATE stretches SET ended = ?2, due_at = NULL
WHERE match_id = ?1 AND ended IS NULL
    AND EXISTS (SELECT 1 FROM matches WHERE id = ?1 AND seq = ?2)
RETURNING match_id"""
DUE_STRETCHES = "SELECT match_id FROM stretches WHERE due_at <= ? ORDER BY due_at LIMIT ?"


class StretchTable(PublicPosts):
    """The last stretch of each match."""

    async def stretch(self, match: MatchId) -> FastStretch | None:
        return await self._one_of(STRETCHES, STRETCH, (match,))

    @in_one_transaction
    async def begin_stretch(self, stretch: FastStretch) -> bool:
        await self._touch([stretch.match])
        due = time_text(stretch.due)
        values = (stretch.match, stretch.began, stretch.person, due)
        if not await self._write(BEGIN, values):
            return False
        await self._write(HOLD_NOTICE, (due, stretch.match))
        return True

    async def finish_stretch(self, match: MatchId, at: datetime) -> bool:
        return bool(await self._write_alone(FINISH, (time_text(at), match)))

    @in_one_transaction
    async def end_stretch(
        self, match: MatchId, seq: int, at: datetime, posts: Sequence[Post]
    ) -> bool:
        await self._hold([match])
        if not await self._write(END, (match, seq)):
            return False
        await self._say(posts, at)
        return True

    async def due_stretches(self, now: datetime, limit: int) -> list[MatchId]:
        found = await self._due(DUE_STRETCHES, time_text(now), limit)
        return [MatchId(match) for (match,) in found]
