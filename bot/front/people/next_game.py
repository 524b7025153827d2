"""The next game that waits for a person, opened instead of the one they were at, and what a match
asks of them besides a move."""

from bot.front import ids
from bot.front.actions import match_action
from bot.front.board.private_view import record_visit
from bot.front.discord.context import Interaction
from bot.front.discord.markdown import join_lines
from bot.front.picker.controller import redraw_screen
from bot.front.picker.on_match import open_picker
from bot.front.text import requests
from bot.front.text.parts import match_title
from bot.front.text.profiles import invited_content
from bot.front.text.turns import state_lines
from bot.front.ui.answers import NONE_WAITS, next_button
from bot.front.ui.base import BLUE, Address, ButtonId, action, match_button, message_view
from bot.model.decide.requirements import is_turn
from bot.model.match import Match
from bot.model.records import PersonId, Status
from bot.service.inbox import next_after
from bot.service.personal.recap import asked_for


@action(ButtonId, "next", "Next game", BLUE)
async def open_next(interaction: Interaction, at: ButtonId) -> None:
    """Open the game that waits after the one of the button: its move, or its question."""
    client, person = interaction.client, ids.user(interaction)
    waiting = await client.service.inbox.waiting(person)
    row = next_after(waiting, at.match)
    if row is None:
        await redraw_screen(interaction, NONE_WAITS)
        return
    match = await client.matches.match(row.match)
    if is_turn(match, person) and not asked_for(match, person):
        await open_picker(interaction, match)
    else:
        await _show_question(interaction, match, len(waiting) - 1)


@match_action("answer", "Answer…", BLUE)
async def open_question(interaction: Interaction, match: Match) -> None:
    """Show what a match asks of the person besides a move, in its own private message."""
    waiting = await interaction.client.service.inbox.waiting(ids.user(interaction))
    await _show_question(interaction, match, sum(row.match != match.id for row in waiting))


async def _show_question(interaction: Interaction, match: Match, others: int) -> None:
    at = Address(match.id, match.seq)
    if match.status is Status.INVITED:
        content = await invited_content(interaction.client, match, ids.user(interaction))
        text, buttons = content.text, content.buttons
    else:
        text, buttons = question(match, ids.user(interaction))
    view = message_view(match_button(action, at) for action in buttons)
    if others:
        view.add_item(next_button(match, others))
    await redraw_screen(interaction, text, view=view)
    await record_visit(interaction, match)


def question(match: Match, person: PersonId) -> tuple[str, tuple[str, ...]]:
    """What the other side of a match asks the person for, the state of the match, and the buttons.

    Of several questions each comes when the one before it is answered.
    """
    asked = match.requests.awaiting(person)
    ask, answers = requests.request_question(match, asked[0].kind, person) if asked else ("", ())
    lines = [ask, state_lines(match, person), f"-# {match_title(match)}"]
    move = ("move",) if is_turn(match, person) else ()
    return join_lines(filter(None, lines)), (*answers, *move, "view")
