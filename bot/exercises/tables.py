"""Reads the tables of a data file, and tells their author in words what is wrong."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, cast

from bot.games.core import BadDataFile
from bot.games.phrases import comma_list

MISSING: Any = object()


class DataTable:
    """A table of a data file. `where` says which, and begins the sentence about a fault of it.

    Each key that was asked for is known; `close` refuses all others.
    """

    def __init__(self, values: object, where: str) -> None:
        self.where = where
        if not isinstance(values, Mapping):
            raise self.fault(f"a table is wanted here, not {shown_value(values)}.")
        self.values = cast("Mapping[str, Any]", values)
        self.known: list[str] = []

    def fault(self, why: str) -> BadDataFile:
        return BadDataFile(f"{self.where}: {why}")

    def has(self, key: str) -> bool:
        self.known.append(key)
        return key in self.values

    def raw(self, key: str, default: Any = MISSING) -> Any:
        """The value of the key. Raises BadDataFile if it must not be missing."""
        if self.has(key):
            return self.values[key]
        if default is MISSING:
            raise self.fault(f"`{key}` is missing.")
        return default

    def text(self, key: str, default: Any = MISSING) -> str:
        """A text of at least one word, without the blanks around it."""
        value = self.raw(key, default)
        if not isinstance(value, str) or not (value.strip() or value == default):
            raise self.fault(f"`{key}` has to be a text in quotes, not {shown_value(value)}.")
        return value.strip()

    def whole(self, key: str, within: range, default: Any = MISSING) -> int:
        """A whole number in a range."""
        value = self.raw(key, default)
        # True and False are of a kind of int, too.
        if type(value) is not int or value not in within:
            numbers = f"{within[0]} to {within[-1]}"
            raise self.fault(f"`{key}` has to be a whole number, {numbers}.")
        return value

    def switch(self, key: str) -> bool:
        """True or false; false if it is missing."""
        value = self.raw(key, False)
        if not isinstance(value, bool):
            raise self.fault(f"`{key}` has to be true or false, not {shown_value(value)}.")
        return value

    def texts(self, key: str, default: Any = MISSING) -> tuple[str, ...]:
        """A list of texts; a single text is a list of one."""
        return self.texts_of(key, self.raw(key, default))

    def texts_of(self, key: str, value: Any) -> tuple[str, ...]:
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
            raise self.fault(f"`{key}` has to be a list of texts, not {shown_value(value)}.")
        return tuple(each.strip() for each in listed)

    def tables(self, key: str) -> "list[DataTable]":
        """A list of tables, each called by its number; a single table is a list of one."""
        value = self.raw(key, [])
        listed = value if isinstance(value, list) else [value]
        return [DataTable(each, f"{self.where}, {key} {n}") for n, each in enumerate(listed, 1)]

    def close(self) -> None:
        """Refuse keys that were never asked for."""
        for key in self.values.keys() - set(self.known):
            near = get_close_matches(key, self.known, 1)
            names = f"`{near[0]}`" if near else comma_list(sorted(set(self.known)), "or")
            raise self.fault(f"nothing is called `{key}` here. Is {names} meant?")


def shown_value(value: object) -> str:
    """A value of a data file, shortened so that it can be repeated."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


WRITTEN = re.compile(r"([0-9]{1,4})(?:\+|-([0-9]{1,4}))")


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number from `least` on, up to `most` if there is one."""

    least: int
    most: int | None = None

    def __contains__(self, number: int) -> bool:
        return self.least <= number and (self.most is None or number <= self.most)

    @classmethod
    def of(cls, table: DataTable, key: str) -> "Amount":
        """The amount under a key. Raises BadDataFile."""
        value = table.raw(key)
        if type(value) is int and value >= 0:
            return cls(value, value)
        written = WRITTEN.fullmatch(value) if isinstance(value, str) else None
        if written is None:
            raise table.fault(
                f"`{key}` has to be a number such as 3, or “3+” or “1-2” in quotes, not "
                f"{shown_value(value)}."
            )
        least, most = written.groups()
        if most and int(most) < int(least):
            raise table.fault(f"`{key}` ends below its beginning: “{value}”.")
        return cls(int(least), int(most) if most else None)

    @staticmethod
    def is_written_so(text: str) -> bool:
        """Whether a text can only be an amount."""
        return WRITTEN.fullmatch(text) is not None


ANY = Amount(1)
"""At least one."""
