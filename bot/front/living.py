"""Posts that follow something: one worker makes them, and changes them when that has changed.

A post is recorded before it is made, so that after a crash the channel is searched for it. Discord
also recognizes a repeated send by its nonce.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, ClassVar

import discord

from bot.front.clock import utcnow
from bot.front.discord import layouts, permissions
from bot.front.discord.context import DROPPED, Client
from bot.front.discord.delivery import InWords, may_be_about_layout
from bot.front.discord.refusals import (
    NO_MESSAGE,
    is_refusal,
    is_unauthorized,
)
from bot.front.posting.at_discord import (
    CLOCKS_APART,
    AtDiscord,
    delete_post,
    edit_silently,
    leave_note,
    post_silently,
)
from bot.games.phrases import comma_list
from bot.model.places import LivingKind, PostState
from bot.model.records import ChannelId, DueKind, MessageId
from bot.service.queue import REST, About

log = logging.getLogger(__name__)

# Discord's code for an unknown channel.
NO_CHANNEL = 10003

REFUSED = timedelta(hours=1)
"""How long a post is left alone if Discord does not let the bot make or edit it."""

POSTED = "posted"
"""The stage of a post that has one. It is stored."""

Body = dict[str, Any]
"""What is sent or edited, with `files` if there are, or were, any."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a message shows: `draw` makes it, with pictures or in characters. It is found again by
    the custom id of its first button; without buttons, by its whole `text`."""

    draw: Callable[[bool], Awaitable[Body]]
    button: str | None = None
    has_pictures: bool = False
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Showing:
    """What a post shows now: `content`, in its message; without one it is made, once for each
    `stage`. If the stage has a message `apart` that one is made instead, and not changed later.

    Once that is done the post is left alone for `calm`; or until what `then` returns, when it is
    made again even if nothing has changed.
    """

    stage: str
    content: Content | None = None
    apart: Content | None = None
    calm: timedelta = timedelta(0)
    then: Callable[[], Awaitable[datetime | None]] | None = None


class LivingPost(ABC):
    """One kind of such posts."""

    kind: ClassVar[LivingKind]

    def __init__(self, client: Client) -> None:
        self._client = client

    @abstractmethod
    async def show(self, state: PostState) -> Showing | None:
        """What it shows now; None if there is nothing to follow any more."""

    async def gone(self, state: PostState) -> PostState | None:
        """Its state, as its message was deleted; None if it is not made again."""
        return replace(state, message=None)

    async def refused(self, state: PostState, code: int, why: str) -> PostState | None:
        """Its state, as Discord refuses it with that code and text; None if it is given up."""
        # If the channel is gone: until something changes, such as the channel.
        shown = state.changes if code == NO_CHANNEL else state.shown
        return replace(state, due=utcnow() + REFUSED, shown=shown)


class LivingPostWorker(AtDiscord[PostState]):
    """Makes and changes what is due. Lost ones are tried again a little later."""

    kind = DueKind.LIVING_POST
    key = attrgetter("number")
    about = About(follows="kind", channel="channel")

    # Few of the requests that all posts share, so that no turn waits for more.
    most = 6

    # Seconds after which one is given up for now: a channel that Discord answers slowly, or not at
    # all, delays no other.
    patience = 60.0

    def __init__(self, client: Client, posts: Sequence[LivingPost]) -> None:
        super().__init__(client)
        self._posts = {each.kind: each for each in posts}

    async def do(self, item: PostState) -> datetime | None:
        try:
            async with asyncio.timeout(self.patience):
                await self._show(item)
        except _Lacking as lacking:
            await self._refused(item, 0, str(lacking))
        except discord.HTTPException as error:
            if is_unauthorized(error) or not is_refusal(error):
                return self._lost(item, error)
            await self._refused(item, error.code, error.text)
        except DROPPED as error:
            return self._lost(item, error)
        return None

    def _lost(self, item: PostState, error: Exception) -> datetime:
        log.info("%s: not posted %s; retrying in %s: %s", self.kind, self.about(item), REST, error)
        return utcnow() + REST

    async def _refused(self, item: PostState, code: int, why: str) -> None:
        log.info("%s: post refused %s: %s", self.kind, self.about(item), why)
        # What was made before, it says only there.
        if state := await state_of(self._client, item.kind, item.subject):
            await self._put(state, await self._posts[state.kind].refused(state, code, why))

    async def _put(self, before: PostState, after: PostState | None) -> None:
        if after is None:
            await self._client.service.living_posts.drop_post(before)
        else:
            await self._client.service.living_posts.note_post(before, after)

    async def _show(self, state: PostState) -> None:
        post = self._posts[state.kind]
        showing = await post.show(state)
        if showing is None:
            await self._put(state, None)
            return
        if showing.apart and state.posted != showing.stage:
            state = await self._made(state, showing.stage, showing.apart)
        if showing.content and state.message is not None:
            try:
                is_there = await self._edited(state, state.message, showing.content)
            except _Unchangeable:
                state, is_there = await self._replaced(state, showing.content), True
            if not is_there:
                await self._put(state, await post.gone(state))
                return
        elif showing.content and not showing.apart and state.posted != showing.stage:
            state = await self._made(state, showing.stage, showing.content, is_living=True)
        again = await showing.then() if showing.then else None
        shown = state.shown if again else state.changes
        due = again or utcnow() + showing.calm
        await self._put(state, replace(state, posted=showing.stage, shown=shown, due=due))

    async def _made(
        self, state: PostState, stage: str, content: Content, *, is_living: bool = False
    ) -> PostState:
        # Records the message, which is made now unless it exists already.
        if lacking := permissions.missing_permissions(self._client, state.channel):
            raise _Lacking(comma_list(lacking))
        begun = f"{stage}?"
        found = await self._found(state, content) if state.posted == begun else None
        if state.posted != begun:
            state = await self._noted(state, posted=begun, due=utcnow())
        message = found or await self._sent(state, content)
        return await self._noted(
            state, posted=stage, message=message if is_living else state.message
        )

    async def _noted(self, state: PostState, **changes: Any) -> PostState:
        after = replace(state, **changes)
        await self._put(state, after)
        return after

    async def _found(self, state: PostState, content: Content) -> MessageId | None:
        # The message that was made before it could be recorded. None also if the bot may not look.
        # By its first button: whether there is another one may have changed meanwhile.
        place = self._client.get_partial_messageable(state.channel)
        wanted = [content.button] if content.button else []
        after = state.due - CLOCKS_APART
        try:
            async for message in place.history(limit=None, after=after, oldest_first=True):
                is_own = message.author == self._client.user and message.id != state.message
                is_same = content.text is None or message.content == content.text
                if is_own and is_same and layouts.buttons_in(message)[:1] == wanted:
                    return MessageId(message.id)
        except discord.Forbidden as error:
            log.info("channel %s: earlier post not looked for: %s", state.channel, error)
        return None

    async def _sent(self, state: PostState, content: Content) -> MessageId:
        # The same after a crash, and another one for the next message.
        nonce = f"{state.number:x}.{int(state.due.timestamp() * 1000):x}"
        body, words = await self._forms(state.channel, content, _sent)
        return await post_silently(self._client, state.channel, words, **body, nonce=nonce)

    async def _edited(self, state: PostState, message: MessageId, content: Content) -> bool:
        # Whether the message shows that now; it may be gone.
        body, words = await self._forms(state.channel, content, _edited)
        try:
            await edit_silently(self._client, state.channel, message, words, **body)
        except discord.NotFound as error:
            if error.code != NO_MESSAGE:
                raise
            log.info("channel %s: %s post is gone", state.channel, state.kind)
            return False
        except discord.HTTPException as error:
            if not may_be_about_layout(body, error):
                raise
            raise _Unchangeable from error
        return True

    async def _replaced(self, state: PostState, content: Content) -> PostState:
        # Makes another one instead of a page that Discord takes no more, as none can become plain.
        # After a crash it has the same nonce; and where nothing can be noted, none is made.
        await self._put(state, state)
        after = await self._noted(state, message=await self._sent(state, content))
        await delete_post(self._client, state.channel, state.message)
        return after

    async def _forms(
        self, channel: ChannelId, content: Content, form: Callable[[Body], Body]
    ) -> tuple[Body, InWords]:
        # What is shown: with pictures, or in characters if Discord refuses them.
        async def in_words(_: discord.HTTPException) -> Body:
            return form(await content.draw(False))

        pictured = content.has_pictures and permissions.may_attach(self._client, channel)
        return form(await content.draw(pictured)), in_words


def _sent(body: Body) -> Body:
    return {key: value for key, value in body.items() if key != "files" or value}


def _edited(body: Body) -> Body:
    return {"attachments" if key == "files" else key: value for key, value in body.items()}


class _Lacking(Exception):
    """The bot lacks these permissions."""


class _Unchangeable(Exception):
    """Discord refuses the message that is laid out in every form."""


async def state_of(client: Client, kind: LivingKind, subject: int) -> PostState | None:
    """The state of the post that follows that, None if there is none."""
    return await client.service.living_posts.find_one(PostState, kind=kind, subject=subject)


async def leave_where_it_was(
    client: Client, post: PostState | None, channel: ChannelId, note: str
) -> bool:
    """Whether the post was in another channel than that: there a note stays in its place."""
    if post is None or post.channel == channel:
        return False
    await leave_note(client, post.channel, post.message, note)
    return True


def in_words(button: str, **body: Any) -> Content:
    """What has no pictures, and that first button."""

    async def draw(_: bool) -> Body:
        return dict(body)

    return Content(draw, button)
