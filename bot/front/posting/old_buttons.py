"""Takes the buttons off posts where they no longer work, lets them say what happened rather than
what was to be done, and tries until they do.

The store says which posts those are. Nothing waits for it: a post may stand with old buttons for
a while, and a press on one is answered with the current board.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

import discord
from discord.utils import utcnow

from bot.front.discord.context import Client
from bot.front.discord.refusals import ARCHIVED, FIRST_WAIT, LONGEST_CHECK, is_unauthorized
from bot.front.posting.at_discord import AtDiscord
from bot.front.posting.outgoing import Sent
from bot.front.posting.places.reading import Reading, read_of
from bot.front.posting.places.shrinking import retire
from bot.front.ui.away import is_away
from bot.model.places.place import Place
from bot.model.ports import Outbox
from bot.model.post_kinds import PostKind
from bot.model.records import Delivered, DueKind, Post

log = logging.getLogger(__name__)

# When the store names a post again, so that a killed process costs no more than that.
SOON = timedelta(minutes=1)

MOST = 40  # Tries, over more than a week, after which old buttons stay where they are.


class OldPost(NamedTuple):
    """A post that is to lose its buttons, with what was just read of its match."""

    delivered: Delivered
    reading: Reading | None = None


class OldButtons(AtDiscord[OldPost]):
    kind = DueKind.OLD_POST
    most = 50

    def __init__(
        self, client: Client, posts: Outbox, settled: Callable[[Place], Awaitable[Place]]
    ) -> None:
        super().__init__(client)
        self._posts = posts
        self._settled = settled

    async def due(self, now: datetime, limit: int) -> list[OldPost]:
        return [OldPost(each) for each in await self._posts.outdated(now, limit)]

    def key(self, item: OldPost) -> int:
        return item.delivered.post.id

    def about(self, item: OldPost) -> dict[str, object]:
        post = item.delivered.post
        return {"match": post.match, "post": post.id}

    async def do(self, item: OldPost) -> None:
        old = item.delivered
        await self._posts.buttons_removed(old.post, await self._retry_at(old, item.reading))

    async def _retry_at(self, old: Delivered, read: Reading | None) -> datetime | None:
        # When to try again after this try; None when the buttons are off, or stay.
        try:
            reading = read or await read_of(self._client, old.post.match)
            if await is_away(self._client, reading.match):
                return None  # Answers can be edited for a quarter of an hour only.
            # What is left of a board leads to its thread, once that stands.
            reading = replace(reading, place=await self._settled(reading.place))
            await retire(self._client, old, reading)
        except discord.NotFound:
            log.info("match %s: old post is gone", old.post.match)
        except Exception as error:
            return self._put_off(old, error)
        return None

    def _put_off(self, old: Delivered, error: Exception) -> datetime | None:
        if getattr(error, "code", None) == ARCHIVED:
            log.info("match %s: old post kept in a closed thread", old.post.match)
            return None
        if old.post.tries >= MOST and not is_unauthorized(error):
            log.warning("match %s: old buttons not removed: %s", old.post.match, error)
            return None
        wait = min(FIRST_WAIT * (1 << min(old.post.tries, 12)), LONGEST_CHECK)
        log.info(
            "match %s: old buttons not removed; retrying in %s: %s", old.post.match, wait, error
        )
        return utcnow() + wait


def outdated_by(post: Post, sent: Sent) -> Sequence[PostKind]:
    """The kinds before the post that have nothing left to press: a request for a replacement has,
    while it stands, whatever is played meanwhile."""
    kinds, request = post.kind.outdates, PostKind.REPLACEMENT
    asked = sent.reading and sent.reading.match.replacing.asked
    if not asked or post.kind in (request, PostKind.REPLACEMENT_OFF):
        return kinds
    return [kind for kind in kinds if kind is not request]
