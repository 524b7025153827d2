"""An exercise as one person sees it: the board, and the lines around it."""

from collections.abc import Iterator
from dataclasses import dataclass

from discord import ButtonStyle

from bot.exercises.exercise import Exercise
from bot.front.board.private_view import hints_in_words
from bot.front.discord.markdown import escape
from bot.front.exercises.clues import Clue, clues_of
from bot.front.exercises.faces import Face, face_of
from bot.front.exercises.items import TryAddress
from bot.front.picker.screen import Control, Manner
from bot.front.text.turns import move_line
from bot.model.exercises.attempt import Attempt
from bot.model.match import Match, Ply
from bot.model.records import Draft, Person
from bot.service.exercises.board import board_of

TRY = Control("Try it", "confirm", ButtonStyle.success)
HINT = Control("Hint", "hint")
MORE = Control("More…", "more")


@dataclass(frozen=True, slots=True)
class ExerciseView:
    """An exercise, how far somebody is in it, their board as it stands after their line, and the
    hints that they were given."""

    exercise: Exercise
    attempt: Attempt
    match: Match
    clues: tuple[Clue, ...] = ()

    @property
    def draft(self) -> Draft:
        return self.attempt.draft

    @property
    def face(self) -> Face:
        return face_of(self.exercise)

    @property
    def address(self) -> TryAddress:
        return TryAddress(self.exercise.id, self.attempt.changes)

    @property
    def has_more_hints(self) -> bool:
        return self.attempt.hints < self.face.hints

    @property
    def manner(self) -> Manner:
        face = self.face
        begins = not self.attempt.line
        marks = face.marks if begins else ()
        marks = (*marks, *(mark for clue in self.clues for mark in clue.marks if begins))
        return Manner(
            face.small,
            confirm=TRY,
            beside=HINT if self.has_more_hints else None,
            last=MORE,
            hints=marks,
            marked=f"Marked: {hints_in_words(marks)}." if marks else "",
            seen=tuple(self.match.rules.standing(self.match.position)),
            shows_turn=True,
            in_place=True,
        )

    @property
    def heading(self) -> str:
        """The lines above every board: what it is, what is to be reached, the hints so far, and
        what was answered last."""
        return "\n".join(self._heading())

    def _heading(self) -> Iterator[str]:
        yield f"### {escape(self.face.title)}\n{escape(self.face.goal)}"
        yield from (f"💡 {escape(clue.text)}" for clue in self.clues)
        if not self.attempt.keys:
            yield from (move_line(ply, self.match) for ply in self.replies)

    @property
    def replies(self) -> tuple[Ply, ...]:
        """What the others have answered to the person's last move."""
        seat, plies = self.exercise.position.turn, self.match.plies
        last = max((n for n, ply in enumerate(plies) if ply.seat == seat), default=len(plies))
        return plies[last + 1 :]


def view_parts_of(
    exercise: Exercise, attempt: Attempt, person: Person
) -> tuple[Match, tuple[Clue, ...]]:
    """The board and the hints given. Computes."""
    clues = clues_of(exercise)[: attempt.hints] if attempt.hints else ()
    return board_of(exercise, attempt, person), clues
