"""Posts to all in a match, as they are written beside its events or by themselves."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from bot.model.consequences import STOOD_FOR
from bot.model.records import Post
from bot.store.database import Database
from bot.store.rows import time_text

# A new post calls for the refused ones before it, which go first, and stands for what others of its
# match only announce.
POSTS_BEFORE = """UPDATE outbox SET
    retry_at = CASE WHEN kind = :stood_for THEN NULL
        WHEN retry_at > :retry_at THEN :retry_at ELSE retry_at END,
    error = CASE WHEN kind = :stood_for THEN 'told with the next post' ELSE error END,
    refused = CASE WHEN kind = :stood_for THEN 0 ELSE refused END
WHERE match_id = :id AND retry_at IS NOT NULL AND person IS NULL
    AND (refused = 1 OR kind = :stood_for)"""
# All rows of one statement travel as one JSON array: one hop to the database's thread.
POST = """INSERT INTO outbox (match_id, seq, kind, retry_at)
SELECT matches.id, (value ->> 0)/*::integer*/, value ->> 1, (value ->> 2)/*::timestamptz*/
FROM matches, json_each(:posts) WHERE matches.id = :id ORDER BY key"""


def post_values(posts: Sequence[Post], at: datetime) -> dict[str, Any]:
    """The values of both statements but for the number of the match; there is at least one post."""
    rows = [(post.seq, post.kind, time_text(at + post.delay)) for post in posts]
    return {
        "posts": json.dumps(rows),
        "retry_at": min((time for *_, time in rows if time), default=None),
        "stood_for": STOOD_FOR,
    }


class PublicPosts(Database):
    """What is written inside other transactions: posts to all."""

    async def _say(self, posts: Sequence[Post], at: datetime) -> None:
        if posts:
            values = {"id": posts[0].match, **post_values(posts, at)}
            await self._write_all((POSTS_BEFORE, POST), values)
