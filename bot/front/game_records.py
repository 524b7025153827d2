"""Records of matches as files: handed out, and taken in."""

import asyncio
import io

import discord

from bot.front.discord.context import (
    DROPPED,
    Interaction,
    PrivateReply,
    person_of,
    reply_private,
    take_allowance,
)
from bot.front.discord.markdown import bold
from bot.front.text.parts import match_title
from bot.front.text.results import result_line
from bot.front.ui.base import Address, match_button, message_view
from bot.games.phrases import comma_list, counted
from bot.model.game_records.as_json import record_json
from bot.model.game_records.as_text import record_text
from bot.model.game_records.record import GameRecord
from bot.model.limits import EXPORTS, IMPORTS
from bot.model.match import Match
from bot.service.game_records import require_small

HANDED_OUT = (
    "**The record of match {match}**, as text and as JSON. Players stand in it by name alone. "
    "`/import` makes a match of either."
)
GOING_ON = " The match goes on; the record says how it stands now."
NOT_LOADED = "Discord did not hand me that file. Send it again."
TAKEN_IN = (
    "**Match {match} is made of that record:** {players}, {turns}. {result}\n"
    "Whoever can read this channel can look at it by its number. Its players are names and nothing "
    "else: it stands in nobody's lists and counts for nothing."
)


async def hand_out_record(interaction: Interaction, match: Match) -> None:
    """The record of a match that the person may see, in both forms."""
    await take_allowance(interaction, EXPORTS)
    record = await interaction.client.service.game_records.record(match.id)
    files = await asyncio.to_thread(record_files, record)
    attached = [discord.File(io.BytesIO(content), name) for name, content in files]
    text = HANDED_OUT.format(match=match.id) + ("" if match.outcome else GOING_ON)
    await reply_private(interaction, text, attached)


def record_files(record: GameRecord) -> list[tuple[str, bytes]]:
    """Both forms of a record, each with the name of its file."""
    name = f"{record.game}-{record.number}"
    forms = ((f"{name}.txt", record_text(record)), (f"{name}.json", record_json(record)))
    return [(file, text.encode()) for file, text in forms]


async def take_in(interaction: Interaction, file: discord.Attachment) -> None:
    """Make a match of a file that was sent."""
    # Before it is fetched: Discord says how large it is.
    require_small(file.size)
    await take_allowance(interaction, IMPORTS)
    try:
        content = await file.read()
    except (discord.HTTPException, *DROPPED) as error:
        raise PrivateReply(NOT_LOADED) from error
    host, channel = person_of(interaction.user), interaction.channel_id or 0
    book = interaction.client.service.game_records
    match = await book.bring(content, host, channel, interaction.guild_id)
    at = Address(match.id, match.seq)
    names = ("replay", "review") if match.plies else ()
    buttons = message_view([match_button(name, at) for name in names])
    await reply_private(interaction, taken_in(match), (), buttons)


def taken_in(match: Match) -> str:
    """What is said of a match that was made of a record."""
    assert match.outcome is not None, "what was imported is over"
    players = comma_list([bold(person) for person in match.seats])
    turns, result = counted(len(match.plies), "turn"), result_line(match, match.outcome)
    head = TAKEN_IN.format(match=match.id, players=players, turns=turns, result=result)
    return f"{head}\n-# {match_title(match)}"
