"""Takes the buttons off posts where they no longer work, and the pictures off boards that have
moved on, and tries until they are off.

The store says which posts those are. Nothing waits for it: a post may stand with old buttons for
a while, and a press on one is answered with the current board.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import discord
from discord.utils import utcnow

from bot.front.context import Client
from bot.front.places.away import is_away
from bot.front.places.reading import Reading, read_of
from bot.front.places.shrinking import shrunk
from bot.front.places.threads import ARCHIVED
from bot.front.workers.outgoing import Said
from bot.front.workers.refusals import FIRST_WAIT, LONGEST_CHECK, is_unauthorized
from bot.matches.places.place import Place
from bot.matches.post_kinds import PostKind
from bot.matches.records import Delivered, Post
from bot.telemetry.correlation import correlated

log = logging.getLogger(__name__)

SOON = timedelta(minutes=1)
"""When the store names a post again, so that a killed process costs no more than that."""

MOST = 40
"""Tries, over more than a week, after which old buttons stay where they are."""

AFTER_TROUBLE = 60.0
"""Seconds of rest when the store itself gave trouble."""


class OldButtons:
    """Edits old posts, side by side."""

    def __init__(
        self,
        client: Client,
        wake: asyncio.Event,
        settled: Callable[[Place], Awaitable[Place]],
    ) -> None:
        self.busy: dict[int, asyncio.Task[None]] = {}
        self._client = client
        self._posts = client.matches.posts
        self._wake = wake
        self._settled = settled

    async def begin_due(self, now: datetime) -> None:
        """Start what the store says is due."""
        self.begin(await self._posts.outdated(now))

    def begin(self, old: Iterable[Delivered], reading: Reading | None = None) -> None:
        """Start to take the buttons off those posts of a match, with what was just read of it."""
        for each in old:
            if each.post.id not in self.busy:
                self.busy[each.post.id] = asyncio.create_task(self._attend(each, reading))

    @correlated("old post", lambda _, old, __: {"match": old.post.match, "post": old.post.id})
    async def _attend(self, old: Delivered, reading: Reading | None) -> None:
        try:
            await self._posts.buttons_removed(old.post, await self._retry_at(old, reading))
        except Exception:
            log.exception("match %s: post %s could not be marked", old.post.match, old.post.id)
            await self._client.pause(asyncio.Event(), AFTER_TROUBLE)
        finally:
            del self.busy[old.post.id]
            self._wake.set()

    async def _retry_at(self, old: Delivered, read: Reading | None) -> datetime | None:
        """When to try again after this try; None when the buttons are off, or stay."""
        try:
            reading = read or await read_of(self._client, old.post.match)
            if await is_away(self._client, reading.match):
                return None  # Answers can be edited for a quarter of an hour only.
            # What is left of a board leads to its thread, once that stands.
            reading = replace(reading, place=await self._settled(reading.place))
            channel = self._client.get_partial_messageable(old.channel)
            message = channel.get_partial_message(old.message)
            await message.edit(**await shrunk(self._client, old, reading))
        except discord.NotFound:
            log.info("match %s: an old post is gone", old.post.match)
        except Exception as error:
            return self._put_off(old, error)
        return None

    def _put_off(self, old: Delivered, error: Exception) -> datetime | None:
        if getattr(error, "code", None) == ARCHIVED:
            log.info("match %s: an old post in a closed thread stays", old.post.match)
            return None
        if old.post.tries >= MOST and not is_unauthorized(error):
            log.warning("match %s: an old post keeps its buttons: %s", old.post.match, error)
            return None
        wait = min(FIRST_WAIT * (1 << min(old.post.tries, 12)), LONGEST_CHECK)
        log.info("match %s: an old post keeps its buttons for %s: %s", old.post.match, wait, error)
        return utcnow() + wait


def outdated_by(post: Post, said: Said) -> Sequence[PostKind]:
    """The kinds before the post that have nothing left to press: a request for a replacement has,
    while it stands, whatever is played meanwhile."""
    kinds, request = post.kind.outdates, PostKind.REPLACEMENT
    if not said.request_stands or post.kind in (request, PostKind.REPLACEMENT_OFF):
        return kinds
    return [kind for kind in kinds if kind is not request]
