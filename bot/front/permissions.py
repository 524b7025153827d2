"""Channels: whether the bot may post there, and what to tell people when it may not."""

from typing import TYPE_CHECKING

import discord

from bot.front.context import Talk, Told
from bot.front.text.markdown import listing

if TYPE_CHECKING:
    from bot.front.client import Bumpbot

NAMES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}
"""The permissions the bot lives on, as Discord's settings call them."""

ELSEWHERE = (
    "I am not a member here, so I can't post the board after every turn. Add me to this server, "
    "or challenge in a server where I am."
)
ALONE = (
    "Nobody but us two sees these messages. Challenge me, or challenge your friend in a channel "
    "that you share."
)


def permissions(client: "Bumpbot", channel: int) -> discord.Permissions | None:
    """What the bot may do in a channel, or None where it can't know: messages between two, and
    channels it does not see."""
    place = client.get_channel(channel)
    if isinstance(place, (discord.abc.GuildChannel, discord.Thread)):
        return place.permissions_for(place.guild.me)
    return None


def missing(client: "Bumpbot", channel: int) -> tuple[str, ...]:
    """The permissions that keep the bot from posting, by the names people know them by."""
    held = permissions(client, channel)
    if held is None:
        return ()
    in_thread = isinstance(client.get_channel(channel), discord.Thread)
    needed = ("view_channel", "send_messages_in_threads" if in_thread else "send_messages")
    return tuple(NAMES[name] for name in needed if not getattr(held, name))


def may_attach(client: "Bumpbot", channel: int) -> bool:
    """Whether pictures can go into the channel, as far as the bot knows."""
    held = permissions(client, channel)
    return held is None or held.attach_files


def silence(client: "Bumpbot", channel: int) -> str | None:
    """Why nothing can be posted in a channel, for the person who waits for it; None: it can."""
    lacking = missing(client, channel)
    if not lacking:
        return None
    return (
        f"⚠️ I may not post in <#{channel}>, so nobody there sees what happens: I lack "
        f"**{listing(lacking)}**. Please ask somebody who manages the server."
    )


def require_voice(talk: Talk) -> None:
    """Refuse to begin a match where its boards could never be posted."""
    if talk.context.private_channel or (talk.guild_id and not talk.client.get_guild(talk.guild_id)):
        raise Told(ELSEWHERE)
    reason = silence(talk.client, talk.channel_id or 0)
    if reason:
        raise Told(reason)


def require_manager(talk: Talk) -> None:
    """Refuse everybody who manages neither messages nor channels here."""
    if not (talk.permissions.manage_messages or talk.permissions.manage_channels):
        raise Told("That takes the permission **Manage Messages** or **Manage Channels**.")


def sees(talk: Talk, member: discord.Member) -> bool:
    """Whether somebody can read the channel, as far as the bot knows."""
    place = talk.client.get_channel(talk.channel_id or 0)
    if not isinstance(place, (discord.abc.GuildChannel, discord.Thread)):
        return True
    return place.permissions_for(member).view_channel


def reads(talk: Talk, channel: int) -> bool:
    """Whether the person who is talking can read another channel of the same server."""
    place = talk.client.get_channel(channel)
    if not isinstance(place, (discord.abc.GuildChannel, discord.Thread)):
        return False
    return isinstance(talk.user, discord.Member) and place.permissions_for(talk.user).view_channel


def require_company(talk: Talk) -> None:
    """Refuse to invite somebody who could never see the channel."""
    if talk.context.dm_channel:
        raise Told(ALONE)
