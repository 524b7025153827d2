"""Boards as picture files with alt text, drawn in a thread, and in plain characters for people who
can't see pictures or prefer to read."""

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import cache, partial
from io import BytesIO
from math import inf
from struct import calcsize, unpack
from typing import NamedTuple, TypeVar

import discord

from bot.catalog import Entry, Example, catalog, entry
from bot.front.discord import lanes
from bot.front.discord.context import PrivateReply
from bot.front.discord.markdown import LIMIT, clip, code_block
from bot.front.text.parts import plain_names
from bot.front.text.results import ended_early, plain_result
from bot.games.core import Effect, Position, chain_cells
from bot.games.phrases import board_lines
from bot.model.match import Match, Ply
from bot.model.records import PersonId
from bot.telemetry.timing import pictured
from renderers import BoardMarks, View, changes, close_up, draw, explained, player_color, warm

log = logging.getLogger(__name__)

# The most characters of alt text that Discord takes.
ALT_LIMIT = 1024

NO_PICTURE = "*The board could not be drawn this time. `/board` tries again.*"

T = TypeVar("T")


async def unless_failed(drawing: Awaitable[T], lack: str, *about: object) -> T | None:
    """What is drawn; None if that failed, and a log entry that names the `lack`, a format for what
    it is `about`. Raises PrivateReply."""
    try:
        return await drawing
    except PrivateReply:
        raise
    except Exception:
        log.exception(lack, *about)
        return None


class Picture(NamedTuple):
    """A PNG or an animation, and its alt text."""

    data: bytes
    alt: str

    def file(self, name: str) -> discord.File:
        """As Discord takes it."""
        return discord.File(BytesIO(self.data), name, description=clip(self.alt, ALT_LIMIT))


def with_board(before: str, board: str) -> str:
    """An alt text with the whole board at its end. If it is long, the text before is cut."""
    return f"{clip(before, max(1, ALT_LIMIT - 1 - len(board)))} {board}".strip()


def alt_text(match: Match, before: str = "") -> str:
    """The board in words, for those who can't see it. If the match ended other than by the rules it
    says so, instead of whose turn it is."""
    names, early = plain_names(match), ended_early(match)
    story = match.rules.tell(match.plies[-1].effects, names) if match.plies else ""
    over = f"The match is over{f': {plain_result(match)}' if early else '.'}" * bool(match.outcome)
    board = match.rules.describe(match.position, names, over=early)
    return with_board(" ".join(filter(None, (before, over, story))), board)


async def board_file(
    match: Match,
    view: View,
    marks: BoardMarks | None = None,
    marked: str = "",
    *,
    person: PersonId | None = None,
    tallest: float = inf,
) -> discord.File | None:
    """The board with its last turn drawn on it, and marks, which `marked` describes.

    `person` is who alone sees it. It is at most `tallest` times as high as it is wide. None (and a
    log entry) if that failed.
    """
    effects = match.plies[-1].effects if match.plies else ()
    work = partial(draw, match.game, _begun(match), effects, view=view, names=plain_names(match))
    return await _pictured(
        match,
        partial(work, marks=marks, ended=match.outcome, tallest=tallest),
        lambda: alt_text(match, marked),
        person,
    )


def has_chain(effects: Sequence[Effect]) -> bool:
    """Whether a turn bumped or captured something."""
    return any(effect.hits for effect in effects)


def proportion(picture: discord.File) -> float:
    """How many times as high as it is wide a PNG is."""
    width, height = unpack(PNG_SIZE, picture.fp.read(calcsize(PNG_SIZE)))
    picture.fp.seek(0)
    return float(height / width)


PNG_SIZE = ">16x2I"
"""How a PNG begins: its width and its height, in pixels, are behind 16 bytes."""


async def close_file(
    match: Match, ply: Ply, view: View, person: PersonId | None = None, tallest: float = inf
) -> discord.File | None:
    """The part of the board where a turn bumped or captured, for everybody or one person alone; for
    an earlier turn with a line that says whose it was. It is at most `tallest` times as high as it
    is wide. None (and a log entry) if that failed."""
    cells = chain_cells(ply.effects)
    number, name = match.plies.index(ply) + 1, plain_names(match)[ply.seat]
    legend = "" if ply is match.plies[-1] else f"Turn {number}: {name}"
    work = partial(close_up, match.game, ply.after, ply.effects, view=view, legend=legend)
    told = partial(match.rules.tell, ply.effects, plain_names(match))
    alt = f"Turn {number}, close up" if legend else "Close up"
    file = await _pictured(
        match, partial(work, cells=cells, tallest=tallest), lambda: f"{alt}: {told()}", person
    )
    if file:
        file.filename = f"{match.game}-{match.id}-{number}-close.png"
    return file


