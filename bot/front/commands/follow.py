"""The commands of somebody who follows a match of others, and of who notes something about one."""

from discord import app_commands
from discord.app_commands import Range

from bot.front import find_match
from bot.front.commands.see import WHICH
from bot.front.discord.context import Interaction
from bot.front.following.onlooking import follow_or_not, keep_note
from bot.service.following import LONGEST_NOTE


@app_commands.command(
    name="follow", description="Hear of a match's turns by direct message, or no longer"
)
@app_commands.describe(match=WHICH)
async def follow(interaction: Interaction, match: Range[int, 1] | None = None) -> None:
    await follow_or_not(interaction, await find_match.find_to_follow(interaction, match))


@app_commands.command(name="note", description="Keep a private note about a match")
@app_commands.describe(
    match=WHICH, text="What only you will see with the board; leave it out to remove your note"
)
async def note(
    interaction: Interaction,
    match: Range[int, 1] | None = None,
    text: Range[str, 0, LONGEST_NOTE] = "",
) -> None:
    await keep_note(interaction, await find_match.find_to_view(interaction, match), text)


follow.autocomplete("match")(find_match.matches_of_others)
note.autocomplete("match")(find_match.visible_matches)
