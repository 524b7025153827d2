"""A match as a picture file with its words, drawn beside the event loop."""

import asyncio
import logging
from collections.abc import Sequence
from io import BytesIO

import discord

from bot.catalog import Entry, Example, catalog, entry
from bot.front.words import clip
from bot.games.core import Effect, Names, Position
from bot.matches.match import Match
from renderers import View, draw, warm

log = logging.getLogger(__name__)

ALT_LIMIT = 1024
"""The most characters of alt text that Discord takes."""

NO_PICTURE = "*The board could not be drawn this time. `/board` tries again.*"


def called(match: Match) -> Names:
    """The players' bare names by seat, for pictures and alt text, where nothing is styled."""
    return {seat: player.name for seat, player in enumerate(match.seats, 1)}


def alt(match: Match) -> str:
    """The board in words, for those who can't see it."""
    game = entry(match.game).game
    said = game.tell(match.plies[-1].effects, called(match)) if match.plies else ""
    return clip(f"{said} {game.describe(match.position, called(match))}".strip(), ALT_LIMIT)


async def board(match: Match, view: View | None = None) -> discord.File | None:
    """The board with its last turn drawn on it, or None (and a log entry) when that failed."""
    effects = match.plies[-1].effects if match.plies else ()
    try:
        drawn = await _drawn(match.game, match.position, effects, view or View(), called(match))
        return discord.File(
            BytesIO(drawn),
            f"{match.game}-{match.id}-{len(match.plies)}.png",
            description=alt(match),
        )
    except Exception:
        log.exception("match %s: the board could not be drawn", match.id)
        return None


async def warm_up() -> None:
    """Draw a board of every game, so that the first one people wait for comes as quickly as any."""
    for game in catalog().values():
        try:
            for shown in [e for page in game.rules for e in page.examples][:1]:
                position = game.game.read(shown.position, shown.options)
                await asyncio.to_thread(warm, game.key, position, (View(), View(turned=True)))
        except Exception:
            log.exception("%s: no picture could be drawn", game.key)


async def example(game: Entry, shown: Example) -> discord.File:
    """The picture of an example in the rules."""
    position = game.game.read(shown.position, shown.options)
    effects: Sequence[Effect] = ()
    if shown.move:
        position, effects = _played(game, position, shown.move)
    drawn = await _drawn(game.key, position, effects, View(), dict(enumerate(game.sides, 1)))
    return discord.File(BytesIO(drawn), f"{game.key}.png", description=clip(shown.caption, 1024))


def _played(game: Entry, before: Position, move: str) -> tuple[Position, Sequence[Effect]]:
    turn = game.game.play(before, game.game.parse(before, move))
    return turn.position, turn.effects


async def _drawn(
    key: str, position: Position | None, effects: Sequence[Effect], view: View, names: Names
) -> bytes:
    assert position is not None, "a match that has not begun has no board"
    return await asyncio.to_thread(draw, key, position, effects, view=view, names=names)
