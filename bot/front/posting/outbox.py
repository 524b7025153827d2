"""The worker that delivers pending posts.

A post is written together with its event and marked once it is delivered, so it survives a crash.
Between delivering and marking, three things prevent duplicates: within this process a delivered
post is only marked again; within some minutes Discord itself answers a repeated nonce with the
first message; and after a restart or a failed try the channel is searched for the post's number,
from the time it was written.

A post that Discord refuses stays in the store. It is tried now and then, at a restart, before the
next post of its match, and when the bot's permissions change; the clock of a turn is stopped
meanwhile. If the place refuses, later posts are not tried before it, so that the order holds even
if the permission comes back in between. A post that is refused for its content delays nothing, or a
match would never get posts again.
"""

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

import discord

from bot.front.clock import utcnow
from bot.front.discord import permissions
from bot.front.discord.context import DROPPED, Client
from bot.front.discord.markdown import bold
from bot.front.discord.refusals import (
    LONGEST_CHECK,
    check_after,
    is_about_place,
    is_final,
    is_refusal,
    is_unauthorized,
    wait_after,
)
from bot.front.discord.request_budget import HeldBack
from bot.front.posting.at_discord import AtDiscord
from bot.front.posting.old_buttons import SOON, OldButtons, OldPost, outdated_by
from bot.front.posting.outgoing import Reading, Sent, read_of
from bot.front.posting.place_worker import PlaceWorker
from bot.front.posting.sending import Sender
from bot.front.posting.stretch_worker import StretchWorker
from bot.front.posting.traffic import Shut, ShutPlaces
from bot.front.ui.answers_only import PublicAnswers, Unanswerable, answers_only
from bot.games.core import PlayerError
from bot.model.commands import Announce, Hold
from bot.model.match import OPEN, Match
from bot.model.notices.records import Notified, is_call
from bot.model.places import where
from bot.model.ports import Agenda, ForAnswer, Outbox
from bot.model.post_kinds import PostKind
from bot.model.records import ChannelId, Delivered, DueKind, GuildId, MatchId, Post
from bot.model.refusals import StalePlace
from bot.service.locks import Locks

log = logging.getLogger(__name__)

# Most posts at work. Each costs little more than its number until its channel has room, so a slow
# channel does not delay the others.
MOST_BEGUN = 1000

CLOSED = 403  # Discord's status for a person who takes no direct messages of the bot.

UNREACHED = (
    "⚠️ I can't reach {name}: I may not post where this match is played, and Discord does not let "
    "me send them direct messages. Tell them that it is their turn; `/games` shows it to them "
    "anywhere. Their clock is stopped."
)

REFUSED = (
    "⚠️ I could not post in <#{channel}> ({error}), so nobody there has seen the last turn. "
    "`/board` shows it anywhere. I try again when my permissions change, and now and then; the "
    "time for a turn that I could not announce does not run."
)

# How long it is cached that other processes had nothing refused.
ASKED_LATELY = timedelta(seconds=5)

KEPT_AFTER_END = timedelta(days=30)  # How long a refused post about a match that is over is tried.

OrderKey = tuple[MatchId, int | None, bool]
"""Within a key posts keep their order: those of a match to all, and to each one in either place."""


