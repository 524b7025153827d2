"""What managers of a server can do."""

from discord import app_commands
from discord.app_commands import Range

from bot.front import actions, find_match
from bot.front.discord.context import Interaction


@app_commands.command(name="calloff", description="For managers: end a match here without a result")
@app_commands.describe(match="The number of the match; it stands below every board")
@app_commands.guild_only()
@app_commands.guild_install()
@app_commands.default_permissions(manage_messages=True)
async def calloff(interaction: Interaction, match: Range[int, 1]) -> None:
    await actions.ask_to_call_off(interaction, await find_match.find_to_manage(interaction, match))
