"""What managers of a server can do."""

from discord import app_commands
from discord.app_commands import Range

from bot.front import find_match
from bot.front.context import Interaction, defer_private, person_of
from bot.front.notes import reply_with_notes
from bot.matches.commands import CallOff, Withdraw
from bot.matches.records import Status


@app_commands.command(name="calloff", description="For managers: end a match here without a result")
@app_commands.describe(match="The number of the match; it stands below every board")
@app_commands.guild_only()
@app_commands.guild_install()
@app_commands.default_permissions(manage_messages=True)
async def calloff(interaction: Interaction, match: Range[int, 1]) -> None:
    """End a running match, or take a challenge back, as a manager of the server."""
    await defer_private(interaction)
    found = await find_match.find_to_manage(interaction, match)
    manager = person_of(interaction.user)
    open_challenge = found.status is Status.INVITED
    command = Withdraw(manager, manager=True) if open_challenge else CallOff(manager.id)
    after = await interaction.client.matches.do(found.id, command)
    await reply_with_notes(interaction, after, f"Match {match} is called off.")
