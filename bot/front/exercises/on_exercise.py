"""Making a move in an exercise: the picker of a match, on a board that is no stored match."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from bot.catalog import UnknownGame
from bot.exercises.exercise import ExerciseId
from bot.exercises.lessons import NoSuchStage
from bot.front import meant
from bot.front.clock import utcnow
from bot.front.discord import lanes
from bot.front.discord.context import Interaction, PrivateReply, person_of, take_allowance
from bot.front.exercises.outcomes import show_outcome
from bot.front.exercises.views import PICK, ExerciseView, TryId, view_parts_of
from bot.front.picker.components import pressed_key
from bot.front.picker.controller import DRAFT_ACTIONS, OLDER, show_picker
from bot.front.ui.base import action
from bot.model.exercises.attempt import Attempt, StaleAttempt
from bot.model.limits import PICTURES
from bot.model.records import Draft
from bot.service.exercises.library import NoSuchExercise
from bot.service.locks import change

GONE = "That exercise is no longer there. `/learn` shows the lessons, and `/puzzle` has others."


@dataclass(frozen=True, slots=True)
class ExerciseBoard(ExerciseView):
    """The board of an exercise: see `PickerBoard`."""

    async def notes(self, interaction: Interaction) -> str:
        return self.heading

    async def renewed(self, interaction: Interaction) -> Self:
        book, at = interaction.client.service.exercises, self.exercise.id
        attempt = await book.attempt(self.attempt.person, at)
        return await self.with_attempt(attempt)

    async def saved(self, interaction: Interaction, draft: Draft) -> Self | None:
        attempt = self.attempt.with_draft(draft, utcnow())
        saved = await interaction.client.service.exercises.save(attempt)
        return replace(self, attempt=attempt) if saved else None

    async def changed(self, interaction: Interaction, step: Callable[[Draft], Draft]) -> Self:
        def after(board: Self) -> Self:
            attempt = board.attempt.with_draft(step(board.draft), utcnow())
            return replace(board, attempt=attempt)

        save = interaction.client.service.exercises.save
        return await change(
            lambda: self.renewed(interaction), after, lambda board, _: save(board.attempt)
        )

    async def play(self, interaction: Interaction, text: str) -> None:
        await take_allowance(interaction, PICTURES)
        book, attempt = interaction.client.service.exercises, self.attempt
        try:
            found, _ = await book.tried(attempt.person, self.exercise.id, attempt.changes, text)
        except StaleAttempt:
            # Pressed twice: the first press has counted.
            await show_attempt(interaction, await self.renewed(interaction))
        else:
            await show_attempt(interaction, await self.with_attempt(found))

    async def with_attempt(self, attempt: Attempt) -> Self:
        """The same exercise after that attempt."""
        before = self.attempt
        if (attempt.line, attempt.hints) == (before.line, before.hints):
            return replace(self, attempt=attempt)
        work = (view_parts_of, self.exercise, attempt, self.match.host)
        match, clues = await lanes.VIEWS.run_for(attempt.person, *work)
        return replace(self, attempt=attempt, match=match, clues=clues)


async def board_at(interaction: Interaction, of: ExerciseId) -> ExerciseBoard:
    """The exercise in its current state for the person. Raises PrivateReply for one that no longer
    exists, and NoSuchMatch for a puzzle from a match that they may not see."""
    person, book = person_of(interaction.user), interaction.client.service.exercises
    if match := interaction.client.service.own_puzzles.match_of(of):
        await meant.find_visible(interaction, match)
    try:
        exercise = await book.find(of, person.id)
    except (NoSuchExercise, NoSuchStage, UnknownGame):
        raise PrivateReply(GONE) from None
    attempt = await book.attempt(person.id, of)
    work = (view_parts_of, exercise, attempt, person)
    return ExerciseBoard(exercise, attempt, *await lanes.VIEWS.run_for(person.id, *work))


async def show_attempt(interaction: Interaction, board: ExerciseBoard, note: str = "") -> None:
    """The person's progress: the judgment of the last try, or else the board to make a move on."""
    if board.attempt.reached or board.attempt.wrong:
        await show_outcome(interaction, board, note)
    else:
        await show_picker(interaction, board, note=note)


async def open_exercise(interaction: Interaction, of: ExerciseId, note: str = "") -> None:
    """Show an exercise where the person left it, instead of what was pressed or as the answer. The
    interaction is acknowledged. Raises PrivateReply for one that no longer exists."""
    await take_allowance(interaction, PICTURES)
    await show_attempt(interaction, await board_at(interaction, of), note)


AnyAct = TypeVar("AnyAct", bound=Callable[[Interaction, ExerciseBoard, str], Awaitable[None]])


def exercise_action(name: str, *, draws: bool = False) -> Callable[[AnyAct], AnyAct]:
    """Makes a function the act of a button of exercises, which is done only while its picture is
    the newest. One that `draws` another picture does nothing for somebody who has had too many."""

    def add(act: AnyAct) -> AnyAct:
        @action(TryId, name)
        async def pressed(interaction: Interaction, at: TryId) -> None:
            board = await board_at(interaction, at.exercise)
            is_newest = board.attempt.changes == at.edit
            if draws or not is_newest:
                await take_allowance(interaction, PICTURES)
            if is_newest:
                key = pressed_key(interaction, at.part, picks=at.doing == PICK)
                await act(interaction, board, key)
            else:
                await show_attempt(interaction, board, OLDER)

        return act

    return add


for each in DRAFT_ACTIONS:
    if each.in_exercises:
        exercise_action(each.name, draws=each.draws)(each.act)
