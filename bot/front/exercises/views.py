"""An exercise as one person sees it: the board, the text around it, and its buttons.

The choices are stored, not in the custom ids.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from discord import ButtonStyle

from bot.exercises.exercise import Exercise, ExerciseId
from bot.exercises.stages import Stage
from bot.front.board.preferences import private_view
from bot.front.board.private_view import hints_in_words
from bot.front.discord.markdown import escape
from bot.front.exercises.words import Clue, Presentation, clues_of, presentation_of
from bot.front.picker.components import control_button, named_key
from bot.front.picker.controls import HINT, MORE, Control
from bot.front.picker.screen import Manner
from bot.front.text.turns import move_line
from bot.front.ui.base import Button, CustomId
from bot.model.exercises.attempt import Attempt
from bot.model.match import Match, Ply
from bot.model.records import Draft, Person
from bot.service.exercises.book import board_of
from bot.service.personal.preferences import Preferences
from renderers import View

# The parts of the custom ids: a choice of a step, or the name of what to do.
PICK, DO = "try", "act"


class TryId(CustomId, written="{doing}:{exercise}:{edit}:{part}"):
    """A button, menu or form of an exercise, with the attempt's `changes` when it was shown."""

    doing: str
    exercise: ExerciseId
    edit: int
    part: str

    def to(self, kind: str, key: str) -> Self:
        return replace(self, doing=PICK if kind == "pick" else DO, part=key)

    @property
    def form(self) -> Self:
        return self.to("do", "type")

    @property
    def name_of_action(self) -> str:
        return "pick" if self.doing == PICK else named_key(self.part)[0]


TRY = Control("Try it", "confirm", ButtonStyle.success)


@dataclass(frozen=True, slots=True)
class ExerciseView:
    """An exercise, the person's progress in it, the board after their line, and the hints that they
    were given."""

    exercise: Exercise
    attempt: Attempt
    match: Match
    clues: tuple[Clue, ...] = ()

    @property
    def draft(self) -> Draft:
        return self.attempt.draft

    def board_view(self, preferences: Preferences) -> View:
        return private_view(preferences, self.match, self.attempt.person)

    @property
    def presentation(self) -> Presentation:
        return presentation_of(self.exercise)

    @property
    def buttons(self) -> TryId:
        return TryId(DO, self.exercise.id, self.attempt.changes, "")

    def button(self, control: Control) -> Button:
        return control_button(control, self.buttons)

    @property
    def small(self) -> str:
        """The line in small print, with how many moves were made of several."""
        made, most = len(self.own_plies), self.exercise.moves
        if most == 1 or self.attempt.reached:
            return self.presentation.small
        return f"{self.presentation.small} · move {made + 1} of {most}"

    @property
    def own_plies(self) -> list[int]:
        """The places of the person's own moves in the line."""
        seat = self.exercise.position.turn
        return [n for n, ply in enumerate(self.match.plies) if ply.seat == seat]

    @property
    def has_more_hints(self) -> bool:
        has_more = self.attempt.hints < self.presentation.hints
        return has_more and holds_hints(self.exercise, self.attempt)

    @property
    def manner(self) -> Manner:
        presentation = self.presentation
        begins = not self.attempt.line
        # Spaces stay marked to the end; an arrow is about the first move.
        marks = tuple(mark for mark in presentation.marks if begins or mark.towards is None)
        marks = (*marks, *(mark for clue in self.clues for mark in clue.marks if begins))
        return Manner(
            self.small,
            confirm=TRY,
            beside=HINT if self.has_more_hints else None,
            last=MORE,
            hints=marks,
            clues=tuple(f"💡 {escape(clue.text)}" for clue in self.clues),
            marked=f"Marked: {hints_in_words(marks)}." if marks else "",
            seen=tuple(self.match.rules.occupied(self.match.position)),
            shows_turn=True,
            in_place=True,
        )

    @property
    def heading(self) -> str:
        """The lines above every board: the goal, and at first its name and the last answer."""
        return "\n".join(self._heading())

    def _heading(self) -> Iterator[str]:
        if not self.attempt.keys:
            yield f"### {escape(self.presentation.title)}"
        yield escape(self.presentation.goal)
        if not self.attempt.keys:
            yield from (move_line(ply, self.match, where="") for ply in self.replies)

    @property
    def replies(self) -> tuple[Ply, ...]:
        """The others' answers to the person's last move."""
        plies = self.match.plies
        return plies[self.own_plies[-1] + 1 :] if plies else ()


def view_parts_of(
    exercise: Exercise, attempt: Attempt, person: Person
) -> tuple[Match, tuple[Clue, ...]]:
    """The board, with every move played out, and the hints given. Computes."""
    given = attempt.hints if holds_hints(exercise, attempt) else 0
    match = board_of(exercise, attempt, person)
    for ply in match.plies:
        ply.play_once()
    return match, clues_of(exercise)[:given] if given else ()


def holds_hints(exercise: Exercise, attempt: Attempt) -> bool:
    """Whether hints are useful yet: those of a puzzle are about its first move."""
    return isinstance(exercise, Stage) or not attempt.line
