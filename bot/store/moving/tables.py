"""Which tables are moved, their columns and keys: told by the tables themselves."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from bot.store.sqlite.migrator import migrate

LEFT_OUT = {
    "migrations": "each database has its own",
    "positions": "made anew of the events when somebody asks for them",
    "match_numbers": "goes along as the last number of the matches",
    "processes": "those that are at work on that database",
    "claims": "what those have taken on",
    "budgets": "what the processes may ask for just now",
    "allowances": "what people may ask for just now",
    "moving": "says that a database is half copied",
}
"""The tables that are not moved, each with the reason."""

NUMBERED = ("matches", "outbox", "mentions")
"""The tables that number their rows; no number of a match or a post is used twice."""

TABLES = """SELECT name FROM sqlite_schema
WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"""
PARENTS = 'SELECT DISTINCT "table" FROM pragma_foreign_key_list(?) WHERE "table" <> ?1'
COLUMNS = "SELECT name, pk, type FROM pragma_table_info(?) ORDER BY cid"


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its columns, and those of the primary key in their order."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    texts: frozenset[str]
    """The columns that hold text, whose order differs between databases unless it is named."""


@cache
def moved_tables() -> tuple[Table, ...]:
    """All tables that are moved, each behind those that its rows point to."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, Path("memory"))
        names = [name for (name,) in connection.execute(TABLES) if name not in LEFT_OUT]
        parents = {
            name: [parent for (parent,) in connection.execute(PARENTS, (name,))] for name in names
        }
        return tuple(_table(connection, name) for name in _sorted(parents))


def _sorted(parents: dict[str, list[str]]) -> Iterator[str]:
    yield from TopologicalSorter(parents).static_order()


def _table(connection: sqlite3.Connection, name: str) -> Table:
    columns = connection.execute(COLUMNS, (name,)).fetchall()
    key = sorted((place, column) for column, place, _ in columns if place)
    return Table(
        name,
        tuple(column for column, *_ in columns),
        tuple(column for _, column in key),
        frozenset(column for column, _, kind in columns if kind == "TEXT"),
    )
