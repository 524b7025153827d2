"""Values that came from outside, each with the way to it, so that a refusal says where.

What is wrong is told of the value itself: files are deep, huge or false on purpose, too.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.model.game_records.record import LONGEST_NAME, UNSEEN, whole_second

Path = tuple[str | int, ...]
"""The keys and places that lead to a value."""

MOST_NUMBER = 10**18
"""More than any number of Discord's; one that a database still holds."""


class BadPart(Exception):
    """A value is not what stands in that place of a record, and why."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(why)
        self.path = path


@dataclass(frozen=True, slots=True)
class Part:
    """A value of JSON, and the way to it. Each method raises BadPart."""

    value: Any
    path: Path = ()

    def bad(self, why: str) -> BadPart:
        return BadPart(self.path, why)

    @property
    def name(self) -> str:
        """How the value is called in a refusal."""
        return f"“{'.'.join(map(str, self.path))}”" if self.path else "The record"

    def maybe(self, key: str) -> "Part | None":
        """What stands under that key, None where nothing does."""
        if not isinstance(self.value, dict):
            raise self.bad(f"{self.name} has to be an object, {{...}}.")
        return Part(self.value[key], (*self.path, key)) if key in self.value else None

    def part(self, key: str) -> "Part":
        found = self.maybe(key)
        if found is None:
            raise self.bad(f"{self.name} has no “{key}”, which it needs.")
        return found

    def each(self, most: int) -> list["Part"]:
        """The values of a list of so many at most."""
        if not isinstance(self.value, list) or len(self.value) > most:
            raise self.bad(f"{self.name} has to be a list, [...], of {most} values at most.")
        return [Part(each, (*self.path, place)) for place, each in enumerate(self.value)]

    def text(self, longest: int) -> str:
        """A text without characters that nobody sees."""
        if not isinstance(self.value, str) or len(self.value) > longest:
            raise self.bad(f"{self.name} has to be a text of {longest} characters at most.")
        if UNSEEN.search(self.value):
            raise self.bad(f"{self.name} has a character in it that can't be shown. Take it out.")
        return self.value

    def called(self) -> str:
        """A name of somebody or something: one line that is not empty."""
        if not (name := " ".join(self.text(LONGEST_NAME).split())):
            raise self.bad(f"{self.name} is empty. Write a name.")
        return name

    def number(self, least: int, most: int = MOST_NUMBER) -> int:
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.bad(f"{self.name} has to be a whole number from {least} to {most}.")
        return int(self.value)

    def numbers(self, least: int, most: int) -> tuple[int, ...]:
        """Different numbers within those bounds, in order."""
        found = tuple(each.number(least, most) for each in self.each(most))
        if len(set(found)) < len(found):
            raise self.bad(f"{self.name} names one of them twice.")
        return tuple(sorted(found))

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.bad(f"{self.name} has to be true or false.")
        return self.value

    def instant(self) -> datetime:
        """A time with its offset from UTC."""
        try:
            found = datetime.fromisoformat(self.text(40))
            if found.tzinfo is not None:
                return whole_second(found)
        except (ValueError, OverflowError):
            pass
        raise self.bad(f"{self.name} has to be a time like 2026-11-23T09:45:56Z.")


def read_json(text: str) -> Any:
    """The value that a text is in JSON. Raises ValueError, also for what is too deep or has no
    place in JSON."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError as error:
        raise ValueError("it is too deep") from error


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is no value of JSON")


TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{},:]|[^\s"\][{},:]+|\n', re.DOTALL)


def line_of(text: str, path: Path) -> int:
    """The line, from 1, of a JSON text on which the value begins that the path leads to; of the
    nearest one around it where it is not there."""
    found, line = 1, 1
    best = -1
    for at, token_line in _places(text):
        line = token_line
        # Few levels are compared, however deep a file is.
        shared = len(at) if len(at) <= len(path) and path[: len(at)] == tuple(at) else -1
        if shared > best:
            best, found = shared, line
        if best == len(path):
            break
    return found


def _places(text: str) -> Iterator[tuple[Sequence[str | int], int]]:
    # The path and the line of every value, in order.
    path: list[str | int] = []
    key, line = False, 1
    for token in TOKEN.findall(text):
        if token == "\n":
            line += 1
        elif token in "]}":
            path.pop()
            key = False
        elif token == ",":
            key = isinstance(path[-1], str)
            path[-1] = "" if key else int(path[-1]) + 1
        elif token == ":":
            key = False
        elif key:
            path[-1] = json.loads(token)
        else:
            yield path, line
            if token in "[{":
                path.append("" if token == "{" else 0)
                key = token == "{"
