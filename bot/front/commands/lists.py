"""`/games`: everything a person is playing, what waits for them first."""

from discord import app_commands

from bot.front.discord.context import Interaction
from bot.front.inbox.panel import show_inbox
from bot.model.inbox.pages import Kind


@app_commands.command(name="games", description="All your boards, those waiting first")
@app_commands.describe(here="Those of this channel, yours first")
async def games(interaction: Interaction, here: bool = False) -> None:
    await show_inbox(interaction, Kind.HERE if here else Kind.WAITING)
