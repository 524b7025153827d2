"""The table's server, channel and people, with the same ids every time.

Ids in Discord carry the time they were made. While these are made simcord's clock stands at a
fixed moment, so as long as their order here stays, so do their ids; everything later is made
on the wall clock and gets ids that were never used before.
"""

from dataclasses import dataclass

import discord
from simcord import ChannelHandle, MemberActor
from simcord.env import Env

NAMES = ("Ada", "Grace", "Linus")
TOPIC = "Type /challenge bump and pick somebody. Switch between people with “Viewing as”."


@dataclass(frozen=True, slots=True)
class Room:
    """Where the people meet."""

    channel: ChannelHandle
    people: tuple[MemberActor, ...]


def furnish(env: Env) -> Room:
    """Make the server, its channel and its people, before the bot comes online."""
    env.backend.bot_user.name = "Bumpbot"
    users = [env.create_user(name.lower(), global_name=name) for name in NAMES]
    # The first owns the server, so that what only a manager may do can be tried, too.
    guild = env.create_guild("The table", owner=users[0])
    # The page shows the channel alone, so a match in a thread would be out of reach.
    no_threads = discord.PermissionOverwrite(create_public_threads=False)
    channel = guild.create_text_channel(
        "table", topic=TOPIC, overwrites={guild.default_role: no_threads}
    )
    return Room(channel, tuple(guild.add_member(user) for user in users))
