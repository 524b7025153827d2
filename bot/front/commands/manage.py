"""What managers of a server can do."""

from discord import app_commands
from discord.app_commands import Range

from bot.front import actions, find_match, permissions
from bot.front.context import Interaction, defer_private, person_of, reply_private
from bot.matches.commands import CallOff, Withdraw
from bot.matches.events import NoSuchMatch, Status


@app_commands.command(name="calloff", description="For managers: end a match here without a result")
@app_commands.describe(match="The number of the match; it stands below every board")
@app_commands.guild_only()
@app_commands.guild_install()
@app_commands.default_permissions(manage_messages=True)
async def calloff(interaction: Interaction, match: Range[int, 1]) -> None:
    """End a running match, or take a challenge back, as a manager of the server."""
    await defer_private(interaction)
    permissions.require_manager(interaction)
    found = await find_match.find_visible(interaction, match)
    if found.guild != interaction.guild_id:
        raise NoSuchMatch(f"Match {match} is not played in this server.")
    if found.status is Status.INVITED:
        command = Withdraw(person_of(interaction.user), manager=True)
        after = await interaction.client.matches.do(found.id, command)
    else:
        after = await interaction.client.matches.do(found.id, CallOff(interaction.user.id))
    await reply_private(
        interaction, await actions.with_notes(interaction, after, f"Match {match} is called off.")
    )