def mover_color(match: Match, view: View) -> int:
    """The color of the player who made the last turn, in pictures of that view."""
    return player_color(match.game, match.plies[-1].seat, view)


async def change_file(
    match: Match,
    plies: Sequence[Ply],
    view: View,
    person: PersonId | None = None,
    was: Position | None = None,
) -> discord.File | None:
    """What those last turns changed, in one picture, for everybody or one person alone. None (and a
    log entry) if that failed.

    `was` is shown as the board before if moves on it have been taken back since: the turns do not
    lead on from there, so they do not tell which piece went where.
    """
    effects = [effect for ply in plies for effect in ply.effects] if was is None else []
    now, names = _begun(match), plain_names(match)
    was = plies[0].before if was is None else was
    work = partial(changes, match.game, was, now, effects, view=view, names=names)

    def alt() -> str:
        stories = [match.rules.tell(ply.effects, names) for ply in plies]
        over = ended_early(match)
        ended = [f"The match is over: {plain_result(match)}"] if over else []
        board = match.rules.describe(now, names, over=over)
        return with_board(" ".join([*ended, *stories]), board)

    return await _pictured(match, work, alt, person)


async def _pictured(
    match: Match, work: Callable[[], bytes], alt: Callable[[], str], person: PersonId | None
) -> discord.File | None:
    # A PNG of the match with its alt text: in the lane of the channels' boards, or a person's.
    drawn_in = lanes.TURNS if person is None else lanes.VIEWS
    timed = pictured(match.game, drawn_in.name, work)

    def both() -> tuple[bytes, str]:
        return timed(), alt()

    drawing = lanes.TURNS.run(both) if person is None else lanes.VIEWS.run_for(person, both)
    found = await unless_failed(drawing, "match %s: board not drawn", match.id)
    if found is None:
        return None
    drawn, words = found
    name = f"{match.game}-{match.id}-{len(match.plies)}.png"
    return Picture(drawn, words.strip()).file(name)


async def warm_up() -> None:
    """Draw a board of every game as channels see it, so that the first one posted comes as quickly
    as any. A person's own board takes a moment longer once.

    Once per process is enough: the caches are its own.
    """
    for key in catalog():
        try:
            await asyncio.to_thread(_warm, key)
        except Exception:
            log.exception("%s: picture not drawn", key)
    _settle()


@cache
def _settle() -> None:
    # Everything loaded by now stays: scanning all of it again and again for garbage would block the
    # event loop for longer than an answer takes.
    gc.collect()
    gc.freeze()


@cache
def _warm(key: str) -> None:
    game = entry(key)
    for shown in [e for page in game.rules for e in page.examples][:1]:
        position = game.game.read(shown.position, shown.options)
        warm(key, position, (View(empty=False),))


async def example_file(
    game: Entry, shown: Example, view: View, person: PersonId, legend: str = ""
) -> discord.File:
    """An example; a chain close up, as it is unreadable on a phone on a whole board, and so is one
    with a `legend`, and one of spaces `seen` in the rules alone."""
    drawn = await lanes.VIEWS.run_for(person, _example, game, shown, view, legend)
    alt = f"{legend}. {shown.caption}" if legend else shown.caption
    return Picture(drawn, alt).file(f"{game.key}.png")


def _example(game: Entry, shown: Example, view: View, legend: str) -> bytes:
    position, effects = example_position(game, shown)
    near = shown.seen and not shown.legend
    if legend or near or has_chain(effects):
        return explained(game.key, position, effects, legend, cells=shown.seen, view=view)
    return draw(game.key, position, effects, view=view, names=dict(enumerate(game.sides, 1)))


def example_position(game: Entry, shown: Example) -> tuple[Position, Sequence[Effect]]:
    """The position of an example, once its move is made, and its effects."""
    position: Position = game.game.read(shown.position, shown.options)
    if not shown.move:
        return position, ()
    turn = game.game.play(position, game.game.parse(position, shown.move))
    return turn.position, turn.effects


def _begun(match: Match) -> Position:
    assert match.position is not None, "a match that has not begun has no board"
    return match.position


# The file name of a text board that is too long for the message itself.
FILE = "board.txt"


def text_board(match: Match) -> str:
    """The board of a match that has begun, as lines of plain characters. If it ended other than by
    the rules it says so, instead of whose turn it is."""
    over = ended_early(match)
    board = match.rules.text_board(match.position, plain_names(match), over=over)
    return "\n".join([*(board_lines(plain_result(match)) if over else ()), board])


def with_text_board(text: str, board: str | None) -> tuple[str, list[discord.File]]:
    """The text with a text board below, which is a file if both are too long for a message."""
    if board is None:
        return text, []
    whole = f"{text}\n{code_block(board)}"
    if len(whole) <= LIMIT:
        return whole, []
    return text, [discord.File(BytesIO(board.encode()), FILE, description="The board as text")]
