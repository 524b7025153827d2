"""Makes the message of a post, unless it is in the channel already."""

import logging
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

import discord
from discord.utils import snowflake_time

from bot.front.board.preferences import boards_of
from bot.front.clock import utcnow
from bot.front.discord import layouts, permissions, refusals
from bot.front.discord.context import Client
from bot.front.discord.delivery import Body, deliver
from bot.front.discord.markdown import mention
from bot.front.posting import threads
from bot.front.posting.at_discord import edit_silently
from bot.front.posting.composing import NO_FILES, Composer
from bot.front.posting.outgoing import (
    EarlierMessages,
    Outgoing,
    Place,
    Reading,
    Sent,
    body_of,
    nonce,
    read_again,
)
from bot.front.posting.personal import personal_content
from bot.front.posting.place_worker import SOON, PlaceWorker
from bot.front.posting.traffic import Traffic
from bot.front.text.parts import PostContent
from bot.front.text.stretches import without_line
from bot.front.text.turns import TURN_BUTTONS
from bot.front.ui.answers_only import PublicAnswers, answers_only, home_of
from bot.front.ui.base import Address, button_row
from bot.model.decide.requirements import is_current
from bot.model.decide.timing import prompt
from bot.model.match import Match
from bot.model.notices.holding import still_holds
from bot.model.notices.records import Notified, is_call
from bot.model.post_kinds import PostKind
from bot.model.privacy.owner import Excluded
from bot.model.records import ChannelId, Delivered, MessageId, NoticeItem, PersonId, Post, Status
from bot.service.personal.preferences import USUAL

log = logging.getLogger(__name__)

NOT_TAKEN = "*Discord did not take the picture. `/board` shows it to you.*"


