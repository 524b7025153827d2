"""Lines of moves that were not played, each drawn close up: for hints, proofs and reviews."""

from collections.abc import Sequence
from functools import partial
from math import inf

import discord

from bot.front.board.pictures import Picture, unless_failed
from bot.front.clock import utcnow
from bot.front.discord import lanes
from bot.front.discord.context import Client
from bot.front.discord.lanes import give_way
from bot.front.text.parts import plain_names
from bot.front.text.turns import move_line
from bot.model.match import Match
from bot.model.records import PersonId, Seq
from bot.service.personal.drafts import match_after
from renderers import View, explained

# Most pictures of one line. A message has ten, of which others may come before them.
DRAWN = 6


def played_on(match: Match, texts: Sequence[str]) -> list[Match]:
    """The match after each of the moves, whoever makes them. Raises PlayerError for an illegal
    one."""
    following: list[Match] = []
    for text in texts:
        mover = match.turn_person
        if mover is None:
            break
        match = match_after(match, mover.id, text, utcnow())
        following.append(match)
    return following


def line_in_words(match: Match, texts: Sequence[str]) -> list[str]:
    """What each of the moves does, numbered if there are several."""
    lines = [move_line(after.plies[-1], after) for after in played_on(match, texts)]
    return [f"{n}. {each}" for n, each in enumerate(lines, 1)] if len(lines) > 1 else lines


def drawn_line(
    match: Match,
    texts: Sequence[str],
    view: View,
    before: str,
    seen: Sequence[str] = (),
    tallest: float = inf,
) -> list[Picture]:
    """The pictures of the line, each with its move in large letters, and at most `tallest` times as
    high as it is wide; that of the first move includes the spaces `seen`."""
    drawn, names = list[Picture](), plain_names(match)
    for number, after in enumerate(played_on(match, texts[:DRAWN]), 1):
        give_way()
        ply = after.plies[-1]
        count = f"{number}. " if len(texts) > 1 else before
        legend = f"{count}{names[ply.seat]}: {ply.text}"
        cells = seen if number == 1 else ()
        paint = partial(explained, cells=cells, view=view, tallest=tallest)
        png = paint(match.game, ply.after, ply.effects, legend)
        drawn.append(Picture(png, f"{legend}. {match.rules.tell(ply.effects, names)}"))
    return drawn


async def before_claim(client: Client, match: Match) -> Match:
    """A match that a proven win has ended, as it stood on its last board, with somebody to move."""
    # The end is the event after the claim or the adjudication.
    return await client.matches.earlier(match, Seq(match.board_seq - 2))


async def line_files(
    match: Match,
    texts: Sequence[str],
    view: View,
    *,
    person: PersonId | None = None,
    name: str = "line",
    before: str = "",
) -> list[discord.File]:
    """The line that goes on from the match, a picture for each move; `before` is put before the
    move of a line of one. `person` is who alone sees it. None of it (and a log entry) if it can't
    be drawn."""
    work = (drawn_line, match, texts, view, before)
    drawing = lanes.TURNS.run(*work) if person is None else lanes.VIEWS.run_for(person, *work)
    drawn = await unless_failed(drawing, "match %s: line not drawn", match.id) or ()
    head = f"{match.game}-{match.id}-{name}"
    return [each.file(f"{head}-{n}.png") for n, each in enumerate(drawn, 1)]
