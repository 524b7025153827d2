"""The worker that says in the channels what the store holds to be said.

A post is written together with its event and marked once it stands in the channel, so it
survives a crash. Between saying and marking, three things keep it from being said twice: within
this process a post that was said is only marked again; within some minutes Discord itself answers
a repeated nonce with the first message; and after a restart or a failed try the channel's latest
messages are looked through for the same words.
"""

import asyncio
import logging
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeGuard

import discord
from discord.utils import utcnow

from bot.front import permissions, preferences
from bot.front.board import pictures
from bot.front.components.base import Address, button_row
from bot.front.context import Client
from bot.front.text.markdown import clip
from bot.front.text.posts import PostContent, post_content
from bot.games.core import PlayerError
from bot.matches.match import Match
from bot.matches.records import Delivered, MatchId, Post
from bot.matches.standing import is_current

log = logging.getLogger(__name__)

PASSING = frozenset({408, 429})
"""Refusals that another try may overcome."""

TRIES = 3
"""Tries after which any other refusal of Discord's is taken as final, so that nothing waits."""

FIRST_WAIT = timedelta(seconds=5)
LONGEST_WAIT = timedelta(minutes=15)
AFTER_TROUBLE = 60.0
"""Seconds of rest when the store itself gave trouble."""

AT_ONCE = 50
"""Posts looked at together, and so matches that are posted to side by side."""

PATIENCE = 5.0
"""Seconds that a stopping bot gives to posts which are on their way."""

LOOK_BACK = 30
"""Messages of a channel that are searched for a post which may have been made already."""

NO_FILES = "*I may not attach files here, so there is no picture: I lack **Attach Files**.*"


def _is_final(error: Exception, tries: int) -> TypeGuard[discord.HTTPException]:
    """Whether Discord says no for good: at once where it forbids, else after a few tries."""
    if isinstance(error, (discord.Forbidden, discord.NotFound)):
        return True
    if not isinstance(error, discord.HTTPException) or tries < TRIES:
        return False
    return 400 <= error.status < 500 and error.status not in PASSING


