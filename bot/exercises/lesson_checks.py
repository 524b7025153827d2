"""Whether a stage keeps its word: its solution finishes it, and every wrong try is answered."""

from collections.abc import Iterator
from itertools import islice

from bot.exercises.courses import Course
from bot.exercises.exercise import Judgment, Result
from bot.exercises.replies import Scripted
from bot.exercises.stages import Stage


def solution_faults(stage: Stage) -> Iterator[str]:
    """What is wrong with the solution of a stage, in a sentence."""
    course, judgment = stage.beginning, Judgment(Result.GOES_ON)
    while judgment.result is Result.GOES_ON:
        if len(course.turns) >= len(stage.solution):
            yield "the solution ends before the stage is finished."
            return
        course = course.played([stage.solution[len(course.turns)]])
        judgment = stage.judged_course(course)
        course = course.played(judgment.reply)
    made = tuple(turn.text for turn in course.turns)
    if judgment.result is Result.WRONG:
        yield f"the solution is a wrong try ({judgment.reason}) after {' | '.join(made)}."
    elif made != stage.solution:
        yield f"the solution has other moves than are made: {' | '.join(made)}."


def tries(stage: Stage) -> Iterator[Course]:
    """Every legal first move, and every legal move at each later point of the solution."""
    course = stage.beginning
    for text in stage.solution:
        if course.position.turn == stage.person and course.outcome is None:
            yield from course.branches()
        course = course.played([text])


def answer_faults(stage: Stage, step: int = 1) -> Iterator[str]:
    """What is wrong with the answers to tries, of which every `step`th is looked at."""
    given: set[str] = set()
    for course in islice(tries(stage), 0, None, step):
        judgment = stage.judged_course(course)
        given.add(judgment.reason)
        if fault := _fault(stage, course, judgment):
            yield f"after {' | '.join(made.text for made in course.turns)}: {fault}"
    # The last answer may be there for nobody: it is what is told where none before it fits.
    never = [each.reason for each in stage.wrong[:-1] if each.reason not in given]
    if step == 1 and stage.moves == 1 and never:
        yield f"no try gets the answer “{never[0]}”."


def _fault(stage: Stage, course: Course, judgment: Judgment) -> str:
    if judgment.result is Result.WRONG and not (judgment.text and judgment.reason):
        return "a wrong try is answered without a text or a reason."
    if judgment.result is Result.GOES_ON and not _is_scripted(stage, course):
        return "none of the listed replies is legal."
    course.played(judgment.reply)
    return ""


def _is_scripted(stage: Stage, course: Course) -> bool:
    return not isinstance(stage.reply, Scripted) or bool(stage.reply.listed(course))
