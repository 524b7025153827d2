"""The question what a try has come to, as a plain value for a worker process."""

from dataclasses import dataclass

from bot.exercises.exercise import Exercise, Judgment, Line


@dataclass(frozen=True, slots=True)
class TryQuestion:
    """What that line has come to, whose moves can be played."""

    exercise: Exercise
    line: Line

    def answer(self) -> Judgment:
        return self.exercise.judged(self.line)
