"""Making a move with buttons: every press changes the draft, and the message is drawn anew."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from io import BytesIO

import discord
from discord import ui
from discord.utils import utcnow

from bot.front import actions
from bot.front.board.private_view import noted
from bot.front.board.text_board import beside
from bot.front.components.base import Address, row
from bot.front.context import Talk, Told, whisper
from bot.front.picker.components import ACTS, Spot, rows_of, spot
from bot.front.picker.screen import Eye, Picture, frame
from bot.front.preferences import preferences_of, private_view
from bot.front.text.markdown import clip, code
from bot.games.core import IllegalMove
from bot.matches.commands import Play
from bot.matches.events import Draft, MatchId, StaleMatch, StoreTrouble
from bot.matches.match import Match
from bot.matches.personal import drafts

log = logging.getLogger(__name__)

OLDER = "*That button was of an older picture. This is where your move stands:*"
CHANGED = "**The board has changed since you began this move**, so it can't go on."
DROPPED = "Nothing is played. **Move** below the board, or `/play`, begins again."
UNFIT = "*The half-made move no longer fits the board; this is the beginning again.*"

COMPARED = 9
"""Results shown side by side at most: Discord takes ten pictures, and nine make a square."""


async def confirms(talk: Talk) -> bool:
    """Whether the person wants to see what a typed move does before it counts."""
    return bool((await preferences_of(talk)).confirm)


def require_turn(match: Match, who: int) -> None:
    """Refuse a move out of turn before anybody makes one."""
    if match.seat_of(who) in match.out:
        raise Told("You have left this match; the others play on without you.")
    if match.seat_of(who) is None:
        raise Told("This is not your match. `/challenge` begins one of your own.")
    if match.turn_person is None:
        raise Told(f"There is no move to make: {actions.state(match)}")
    if match.turn_person.id != who:
        raise Told("It is not your turn yet. You will be mentioned here when it is.")


# The draft


async def held(talk: Talk, match: Match) -> Draft:
    """The person's half-made move on this board, or one in which nothing is chosen."""
    stored = await talk.client.store.draft(talk.user.id, match.id)
    if stored and drafts.is_current(match, stored):
        return stored
    return drafts.fresh(match, talk.user.id)


async def keep(talk: Talk, match: Match, change: Callable[[Draft], Draft]) -> Draft:
    """Change the person's draft, whatever they have been doing to it meanwhile."""
    while True:
        changed = change(await held(talk, match))
        if await talk.client.store.save_draft(changed):
            return changed


async def open_at(talk: Talk, match: Match) -> None:
    """Show the person's move where it stands; a comparison is over when they look again."""
    require_turn(match, talk.user.id)
    draft = await held(talk, match)
    if draft.offers:
        draft = await keep(talk, match, lambda found: drafts.laid_out(found, ()))
    await show(talk, match, draft)
    await noted(talk, match)


async def show(talk: Talk, match: Match, draft: Draft, page: int = 0, note: str = "") -> None:
    """Draw the message anew from the draft."""
    eye = await eye_of(talk, match, draft)
    try:
        shown = await asyncio.to_thread(frame, eye, page, note)
    except IllegalMove:
        await show(talk, match, await keep(talk, match, drafts.emptied), note=UNFIT)
        return
    text, more = beside(shown.text, shown.sketch)
    pictures = [*files(match, shown.pictures), *more]
    await redraw(talk, text, rows_of(shown, spot(draft)), pictures)


async def eye_of(talk: Talk, match: Match, draft: Draft) -> Eye:
    """The person's eye on a half-made move, as they like to see."""
    likes = await preferences_of(talk)
    view = private_view(likes, match, talk.user.id)
    return Eye(match, draft, view, utcnow(), text=bool(likes.text))


def files(match: Match, pictures: Sequence[Picture]) -> list[discord.File]:
    """The pictures as Discord takes them."""
    name = f"{match.game}-{match.id}-{len(match.plies)}"
    return [
        discord.File(BytesIO(each.png), f"{name}-{number}.png", description=each.alt)
        for number, each in enumerate(pictures, 1)
    ]


async def redraw(
    talk: Talk, text: str, view: ui.View | None = None, pictures: Sequence[discord.File] = ()
) -> None:
    """Put this in the place of what the private message showed before, or say it below."""
    try:
        await talk.edit_original_response(content=clip(text), attachments=pictures, view=view)
    except discord.HTTPException as error:
        log.info("a private message could not be brought up to date: %s", error)
        await whisper(talk, text, view=view)


