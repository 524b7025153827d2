"""The ids of an interaction: who asks, in which server, and in which channel or thread."""

from typing import Any

import discord

from bot.model.records import ChannelId, GuildId, PersonId


def user(interaction: discord.Interaction[Any]) -> PersonId:
    return PersonId(interaction.user.id)


def guild(interaction: discord.Interaction[Any]) -> GuildId | None:
    return None if interaction.guild_id is None else GuildId(interaction.guild_id)


def channel(interaction: discord.Interaction[Any]) -> ChannelId:
    """0 if Discord names none."""
    return ChannelId(interaction.channel_id or 0)
