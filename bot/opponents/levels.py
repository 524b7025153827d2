"""How strong the bot plays: five levels a game, and one above them for compiled kernels."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, NamedTuple

from bot.games.core import PlayerError
from bot.games.phrases import comma_list

LEVELS = range(1, 6)
"""The levels that everybody has, by number."""

DEEP = 6
"""The level above them, offered only where the kernels are compiled."""

USUAL = 2
"""The default level."""

BEFORE_LEVELS = 3
"""The level of a match that was begun before there were any."""


STANDING_IN = 3
"""The level at which the bot plays on as a replacement if none is given: neither side is to gain
much by that."""


class NoSuchLevel(PlayerError):
    """A number or a name that is no level's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """The search parameters of a level. `data/levels.toml` explains each number."""

    number: int
    name: str
    line: str
    nodes: int
    depth: int
    step: int = 1
    noise: int = 0
    sight: int = 0
    overlook: float = 0.0
    proof: int = 0
    proof_nodes: int = 0
    late: int = 0
    beam: tuple[int, ...] = (0,)


@cache
def is_compiled() -> bool:
    """Whether the search and the kernels run as compiled code."""
    names = ("search", "kernels.bump")
    loaded = (import_module(f"bot.opponents.{name}").__file__ or "" for name in names)
    return not any(file.endswith((".py", ".pyc")) for file in loaded)


def offered() -> range:
    """The levels that can be played here, by number."""
    return range(1, DEEP + 1) if is_compiled() else LEVELS


class LevelWords(NamedTuple):
    """The name of a level in all games, and a line about how it plays."""

    name: str
    line: str


@cache
def _table() -> dict[str, Any]:
    text = (files("data") / "levels.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def level_words(number: int) -> LevelWords:
    return LevelWords(**_table()["levels"][number - 1])


@cache
def levels_of(key: str) -> tuple[Level, ...]:
    """All levels of a game, weakest first, the deep one last."""
    table = _table()
    return tuple(
        Level(number=number, **words, **{**looks, "beam": tuple(looks.get("beam", (0,)))})
        for number, (words, looks) in enumerate(
            zip(table["levels"], table.get(key, table["other"]), strict=True), start=1
        )
    )


def level_named(typed: str) -> int:
    """The level's number, given its number or its name. Raises NoSuchLevel."""
    wanted = " ".join(typed.casefold().split())
    names = {level_words(number).name: number for number in range(1, DEEP + 1)}
    for name, number in names.items():
        if wanted == name.casefold() or (wanted.isascii() and wanted.lstrip("0") == str(number)):
            return number
    listed = comma_list([f"{number} {name}" for name, number in names.items()])
    raise NoSuchLevel(f"There is no level “{typed}”. The levels are {listed}.")


def level_of(key: str, number: int) -> Level:
    """The level of a game with that number. Raises NoSuchLevel."""
    if number not in range(1, DEEP + 1):
        raise NoSuchLevel(f"There is no level {number}. Levels go from 1 to {DEEP}.")
    return levels_of(key)[number - 1]
