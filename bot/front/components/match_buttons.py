"""What each button does."""

from collections.abc import Mapping
from typing import Any

from discord import ButtonStyle, TextStyle, ui

from bot.catalog import entry
from bot.front import actions, find_match
from bot.front.board import private_view
from bot.front.components.base import Address, Press, button, row
from bot.front.context import Talk, person, think, undress, whisper
from bot.front.errors import report
from bot.front.pages import rules_pages
from bot.front.picker import controller, typed_moves
from bot.front.text.markdown import code, fill
from bot.front.text.posts import challenge as challenge_post
from bot.front.text.posts import claim_button, title
from bot.matches.commands import Accept, Begin, Decline, Withdraw
from bot.matches.events import MatchId, StaleMatch, Status
from bot.matches.match import Match

GREEN, RED, BLUE = ButtonStyle.success, ButtonStyle.danger, ButtonStyle.primary


@button("accept", "Accept", GREEN)
async def accept(talk: Talk, at: Address) -> None:
    """Take a seat of the challenge."""
    await talk.response.defer()
    match = await talk.client.matches.do(at.match, Accept(person(talk.user)))
    await _after_answer(talk, match)


@button("decline", "Decline", RED)
async def decline(talk: Talk, at: Address) -> None:
    """Say no to the challenge."""
    await talk.response.defer()
    match = await talk.client.matches.do(at.match, Decline(person(talk.user)))
    await _after_answer(talk, match)


@button("withdraw", "Withdraw")
async def withdraw(talk: Talk, at: Address) -> None:
    """Take one's own challenge back."""
    await talk.response.defer()
    match = await talk.client.matches.do(at.match, Withdraw(person(talk.user)))
    await _after_answer(talk, match)


@button("begin", "Begin", BLUE)
async def begin(talk: Talk, at: Address) -> None:
    """Begin with those who have accepted."""
    await talk.response.defer()
    match = await talk.client.matches.do(at.match, Begin(person(talk.user)))
    await _after_answer(talk, match)


async def _after_answer(talk: Talk, match: Match) -> None:
    """Show on the challenge itself what has become of it."""
    if match.status is Status.INVITED:
        await talk.edit_original_response(content=challenge_post(match).text)
    else:
        await undress(talk)
    note = await actions.with_notes(talk, match, "")
    if note:
        await whisper(talk, note)


@button("move", "Move", BLUE)
async def move(talk: Talk, at: Address) -> None:
    """Make a move with buttons, from where the person left it."""
    await think(talk)
    match = await talk.client.matches.match(at.match)
    require_current(match, at)
    await controller.open_at(talk, match)


@button("again", "Begin anew", BLUE)
async def again(talk: Talk, at: Address) -> None:
    """Begin the move anew, in the place of one that the board has left behind."""
    await talk.response.defer()
    match = await talk.client.matches.match(at.match)
    require_current(match, at)
    await controller.open_at(talk, match)


@button("type", "Type it…")
async def type_it(talk: Talk, at: Address) -> None:
    """Open the form for a move. A form must be the first answer, so nothing is deferred."""
    match = await talk.client.matches.match(at.match)
    require_current(match, at)
    controller.require_turn(match, talk.user.id)
    await talk.response.send_modal(MoveForm(match, at))


class MoveForm(ui.Modal):
    """Where a move is typed. Its custom id is an address too: `submitted` reads it."""

    def __init__(self, match: Match, at: Address) -> None:
        game = entry(match.game)
        super().__init__(
            title=title(match)[:45], custom_id=f"type:{at.match}:{at.seq}", timeout=900
        )
        self.add_item(ui.TextDisplay(game.notation))
        example = next(iter(match.rules.complete(match.position, "", 1)), None)
        hint = match.rules.format(match.position, example)[:90] if example is not None else None
        field = ui.TextInput[MoveForm](
            custom_id="move", style=TextStyle.short, placeholder=hint, max_length=200
        )
        self.add_item(ui.Label(text="Your move", component=field))


async def submitted(talk: Talk) -> None:
    """A form came in: make the move typed there."""
    match_id: MatchId | None = None
    try:
        sent: Any = talk.data
        _, number, seq = sent["custom_id"].split(":")
        match_id = MatchId(int(number))
        await think(talk)
        match = await find_match.own(talk, match_id)
        require_current(match, Address(match_id, int(seq)))
        await typed_moves.play(talk, match, _written(sent), seq=int(seq))
    except Exception as error:
        await report(talk, error, match_id)