# What the buttons do

Deed = Callable[[Talk, Match, Draft, str], Awaitable[None]]


def act(name: str) -> Callable[[Deed], Deed]:
    """Make a function what happens when a button of that name is pressed on a current picture."""

    def enter(deed: Deed) -> Deed:
        async def pressed(talk: Talk, at: Spot, key: str) -> None:
            match = await talk.client.matches.match(at.match)
            if await gone_on(talk, match, at.seq):
                return
            require_turn(match, talk.user.id)
            draft = await held(talk, match)
            if draft.changes != at.changes:
                await show(talk, match, draft, note=OLDER)
                return
            await deed(talk, match, draft, key)

        ACTS[name] = pressed
        return deed

    return enter


async def gone_on(talk: Talk, match: Match, seq: int) -> bool:
    """Say so when the board is no longer that of the event `seq`: the move made, or the way on."""
    if seq >= match.since:
        return False
    made = drafts.answered(match, seq, talk.user.id)
    if made:
        await redraw(talk, await actions.with_notes(talk, match, f"{code(made.text)} is played."))
        return True
    mine = match.turn_person is not None and match.turn_person.id == talk.user.id
    again = row(("again",), Address(match.id, match.since)) if mine else None
    where = "" if mine else f"\n{await talk.client.board_link(match.id)}"
    await redraw(talk, f"{CHANGED}\n{actions.state(match)}{where}", again)
    return True


async def change(talk: Talk, match: Match, changed: Draft) -> None:
    """Keep a changed draft and show it; if another press came first, show what that one did."""
    if await talk.client.store.save_draft(changed):
        await show(talk, match, changed)
    else:
        await show(talk, match, await held(talk, match), note=OLDER)


@act("pick")
async def pick(talk: Talk, match: Match, draft: Draft, key: str) -> None:
    """Take a choice."""
    await change(talk, match, await asyncio.to_thread(drafts.chosen, match, draft, key))


@act("back")
async def back(talk: Talk, match: Match, draft: Draft, key: str) -> None:
    """Take the last choice back."""
    shorter = drafts.laid_out(draft, ()) if draft.offers else drafts.taken_back(match, draft)
    await change(talk, match, shorter)


@act("page")
async def page(talk: Talk, match: Match, draft: Draft, key: str) -> None:
    """Show another page of the choices."""
    await show(talk, match, draft, int(key))


@act("compare")
async def compare(talk: Talk, match: Match, draft: Draft, key: str) -> None:
    """Lay the most promising moves side by side."""
    texts = await asyncio.to_thread(drafts.promising, match, draft, COMPARED)
    await change(talk, match, drafts.laid_out(draft, texts))


@act("offer")
async def offer(talk: Talk, match: Match, draft: Draft, key: str) -> None:
    """Take one of the moves that are laid out."""
    text = draft.offers[int(key) % len(draft.offers)]
    await change(talk, match, drafts.typed(match, draft, text, utcnow()))


@act("cancel")
async def cancel(talk: Talk, match: Match, draft: Draft, key: str) -> None:
    """Forget the move. What is left of the draft knows older pictures for such."""
    await talk.client.store.save_draft(drafts.emptied(draft))
    await redraw(talk, DROPPED)


@act("confirm")
async def confirm(talk: Talk, match: Match, draft: Draft, key: str) -> None:
    """Play the move."""
    text = await asyncio.to_thread(drafts.whole, match, draft)
    if text is None:
        await show(talk, match, draft)
    else:
        await play(talk, match, text, draft.seq)


async def play(talk: Talk, match: Match, text: str, seq: int) -> None:
    """Make the move for good, on that board and no other."""
    asked = Play(talk.user.id, text)
    try:
        after = await talk.client.matches.do(match.id, asked, seq=seq)
    except StaleMatch:
        # Pressed twice: the first press has played it.
        if not await gone_on(talk, await talk.client.matches.match(match.id), seq):
            raise
        return
    made = drafts.answered(after, seq, talk.user.id)
    said = f"{code(made.text if made else text)} is played."
    # What it did stands in the post that follows.
    await redraw(talk, await actions.with_notes(talk, after, said))
    await forget(talk, match.id)


async def forget(talk: Talk, match: MatchId) -> None:
    """Drop the draft of a move that is made. Left behind it would do no harm."""
    with suppress(StoreTrouble):
        await talk.client.store.drop_draft(talk.user.id, match)
