"""What each button about a match does. `table.BUTTONS` lists them all."""

from collections.abc import Mapping
from typing import Any

from discord import TextStyle, ui

from bot.catalog import entry
from bot.front import actions, find_match
from bot.front.board import private_view
from bot.front.components.base import (
    Address,
    ButtonId,
    button_row,
    match_button,
    refuse_unknown,
)
from bot.front.context import Interaction, defer_private, person_of, remove_buttons, reply_private
from bot.front.errors import report
from bot.front.notes import reply_with_notes, with_notes
from bot.front.pages import rules_pages
from bot.front.picker import controller, typed_moves
from bot.front.text.markdown import inline_code, join_lines
from bot.front.text.posts import challenge_post, claim_button, match_title, state_lines
from bot.matches.commands import Accept, Begin, Command, Decline, Withdraw
from bot.matches.events import StaleMatch, Status
from bot.matches.match import Match

REMATCH_ASKED = "Your challenge for a rematch is match {number}."
REMATCH_ACCEPTED = "You are in for the rematch: match {number}."

# A challenge


async def accept(interaction: Interaction, at: Address) -> None:
    """Take a seat of the challenge."""
    await _answer_challenge(interaction, at, Accept(person_of(interaction.user)))


async def decline(interaction: Interaction, at: Address) -> None:
    """Say no to the challenge."""
    await _answer_challenge(interaction, at, Decline(person_of(interaction.user)))


async def withdraw(interaction: Interaction, at: Address) -> None:
    """Take one's own challenge back."""
    await _answer_challenge(interaction, at, Withdraw(person_of(interaction.user)))


async def begin(interaction: Interaction, at: Address) -> None:
    """Begin with those who have accepted."""
    await _answer_challenge(interaction, at, Begin(person_of(interaction.user)))


async def _answer_challenge(interaction: Interaction, at: Address, answer: Command) -> None:
    """Do what was pressed, and show on the challenge itself what has become of it."""
    await interaction.response.defer()
    match = await interaction.client.matches.do(at.match, answer)
    if match.status is Status.INVITED:
        await interaction.edit_original_response(content=challenge_post(match).text)
    else:
        await remove_buttons(interaction)
    note = await with_notes(interaction, match, "")
    if note:
        await reply_private(interaction, note)


# A move


async def move(interaction: Interaction, at: Address) -> None:
    """Make a move with buttons, from where the person left it."""
    await defer_private(interaction)
    await controller.open_picker(interaction, await _current(interaction, at))


async def again(interaction: Interaction, at: Address) -> None:
    """Begin the move anew, in the place of one that the board has left behind."""
    await interaction.response.defer()
    await controller.open_picker(interaction, await _current(interaction, at))


async def type_it(interaction: Interaction, at: Address) -> None:
    """Open the form for a move. A form must be the first answer, so nothing is deferred."""
    match = await _current(interaction, at)
    controller.require_turn(match, interaction.user.id)
    examples = await typed_moves.legal_texts(interaction, match, "", 1)
    await interaction.response.send_modal(MoveForm(match, at, *examples))


class MoveForm(ui.Modal):
    """Where a move is typed. Its custom id is that of its button: `submitted` reads it."""

    def __init__(self, match: Match, at: Address, example: str = "") -> None:
        custom_id = str(ButtonId("type", at.match, at.seq))
        super().__init__(title=match_title(match)[:45], custom_id=custom_id, timeout=900)
        self.add_item(ui.TextDisplay(entry(match.game).notation))
        field = ui.TextInput[MoveForm](
            custom_id="move",
            style=TextStyle.short,
            placeholder=example[:90] or None,
            max_length=200,
        )
        self.add_item(ui.Label(text="Your move", component=field))


async def submitted(interaction: Interaction) -> None:
    """Make the move that was typed in a form, or say why not."""
    sent: Any = interaction.data
    form = ButtonId.parse(sent["custom_id"])
    try:
        await defer_private(interaction)
        if form is None:
            await refuse_unknown(interaction)
        else:
            await _play_form(interaction, Address(form.match, form.seq), _written(sent))
    except Exception as error:
        await report(interaction, error, form.match if form else None)


async def _play_form(interaction: Interaction, at: Address, text: str) -> None:
    match = await find_match.find_own(interaction, at.match)
    require_current(match, at)
    await typed_moves.play_typed(interaction, match, text, seq=at.seq)


def _written(sent: Mapping[str, Any]) -> str:
    """What stands in the form's one text field."""
    fields = (part["component"] for part in sent["components"] if "component" in part)
    return str(next(fields)["value"])


