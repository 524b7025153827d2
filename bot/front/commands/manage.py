"""What managers of a server can do."""

from discord import app_commands
from discord.app_commands import Range

from bot.front import actions, find_match, permissions
from bot.front.context import Talk, person, think, whisper
from bot.matches.commands import CallOff, Withdraw
from bot.matches.events import NoSuchMatch, Status


@app_commands.command(name="calloff", description="For managers: end a match here without a result")
@app_commands.describe(match="The number of the match; it stands below every board")
@app_commands.guild_only()
@app_commands.guild_install()
@app_commands.default_permissions(manage_messages=True)
async def calloff(talk: Talk, match: Range[int, 1]) -> None:
    """End a running match, or take a challenge back, as a manager of the server."""
    await think(talk)
    permissions.require_manager(talk)
    found = await find_match.visible(talk, match)
    if found.guild != talk.guild_id:
        raise NoSuchMatch(f"Match {match} is not played in this server.")
    if found.status is Status.INVITED:
        command = Withdraw(person(talk.user), manager=True)
        after = await talk.client.matches.do(found.id, command)
    else:
        after = await talk.client.matches.do(found.id, CallOff(talk.user.id))
    await whisper(talk, await actions.with_notes(talk, after, f"Match {match} is called off."))
