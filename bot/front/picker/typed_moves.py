"""Moves that were typed: previewed or played, compared, or refused with what stands in the way."""

import asyncio

from discord.utils import utcnow

from bot.front.board.text_board import with_text_board
from bot.front.context import Interaction, PrivateReply, reply_private
from bot.front.picker import controller
from bot.front.picker.components import draft_address, picker_view
from bot.front.picker.screen import Control, Screen, offers, refusal_picture
from bot.front.text.markdown import clip, comma_list, escape, inline_code
from bot.games.core import IllegalMove, NotationError
from bot.matches.match import Match
from bot.matches.personal import drafts

PICK = Control("Pick with buttons", "back")

LONGEST_MOVE = 80
"""Characters of a refused text that are compared with the legal moves."""

BETWEEN = ";"
"""What stands between two moves that are typed to be compared."""

TOO_MANY = "That are {count} moves; up to {most} fit side by side. Leave some out."


async def play_typed(
    interaction: Interaction,
    match: Match,
    text: str,
    *,
    seq: int | None = None,
    look_first: bool | None = None,
) -> None:
    """Make a move, or show first what it does: as asked, or else as the person always wants it."""
    look = await controller.confirms(interaction) if look_first is None else look_first
    try:
        if look:
            await preview_typed(interaction, match, text)
        else:
            await controller.play_draft(interaction, match, text, seq or match.since)
    except (NotationError, IllegalMove) as error:
        await refuse_typed(interaction, match, text, error)


async def preview_typed(interaction: Interaction, match: Match, text: str) -> None:
    """Show what a move does, to be confirmed. Raises PlayerError when it can't be made."""
    now = utcnow()
    drafts.match_after(match, interaction.user.id, text, now)
    draft = await controller.save_draft(
        interaction, match, lambda found: drafts.with_typed_move(match, found, text, now)
    )
    await controller.show_picker(interaction, match, draft)


async def compare_typed(interaction: Interaction, match: Match, listed: str) -> None:
    """Show the results of the moves typed side by side; of none, those that promise most."""
    controller.require_turn(match, interaction.user.id)
    texts = [text.strip() for text in listed.split(BETWEEN) if text.strip()]
    if len(texts) > controller.COMPARED:
        raise PrivateReply(TOO_MANY.format(count=len(texts), most=controller.COMPARED))
    for text in texts:
        try:
            drafts.match_after(match, interaction.user.id, text, utcnow())
        except (NotationError, IllegalMove) as error:
            await refuse_typed(interaction, match, text, error)
            return
    found = texts or drafts.promising(
        match, drafts.new_draft(match, interaction.user.id), controller.COMPARED
    )
    draft = await controller.save_draft(
        interaction, match, lambda held: drafts.with_offers(held, found)
    )
    await controller.show_picker(interaction, match, draft)


async def refuse_typed(interaction: Interaction, match: Match, text: str, error: Exception) -> None:
    """Say why a move is refused, show what is in its way, and offer the nearest legal ones."""
    nearest = interaction.client.matches.nearest_texts
    near = await asyncio.to_thread(nearest, match, text[:LONGEST_MOVE])
    lines = [
        clip(escape(str(error)), 1200),
        f"Legal and close to it: {comma_list(list(map(inline_code, near)), 'or')}." if near else "",
        "`/move` offers every legal move as you type, and `/board` shows the board.",
    ]
    draft = await controller.save_draft(
        interaction, match, lambda held: drafts.with_offers(held, near)
    )
    eye = await controller.draft_view(interaction, match, draft)
    illegal = isinstance(error, IllegalMove)
    pictures = await asyncio.to_thread(refusal_picture, eye, text) if illegal else ()
    shown = Screen("\n".join(filter(None, lines)), pictures, (), (PICK,), tuple(offers(near)))
    said, more = with_text_board(shown.text, eye.sketch(match))
    files = [*controller.screen_files(match, shown.pictures), *more]
    await reply_private(
        interaction, said, view=picker_view(shown, draft_address(draft)), files=files
    )
