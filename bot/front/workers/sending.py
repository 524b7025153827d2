"""Makes the message that a post is, unless it stands in the channel already.

Every message ends with the number of its post in small print. Words can be alike; by that number,
and by the address in its buttons, a message is known for the one that a post has made.
"""

import logging
from collections.abc import Awaitable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import discord
from discord.utils import DEFAULT_FILE_SIZE_LIMIT_BYTES, snowflake_time, utcnow

from bot.front import permissions, preferences
from bot.front.board import animations, pictures
from bot.front.components.base import Address, button_row
from bot.front.context import Client
from bot.front.invitations.about import told_of_challenge
from bot.front.places import threads
from bot.front.places.away import NOTE, AnswerPlace, PublicAnswers, home_of, is_away
from bot.front.places.worker import SOON, PlaceWorker
from bot.front.text.markdown import clip, mention
from bot.front.text.parts import PostContent
from bot.front.text.posts import BEFORE_PLAY, TURN_BUTTONS, move_line, opening_line
from bot.front.text.replacing import successions_after
from bot.front.text.requests import still_holds
from bot.front.text.stretches import (
    STRETCHED,
    content_in_stretch,
    kind_of_call,
    turn_numbers,
    without_line,
)
from bot.front.workers.outgoing import (
    Outgoing,
    Place,
    Said,
    buttons_of,
    is_of_post,
    message_text,
)
from bot.front.workers.personal import personal_content
from bot.front.workers.refusals import is_refusal, is_unauthorized, may_be_about_file
from bot.front.workers.stamps import nonce
from bot.matches.decide.timing import PROMPT
from bot.matches.match import Match
from bot.matches.notices.records import Told, is_call
from bot.matches.places.place import Mode, where
from bot.matches.records import NoticeItem, Post
from bot.matches.standing import is_current
from bot.matches.stretches.stretch import FastStretch, may_play_on, plies_of

log = logging.getLogger(__name__)

CLOCKS_APART = timedelta(minutes=1)
"""How far Discord's clock and ours may be apart, and how late a lost request may still arrive."""

LONGEST_BEFORE = 500
"""Characters for each move that is told before the last one."""

NO_FILES = "*I may not attach files here, so there is no picture: I lack **Attach Files**.*"
NOT_TAKEN = "*Discord did not take the picture. `/board` shows it to you.*"


