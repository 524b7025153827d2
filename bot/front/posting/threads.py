"""The threads of matches: made, named, filled with the players, and closed.

A thread is made from a message of the channel and has its number, so it is made once: a second try
is answered with an error that says so. A match that was asked for in a forum has its own post
there: it has no number before it is made, and after a crash is identified by its name, which begins
with the number of the match.
"""

import logging
from typing import Any, Literal

import discord

from bot.catalog import entry
from bot.front.discord.context import Client
from bot.front.discord.markdown import bold, escape
from bot.front.discord.other_shards import spot_of
from bot.front.discord.refusals import HAS_THREAD, TOO_MANY_THREADS
from bot.front.text.challenges import terms_line
from bot.front.text.parts import match_title
from bot.games.phrases import comma_list
from bot.model.events import Person
from bot.model.match import Match
from bot.model.places import BETWEEN, name_head, tag_names, thread_name
from bot.model.records import ChannelId, GuildId, MessageId

log = logging.getLogger(__name__)

KEPT: Literal[10080] = 10080  # Minutes (a week) after the last message that a thread stays listed.

MOST_TAGS = 5  # Tags that Discord lets a post have.

# The permissions needed, as Discord calls them in a channel and in a forum.
NEEDED = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
POSTS_NEEDED = {
    "send_messages": "Create Posts",
    "send_messages_in_threads": "Send Messages in Posts",
}

NOT_MADE = "*I could not make a thread for this match ({why}), so it is played here.*"
CAP = "this server has as many threads as Discord allows"
GONE = "*The thread of this match is gone, so the match goes on here.*"
LOCKED_NOTE = "*The thread of this match was locked, so the match goes on here.*"
SHUT = "*I may not post in the thread of this match any more, so the match goes on here.*"


async def lacking(
    client: Client, guild: GuildId | None, channel: ChannelId
) -> tuple[str, ...] | None:
    """The permissions that the bot lacks to make threads in a channel and to post there, or posts
    in the forum of that post; None if there can be none: in threads, in direct messages."""
    spot = await spot_of(client, guild, channel)
    if spot is None or not (spot.forum or isinstance(spot.place, discord.TextChannel)):
        return None
    held = (spot.forum or spot.place).permissions_for(spot.me)
    needed = POSTS_NEEDED if spot.forum else NEEDED
    return tuple(called for name, called in needed.items() if not getattr(held, name))


def not_made(why: str) -> str:
    return NOT_MADE.format(why=why)


def lack_text(names: tuple[str, ...]) -> str:
    return f"I lack {comma_list([f'**{name}**' for name in names])}"


async def why_refused(client: Client, match: Match, error: discord.HTTPException) -> str:
    if error.code == TOO_MANY_THREADS:
        return CAP
    missing = await lacking(client, match.guild, match.channel)
    return lack_text(missing) if missing else escape(error.text or str(error.status))


def post_text(match: Match) -> str:
    """How the post of a match in a forum begins."""
    return f"{_players(match)}: {terms_line(match, entry(match.game))}\n-# {match_title(match)}"


def starter_text(match: Match, thread: ChannelId) -> str:
    """What stays in the channel of the board from which the thread was made."""
    return f"{_players(match)} play in their thread: <#{thread}>\n-# {match_title(match)}"


def _players(match: Match) -> str:
    return BETWEEN.join(bold(person) for person in match.people)


async def starter_of(client: Client, match: Match, message: MessageId) -> MessageId | None:
    """The message that the match's thread is made from; None in a forum."""
    return None if await forum_of(client, match.guild, match.channel) else message


async def make_thread(client: Client, match: Match, message: MessageId | None) -> ChannelId:
    """Make the thread from that message of the channel, or open it if it exists already, and let
    the players in; in a forum it is a post. Returns its number. Raises what Discord answers."""
    forum = await forum_of(client, match.guild, match.channel)
    if forum is not None:
        thread = await make_post(client, forum, match, post_text(match))
    else:
        assert message is not None
        thread = await _thread_from(client, match, message)
    for person in match.people:
        await _add(client, match, thread, person)
    return ChannelId(thread.id)