class Sender:
    """Sends posts to their channels. `earlier` finds messages that were sent before."""

    def __init__(self, client: Client, places: PlaceWorker, answers: PublicAnswers) -> None:
        self.earlier = EarlierMessages(client)
        self._answers = answers
        self._client = client
        self._composer = Composer(client, places, answers)
        self._places = places
        self._traffic = Traffic()
        self._began = utcnow()

    async def to_all(self, post: Post, reading: Reading) -> Sent:
        """The message of the post to all, made now unless it exists already."""
        match = await self._client.matches.earlier(reading.match, post.seq)
        sent = await self._say_in_place(post, match, reading)
        if sent is not None:
            return sent
        if post.tries or match.updated <= self._began:
            found = await self.earlier.find(await self._composer.placed(post, match, reading))
            if found is not None:
                outgoing = await self._composer.outgoing(post, match, reading)
                words, buttons = layouts.words_of(found), layouts.buttons_in(found)
                readers = outgoing.called.readers if outgoing.called else ()
                pinged = {p for p in readers if mention(p) in words}
                sent = _sent(found, bool(buttons), post, match, reading)
                return replace(sent, notified=await self._notifications(outgoing, pinged))
            # Looking takes time; the match may have gone on meanwhile.
            reading = await read_again(self._client, reading)
        return await self.send(post, match, reading)

    async def send(
        self, post: Post, match: Match, reading: Reading, *, again: bool = False
    ) -> Sent:
        """Make the message. A turn that it announces late has its whole time from now.

        `again`: an earlier message is lost, and this one replaces it with its mentions.
        """
        if not again:
            match, _ = _timed(post, match, reading)
        outgoing = await self._composer.outgoing(post, match, reading, again=again)
        if post.kind is PostKind.TURN and outgoing.place.id != match.channel:
            await threads.let_successor_in(self._client, match, outgoing.place.id)
        message = await self._send_somewhere(outgoing)
        if message.channel.id != outgoing.place.id:
            # The match has just lost its thread.
            place = await self._client.service.places.of(match.id)
            reading = replace(reading, place=place)
        # Posts before a match begins hold at most until it does.
        passes = post.kind.passes or match.status is Status.INVITED
        gets_old = bool(outgoing.content.buttons) or passes
        sent = _sent(message, gets_old, post, match, reading)
        return replace(sent, notified=await self._notifications(outgoing, outgoing.content.pings))

    async def _say_in_place(self, post: Post, match: Match, reading: Reading) -> Sent | None:
        # The board of a stretch, once the message of the one before it has become this post; None
        # if there is no such message. Doing it twice changes nothing.
        stretch, now = await self._composer.stretch(post, match, reading), reading.match
        if post.kind is not PostKind.TURN or not stretch or not stretch.covers(post.seq):
            return None
        board = await self._client.service.posts.last_board(post.match, post.id)
        if board is None or board.post.kind is not PostKind.TURN:
            return None
        succeeded = match.successions and match.successions[-1].seq == post.seq
        if succeeded and board.channel != match.channel:
            await threads.let_successor_in(self._client, match, board.channel)
        sent = Sent(board.channel, board.message, False, board.laid_out, reading=reading)
        if succeeded or not is_current(now, post.seq):
            # The next post is about to replace it: the summary of the stretch, or a turn.
            return replace(sent, has_buttons=True)
        match, late_at = _timed(post, match, reading)
        outgoing = await self._composer.outgoing(post, match, reading)
        if outgoing.place.id != board.channel or not await self._edited(outgoing, board):
            return None
        has_buttons = bool(outgoing.content.buttons)
        return replace(sent, has_buttons=has_buttons, announced_at=late_at)

    async def _edited(self, outgoing: Outgoing, board: Delivered) -> bool:
        # Whether that message has become the post. Discord may have refused: it is gone.
        try:
            await self._send(outgoing, board)
        except discord.HTTPException as error:
            if not refusals.is_refusal(error) or refusals.is_unauthorized(error):
                raise
            log.info("match %s: board post not edited: %s", outgoing.match.id, error)
            return False
        return True

    async def put_back(self, match: Match) -> None:
        """Restore the last board of a stretch without turns, including its call. Raises what
        Discord answers."""
        board = await self._client.service.posts.last_board(match.id)
        if board is None or board.post.kind is not PostKind.TURN:
            return
        found = await self._channel(board.channel).fetch_message(board.message)
        text = without_line(layouts.words_of(found))
        content = self._composer.with_offer(PostContent(text, buttons=TURN_BUTTONS), match)
        view = button_row(content.buttons, Address(match.id, board.post.seq))
        changes = layouts.edit_in_form(found, view, content=text)
        await edit_silently(self._client, board.channel, board.message, **changes)

    async def to_one(self, post: Post) -> Sent | None:
        """The message of a post for one person. None if there is nothing left to say to them."""
        assert post.person is not None
        if self._client.service.owner.is_excluded(Excluded.PERSON, post.person):
            return None
        match, found = known = await self._client.matches.for_posts(post.match)
        content = await personal_content(self._client, post, known)
        if content is None:
            return None
        pictured = post.direct and is_call(post) and await answers_only(self._client, match)
        server = await boards_of(self._client, match) if pictured else USUAL
        reading = Reading(match, found.place, server, found)
        if post.direct:
            place: Place = await self._client.create_dm(discord.Object(post.person))
        elif len({item.match for item in post.about}) == 1:
            place, _ = await self._composer.place(post, match, reading)
        else:
            place = await home_of(self._client, self._answers, match)
        outgoing = Outgoing(post, match, reading, replace(content, board=pictured), place)
        # Buttons of a message about several matches don't become old with one of them.
        has_buttons = bool(content.buttons) and len(post.about) == 1
        if post.tries or outgoing.written <= self._began:
            earlier = await self.earlier.find(outgoing)
            if earlier is not None:
                return _at(earlier, has_buttons)
        return _at(await self._send_somewhere(outgoing), has_buttons)

    async def direct_notifications(self, post: Post, reading: Reading) -> tuple[Notified, ...]:
        """The notifications of people by a post that could not be an answer in its channel."""
        now = reading.match
        match = await self._client.matches.earlier(now, post.seq)
        if not is_current(now, post.seq) or not still_holds(post.kind, match, now):
            return ()
        if post.kind is PostKind.TURN:
            return await self._client.service.notices.fallback_notifications(reading.found, now)
        return await self._notifications(await self._composer.outgoing(post, match, reading), ())

    async def _notifications(
        self, outgoing: Outgoing, pinged: Iterable[PersonId]
    ) -> tuple[Notified, ...]:
        post, called = outgoing.post, outgoing.called
        if called is None or not called.readers:
            return ()
        item = NoticeItem(post.match, post.seq, post.kind.call)
        return await self._client.service.notices.notifications(item, pinged, called)

    async def _send_somewhere(self, outgoing: Outgoing) -> discord.Message:
        try:
            return await self._send(outgoing)
        except discord.HTTPException as error:
            home, shut = outgoing.match.channel, (refusals.ARCHIVED, refusals.LOCKED)
            refused = error.status in {403, 404} or error.code in shut
            is_home = outgoing.post.direct or outgoing.place.id == home
            if is_home or not refused or permissions.missing_permissions(self._client, home):
                raise
            return await self._send_elsewhere(outgoing, error)

    async def _send_elsewhere(
        self, outgoing: Outgoing, error: discord.HTTPException
    ) -> discord.Message:
        thread, match = outgoing.place.id, outgoing.match
        if error.code == refusals.ARCHIVED and await threads.revive_thread(self._client, thread):
            return await self._send(outgoing)
        log.info("match %s: thread refuses posts: %s", match.id, error)
        shut = {404: threads.GONE}.get(error.status, threads.SHUT)
        note = threads.LOCKED_NOTE if error.code == refusals.LOCKED else shut
        place = await self._places.lose(match.id, note, utcnow() + SOON)
        home = self._channel(match.channel)
        return await self._send(replace(outgoing, place=home, note=place.note))

    async def _send(self, outgoing: Outgoing, board: Delivered | None = None) -> discord.Message:
        async with self._traffic.turn(ChannelId(outgoing.place.id)):
            return await self._send_in_turn(outgoing, board)

    async def _send_in_turn(self, outgoing: Outgoing, board: Delivered | None) -> discord.Message:
        # Several pictures side by side would be small: below each other they have the full width.
        alone = board is not None and not board.laid_out
        files, lack = await self._composer.pictures(outgoing, alone=alone)

        def body(files: list[discord.File], lack: str) -> Body:
            laid_out = board.laid_out if board else len(files) > 1
            shown = body_of(outgoing, files, lack, laid_out=laid_out)
            if board:
                return shown | {"attachments": files}
            shown |= {"files": files}
            return {name: value for name, value in shown.items() if value}

        async def in_words(error: discord.HTTPException) -> Body:
            return body([], NO_FILES if isinstance(error, discord.Forbidden) else NOT_TAKEN)

        whole = body(files, lack)
        if board:
            place = (self._client, ChannelId(outgoing.place.id), board.message)
            changed: discord.Message = await edit_silently(*place, in_words, **whole)
            return changed
        return await deliver(outgoing.place.send, self._addressed(outgoing) | whole, in_words)

    def _addressed(self, outgoing: Outgoing) -> Body:
        users = [discord.Object(p) for p in outgoing.content.pings]
        return {
            "allowed_mentions": discord.AllowedMentions(users=users),
            "nonce": nonce(outgoing.post, outgoing.written),
            "silent": self._is_silent(outgoing),
        }

    def _is_silent(self, outgoing: Outgoing) -> bool:
        # Whether the post calls nobody but the bot itself, so that no phone need ring.
        robot = {self._client.user.id} if self._client.user else set[int]()
        return outgoing.post.person is None and robot.issuperset(outgoing.content.pings)

    def _channel(self, channel: ChannelId) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)


