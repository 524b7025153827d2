"""`/profile`: how somebody is known as a player."""

import discord
from discord import app_commands

from bot.front.discord.context import Interaction, PrivateReply, person_of, reply_private
from bot.front.discord.markdown import bold
from bot.front.text.profiles import profile_page
from bot.model.records import Status

ROBOT = "That is me. I answer at once, finish every match, and have no clock to keep."


@app_commands.command(
    name="profile", description="How fast somebody answers, and how many matches they finish"
)
@app_commands.describe(person="Whom you ask about; leave it out for yourself")
async def profile(interaction: Interaction, person: discord.User | None = None) -> None:
    user = person or interaction.user
    if user == interaction.client.user:
        raise PrivateReply(ROBOT)
    if user.bot:
        raise PrivateReply(f"{bold(person_of(user))} is a bot and can't play. I can: challenge me.")
    found = await interaction.client.service.profiles.profile(user.id)
    here = await running_here(interaction, user.id)
    text = profile_page(person_of(user), found, here, own=user.id == interaction.user.id)
    await reply_private(interaction, text)


async def running_here(interaction: Interaction, person: int) -> int:
    """The person's running matches in this server, or outside of servers in this channel."""
    rows = await interaction.client.matches.of_person(person)
    running = (row for row in rows if row.status is Status.RUNNING)
    if interaction.guild_id:
        return sum(row.guild == interaction.guild_id for row in running)
    return sum(row.channel == interaction.channel_id for row in running)
