"""What a change of an attempt comes to, as it is counted. Pure."""

from enum import StrEnum

from bot.model.exercises.attempt import Attempt


class Milestone(StrEnum):
    """Something that is counted of an attempt, up to when its exercise was first reached."""

    BEGUN = "begun"
    WRONG = "wrong"
    HINT = "hint"
    SOLUTION = "solution"
    REACHED = "reached"


def milestones(before: Attempt, after: Attempt) -> list[Milestone]:
    """What has happened between an attempt and the one that follows it.

    A puzzle that somebody gets anew after a year is begun once more.
    """
    passed = {
        Milestone.BEGUN: not before.changes or after.begun > before.begun,
        Milestone.WRONG: after.tries > before.tries,
        Milestone.HINT: before.done is None and after.hints > before.hints,
        Milestone.SOLUTION: after.solution_shown and not before.solution_shown,
        Milestone.REACHED: before.done is None and after.done is not None,
    }
    return [each for each, has in passed.items() if has]