async def _thread_from(client: Client, match: Match, message: MessageId) -> discord.Thread:
    channel: Any = client.get_partial_messageable(match.channel, guild_id=match.guild)
    if match.guild is not None and client.is_elsewhere(match.guild):
        channel = await client.fetch_channel(match.channel)
    try:
        partial: discord.PartialMessage = channel.get_partial_message(message)
        return await partial.create_thread(name=thread_name(match), auto_archive_duration=KEPT)
    except discord.HTTPException as error:
        if error.code != HAS_THREAD:
            raise
        log.info("match %s: thread exists already", match.id)
        thread = await fetch_thread(client, message)
        if thread.archived or thread.locked:
            await thread.edit(archived=False, locked=False)
        return thread


async def let_successor_in(client: Client, match: Match, number: int) -> None:
    """Let replacements since the match's last event into its thread."""
    newest = match.successions[-1] if match.successions else None
    if newest is None or newest.seq != match.seq:
        return
    try:
        thread = await fetch_thread(client, number)
    except discord.DiscordException as error:
        log.info("match %s: thread not joined: %s", match.id, error)
        return
    await _add(client, match, thread, match.person(newest.seat))


async def _add(client: Client, match: Match, thread: discord.Thread, person: Person) -> None:
    if person.is_deleted or (client.user and person.id == client.user.id):
        return
    try:
        await thread.add_user(discord.Object(person.id))
    except discord.HTTPException as error:
        # They find it in the channel anyway.
        log.info("match %s: player not added to thread: %s", match.id, error)


async def fetch_thread(client: Client, number: int) -> discord.Thread:
    """The thread of that number as it is now. Raises what Discord answers."""
    found = await client.fetch_channel(number)
    if not isinstance(found, discord.Thread):
        raise discord.InvalidData(f"{number} is no thread")
    return found


async def revive_thread(client: Client, number: int) -> bool:
    """Unarchive a thread, unless it is locked. Whether that worked."""
    try:
        thread = await fetch_thread(client, number)
        if not thread.locked:
            await thread.edit(archived=False)
        return not thread.locked
    except discord.HTTPException as error:
        log.info("thread %s: not unarchived: %s", number, error)
        return False


async def close_thread(client: Client, match: Match, number: ChannelId) -> None:
    """Put the result into the thread's name, then archive and lock it, as far as the bot may.
    Raises what Discord answers if it may do none of it."""
    thread, name = await fetch_thread(client, number), thread_name(match)
    forum = await forum_of(client, match.guild, number)
    changes: dict[str, Any] = {"applied_tags": tags_for(forum, match)} if forum else {}
    if thread.archived:
        if thread.locked:
            return
        await thread.edit(archived=False)
    try:
        await thread.edit(name=name, archived=True, locked=True, **changes)
    except discord.Forbidden:
        log.info("match %s: thread not locked; Manage Threads is missing", match.id)
        await thread.edit(name=name, archived=True, **changes)


async def archive_thread(client: Client, number: int) -> None:
    """Archive a thread that the match has left. Raises what Discord answers."""
    await (await fetch_thread(client, number)).edit(archived=True)


async def forum_of(
    client: Client, guild: GuildId | None, channel: ChannelId
) -> discord.ForumChannel | None:
    """The forum of which that channel is a post; None if it is none."""
    spot = await spot_of(client, guild, channel)
    return spot.forum if spot else None


def tags_for(forum: discord.ForumChannel, match: Match) -> list[discord.ForumTag]:
    """The forum's tags for the game and the state of the match, if it has any that the bot may set.
    A forum that requires a tag and has none of these gets its first."""
    wanted = {name.casefold() for name in tag_names(match)}
    me: discord.Member | None = forum.guild.me  # None in a server of another process.
    manages = me is not None and forum.permissions_for(me).manage_threads
    usable = [tag for tag in forum.available_tags if manages or not tag.moderated]
    fitting = [tag for tag in usable if tag.name.casefold() in wanted]
    if not fitting and forum.flags.require_tag:
        fitting = [tag for tag in usable if not tag.moderated][:1]
    return fitting[:MOST_TAGS]


async def make_post(
    client: Client, forum: discord.ForumChannel, match: Match, text: str
) -> discord.Thread:
    """The match's own post, made unless it exists. Raises what Discord answers."""
    me = client.user.id if client.user else 0
    for thread in await forum.guild.active_threads():
        is_own = thread.owner_id == me and thread.parent_id == forum.id
        if is_own and thread.name.startswith(name_head(match)):
            return thread
    made = await forum.create_thread(
        name=thread_name(match),
        content=text,
        applied_tags=tags_for(forum, match),
        auto_archive_duration=KEPT,
        silent=True,
    )
    return made.thread
