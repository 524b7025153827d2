"""Posts of a forum: a match that was asked for in one has a post of its own beside it.

A post has no number before it is made. After a crash it is known by its name, which begins with the
number of the match.
"""

from typing import Literal

import discord

from bot.front.discord.context import Client
from bot.front.discord.elsewhere import spot_of
from bot.model.match import Match
from bot.model.places.names import name_head, tag_names, thread_name

# Minutes (a week) that a thread in which nobody writes stays in the list of the channel's
# threads.
KEPT: Literal[10080] = 10080


MOST_TAGS = 5  # Tags that Discord lets a post have.


async def forum_of(client: Client, guild: int | None, channel: int) -> discord.ForumChannel | None:
    """The forum of which that channel is a post; None where it is none."""
    spot = await spot_of(client, guild, channel)
    return spot.forum if spot else None


def tags_for(forum: discord.ForumChannel, match: Match) -> list[discord.ForumTag]:
    """The forum's tags that say the game and how the match stands, where it has such that the bot
    may set. A forum that asks for a tag and has none of these gets its first."""
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
    """The match's own post, made unless it is there. Raises what Discord answers."""
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
        allowed_mentions=discord.AllowedMentions.none(),
    )
    return made.thread
