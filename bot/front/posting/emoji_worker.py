"""Keeps the application's emojis in step with how the pieces are drawn.

It works in the background, and slowly: until Discord has a piece, words are shown.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial

import discord

from bot.front.clock import utcnow
from bot.front.discord import lanes
from bot.front.discord.context import DROPPED, Client
from bot.front.discord.emojis import DrawnPiece, every_piece, piece_of
from bot.front.discord.refusals import AGAIN
from bot.service.queue import REST, LeftOver
from bot.telemetry.outages import ALWAYS_WRITTEN
from renderers import icon, icon_digest

log = logging.getLogger(__name__)

NOT_TAKEN = "Discord did not take the drawn pieces, so people read words in their place: %s"

Deed = Callable[[], Awaitable[datetime | None]]
"""A request to Discord, or a look at its emojis. Returns until when all are left alone, if they
are."""

BEFORE = 30
"""How many pauses between two requests pass after a start before any is drawn."""


TOGETHER = 8
"""Pieces that are drawn in one go, in some 50 milliseconds."""


def emoji_names(pieces: Sequence[DrawnPiece]) -> dict[str, DrawnPiece]:
    """The pieces by the required names of their emojis; draws each of them."""
    return {each.named(icon_digest(*each)): each for each in pieces}


def is_ours(client: discord.Client, emoji: discord.Emoji) -> bool:
    """Whether the bot itself has uploaded it, as a piece; people who manage the application upload
    emojis, too."""
    uploaded = emoji.user is None or emoji.user == client.user
    return uploaded and piece_of(emoji.name) is not None


class EmojiWorker(LeftOver[Deed]):
    """Uploads what Discord lacks, then deletes outdated pieces, one after the other with a `pause`
    between them. Of several processes the one with the first shard does that; all others only read.
    After a refusal it starts over in an hour."""

    most = 1

    def __init__(self, client: Client, pause: timedelta) -> None:
        super().__init__("emoji", self._first, self._done)
        self._client, self._pause = client, pause
        self._draws_at: datetime | None = None
        self.refused: str | None = None

    def begins(self, at: datetime | None, now: datetime) -> datetime | None:
        """At once, while something is left, or may be."""
        if self._client.emoji_book.take_doubt():
            self.look_again()
        return super().begins(at, now)

    def key(self, item: Deed) -> str:
        """The same for all: they run one after the other."""
        return self.kind

    async def do(self, item: Deed) -> datetime | None:
        """Do it, and pause after it."""
        return await super().do(item) or utcnow() + self._pause

    async def _first(self) -> Sequence[Deed]:
        return [self._look]

    async def _done(self, deed: Deed) -> datetime | None:
        try:
            return await deed()
        except discord.HTTPException as error:
            self.refused, self._left = str(error), [self._look]
            log.error(NOT_TAKEN, error, extra=ALWAYS_WRITTEN)
            return utcnow() + timedelta(seconds=AGAIN)
        except DROPPED as error:
            log.info("emojis not uploaded; retrying: %s", error)
            return utcnow() + REST

    async def _look(self) -> datetime | None:
        client = self._client
        found = await client.fetch_application_emojis()
        ours = [emoji for emoji in found if is_ours(client, emoji)]
        client.emoji_book.learn(ours)
        if not client.is_first:
            lacking = any(piece not in client.emoji_book for piece in every_piece())
            return utcnow() + timedelta(seconds=AGAIN) if lacking else None
        self._draws_at = self._draws_at or utcnow() + BEFORE * self._pause
        if utcnow() < self._draws_at:
            return self._draws_at
        self._left = await self._differing(ours)
        if not self._left:
            self.refused = None
        return None

    async def _differing(self, ours: Sequence[discord.Emoji]) -> list[Deed]:
        wanted, known = dict[str, DrawnPiece](), {emoji.name for emoji in ours}
        pieces = list(every_piece())
        for first in range(0, len(pieces), TOGETHER):
            part = pieces[first : first + TOGETHER]
            wanted |= await lanes.EXTRAS.run(emoji_names, part)
        lacking = [each for each in wanted.items() if each[0] not in known]
        stale = [emoji for emoji in ours if emoji.name not in wanted]
        if lacking or stale:
            log.info("drawn pieces: %s to upload, %s to delete", len(lacking), len(stale))
        return [
            *(partial(self._upload, name, piece) for name, piece in lacking),
            *(partial(self._delete, emoji) for emoji in stale),
        ]

    async def _upload(self, name: str, piece: DrawnPiece) -> None:
        png = await lanes.EXTRAS.run(lambda: icon(*piece).png())
        self._client.emoji_book.add(
            await self._client.create_application_emoji(name=name, image=png)
        )
        self.refused = None

    async def _delete(self, emoji: discord.Emoji) -> None:
        try:
            await emoji.delete()
        except discord.NotFound:
            log.info("emoji deleted already")
