"""Checks lessons and puzzles against their files, by every legal move."""

from collections.abc import Iterator
from itertools import islice

from bot.catalog import entry
from bot.exercises.courses import Course, Scripted
from bot.exercises.exercise import Judgment, Result
from bot.exercises.puzzles import Puzzle
from bot.exercises.stages import Stage
from bot.exercises.themes import PuzzleTheme, Solved, is_unique, proven
from bot.games.core import PlayerError


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
    """What is wrong with the answers to tries, of which every `step`th is checked."""
    given: set[str] = set()
    for course in islice(tries(stage), 0, None, step):
        judgment = stage.judged_course(course)
        given.add(judgment.reason)
        if fault := _fault(stage, course, judgment):
            yield f"after {' | '.join(made.text for made in course.turns)}: {fault}"
    # The last answer may be for no known try: it is used if none before it fits.
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


CHEAP = (PuzzleTheme.WIN1, PuzzleTheme.CAPTURE)
"""Themes whose proof looks only at the answers of candidate moves."""


def puzzle_faults(puzzle: Puzzle, *, quick: bool = False) -> Iterator[str]:
    """What is wrong with a puzzle, in sentences; nothing if it is whole.

    The quick form proves the cheap themes, and of the others that the solution holds.
    """
    try:
        yield from _line_faults(puzzle)
        if puzzle.theme in CHEAP or not quick:
            yield from _proof_faults(puzzle, proven(puzzle.theme, puzzle.task))
    except PlayerError as error:
        yield f"the solution can't be played: {error}"


def _line_faults(puzzle: Puzzle) -> Iterator[str]:
    # Every own move of the solution has to be right, and the last one to be the last.
    every, solution = puzzle.task.round, puzzle.solution
    if len(solution) != (puzzle.moves - 1) * every + 1:
        yield f"the solution has {len(solution)} moves."
        return
    for own in range(puzzle.moves):
        judgment = puzzle.judged(solution[: own * every + 1])
        is_last = own + 1 == puzzle.moves
        if judgment.result is not (Result.REACHED if is_last else Result.GOES_ON):
            yield f"{solution[own * every]} is judged as {judgment.result} {judgment.reason}."
            return


def _proof_faults(puzzle: Puzzle, proof: Solved | None) -> Iterator[str]:
    if proof is None or not proof.moves:
        yield "nothing is proven in it."
        return
    end = puzzle.task.after(puzzle.solution[0]).position
    others = [text for text in proof.moves if puzzle.task.after(text).position != end]
    if others or not is_unique(puzzle.task, proof.moves):
        yield f"{', '.join(others)} solves it as well."
    if proof.plies != puzzle.plies:
        yield f"its proof takes {proof.plies} plies, not {puzzle.plies}."
    if puzzle.theme is PuzzleTheme.WIN1:
        yield from _win_faults(puzzle)


def _win_faults(puzzle: Puzzle) -> Iterator[str]:
    # What the search calls won, the rules must call won after every legal answer.
    game, seat, end = entry(puzzle.id.game).game, puzzle.position.turn, puzzle.task
    end = end.after(puzzle.solution[0])
    ends = [end.position] if end.is_over() else [turn.position for _, turn in end.turns()]
    outcomes = [game.outcome(position) for position in ends]
    if not all(outcome and seat in outcome.winners for outcome in outcomes):
        yield "the rules don't confirm the win."
