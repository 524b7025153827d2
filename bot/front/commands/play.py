"""The commands of somebody who is playing."""

from collections import Counter
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot.front import actions, analysis, find_match
from bot.front.board import private_view
from bot.front.commands.invite import levels_offered
from bot.front.commands.options import TO_MOVE, TO_VIEW, WHICH, Suggested, completions, of_match
from bot.front.discord import lanes
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.picker import on_match, typed_moves
from bot.front.picker.typed_moves import BETWEEN
from bot.front.replacing import ask_replacement
from bot.front.text.requests import AMOUNTS
from bot.model.decide.requirements import is_turn
from bot.model.match import Match
from bot.model.records import MatchSummary
from bot.model.turns import legal_texts
from bot.service.invitations.levels import DEEP

SUGGESTED = 25  # Discord shows no more.

play = of_match("play", "Make a move with buttons, step by step", TO_MOVE)(on_match.open_picker)


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
    named, move = find_match.split_name(move)
    try:
        found = await find_match.find_to_move(interaction, match or named)
    except find_match.SeveralMatches as several:
        await typed_moves.ask_which(interaction, several, move, typed_moves.purpose_of(preview))
    else:
        board = on_match.fresh_board(interaction, found)
        await typed_moves.play_typed(interaction, board, move, preview=preview)


@app_commands.command(
    name="compare", description="See the results of up to nine moves, side by side"
)
@app_commands.describe(
    moves="Your moves, with a semicolon between; leave them out and I pick some", match=WHICH
)
async def compare(
    interaction: Interaction, moves: str | None = None, match: Range[int, 1] | None = None
) -> None:
    named, listed = find_match.split_name(moves or "")
    try:
        found = await find_match.find_to_move(interaction, match or named)
    except find_match.SeveralMatches as several:
        await typed_moves.ask_which(interaction, several, listed, typed_moves.COMPARE)
    else:
        await typed_moves.compare_typed(interaction, found, listed)


