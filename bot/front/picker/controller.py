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
from bot.front.board.private_view import record_visit
from bot.front.board.text_board import with_text_board
from bot.front.components.base import Address, button_row
from bot.front.context import Interaction, PrivateReply, reply_private
from bot.front.picker.components import ACTS, DraftAddress, draft_address, picker_view
from bot.front.picker.screen import DraftView, ScreenPicture, screen_of
from bot.front.preferences import preferences_of, private_view
from bot.front.text.markdown import clip, inline_code
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


async def confirms(interaction: Interaction) -> bool:
    """Whether the person wants to see what a typed move does before it counts."""
    return bool((await preferences_of(interaction)).confirm)


def require_turn(match: Match, who: int) -> None:
    """Refuse a move out of turn before anybody makes one."""
    if match.seat_of(who) in match.out:
        raise PrivateReply("You have left this match; the others play on without you.")
    if match.seat_of(who) is None:
        raise PrivateReply("This is not your match. `/challenge` begins one of your own.")
    if match.turn_person is None:
        raise PrivateReply(f"There is no move to make: {actions.state_lines(match)}")
    if match.turn_person.id != who:
        raise PrivateReply("It is not your turn yet. You will be mentioned here when it is.")


# The draft


async def current_draft(interaction: Interaction, match: Match) -> Draft:
    """The person's half-made move on this board, or one in which nothing is chosen."""
    stored = await interaction.client.store.draft(interaction.user.id, match.id)
    if stored and drafts.is_current(match, stored):
        return stored
    return drafts.new_draft(match, interaction.user.id)


async def save_draft(
    interaction: Interaction, match: Match, change: Callable[[Draft], Draft]
) -> Draft:
    """Change the person's draft, whatever they have been doing to it meanwhile."""
    while True:
        changed = change(await current_draft(interaction, match))
        if await interaction.client.store.save_draft(changed):
            return changed


async def open_picker(interaction: Interaction, match: Match) -> None:
    """Show the person's move where it stands; a comparison is over when they look again."""
    require_turn(match, interaction.user.id)
    draft = await current_draft(interaction, match)
    if draft.offers:
        draft = await save_draft(interaction, match, lambda found: drafts.with_offers(found, ()))
    await show_picker(interaction, match, draft)
    await record_visit(interaction, match)


async def show_picker(
    interaction: Interaction, match: Match, draft: Draft, page: int = 0, note: str = ""
) -> None:
    """Draw the message anew from the draft."""
    eye = await draft_view(interaction, match, draft)
    try:
        shown = await asyncio.to_thread(screen_of, eye, page, note)
    except IllegalMove:
        await show_picker(
            interaction, match, await save_draft(interaction, match, drafts.cleared), note=UNFIT
        )
        return
    text, more = with_text_board(shown.text, shown.sketch)
    pictures = [*screen_files(match, shown.pictures), *more]
    await redraw_screen(interaction, text, picker_view(shown, draft_address(draft)), pictures)


async def draft_view(interaction: Interaction, match: Match, draft: Draft) -> DraftView:
    """The person's eye on a half-made move, as they like to see."""
    likes = await preferences_of(interaction)
    view = private_view(likes, match, interaction.user.id)
    return DraftView(match, draft, view, utcnow(), text=bool(likes.text))


def screen_files(match: Match, pictures: Sequence[ScreenPicture]) -> list[discord.File]:
    """The pictures as Discord takes them."""
    name = f"{match.game}-{match.id}-{len(match.plies)}"
    return [
        discord.File(BytesIO(each.png), f"{name}-{number}.png", description=each.alt)
        for number, each in enumerate(pictures, 1)
    ]


async def redraw_screen(
    interaction: Interaction,
    text: str,
    view: ui.View | None = None,
    pictures: Sequence[discord.File] = (),
) -> None:
    """Put this in the place of what the private message showed before, or say it below."""
    try:
        await interaction.edit_original_response(
            content=clip(text), attachments=pictures, view=view
        )
    except discord.HTTPException as error:
        log.info("a private message could not be brought up to date: %s", error)
        await reply_private(interaction, text, view=view)


# What the buttons do

Deed = Callable[[Interaction, Match, Draft, str], Awaitable[None]]


