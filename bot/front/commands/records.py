"""Records of matches as files: export, and import as a match."""

import asyncio
import io
from contextlib import aclosing
from functools import partial

import discord
from discord.app_commands import Range

from bot.catalog import entry
from bot.front import ids
from bot.front.commands.options import (
    Field,
    command_of,
    in_servers,
    of_match,
)
from bot.front.discord import permissions
from bot.front.discord.context import (
    DROPPED,
    Interaction,
    PrivateReply,
    person_of,
    reply_private,
    take_allowance,
)
from bot.front.discord.markdown import join_lines
from bot.front.meant import TO_REPLAY
from bot.front.studies.sharing import study_of_file
from bot.front.text.parts import in_bold, match_title
from bot.front.text.results import result_line
from bot.front.ui.base import Address, match_button, message_view
from bot.games.phrases import counted
from bot.model.game_records.archive import read_record, record_files
from bot.model.game_records.record import CHANGED
from bot.model.limits import EXPORTS, TRIES
from bot.model.match import Match
from bot.model.records import GuildId, MatchId
from bot.service.game_records import Import, ServerExport, require_small

HANDED_OUT = (
    "**The record of match {match}**, as text and as JSON. Players appear only by name. "
    "`/import` makes a match from either."
)
MANAGERS = (
    "All records of a server are for those who have **Manage Server**. `/record` hands out one."
)
PART = "Archive {number}."
GOING_ON = " The match goes on; the record shows its current state."
NOT_LOADED = "Discord did not hand me that file. Send it again."
IMPORTED = "**Matches made from records that you imported**, the newest first:"
REPLAYED = (
    "-# `/replay` and `/review` with their number show one, `/import` with a file makes another."
)
NO_IMPORTS = "You have imported no record yet. Send a file with `/import`: `/record` hands one out."
TAKEN_IN = (
    "**Match {match} was made from that record:** {players}, {turns}. {result}\n"
    "Anyone who can read this channel can look at it by its number. Its players are names and "
    "nothing else: it is in nobody's lists and counts for nothing."
)

AS_STUDY = (
    "**That is a study of a position**, and a match can only begin at the start of a game. So it "
    "is a study of your own now, with its variations, names and notes."
)
LEFT_OUT = (
    "-# It was the record of a study. A match has only what was played; its variations, names and "
    "notes are in a study of your own now."
)


async def hand_out_record(interaction: Interaction, match: Match) -> None:
    """The record of a match that the person may see, in both forms."""
    await take_allowance(interaction, EXPORTS)
    record = await interaction.client.service.game_records.record(match.id)
    files = await asyncio.to_thread(record_files, record)
    attached = [discord.File(io.BytesIO(text.encode()), name) for name, text in files]
    text = HANDED_OUT.format(match=match.id) + ("" if match.outcome else GOING_ON)
    await reply_private(interaction, text, attached)


async def hand_out_server(interaction: Interaction, after: int) -> None:
    """The records of all matches of the server that its manager can see, in archives."""
    if not permissions.server_permissions(interaction).manage_guild:
        raise PrivateReply(MANAGERS)
    await take_allowance(interaction, EXPORTS)
    export = ServerExport(GuildId(interaction.guild_id or 0), MatchId(after))
    archives = interaction.client.service.game_records.archives(
        export, partial(permissions.can_read, interaction)
    )
    packed, number = 0, 0
    async with aclosing(archives):
        async for archive in archives:
            packed, number = packed + archive.count, number + 1
            content = await asyncio.to_thread(archive.packed)
            file = discord.File(io.BytesIO(content), f"records-{number}.zip")
            await reply_private(interaction, PART.format(number=number), [file])
    await reply_private(interaction, packed_text(export, packed))


def packed_text(export: ServerExport, packed: int) -> str:
    """The text when all archives are sent."""
    lines = [f"**{counted(packed, 'record')}** of this server, each as text and as JSON."]
    if export.hidden:
        lines.append(f"Left out: {export.hidden} in channels that you can't read.")
    if export.broken:
        lines.append(f"Left out: {export.broken} that can't be read; my log names them.")
    if export.more:
        lines.append(f"There are more: `/records` with `after` {export.last} goes on.")
    return "\n".join(lines)


async def take_in(interaction: Interaction, file: discord.Attachment) -> None:
    """Make a match from a file that was sent."""
    # Before it is fetched: Discord says how large it is.
    require_small(file.size)
    # It is replayed either way; only one that becomes a match is counted as an import.
    await take_allowance(interaction, TRIES)
    try:
        content = await file.read()
    except (discord.HTTPException, *DROPPED) as error:
        raise PrivateReply(NOT_LOADED) from error
    host, channel = person_of(interaction.user), ids.channel(interaction)
    book = interaction.client.service.game_records
    record = await asyncio.to_thread(read_record, content)
    if record.position:
        opens = await study_of_file(interaction, content)
        text = "\n".join([AS_STUDY, *_doubt(is_changed=record.changed)])
        await reply_private(interaction, text, (), message_view([opens]))
        return
    match, study, changed = await book.import_record(content, host, channel, ids.guild(interaction))
    at = Address(match.id, match.seq)
    names = ("replay", "review") if match.plies else ()
    buttons = [match_button(name, at) for name in names]
    text = "\n".join([taken_in(match), *_doubt(is_changed=changed)])
    if study:
        text, buttons = f"{text}\n{LEFT_OUT}", [*buttons, await study_of_file(interaction, content)]
    await reply_private(interaction, text, (), message_view(buttons))


def _doubt(*, is_changed: bool) -> list[str]:
    return [f"-# {CHANGED}"] if is_changed else []


async def list_imports(interaction: Interaction) -> None:
    """A person's imports: the newest matches made from their records."""
    found = await interaction.client.service.game_records.imports(ids.user(interaction))
    if not found:
        raise PrivateReply(NO_IMPORTS)
    await reply_private(interaction, join_lines([IMPORTED, *map(_import_line, found), REPLAYED]))


def _import_line(each: Import) -> str:
    players = in_bold(each.people)
    return f"- match {each.match} · {entry(each.game).name} · {players}"


def taken_in(match: Match) -> str:
    """The text about a match that was made from a record."""
    assert match.outcome is not None, "what was imported is over"
    players = in_bold(match.seats)
    turns, result = counted(len(match.plies), "turn"), result_line(match, match.outcome)
    head = TAKEN_IN.format(match=match.id, players=players, turns=turns, result=result)
    return f"{head}\n-# {match_title(match)}"


async def _import(interaction: Interaction, file: discord.Attachment | None) -> None:
    await (take_in(interaction, file) if file else list_imports(interaction))


HANDS_OUT = "A match as files: every move, other events, how it ended"
record = of_match("record", HANDS_OUT, hand_out_record, TO_REPLAY)

AFTER = Field("after", Range[int, 0], "Only matches with a higher number than this", default=0)
ALL = "For managers: all matches of this server"
records = in_servers(command_of("records", ALL, [AFTER], hand_out_server), manage_guild=True)

BROUGHT = "A record as text or JSON; without one, your imports are listed"
MADE = "Make a match from a record, to be looked at and replayed"
import_ = command_of("import", MADE, [Field("file", discord.Attachment, BROUGHT)], _import)