@move.autocomplete("move")
async def moves(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The legal moves that continue what is typed, or why there are none."""
    return await completions(typed, _continued(interaction, "", typed))


@compare.autocomplete("moves")
async def listed(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The same for the last of the moves typed; those before it stand."""
    # In Bi-Pod a semicolon may also be part of a move, so one with a blank behind it counts first.
    for between in (f"{BETWEEN} ", BETWEEN):
        before, found, last = typed.rpartition(between)
        stands = f"{before}{BETWEEN} " if found else ""
        last = last.strip()
        if choices := await completions(stands + last, _continued(interaction, stands, last)):
            return choices
    return []


async def _continued(interaction: Interaction, before: str, typed: str) -> Sequence[Suggested]:
    # The legal moves that continue what is typed behind `before`, which may name their match.
    named, last = find_match.split_name(typed)
    number = find_match.named_number(interaction) or named or find_match.split_name(before)[0]
    try:
        match = await find_match.find_to_move(interaction, number)
    except find_match.SeveralMatches as several:
        return await _of_several(interaction, several.rows[:SUGGESTED], before, typed)
    person = interaction.user.id
    if match.turn_person is None or match.turn_person.id != person:
        waiting = match.turn_person.name if match.turn_person else "nobody"
        raise PrivateReply(f"It is not your turn in match {match.id}, but that of {waiting}.")
    found = await lanes.COMPLETIONS.run_newest(person, legal_texts, match, last, SUGGESTED)
    return [typed.removesuffix(last) + before + text for text in found or ()]


async def _of_several(
    interaction: Interaction, rows: Sequence[MatchSummary], before: str, typed: str
) -> Sequence[Suggested]:
    # The same in each of several matches, as many of each as there is room for.
    reader = interaction.user.id
    matches = [await interaction.client.matches.listed(row) for row in rows]
    found = await lanes.COMPLETIONS.run_newest(reader, _texts_of_each, matches, typed) or ()
    return [
        (find_match.with_name(row, text), f"{text} · {find_match.plain_match_label(row, reader)}")
        for row, texts in zip(rows, found, strict=False)
        for text in (before + text for text in texts)
    ]


def _texts_of_each(matches: Sequence[Match], typed: str) -> list[list[str]]:
    found = [legal_texts(match, typed, SUGGESTED) for match in matches]
    # The first of each, the second of each, and so on.
    room = sorted((place, at) for at, texts in enumerate(found) for place in range(len(texts)))
    kept = Counter(at for _, at in room[:SUGGESTED])
    return [texts[: kept[at]] for at, texts in enumerate(found)]


@of_match("board", "Show the board, to you only", TO_VIEW._replace(which=WHICH))
@app_commands.describe(
    since="What has changed since you last looked",
    text="Add the board in plain characters, or leave it out; /settings does so always",
)
async def board(
    interaction: Interaction, *, since: bool = False, text: bool | None = None, match: Match
) -> None:
    if since:
        await private_view.show_changes(interaction, match)
    else:
        await private_view.show_board(interaction, match, text=text)


@of_match("draw", "Offer a draw, or answer the one you were offered")
@app_commands.describe(answer="Your answer to an offer")
@app_commands.choices(
    answer=[Choice(name="agree", value="agree"), Choice(name="play on", value="play on")]
)
async def draw(interaction: Interaction, *, answer: str | None = None, match: Match) -> None:
    if answer is None:
        await actions.ask_to_draw(interaction, match)
    else:
        await actions.answer_draw(interaction, match, yes=answer == "agree")


takeback = of_match("takeback", "Take your last move back: free until they have seen it")(
    actions.take_back_or_answer
)
resign = of_match("resign", "Give a match up; I ask before it counts")(actions.ask_to_resign)


@of_match("claim", "Claim the win: out of time, or proven where you agreed to that")
async def claim(interaction: Interaction, match: Match) -> None:
    if match.claims and is_turn(match, interaction.user.id):
        await analysis.claim_proven(interaction, match)
    else:
        await actions.claim_win(interaction, match)


hint = of_match("hint", "See a good move, in a match against me", TO_MOVE)(analysis.show_hint)

move.autocomplete("match")(find_match.open_matches)
compare.autocomplete("match")(find_match.open_matches)


time = app_commands.Group(name="time", description="Ask for more time, or give it")

LENGTHS = [Choice(name=label, value=hours) for hours, label in AMOUNTS.items()]


@of_match("ask", "Ask your opponent for more time, when it is your turn", group=time)
@app_commands.describe(length="How much more")
@app_commands.choices(length=LENGTHS)
async def ask(interaction: Interaction, length: int, match: Match) -> None:
    await actions.ask_time(interaction, match, hours=length)


@of_match("give", "Give your opponent more time, when it is their turn", group=time)
@app_commands.describe(length="How much more")
@app_commands.choices(length=LENGTHS)
async def give(interaction: Interaction, length: int, match: Match) -> None:
    await actions.grant_time(interaction, match, hours=length)


@app_commands.command(
    name="replace", description="Let somebody play on for a player who leaves, if all agree"
)
@app_commands.describe(
    player="Who leaves: you, or another player (their id, once they are not in the server)",
    by="Who plays on from here; me without being asked",
    level="How strong I play on, if it is me",
    match="Which match, when the player has more than one here",
)
@app_commands.guild_only()
@app_commands.guild_install()
async def replace(
    interaction: Interaction,
    player: discord.User,
    by: discord.User,
    match: Range[int, 1] | None = None,
    level: Range[int, 1, DEEP] | None = None,
) -> None:
    found = await find_match.find_to_replace(interaction, match, player.id)
    await ask_replacement(interaction, found, player, by, level)


replace.autocomplete("match")(find_match.visible_matches)
replace.autocomplete("level")(levels_offered)
