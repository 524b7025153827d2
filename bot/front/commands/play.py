"""The commands of a person who is playing."""

from collections import Counter
from collections.abc import Sequence

import discord
from discord.app_commands import Choice, Range

from bot.front import ids, meant
from bot.front.board import private_view
from bot.front.commands.invite import levels_offered
from bot.front.commands.options import (
    REQUIRED,
    Field,
    ask_which,
    command_of,
    completions,
    group_of,
    in_servers,
    number_field,
    of_match,
)
from bot.front.discord import lanes
from bot.front.discord.context import Interaction
from bot.front.match import analysis, end, requests
from bot.front.match.replace import ask_replacement
from bot.front.picker import on_match, typed_moves
from bot.front.picker.typed_moves import BETWEEN, described_moves
from bot.front.text.requests import AMOUNTS
from bot.front.ui.choices import OFFERED, Choosable
from bot.model.decide.requirements import is_turn
from bot.model.match import Match
from bot.model.records import MatchSummary
from bot.model.requests import DRAW
from bot.service.invitations.levels import DEEP
from bot.service.personal.suggestions import legal_texts


async def _move(
    interaction: Interaction, move: str, match: int | None, *, preview: bool | None
) -> None:
    await _typed(interaction, move, match, typed_moves.purpose_of(preview))


async def _compare(interaction: Interaction, moves: str | None, match: int | None) -> None:
    await _typed(interaction, moves or "", match, typed_moves.COMPARE)


async def _typed(interaction: Interaction, text: str, match: int | None, purpose: str) -> None:
    # Typed moves are for one match, or else the person is asked for which.
    named, text = meant.split_name(text)
    try:
        found = await meant.TO_MOVE.find(interaction, match or named)
    except meant.SeveralMatches as several:
        await typed_moves.ask_which(interaction, several, text, purpose)
    else:
        await typed_moves.do_typed(interaction, found, text, purpose)


