"""The texts of an exercise: its name, its goal, hints, and what was learned.

A stage brings its own words; those of a puzzle are here, by its theme.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from bot.catalog import entry
from bot.exercises.courses import Course
from bot.exercises.exercise import Exercise
from bot.exercises.judging import DRAWN, IDLE, LOST, SHORT, STOPPED, TAKEN
from bot.exercises.lessons import lesson
from bot.exercises.puzzles import OWN, Puzzle
from bot.exercises.stages import Stage, filled
from bot.exercises.themes import PuzzleTheme
from bot.games.core import effect_cells
from bot.games.guide import Choice, Game, Hint
from bot.games.phrases import comma_list
from bot.model.exercises.attempt import Attempt

GOALS: Mapping[PuzzleTheme, str] = {
    PuzzleTheme.WIN1: "Win in one move.",
    PuzzleTheme.WIN2: "Win in two moves, whatever is answered.",
    PuzzleTheme.CAPTURE: (
        "Capture as many as you can in one move. What you lose yourself counts against it."
    ),
    PuzzleTheme.SAVE: "Save the game: stop the win that threatens you.",
    PuzzleTheme.GUARD: (
        "Save your pieces: whatever is answered, you must not lose more than you take."
    ),
}

LEARNED: Mapping[PuzzleTheme, str] = {
    PuzzleTheme.WIN1: "You win.",
    PuzzleTheme.WIN2: "You win, and nothing could stop it.",
    PuzzleTheme.CAPTURE: "No other move takes more.",
    PuzzleTheme.SAVE: "Nobody can win against that now.",
    PuzzleTheme.GUARD: "No answer takes more than you have gained.",
}

# The answers to a wrong try at a puzzle, by its reason: if a move follows, and if none does.
WHY: Mapping[str, tuple[str, str]] = {
    LOST: ("After your move this answer wins.", "That move loses at once."),
    DRAWN: ("This ends in a draw.", "That ends in a draw, and you can do better."),
    STOPPED: ("Your move threatens to win, but this answer stops it.", "That win can be stopped."),
    IDLE: (
        "Your move threatens nothing, so the other side has time for this.",
        "That threatens nothing yet.",
    ),
    SHORT: (
        "You can do better, and this answer takes some of it back.",
        "You can do better.",
    ),
    TAKEN: ("This answer takes more than you have gained.", "You lose more than you gain."),
}

STARS = 5


@dataclass(frozen=True, slots=True)
class Presentation:
    """The words of an exercise. `small` is the line in small print, `hints` are in order, and
    `marks` what is pointed out on the board at the beginning."""

    title: str
    goal: str
    small: str
    learned: str
    hints: int
    marks: tuple[Hint, ...] = ()


def presentation_of(exercise: Exercise) -> Presentation:
    """The words of any exercise."""
    if isinstance(exercise, Stage):
        return _stage_presentation(exercise)
    assert isinstance(exercise, Puzzle), "an exercise is a stage or a puzzle"
    return _puzzle_presentation(exercise)


def _stage_presentation(stage: Stage) -> Presentation:
    game = entry(stage.id.game).name
    names = [each.id.name for each in lesson(stage.id.game).stages]
    place = f"stage {names.index(stage.id.name) + 1} of {len(names)}"
    marks = (*map(Hint, stage.marks), *(Hint(*each) for each in stage.arrows))
    small = f"{game} · {place} · {_part(stage)}"
    return Presentation(stage.title, stage.goal, small, stage.learned, len(stage.hints), marks)


def _part(exercise: Exercise) -> str:
    # The others on the board have the names of their sides, so this tells which are one's own.
    game, position = entry(exercise.id.game), exercise.position
    part = game.game.part(position, position.turn)
    return f"you are {part or game.sides[position.turn - 1]}"


def _puzzle_presentation(puzzle: Puzzle) -> Presentation:
    game, theme = entry(puzzle.id.game).name, puzzle.theme
    if puzzle.id.kind == OWN:
        match, _, turn = puzzle.id.name.partition("-")
        title, about = f"A puzzle from match {match}", f"turn {turn} of the match"
    else:
        title = f"A puzzle of {game}"
        about = "★" * puzzle.difficulty + "☆" * (STARS - puzzle.difficulty)
    small = f"{game} · {about} · {_part(puzzle)}"
    loss = entry(puzzle.id.game).loss if theme is PuzzleTheme.GUARD else ""
    goal = f"{GOALS[theme]} {loss}".rstrip()
    return Presentation(title, goal, small, LEARNED[theme], 2)


def why_wrong(exercise: Exercise, attempt: Attempt) -> str:
    """The answer to the last try, which was wrong. Plays its line, so not for the event loop."""
    if isinstance(exercise, Stage):
        found = next((each for each in exercise.wrong if each.reason == attempt.reason), None)
        line = (*attempt.line, *attempt.wrong)
        course = Course(exercise.id.game, exercise.position).played(line[: len(attempt.line) + 1])
        return filled(found.text, course) if found else ""
    answered, alone = WHY.get(attempt.reason, ("", ""))
    return answered if attempt.wrong[1:] else alone


# Most steps that are searched for the way to a move.
LOOKED_AT = 2000

# Choices that include the right one: at first, and if there is no other hint left.
AMONG, FEWER = 3, 2


class Clue(NamedTuple):
    """A hint in words, and what it points out on the board."""

    text: str
    marks: tuple[Hint, ...] = ()


class Chosen(NamedTuple):
    """One choice on the way to a move, and all alternatives."""

    choice: Choice
    among: tuple[Choice, ...]


Way = tuple[Chosen, ...]

FEW = Clue("There are only two ways to begin here.")


def clues_of(exercise: Exercise) -> tuple[Clue, ...]:
    """All hints of an exercise, in the order in which they are given. Computes."""
    if isinstance(exercise, Stage):
        return tuple(map(Clue, exercise.hints))
    return _of_solution(exercise.id.game, exercise.position, exercise.solution[0])


@lru_cache(256)
def _of_solution(key: str, position: Any, text: str) -> tuple[Clue, ...]:
    # First what the move begins with, then a few ways on; nothing gives the move away.
    game = entry(key).game
    first, *rest = _way_to(game, position, game.parse(position, text))
    if not rest:
        few = _few(first, AMONG)
        fewer = _few(Chosen(first.choice, few), FEWER)
        return (_clue("It is", few) if few != fewer else FEW), _clue("It is", fewer)
    marks = (Hint(first.choice.cell),) if first.choice.cell else ()
    begins = Clue(f"Start with {first.choice.label}.", marks)
    return begins, _clue("Next comes", _few(rest[0], AMONG))


def _few(chosen: Chosen, count: int) -> tuple[Choice, ...]:
    # Which of the few it is depends on its place in the step, and so is not given away.
    at = chosen.among.index(chosen.choice)
    begin = max(0, min(at - at % count, len(chosen.among) - count))
    return chosen.among[begin : begin + count]


def _clue(what: str, few: Sequence[Choice]) -> Clue:
    labels = comma_list([choice.cell or choice.label for choice in few], "or")
    marks = tuple(Hint(choice.cell) for choice in few if choice.cell)
    # A single space would be taken for the answer.
    return Clue(f"{what} one of these: {labels}.", marks if len(marks) == len(few) else ())


def _way_to(game: Game[Any, Any], position: Any, move: Any) -> Way:
    """The choices that make a move, without forced ones."""
    cells = frozenset(effect_cells(game.play(position, move).effects))
    way = next(_ways(game, position, move, cells))
    return tuple(chosen for chosen in way if len(chosen.among) > 1) or way


def _ways(game: Game[Any, Any], position: Any, move: Any, cells: frozenset[str]) -> Iterator[Way]:
    # What the move touches is tried first.
    waiting: list[Way] = [()]
    for _ in range(LOOKED_AT):
        if not waiting:
            return
        way = waiting.pop()
        step = game.steps(position, tuple(each.choice.key for each in way))
        if step.move == move:
            yield way
        onward = sorted(step.choices, key=lambda choice: choice.cell in cells)
        waiting += [(*way, Chosen(choice, step.choices)) for choice in onward]
