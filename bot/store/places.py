"""Where the posts of matches go, the stretches in which a board changes in place, and posts that
follow something: a row for each."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bot.model.places import LONG_AGO, FastStretch, LivingKind, Place, Placing, PostState
from bot.model.records import ChannelId, GuildId, MatchId, Post, Seq
from bot.model.refusals import StalePlace
from bot.store.consequences import PublicPosts
from bot.store.database import Database, in_one_transaction
from bot.store.rows import CASTS, time_text
from bot.store.schema import LIVING_POSTS, PLACES

KEY, *REST = PLACES.columns
# Replaces the stored place, or inserts if none was stored.
SAVE_PLACE = f"""INSERT INTO places ({PLACES.listed})
SELECT {PLACES.places}
WHERE ?{len(REST) + 2}/*::integer*/ = 1 OR EXISTS (SELECT 1 FROM places WHERE match_id = ?1)
ON CONFLICT ({KEY}) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in REST)}
WHERE {
    " AND ".join(
        f"places.{name} IS /*NOT DISTINCT FROM*/ ?{at}"
        for at, name in enumerate(REST, len(REST) + 3)
    )
}
RETURNING {KEY}"""


class PlaceTable(PublicPosts):
    """The places of matches."""

    async def save_place(self, place: Place, before: Place) -> bool:
        return bool(await self._write_alone(SAVE_PLACE, _values(place, before)))

    async def _placed(self, placing: Placing) -> None:
        # Write a place and its posts, inside another transaction. Raises StalePlace.
        if not await self._write(SAVE_PLACE, _values(placing.place, placing.before)):
            raise StalePlace
        await self._say(placing.posts, placing.at)


def _values(place: Place, before: Place) -> tuple[Any, ...]:
    is_new = before == Place(place.match)
    return *PLACES.values(place), int(is_new), *PLACES.values(before)[1:]


BEGIN = """INSERT INTO stretches (match_id, began, person, due_at, ended)
SELECT id, ?2/*::integer*/, ?3/*::bigint*/, ?4/*::timestamptz*/, NULL FROM matches
WHERE id = ?1 AND seq = ?2 AND status = 'running'
ON CONFLICT (match_id) DO UPDATE SET began = excluded.began, person = excluded.person,
    due_at = excluded.due_at, ended = NULL
WHERE stretches.ended IS NOT NULL
RETURNING match_id"""
# People who were called before it get no reminders in it.
HOLD_NOTICE = """UPDATE notices SET next_at = MAX(next_at, ?)
WHERE match_id = ? AND next_at IS NOT NULL"""
FINISH = """UPDATE stretches SET due_at = MIN(due_at, ?)
WHERE match_id = ? AND due_at IS NOT NULL RETURNING match_id"""
END = """UPDATE stretches SET ended = ?2, due_at = NULL
WHERE match_id = ?1 AND ended IS NULL
    AND EXISTS (SELECT 1 FROM matches WHERE id = ?1 AND seq = ?2)
RETURNING match_id"""


class StretchTable(PublicPosts):
    """The last stretch of each match."""

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
        self, match: MatchId, seq: Seq, at: datetime, posts: Sequence[Post]
    ) -> bool:
        await self._hold([match])
        if not await self._write(END, (match, seq)):
            return False
        await self._say(posts, at)
        return True


KEPT = ("guild", "channel", "due_at", "message", "posted", "shown")
COLUMNS = ("kind", "subject", *KEPT, "changes")

# Challenges that are just being saved on a server don't see a new list yet: it waits for them.
# 0 is no channel: practice is posted nowhere.
IN_USE = """SELECT guild, channel FROM matches WHERE id IN (
    SELECT max(id) FROM matches WHERE status = 'running' AND guild IS NOT NULL AND channel <> 0
    GROUP BY guild
)"""
FOLLOW = f"""/*WITH others AS MATERIALIZED (SELECT pg_advisory_xact_lock(:subject::bigint))*/
INSERT INTO living_posts ({", ".join(COLUMNS)})
SELECT {", ".join(f":{name}/*::{CASTS[LIVING_POSTS.columns[name]]}*/" for name in COLUMNS)}
/*FROM others*/ WHERE TRUE
ON CONFLICT (kind, subject) DO UPDATE
SET {", ".join(f"{name} = excluded.{name}" for name in KEPT)}, changes = living_posts.changes + 1"""
NOTE = """UPDATE living_posts SET due_at = ?, message = ?, posted = ?, shown = ?
WHERE kind = ? AND subject = ? AND channel = ?
    AND message IS /*NOT DISTINCT FROM*/ ?/*::bigint*/"""
DROP = """DELETE FROM living_posts
WHERE kind = ? AND subject = ? AND message IS /*NOT DISTINCT FROM*/ ?/*::bigint*/"""
CHANGED = "UPDATE living_posts SET changes = changes + 1 WHERE kind = ? AND subject = ?"
# In another channel it is another post.
MOVED = """UPDATE living_posts SET channel = ?1, message = NULL, posted = '', due_at = ?4
WHERE kind = ?2 AND subject = ?3 AND channel <> ?1"""


class LivingPostTable(Database):
    """Each change of what a post shows is counted in its transaction."""

    async def channels_in_use(self) -> list[tuple[GuildId, ChannelId]]:
        return sorted((GuildId(guild), ChannelId(at)) for guild, at in await self._read(IN_USE))

    async def put_post(self, post: PostState) -> None:
        await self._write_alone(FOLLOW, LIVING_POSTS.by_column(post, without="id"))

    async def _begin_post(self, post: PostState) -> None:
        # Inside the transaction that begins what it follows.
        await self._write(FOLLOW, LIVING_POSTS.by_column(post, without="id"))

    async def note_post(self, before: PostState, after: PostState) -> None:
        noted = (time_text(after.due), after.message, after.posted, after.shown)
        known = (before.kind, before.subject, before.channel, before.message)
        await self._write_alone(NOTE, (*noted, *known))

    async def drop_post(self, post: PostState) -> None:
        await self._write_alone(DROP, (post.kind, post.subject, post.message))

    async def _changed(
        self, kind: LivingKind, subject: int, channel: ChannelId | None = None
    ) -> None:
        # Inside the transaction that changes what the post shows, and perhaps where.
        await self._write(CHANGED, (kind, subject))
        if channel is not None:
            await self._write(MOVED, (channel, kind, subject, time_text(LONG_AGO)))

    async def _lobby_changed(self, channel: ChannelId) -> None:
        await self._hold_lobby(channel)
        await self._changed(LivingKind.LOBBY, channel)

    async def _hold_lobby(self, channel: ChannelId) -> None:
        """A list that is just being posted there waits for the running transaction.

        Writers of a file take turns anyway.
        """
