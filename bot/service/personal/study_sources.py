"""What studies are begun from besides matches, and what is put into those of matches that are
over."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, cast

from bot.catalog import entry
from bot.exercises.exercise import Exercise
from bot.games.core import Options
from bot.games.phrases import counted
from bot.model.exercises.attempt import Attempt
from bot.model.refusals import Refused
from bot.model.studies.study import START, Study, StudyStart
from bot.opponents.reviewing import Missed, Mistake

STILL_OPEN = (
    "You have not solved that puzzle yet, and on a board of your own you could try every move. "
    "Solve it first, or look at the solution."
)


def study_of_exercise(exercise: Exercise, attempt: Attempt) -> Study:
    """A study from a puzzle's position, with its solution as a branch. Raises Refused while the
    person has neither solved it nor seen the solution."""
    if not attempt.finished:
        raise Refused(STILL_OPEN)
    game = entry(exercise.id.game).game
    start = _start(exercise.id.game, exercise.options, game.write(exercise.position))
    solved = _with_branch(Study(start), START, exercise.solution, "Solution")
    return solved.go(START)


def study_of_position(key: str, options: Options, text: str) -> Study:
    """A study from the position of that text in a game with those options, besides the usual ones.
    Raises PlayerError: there is no such position."""
    given, game = cast("Mapping[str, Any]", {**entry(key).usual, **options}), entry(key).game
    # What lots decide is in the position; a record names it nevertheless.
    options = game.prepare(given, given.get("players", entry(key).players.start), Random(0))
    return Study(_start(key, options, game.write(game.read(text, options))))


def study_of_game(key: str, options: Options, players: int, chance: Random) -> Study:
    """A study from the start of a game of so many, with those options besides the usual ones; what
    lots decide there is drawn. Raises PlayerError for options that don't fit."""
    game = entry(key).game
    prepared = game.prepare({**entry(key).usual, **options}, players, chance)
    game.start(prepared)
    return Study(StudyStart(key, prepared, players))


def _start(key: str, options: Options, position: str) -> StudyStart:
    given = cast("Mapping[str, Any]", options)
    return StudyStart(key, given, given.get("players", entry(key).players.start), position)


def with_mistakes(study: Study, mistakes: Iterable[Mistake]) -> Study:
    """The study of a match that is over with what was missed as branches: wins, saving moves and
    captures, each named by what it is. Its owner stands before the last win that was missed."""
    place, line = study.place, (START, *study.trunk_line)
    for each in mistakes:
        before, after = line[each.ply - 1], line[each.ply]
        study = _with_branch(study, before, each.line, _name(each))
        study = _with_branch(study, after, each.reply, _win(each.count))
        place = before if each.missed is Missed.WIN else place
    return study.go(place)


def _with_branch(study: Study, at: int, line: Iterable[str], name: str) -> Study:
    # What people called a move stays.
    first = None
    for move in line:
        study = study.play(move, at)
        at = study.place
        first = first or at
    return study if first is None or study[first].name else study.rename(first, name)


def _name(mistake: Mistake) -> str:
    match mistake.missed:
        case Missed.WIN:
            return _win(mistake.count)
        case Missed.SAVE:
            return "Allows no win"
        case Missed.CAPTURE:
            return f"Captures {mistake.count}"


def _win(moves: int) -> str:
    return f"Wins in {counted(moves, 'move')}"