async def moves(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The legal moves that continue what is typed, each with what it does."""
    return await completions(_continued(interaction, "", typed))


async def listed(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """The same for the last of the moves typed, after those before it."""
    # In Bi-Pod a semicolon may also be part of a move, so one followed by a blank counts first.
    for between in (f"{BETWEEN} ", BETWEEN):
        before, found, last = typed.rpartition(between)
        stands = f"{before}{BETWEEN} " if found else ""
        last = last.strip()
        if choices := await completions(_continued(interaction, stands, last)):
            return choices
    return []


async def _continued(interaction: Interaction, before: str, typed: str) -> Sequence[Choosable]:
    # The legal moves that continue what is typed after `before`, which may name their match.
    named, last = meant.split_name(typed)
    number = meant.named_number(interaction) or named or meant.split_name(before)[0]
    try:
        match = await meant.TO_MOVE.find(interaction, number)
    except meant.SeveralMatches as several:
        return await _of_several(interaction, several.rows[:OFFERED], before, typed)
    person = ids.user(interaction)
    if not is_turn(match, person):
        return []
    found = await lanes.COMPLETIONS.run_newest(person, described_moves, match, last) or ()
    return [(shown, typed.removesuffix(last) + before + text) for shown, text in found]


async def _of_several(
    interaction: Interaction, rows: Sequence[MatchSummary], before: str, typed: str
) -> Sequence[Choosable]:
    # The same in each of several matches, as many of each as there is room for.
    reader = ids.user(interaction)
    matches = [await interaction.client.matches.listed(row) for row in rows]
    found = await lanes.COMPLETIONS.run_newest(reader, _texts_of_each, matches, typed) or ()
    return [
        (f"{text} · {meant.plain_match_label(row, reader)}", meant.with_name(row, text))
        for row, texts in zip(rows, found, strict=False)
        for text in (before + text for text in texts)
    ]


def _texts_of_each(matches: Sequence[Match], typed: str) -> list[list[str]]:
    found = [legal_texts(match, typed, OFFERED) for match in matches]
    # The first of each, the second of each, and so on.
    room = sorted((place, at) for at, texts in enumerate(found) for place in range(len(texts)))
    kept = Counter(at for _, at in room[:OFFERED])
    return [texts[: kept[at]] for at, texts in enumerate(found)]


play = of_match(
    "play", "Make a move with buttons, step by step", on_match.open_picker, meant.TO_MOVE
)

MOVE = "Your move; begin to type and pick a legal one"
MOVES = "Your moves, with a semicolon between; leave them out and I pick some"
PREVIEW = "See first what it does, or play it at once (you confirm it unless you say otherwise)"
WHICH_MATCH = number_field(meant.TO_MOVE)
move = command_of(
    "move",
    "Make a move that you type",
    [
        Field("move", str, MOVE, offer=moves, default=REQUIRED),
        Field("preview", bool, PREVIEW),
        WHICH_MATCH,
    ],
    _move,
)
compare = command_of(
    "compare",
    "See the results of up to six moves, side by side",
    [Field("moves", str, MOVES, offer=listed), WHICH_MATCH],
    _compare,
)


async def _board(interaction: Interaction, match: Match, *, since: bool, text: bool | None) -> None:
    if since:
        await private_view.show_changes(interaction, match)
    else:
        await private_view.show_board(interaction, match, text=text)


SINCE = Field("since", bool, "What has changed since you last looked", default=False)
TEXT = Field(
    "text", bool, "Add the board in plain characters, or leave it out; /settings does so always"
)
board = of_match("board", "Show the board, to you only", _board, meant.TO_LOOK, [SINCE, TEXT])


async def _draw(interaction: Interaction, match: Match, answer: str | None) -> None:
    if answer is None:
        await requests.ask_to_draw(interaction, match)
    else:
        await requests.answer_request(interaction, match, kind=DRAW, yes=answer == "agree")


async def _claim(interaction: Interaction, match: Match) -> None:
    if match.terms.claims and is_turn(match, ids.user(interaction)):
        await analysis.claim_proven(interaction, match)
    else:
        await end.claim_win(interaction, match)


ANSWER = Field("answer", str, "Your answer to an offer", ("agree", "play on"))
draw = of_match("draw", "Offer a draw, or answer the one you were offered", _draw, before=[ANSWER])
takeback = of_match(
    "takeback",
    "Take your last move back: free until they have seen it",
    requests.take_back_or_answer,
)
resign = of_match("resign", "Give a match up; I ask before it counts", end.ask_to_resign)
claim = of_match("claim", "Claim the win: out of time, or proven where you agreed to that", _claim)
hint = of_match("hint", "See a good move, in a match against me", analysis.show_hint, meant.TO_MOVE)

LENGTHS = [(label, hours) for hours, label in AMOUNTS.items()]
LENGTH = Field("hours", int, "How much more", LENGTHS, default=REQUIRED, called="length")
ASK = "Ask your opponent for more time, when it is your turn"
GIVE = "Give your opponent more time, when it is their turn"
time = group_of(
    "time",
    "Ask for more time, or give it",
    of_match("ask", ASK, requests.ask_time, before=[LENGTH]),
    of_match("give", GIVE, requests.grant_time, before=[LENGTH]),
)


async def _replace(
    interaction: Interaction,
    player: discord.User,
    by: discord.User,
    match: int | None,
    level: int | None,
) -> None:
    try:
        found = await meant.TO_REPLACE.find(interaction, match, player.id)
    except meant.SeveralMatches as several:
        asked = {"player": player, "by": by} | ({"level": level} if level else {})
        await ask_which(interaction, several, asked)
    else:
        await ask_replacement(interaction, found, player, by, level)


LEAVING = "Who leaves: you, or another player (their id, once they are not in the server)"
replace = in_servers(
    command_of(
        "replace",
        "Let somebody play on for a player who leaves, if all agree",
        [
            Field("player", discord.User, LEAVING, default=REQUIRED),
            Field(
                "by",
                discord.User,
                "Who plays on from here; me without being asked",
                default=REQUIRED,
            ),
            number_field(meant.TO_REPLACE),
            Field(
                "level",
                Range[int, 1, DEEP],
                "How strong I play on, if it is me",
                offer=levels_offered,
            ),
        ],
        _replace,
    )
)