class Sender:
    """Says posts in their channels. `clear` holds when a post was looked for in vain, by id."""

    def __init__(self, client: Client, places: PlaceWorker, answers: PublicAnswers) -> None:
        self.clear: dict[int, datetime] = {}
        self._answers = answers
        self._client = client
        self._places = places
        self._began = utcnow()

    async def say(self, post: Post) -> Said | None:
        """The message that the post is, made now unless it stands there already. None where there
        is nothing left to say to the person whom it is for."""
        if post.person is not None:
            return await self._say_to_one(post, post.person)
        match = await self._client.matches.at(post.match, post.seq)
        now = await self._client.matches.match(post.match)
        said = await self._say_in_place(post, match, now)
        if said is not None:
            return said
        if post.tries or match.updated <= self._began:
            outgoing = await self._outgoing(post, match, now)
            found = await self._find(outgoing)
            if found is not None:
                pinged = {p for p in outgoing.people if mention(p) in found.content}
                said = _said(found, bool(found.components), post, match, now)
                return replace(said, told=await self._told(outgoing, pinged))
            # Looking takes its time; the match may have gone on meanwhile.
            now = await self._client.matches.match(post.match)
        return await self.send(post, match, now)

    async def send(self, post: Post, match: Match, now: Match, *, again: bool = False) -> Said:
        """Make the message. A turn that it tells of late has its whole time from now.

        `again`: an earlier message is lost, and this one stands for it with its mentions.
        """
        at = utcnow()
        if _is_late(post, match, now, at):
            match = await self._client.matches.timed(replace(match, since=at))
        outgoing = await self._outgoing(post, match, now, again=again)
        if post.kind == "turn" and outgoing.place.id != match.channel:
            await threads.let_successor_in(self._client, match, outgoing.place.id)
        message = await self._send_somewhere(outgoing)
        said = _said(message, bool(outgoing.content.buttons), post, match, now)
        return replace(said, told=await self._told(outgoing, outgoing.content.pings))

    async def _say_in_place(self, post: Post, match: Match, now: Match) -> Said | None:
        """The board of a fast stretch, once the message of the one before it has become this post;
        None where there is no such message. Doing it twice changes nothing."""
        stretch = await self._stretch(post)
        if post.kind != "turn" or not stretch or not stretch.covers(post.seq):
            return None
        board = await self._client.matches.posts.last_board(post.match, post.id)
        if board is None or board.post.kind != "turn":
            return None
        if not is_current(now, post.seq):
            # The next post is about to take its place.
            return Said(board.channel, board.message, has_buttons=True)
        at = utcnow()
        late = at if _is_late(post, match, now, at) else None
        if late:
            match = await self._client.matches.timed(replace(match, since=at))
        outgoing = await self._outgoing(post, match, now)
        if outgoing.place.id != board.channel or not await self._edited(outgoing, board.message):
            return None
        return Said(board.channel, board.message, bool(outgoing.content.buttons), late)

    async def _edited(self, outgoing: Outgoing, message: int) -> bool:
        """Whether that message has become the post. Discord may have refused it: it is gone."""
        try:
            await self._send(outgoing, message)
        except discord.HTTPException as error:
            if not is_refusal(error) or is_unauthorized(error):
                raise
            log.info("match %s: its board can't be changed: %s", outgoing.match.id, error)
            return False
        return True

    async def put_back(self, match: Match) -> None:
        """Make the last board of a stretch without turns what it was before, its call among it.
        Raises what Discord answers."""
        board = await self._client.matches.posts.last_board(match.id)
        if board is None or board.post.kind != "turn":
            return
        found = self._channel(board.channel).get_partial_message(board.message)
        text = without_line((await found.fetch()).content)
        content = self._with_offer(PostContent(text, buttons=TURN_BUTTONS), match)
        view = button_row(content.buttons, Address(match.id, board.post.seq))
        none = discord.AllowedMentions.none()
        await found.edit(content=text, view=view, allowed_mentions=none)

    async def _stretch(self, post: Post) -> FastStretch | None:
        """The last stretch of the post's match, for posts that it has to do with."""
        if post.kind not in STRETCHED:
            return None
        return await self._client.matches.stretches.of(post.match)

    def _with_offer(self, content: PostContent, match: Match) -> PostContent:
        """The board of a turn with the offer to play on now, where turns come quickly."""
        robot = self._client.user.id if self._client.user else None
        if not may_play_on(match, robot, utcnow()):
            return content
        return replace(content, buttons=(*content.buttons, "playon"))

    async def _say_to_one(self, post: Post, person: int) -> Said | None:
        content = await personal_content(self._client, post)
        if content is None:
            return None
        match = await self._client.matches.match(post.match)
        if post.direct:
            place: Place = await self._client.create_dm(discord.Object(person))
        elif len({item.match for item in post.about}) == 1:
            place, _ = await self._place(post, match)
        else:
            place = await home_of(self._client, self._answers, match)
        if post.direct and is_call(post) and await is_away(self._client, match):
            content = replace(content, board=True)
        outgoing = Outgoing(post, match, content, place)
        # Buttons of a message about several matches don't get old with one of them.
        has_buttons = bool(content.buttons) and len(post.about) == 1
        if post.tries or outgoing.written <= self._began:
            found = await self._find(outgoing)
            if found is not None:
                return Said(found.channel.id, found.id, has_buttons)
        message = await self._send_somewhere(outgoing)
        return Said(message.channel.id, message.id, has_buttons)

    async def told_directly(self, post: Post) -> tuple[Told, ...]:
        """What becomes of telling people of a post that could not be an answer in its channel."""
        match = await self._client.matches.at(post.match, post.seq)
        now = await self._client.matches.match(post.match)
        if not is_current(now, post.seq) or not still_holds(post.kind, match, now):
            return ()
        if post.kind == "turn":
            return await self._client.matches.notices.told_without(post.match)
        return await self._told(await self._outgoing(post, match, now), ())

    async def _outgoing(
        self, post: Post, match: Match, now: Match, *, again: bool = False
    ) -> Outgoing:
        quiet = await preferences.is_quiet(self._client, match.guild)
        stretch = await self._stretch(post)
        whole = content_in_stretch(post, match, stretch, quiet=quiet)
        before = await self._told_before(post, match, quiet)
        place, note = await self._place(post, match)
        if again:
            return Outgoing(post, match, _behind(before, whole), place, note=note)
        host = post.kind == "challenge"
        about = await told_of_challenge(self._client, match) if host else ""
        turns = _turns_of(stretch, match) if post.kind != "turn" else None
        if _is_past(post, match, now):
            # It comes late: the match has gone on, so nobody is called and nothing is to press.
            content = content_in_stretch(post, match, stretch, (), about, quiet)
            shown = bool(turns) or (content.board and not await self._is_living(match))
            content = replace(_behind(before, content), buttons=(), board=shown)
            return Outgoing(post, match, content, place, note=note, turns=turns)
        bots = {self._client.user.id} if self._client.user else set()
        people = frozenset(whole.pings) - bots
        kind = kind_of_call(post.kind)
        pinged, turn = await self._client.matches.notices.called_by(match.id, kind, people)
        content = content_in_stretch(post, match, stretch, pinged | bots, about, quiet)
        changes = isinstance(place, AnswerPlace) or (stretch is not None and stretch.is_open)
        if post.kind == "turn" and not changes:
            content = self._with_offer(content, match)
        return Outgoing(post, match, _behind(before, content), place, people, turn, note, turns)

    async def _place(self, post: Post, match: Match) -> tuple[Place, str]:
        """Where the post goes, and what is said there about it."""
        home = await home_of(self._client, self._answers, match)
        if isinstance(home, AnswerPlace):
            is_first = post.kind in BEFORE_PLAY or (post.kind == "turn" and not match.plies)
            return home, NOTE if is_first else ""
        place = await self._places.settled(match.id)
        if post.kind == "result":
            return home, f"All of it: <#{place.thread}>"
        found = where(place, match.channel)
        return self._channel(found), place.note if found == match.channel else ""

    async def _is_living(self, match: Match) -> bool:
        """Whether only the newest board of the match keeps its picture."""
        book = self._client.matches.places
        place = await book.of(match.id)
        return await book.mode(place, match.guild, match.channel, allowed=False) is Mode.LIVING

    async def _told(self, outgoing: Outgoing, pinged: Iterable[int]) -> tuple[Told, ...]:
        if not outgoing.people:
            return ()
        post = outgoing.post
        item = NoticeItem(post.match, post.seq, kind_of_call(post.kind))
        book = self._client.matches.notices
        return await book.told_by(item, outgoing.people, pinged, outgoing.turn)

    async def _told_before(self, post: Post, match: Match, quiet: bool) -> list[str]:
        """What a post of the robot's move tells besides: all since the last board posted."""
        robot = match.seat_of(self._client.user.id) if self._client.user else None
        if robot is None or not match.plies or post.kind not in {"turn", "end", "thinking"}:
            return []
        last = await self._client.matches.posts.last_board(post.match, post.id)
        seen = last.post.seq if last and last.post.kind not in BEFORE_PLAY else 0
        # The content itself tells the last move, when it came with the post's event.
        plies = [ply for ply in match.plies if seen < ply.seq < match.seq - (post.kind == "end")]
        lines = [clip(move_line(ply, match, quiet), LONGEST_BEFORE) for ply in plies[-2:]]
        came = successions_after(match, seen)
        return [*came, *lines] if seen else [opening_line(match), *came, *lines]

    async def _send_somewhere(self, outgoing: Outgoing) -> discord.Message:
        """Make the message where it belongs; if its thread takes none, in the channel."""
        try:
            return await self._send(outgoing)
        except discord.HTTPException as error:
            home, shut = outgoing.match.channel, (threads.ARCHIVED, threads.LOCKED)
            refused = error.status in {403, 404} or error.code in shut
            is_home = outgoing.post.direct or outgoing.place.id == home
            if is_home or not refused or permissions.missing_permissions(self._client, home):
                raise
            return await self._send_elsewhere(outgoing, error)

    async def _send_elsewhere(
        self, outgoing: Outgoing, error: discord.HTTPException
    ) -> discord.Message:
        """Make the message in the thread once it is revived, or else in the channel."""
        thread, match = outgoing.place.id, outgoing.match
        if error.code == threads.ARCHIVED and await threads.revive_thread(self._client, thread):
            return await self._send(outgoing)
        log.info("match %s: its thread takes no posts: %s", match.id, error)
        shut = {404: threads.GONE}.get(error.status, threads.SHUT)
        note = threads.LOCKED_NOTE if error.code == threads.LOCKED else shut
        place = await self._places.lose(match.id, note, utcnow() + SOON)
        home = self._channel(match.channel)
        return await self._send(replace(outgoing, place=home, note=place.note))

    async def _send(self, outgoing: Outgoing, message: int | None = None) -> discord.Message:
        """Make the message, or change that one, which has been made before."""

        def make(file: discord.File | None, lack: str) -> Awaitable[discord.Message]:
            if message is None:
                return self._make(outgoing, file, lack)
            return self._change(outgoing, message, lack, attachments=[file] if file else [])

        file, lack = await self._picture(outgoing)
        try:
            return await make(file, lack)
        except discord.HTTPException as error:
            if file is None or not may_be_about_file(error):
                raise
            log.warning("match %s: without its picture: %s", outgoing.post.match, error)
            lack = NO_FILES if isinstance(error, discord.Forbidden) else NOT_TAKEN
        return await make(None, lack)

    async def _change(
        self, outgoing: Outgoing, message: int, lack: str = "", **changes: Any
    ) -> discord.Message:
        """Change a message into the post. That calls nobody."""
        found = self._channel(outgoing.place.id).get_partial_message(message)
        return await found.edit(
            content=message_text(outgoing, lack),
            view=buttons_of(outgoing),
            allowed_mentions=discord.AllowedMentions.none(),
            **changes,
        )

    async def _make(
        self, outgoing: Outgoing, file: discord.File | None, lack: str
    ) -> discord.Message:
        post, content = outgoing.post, outgoing.content
        return await outgoing.place.send(
            message_text(outgoing, lack),
            file=file or discord.utils.MISSING,
            view=buttons_of(outgoing) or discord.utils.MISSING,
            allowed_mentions=discord.AllowedMentions(
                users=[discord.Object(p) for p in content.pings]
            ),
            nonce=nonce(post, outgoing.written),
        )

    async def _picture(self, outgoing: Outgoing) -> tuple[discord.File | None, str]:
        """The picture of a post with a board, or else why it has none."""
        match = outgoing.match
        if not outgoing.content.board:
            return None, ""
        if not permissions.may_attach(self._client, match.channel):
            return None, NO_FILES
        view = await preferences.public_view(self._client, match.guild)
        if outgoing.turns:
            guild = self._client.get_guild(match.guild) if match.guild else None
            limit = guild.filesize_limit if guild else DEFAULT_FILE_SIZE_LIMIT_BYTES
            moving = await animations.turns_file(match, *outgoing.turns, view, limit)
            if moving:
                return moving, ""
        turns = match.plies[-outgoing.content.turns :]
        if len(turns) > 1:
            file = await pictures.change_file(match, turns, view)
        else:
            file = await pictures.board_file(match, view)
        return file, "" if file else pictures.NO_PICTURE

    async def _find(self, outgoing: Outgoing) -> discord.Message | None:
        """The message that the post has made before, where the bot may look: where it goes now,
        and in the channel, where it may have gone before its match had a thread."""
        began, is_clear = utcnow(), True
        home = outgoing.match.channel
        if isinstance(outgoing.place, AnswerPlace):
            return None
        places: list[discord.abc.Messageable] = [outgoing.place]
        if not outgoing.post.direct and outgoing.place.id != home:
            places.append(self._channel(home))
        for place in places:
            try:
                found = await self._find_in(place, outgoing)
            except discord.Forbidden as error:
                log.info("could not look for an earlier post: %s", error)
                is_clear = False
                continue
            except discord.NotFound:
                continue
            if found is not None:
                return found
        if is_clear:
            self.clear[outgoing.post.id] = began
        return None

    async def _find_in(
        self, place: discord.abc.Messageable, outgoing: Outgoing
    ) -> discord.Message | None:
        after = (outgoing.post.clear_at or outgoing.written) - CLOCKS_APART
        # Page by page back to that time, however much was said since.
        async for message in place.history(limit=None, after=after, oldest_first=False):
            if message.author == self._client.user and is_of_post(message, outgoing):
                return message
        return None

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel)


