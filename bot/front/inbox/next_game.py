"""The next game that waits for somebody, opened in the place of the one they were at."""

from bot.front.board.private_view import record_visit
from bot.front.components.base import Address, button_row, message_view
from bot.front.context import Interaction, defer_update
from bot.front.inbox.next_button import NONE_WAITS, next_button
from bot.front.picker import controller
from bot.front.text.markdown import bold, join_lines
from bot.front.text.posts import challenge_post, match_title, state_lines
from bot.front.text.profiles import told_of
from bot.matches.inbox.pages import next_after
from bot.matches.match import Match
from bot.matches.records import Status
from bot.matches.standing import is_turn


async def open_next(interaction: Interaction, at: Address) -> None:
    """Open the game that waits after the one of the button: its move, or what is to be answered."""
    await defer_update(interaction)
    matches = interaction.client.matches
    waiting = await matches.inbox.waiting(interaction.user.id)
    row = next_after(waiting, at.match)
    if row is None:
        await controller.redraw_screen(interaction, NONE_WAITS)
        return
    match = await matches.match(row.match)
    if is_turn(match, interaction.user.id):
        await controller.open_picker(interaction, match)
    else:
        await show_question(interaction, match, len(waiting) - 1)


async def show_question(interaction: Interaction, match: Match, others: int) -> None:
    """Show what a match that waits for an answer asks, with the way on to the others."""
    at = Address(match.id, match.seq)
    if match.status is Status.INVITED:
        content = challenge_post(match, await told_of(interaction.client, match.host))
        text, buttons = content.text, content.buttons
    else:
        text, buttons = question(match), ("agree", "refuse") if match.draw_offer else ("view",)
    view = button_row(buttons, at) or message_view(())
    if others:
        view.add_item(next_button(match, others))
    await controller.redraw_screen(interaction, text, view=view)
    await record_visit(interaction, match)


def question(match: Match) -> str:
    """What the other side of a match asks for while it is their turn."""
    lines = [state_lines(match), f"-# {match_title(match)}"]
    if match.draw_offer is not None:
        offer = f"{bold(match.person(match.draw_offer))} offers a draw. Do you agree?"
        lines = [offer, *lines]
    return join_lines(lines)
