"""What the migrations make of both databases is what the schema says."""

import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from bot.store.postgres import migrator as postgres_migrator
from bot.store.rows import ColumnKind
from bot.store.schema import NUMBERED, OF_DATABASE, SHOWN, TABLES, Table
from bot.store.sqlite.migrator import migrate

KINDS = {
    "bigint": ColumnKind.NUMBER,
    "integer": ColumnKind.NUMBER,
    "smallint": ColumnKind.NUMBER,
    "text": ColumnKind.TEXT,
    "json": ColumnKind.JSON,
    "jsonb": ColumnKind.JSON,
    "timestamp with time zone": ColumnKind.TIME,
}
KEYS = """SELECT relname, array_agg(attname::text ORDER BY array_position(indkey::int2[], attnum))
FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
WHERE indisprimary AND relnamespace = current_schema()::regnamespace GROUP BY relname"""
COLUMNS = """SELECT table_name, column_name, data_type, is_identity
FROM information_schema.columns WHERE table_schema = current_schema()"""
OF_FILE = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"


def test_a_file_has_these_tables() -> None:
    found, keys, counted, parents = {}, {}, set(), {}
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, Path("memory"))
        for name, sql in connection.execute(OF_FILE).fetchall():
            columns = connection.execute(f"PRAGMA table_info({name})").fetchall()
            found[name] = {column: kind for _, column, kind, *_ in columns}
            keys[name] = tuple(c for at, c in sorted((each[5], each[1]) for each in columns) if at)
            of_others = connection.execute(f"PRAGMA foreign_key_list({name})")
            parents[name] = {other for _, _, other, *_ in of_others} - {name}
            counted |= {name} if "AUTOINCREMENT" in sql else set()
    said = {
        table.name: {
            column: "INTEGER" if kind is ColumnKind.NUMBER else "TEXT"
            for column, kind in table.columns.items()
        }
        for table in TABLES
    }
    assert {name: of for name, of in found.items() if name not in OF_DATABASE} == said
    assert {table.name: table.key for table in TABLES}.items() <= keys.items()
    assert counted <= set(NUMBERED)
    before: set[str] = set()
    for table in TABLES:
        assert parents[table.name] <= before, table.name
        before.add(table.name)


async def test_a_server_has_these_tables(postgres_address: str) -> None:
    await postgres_migrator.migrate(postgres_address)
    connection = await asyncpg.connect(postgres_address)
    try:
        columns, keys = await connection.fetch(COLUMNS), await connection.fetch(KEYS)
    finally:
        await connection.close()
    found: dict[str, dict[str, ColumnKind]] = {}
    for name, column, kind, _ in columns:
        if name not in OF_DATABASE:
            found.setdefault(name, {})[column] = KINDS[kind]
    assert found == {table.name: dict(table.columns) for table in TABLES}
    assert {t.name: t.key for t in TABLES}.items() <= {n: tuple(k) for n, k in keys}.items()
    counted = {name for name, _, _, identity in columns if identity == "YES"}
    assert counted - {"processes"} <= set(NUMBERED)


@pytest.mark.parametrize("table", SHOWN, ids=[table.name for table in SHOWN])
def test_what_a_person_is_shown_names_nobody_by_number(table: Table) -> None:
    assert table.shown
    assert not {"person", "owner", "host", "blocked"} & set(table.shown)
