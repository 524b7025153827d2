"""What the bot and people may do in a channel, and the refusals where they may not."""

import discord

from bot.front.context import Client, Interaction, PrivateReply
from bot.front.text.markdown import comma_list

NAMES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}
"""The permissions the bot needs, as Discord's settings call them."""

ELSEWHERE = (
    "I am not a member here, so I can't post the board after every turn. Add me to this server, "
    "or challenge in a server where I am."
)
ALONE = (
    "Nobody but us two sees these messages. Challenge me, or challenge your friend in a channel "
    "that you share."
)


def permissions_in(
    client: Client, channel: int | None, member: discord.Member | None = None
) -> discord.Permissions | None:
    """What a member, or else the bot, may do in a channel, or None where the bot can't know:
    messages between two, and channels it does not see."""
    place = client.get_channel(channel or 0)
    if isinstance(place, (discord.abc.GuildChannel, discord.Thread)):
        return place.permissions_for(member or place.guild.me)
    return None


def missing_permissions(client: Client, channel: int) -> tuple[str, ...]:
    """The permissions that the bot lacks to post, by the names people know them by."""
    held = permissions_in(client, channel)
    if held is None:
        return ()
    in_thread = isinstance(client.get_channel(channel), discord.Thread)
    needed = ("view_channel", "send_messages_in_threads" if in_thread else "send_messages")
    return tuple(NAMES[name] for name in needed if not getattr(held, name))


def may_attach(client: Client, channel: int) -> bool:
    """Whether pictures can go into the channel, as far as the bot knows."""
    held = permissions_in(client, channel)
    return held is None or held.attach_files


def why_silent(client: Client, channel: int) -> str | None:
    """Why nothing can be posted in a channel, in a sentence; None when it can."""
    lacking = missing_permissions(client, channel)
    if not lacking:
        return None
    return (
        f"⚠️ I may not post in <#{channel}>, so nobody there sees what happens: I lack "
        f"**{comma_list(lacking)}**. Please ask somebody who manages the server."
    )


def require_postable(interaction: Interaction) -> None:
    """Refuse to begin a match where its boards could never be posted."""
    if interaction.context.private_channel or (
        interaction.guild_id and not interaction.client.get_guild(interaction.guild_id)
    ):
        raise PrivateReply(ELSEWHERE)
    reason = why_silent(interaction.client, interaction.channel_id or 0)
    if reason:
        raise PrivateReply(reason)


def require_manager(interaction: Interaction) -> None:
    """Refuse everybody who manages neither messages nor channels here."""
    if not (interaction.permissions.manage_messages or interaction.permissions.manage_channels):
        raise PrivateReply("That takes the permission **Manage Messages** or **Manage Channels**.")


def can_see(interaction: Interaction, member: discord.Member) -> bool:
    """Whether somebody can read the channel, as far as the bot knows."""
    held = permissions_in(interaction.client, interaction.channel_id, member)
    return held is None or held.view_channel


def can_read(interaction: Interaction, channel: int) -> bool:
    """Whether the person can read another channel of the same server."""
    if not isinstance(interaction.user, discord.Member):
        return False
    held = permissions_in(interaction.client, channel, interaction.user)
    return held is not None and held.view_channel


def require_shared_channel(interaction: Interaction) -> None:
    """Refuse to invite somebody who could never see the channel."""
    if interaction.context.dm_channel:
        raise PrivateReply(ALONE)
