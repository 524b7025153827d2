"""Detects another running bot with the same token, with its own matches.

Discord tells neither of the other. So a bot that starts leaves a mark among the emojis of its
application, instead of the one that it finds there. If its mark is missing later, another has
started since; it leaves the mark again, so the other notices as well.
"""

import asyncio
import logging
from base64 import b64decode
from datetime import datetime, timedelta

import discord

from bot.front.discord.context import DROPPED
from bot.service.queue import Pause

log = logging.getLogger(__name__)

LOOK = 600.0  # Seconds between two looks at the mark.

# Looks in a row that find the mark, after which the other bot counts as gone: it may not have
# looked between two of them.
SURE = 2

# The name of a mark that was left at a start, and of one that was left again because it was gone.
FIRST, NOT_ALONE = "bumpbot_at_work", "bumpbot_not_alone"

# One transparent pixel.
PICTURE = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII="
)

ANOTHER = (
    "another bot with this token is at work on matches of its own, so people are answered twice, "
    "or by the wrong one. Stop the one that is not wanted; if it can't be found, reset the token "
    "(https://discord.com/developers/applications, your application, Bot, Reset Token) and give "
    "the new one to this bot alone"
)


class OtherBotCheck:
    """Checks whether this bot is alone. `found` says what is wrong if it is not."""

    def __init__(self, client: discord.Client) -> None:
        self.found: str | None = None
        self._client, self._mark, self._looks = client, 0, 0

    async def watch(self, pause: Pause) -> None:
        """Check now and then, forever."""
        await self._client.wait_until_ready()
        while True:
            try:
                await self.look()
            except (discord.HTTPException, *DROPPED) as error:
                log.info("mark of this bot not read: %s", error)
            await pause(asyncio.Event(), LOOK)

    async def look(self) -> None:
        """Check, and leave the mark. Raises discord.HTTPException."""
        was_left, is_left = bool(self._mark), await self._is_left()
        self._looks = self._looks + 1 if is_left else 0
        if was_left and not is_left and not self.found:
            self.found = ANOTHER
            log.error(ANOTHER)
        elif self.found and self._looks == SURE:
            self.found = None
            log.warning("no other bot with this token is running any more")
        if not is_left:
            self._mark = 0
            self._mark = await self._left(NOT_ALONE if was_left else FIRST)

    async def _is_left(self) -> bool:
        if not self._mark:
            return False
        try:
            await self._client.fetch_application_emoji(self._mark)
        except discord.NotFound:
            return False
        return True

    async def _left(self, name: str) -> int:
        for mark in await marks(self._client):
            await mark.delete()
        return (await self._client.create_application_emoji(name=name, image=PICTURE)).id


async def marks(client: discord.Client) -> list[discord.Emoji]:
    """The marks at Discord: one, unless two were left at once. Raises discord.HTTPException."""
    return [e for e in await client.fetch_application_emojis() if e.name in (FIRST, NOT_ALONE)]


def tells_of_two(mark: discord.Emoji, now: datetime) -> bool:
    """Whether it was left by a bot that had just found another running, and not long ago."""
    return mark.name == NOT_ALONE and now - mark.created_at < timedelta(seconds=2 * LOOK)
