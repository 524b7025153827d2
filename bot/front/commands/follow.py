"""The commands of somebody who follows a match of others, and of who notes something about one."""

from discord import app_commands
from discord.app_commands import Range

from bot.front import find_match
from bot.front.commands.of_match import TO_VIEW, WHICH_TO_VIEW, Meant, of_match
from bot.front.discord.context import Interaction
from bot.front.following.onlooking import follow_or_not, keep_note
from bot.model.match import Match
from bot.service.following import LONGEST_NOTE

follow = of_match(
    "follow",
    "Hear of a match's turns by direct message, or no longer",
    Meant(find_match.find_to_follow, find_match.matches_of_others, WHICH_TO_VIEW),
)(follow_or_not)


@of_match("note", "Keep a private note about a match", TO_VIEW)
@app_commands.describe(
    text="What only you will see with the board; leave it out to remove your note"
)
async def note(
    interaction: Interaction, match: Match, text: Range[str, 0, LONGEST_NOTE] = ""
) -> None:
    await keep_note(interaction, match, text)