def _written(sent: Mapping[str, Any]) -> str:
    """What stands in the form's one text field."""
    fields = (part["component"] for part in sent["components"] if "component" in part)
    return str(next(fields)["value"])


def require_current(match: Match, at: Address) -> None:
    """Refuse a button of a board that has been played on since."""
    if match.status is not Status.RUNNING or at.seq < match.since:
        raise StaleMatch("That board is history: the match has gone on since.")


@button("view", "My view")
async def view(talk: Talk, at: Address) -> None:
    """The board as it stands, privately, from the person's side."""
    await think(talk)
    await private_view.show(talk, await talk.client.matches.match(at.match))


@button("since", "Since I last looked")
async def since(talk: Talk, at: Address) -> None:
    """What has changed since the event that the button names."""
    await think(talk)
    await private_view.show_changes(talk, await talk.client.matches.match(at.match), at.seq)


@button("more", "More…")
async def more(talk: Talk, at: Address) -> None:
    """Everything that is wanted less often."""
    await think(talk)
    match = await talk.client.matches.match(at.match)
    plays = match.is_playing(talk.user.id)
    names = [
        *(["draw"] if plays and len(match.playing) == 2 else []),
        *(["askresign"] if plays else []),
        *([claim_button(match)] if match.overdue and plays else []),
    ]
    shown = row([*names, "rules", "record"], Address(at.match, match.seq))
    if match.plies and shown:
        seen = (await private_view.look_at(talk, match)).seen
        shown.add_item(Press("since", Address(at.match, seen)))
    await whisper(talk, f"{actions.state(match)}\n-# {title(match)}", view=shown)


@button("draw", "Draw")
async def draw(talk: Talk, at: Address) -> None:
    """Offer a draw, or answer the one on offer."""
    await think(talk)
    await actions.offer_draw(talk, await talk.client.matches.match(at.match))


@button("agree", "Agree to the draw", GREEN)
async def agree(talk: Talk, at: Address) -> None:
    """Take the draw."""
    await talk.response.defer()
    await actions.answer_draw(talk, await talk.client.matches.match(at.match), yes=True)
    await undress(talk)


@button("refuse", "Play on")
async def refuse(talk: Talk, at: Address) -> None:
    """Decline the draw."""
    await talk.response.defer()
    await actions.answer_draw(talk, await talk.client.matches.match(at.match), yes=False)
    await undress(talk)


@button("askresign", "Resign…", RED)
async def ask_to_resign(talk: Talk, at: Address) -> None:
    """Ask before resigning."""
    await think(talk)
    await actions.ask_to_resign(talk, await talk.client.matches.match(at.match))


@button("resign", "Yes, resign", RED)
async def resign(talk: Talk, at: Address) -> None:
    """Resign, having been asked."""
    await think(talk)
    await actions.resign(talk, await talk.client.matches.match(at.match))


@button("keep", "No, play on")
async def keep(talk: Talk, at: Address) -> None:
    """Think better of it."""
    await talk.response.edit_message(content="Good. The match goes on.", view=None)


@button("claim", "Claim the win", BLUE)
async def claim(talk: Talk, at: Address) -> None:
    """Claim the win over an overdue player."""
    await talk.response.defer()
    await actions.claim(talk, await talk.client.matches.match(at.match))
    await undress(talk)


@button("without", "Play on without them", BLUE)
async def without(talk: Talk, at: Address) -> None:
    """Put an overdue player out, among many who play on."""
    await claim(talk, at)


@button("rules", "Rules")
async def rules(talk: Talk, at: Address) -> None:
    """The rules of the match's game."""
    await think(talk)
    match = await talk.client.matches.match(at.match)
    await rules_pages.open_at(talk, entry(match.game), 0)


@button("record", "Moves so far")
async def record(talk: Talk, at: Address) -> None:
    """Every move of the match."""
    await think(talk)
    match = await talk.client.matches.match(at.match)
    lines = [f"{n}. {code(ply.text)}" for n, ply in enumerate(match.plies, 1)]
    await whisper(
        talk, fill([f"**{title(match)}**", *lines]) if lines else "No move has been made yet."
    )


@button("rematch", "Rematch", BLUE)
async def rematch(talk: Talk, at: Address) -> None:
    """A new challenge to the same players, with the seats swapped."""
    await think(talk)
    match = await talk.client.matches.rematch(at.match, person(talk.user))
    said = f"Your challenge for a rematch is match {match.id}."
    if match.host.id != talk.user.id:
        # Somebody had asked already, and this is the answer.
        said = f"You are in for the rematch: match {match.id}."
    await whisper(talk, await actions.with_notes(talk, match, said))
