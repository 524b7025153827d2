"""What the bot and people may do in a channel, and the refusals if they may not."""

import logging

import discord

from bot.front import ids
from bot.front.discord.context import DROPPED, Client, Interaction, PrivateReply, person_of
from bot.front.discord.other_shards import guild_of, known_spot, spot_of
from bot.games.phrases import comma_list
from bot.model.records import ChannelId, GuildId, PersonId
from bot.model.refusals import Refused
from bot.service.personal.preferences import Preferences

log = logging.getLogger(__name__)

# What Discord answers about somebody who is no member of a server, or nobody at all any more.
UNKNOWN = {10007, 10013}

# The permissions the bot needs, as Discord's settings call them.
NAMES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}

ELSEWHERE = (
    "I am not a member here, so I can't post this list and keep it up to date. `/lobby` alone "
    "shows you the challenges here."
)
ALONE = (
    "Nobody but us two sees these messages. Challenge me, or challenge your friend in a channel "
    "that you share."
)

NO_HOST = (
    "That takes the permission **Manage Messages** or **Manage Channels** in <#{channel}>, where "
    "it is posted and played. Ask somebody who has it."
)

NO_PLACE = "You can't see any of them: ask somebody who manages the server."


def permissions_in(
    client: Client, channel: ChannelId | None, member: discord.Member | None = None
) -> discord.Permissions | None:
    """What a member, or else the bot, may do in a channel, or None if the bot can't know: in
    messages between two, and in channels that it does not see, or that another process sees."""
    spot = known_spot(client, channel or ChannelId(0))
    return spot.place.permissions_for(member or spot.me) if spot else None


def missing_permissions(client: Client, channel: ChannelId) -> tuple[str, ...]:
    """The permissions that the bot lacks to post, by the names people know them by."""
    held = permissions_in(client, channel)
    if held is None:
        return ()
    in_thread = isinstance(client.get_channel(channel), discord.Thread)
    needed = ("view_channel", "send_messages_in_threads" if in_thread else "send_messages")
    return tuple(NAMES[name] for name in needed if not getattr(held, name))


def may_attach(client: Client, channel: ChannelId) -> bool:
    held = permissions_in(client, channel)
    return held is None or held.attach_files


def may_read_back(client: Client, channel: ChannelId) -> bool:
    """Whether the bot may read its own messages there later, as it must before it edits a page."""
    held = permissions_in(client, channel)
    return held is None or held.read_message_history


def why_silent(client: Client, channel: ChannelId) -> str | None:
    """Why nothing can be posted in a channel, in a sentence; None if it can."""
    lacking = missing_permissions(client, channel)
    if not lacking:
        return None
    return (
        f"⚠️ I may not post in <#{channel}>, so nobody there sees what happens: I lack "
        f"**{comma_list(lacking)}**. Please ask somebody who manages the server."
    )


def may_only_answer(interaction: Interaction) -> bool:
    """Whether the bot may only answer there: the person uses it as a user-installed app."""
    guild = ids.guild(interaction)
    is_unknown = guild is not None and interaction.client.get_guild(guild) is None
    return interaction.context.private_channel or is_unknown


def require_member(interaction: Interaction) -> None:
    """Refuse what the bot has to post and edit if it may only answer."""
    if may_only_answer(interaction):
        raise PrivateReply(ELSEWHERE)


def require_postable(interaction: Interaction, channel: ChannelId) -> None:
    """Refuse to begin a match in a channel of the bot's in which its boards can't be posted."""
    reason = why_silent(interaction.client, channel)
    if reason:
        raise PrivateReply(reason)


def places_to_play(interaction: Interaction, of_server: Preferences) -> list[ChannelId]:
    """The only channels of the server in which matches may begin; empty if all may.

    Deleted ones don't count: a server is never left without any place.
    """
    guild = interaction.guild
    return [each for each in of_server.channels or () if guild and guild.get_channel(each)]


async def require_place(
    interaction: Interaction, channel: ChannelId, guild: GuildId | None
) -> Preferences:
    """The preferences of the server; refuse to begin a match in a channel that they do not allow
    for it."""
    of_server = await interaction.client.service.preferences.of_server(guild)
    places = places_to_play(interaction, of_server)
    # An archived thread is known only from its events.
    is_here = channel == interaction.channel_id
    place = interaction.channel if is_here else interaction.client.get_channel(channel)
    parent = place.parent_id if isinstance(place, discord.Thread) else channel
    if not places or {channel, parent} & set(places):
        return of_server
    seen = [f"<#{each}>" for each in places if person_permissions(interaction, each).view_channel]
    raise PrivateReply(
        "New matches are allowed only in certain channels of this server. "
        + (f"Start one in {' or '.join(seen)}." if seen else NO_PLACE)
    )


async def require_place_for(client: Client, channel: ChannelId, guild: GuildId | None) -> None:
    """Refuse to renew a challenge in a channel that the server no longer allows for matches.

    An unknown thread, because it is archived, is not refused. Raises Refused.
    """
    of_server = await client.service.preferences.of_server(guild)
    server, place = client.get_guild(guild or 0), client.get_channel(channel)
    named = {each for each in of_server.channels or () if server and server.get_channel(each)}
    parent = place.parent_id if isinstance(place, discord.Thread) else channel
    if named and place is not None and not {channel, parent} & named:
        raise Refused("New matches are allowed only in other channels of this server.")


def require_manager(interaction: Interaction, channel: ChannelId) -> None:
    if not is_manager(interaction, channel):
        raise PrivateReply(
            "That takes the permission **Manage Messages** or **Manage Channels** in "
            f"<#{channel}>, where the match is played."
        )


