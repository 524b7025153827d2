"""Translates statements of SQLite for PostgreSQL.

Text between `/*` and `*/` in a statement is for PostgreSQL alone: the type of a value, and other
hints. The rest is translated here, except for a few statements that are written out in
`statements`, keyed by the statement that they replace.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from bot.store.database import Values
from bot.store.postgres.statements import POSTGRES_STATEMENTS

Bind = Callable[[Values], list[Any]]
"""Puts values in the order of a statement's placeholders."""

PARAMETER = re.compile(r"\?(\d*)|(?<!:):([a-z_]+)")
ASIDE = re.compile(r"/\*(.*?)\*/", re.DOTALL)
HINT = re.compile(r" ?INDEXED BY \w+")

NUMBERS = """= ANY (ARRAY(
    SELECT value::bigint FROM jsonb_array_elements_text({}::jsonb) AS each (value)
))"""
"""One of the numbers of a JSON list, as an array, which the planner knows to be short."""

TRANSLATIONS = (
    # These words tell SQLite which index to use; PostgreSQL finds it itself.
    (HINT, ""),
    (re.compile("CROSS JOIN"), "JOIN"),
    (re.compile(r"IN \(SELECT value FROM json_each\((\S+)\)\)"), NUMBERS.format(r"\1")),
    (
        re.compile(r"IN \(SELECT value ->> 0 FROM json_each\((\S+)\)\)"),
        r"""= ANY (ARRAY(
    SELECT (value ->> 0)::bigint FROM jsonb_array_elements(\1::jsonb) AS each (value)
))""",
    ),
    (
        re.compile(r"json_each\(([^()]+)\)(?: AS (\w+))?"),
        lambda found: (
            f"jsonb_array_elements({found[1]}::jsonb) WITH ORDINALITY"
            f" AS {found[2] or 'each'} (value, key)"
        ),
    ),
    (re.compile(r"\bMAX\("), "greatest("),
    (re.compile(r"\bMIN\("), "least("),
)
"""Patterns of SQLite, each with PostgreSQL's words. In capitals the functions are of two values."""


@cache
def translated(sql: str) -> tuple[str, Bind]:
    """The statement with PostgreSQL's placeholders, and what orders its values."""
    places: dict[str, int] = {}

    def place(found: re.Match[str]) -> str:
        number, name = found.groups()
        key = name or number or f"#{len(places)}"
        # A numbered placeholder names its position.
        at = int(number) if number else places.get(key, len(places) + 1)
        places[key] = at
        return f"${at}"

    statement = POSTGRES_STATEMENTS.get(sql) or ASIDE.sub(r"\1", sql)
    for words, others in TRANSLATIONS:
        statement = words.sub(others, statement)
    text = PARAMETER.sub(place, statement)
    named = {name: at for name, at in places.items() if name.isidentifier()}
    return text, _by_name(named) if named else list


def _by_name(places: dict[str, int]) -> Bind:
    names = sorted(places, key=places.__getitem__)

    def bind(values: Values) -> list[Any]:
        assert isinstance(values, dict)
        return [values[name] for name in names]

    return bind
