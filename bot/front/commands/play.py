"""The commands of somebody who is playing."""

from typing import Any

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.front import actions, find_match
from bot.front.board import private_view
from bot.front.discord import lanes
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.discord.markdown import clip
from bot.front.picker import controller, match_choice, typed_moves
from bot.front.picker.typed_moves import BETWEEN
from bot.games.core import PlayerError
from bot.model.turns import legal_texts

WHICH = "Which match, when you have more than one here"


@app_commands.command(name="play", description="Make a move with buttons, step by step")
@app_commands.describe(match=WHICH)
async def play(interaction: Interaction, match: Range[int, 1] | None = None) -> None:
    await controller.open_picker(interaction, await find_match.find_to_move(interaction, match))


@app_commands.command(name="move", description="Make a move that you type")
@app_commands.describe(
    move="Your move; begin to type and pick a legal one",
    preview="See first what it does, or play it at once (you confirm it unless you say otherwise)",
    match=WHICH,
)
async def move(
    interaction: Interaction,
    move: str,
    preview: bool | None = None,
    match: Range[int, 1] | None = None,
) -> None:
    try:
        found = await find_match.find_to_move(interaction, match)
    except find_match.SeveralMatches as several:
        await match_choice.ask_which(interaction, several, move, match_choice.purpose_of(preview))
    else:
        await typed_moves.play_typed(interaction, found, move, preview=preview)


@app_commands.command(
    name="compare", description="See the results of up to nine moves, side by side"
)
@app_commands.describe(
    moves="Your moves, with a semicolon between; leave them out and I pick some", match=WHICH
)
async def compare(
    interaction: Interaction, moves: str | None = None, match: Range[int, 1] | None = None
) -> None:
    try:
        found = await find_match.find_to_move(interaction, match)
    except find_match.SeveralMatches as several:
        await match_choice.ask_which(interaction, several, moves or "", match_choice.COMPARE)
    else:
        await typed_moves.compare_typed(interaction, found, moves or "")


@move.autocomplete("move")
async def moves(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The legal moves that continue what is typed, or why there are none."""
    return await offered(interaction, "", typed)


@compare.autocomplete("moves")
async def listed(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The same for the last of the moves typed; those before it stand.

    In Bi-Pod a semicolon may also be part of a move, so one with a blank behind it counts first.
    """
    for between in (f"{BETWEEN} ", BETWEEN):
        before, found, last = typed.rpartition(between)
        choices = await offered(interaction, f"{before}{BETWEEN} " if found else "", last.strip())
        if choices:
            return choices
    return []


async def offered(interaction: Interaction, before: str, typed: str) -> list[Choice[str]]:
    """The legal moves that continue what is typed behind `before`, or why there are none."""
    try:
        match = await find_match.find_to_move(interaction, find_match.named_number(interaction))
    except (PlayerError, PrivateReply) as error:
        return [note(str(error), before + typed)]
    if match.turn_person is None or match.turn_person.id != interaction.user.id:
        waiting = match.turn_person.name if match.turn_person else "nobody"
        sorry = f"It is not your turn in match {match.id}, but that of {waiting}."
        return [note(sorry, before + typed)]
    person = interaction.user.id
    found = await lanes.COMPLETIONS.run_newest(person, legal_texts, match, typed, 25)
    texts = [before + text for text in found or ()]
    return [Choice(name=text, value=text) for text in texts if len(text) <= 100]


def note(text: str, typed: str) -> Choice[str]:
    """A line among the choices that only informs; choosing it leaves what was typed."""
    return Choice(name=clip(text.replace("`", ""), 100), value=clip(typed, 100) or "?")


@app_commands.command(name="board", description="Show the board, to you only")
@app_commands.describe(
    since="What has changed since you last looked",
    text="Add the board in plain characters, or leave it out; /settings does so always",
    match=WHICH,
)
async def board(
    interaction: Interaction,
    since: bool = False,
    text: bool | None = None,
    match: Range[int, 1] | None = None,
) -> None:
    found = await find_match.find_to_view(interaction, match)
    if since:
        await private_view.show_changes(interaction, found)
    else:
        await private_view.show_board(interaction, found, text=text)


@app_commands.command(name="draw", description="Offer a draw, or answer the one you were offered")
@app_commands.describe(answer="Your answer to an offer", match=WHICH)
@app_commands.choices(
    answer=[Choice(name="agree", value="agree"), Choice(name="play on", value="play on")]
)
async def draw(
    interaction: Interaction, answer: str | None = None, match: Range[int, 1] | None = None
) -> None:
    chosen = await find_match.find_running(interaction, match)
    if answer is None:
        await actions.ask_to_draw(interaction, chosen)
    else:
        await actions.answer_draw(interaction, chosen, yes=answer == "agree")


@app_commands.command(
    name="takeback", description="Take your last move back: free until they have seen it"
)
@app_commands.describe(match=WHICH)
async def takeback(interaction: Interaction, match: Range[int, 1] | None = None) -> None:
    chosen = await find_match.find_running(interaction, match)
    await actions.take_back_or_answer(interaction, chosen)


@app_commands.command(name="resign", description="Give a match up; I ask before it counts")
@app_commands.describe(match=WHICH)
async def resign(interaction: Interaction, match: Range[int, 1] | None = None) -> None:
    await actions.ask_to_resign(interaction, await find_match.find_running(interaction, match))


@app_commands.command(name="claim", description="Claim the win when your opponent ran out of time")
@app_commands.describe(match=WHICH)
async def claim(interaction: Interaction, match: Range[int, 1] | None = None) -> None:
    await actions.claim_win(interaction, await find_match.find_running(interaction, match))


command: app_commands.Command[Any, ..., Any]
for command in (play, move, compare, takeback, draw, resign, claim):
    command.autocomplete("match")(find_match.open_matches)
board.autocomplete("match")(find_match.visible_matches)
