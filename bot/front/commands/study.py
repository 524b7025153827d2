"""The command of studies: boards of one's own on which to think."""

from discord.app_commands import Range

from bot.front.commands.options import Command, Field, command_of, game_field
from bot.front.discord.context import Interaction
from bot.front.meant import all_matches, find_visible
from bot.front.studies import opening

ABOUT = "A private board to try moves on for both sides; without options, your studies"
GAME = "A study of a game from its start, or of a position of it"
POSITION = "A position as text, as the pages of `/rules` write it; needs `game`"


async def _study(
    interaction: Interaction, match: int | None, game: str | None, position: str
) -> None:
    if match is not None:
        await opening.study_match(interaction, await find_visible(interaction, match))
    elif game or position:
        await opening.study_position(interaction, game, position)
    else:
        await opening.list_studies(interaction)


def study_command() -> Command:
    fields = (
        Field("match", Range[int, 1], "Of which match, running or over", offer=all_matches),
        game_field(GAME),
        Field("position", Range[str, 1, 2000], POSITION, default=""),
    )
    return command_of("study", ABOUT, fields, _study)
