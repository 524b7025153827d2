"""The boards of a page of the inbox as small squares, drawn one after the other."""

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from io import BytesIO

import discord

from bot.catalog import entry
from bot.front.board.pictures import alt_text, plain_names
from bot.front.discord import lanes
from bot.front.discord.context import PrivateReply
from bot.front.inbox.words import InboxEntry
from bot.front.preferences import private_view
from bot.model.match import Match
from bot.service.personal.preferences import Preferences
from bot.telemetry.lanes import pictured
from renderers import draw, thumbnail

log = logging.getLogger(__name__)


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
    return discord.File(BytesIO(png), name, description=alt)


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
