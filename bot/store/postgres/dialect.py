"""Statements of SQLite as PostgreSQL takes them.

Most need other placeholders only. Those that PostgreSQL says in another way are written out in
`statements`, by the statement that they replace, with the placeholders of SQLite.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from bot.store.database import Values
from bot.store.postgres.statements import IN_OTHER_WORDS

Bind: TypeAlias = Callable[[Values], list[Any]]
"""Puts values in the order of a statement's placeholders."""

PLACEHOLDER = re.compile(r"\?(\d*)|(?<!:):([a-z_]+)")
HINT = re.compile(r" ?INDEXED BY \w+")


@cache
def translated(sql: str) -> tuple[str, Bind]:
    """The statement with PostgreSQL's placeholders, and what orders its values."""
    places: dict[str, int] = {}

    def place(found: re.Match[str]) -> str:
        number, name = found.groups()
        key = name or number or f"#{len(places)}"
        # A numbered placeholder names its place by itself.
        at = int(number) if number else places.get(key, len(places) + 1)
        places[key] = at
        return f"${at}"

    said = IN_OTHER_WORDS.get(sql)
    if said is None:
        # SQLite is told by these words which way to go; PostgreSQL finds it by itself.
        said = HINT.sub("", sql).replace("CROSS JOIN", "JOIN")
    text = PLACEHOLDER.sub(place, said)
    named = {name: at for name, at in places.items() if name.isidentifier()}
    return text, _by_name(named) if named else list


def _by_name(places: dict[str, int]) -> Bind:
    names = sorted(places, key=places.__getitem__)

    def bind(values: Values) -> list[Any]:
        assert isinstance(values, dict)
        return [values[name] for name in names]

    return bind