def is_manager(interaction: Interaction, channel: ChannelId) -> bool:
    held = person_permissions(interaction, channel)
    return held.manage_messages or held.manage_channels


def may_host(interaction: Interaction, channel: ChannelId) -> bool:
    """Whether the person may have leagues and tournaments in a channel of the server: if they
    manage it; if the bot can't see it, such as a deleted one, if they manage all of them."""
    if is_manager(interaction, channel):
        return True
    held = server_permissions(interaction)
    is_known = permissions_in(interaction.client, channel) is not None
    return not is_known and (held.manage_messages or held.manage_channels)


def require_host(interaction: Interaction, channel: ChannelId) -> None:
    if not may_host(interaction, channel):
        raise PrivateReply(NO_HOST.format(channel=channel))


async def may_know(interaction: Interaction, channel: ChannelId) -> bool:
    """Whether the person may know of what is in a channel of the server: if they can read it or may
    host there. Discord may have to be asked: acknowledge before."""
    return await can_read(interaction, channel) or may_host(interaction, channel)


def server_of(interaction: Interaction, refusal: str) -> GuildId:
    """The server of the interaction. Refuses with that sentence messages between two, and if the
    bot may only answer."""
    guild = ids.guild(interaction)
    if guild is None or may_only_answer(interaction):
        raise PrivateReply(refusal)
    return guild


def require_server_manager(interaction: Interaction) -> None:
    """Refuse everybody who does not manage the server; what a channel grants does not count."""
    if not server_permissions(interaction).manage_guild:
        raise PrivateReply(
            "The server's settings need the permission **Manage Server**. Leave `server` out to "
            "change your own."
        )


def server_permissions(interaction: Interaction) -> discord.Permissions:
    """What the person's roles allow in the whole server; nothing if the bot is no member."""
    guild = interaction.client.get_guild(GuildId(interaction.guild_id or 0))
    if guild is None or not isinstance(interaction.user, discord.Member):
        return discord.Permissions.none()
    return interaction.user.guild_permissions


def person_permissions(interaction: Interaction, channel: ChannelId) -> discord.Permissions:
    """What the person may do in a channel of the server. In one that the bot does not know
    (deleted, or an archived thread) everything for administrators and nothing for others."""
    if channel == interaction.channel_id:
        return interaction.permissions
    member = interaction.user
    held = None
    if isinstance(member, discord.Member):
        held = permissions_in(interaction.client, channel, member)
    if held is None and server_permissions(interaction).administrator:
        return discord.Permissions.all()
    return held or discord.Permissions.none()


def can_see(interaction: Interaction, member: discord.Member) -> bool:
    held = permissions_in(interaction.client, ids.channel(interaction), member)
    return held is None or held.view_channel


async def can_read(interaction: Interaction, channel: ChannelId) -> bool:
    """Whether the person can read another channel of the same server.

    The permissions in a thread are those of its parent, but a private thread needs more: being a
    member of it, or Manage Threads. Discord may have to be asked: acknowledge before.
    """
    held = person_permissions(interaction, channel)
    spot = known_spot(interaction.client, channel)
    return await _reads(spot.place if spot else None, held, ids.user(interaction))


async def can_member_read(
    client: Client, guild: GuildId, channel: ChannelId, person: PersonId
) -> bool:
    """The same from anywhere, for a server whose member the person may be or not.

    Raises discord.HTTPException if Discord does not answer.
    """
    member = await fetch_member(client, guild, person)
    return member is not None and await does_read(client, channel, member)


async def fetch_member(client: Client, guild: GuildId, person: PersonId) -> discord.Member | None:
    """A person as a member of a server, None if they are none. Discord is asked: without the
    members intent nothing tells the bot who leaves, and who gets or loses a role."""
    server = await guild_of(client, guild)
    if server is None:
        return None
    try:
        return await server.fetch_member(person)
    except (discord.NotFound, discord.Forbidden):
        return None


async def is_no_member(client: Client, guild: GuildId, person: PersonId) -> bool:
    """True only if Discord confirms that they have left the server. With the members intent those
    who are there are known, without it nobody is."""
    try:
        server = await guild_of(client, guild)
        if server is None or server.get_member(person):
            return False
        await server.fetch_member(person)
    except discord.NotFound as error:
        # Not if it is the server that Discord does not find.
        return error.code in UNKNOWN
    except (discord.DiscordException, *DROPPED) as error:
        log.info("server %s: membership not read: %s", guild, error)
    return False


async def does_read(client: Client, channel: ChannelId, member: discord.Member) -> bool:
    """Whether the member can read a channel of their server; of one that the bot does not know,
    only administrators can."""
    spot = await spot_of(client, GuildId(member.guild.id), channel)
    if spot is None:
        return member.guild_permissions.administrator
    return await _reads(spot.place, spot.permissions_for(member), person_of(member).id)


async def _reads(
    place: discord.abc.GuildChannel | discord.Thread | None,
    held: discord.Permissions,
    person: PersonId,
) -> bool:
    if isinstance(place, discord.Thread) and place.is_private() and not held.manage_threads:
        return held.view_channel and await _is_in_thread(place, person)
    return held.view_channel


async def _is_in_thread(thread: discord.Thread, person: PersonId) -> bool:
    # Whether a person is a member of the thread. Without the members intent nothing tells the bot
    # who comes and goes, so its cache does not count.
    try:
        await thread.fetch_member(person)
    except discord.NotFound:
        return False
    except discord.HTTPException as error:
        log.warning("thread %s: members not read: %s", thread.id, error)
        return False
    return True


def require_shared_channel(interaction: Interaction) -> None:
    """Refuse to invite a person who could never see the channel."""
    if interaction.context.dm_channel:
        raise PrivateReply(ALONE)
