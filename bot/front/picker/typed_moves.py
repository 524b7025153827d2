"""Moves that were typed: previewed or played, compared, or refused with what stands in the way."""

import asyncio

from discord.utils import utcnow

from bot.front.board.text_board import beside
from bot.front.context import Talk, Told, whisper
from bot.front.picker import controller
from bot.front.picker.components import rows_of, spot
from bot.front.picker.screen import Control, Frame, obstructed, offers
from bot.front.text.markdown import clip, code, listing, plain
from bot.games.core import IllegalMove, NotationError
from bot.matches.match import Match
from bot.matches.personal import drafts

PICK = Control("Pick with buttons", "back")

LONGEST_MOVE = 80
"""Characters of a refused text that are compared with the legal moves."""

BETWEEN = ";"
"""What stands between two moves that are typed to be compared."""

TOO_MANY = "That are {count} moves; up to {most} fit side by side. Leave some out."


async def play(
    talk: Talk, match: Match, text: str, *, seq: int | None = None, look_first: bool | None = None
) -> None:
    """Make a move, or show first what it does: as asked, or else as the person always wants it."""
    look = await controller.confirms(talk) if look_first is None else look_first
    try:
        if look:
            await preview(talk, match, text)
        else:
            await controller.play(talk, match, text, seq or match.since)
    except (NotationError, IllegalMove) as error:
        await refuse(talk, match, text, error)


async def preview(talk: Talk, match: Match, text: str) -> None:
    """Show what a move does, to be confirmed. Raises PlayerError when it can't be made."""
    now = utcnow()
    drafts.ahead(match, talk.user.id, text, now)
    draft = await controller.keep(talk, match, lambda found: drafts.typed(match, found, text, now))
    await controller.show(talk, match, draft)


async def compare(talk: Talk, match: Match, listed: str) -> None:
    """Show the results of the moves typed side by side; of none, those that promise most."""
    controller.require_turn(match, talk.user.id)
    texts = [text.strip() for text in listed.split(BETWEEN) if text.strip()]
    if len(texts) > controller.COMPARED:
        raise Told(TOO_MANY.format(count=len(texts), most=controller.COMPARED))
    for text in texts:
        try:
            drafts.ahead(match, talk.user.id, text, utcnow())
        except (NotationError, IllegalMove) as error:
            await refuse(talk, match, text, error)
            return
    found = texts or drafts.promising(match, drafts.fresh(match, talk.user.id), controller.COMPARED)
    draft = await controller.keep(talk, match, lambda held: drafts.laid_out(held, found))
    await controller.show(talk, match, draft)


async def refuse(talk: Talk, match: Match, text: str, error: Exception) -> None:
    """Say why a move is refused, show what is in its way, and offer the nearest legal ones."""
    nearest = talk.client.matches.nearest_texts
    near = await asyncio.to_thread(nearest, match, text[:LONGEST_MOVE])
    lines = [
        clip(plain(str(error)), 1200),
        f"Legal and close to it: {listing(list(map(code, near)), 'or')}." if near else "",
        "`/move` offers every legal move as you type, and `/board` shows the board.",
    ]
    draft = await controller.keep(talk, match, lambda held: drafts.laid_out(held, near))
    eye = await controller.eye_of(talk, match, draft)
    illegal = isinstance(error, IllegalMove)
    pictures = await asyncio.to_thread(obstructed, eye, text) if illegal else ()
    shown = Frame("\n".join(filter(None, lines)), pictures, (), (PICK,), tuple(offers(near)))
    said, more = beside(shown.text, eye.sketch(match))
    files = [*controller.files(match, shown.pictures), *more]
    await whisper(talk, said, view=rows_of(shown, spot(draft)), files=files)
