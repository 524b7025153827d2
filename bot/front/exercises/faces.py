"""What players read of an exercise: what it is called, what is to be reached, and what was learned.

A stage brings its words along; what a puzzle asks for is said here, by its theme.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.catalog import entry
from bot.exercises.courses import Course
from bot.exercises.exercise import Exercise
from bot.exercises.judging import DRAWN, IDLE, LOST, SHORT, STOPPED, TAKEN
from bot.exercises.lessons import lesson
from bot.exercises.puzzles import OWN, Puzzle
from bot.exercises.stages import Stage, filled
from bot.exercises.themes import PuzzleTheme
from bot.games.guide import Hint
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
    PuzzleTheme.GUARD: "Nothing that can be answered takes more than you have.",
}

# What a wrong try at a puzzle is told, by its reason: where an answer follows, and where none does.
WHY: Mapping[str, tuple[str, str]] = {
    LOST: ("After your move this answer wins.", "That move loses at once."),
    DRAWN: ("This ends in a draw.", "That ends in a draw, and there is more to be had."),
    STOPPED: ("Your move threatens to win, but this answer stops it.", "That win can be stopped."),
    IDLE: (
        "Your move threatens nothing, so the other side has time for this.",
        "That threatens nothing yet.",
    ),
    SHORT: (
        "You can have more than that, and this answer takes some of it back.",
        "You can have more than that.",
    ),
    TAKEN: ("This answer takes more than you have gained.", "You lose more than you gain."),
}

STARS = 5


@dataclass(frozen=True, slots=True)
class Face:
    """The words of an exercise. `small` is the line in small print, `hints` are as many as there
    are, and `marks` what is pointed out on the board at the beginning."""

    title: str
    goal: str
    small: str
    learned: str
    hints: int
    marks: tuple[Hint, ...] = ()


def face_of(exercise: Exercise) -> Face:
    """The words of any exercise."""
    if isinstance(exercise, Stage):
        return _stage_face(exercise)
    assert isinstance(exercise, Puzzle), "an exercise is a stage or a puzzle"
    return _puzzle_face(exercise)


def _stage_face(stage: Stage) -> Face:
    game = entry(stage.id.game).name
    names = [each.id.name for each in lesson(stage.id.game).stages]
    place = f"stage {names.index(stage.id.name) + 1} of {len(names)}"
    marks = (*map(Hint, stage.marks), *(Hint(*each) for each in stage.arrows))
    small = f"{game} · {place} · {_part(stage)} · a try costs nothing"
    return Face(stage.title, stage.goal, small, stage.learned, len(stage.hints), marks)


def _part(exercise: Exercise) -> str:
    # The others on the board have the names of their sides, so this tells which are one's own.
    return f"you are {entry(exercise.id.game).sides[exercise.position.turn - 1]}"


def _puzzle_face(puzzle: Puzzle) -> Face:
    game, theme = entry(puzzle.id.game).name, puzzle.theme
    if puzzle.id.kind == OWN:
        match, _, turn = puzzle.id.name.partition("-")
        title, about = f"A puzzle from match {match}", f"turn {turn} of the match"
    else:
        title = f"A puzzle of {game}"
        about = "★" * puzzle.difficulty + "☆" * (STARS - puzzle.difficulty)
    small = f"{game} · {about} · {_part(puzzle)} · a try costs nothing"
    return Face(title, GOALS[theme], small, LEARNED[theme], 2)


def why_wrong(exercise: Exercise, attempt: Attempt) -> str:
    """What the last try is told, which was wrong. Plays its line, so not for the event loop."""
    if isinstance(exercise, Stage):
        found = next((each for each in exercise.wrong if each.reason == attempt.reason), None)
        line = (*attempt.line, *attempt.wrong)
        course = Course(exercise.id.game, exercise.position).played(line[: len(attempt.line) + 1])
        return filled(found.text, course) if found else ""
    answered, alone = WHY.get(attempt.reason, ("", ""))
    return answered if attempt.wrong[1:] else alone
