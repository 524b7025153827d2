"""Migrations go forward only, each whole or not at all, and come to what the schema says."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from bot.model.clock.units import DAY
from bot.model.records import MatchId
from bot.model.refusals import StoreTrouble
from bot.store.maintenance import Migration
from bot.store.postgres import migrator as postgres_migrator
from bot.store.rows import ColumnKind, time_text
from bot.store.schema import NUMBERED, OF_DATABASE, SHOWN, TABLES, Table
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.connection import prepare
from bot.store.sqlite.migrator import check, connect, migrate, migrations, statements_of, version
from tests.helpers.people import ADA
from tests.helpers.playing import known
from tests.helpers.stores import opened
from tests.postgres import connected
from tests.store.memory import NEWEST, NEXT, SECOND
from tests.store.versions import fill_first

BROKEN = Migration(
    NEXT + 1, "broken", "CREATE TABLE half (x TEXT) STRICT;\nINSERT INTO nowhere VALUES (1);\n"
)


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(connect(path)) as opened:
        yield opened


def tables(connection: sqlite3.Connection) -> set[str]:
    found = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return {name for (name,) in found if not name.startswith("sqlite_")}


def test_an_empty_file_gets_every_table_each_strict_once_and_a_new_step_on_top(
    connection: sqlite3.Connection, path: Path
) -> None:
    done = migrate(connection, path)

    assert [step.name for step in done][:1] == ["0001_first"]
    assert tables(connection) >= {"events", "matches", "migrations", "outbox", "seats"}
    assert version(connection) == NEWEST
    migrate(connection, path)

    assert migrate(connection, path) == []
    migrate(connection, path)

    loose = connection.execute(
        "SELECT name FROM pragma_table_list "
        "WHERE schema = 'main' AND NOT strict AND name NOT LIKE 'sqlite%'"
    )
    assert loose.fetchall() == []
    migrate(connection, path)

    assert migrate(connection, path, [*migrations(), SECOND]) == [SECOND]
    assert "notes" in tables(connection)
    assert version(connection) == NEXT


def test_migrations_are_numbered_in_order_and_say_what_they_revise_and_why() -> None:
    steps = migrations()

    numbers = [step.number for step in steps]
    assert numbers == sorted(set(numbers))
    for before, step in pairwise([Migration(0, "nothing", ""), *steps]):
        assert step.sql.startswith(f"-- Revises: {before.name}\n")
        assert "\n-- Reason: " in step.sql


def test_every_statement_of_a_migration_is_run() -> None:
    for step in migrations():
        assert "".join(statements_of(step)).strip() == step.sql.strip()


def test_a_trigger_is_one_statement() -> None:
    trigger = "CREATE TRIGGER t AFTER INSERT ON a\nBEGIN\n  DELETE FROM b;\nEND;\n"

    assert list(statements_of(Migration(9, "t", "SELECT 1;\n" + trigger))) == [
        "SELECT 1;\n",
        trigger,
    ]


def test_a_failed_step_is_undone_with_all_before_it(
    connection: sqlite3.Connection, path: Path
) -> None:
    migrate(connection, path, migrations())

    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        migrate(connection, path, [*migrations(), SECOND, BROKEN])

    assert not {"half", "notes"} & tables(connection)
    assert version(connection) == NEXT - 1
    assert not connection.in_transaction


def test_no_file_is_seen_between_two_versions(connection: sqlite3.Connection, path: Path) -> None:
    migrate(connection, path, migrations()[:2])
    seen = set()

    def look() -> None:
        with closing(connect(path)) as other:
            seen.add(version(other))

    migrate(connection, path, after_statement=look)
    assert seen == {2}


async def test_the_store_refuses_a_newer_database_and_names_the_file(path: Path) -> None:
    with closing(connect(path)) as connection:
        migrate(connection, path, [*migrations(), SECOND])

    with pytest.raises(StoreTrouble, match="newer version of Bumpbot made this") as refused:
        await SqliteStore.open(path)
    assert str(path) in str(refused.value)


def test_anothers_database_is_left_alone(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("CREATE TABLE recipes (text TEXT)")

    with pytest.raises(StoreTrouble, match="another program's database"):
        migrate(connection, path)
    with pytest.raises(StoreTrouble, match="another program's database"):
        check(connection, path)
    assert tables(connection) == {"recipes"}


def test_two_programs_that_start_at_once_migrate_once(path: Path) -> None:
    troubles: list[BaseException] = []

    def start() -> None:
        try:
            prepare(path)
        except BaseException as error:
            troubles.append(error)

    starting = [threading.Thread(target=start) for _ in range(6)]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()

    assert troubles == []
    assert list(path.parent.glob("*before-update*")) == []
    with closing(connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM migrations").fetchone() == (
            len(migrations()),
        )


MATCH = """INSERT INTO matches
    (seq, game, status, channel, people, turn, deadline, due, updated)
