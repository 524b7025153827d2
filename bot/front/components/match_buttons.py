"""What each button does."""

from collections.abc import Mapping
from typing import Any

from discord import ButtonStyle, TextStyle, ui

from bot.catalog import entry
from bot.front import actions, find_match
from bot.front.board import private_view
from bot.front.components.base import Address, MatchButton, button, button_row
from bot.front.context import Interaction, defer_private, person_of, remove_buttons, reply_private
from bot.front.errors import report
from bot.front.pages import rules_pages
from bot.front.picker import controller, typed_moves
from bot.front.text.markdown import inline_code, join_lines
from bot.front.text.posts import challenge_post, claim_button, match_title
from bot.matches.commands import Accept, Begin, Decline, Withdraw
from bot.matches.events import MatchId, StaleMatch, Status
from bot.matches.match import Match

GREEN, RED, BLUE = ButtonStyle.success, ButtonStyle.danger, ButtonStyle.primary


@button("accept", "Accept", GREEN)
async def accept(interaction: Interaction, at: Address) -> None:
    """Take a seat of the challenge."""
    await interaction.response.defer()
    match = await interaction.client.matches.do(at.match, Accept(person_of(interaction.user)))
    await _after_answer(interaction, match)


@button("decline", "Decline", RED)
async def decline(interaction: Interaction, at: Address) -> None:
    """Say no to the challenge."""
    await interaction.response.defer()
    match = await interaction.client.matches.do(at.match, Decline(person_of(interaction.user)))
    await _after_answer(interaction, match)


@button("withdraw", "Withdraw")
async def withdraw(interaction: Interaction, at: Address) -> None:
    """Take one's own challenge back."""
    await interaction.response.defer()
    match = await interaction.client.matches.do(at.match, Withdraw(person_of(interaction.user)))
    await _after_answer(interaction, match)


@button("begin", "Begin", BLUE)
async def begin(interaction: Interaction, at: Address) -> None:
    """Begin with those who have accepted."""
    await interaction.response.defer()
    match = await interaction.client.matches.do(at.match, Begin(person_of(interaction.user)))
    await _after_answer(interaction, match)


async def _after_answer(interaction: Interaction, match: Match) -> None:
    """Show on the challenge itself what has become of it."""
    if match.status is Status.INVITED:
        await interaction.edit_original_response(content=challenge_post(match).text)
    else:
        await remove_buttons(interaction)
    note = await actions.with_notes(interaction, match, "")
    if note:
        await reply_private(interaction, note)


@button("move", "Move", BLUE)
async def move(interaction: Interaction, at: Address) -> None:
    """Make a move with buttons, from where the person left it."""
    await defer_private(interaction)
    match = await interaction.client.matches.match(at.match)
    require_current(match, at)
    await controller.open_picker(interaction, match)


@button("again", "Begin anew", BLUE)
async def again(interaction: Interaction, at: Address) -> None:
    """Begin the move anew, in the place of one that the board has left behind."""
    await interaction.response.defer()
    match = await interaction.client.matches.match(at.match)
    require_current(match, at)
    await controller.open_picker(interaction, match)


@button("type", "Type it…")
async def type_it(interaction: Interaction, at: Address) -> None:
    """Open the form for a move. A form must be the first answer, so nothing is deferred."""
    match = await interaction.client.matches.match(at.match)
    require_current(match, at)
    controller.require_turn(match, interaction.user.id)
    await interaction.response.send_modal(MoveForm(match, at))


class MoveForm(ui.Modal):
    """Where a move is typed. Its custom id is an address too: `submitted` reads it."""

    def __init__(self, match: Match, at: Address) -> None:
        game = entry(match.game)
        super().__init__(
            title=match_title(match)[:45], custom_id=f"type:{at.match}:{at.seq}", timeout=900
        )
        self.add_item(ui.TextDisplay(game.notation))
        example = next(iter(match.rules.complete(match.position, "", 1)), None)
        hint = match.rules.format(match.position, example)[:90] if example is not None else None
        field = ui.TextInput[MoveForm](
            custom_id="move", style=TextStyle.short, placeholder=hint, max_length=200
        )
        self.add_item(ui.Label(text="Your move", component=field))


async def submitted(interaction: Interaction) -> None:
    """A form came in: make the move typed there."""
    match_id: MatchId | None = None
    try:
        sent: Any = interaction.data
        _, number, seq = sent["custom_id"].split(":")
        match_id = MatchId(int(number))
        await defer_private(interaction)
        match = await find_match.find_own(interaction, match_id)
        require_current(match, Address(match_id, int(seq)))
        await typed_moves.play_typed(interaction, match, _written(sent), seq=int(seq))
    except Exception as error:
        await report(interaction, error, match_id)


def _written(sent: Mapping[str, Any]) -> str:
    """What stands in the form's one text field."""
    fields = (part["component"] for part in sent["components"] if "component" in part)
    return str(next(fields)["value"])


