"""The record of a match as files, and files that become a match."""

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.front.commands.of_match import WHICH_TO_VIEW, Meant, of_match
from bot.front.discord.context import Interaction
from bot.front.find_match import all_matches, find_to_replay
from bot.front.game_records import hand_out_record, hand_out_server, list_imports, take_in

record = of_match(
    "record",
    "A match as files: every move, what happened beside, how it ended",
    Meant(find_to_replay, all_matches, WHICH_TO_VIEW),
)(hand_out_record)


@app_commands.command(name="records", description="For managers: all matches of this server")
@app_commands.describe(after="Only matches with a higher number than this")
@app_commands.guild_only()
@app_commands.guild_install()
@app_commands.default_permissions(manage_guild=True)
async def records(interaction: Interaction, after: Range[int, 0] = 0) -> None:
    await hand_out_server(interaction, after)


@app_commands.command(
    name="import", description="Make a match of a record, to be looked at and replayed"
)
@app_commands.describe(file="A record as text or JSON; without one, what you brought is listed")
async def import_(interaction: Interaction, file: discord.Attachment | None = None) -> None:
    await (take_in(interaction, file) if file else list_imports(interaction))
