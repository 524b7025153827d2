"""Making a move with buttons: every press changes the draft, and the message is drawn anew."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import BytesIO

import discord
from discord import ui
from discord.utils import utcnow

from bot.front import find_match
from bot.front.actions import takeback_button
from bot.front.board.private_view import record_visit
from bot.front.board.text_board import with_text_board
from bot.front.discord import lanes
from bot.front.discord.context import (
    DROPPED,
    Interaction,
    Message,
    PrivateReply,
    replace_private,
    reply_private,
    take_allowance,
)
from bot.front.discord.markdown import inline_code
from bot.front.picker.components import picker_view
from bot.front.picker.screen import DraftView, Screen, screen_of
from bot.front.preferences import preferences_of, private_view
from bot.front.text.turns import state_lines
from bot.front.ui.base import UNKNOWN, Address, PickerId, button_row, parsed_number
from bot.front.ui.next_button import wanted_buttons, with_next
from bot.front.ui.notes import own_note, with_notes
from bot.games.core import IllegalMove
from bot.model.commands import Play
from bot.model.decide.requirements import is_current, is_turn, require_turn
from bot.model.limits import EXPORTS, PICTURES
from bot.model.match import Match
from bot.model.records import Draft
from bot.model.refusals import StaleMatch, StoreTrouble
from bot.service.personal import drafts
from bot.service.personal.preferences import Preferences

log = logging.getLogger(__name__)

OLDER = "*That button was of an older picture. This is where your move stands:*"
CHANGED = "**The board has changed since you began this move**, so it can't go on."
CANCELED = "Nothing is played. **Move** below the board, or `/play`, begins again."
UNFIT = "*The half-made move no longer fits the board; this is the beginning again.*"

# Results shown side by side at most: Discord takes ten pictures, and nine make a square.
COMPARED = 9


# The draft


async def current_draft(interaction: Interaction, match: Match) -> Draft:
    """The person's half-made move on this board, or one in which nothing is chosen."""
    return await interaction.client.service.drafts.current(match, interaction.user.id)


async def save_draft(
    interaction: Interaction, match: Match, change: Callable[[Draft], Draft]
) -> Draft:
    """Change the person's draft, whatever they have been doing to it meanwhile."""
    return await interaction.client.service.drafts.change(match, interaction.user.id, change)


async def open_picker(interaction: Interaction, match: Match) -> None:
    """Show the person's move where it stands; a comparison is over when they come back."""
    require_turn(match, interaction.user.id)
    await take_allowance(interaction, PICTURES)
    draft = await current_draft(interaction, match)
    if draft.offers:
        draft = await save_draft(interaction, match, lambda found: drafts.with_offers(found, ()))
    await show_picker(interaction, match, draft)
    await record_visit(interaction, match)


async def show_picker(
    interaction: Interaction,
    match: Match,
    draft: Draft,
    *,
    page: int = 0,
    note: str = "",
    whole: bool = False,
    preferences: Preferences | None = None,
) -> None:
    """Draw the message anew from the draft; for preferences that were not read yet, read them.

    `whole` shows the whole board where a close-up is usual.
    """
    preferences = preferences or await preferences_of(interaction)
    draft_view = replace(view_draft(interaction, match, draft, preferences), whole=whole)
    # Results side by side leave no room for it.
    own = "" if draft.offers else await own_note(interaction, match)
    notes = "\n".join(filter(None, [note, own]))
    try:
        lane = lanes.EXTRAS if draft.offers else lanes.VIEWS
        screen = await lane.run_for(interaction.user.id, screen_of, draft_view, page, notes)
    except IllegalMove:
        draft = await save_draft(interaction, match, drafts.cleared)
        await show_picker(interaction, match, draft, note=UNFIT, preferences=preferences)
        return
    await redraw_screen(interaction, *screen_message(match, screen, draft))


def view_draft(
    interaction: Interaction, match: Match, draft: Draft, preferences: Preferences
) -> DraftView:
    board_view = private_view(preferences, match, draft.person)
    return DraftView(
        match,
        draft,
        board_view,
        utcnow(),
        text=bool(preferences.text),
        compass=preferences.moving == "compass",
        closeups=bool(preferences.closeups),
        emojis=interaction.client.emoji_book.of(match.game, board_view.theme),
    )


def screen_message(match: Match, screen: Screen, draft: Draft) -> Message:
    """A screen as a message. Its files are the pictures, and a text board that is long."""
    name = f"{match.game}-{match.id}-{len(match.plies)}"
    pictures = [
        discord.File(BytesIO(each.png), f"{name}-{number}.png", description=each.alt)
        for number, each in enumerate(screen.pictures, 1)
    ]
    text, more = with_text_board(screen.text, screen.text_board)
    return text, [*pictures, *more], picker_view(screen, draft)


async def redraw_screen(
    interaction: Interaction,
    text: str,
    files: Sequence[discord.File] = (),
    view: ui.View | None = None,
) -> None:
    """Put this in the place of what the private message showed before, or send it below."""
    try:
        await replace_private(interaction, text, files, view)
    except (discord.HTTPException, *DROPPED) as error:
        log.info("private message not edited: %s", error)
        await reply_private(interaction, text, view=view)


# What the buttons do

DraftAction = Callable[[Interaction, Match, Draft, str], Awaitable[None]]