class OutboxWorker(AtDiscord[Post]):
    """Delivers posts: in order within a match, different matches in parallel."""

    kind = DueKind.POST
    most = MOST_BEGUN

    def __init__(self, client: Client, posts: Outbox) -> None:
        super().__init__(client)
        self._posts = posts
        self.places = PlaceWorker(client, self.bring_home)
        self.answers = PublicAnswers(client)
        self._sender = Sender(client, self.places, self.answers)
        self._old_buttons = OldButtons(client, posts, self.places.settled)
        self._sent: dict[int, Sent] = {}
        self._refused: set[int] = set()
        self._shut = ShutPlaces()
        self._saying: Locks[MatchId] = Locks()
        self._none_until = utcnow()
        self._has_begun = False
        stretches = StretchWorker(client, self._sender.put_back)
        self.sources = (self, self._old_buttons, self.places, stretches)
        """All that is done about posts."""

    def begins(self, at: datetime | None, now: datetime) -> datetime | None:
        """At the start, refused posts are tried before everything else."""
        return super().begins(at if self._has_begun else now, now)

    async def find(self, agenda: Agenda, now: datetime, limit: int) -> list[Post]:
        if not self._has_begun:
            await self._posts.retry_refused(now)
            self._has_begun = True
        return await self._posts.pending(now, limit)

    def key(self, item: Post) -> OrderKey:
        return _order_key(item)

    def about(self, item: Post) -> dict[str, object]:
        return {"match": item.match, "post": item.id}

    async def undelivered(self, match: Match, found: ForAnswer) -> str | None:
        if silent := permissions.why_silent(self._client, where(found.place, match.channel)):
            return silent
        if found.refused is not None:
            return REFUSED.format(channel=match.channel, error=found.refused)
        # If a board may only be an answer, a clock is stopped while nobody could be called.
        if match.held and match.turn_person and await answers_only(self._client, match):
            return UNREACHED.format(name=bold(match.turn_person))
        return None

    async def restate(self, match_id: MatchId) -> None:
        """Post the current state of a match again, in a channel that lost its messages."""
        async with self._saying(match_id):
            last = await self._posts.last_board(match_id)
            if last is not None:  # Else its first post is still to be made.
                await self._restate(last)

    async def bring_home(self, match_id: MatchId) -> None:
        """Post the current state of a match in its channel, as it has lost its thread, unless a
        turn was posted there meanwhile."""
        async with self._saying(match_id):
            last = await self._posts.last_board(match_id)
            match = await self._client.matches.match(match_id)
            if last is not None and last.channel != match.channel:
                await self._restate(last)

    async def _restate(self, last: Delivered) -> None:
        # Post the current state of a match, whose last board is given. It counts as the post of a
        # turn that is not delivered yet, which is not posted again.
        reading = await read_of(self._client, last.post.match)
        match = reading.match
        post = await self._posts.unseen_turn(match.id, match.board_seq)
        if post and await self._posts.waits(match.id, match.board_seq):
            await self._say(post)
            return
        restated = post or replace(last.post, seq=match.seq)
        sent = await self._sender.send(restated, match, reading, again=True)
        outdates = outdated_by(post, sent) if post else ()
        await self._note_delivered(restated, sent, outdates=outdates, notified=sent.notified)

    async def restate_in(self, guild: GuildId) -> None:
        """Post the current state of a server's matches that went on while the bot was no member."""
        for row in await self._client.matches.of_guild(guild):
            match = await self._client.matches.match(row.match)
            last = await self._posts.last_board(row.match)
            pending = await self._posts.waits(row.match, match.board_seq)
            if last and last.post.seq < match.board_seq and not pending:
                await self.restate(row.match)

    async def retry_in(self, places: Iterable[discord.abc.GuildChannel | discord.Thread]) -> None:
        """Permissions may have changed: try refused posts where the bot may post now."""
        lacking = permissions.missing_permissions
        try:
            if not self._refused and not await self._is_refused_to_others():
                return
            numbers = [ChannelId(place.id) for place in places]
            channels = [each for each in numbers if not lacking(self._client, each)]
            if channels and await self._posts.retry_refused(utcnow(), channels):
                self._client.service.queue.wake()
        except PlayerError as error:
            log.warning("refused posts not read: %s", error)

    async def _is_refused_to_others(self) -> bool:
        if self._client.has_all_servers or utcnow() < self._none_until:
            return False
        found = await self._posts.any_refused()
        if not found:
            self._none_until = utcnow() + ASKED_LATELY
        return found

    async def do(self, item: Post) -> datetime | None:
        if item.person is not None:
            return await self._say(item)
        saying = self._saying(item.match)
        restated = saying.locked() and item.kind is PostKind.TURN
        async with saying:
            if restated and not await self._posts.waits(item.match, item.seq):
                return None
            return await self._say(item)

    async def _say(self, item: Post) -> datetime | None:
        shut = self._shut.before(_order_key(item), item.id, utcnow())
        # Another process may have made the refused one meanwhile.
        if shut and await self._posts.refusal(item.match, item.id) is not None:
            await self._refuse(item, shut.error, until=shut.again)
            return None
        # The outcome of this try says more than the one before.
        self._shut.forget(_order_key(item))
        reading: Reading | None = None
        try:
            if item.id not in self._sent:
                if item.person is None:
                    reading = await read_of(self._client, item.match)
                say = self._sender
                sent = await (say.to_all(item, reading) if reading else say.to_one(item))
                if sent is None:
                    await self._posts.failed(item, "it was too late to say it", None)
                    return None
                self._sent[item.id] = sent
        except Unanswerable:
            await self._tell_directly(item, reading)
            return None
        except HeldBack as error:
            # It was not even tried.
            refused = self._client.requests.is_refused
            return None if refused else utcnow() + timedelta(seconds=error.seconds)
        except Exception as error:
            await self._put_off(item, error, reading)
            return None
        await self._mark(item, self._sent[item.id])
        del self._sent[item.id]
        self._sender.earlier.clear.pop(item.id, None)
        self._refused.discard(item.id)
        return None

    async def _mark(self, post: Post, sent: Sent) -> None:
        if sent.announced_at:
            # Before the mark: after a crash here the message is found, and announced only once.
            known = sent.reading.match if sent.reading else post.match
            await self._client.matches.do(known, Announce(post.seq, sent.announced_at))
        notified = _planned_again(sent) if sent.announced_at else sent.notified
        outdates = outdated_by(post, sent)
        await self._note_delivered(post, sent, outdates=outdates, notified=notified)

    async def _note_delivered(
        self,
        post: Post,
        sent: Sent,
        *,
        notified: Sequence[Notified],
        outdates: Sequence[PostKind] = (),
    ) -> None:
        # Record where a post is delivered, with what follows for the place of its match.
        book, reading = self._client.service.places, sent.reading
        async with book.lock(post.match):
            while True:
                placing = None
                if reading is not None:
                    placing = await self.places.step_after(
                        post, reading, sent.channel, sent.message, has_buttons=sent.has_buttons
                    )
                with suppress(StalePlace):
                    old = await self._posts.delivered(
                        post,
                        sent.channel,
                        sent.message,
                        at=utcnow() + SOON,
                        has_buttons=sent.has_buttons,
                        laid_out=sent.laid_out,
                        outdates=outdates,
                        notified=notified,
                        placing=placing,
                    )
                    break
                # It has changed while the post was made.
                reading = reading and replace(reading, place=await book.of(post.match))
        if reading is not None and placing is not None:
            reading = replace(reading, place=placing.place)
        for each in old:
            self._client.service.queue.begin(self._old_buttons, OldPost(each, reading))

    async def _tell_directly(self, post: Post, reading: Reading | None) -> None:
        # Nothing can be posted in the channel now: notify those whom the post is about.
        notified, instead = tuple[Notified, ...](), tuple[Post, ...]()
        if reading:
            notified = await self._sender.direct_notifications(post, reading)
        else:
            instead = await self._client.service.notices.instead_of(post)
        await self._posts.failed(
            post, "there was nothing to answer", None, notified=notified, instead=instead
        )

    async def _put_off(self, post: Post, error: Exception, reading: Reading | None) -> None:
        is_fluke = is_unauthorized(error)
        if is_fluke and await self._client.requests.confirm_refusal():
            # Discord refuses the bot itself, and no post is to blame.
            return
        post = replace(post, clear_at=self._sender.earlier.clear.pop(post.id, post.clear_at))
        if is_refusal(error) and not is_fluke:
            post = replace(post, refusals=post.refusals + 1, clear_at=utcnow())
            if is_final(error, post.refusals):
                if post.person is not None:
                    await self._refuse_to_one(post, error)
                else:
                    await self._refuse(post, error, reading)
                return
        # One that was refused before is not forbidden by now: later posts wait for it.
        post = replace(post, refused=False)
        known = isinstance(error, (discord.DiscordException, *DROPPED, PlayerError))
        wait = wait_after(post.tries)
        log.warning(
            "match %s: post %s (%s) failed; retrying in %s: %s",
            *(post.match, post.id, post.kind, wait, error),
            exc_info=None if known else error,
        )
        await self._posts.failed(post, str(error), utcnow() + wait)

    async def _refuse(
        self,
        post: Post,
        error: discord.HTTPException,
        reading: Reading | None = None,
        until: datetime | None = None,
    ) -> None:
        # Keep a refused post for better times, and stop the clock of a turn nobody knows of. One
        # that is not tried because the one before it was refused waits `until` that is tried.
        known = (reading.match, reading.found) if reading else None
        match, found = known or await self._client.matches.for_posts(post.match)
        now = utcnow()
        over = match.status not in OPEN and now - match.updated > KEPT_AFTER_END
        retry_at = None if over else until or now + check_after(post.refusals - 1)
        if retry_at and until is None and is_about_place(error):
            self._shut.note(_order_key(post), Shut(post.id, error, now, retry_at))
        log.warning("match %s: post %s (%s) refused: %s", post.match, post.id, post.kind, error)
        calls = post.kind.call is PostKind.TURN
        notices = self._client.service.notices
        notified = await notices.fallback_notifications(found, match) if calls else ()
        reason = error.text or str(error.status)
        await self._posts.failed(replace(post, refused=True), reason, retry_at, notified=notified)
        self._refused.add(post.id)
        if post.kind is PostKind.TURN:
            await self._client.matches.do(match, Hold(post.seq))

    async def _refuse_to_one(self, post: Post, error: discord.HTTPException) -> None:
        # Say elsewhere what Discord does not let the bot say here; if there is no other place, keep
        # it. What could not be said at all is due again.
        log.info("match %s: post %s to one person refused: %s", post.match, post.id, error)
        instead = await self._client.service.notices.instead_of(post)
        closed = post.direct and error.status == CLOSED
        if closed and post.kind is PostKind.FOLLOWED and post.person:
            await self._client.service.following.end_unreached(post.person, post.about)
        if closed and post.kind is PostKind.FALLBACK and is_call(post):
            await self._hold_unreached(post)
        if instead or closed:
            again = utcnow() + LONGEST_CHECK if closed and post.kind is PostKind.FALLBACK else None
            await self._posts.failed(post, str(error), None, instead=instead, call_again_at=again)
        else:
            retry_at = utcnow() + check_after(post.refusals - 1)
            await self._posts.failed(replace(post, refused=True), str(error), retry_at)
            self._refused.add(post.id)

    async def _hold_unreached(self, post: Post) -> None:
        # Stop the clock of a person who can be called nowhere, and say so to all who ask.
        match = await self._client.matches.match(post.match)
        if match.turn_person is None or not await answers_only(self._client, match):
            return
        await self._client.matches.do(match, Hold(match.board_seq))


def _order_key(post: Post) -> OrderKey:
    return post.match, post.person, post.direct


def _planned_again(sent: Sent) -> tuple[Notified, ...]:
    # The change to a late call, whose turn has another deadline by now.
    return tuple(each._replace(next_at=each.at) if each.settled else each for each in sent.notified)
