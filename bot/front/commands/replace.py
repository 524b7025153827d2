"""`/replace`: somebody plays on for a player who leaves."""

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.front import find_match
from bot.front.discord.context import Interaction
from bot.front.replacing import ask_replacement


@app_commands.command(
    name="replace", description="Let somebody play on for a player who leaves, if all agree"
)
@app_commands.describe(
    player="Who leaves: you, or another player (their id, once they are not in the server)",
    by="Who plays on from here; me without being asked",
    match="Which match, when the player has more than one here",
)
@app_commands.guild_only()
@app_commands.guild_install()
async def replace(
    interaction: Interaction,
    player: discord.User,
    by: discord.User,
    match: Range[int, 1] | None = None,
) -> None:
    found = await find_match.find_to_replace(interaction, match, player.id)
    await ask_replacement(interaction, found, player, by)


replace.autocomplete("match")(find_match.visible_matches)