def _turns_of(stretch: FastStretch | None, match: Match) -> tuple[int, int] | None:
    """The numbers of the first and the last turn of a stretch that is over, where it had any."""
    plies = plies_of(stretch, match) if stretch and stretch.ended else ()
    return turn_numbers(match, plies) if plies else None


def _behind(before: list[str], content: PostContent) -> PostContent:
    """The content with what comes before it."""
    return replace(content, text="\n".join([*before, content.text]))


def _is_past(post: Post, match: Match, now: Match) -> bool:
    """Whether what the post says or asks was overtaken. A request for a replacement outlasts the
    board that it was made on."""
    on_board = post.kind == "replacement" or is_current(now, post.seq)
    return not on_board or not still_holds(post.kind, match, now)


def _is_late(post: Post, match: Match, now: Match, at: datetime) -> bool:
    """Whether the post tells at that time of a turn that has lost some of its own."""
    if post.kind != "turn" or not match.control or not is_current(now, post.seq):
        return False
    if match.successions and match.successions[-1].seq == post.seq > now.board_seq:
        # Somebody plays on who is not to move: the turn of the other is an older one.
        return False
    return now.held or at - match.updated > PROMPT


def _said(
    message: discord.Message, has_buttons: bool, post: Post, match: Match, now: Match
) -> Said:
    at = snowflake_time(message.id)
    late = _is_late(post, match, now, at)
    late_at, stands = at if late else None, now.replacement is not None
    return Said(message.channel.id, message.id, has_buttons, late_at, request_stands=stands)
