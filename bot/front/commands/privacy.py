"""`/privacy`: what is stored about somebody, all of it in files, and its deletion."""

from discord import app_commands

from bot.front.discord.context import Interaction, reply_private
from bot.front.pages.privacy_panel import ABOUT, hand_out, warn

privacy = app_commands.Group(
    name="privacy", description="What I store about you: see it, get it, delete it"
)


@privacy.command(name="about", description="What I store about you, why and for how long")
async def about(interaction: Interaction) -> None:
    await reply_private(interaction, ABOUT)


@privacy.command(name="export", description="Get all that I store about you, as files")
async def export(interaction: Interaction) -> None:
    await hand_out(interaction)


@privacy.command(name="delete", description="Delete all that I store about you; I ask first")
async def delete(interaction: Interaction) -> None:
    await warn(interaction)
