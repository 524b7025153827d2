"""A stage of a game's lesson, and the judgment of a try of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.exercises.courses import Course, Reply
from bot.exercises.exercise import ExerciseId, Judgment, Line, Result
from bot.exercises.goals import COUNTS, Criterion
from bot.games.core import Options, PlayerError
from bot.games.phrases import counted

KIND = "stage"

NOUNS = {"losses": "piece"}
"""What is counted, if its plural is not the name of the count."""

NOT_YOURS = "It isn't your turn in this position, so there is nothing to judge."


def whereabouts(game_key: str, name: str) -> str:
    """The location of a fault in a data file."""
    return f"data/lessons/{game_key}.toml, stage “{name}”"


@dataclass(frozen=True, slots=True)
class Correction:
    """The answer to a wrong try: `text`, if `when` holds; `reason` names the kind.

    `at_once` says that it ends the try even if moves are left. The last of a stage has no `when`:
    it is used if none before it fits.
    """

    reason: str
    text: str
    when: Criterion | None = None
    at_once: bool = False

    def fits(self, course: Course) -> bool:
        return self.when is None or self.when.holds(course)

    def shown(self, course: Course) -> Line:
        """The moves of the others that show why it is wrong."""
        return self.when.shown(course) if self.when else ()


@dataclass(frozen=True)
class Stage:
    """One step of a lesson: an exercise, with all its texts."""

    id: ExerciseId
    title: str
    goal: str
    position: Any
    moves: int
    solution: Line
    reached: Criterion
    wrong: tuple[Correction, ...]
    learned: str
    reply: Reply | None = None
    hints: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()
    options: Options = field(default_factory=dict, hash=False)

    @property
    def person(self) -> int:
        """The player whose part the person has."""
        return int(self.position.turn)

    @property
    def where(self) -> str:
        """Its location for its author: the file and the name in it."""
        return whereabouts(self.id.game, self.id.name)

    @property
    def beginning(self) -> Course:
        return Course(self.id.game, self.position)

    def judged(self, line: Sequence[str]) -> Judgment:
        course = self.beginning.played(line)
        if not course.turns or course.turns[-1].player != self.person:
            raise PlayerError(NOT_YOURS)
        return self.judged_course(course)

    def judged_course(self, course: Course) -> Judgment:
        """The same for a line that was played already."""
        if self.reached.holds(course):
            return Judgment(Result.REACHED, text=self.learned)
        if over := self._over(course):
            return over
        if self.reply and (len(course.own) < self.moves or self.reached.awaits_reply):
            return self._answered(course, self.reply)
        return self._out_of_moves(course)

    def _over(self, course: Course) -> Judgment | None:
        # The answer to a try that is wrong already, whatever would be played after it.
        found = next((each for each in self.wrong if each.at_once and each.fits(course)), None)
        if found is None and course.outcome is not None:
            found = next(each for each in self.wrong if each.fits(course))
        return None if found is None else self._wrong(found, course)

    def _out_of_moves(self, course: Course) -> Judgment:
        return self._wrong(next(each for each in self.wrong if each.fits(course)), course)

    def _answered(self, course: Course, reply: Reply) -> Judgment:
        # The others move until it is the person's turn, or the game is over.
        while course.position.turn != self.person and course.outcome is None:
            course = course.played([reply.text(course)])
        texts = tuple(made.text for made in course.replies)
        if self.reached.holds(course):
            return Judgment(Result.REACHED, texts, text=self.learned)
        if over := self._over(course):
            return over
        if len(course.own) < self.moves:
            return Judgment(Result.GOES_ON, texts)
        return self._out_of_moves(course)

    def _wrong(self, correction: Correction, course: Course) -> Judgment:
        # What punishes it: the replies that were made, else those that show it.
        replies = tuple(made.text for made in course.replies)
        reply = replies or correction.shown(course) or self.reached.shown(course)
        return Judgment(Result.WRONG, reply, correction.reason, filled(correction.text, course))

    def answers(self) -> Iterator[str]:
        """The reasons of wrong tries, in their order."""
        return (each.reason for each in self.wrong)


def filled(text: str, course: Course) -> str:
    """A text with the counts of a try put in, such as `{bumps}`: `1 bump`, `3 captures`."""
    for name, count in COUNTS.items():
        text = text.replace(f"{{{name}}}", counted(count(course), NOUNS.get(name, name[:-1])))
    return text
