"""A post on its way: what is read of its match, its message, and the number that identifies it.

Every message ends with the number of its post in small print. Texts can be alike; the number, and
the address in its buttons, identify the message of a post.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import discord

from bot.front.board.pictures import mover_color, text_board
from bot.front.board.preferences import posted_view
from bot.front.clock import utcnow
from bot.front.discord import layouts
from bot.front.discord.context import Client
from bot.front.discord.markdown import LIMIT, clip, code_block, post_mark, post_number
from bot.front.discord.permissions import may_read_back
from bot.front.posting.at_discord import CLOCKS_APART
from bot.front.text.parts import PostContent
from bot.front.ui.answers_only import AnswerPlace
from bot.front.ui.base import Address, Button, ButtonId, button_row, match_button, message_view
from bot.model.match import Match, Ply
from bot.model.notices.records import Notified
from bot.model.places import Mode, chosen_mode, mode_of
from bot.model.places import Place as MatchPlace
from bot.model.ports import ForPosts
from bot.model.records import ChannelId, MatchId, MessageId, Post
from bot.service.notices.book import Called
from bot.service.personal.preferences import Preferences, posted_preferences

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reading:
    """The current match, where and how it is posted, and what else was `found` with it."""

    match: Match
    place: MatchPlace
    server: Preferences
    found: ForPosts

    @property
    def is_terse(self) -> bool:
        return self.server.verbosity == "quiet"

    @property
    def is_living(self) -> bool:
        chosen = chosen_mode(self.place, self.server.posting)
        return mode_of(self.place, chosen, 0, allowed=False) is Mode.LIVING


async def read_of(client: Client, match_id: MatchId) -> Reading:
    """All of it as the store has it now. Raises NoSuchMatch."""
    match, found = await client.matches.for_posts(match_id)
    players = [person.id for person in match.seats if not person.is_deleted]
    return Reading(match, found.place, posted_preferences(found, players), found)


async def read_again(client: Client, reading: Reading) -> Reading:
    """The match as of now; the look of boards there is read once for a post."""
    match, found = await client.matches.for_posts(reading.match.id)
    return replace(reading, match=match, place=found.place, found=found)


Place = discord.DMChannel | discord.PartialMessageable | AnswerPlace


@dataclass(frozen=True, slots=True)
class Sent:
    """A delivered post. `announced_at` is set if it announces a turn late; `notified` are the
    outcomes for the people it is about; `reading` is the match as read, for a post to all."""

    channel: ChannelId
    message: MessageId
    has_buttons: bool
    laid_out: bool = False
    announced_at: datetime | None = None
    notified: tuple[Notified, ...] = ()
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A post with its content and place, and the match after its event.

    `reading` is the current match. `called` says whom the post calls, pinged or not. `note` is put
    below it, about where the match is played. `turns` are the first and the last turn that it shows
    in motion; `unposted` are those before the last that no post has shown yet.
    """

    post: Post
    match: Match
    reading: Reading
    content: PostContent
    place: Place
    called: Called | None = None
    note: str = ""
    turns: tuple[int, int] | None = None
    unposted: tuple[Ply, ...] = ()

    @property
    def written(self) -> datetime:
        """When the post was written: it was not delivered before."""
        return self.post.written or self.match.updated


def is_of_post(message: discord.Message, outgoing: Outgoing) -> bool:
    number = post_number(layouts.words_of(message))
    if number is not None:
        return number == outgoing.post.id
    # Messages of version 0.1 have no number. Their buttons identify them, if they have some.
    at, actions = Address(outgoing.post.match, outgoing.post.seq), outgoing.content.buttons
    return bool(actions) and layouts.buttons_in(message) == [
        str(ButtonId(action, at.match, at.seq)) for action in actions
    ]


def nonce(post: Post, at: datetime) -> str:
    """By this Discord recognizes repeated sends of one post: the same on every try, 25 characters
    at most, and different in another database that counts its posts alike."""
    return f"{post.id}.{int(at.timestamp())}"[:25]


def message_text(outgoing: Outgoing, lack: str) -> str:
    """The text of the message: its small print is never cut. Without a picture, and if there is
    room, the board is in it in characters."""
    body, _, small = outgoing.content.text.rpartition("\n")
    small = f"{small}{post_mark(outgoing.post.id)}"
    text = "\n".join(filter(None, [body, outgoing.note, lack]))
    if lack and outgoing.match.position is not None:
        whole = f"{text}\n{code_block(text_board(outgoing.match))}"
        text = whole if len(whole) + len(small) < LIMIT else text
    return f"{clip(text, LIMIT - len(small) - 1)}\n{small}"


def body_of(
    outgoing: Outgoing, files: Sequence[discord.File], lack: str, *, laid_out: bool
) -> dict[str, Any]:
    """The text and buttons of the message, in either form, without the files."""
    text, buttons = message_text(outgoing, lack), buttons_of(outgoing)
    if not laid_out:
        return {"content": text, "view": buttons}
    match, view = outgoing.match, posted_view(outgoing.reading.server)
    color = mover_color(match, view) if match.plies else None
    return {"view": layouts.laid_out(text, files, buttons, color)}


def buttons_of(outgoing: Outgoing) -> discord.ui.View | None:
    post, content = outgoing.post, outgoing.content
    if content.views:
        return message_view(view_button(at, len(content.views) > 1) for at in content.views)
    return button_row(content.buttons, Address(post.match, post.seq))


def view_button(at: Address, numbered: bool) -> Button:
    return match_button("view", at, f"View match {at.match}" if numbered else "View")


class EarlierMessages:
    """Looks for the messages of posts. `clear` holds once one searched for by id is missing."""

    def __init__(self, client: Client) -> None:
        self.clear: dict[int, datetime] = {}
        self._client = client

    async def find(self, outgoing: Outgoing) -> discord.Message | None:
        """The earlier message of the post, if the bot may look: in its current place, and in the
        channel, where it may have been sent before its match had a thread."""
        began, is_clear = utcnow(), True
        home = outgoing.match.channel
        if isinstance(outgoing.place, AnswerPlace):
            return None
        places = [outgoing.place]
        if not outgoing.post.direct and outgoing.place.id != home:
            places.append(self._client.get_partial_messageable(home))
        for place in places:
            if not may_read_back(self._client, ChannelId(place.id)):
                # Discord answers with no messages at all, as in an empty channel.
                is_clear = False
                continue
            try:
                found = await self._find_in(place, outgoing)
            except discord.Forbidden as error:
                log.info("earlier post not looked for: %s", error)
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
        # Page by page back to that time, whatever was posted since.
        async for message in place.history(limit=None, after=after, oldest_first=False):
            if message.author == self._client.user and is_of_post(message, outgoing):
                return message
        return None
