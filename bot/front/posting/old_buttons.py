"""Removes the buttons of posts that no longer work, changes their text to what happened rather than
what was to be done, and retries until that is done.

The store says which posts those are. Nothing waits for it: a post may keep old buttons for a while,
and a press on one is answered with the current board.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, NamedTuple

import discord

from bot.front.board.pictures import text_board
from bot.front.clock import utcnow
from bot.front.discord import layouts
from bot.front.discord.context import Client
from bot.front.discord.markdown import LIMIT, code_block, post_mark, post_number
from bot.front.discord.refusals import ARCHIVED, FIRST_WAIT, LONGEST_CHECK, is_unauthorized
from bot.front.meant import bold_match_label
from bot.front.posting.at_discord import AtDiscord, edit_silently
from bot.front.posting.outgoing import Reading, Sent, read_of
from bot.front.posting.threads import starter_text
from bot.front.text.challenges import answered_text
from bot.front.text.parts import match_title
from bot.front.text.posts import past_post
from bot.front.text.stretches import PLAYING_ON, past_pause
from bot.front.text.turns import past_board
from bot.front.ui.answers_only import answers_only
from bot.model.match import Match
from bot.model.places import Place, State
from bot.model.ports import Agenda, Outbox
from bot.model.post_kinds import PostKind
from bot.model.records import NO_EVENT, Delivered, DueKind, MessageId, Post, Seq
from bot.service.queue import About

log = logging.getLogger(__name__)

# When the store names a post again, so that a killed process costs no more than that.
SOON = timedelta(minutes=1)

MOST = 40  # Tries, over more than a week, after which old buttons stay.


class OldPost(NamedTuple):
    """A post that is to lose its buttons, with what was just read of its match."""

    delivered: Delivered
    reading: Reading | None = None


class OldButtons(AtDiscord[OldPost]):
    kind = DueKind.OLD_POST
    key = attrgetter("delivered.post.id")
    about = About(match="delivered.post.match", post="delivered.post.id")
    most = 50
    leaves_nothing = True

    def __init__(
        self, client: Client, posts: Outbox, settled: Callable[[Place], Awaitable[Place]]
    ) -> None:
        super().__init__(client)
        self._posts = posts
        self._settled = settled

    async def find(self, agenda: Agenda, now: datetime, limit: int) -> list[OldPost]:
        return [OldPost(each) for each in await agenda.due(self.kind, now, limit)]

    async def do(self, item: OldPost) -> None:
        old = item.delivered
        retry_at = await self._retry_at(old, item.reading)
        await self._posts.buttons_removed(old.post, retry_at)
        if retry_at:
            self._client.service.queue.wake()

    async def _retry_at(self, old: Delivered, read: Reading | None) -> datetime | None:
        # When to try again after this try; None if the buttons are removed, or stay.
        try:
            reading = read or await read_of(self._client, old.post.match)
            if await answers_only(self._client, reading.match):
                return await self._when_back(reading.match)
            # What is left of a board links to its thread, once that exists.
            reading = replace(reading, place=await self._settled(reading.place))
            await retire(self._client, old, reading)
        except discord.NotFound:
            log.info("match %s: old post is gone", old.post.match)
        except Exception as error:
            return self._put_off(old, error)
        return None

    async def _when_back(self, match: Match) -> datetime | None:
        # Answers can be edited for a quarter of an hour only; but all that is in a server that has
        # removed the bot can be, once it is a member again.
        left = match.guild is not None and await self._client.service.servers.has_left(match.guild)
        return utcnow() + LONGEST_CHECK if left else None

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
    """The earlier kinds whose buttons no longer work: those of an open request for a replacement
    still do, whatever is played meanwhile."""
    kinds, request = post.kind.outdates, PostKind.REPLACEMENT
    asked = sent.reading and sent.reading.match.requests.replacement
    if not asked or post.kind in (request, PostKind.REPLACEMENT_OFF):
        return kinds
    return [kind for kind in kinds if kind is not request]


async def retire(client: Client, old: Delivered, reading: Reading) -> None:
    """Edit an old post into what it is now. Raises what Discord answers."""
    channel = client.get_partial_messageable(old.channel)
    message: Any = channel.get_partial_message(old.message)
    found = await _found(message, old, reading)
    changes = await _changes(client, await _shown(client, old, found), reading)
    if found and "content" in changes:
        changes["content"] = _with_notes(changes["content"], layouts.words_of(found))
    changes = layouts.edit_in_form(found, **changes) if found else changes
    edited = await edit_silently(client, old.channel, old.message, **changes)
    pictured = old.laid_out or edited.attachments
    if old.post.kind.traits.thread and not pictured and "attachments" not in changes:
        # It never had a picture: the board was in its text in characters.
        match = await _board_then(client, reading.match, old.post.seq)
        body, _, small = edited.content.rpartition("\n")
        whole = f"{body}\n{code_block(text_board(match))}\n{small}"
        if len(whole) <= LIMIT:
            await edit_silently(client, old.channel, old.message, content=whole)


async def _found(message: Any, old: Delivered, reading: Reading) -> discord.Message | None:
    # The current message, if its content can't be known without it: its form, a note about its
    # place, or which turn of a stretch.
    place, stretch = reading.place, reading.found.stretch
    noted = place.explained or place.state in {State.LOST, State.LEFT}
    fast = stretch and (stretch.ended is None or old.post.seq <= stretch.ended)
    if not (old.laid_out or noted or fast):
        return None
    try:
        found: discord.Message = await message.fetch()
    except discord.Forbidden:
        if old.laid_out:
            raise
        return None
    return found


async def _shown(client: Client, old: Delivered, found: discord.Message | None) -> Delivered:
    # The post that the message shows: at the end of a stretch one has it that never changed it.
    number = post_number(layouts.words_of(found)) if found else None
    if number is None or number == old.post.id:
        return old
    board = await client.service.posts.last_board(old.post.match, number + 1)
    return board or old


def _with_notes(text: str, before: str) -> str:
    # The text with the earlier note about the place of the match.
    notes = [line for line in before.splitlines() if NOTE.fullmatch(line) and line != PLAYING_ON]
    body, _, small = text.rpartition("\n")
    return "\n".join([body, *notes, small])


NOTE = re.compile(r"\*[^*].*[^*]\*")


async def _changes(client: Client, old: Delivered, reading: Reading) -> dict[str, Any]:
    # How to edit it: without its buttons; of a challenge the terms stay, of a request the question
    # and the answer alone, of a board what happened, and its picture unless it is a living one.
    # Posts in the channel of a match with a thread link there.
    post, now, place = old.post, reading.match, reading.place
    if post.kind.traits.before_play:
        return _texted(answered_text(post.kind, now), old)
    if post.person is not None:
        return _texted(await _past_notice(client, old, now), old)
    if not post.kind.traits.thread:
        then = await client.matches.earlier(now, post.seq)
        return _texted(past_post(post.kind, then, now), old, shown=not post.kind.asks_in_play)
    then = await _board_then(client, now, post.seq)
    way = place.thread if place.has_thread and old.channel == now.channel else None
    if way and (MessageId(way) == old.message or not then.plies):
        return _texted(starter_text(now, way), old, shown=False)
    text = await _past_text(client, old, then, reading)
    if way:
        body, _, small = text.rpartition("\n")
        text = f"{body}\nIt goes on in <#{way}>.\n{small}"
    return _texted(text, old, shown=not reading.is_living)


def _texted(text: str | None, old: Delivered, *, shown: bool = True) -> dict[str, Any]:
    # The changes that leave that text, or the current one, and its picture if that is shown.
    changes: dict[str, Any] = {"view": None}
    if text:
        changes["content"] = f"{text}{post_mark(old.post.id)}"
    return changes if shown else changes | {"attachments": []}


async def _board_then(client: Client, now: Match, seq: Seq) -> Match:
    # The match as of its board of that event, mostly without reading the store.
    if any(each.seq > seq for each in now.undone) or any(s.seq > seq for s in now.successions):
        return await client.matches.earlier(now, seq)
    plies = tuple(ply for ply in now.plies if ply.seq <= seq)
    return replace(now, seq=seq, board_seq=seq, plies=plies)


async def _past_text(client: Client, old: Delivered, then: Match, reading: Reading) -> str:
    if old.post.kind is PostKind.PAUSE and (
        text := past_pause(old.post, then, reading.found.stretch)
    ):
        return text
    before = await client.service.posts.last_board(old.post.match, old.post.id)
    seen = before.post.seq if before else NO_EVENT
    return past_board(then, seen, reading.is_terse, reading.match)


async def _past_notice(client: Client, old: Delivered, now: Match) -> str | None:
    # What stays of a post for one person: which turn it called to, or what was asked of them.
    post = old.post
    if len(post.about) != 1 or post.person is None:
        return None
    (item,) = post.about
    then = await client.matches.earlier(now, item.seq)
    if not item.kind.traits.of_turn:
        return past_post(item.kind, then, now)
    label = bold_match_label(await client.matches.summary(now.id), post.person)
    return f"{label}: turn {len(then.plies) + 1} has passed.\n-# {match_title(now)}"
