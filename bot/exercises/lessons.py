"""The lessons of the games: `data/lessons/<game>.toml`, read and checked.

docs/lessons.md says how to write and add a stage.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from bot.catalog import catalog, entry
from bot.exercises.courses import Course, Reply, read_reply
from bot.exercises.exercise import ExerciseId
from bot.exercises.goals import COUNTS, Criterion, read_criterion
from bot.exercises.stages import KIND, Correction, Stage, whereabouts
from bot.exercises.tables import DataTable
from bot.games.core import BadDataFile, PlayerError
from bot.games.guide import Game
from bot.games.phrases import comma_list

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""The form of stage ids and of reasons for wrong tries: words that never change."""

MOST_MOVES = 12
MOST_HINTS = 3

LONGEST_TITLE, LONGEST_TEXT = 40, 200
"""Characters. Longer texts are not read on a phone, next to a board."""

BLANK = re.compile(r"\{([^}]*)\}")


class NoSuchStage(PlayerError):
    """There is no stage of that name, or no longer."""


@dataclass(frozen=True)
class Lesson:
    """The stages of a game in the order in which they are learned; there may be none."""

    game: str
    stages: tuple[Stage, ...]

    def after(self, name: str) -> Stage | None:
        """The stage that follows the one of that name; None after the last."""
        names = [stage.id.name for stage in self.stages]
        return next(iter(self.stages[names.index(name) + 1 :]), None) if name in names else None


@cache
def lesson(game_key: str) -> Lesson:
    """The lesson of a game. Raises UnknownGame, or BadDataFile."""
    entry(game_key)
    file = files("data") / "lessons" / f"{game_key}.toml"
    return read_lesson(file.read_bytes(), game_key) if file.is_file() else Lesson(game_key, ())


def stage(of: ExerciseId) -> Stage:
    """The stage of that name. Raises NoSuchStage."""
    found = (each for each in lesson(of.game).stages if each.id == of)
    try:
        return next(found)
    except StopIteration:
        raise NoSuchStage(f"There is no stage “{of.name}” in the lesson any more.") from None


def read_lesson(data: bytes, game_key: str) -> Lesson:
    """The lesson of its data file's bytes. Raises BadDataFile with file, stage and fault."""
    catalog()  # the effects of all games are known by their kinds once these are loaded
    file = f"data/lessons/{game_key}.toml"
    try:
        table = DataTable(tomllib.loads(data.decode("utf-8")), file)
    except ValueError as error:
        raise BadDataFile(f"{file}: it is no TOML: {error}.") from error
    stages = tuple(_stage(each, game_key) for each in table.tables("stages"))
    table.close()
    _refuse_doubles(file, "stages", [stage.id.name for stage in stages])
    return Lesson(game_key, stages)


def _refuse_doubles(where: str, what: str, names: Iterable[str]) -> None:
    found = [*names]
    if double := next((name for name in found if found.count(name) > 1), None):
        raise BadDataFile(f"{where}: two {what} are called “{double}”.")


def _stage(table: DataTable, key: str) -> Stage:
    name = _word(table, "id")
    table.where = whereabouts(key, name)
    game, options = entry(key).game, _options(table)
    position = _position(table, game, options)
    stage = Stage(
        id=ExerciseId(KIND, key, name),
        title=_short(table, "title", table.text("title"), LONGEST_TITLE),
        goal=_sentence(table, "goal"),
        options=options,
        position=position,
        moves=table.whole("moves", range(1, MOST_MOVES + 1), 1),
        reached=_criterion(table, "reached"),
        reply=_reply(table),
        marks=_cells(table, game, position, table.texts("marks", [])),
        arrows=_arrows(table, game, position),
        hints=_hints(table),
        solution=_solution(table, key, position),
        learned=_sentence(table, "learned"),
        wrong=_answers(table),
    )
    table.close()
    return stage


def _word(table: DataTable, key: str) -> str:
    word = table.text(key)
    if not NAME.fullmatch(word):
        raise table.fault(f"`{key}` has to be small letters and digits, such as “first-bump”.")
    return word