def on_current_draft(
    act: DraftAction, *, draws: bool = True
) -> Callable[[Interaction, PickerId, str], Awaitable[None]]:
    """The callback of a button that acts only while its picture of the draft is current.

    One that `draws` another picture does nothing for somebody who has had too many.
    """

    async def pressed(interaction: Interaction, at: PickerId, key: str) -> None:
        match = await find_match.find_visible(interaction, at.match)
        if await show_gone_on(interaction, match, at.seq):
            return
        require_turn(match, interaction.user.id)
        draft = await current_draft(interaction, match)
        is_current_picture = draft.changes == at.changes
        if draws or not is_current_picture:
            await take_allowance(interaction, PICTURES)
        if is_current_picture:
            await act(interaction, match, draft, key)
        else:
            await show_picker(interaction, match, draft, note=OLDER)

    return pressed


async def show_gone_on(interaction: Interaction, match: Match, seq: int) -> bool:
    """Whether the board is no longer that of the event `seq`, which is then shown to the person:
    their move if they have made it, or else where the match stands."""
    if is_current(match, seq):
        return False
    made = drafts.move_made_since(match, seq, interaction.user.id)
    if made:
        await show_played(interaction, match, made.text, made.seq)
        return True
    mine = is_turn(match, interaction.user.id)
    again = button_row(("again",), Address(match.id, match.board_seq)) if mine else None
    where = "" if mine else f"\n{await interaction.client.board_link(match.id)}"
    await redraw_screen(interaction, f"{CHANGED}\n{state_lines(match)}{where}", view=again)
    return True


async def show_played(
    interaction: Interaction, match: Match, text: str, seq: int | None = None
) -> None:
    """Show that the move is made, with the event `seq`, and lead on. What it did stands in the post
    that follows. While it is the person's last one, a button takes it back."""
    played = await with_notes(interaction, match, f"{inline_code(text)} is played.")
    button = takeback_button(match, interaction.user.id)
    back = [button] if button and button.parsed.seq == seq else []
    again = wanted_buttons(match, interaction.user.id)
    played, view = await with_next(interaction, match, played, before=again, behind=back)
    await redraw_screen(interaction, played, view=view)


async def change_draft(interaction: Interaction, match: Match, changed: Draft) -> None:
    """Keep a changed draft and show it; if another press came first, show what that one did."""
    if await interaction.client.service.drafts.save(changed):
        await show_picker(interaction, match, changed)
    else:
        await show_picker(interaction, match, await current_draft(interaction, match), note=OLDER)


# The same for a button that is pressed to end it: a move can be played whatever was looked at.
without_picture = partial(on_current_draft, draws=False)


@on_current_draft
async def choose_key(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    longer = await lanes.VIEWS.run_for(draft.person, drafts.with_choice, match, draft, key)
    await change_draft(interaction, match, longer)


@on_current_draft
async def step_back(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    if draft.offers:
        shorter = drafts.with_offers(draft, ())
    else:
        shorter = await lanes.VIEWS.run_for(draft.person, drafts.without_last_choice, match, draft)
    await change_draft(interaction, match, shorter)


@on_current_draft
async def turn_page(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    await show_picker(interaction, match, draft, page=parsed_number(key))


@on_current_draft
async def show_whole(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    await show_picker(interaction, match, draft, page=parsed_number(key or "0"), whole=True)


@on_current_draft
async def compare_moves(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    await take_allowance(interaction, EXPORTS)
    texts = await lanes.EXTRAS.run_for(draft.person, drafts.promising, match, draft, COMPARED)
    await change_draft(interaction, match, drafts.with_offers(draft, texts))


@on_current_draft
async def choose_offer(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    text = next(iter(draft.offers[parsed_number(key) :]), None)
    if text is None:
        raise PrivateReply(UNKNOWN)
    whole = await lanes.VIEWS.run_for(
        draft.person, drafts.with_typed_move, match, draft, text, utcnow()
    )
    await change_draft(interaction, match, whole)


@without_picture
async def cancel_draft(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    # The draft stays, empty, so that older pictures are known as older.
    await interaction.client.service.drafts.save(drafts.cleared(draft))
    await redraw_screen(interaction, CANCELED)


@without_picture
async def confirm_move(interaction: Interaction, match: Match, draft: Draft, key: str) -> None:
    text = await lanes.VIEWS.run_for(draft.person, drafts.whole_move, match, draft)
    if text is None:
        await show_picker(interaction, match, draft)
    else:
        await play_draft(interaction, match, text, draft.seq)


async def play_draft(interaction: Interaction, match: Match, text: str, seq: int) -> None:
    """Make the move for good, on that board and no other."""
    matches, person = interaction.client.matches, interaction.user.id
    try:
        after = await matches.do(match, Play(person, text), seq=seq)
    except StaleMatch:
        # Pressed twice: the first press has played it.
        if not await show_gone_on(interaction, await matches.match(match.id), seq):
            raise
        return
    made = drafts.move_made_since(after, seq, person)
    await show_played(interaction, after, *((made.text, made.seq) if made else (text,)))
    await drop_draft(interaction, match)


async def drop_draft(interaction: Interaction, match: Match) -> None:
    # Left behind it would do no harm.
    with suppress(StoreTrouble):
        await interaction.client.service.people.drop_draft(interaction.user.id, match.id)
