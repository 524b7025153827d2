"""The command of studies: boards of one's own on which to think."""

from discord.app_commands import Choice, Range

from bot.front import ids
from bot.front.commands.options import Command, Field, command_of, game_field
from bot.front.discord.context import Interaction
from bot.front.meant import all_matches, find_visible
from bot.front.studies import opening
from bot.front.ui.choices import to_choose

ABOUT = "A private board to try moves on for both sides; without options, your studies"
GAME = "A study of a game from its start, or of a position of it"
POSITION = "A position as text, as the pages of `/rules` write it; needs `game`"


async def _study(
    interaction: Interaction,
    match: int | None,
    game: str | None,
    position: str,
    puzzle: str | None,
) -> None:
    if match is not None:
        await opening.study_match(interaction, await find_visible(interaction, match))
    elif puzzle is not None:
        await opening.study_puzzle(interaction, puzzle)
    elif game or position:
        await opening.study_position(interaction, game, position)
    else:
        await opening.list_studies(interaction)


async def finished_puzzles(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Autocomplete for `puzzle`: those that the person has finished, the last first."""
    found = await interaction.client.service.exercises.finished(ids.user(interaction))
    return to_choose([(opening.puzzle_label(each), each.exercise) for each in found], typed)


def study_command() -> Command:
    fields = (
        Field("match", Range[int, 1], "Of which match, running or over", offer=all_matches),
        game_field(GAME),
        Field("position", Range[str, 1, 2000], POSITION, default=""),
        Field("puzzle", str, "A puzzle that you have finished", offer=finished_puzzles),
    )
    return command_of("study", ABOUT, fields, _study)
