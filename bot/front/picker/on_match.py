"""Making a move in a match: its draft is stored with the match, and Confirm makes it final."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

from bot.front import ids, meant
from bot.front.board.preferences import private_view
from bot.front.board.private_view import record_visit
from bot.front.discord.context import Interaction, take_allowance
from bot.front.discord.markdown import inline_code
from bot.front.picker import controller, practice
from bot.front.picker.components import PickerId, pressed_key
from bot.front.picker.controller import DraftAction, redraw_screen
from bot.front.picker.controls import HINT, MORE, STUDY
from bot.front.picker.screen import Manner
from bot.front.text.parts import match_title
from bot.front.text.turns import state_lines
from bot.front.ui.answers import (
    own_note,
    takeback_buttons,
    wanted_buttons,
    with_next,
    with_notes,
)
from bot.front.ui.base import Address, action, button_row
from bot.model.commands import Play
from bot.model.decide.requirements import is_current, is_turn, require_turn
from bot.model.limits import PICTURES
from bot.model.match import Match
from bot.model.records import Draft, Seq
from bot.model.refusals import StaleMatch
from bot.service.personal import drafts, recap
from bot.service.personal.preferences import Preferences
from renderers import View

CHANGED = "**The board has changed since you began this move**, so it can't go on."


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """The board of a stored match: see `PickerBoard`."""

    match: Match
    draft: Draft

    def board_view(self, preferences: Preferences) -> View:
        return private_view(preferences, self.match, self.draft.person)

    @property
    def manner(self) -> Manner:
        title = match_title(self.match)
        if self.match.terms.practice:
            kind = Manner(title, beside=HINT, last=MORE, shows_turn=True, in_place=True)
            return replace(kind, take=(STUDY,))
        return Manner(f"{title} · not played yet", take=(STUDY,))

    @property
    def buttons(self) -> PickerId:
        return PickerId.of(self.draft)

    async def notes(self, interaction: Interaction) -> str:
        # Results side by side leave no room for it.
        if self.draft.offers:
            return ""
        note = await own_note(interaction, self.match)
        is_new = self.match.terms.practice and not (self.draft.keys or self.draft.move)
        news = await practice.news(self.match, self.draft.person) if is_new else ""
        begins = practice.side_and_goal(self.match, self.draft.person) if is_new else ""
        return "\n".join(filter(None, [note, begins, news]))

    async def renewed(self, interaction: Interaction) -> Self:
        draft = await interaction.client.service.drafts.current(self.match, self.draft.person)
        return replace(self, draft=draft)

    async def saved(self, interaction: Interaction, draft: Draft) -> Self | None:
        saved = await interaction.client.service.drafts.save(draft)
        return replace(self, draft=draft) if saved else None

    async def changed(self, interaction: Interaction, change: Callable[[Draft], Draft]) -> Self:
        book = interaction.client.service.drafts
        draft = await book.change(self.match, self.draft.person, change)
        return replace(self, draft=draft)

    async def play(self, interaction: Interaction, text: str) -> None:
        await _play(interaction, self.match, text, self.draft.seq)


def fresh_board(interaction: Interaction, match: Match, seq: Seq | None = None) -> MatchBoard:
    """The board after event `seq`, or the current one, with nothing chosen."""
    draft = drafts.new_draft(match, ids.user(interaction))
    return MatchBoard(match, draft if seq is None else replace(draft, seq=seq))


async def open_picker(interaction: Interaction, match: Match) -> None:
    """Show the person's draft as they left it; a comparison is over when they come back."""
    require_turn(match, ids.user(interaction))
    await take_allowance(interaction, PICTURES)
    board = await fresh_board(interaction, match).renewed(interaction)
    if board.draft.offers:
        board = await board.changed(interaction, lambda found: drafts.with_offers(found, ()))
    await controller.show_picker(interaction, board)
    await record_visit(interaction, match)


async def press_draft(of: DraftAction, interaction: Interaction, at: PickerId) -> None:
    """Do that while the match has the same board, and the picture is of the draft as it is."""
    match = await meant.find_visible(interaction, at.match)
    if await show_gone_on(interaction, match, at.seq):
        return
    require_turn(match, ids.user(interaction))
    board = await fresh_board(interaction, match).renewed(interaction)
    is_newest = board.draft.changes == at.changes
    if of.draws or not is_newest:
        await take_allowance(interaction, PICTURES)
    if is_newest:
        key = pressed_key(interaction, at.key, picks=at.kind == "pick")
        await of.act(interaction, board, key)
    else:
        await controller.show_picker(interaction, board, note=controller.OLDER)


for each in controller.DRAFT_ACTIONS:
    action(PickerId, each.name)(partial(press_draft, each))


async def show_gone_on(interaction: Interaction, match: Match, seq: Seq) -> bool:
    """Whether the board is no longer that of event `seq`; then it is shown to the person: their
    move if they have made it, or else the current board."""
    if is_current(match, seq):
        return False
    if match.terms.practice:
        await go_on_practicing(interaction, match)
        return True
    made = drafts.move_made_since(match, seq, ids.user(interaction))
    if made:
        await show_played(interaction, match, made.text, made.seq)
        return True
    mine = is_turn(match, ids.user(interaction))
    again = button_row(("again",), Address(match.id, match.board_seq)) if mine else None
    where = "" if mine else f"\n{await interaction.client.board_link(match.id)}"
    await redraw_screen(interaction, f"{CHANGED}\n{state_lines(match)}{where}", view=again)
    return True


async def show_played(
    interaction: Interaction, match: Match, text: str, seq: Seq | None = None
) -> None:
    """Show that the move is made, with event `seq`, and lead on. The post that follows says what it
    did. While it is the person's last one, a button takes it back."""
    played = await with_notes(interaction, match, f"{inline_code(text)} is played.")
    is_last = recap.last_move(match, ids.user(interaction)) == seq
    back = takeback_buttons(match, ids.user(interaction)) if is_last else []
    again = wanted_buttons(match, ids.user(interaction))
    played, view = await with_next(interaction, match, played, before=again, behind=back)
    await redraw_screen(interaction, played, view=view)


async def _play(interaction: Interaction, match: Match, text: str, seq: Seq) -> None:
    # Make the move final, on the board of that event and no other.
    matches, person = interaction.client.matches, ids.user(interaction)
    try:
        after = await matches.do(match, Play(person, text), seq=seq)
    except StaleMatch:
        # Pressed twice: the first press has played it.
        if not await show_gone_on(interaction, await matches.match(match.id), seq):
            raise
        return
    if after.terms.practice:
        await go_on_practicing(interaction, after)
        return
    made = drafts.move_made_since(after, seq, person)
    await show_played(interaction, after, *((made.text, made.seq) if made else (text,)))


async def go_on_practicing(interaction: Interaction, match: Match) -> None:
    """Let the bot move if it is its turn, and show the person's next move, or the end."""
    match = await interaction.client.service.practice.answered(match)
    if is_turn(match, ids.user(interaction)):
        await open_picker(interaction, match)
    else:
        await practice.show_rest(interaction, match)
