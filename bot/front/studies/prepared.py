"""What a person has prepared in a match: each answer as pictures and in words, with **Remove**."""

from collections.abc import Sequence
from zlib import crc32

import discord

from bot.front import ids, meant
from bot.front.actions import match_action
from bot.front.board.lines import line_files, played_on
from bot.front.board.pictures import board_file
from bot.front.board.preferences import private_view_of
from bot.front.discord.context import Interaction, defer_update, replace_private
from bot.front.discord.markdown import bold, inline_code
from bot.front.ui.base import (
    GRAY,
    RED,
    Address,
    CustomId,
    action,
    button,
    match_button,
    message_view,
)
from bot.model.decide.requirements import is_turn
from bot.model.match import Match
from bot.model.records import MatchId, PersonId, Premove
from bot.model.studies.prepared import ANYTHING, ahead

HOW = (
    "Nothing is prepared in match {number}. Name `then`, your answer, and `if`, the move it is "
    "for; leave `if` out to give it whatever they play."
)

LISTED = 12
"""Most answers that are listed besides each other."""

PICTURED = 2
"""Moves that are drawn of an answer: the last of theirs, and the answer."""

Message = tuple[str, Sequence[discord.File], discord.ui.View | None]


class PreparedId(CustomId, written="prepared:{name}:{match}:{key}", action="{name}"):
    """A prepared answer, by the checksum of what it waits for."""

    name: str
    match: MatchId
    key: str


def _key(premove: Premove) -> str:
    return f"{crc32(f'{premove.plies} {premove.when}'.encode()):08x}"


async def prepared_page(interaction: Interaction, match: Match, key: str = "") -> Message:
    """All that the person has prepared in the match, with the answer of that key drawn, or else the
    first."""
    person = ids.user(interaction)
    premoves = await interaction.client.service.premoves.current(match.id, person)
    if not premoves:
        return HOW.format(number=match.id), (), None
    at = next((n for n, each in enumerate(premoves) if _key(each) == key), 0)
    files = await _pictures(interaction, match, premoves[at])
    return prepared_list(match, premoves, person, at), files, _buttons(match, premoves, at)


async def _pictures(
    interaction: Interaction, match: Match, premove: Premove
) -> Sequence[discord.File]:
    view, person = await private_view_of(interaction, match), ids.user(interaction)
    line = moves_to(match, premove)
    known = line[: line.index(ANYTHING)] if ANYTHING in line else line
    if not known:
        file = await board_file(match, view, person=person)
        return [file] if file else []
    before = played_on(match, known[:-PICTURED])
    board = before[-1] if before else match
    return await line_files(board, known[-PICTURED:], view, person=person, name="prepared")


def moves_to(match: Match, premove: Premove) -> list[str]:
    """The moves from the board of the match on that an answer waits for, and the answer."""
    return [*(ahead(match, premove) or ()), premove.then]


def _buttons(match: Match, premoves: Sequence[Premove], at: int) -> discord.ui.View:
    items = [button(PreparedId("remove", match.id, _key(premoves[at])))]
    for label, number in (("Previous", at - 1), ("Next", at + 1)):
        if 0 <= number < len(premoves):
            items.append(button(PreparedId("show", match.id, _key(premoves[number])), label))
    return message_view([*items, match_button("unprepare", Address(match.id, match.seq))])


def prepared_list(match: Match, premoves: Sequence[Premove], reader: PersonId, at: int = -1) -> str:
    """A person's premoves in a match in words, for them alone; the one that is drawn, if any,
    stands out."""
    first = max(0, min(at - LISTED // 2, len(premoves) - LISTED))
    alone = len(premoves) == 1
    lines = []
    for number, each in enumerate(premoves[first : first + LISTED], first):
        mark = "▶" if number == at and not alone else "-"
        lines.append(f"{mark} {answer_in_words(match, each, reader, alone=alone)}")
    if len(premoves) > LISTED:
        lines.append(f"-# {len(premoves)} answers")
    return "\n".join(
        [*lines, f"-# Match {match.id} · {_when(premoves)} when it fits, else dropped"]
    )


def _when(premoves: Sequence[Premove]) -> str:
    kinds = {each.at_once for each in premoves}
    if len(kinds) > 1:
        return "played at once, or after a minute or two, as you chose,"
    return "played at once" if kinds == {True} else "played after a minute or two"


def answer_in_words(match: Match, premove: Premove, reader: PersonId, *, alone: bool) -> str:
    """An answer, the only one or not, with the moves it waits for: `If Ada plays 1: 2, then if 3:
    1.`"""
    other, them = "" if alone else " else", bold(match.others(reader)[0])
    line = moves_to(match, premove)
    if len(line) == 1:
        return f"Your answer {inline_code(premove.then)} fits, and is played soon."
    begins = ""
    if is_turn(match, reader):
        begins, line = f"Once you play {inline_code(line[0])}: ", line[1:]
    parts = [
        f"{_condition(them, theirs, n, other)}: {inline_code(mine)}"
        for n, (theirs, mine) in enumerate(zip(line[::2], line[1::2], strict=False))
    ]
    text = f"{begins}{', then '.join(parts)}."
    return text[0].upper() + text[1:] if not begins else text


def _condition(them: str, move: str, number: int, other: str) -> str:
    if move == ANYTHING:
        return "whatever follows" if number else f"whatever{other} {them} plays"
    return f"if {inline_code(move)}" if number else f"if {them} plays {inline_code(move)}"


@action(PreparedId, "show", "Show", GRAY, defer_update)
async def show_prepared(interaction: Interaction, at: PreparedId) -> None:
    match = await meant.find_own(interaction, at.match)
    await replace_private(interaction, *await prepared_page(interaction, match, at.key))


@action(PreparedId, "remove", "Remove", RED, defer_update)
async def remove_prepared(interaction: Interaction, at: PreparedId) -> None:
    """Forget an answer with all that would follow it."""
    match = await meant.find_own(interaction, at.match)
    book, person = interaction.client.service.premoves, ids.user(interaction)
    for each in await book.current(match.id, person):
        if _key(each) == at.key:
            await book.remove(match.id, person, each)
    await replace_private(interaction, *await prepared_page(interaction, match))


@match_action("unprepare", "Remove all", acknowledge=defer_update, find=meant.find_own)
async def clear_prepared(interaction: Interaction, match: Match) -> None:
    """Forget all that the person has prepared in the match."""
    await interaction.client.service.premoves.clear(match.id, ids.user(interaction))
    await replace_private(interaction, *await prepared_page(interaction, match))
