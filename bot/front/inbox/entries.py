"""The matches of a page, read and compared with what the reader has seen of them."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial

import discord

from bot.catalog import entry
from bot.front.board.part_of import round_ends
from bot.front.board.pictures import Picture, alt_text, plain_names
from bot.front.discord import lanes
from bot.front.discord.context import Interaction, PrivateReply
from bot.front.inbox.words import InboxEntry
from bot.front.preferences import private_view
from bot.model.match import Match
from bot.model.records import MatchSummary
from bot.model.refusals import StoreTrouble
from bot.service.inbox import InboxPage
from bot.service.personal.preferences import Preferences
from bot.service.personal.recap import NO_CHANGES, Changes, changes_for
from bot.telemetry.timing import pictured
from renderers import draw, thumbnail

log = logging.getLogger(__name__)

# The event whose board the reader saw last.
Seen = int | None


async def read_entries(interaction: Interaction, page: InboxPage) -> list[InboxEntry]:
    """The matches of a page: only these are opened, however many the person has."""
    reader = interaction.user.id
    work = (_read(interaction, number, row) for number, row in enumerate(page.rows, page.first))
    read = await asyncio.gather(*work)
    others = await interaction.client.service.pairs.others(page.rows)
    ends = await round_ends(interaction.client, page.rows)
    found = [
        (replace(shown, other=others.get(shown.row.match), ends=ends.get(shown.row.match)), seen)
        for shown, seen in read
    ]
    try:
        return await lanes.VIEWS.run_for(reader, _compared, reader, found)
    except PrivateReply:
        # Too much of the person's waits already; the rest of the page is right without.
        return [shown for shown, _ in found]


async def _read(
    interaction: Interaction, number: int, row: MatchSummary
) -> tuple[InboxEntry, Seen]:
    service = interaction.client.service
    shown = InboxEntry(number, row)
    try:
        match, board, seen = await asyncio.gather(
            interaction.client.matches.match(row.match),
            service.posts.last_board(row.match),
            service.people.visited(interaction.user.id, row.match),
        )
    except StoreTrouble:
        raise
    except Exception:
        log.exception("match %s: listed without board", row.match)
        return shown, None
    return replace(shown, match=match, board=board), seen


def _compared(reader: int, found: list[tuple[InboxEntry, Seen]]) -> list[InboxEntry]:
    return [replace(shown, changes=_changes(shown.match, reader, seen)) for shown, seen in found]


def _changes(match: Match | None, reader: int, seen: Seen) -> Changes:
    try:
        return changes_for(match, reader, seen) if match else NO_CHANGES
    except Exception:
        log.exception("match %s: news not read", match and match.id)
        return NO_CHANGES


async def draw_tiles(
    shown: Sequence[InboxEntry], preferences: Preferences, reader: int
) -> list[discord.File]:
    """The boards that could be drawn, as the person likes them, each with its number on it; one
    that is alone is drawn whole."""
    tiles = [partial(_tile, each, preferences, reader, len(shown) == 1) for each in shown]
    try:
        return await lanes.VIEWS.run_for(reader, _files, tiles, counts=len(tiles))
    except PrivateReply:
        return []


def _files(tiles: Iterable[Callable[[], discord.File | None]]) -> list[discord.File]:
    return [file for tile in tiles if (file := tile())]


def _tile(
    shown: InboxEntry, preferences: Preferences, reader: int, alone: bool
) -> discord.File | None:
    match = shown.match
    if match is None or match.position is None:
        return None
    work = partial(_picture, match, shown.number, preferences, reader, alone)
    try:
        png, alt = pictured(match.game, lanes.VIEWS.name, work)()
    except Exception:
        log.exception("match %s: tile not drawn", match.id)
        return None
    name = f"{shown.number}-{match.game}-{match.id}-{len(match.plies)}.png"
    return Picture(png, alt).file(name)


def _picture(
    match: Match, number: int, preferences: Preferences, reader: int, alone: bool
) -> tuple[bytes, str]:
    effects = match.plies[-1].effects if match.plies else ()
    view, names = private_view(preferences, match, reader), plain_names(match)
    paint = (
        partial(draw, ended=match.outcome)
        if alone
        else partial(thumbnail, label=str(number), square=True)
    )
    png = paint(match.game, match.position, effects, view=view, names=names)
    name = f"{entry(match.game).name}."
    # Before the first turn it begins with the name of the game already.
    named = alt_text(match).startswith(name)
    return png, alt_text(match, f"{number}." if named else f"{number}. {name}")