def _timed(post: Post, match: Match, reading: Reading) -> tuple[Match, datetime | None]:
    # The match with the whole time for a turn that is announced late, and since when it has that.
    at = utcnow()
    if not _is_late(post, match, reading.match, at):
        return match, None
    # No outage stops a plain bank after now.
    history = () if match.is_by_bank else reading.found.history
    return replace(match, since=at).timed(history, at), at


def _is_late(post: Post, match: Match, now: Match, at: datetime) -> bool:
    # Whether the post announces at that time a turn that has lost some of its own.
    if post.kind is not PostKind.TURN or not match.control or not is_current(now, post.seq):
        return False
    if match.successions and match.successions[-1].seq == post.seq > now.board_seq:
        # A replacement who is not to move took over: the turn of the other is an older one.
        return False
    return now.held or at - match.updated > prompt(match.control)


def _sent(
    message: discord.Message, has_buttons: bool, post: Post, match: Match, reading: Reading
) -> Sent:
    at = snowflake_time(message.id)
    late_at = at if _is_late(post, match, reading.match, at) else None
    return replace(_at(message, has_buttons), announced_at=late_at, reading=reading)


def _at(message: discord.Message, has_buttons: bool) -> Sent:
    where = ChannelId(message.channel.id), MessageId(message.id)
    return Sent(*where, has_buttons, layouts.is_laid_out(message))
