"""Making moves in a study: the picker of a match, on a board of one's own.

Each whole move is a move of the study at once: it can be taken back with **Back** and takes nothing
away, so there is nothing to confirm.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Self, TypeVar

from bot.front import ids, meant
from bot.front.clock import utcnow
from bot.front.discord import lanes
from bot.front.discord.context import Interaction, person_of, take_allowance
from bot.front.picker.components import pressed_key
from bot.front.picker.controller import DRAFT_ACTIONS, show_picker
from bot.front.studies.views import StudyId, StudyView, study_view
from bot.front.ui.base import action
from bot.model.limits import PICTURES
from bot.model.records import Draft
from bot.model.studies.kept import Opened, match_of
from bot.model.studies.study import Study
from bot.service.personal import drafts


@dataclass(frozen=True, slots=True)
class StudyPicker(StudyView):
    """The board of a study: see `PickerBoard`."""

    async def notes(self, interaction: Interaction) -> str:
        return self.heading

    async def renewed(self, interaction: Interaction) -> Self:
        """The same as it is stored now, after following its match."""
        return await self._with(await opened_at(interaction, self.stored.number))

    async def saved(self, interaction: Interaction, draft: Draft) -> Self | None:
        if draft.move:
            return await self.walked(interaction, partial(_played, draft.move, self.study.place))
        book = interaction.client.service.studies
        stored = await book.save_draft(self.stored, draft)
        if stored is None:
            return None
        return replace(await self._with(replace(self.opened, stored=stored)), asks=self.asks)

    async def changed(self, interaction: Interaction, change: Callable[[Draft], Draft]) -> Self:
        if move := change(self.draft).move:
            return await self.walked(interaction, partial(_played, move, self.study.place))
        book = interaction.client.service.studies
        work = (self.owner.id, self.stored.number, lambda _, draft: change(draft))
        return await self._with(await book.change_draft(*work, self.opened.match))

    async def walked(self, interaction: Interaction, walk: Callable[[Study], Study]) -> Self:
        """The same after its owner has changed it, or gone elsewhere in it."""
        book, number = interaction.client.service.studies, self.stored.number
        return await self._with(await book.change(self.owner.id, number, walk, self.opened.match))

    async def play(self, interaction: Interaction, text: str) -> None:
        after, person = drafts.match_after, self.owner.id
        work = (after, self.match, person, text, utcnow())
        move = (await lanes.VIEWS.run_for(person, *work)).plies[-1].text
        walk = partial(_played, move, self.study.place)
        await show_picker(interaction, await self.walked(interaction, walk))

    async def _with(self, opened: Opened) -> Self:
        # What has come true is told as long as it was not shown.
        if self.opened.new and not opened.new:
            opened = replace(opened, new=self.opened.new, deep=self.opened.deep)
        return await lanes.VIEWS.run_for(self.owner.id, study_view, type(self), opened, self.owner)


def _played(move: str, at: int, study: Study) -> Study:
    return study.play(move, at)


async def opened_at(interaction: Interaction, number: int) -> Opened:
    """The person's study of that number, after following its match. Raises Refused if it is gone,
    and NoSuchMatch if they may not see the match any more."""
    book, person = interaction.client.service.studies, ids.user(interaction)
    if (of := match_of(number)) is None:
        return await book.find(person, number)
    return await book.of_match(await meant.find_visible(interaction, of), person)


async def picker_of(interaction: Interaction, opened: Opened) -> StudyPicker:
    """The board of a study that was just opened."""
    owner = person_of(interaction.user)
    return await lanes.VIEWS.run_for(owner.id, study_view, StudyPicker, opened, owner)


async def picker_at(interaction: Interaction, number: int) -> StudyPicker:
    """The board of the person's study of that number as it is now."""
    return await picker_of(interaction, await opened_at(interaction, number))


async def open_study(interaction: Interaction, board: StudyPicker, note: str = "") -> None:
    """Show a study where its owner left it, instead of what was pressed or as the answer."""
    await take_allowance(interaction, PICTURES)
    if board.stored.offers:
        board = await board.changed(interaction, drafts.cleared)
    await show_picker(interaction, board, note=note)


AnyAct = TypeVar("AnyAct", bound=Callable[[Interaction, StudyPicker, str], Awaitable[None]])


def study_action(name: str, *, draws: bool = False) -> Callable[[AnyAct], AnyAct]:
    """Makes a function the act of a button of studies, which is done only while its picture is the
    newest. One that `draws` another picture does nothing for somebody who has had too many."""

    def add(act: AnyAct) -> AnyAct:
        @action(StudyId, name)
        async def pressed(interaction: Interaction, at: StudyId) -> None:
            board = await picker_at(interaction, at.number)
            is_newest = board.stored.changes == at.changes
            if draws or not is_newest:
                await take_allowance(interaction, PICTURES)
            if is_newest:
                key = pressed_key(interaction, at.key, picks=at.kind == "pick")
                await act(interaction, board, key)
            else:
                await show_picker(interaction, board, note=STALE)

        return act

    return add


STALE = "*That button belonged to an older picture. This is your study now:*"

OWN_WAY = frozenset({"back", "page", "close", "whole"})
"""Buttons of a draft that do something else in a study."""

for each in DRAFT_ACTIONS:
    if each.in_exercises and each.name not in OWN_WAY:
        study_action(each.name, draws=each.draws)(each.act)