def require_current(match: Match, at: Address) -> None:
    """Refuse a button of a board that has been played on since."""
    if match.status is not Status.RUNNING or at.seq < match.since:
        raise StaleMatch("That board is history: the match has gone on since.")


@button("view", "My view")
async def view(interaction: Interaction, at: Address) -> None:
    """The board as it stands, privately, from the person's side."""
    await defer_private(interaction)
    await private_view.show_board(interaction, await interaction.client.matches.match(at.match))


@button("since", "Since I last looked")
async def since(interaction: Interaction, at: Address) -> None:
    """What has changed since the event that the button names."""
    await defer_private(interaction)
    await private_view.show_changes(
        interaction, await interaction.client.matches.match(at.match), at.seq
    )


@button("more", "More…")
async def more(interaction: Interaction, at: Address) -> None:
    """Everything that is wanted less often."""
    await defer_private(interaction)
    match = await interaction.client.matches.match(at.match)
    plays = match.is_playing(interaction.user.id)
    names = [
        *(["draw"] if plays and len(match.playing) == 2 else []),
        *(["askresign"] if plays else []),
        *([claim_button(match)] if match.overdue and plays else []),
    ]
    shown = button_row([*names, "rules", "record"], Address(at.match, match.seq))
    if match.plies and shown:
        seen = (await private_view.private_view(interaction, match)).seen
        shown.add_item(MatchButton("since", Address(at.match, seen)))
    await reply_private(
        interaction, f"{actions.state_lines(match)}\n-# {match_title(match)}", view=shown
    )


@button("draw", "Draw")
async def draw(interaction: Interaction, at: Address) -> None:
    """Offer a draw, or answer the one on offer."""
    await defer_private(interaction)
    await actions.offer_draw(interaction, await interaction.client.matches.match(at.match))


@button("agree", "Agree to the draw", GREEN)
async def agree(interaction: Interaction, at: Address) -> None:
    """Take the draw."""
    await interaction.response.defer()
    await actions.answer_draw(
        interaction, await interaction.client.matches.match(at.match), yes=True
    )
    await remove_buttons(interaction)


@button("refuse", "Play on")
async def refuse(interaction: Interaction, at: Address) -> None:
    """Decline the draw."""
    await interaction.response.defer()
    await actions.answer_draw(
        interaction, await interaction.client.matches.match(at.match), yes=False
    )
    await remove_buttons(interaction)


@button("askresign", "Resign…", RED)
async def ask_to_resign(interaction: Interaction, at: Address) -> None:
    """Ask before resigning."""
    await defer_private(interaction)
    await actions.ask_to_resign(interaction, await interaction.client.matches.match(at.match))


@button("resign", "Yes, resign", RED)
async def resign(interaction: Interaction, at: Address) -> None:
    """Resign, having been asked."""
    await defer_private(interaction)
    await actions.resign_match(interaction, await interaction.client.matches.match(at.match))


@button("keep", "No, play on")
async def keep(interaction: Interaction, at: Address) -> None:
    """Think better of it."""
    await interaction.response.edit_message(content="Good. The match goes on.", view=None)


@button("claim", "Claim the win", BLUE)
async def claim(interaction: Interaction, at: Address) -> None:
    """Claim the win over an overdue player."""
    await interaction.response.defer()
    await actions.claim_win(interaction, await interaction.client.matches.match(at.match))
    await remove_buttons(interaction)


@button("without", "Play on without them", BLUE)
async def without(interaction: Interaction, at: Address) -> None:
    """Put an overdue player out, among many who play on."""
    await claim(interaction, at)


@button("rules", "Rules")
async def rules(interaction: Interaction, at: Address) -> None:
    """The rules of the match's game."""
    await defer_private(interaction)
    match = await interaction.client.matches.match(at.match)
    await rules_pages.show_rules(interaction, entry(match.game), 0)


@button("record", "Moves so far")
async def record(interaction: Interaction, at: Address) -> None:
    """Every move of the match."""
    await defer_private(interaction)
    match = await interaction.client.matches.match(at.match)
    lines = [f"{n}. {inline_code(ply.text)}" for n, ply in enumerate(match.plies, 1)]
    await reply_private(
        interaction,
        join_lines([f"**{match_title(match)}**", *lines])
        if lines
        else "No move has been made yet.",
    )


@button("rematch", "Rematch", BLUE)
async def rematch(interaction: Interaction, at: Address) -> None:
    """A new challenge to the same players, with the seats swapped."""
    await defer_private(interaction)
    match = await interaction.client.matches.rematch(at.match, person_of(interaction.user))
    said = f"Your challenge for a rematch is match {match.id}."
    if match.host.id != interaction.user.id:
        # Somebody had asked already, and this is the answer.
        said = f"You are in for the rematch: match {match.id}."
    await reply_private(interaction, await actions.with_notes(interaction, match, said))