VALUES (3, 'bump', ?, 7, '[]', ?, ?, ?, ?)"""
EVENT = "INSERT INTO events (match_id, seq, kind, payload, at) VALUES (1, ?, ?, '{}', ?)"
TURN, UPDATED = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, 0, 0, 0, 999999, UTC)
OVER = UPDATED + timedelta(days=3, microseconds=7)


@pytest.mark.parametrize(
    ("status", "turn", "deadline", "due", "clock", "otherwise"),
    [
        ("running", 1, OVER, OVER, (TURN, OVER - TURN), UPDATED + timedelta(days=53)),
        # Over before it was last told of: the deadline itself.
        ("running", 1, TURN, TURN, (TURN, timedelta(0)), UPDATED + timedelta(days=53)),
        # Waits for a claim; is held; has no limit.
        ("running", 1, OVER, None, None, UPDATED + timedelta(days=53)),
        ("running", 1, None, None, None, UPDATED + timedelta(days=53)),
        # Due for the robot.
        ("running", 1, OVER, UPDATED, (TURN, OVER - TURN), UPDATED + timedelta(days=53)),
        ("invited", None, OVER, OVER, None, OVER),
        ("ended", None, None, None, None, None),
    ],
)
async def test_old_matches_get_the_clock_that_keeps_their_deadline(
    path: Path,
    status: str,
    turn: int | None,
    deadline: datetime | None,
    due: datetime | None,
    clock: tuple[datetime, timedelta] | None,
    otherwise: datetime | None,
) -> None:
    with closing(connect(path)) as connection:
        migrate(connection, path, migrations()[:6])
        texts = [time_text(at) for at in (deadline, due, UPDATED)]
        connection.execute(MATCH, (status, turn, *texts))
        found = ((1, "challenged", TURN - DAY), (2, "started", TURN), (3, "draw_offered", UPDATED))
        for seq, kind, at in found:
            connection.execute(EVENT, (seq, kind, time_text(at)))
        migrate(connection, path)
    async with opened(SqliteStore.open(path)) as store:
        summary = await store.summary(MatchId(1))
        clocks = await store.clocks_of(ADA.id)

    since, budget = (summary.clock_since, summary.clock_budget)
    assert (since, budget) == (clock or (None, None))
    assert summary.deadline == deadline
    assert summary.due_otherwise == otherwise
    assert summary.due == (min(due or otherwise, otherwise) if otherwise else due)
    assert [each.since + each.budget for each in clocks] == ([deadline] if clock else [])


POST = """INSERT INTO outbox (match_id, seq, kind, retry_at, message) VALUES (1, 2, 'turn', ?, ?)"""
REMINDER_AT = OVER - timedelta(days=1)


@pytest.mark.parametrize(
    ("kinds", "waits", "due", "called", "warned"),
    [
        (("challenged", "started"), False, REMINDER_AT, True, False),
        (("challenged", "started", "reminded"), False, OVER, True, True),
        # Nobody has been told of it yet.
        (("challenged", "started"), True, REMINDER_AT, False, False),
    ],
)
async def test_a_person_who_was_called_by_their_board_before_is_not_called_again(
    path: Path, kinds: tuple[str, ...], waits: bool, due: datetime, called: bool, warned: bool
) -> None:
    with closing(connect(path)) as connection:
        migrate(connection, path, migrations()[:6])
        texts = [time_text(at) for at in (OVER, due, UPDATED)]
        connection.execute(MATCH, ("running", 5, *texts))
        for seq, kind in enumerate(kinds, 1):
            connection.execute(EVENT, (seq, kind, time_text(UPDATED)))
        connection.execute(POST, (time_text(UPDATED) if waits else None, None if waits else 9))
        migrate(connection, path)
    async with opened(SqliteStore.open(path)) as store:
        turn = known((await store.for_posts(MatchId(1))).turn)
        summary = await store.summary(MatchId(1))

    assert (turn.seq, turn.person, turn.warned) == (2, 5, warned)
    assert turn.called_at == (UPDATED if called else None)
    assert (turn.next_at is not None) == called
    # The clock itself reminds nobody any more, so it must not be due for that.
    assert summary.due == OVER


def test_whom_a_match_waits_for_is_read_off_its_row(
    connection: sqlite3.Connection, path: Path
) -> None:
    steps = migrations()
    inbox = next(number for number, step in enumerate(steps) if step.name.endswith("_inbox"))
    migrate(connection, path, steps[:inbox])
    people = '[{"id": 1, "name": "Ada"}, {"id": 2, "name": "Grace"}]'
    connection.executemany(
        "INSERT INTO matches (seq, game, status, channel, people, turn, updated)"
        " VALUES (1, 'bump', ?, 7, ?, ?, '')",
        [("running", people, 2), ("invited", people, None), ("ended", people, None)],
    )

    migrate(connection, path)

    found = connection.execute("SELECT awaited FROM matches ORDER BY id").fetchall()
    assert found == [("[2]",), ("[2]",), (None,)]


def steps_of_update(path: Path, matches: int) -> int:
    """The steps of SQLite's machine, in thousands, for so many matches of the first version."""
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    fill_first(path, matches)
    with closing(connect(path)) as connection:
        connection.set_progress_handler(count, 1000)
        migrate(connection, path)
    return steps


def test_an_update_looks_at_each_match_a_fixed_number_of_times(tmp_path: Path) -> None:
    few, many = (steps_of_update(tmp_path / f"{count}", count) for count in (120, 480))
    assert many < 5 * few


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
    async with connected(postgres_address) as connection:
        columns, keys = await connection.fetch(COLUMNS), await connection.fetch(KEYS)
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