async def _current(interaction: Interaction, at: Address) -> Match:
    """The match, if the button's board is still the current one."""
    match = await _match(interaction, at)
    require_current(match, at)
    return match


def require_current(match: Match, at: Address) -> None:
    """Refuse a button of a board that has been played on since."""
    if match.status is not Status.RUNNING or at.seq < match.since:
        raise StaleMatch("That board is history: the match has gone on since.")


async def _match(interaction: Interaction, at: Address) -> Match:
    return await interaction.client.matches.match(at.match)


# The board and what belongs to it


async def view(interaction: Interaction, at: Address) -> None:
    """The board as it stands, privately, from the person's side."""
    await defer_private(interaction)
    await private_view.show_board(interaction, await _match(interaction, at))


async def since(interaction: Interaction, at: Address) -> None:
    """What has changed since the event that the button names."""
    await defer_private(interaction)
    await private_view.show_changes(interaction, await _match(interaction, at), at.seq)


async def more(interaction: Interaction, at: Address) -> None:
    """Everything that is wanted less often."""
    await defer_private(interaction)
    match = await _match(interaction, at)
    buttons = button_row(_more_actions(match, interaction.user.id), Address(at.match, match.seq))
    if match.plies and buttons:
        seen = (await private_view.load_view(interaction, match)).seen
        buttons.add_item(match_button("since", Address(at.match, seen)))
    text = f"{state_lines(match)}\n-# {match_title(match)}"
    await reply_private(interaction, text, view=buttons)


def _more_actions(match: Match, person: int) -> list[str]:
    """What somebody can do with the match beside making a move."""
    plays = match.is_playing(person)
    return [
        *(["draw"] if plays and len(match.playing) == 2 else []),
        *(["askresign"] if plays else []),
        *([claim_button(match)] if match.overdue and plays else []),
        *("rules", "record"),
    ]


async def rules(interaction: Interaction, at: Address) -> None:
    """The rules of the match's game."""
    await defer_private(interaction)
    match = await _match(interaction, at)
    await rules_pages.show_rules(interaction, entry(match.game), 0)


async def record(interaction: Interaction, at: Address) -> None:
    """Every move of the match."""
    await defer_private(interaction)
    match = await _match(interaction, at)
    moves = [f"{n}. {inline_code(ply.text)}" for n, ply in enumerate(match.plies, 1)]
    text = join_lines([f"**{match_title(match)}**", *moves])
    await reply_private(interaction, text if moves else "No move has been made yet.")


# The end of a match


async def draw(interaction: Interaction, at: Address) -> None:
    """Offer a draw, or answer the one on offer."""
    await defer_private(interaction)
    await actions.offer_draw(interaction, await _match(interaction, at))


async def agree(interaction: Interaction, at: Address) -> None:
    """Take the draw."""
    await interaction.response.defer()
    await actions.answer_draw(interaction, await _match(interaction, at), yes=True)
    await remove_buttons(interaction)


async def refuse(interaction: Interaction, at: Address) -> None:
    """Decline the draw."""
    await interaction.response.defer()
    await actions.answer_draw(interaction, await _match(interaction, at), yes=False)
    await remove_buttons(interaction)


async def ask_to_resign(interaction: Interaction, at: Address) -> None:
    """Ask before resigning."""
    await defer_private(interaction)
    await actions.ask_to_resign(interaction, await _match(interaction, at))


async def resign(interaction: Interaction, at: Address) -> None:
    """Resign, having been asked."""
    await defer_private(interaction)
    await actions.resign_match(interaction, await _match(interaction, at))


async def keep(interaction: Interaction, at: Address) -> None:
    """Go on playing, having been asked about resigning."""
    await interaction.response.edit_message(content="Good. The match goes on.", view=None)


async def claim(interaction: Interaction, at: Address) -> None:
    """Claim the win over an overdue player; where many play, put that player out."""
    await interaction.response.defer()
    await actions.claim_win(interaction, await _match(interaction, at))
    await remove_buttons(interaction)


async def rematch(interaction: Interaction, at: Address) -> None:
    """A new challenge to the same players with the seats swapped, or the answer to such a one."""
    await defer_private(interaction)
    match = await interaction.client.matches.rematch(at.match, person_of(interaction.user))
    asked_before = match.host.id != interaction.user.id
    text = REMATCH_ACCEPTED if asked_before else REMATCH_ASKED
    await reply_with_notes(interaction, match, text.format(number=match.id))
