"""Making a move with buttons: every press changes the draft, and the message is drawn again."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol, Self

import discord
from discord import ui

from bot.front import ids
from bot.front.board.pictures import with_text_board
from bot.front.board.preferences import preferences_of
from bot.front.clock import utcnow
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
from bot.front.picker.components import DraftId, picker_view
from bot.front.picker.screen import DraftView, Manner, Screen, screen_of
from bot.front.ui.base import UNKNOWN, parsed_number
from bot.games.core import IllegalMove
from bot.model.limits import EXPORTS
from bot.model.match import Match
from bot.model.records import Draft
from bot.service.personal import drafts
from bot.service.personal.preferences import Preferences
from renderers import View

log = logging.getLogger(__name__)


class PickerBoard(Protocol):
    """A board with a person's draft."""

    @property
    def match(self) -> Match:
        """The match, in which the person is to move."""

    @property
    def draft(self) -> Draft:
        """The draft."""

    def board_view(self, preferences: Preferences) -> View:
        """How the person sees it."""

    @property
    def manner(self) -> Manner:
        """How its screens differ from those of another board."""

    @property
    def buttons(self) -> DraftId:
        """By which the custom ids of the current draft are made."""

    async def notes(self, interaction: Interaction) -> str:
        """The lines above every step."""

    async def renewed(self, interaction: Interaction) -> Self:
        """The same with the draft as it is kept now."""

    async def saved(self, interaction: Interaction, draft: Draft) -> Self | None:
        """The same with that draft instead of the one it follows; None when another came first."""

    async def changed(self, interaction: Interaction, change: Callable[[Draft], Draft]) -> Self:
        """The same with the draft changed, even if the person changes it meanwhile."""

    async def play(self, interaction: Interaction, text: str) -> None:
        """Make the move final and show its result. Raises PlayerError."""


async def redraw_screen(
    interaction: Interaction,
    text: str,
    files: Sequence[discord.File] = (),
    view: ui.View | None = None,
) -> None:
    """Put this instead of what the private message showed before, or send it below."""
    try:
        await replace_private(interaction, text, files, view)
    except (discord.HTTPException, *DROPPED) as error:
        log.info("private message not edited: %s", error)
        await reply_private(interaction, text, view=view)


OLDER = "*That button belonged to an older picture. This is your current move:*"
CANCELED = "Nothing is played. **Move** below the board, or `/play`, begins again."
UNFIT = "*The unfinished move no longer fits the board; this is the beginning again.*"

# Results shown side by side at most: a phone shows three rows of two about as wide as high.
COMPARED = 6


# The screen


async def show_picker(
    interaction: Interaction,
    board: PickerBoard,
    *,
    page: int = 0,
    note: str = "",
    whole: bool = False,
    preferences: Preferences | None = None,
) -> None:
    """Draw the message again from the draft; reads the preferences unless given.

    `whole` shows the whole board instead of the usual close-up.
    """
    preferences = preferences or await preferences_of(interaction)
    draft_view = replace(view_draft(interaction, board, preferences), whole=whole)
    notes = "\n".join(filter(None, [note, await board.notes(interaction)]))
    try:
        lane = lanes.EXTRAS if board.draft.offers else lanes.VIEWS
        screen = await lane.run_for(ids.user(interaction), screen_of, draft_view, page, notes)
    except IllegalMove:
        board = await board.changed(interaction, drafts.cleared)
        await show_picker(interaction, board, note=UNFIT, preferences=preferences)
        return
    await redraw_screen(interaction, *screen_message(board, screen))


def view_draft(interaction: Interaction, board: PickerBoard, preferences: Preferences) -> DraftView:
    match, draft, board_view = board.match, board.draft, board.board_view(preferences)
    return DraftView(
        match,
        draft,
        board_view,
        utcnow(),
        board.manner,
        text=bool(preferences.text),
        moving=preferences.moving or drafts.PAD,
        closeups=bool(preferences.closeups),
        emojis=interaction.client.emoji_book.of(match.game, board_view.theme),
    )