class OutboxWorker:
    """Delivers posts: in order within a match, different matches side by side."""

    def __init__(self, client: Client) -> None:
        self.wake = asyncio.Event()
        self.given_up: dict[MatchId, str] = {}
        self._client = client
        self._posts = client.matches.posts
        self._began = utcnow()
        self._busy: dict[MatchId, asyncio.Task[None]] = {}
        self._said: dict[int, Delivered] = {}

    async def run(self) -> None:
        """Deliver whatever is due, for ever."""
        await self._client.wait_until_ready()
        while True:
            self.wake.clear()
            try:
                wait = await self._begin_due()
            except Exception:
                log.exception("the outbox could not be read; trying again in a while")
                wait = AFTER_TROUBLE
            await self._client.pause(self.wake, wait)

    async def restate(self, match_id: MatchId) -> None:
        """Say anew where a match stands, in a channel that lost what was said before."""
        last = await self._posts.last_board(match_id)
        if last is None:
            return  # Its first post is still to be made.
        match = await self._client.matches.match(match_id)
        post = replace(last.post, seq=match.seq)
        message = await self._send(
            self._channel(match.channel), post, match, post_content(post, match)
        )
        await self._posts.delivered(post, match.channel, message)

    async def finish(self) -> None:
        """Let deliveries that have begun come to an end, for a little while."""
        if self._busy:
            _, late = await asyncio.wait(self._busy.values(), timeout=PATIENCE)
            for task in late:
                task.cancel()

    async def _begin_due(self) -> float | None:
        """Start a delivery for every match that has one due; the seconds until another is."""
        now = utcnow()
        for post in await self._posts.pending(now, AT_ONCE + len(self._busy)):
            if post.match not in self._busy:
                self._busy[post.match] = asyncio.create_task(self._attend(post))
        retry = await self._posts.next_retry(now)
        if self._busy or retry is None:
            return None
        return max(1.0, (retry - now).total_seconds())

    async def _attend(self, post: Post) -> None:
        try:
            await self._deliver(post)
        except Exception:
            # The store can't be written. Hold this match back, or its post would be tried at once.
            log.exception("match %s: post %s could not be marked", post.match, post.id)
            await self._client.pause(asyncio.Event(), AFTER_TROUBLE)
        finally:
            del self._busy[post.match]
            self.wake.set()

    async def _deliver(self, post: Post) -> None:
        try:
            if post.id not in self._said:
                match = await self._client.matches.at(post.match, post.seq)
                message = await self._say(post, match)
                self._said[post.id] = Delivered(post, match.channel, message)
        except Exception as error:
            await self._put_off(post, error)
            return
        said = self._said[post.id]
        await self._posts.delivered(post, said.channel, said.message)
        del self._said[post.id]
        self.given_up.pop(post.match, None)
        await self._undress_the_last(post)

    async def _say(self, post: Post, match: Match) -> int:
        """The message that the post is, made now unless it stands there already."""
        saying = post_content(post, match)
        if not is_current(await self._client.matches.match(post.match), post.seq):
            # It comes late: the match has gone on, so nobody is called and nothing is to press.
            saying = replace(saying, pings=(), buttons=())
        channel = self._channel(match.channel)
        if post.tries or match.updated <= self._began:
            found = await self._standing(channel, saying, match.updated)
            if found:
                return found
        return await self._send(channel, post, match, saying)

    async def _send(
        self, channel: discord.abc.Messageable, post: Post, match: Match, saying: PostContent
    ) -> int:
        text, file = saying.text, None
        if saying.board and permissions.may_attach(self._client, match.channel):
            view = await preferences.public_view(self._client, match.guild)
            file = await pictures.board_file(match, view)
            text = text if file else f"{text}\n{pictures.NO_PICTURE}"
        elif saying.board:
            text = f"{text}\n{NO_FILES}"
        message = await channel.send(
            clip(text),
            file=file or discord.utils.MISSING,
            view=button_row(saying.buttons, Address(post.match, post.seq)) or discord.utils.MISSING,
            allowed_mentions=discord.AllowedMentions(
                users=[discord.Object(p) for p in saying.pings]
            ),
            nonce=nonce(post, match.updated),
        )
        return message.id

    async def _standing(
        self, channel: discord.abc.Messageable, saying: PostContent, since: datetime
    ) -> int | None:
        """The message that already says it, where the bot may look."""
        after = since - timedelta(minutes=1)
        try:
            async for message in channel.history(limit=LOOK_BACK, after=after, oldest_first=False):
                if message.author == self._client.user and message.content.startswith(saying.text):
                    return message.id
        except discord.HTTPException as error:
            log.info("could not look for an earlier post: %s", error)
        return None

    async def _give_up(self, post: Post, error: discord.HTTPException) -> None:
        channel = (await self._client.matches.summary(post.match)).channel
        self.given_up[post.match] = (
            f"⚠️ I could not post in <#{channel}> ({error.text or error.status}), so nobody there "
            "has seen the last turn. `/board` shows it anywhere."
        )
        log.warning("match %s: post %s (%s) given up: %s", post.match, post.id, post.kind, error)
        await self._posts.failed(post, str(error), None)

    async def _put_off(self, post: Post, error: Exception) -> None:
        """Try again later, or never where Discord says no for good."""
        if _is_final(error, post.tries):
            await self._give_up(post, error)
            return
        known = isinstance(error, (discord.DiscordException, OSError, PlayerError))
        wait = min(FIRST_WAIT * 2 ** min(post.tries, 10), LONGEST_WAIT)
        log.warning(
            "match %s: post %s (%s) put off for %s: %s",
            *(post.match, post.id, post.kind, wait, error),
            exc_info=None if known else error,
        )
        await self._posts.failed(post, str(error), utcnow() + wait)

    async def _undress_the_last(self, post: Post) -> None:
        """Take the buttons off the board that the new one replaces."""
        last = await self._posts.last_board(post.match, post.id)
        if last is None or post.kind not in REPLACING:
            return
        try:
            message = self._channel(last.channel).get_partial_message(last.message)
            await message.edit(view=None)
        except discord.HTTPException as error:
            log.info("match %s: an old post keeps its buttons: %s", post.match, error)

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)


REPLACING = frozenset({"turn", "end", "closed"})
"""Kinds of posts after which the board before them is history."""


def nonce(post: Post, at: datetime) -> str:
    """What Discord knows repeated sends of one post by: the same on every try, 25 characters at
    most, and different in another database that counts its posts alike."""
    return f"{post.id}.{int(at.timestamp())}"[:25]
