"""Looks after the threads of matches until their due work is done.

The store says what that is, so a thread is made, closed or left even after a crash.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial

import discord

from bot.front.clock import utcnow
from bot.front.discord.context import DROPPED, Client
from bot.front.discord.refusals import NO_MESSAGE, is_refusal, is_unauthorized, wait_after
from bot.front.posting import threads
from bot.front.posting.at_discord import AtDiscord
from bot.front.posting.outgoing import Reading
from bot.model import places
from bot.model.match import Match
from bot.model.places import Mode, Place, Placing, State
from bot.model.post_kinds import PostKind
from bot.model.records import ChannelId, DueKind, MatchId, MessageId, Post, Status

log = logging.getLogger(__name__)

Step = Callable[[Place], Place]

# How long a thread stays open after the last post of its match, and how long a board that was lost
# with its thread has to be posted in the channel by a normal post.
SOON = timedelta(minutes=1)

MOST = 40  # Tries, over some hours, after which a thread is left as it is.


class PlaceWorker(AtDiscord[MatchId]):
    """Makes, closes and leaves threads in parallel; within a match one thing at a time."""

    kind = DueKind.PLACE

    def __init__(self, client: Client, restate: Callable[[MatchId], Awaitable[None]]) -> None:
        super().__init__(client)
        self._restate = restate
        self._work = {
            State.MAKING: self._make,
            State.CLOSING: self._close,
            State.LOST: self._repost,
            State.LEFT: self._leave,
        }

    def about(self, item: MatchId) -> dict[str, object]:
        return {"match": item}

    async def do(self, item: MatchId) -> None:
        book = self._client.service.places
        place = await book.of(item)
        if place.due is not None and place.due <= utcnow():
            done = await self._done(place)
            # What was chosen or has happened meanwhile stays.
            await book.change(item, lambda now: done(now) if now == place else now)

    async def settled(self, place: Place) -> Place:
        """The place just read, once a thread that was just to be made is made or refused."""
        match = place.match
        if place.state is not State.MAKING:
            return place
        if place.due and place.due <= utcnow():
            making = self._client.service.queue.begin(self, match)
            if making is asyncio.current_task():
                return place
            await asyncio.wait([making])
        return await self._client.service.places.of(match)

    async def step_after(
        self,
        post: Post,
        reading: Reading,
        channel: ChannelId,
        message: MessageId,
        *,
        has_buttons: bool,
    ) -> Placing | None:
        """How a match's place changes once the post is delivered there; None if it does not."""
        place, now = reading.place, utcnow()
        at_home = channel == reading.match.channel
        after, posts = place, tuple[Post, ...]()
        if place.note and at_home and post.kind is not PostKind.RESULT:
            after = places.without_note(place)
        if post.kind is PostKind.END:
            after = places.ended(after, now + SOON)
            posts = () if at_home else (Post(post.match, post.seq, PostKind.RESULT),)
        elif post.kind.traits.thread and has_buttons and at_home and after.may_begin:
            after = await self._begun(after, reading, message, now)
        return Placing(place, after, now, posts) if posts or after != place else None

    async def _begun(
        self, place: Place, reading: Reading, message: MessageId, now: datetime
    ) -> Place:
        # The place with a thread to be made from that board, if the match is to have one.
        match, chosen = reading.match, places.chosen_mode(place, reading.server.posting)
        if match.status is not Status.RUNNING:
            return place
        counts = chosen is Mode.AUTO
        running = reading.found.running if counts else 0
        if places.mode_of(place, chosen, running, allowed=True) is not Mode.THREAD:
            return place
        missing = await threads.lacking(self._client, match.guild, match.channel)
        if missing == ():
            starter = await threads.starter_of(self._client, match, message)
            return places.begun(place, starter, now)
        if missing and chosen is Mode.THREAD:
            return places.refused(place, threads.not_made(threads.lack_text(missing)))
        return place

    async def thread_lost(self, thread: ChannelId, note: str) -> None:
        """That thread was deleted or locked: if it is a match's, the board is posted in the
        channel."""
        place = await self._client.service.places.of_thread(thread)
        if place is not None and place.in_thread:
            await self.lose(place.match, note, utcnow())
            self._client.service.queue.wake()

    async def lose(self, match: MatchId, note: str, due: datetime) -> Place:
        """The match goes on in the channel, with the note in the next post. If its board is not
        there by that time, it is posted there."""
        step = partial(places.lost, note=note, due=due)
        return await self._client.service.places.change(match, step)

    async def _done(self, place: Place) -> Step:
        match = await self._client.matches.match(place.match)
        try:
            work = self._work.get(place.state)
            return await work(place, match) if work else places.finished
        except (discord.DiscordException, *DROPPED) as error:
            log.info("match %s: thread not made %s: %s", match.id, place.state, error)
            return await self._failed(place, match, error)

    async def _failed(self, place: Place, match: Match, error: Exception) -> Step:
        again = partial(places.put_off, due=utcnow() + wait_after(place.tries))
        if is_unauthorized(error) or (not is_refusal(error) and place.tries < MOST):
            return again
        if place.state is State.LOST or place.state is State.LEFT:
            return again if place.tries < MOST else places.finished
        if place.state is not State.MAKING:
            return places.finished
        if not isinstance(error, discord.HTTPException):
            return partial(places.refused, note=threads.not_made("Discord could not be reached"))
        if error.code == NO_MESSAGE:
            return places.dropped
        why = await threads.why_refused(self._client, match, error)
        return partial(places.refused, note=threads.not_made(why))

    async def _make(self, place: Place, match: Match) -> Step:
        # The number of a thread is that of the message it is made from.
        message = None if place.thread is None else MessageId(place.thread)
        made = await threads.make_thread(self._client, match, message)
        return partial(places.opened, thread=made)

    async def _close(self, place: Place, match: Match) -> Step:
        if place.thread is not None:
            await threads.close_thread(self._client, match, place.thread)
        return places.finished

    async def _repost(self, place: Place, match: Match) -> Step:
        last = await self._client.service.posts.last_board(match.id)
        if match.status is Status.RUNNING and last and last.channel != match.channel:
            await self._restate(match.id)
            # With it the note was posted, unless Discord refused it.
            return partial(places.put_off, due=utcnow() + wait_after(place.tries))
        return places.finished

    async def _leave(self, place: Place, match: Match) -> Step:
        try:
            if place.thread is not None:
                await threads.archive_thread(self._client, place.thread)
        except discord.HTTPException as error:
            log.info("match %s: former thread not closed: %s", match.id, error)
        return await self._repost(place, match)
