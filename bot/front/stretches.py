"""Playing on at once: the buttons that begin a fast stretch and end it."""

from bot.front import find_match
from bot.front.discord.context import Interaction, PrivateReply, change_pressed, defer_update
from bot.front.discord.layouts import words_of
from bot.front.text.stretches import IN_PLACE_BUTTONS, with_line
from bot.front.ui.away import is_away
from bot.front.ui.base import Address, button_row
from bot.model.decide.requirements import require_current, require_seat

ONLY_ANSWERS = "I can only answer here, so no board can change in place. Play on as usual."
NONE_LASTS = "Every turn of match {number} has a post of its own already."


async def play_on_now(interaction: Interaction, at: Address) -> None:
    """From now on the board that was pressed changes in place, and nobody is called."""
    await defer_update(interaction)
    match = await find_match.find_visible(interaction, at.match)
    require_seat(match, interaction.user.id)
    require_current(match, at.seq)
    if await is_away(interaction.client, match):
        raise PrivateReply(ONLY_ANSWERS)
    await interaction.client.service.stretches.begin(match, interaction.user.id)
    board = interaction.message
    if board is not None:
        view = button_row(IN_PLACE_BUTTONS, at)
        await change_pressed(interaction, content=with_line(words_of(board)), view=view)


async def one_post_a_turn(interaction: Interaction, at: Address) -> None:
    """End the stretch; its summary follows, and every turn has a post of its own again."""
    await defer_update(interaction)
    match = await find_match.find_visible(interaction, at.match)
    if not await interaction.client.service.stretches.finish(match, interaction.user.id):
        raise PrivateReply(NONE_LASTS.format(number=match.id))
