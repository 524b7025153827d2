"""All rows of all tables of a database, whatever database it is."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import asyncpg

from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.migrator import connect

Tables: TypeAlias = Mapping[str, list[dict[str, Any]]]

NAMES = "SELECT name FROM sqlite_schema WHERE type = 'table'"
POSTGRES_NAMES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"

IMPERSONAL: Mapping[str, str] = {
    "matches": "id seq game status channel guild deadline due updated clock_since clock_budget "
    "due_otherwise turn_seq turn_known edition competition pair",
    "events": "match_id seq kind at",
    "seats": "match_id channel status",
    "outbox": "id match_id seq kind tries retry_at error channel message refused refusals clear_at "
    "has_buttons remove_at direct about written laid_out",
    "drafts": "match_id seq changes keys move offers",
    "preferences": "scope said",
    "visits": "match_id seq at",
    "premoves": "match_id plies when_played answer board_seq",
    "told_later": "match_id text",
    "positions": "match_id seq rules position",
    "calendars": "since calendar",
    "notices": "match_id seq began called_at last_at reminders warned muted next_at",
    "mentions": "id match_id seq kind next_at",
    "absences": "match_id",
    "departures": "match_id",
    "involvements": "match_id",
    "blocks": "",
    "standing_challenges": "match_id channel until taken",
    "arrangements": "name match_id",
    "lobbies": "channel guild message changes shown",
    "followers": "match_id",
    "followers_told": "at",
    "rungs": "game level seat at",
    "attempts": "kind game name begun at line reached keys move offers changes wrong reason tries "
    "hints helped solution_shown done",
    "day_entries": "guild day game name",
    "dailies": "guild channel hour game due_at day puzzle streak tried trouble changes",
    "leader_roles": "role guild game channel ends due_at trouble changes",
    "leagues": "id guild channel name terms weeks size begins season current changes message shown "
    "shows",
    "members": "league since position",
    "competitions": "id format guild channel name terms phase begins ends league season rounds "
    "round round_time round_ends due_at changes message shown shows told",
    "entrants": "competition number division seed presence",
    "fixtures": "competition round board division first second first_match points settlement",
    "results": "match_id game guild at seat players points ending plies chain captures rated "
    "competition",
    "contests": "number second pool guild at eligibility due_at",
    "contest_people": "number seat rank late rating",
    "rating_points": "pool period rating contests",
    "ratings": "pool period rating contests at certain_until points",
    "rated_guilds": "guild pool at",
    "counters": "name value",
    "private_notes": "match_id text",
    "places": "match_id mode thread state note due_at tries told",
    "stretches": "match_id began due_at ended",
    "deletions": "asked_at",
    "servers": "guild left_at due_at",
    "migrations": "number name applied",
    "sqlite_sequence": "name seq",
    "match_numbers": "last",
    "processes": "id alive_until first_shard last_shard shard_count",
    "claims": "kind process until",
    "allowances": "scope name full_at",
    "budgets": "name next_at",
}
"""Columns that never name anybody. Any other has to name the person before they are deleted."""


async def all_rows(store: SqliteStore | PostgresStore) -> Tables:
    if isinstance(store, SqliteStore):
        return rows_of_file(store.path)
    connection = await asyncpg.connect(store.address)
    try:
        names = [name for (name,) in await connection.fetch(POSTGRES_NAMES)]
        return {n: [dict(r) for r in await connection.fetch(f"SELECT * FROM {n}")] for n in names}
    finally:
        await connection.close()


def rows_of_file(path: Path) -> Tables:
    found = {}
    with closing(connect(path, readonly=True)) as connection:
        for (name,) in connection.execute(NAMES).fetchall():
            cursor = connection.execute(f"SELECT * FROM {name}")
            columns = [each[0] for each in cursor.description]
            found[name] = [dict(zip(columns, row, strict=True)) for row in cursor]
    return found


async def columns(store: SqliteStore | PostgresStore) -> set[str]:
    """All columns of all tables, as `table.column`."""
    if isinstance(store, SqliteStore):
        with closing(connect(store.path, readonly=True)) as connection:
            names = [name for (name,) in connection.execute(NAMES)]
            return {
                f"{name}.{column}"
                for name in names
                for _, column, *_ in connection.execute(f"PRAGMA table_info({name})")
            }
    server = await asyncpg.connect(store.address)
    try:
        found = await server.fetch(
            "SELECT table_name, column_name FROM information_schema.columns "
            "WHERE table_schema = current_schema()"
        )
        return {f"{table}.{column}" for table, column in found}
    finally:
        await server.close()


def naming(tables: Tables, *words: str) -> Iterator[str]:
    """The columns in which one of these words stands anywhere, once for each row."""
    for name, rows in tables.items():
        for row in rows:
            for column, value in row.items():
                if any(word in str(value) for word in words):
                    yield f"{name}.{column}"