def _sentence(table: DataTable, key: str) -> str:
    text = " ".join(table.text(key).split())
    if text[-1] not in ".!?":
        raise table.fault(f"`{key}` has to end as a sentence does: “{text}”.")
    return _short(table, key, text, LONGEST_TEXT)


def _short(table: DataTable, key: str, text: str, most: int) -> str:
    if len(text) > most:
        raise table.fault(f"`{key}` is too long: {len(text)} characters, at most {most}.")
    return text


def _options(table: DataTable) -> Mapping[str, Any]:
    return dict(DataTable(table.raw("options", {}), f"{table.where}, options").values)


def _position(table: DataTable, game: Game[Any, Any], options: Mapping[str, Any]) -> Any:
    try:
        position = game.read(table.text("position"), options)
    except PlayerError as error:
        raise table.fault(f"`position` can't be read: {error}") from error
    if game.outcome(position):
        raise table.fault("`position` is one in which the game is over already.")
    return position


def _criterion(table: DataTable, key: str) -> Criterion:
    return read_criterion(DataTable(table.raw(key), f"{table.where}, {key}"))


def _reply(table: DataTable) -> Reply | None:
    reply = read_reply(table)
    if reply is None and table.raw("moves", 1) != 1:
        raise table.fault("`reply` is missing: with several moves the others have to answer.")
    return reply


def _cells(
    table: DataTable, game: Game[Any, Any], position: Any, cells: tuple[str, ...]
) -> tuple[str, ...]:
    for cell in cells:
        try:
            game.describe_cell(position, cell, {})
        except PlayerError as error:
            raise table.fault(f"a mark can't be drawn: {error}") from error
    return cells


def _arrows(table: DataTable, game: Game[Any, Any], position: Any) -> tuple[tuple[str, str], ...]:
    found = []
    for each in table.raw("arrows", []):
        pair = _cells(table, game, position, table.texts_of("arrows", each))
        if len(pair) != 2:
            raise table.fault("an arrow of `arrows` has to be two cells, from and to.")
        found.append((pair[0], pair[1]))
    return tuple(found)


def _hints(table: DataTable) -> tuple[str, ...]:
    hints = tuple(_short(table, "hints", hint, LONGEST_TEXT) for hint in table.texts("hints", []))
    if len(hints) > MOST_HINTS or not all(hints):
        raise table.fault(f"`hints` has to be up to {MOST_HINTS} texts, none of them empty.")
    return hints


def _solution(table: DataTable, key: str, position: Any) -> tuple[str, ...]:
    course = Course(key, position)
    for text in table.texts("solution"):
        try:
            course = course.played([text])
        except PlayerError as error:
            raise table.fault(f"`solution` can't be played at “{text}”: {error}") from error
    if not course.own:
        raise table.fault("`solution` has no move in it.")
    return tuple(made.text for made in course.turns)


def _answers(table: DataTable) -> tuple[Correction, ...]:
    answers = tuple(map(_answer, table.tables("wrong")))
    if not answers or any((each.when is None) != (each is answers[-1]) for each in answers):
        raise table.fault("of the answers in `wrong` the last, and no other, has no `when`.")
    _refuse_doubles(table.where, "answers", [each.reason for each in answers])
    return answers


def _answer(table: DataTable) -> Correction:
    reason = _word(table, "reason")
    table.where = f"{table.where} ({reason})"
    when = _criterion(table, "when") if table.has("when") else None
    found = Correction(reason, _sentence(table, "text"), when, table.switch("at_once"))
    table.close()
    if found.at_once and when is None:
        raise table.fault("`at_once` needs a `when`: else every try is wrong at once.")
    if bad := [blank for blank in BLANK.findall(found.text) if blank not in COUNTS]:
        names = comma_list([f"{{{name}}}" for name in COUNTS], "or")
        raise table.fault(f"`text` has {{{bad[0]}}} in it; only {names} is filled in.")
    return found