def screen_message(board: PickerBoard, screen: Screen) -> Message:
    """A screen as a message. Its files are the pictures, and a text board that is long."""
    match = board.match
    name = f"{match.game}-{match.id}-{len(match.plies)}"
    pictures = [each.file(f"{name}-{number}.png") for number, each in enumerate(screen.pictures, 1)]
    text, more = with_text_board(screen.text, screen.text_board)
    return text, [*pictures, *more], picker_view(screen, board.buttons)


# What the buttons do

BoardAct = Callable[[Interaction, PickerBoard, str], Awaitable[None]]


class DraftAction(NamedTuple):
    """What a button of a draft does while its picture is current. One that `draws` another picture
    does nothing for somebody who has had too many."""

    name: str
    act: BoardAct
    draws: bool
    in_exercises: bool


DRAFT_ACTIONS: list[DraftAction] = []
"""Each is registered for all kinds of boards that have it."""


def draft_action(
    name: str, *, draws: bool = True, in_exercises: bool = True
) -> Callable[[BoardAct], BoardAct]:
    """Makes a function the act of that button of a draft."""

    def add(act: BoardAct) -> BoardAct:
        DRAFT_ACTIONS.append(DraftAction(name, act, draws, in_exercises))
        return act

    return add


async def change_draft(interaction: Interaction, board: PickerBoard, changed: Draft) -> None:
    """Keep a changed draft and show it; if another press came first, show what that one did."""
    if saved := await board.saved(interaction, changed):
        await show_picker(interaction, saved)
    else:
        await show_picker(interaction, await board.renewed(interaction), note=OLDER)


# `pick` takes any choice of a step.
@draft_action("pick")
async def choose_key(interaction: Interaction, board: PickerBoard, key: str) -> None:
    draft = board.draft
    longer = await lanes.VIEWS.run_for(draft.person, drafts.with_choice, board.match, draft, key)
    await change_draft(interaction, board, longer)


@draft_action("back")
async def step_back(interaction: Interaction, board: PickerBoard, key: str) -> None:
    draft, before = board.draft, drafts.without_last_choice
    if draft.offers:
        shorter = drafts.with_offers(draft, ())
    else:
        shorter = await lanes.VIEWS.run_for(draft.person, before, board.match, draft)
    await change_draft(interaction, board, shorter)


@draft_action("page")
@draft_action("close")
async def turn_page(interaction: Interaction, board: PickerBoard, key: str) -> None:
    await show_picker(interaction, board, page=parsed_number(key))


@draft_action("whole")
async def show_whole(interaction: Interaction, board: PickerBoard, key: str) -> None:
    await show_picker(interaction, board, page=parsed_number(key or "0"), whole=True)


@draft_action("compare", in_exercises=False)
async def compare_moves(interaction: Interaction, board: PickerBoard, key: str) -> None:
    await take_allowance(interaction, EXPORTS)
    person, promising = board.draft.person, drafts.promising
    texts = await lanes.EXTRAS.run_for(person, promising, board.match, board.draft, COMPARED)
    await change_draft(interaction, board, drafts.with_offers(board.draft, texts))


@draft_action("offer")
async def choose_offer(interaction: Interaction, board: PickerBoard, key: str) -> None:
    draft = board.draft
    text = next(iter(draft.offers[parsed_number(key) :]), None)
    if text is None:
        raise PrivateReply(UNKNOWN)
    whole = await lanes.VIEWS.run_for(
        draft.person, drafts.with_typed_move, board.match, draft, text, utcnow()
    )
    await change_draft(interaction, board, whole)


# A draft can be ended, and its move played, even without a picture.
@draft_action("cancel", draws=False, in_exercises=False)
async def cancel_draft(interaction: Interaction, board: PickerBoard, key: str) -> None:
    # The draft stays, empty, so that older pictures are known as older.
    await board.saved(interaction, drafts.cleared(board.draft))
    await redraw_screen(interaction, CANCELED)


@draft_action("confirm", draws=False)
async def confirm_move(interaction: Interaction, board: PickerBoard, key: str) -> None:
    draft = board.draft
    text = await lanes.VIEWS.run_for(draft.person, drafts.whole_move, board.match, draft)
    if text is None:
        await show_picker(interaction, board)
    else:
        await board.play(interaction, text)