def control_action(name: str) -> Callable[[Deed], Deed]:
    """Make a function what happens when a button of that name is pressed on a current picture."""

    def enter(deed: Deed) -> Deed:
        async def pressed(interaction: Interaction, at: DraftAddress, key: str) -> None:
            match = await interaction.client.matches.match(at.match)
            if await show_gone_on(interaction, match, at.seq):
                return
            require_turn(match, interaction.user.id)
            draft = await current_draft(interaction, match)
            if draft.changes != at.changes:
                await show_picker(interaction, match, draft, note=OLDER)
                return
            await deed(interaction, match, draft, key)

        ACTS[name] = pressed
        return deed

    return enter


async def show_gone_on(interaction: Interaction, match: Match, seq: int) -> bool:
    """Say so when the board is no longer that of the event `seq`: the move made, or the way on."""
    if seq >= match.since:
        return False
    made = drafts.move_made_since(match, seq, interaction.user.id)
    if made:
        await redraw_screen(
            interaction,
            await actions.with_notes(interaction, match, f"{inline_code(made.text)} is played."),
        )
        return True
    mine = match.turn_person is not None and match.turn_person.id == interaction.user.id
    again = button_row(("again",), Address(match.id, match.since)) if mine else None
    where = "" if mine else f"\n{await interaction.client.board_link(match.id)}"
    await redraw_screen(interaction, f"{CHANGED}\n{actions.state_lines(match)}{where}", again)
    return True


async def change_draft(interaction: Interaction, match: Match, changed: Draft) -> None:
    """Keep a changed draft and show it; if another press came first, show what that one did."""
    if await interaction.client.store.save_draft(changed):
        await show_picker(interaction, match, changed)
    else:
        await show_picker(interaction, match, await current_draft(interaction, match), note=OLDER)


@control_action("pick")
async def choose_key(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    """Take a choice."""
    await change_draft(
        interaction, match, await asyncio.to_thread(drafts.with_choice, match, draft, key)
    )


@control_action("back")
async def step_back(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    """Take the last choice back."""
    shorter = (
        drafts.with_offers(draft, ()) if draft.offers else drafts.without_last_choice(match, draft)
    )
    await change_draft(interaction, match, shorter)


@control_action("page")
async def turn_page(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    """Show another page of the choices."""
    await show_picker(interaction, match, draft, int(key))


@control_action("compare")
async def compare_moves(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    """Lay the most promising moves side by side."""
    texts = await asyncio.to_thread(drafts.promising, match, draft, COMPARED)
    await change_draft(interaction, match, drafts.with_offers(draft, texts))


@control_action("offer")
async def choose_offer(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    """Take one of the moves that are laid out."""
    text = draft.offers[int(key) % len(draft.offers)]
    await change_draft(interaction, match, drafts.with_typed_move(match, draft, text, utcnow()))


@control_action("cancel")
async def cancel_draft(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    """Forget the move. What is left of the draft knows older pictures for such."""
    await interaction.client.store.save_draft(drafts.cleared(draft))
    await redraw_screen(interaction, DROPPED)


@control_action("confirm")
async def confirm_move(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    """Play the move."""
    text = await asyncio.to_thread(drafts.whole_move, match, draft)
    if text is None:
        await show_picker(interaction, match, draft)
    else:
        await play_draft(interaction, match, text, draft.seq)


async def play_draft(interaction: Interaction, match: Match, text: str, seq: int) -> None:
    """Make the move for good, on that board and no other."""
    asked = Play(interaction.user.id, text)
    try:
        after = await interaction.client.matches.do(match.id, asked, seq=seq)
    except StaleMatch:
        # Pressed twice: the first press has played it.
        if not await show_gone_on(
            interaction, await interaction.client.matches.match(match.id), seq
        ):
            raise
        return
    made = drafts.move_made_since(after, seq, interaction.user.id)
    said = f"{inline_code(made.text if made else text)} is played."
    # What it did stands in the post that follows.
    await redraw_screen(interaction, await actions.with_notes(interaction, after, said))
    await drop_draft(interaction, match.id)


async def drop_draft(interaction: Interaction, match: MatchId) -> None:
    """Drop the draft of a move that is made. Left behind it would do no harm."""
    with suppress(StoreTrouble):
        await interaction.client.store.drop_draft(interaction.user.id, match)
