"""Moving between a file and a PostgreSQL server, there and back, killed and refused."""

import asyncio
import json
import os
import signal
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.model.fold import fold
from bot.model.records import Status
from bot.model.refusals import StoreTrouble
from bot.store.moving import move, sqlite
from bot.store.postgres import PostgresStore
from bot.store.rows import ColumnKind
from bot.store.schema import MOVED
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.connection import prepare
from bot.store.sqlite.maintenance import doctor
from bot.store.sqlite.migrator import connect
from tests.helpers.commands import run as run_program
from tests.helpers.long_runs import some
from tests.helpers.stores import opened, run
from tests.store.contracts.matches import new_match
from tests.store.moving.filled import fill, rows_of_file
from tests.store.versions import copy_file


@pytest.fixture(scope="module")
def filled_once(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("filled") / "matches.sqlite3"
    asyncio.run(fill(path))
    return path.read_bytes()


@pytest.fixture
def filled(path: Path, filled_once: bytes) -> Path:
    path.write_bytes(filled_once)
    return path


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("migrator", "connection"):
        monkeypatch.setattr(f"bot.store.sqlite.{module}.BUSY_SECONDS", 0.05)


def meant(rows: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """The rows with the lists and objects that PostgreSQL writes in an order of its own read."""
    places = {t.name: [kind is ColumnKind.JSON for kind in t.columns.values()] for t in MOVED}
    return {
        name: [
            tuple(
                json.loads(value) if is_json and value else value
                for is_json, value in zip(places.get(name, [False] * len(row)), row, strict=True)
            )
            for row in table
        ]
        for name, table in rows.items()
    }


async def test_there_and_back_every_row_is_the_same(
    filled: Path, postgres_address: str, tmp_path: Path
) -> None:
    before, back = rows_of_file(filled), tmp_path / "back.sqlite3"

    there = await move(filled, postgres_address)
    assert there.faults == []
    assert "Copied" in there.lines[0]
    assert "BUMPBOT_DATABASE" in there.lines[1]
    assert (await move(postgres_address, back)).faults == []

    assert rows_of_file(filled) == before
    assert meant(rows_of_file(back)) == meant(before)
    report = doctor(back, fold, every=True)
    assert report.healthy, report.lines


async def test_a_copy_between_files_is_exact_with_triggers(filled: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    await move(filled, copy)
    assert rows_of_file(copy) == rows_of_file(filled)
    schemas = []
    for path in (filled, copy):
        with closing(connect(path)) as connection:
            found = connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2")
            schemas.append(found.fetchall())
    assert schemas[0] == schemas[1]


async def test_no_number_is_used_again_and_triggers_work_behind_a_move(
    filled: Path, postgres_address: str, tmp_path: Path
) -> None:
    last = dict(rows_of_file(filled)["numbers"])
    await move(filled, postgres_address)
    async with opened(PostgresStore.open(postgres_address)) as store:
        match = await new_match(store, says=["challenge"], status=Status.INVITED)
    ((post,),) = await run(postgres_address, "SELECT max(id) FROM outbox")
    assert (match, post) == (last["matches"] + 1, last["outbox"] + 1)
    seats = await run(postgres_address, f"SELECT person FROM seats WHERE match_id = {match}")
    assert len(seats) == 2

    await move(postgres_address, tmp_path / "back.sqlite3")
    async with opened(SqliteStore.open(tmp_path / "back.sqlite3")) as back:
        assert await new_match(back) == match + 1


@pytest.mark.parametrize("is_back", [False, True])
async def test_killed_anywhere_a_copy_is_taken_up_again(
    filled: Path, postgres_address: str, tmp_path: Path, is_back: bool
) -> None:
    before, back = rows_of_file(filled), tmp_path / "back.sqlite3"
    source: Path | str = filled
    target: Path | str = postgres_address
    if is_back:
        await move(filled, postgres_address)
        source, target = postgres_address, back
    for point in (*some((1, 2, 5, 9, 12), 3), 0):
        assert await asyncio.to_thread(kill_at, source, target, point) == -signal.SIGKILL
        await refuses_to_open(target)

    copied = await move(source, target)

    assert any(line.startswith("Taken up again behind") for line in copied.lines)
    if not is_back:
        await move(target, back)
    assert meant(rows_of_file(back)) == meant(before)


def kill_at(source: Path | str, target: Path | str, point: int) -> int:
    """The way a copy ended that kills itself before so many transactions are done."""
    words = [str(source), str(target), str(point)]
    return run_program("tests.store.moving.killed", words, os.environ).returncode


async def refuses_to_open(target: Path | str) -> None:
    with pytest.raises(StoreTrouble, match="only half copied"):
        await (PostgresStore if isinstance(target, str) else SqliteStore).open(target)  # type: ignore[arg-type]


async def test_what_has_changed_since_is_copied_again(filled: Path, postgres_address: str) -> None:
    kill_at(filled, postgres_address, 12)
    with closing(connect(filled)) as connection:
        connection.execute("UPDATE matches SET channel = 8 WHERE id = 2")

    copied = await move(filled, postgres_address)

    assert any("it starts over" in line for line in copied.lines)
    assert [
        row["channel"]
        for row in await run(postgres_address, "SELECT channel FROM matches WHERE id = 2")
    ] == [8]


async def test_a_match_unlike_its_events_is_copied_and_named(
    filled: Path, postgres_address: str
) -> None:
    with closing(connect(filled)) as connection:
        connection.execute("UPDATE events SET payload = '{}' WHERE match_id = 1 AND seq = 4")
        connection.execute("UPDATE matches SET game = 'bounce' WHERE id = 2")
        connection.execute("UPDATE matches SET seq = seq + 1 WHERE id = 3")

    copied = await move(filled, postgres_address)

    assert [str(number) in fault for number, fault in enumerate(copied.faults, 1)] == [True] * 3
    assert "(game)" in copied.faults[1]


@pytest.mark.usefixtures("_impatient")
async def test_a_file_that_the_bot_has_open_is_not_copied(
    filled: Path, postgres_address: str
) -> None:
    async with opened(SqliteStore.open(filled)):
        with pytest.raises(StoreTrouble, match="Stop the bot first"):
            await move(filled, postgres_address)
    assert await run(postgres_address, "SELECT to_regclass('matches')::text") == [(None,)]


@pytest.mark.usefixtures("_impatient")
async def test_while_a_file_is_copied_no_bot_opens_it(filled: Path) -> None:
    async with sqlite.source_file(filled):
        with pytest.raises(StoreTrouble, match="another program holds it"):
            await SqliteStore.open(filled)


async def test_a_server_on_which_bots_are_at_work_is_not_copied_from_or_to(
    filled: Path, postgres_address: str, tmp_path: Path
) -> None:
    async with opened(PostgresStore.open(postgres_address)):
        for source, target in (
            (filled, postgres_address),
            (postgres_address, tmp_path / "new.sqlite3"),
        ):
            with pytest.raises(StoreTrouble, match="at work on it: 1"):
                await move(source, target)
    assert not (tmp_path / "new.sqlite3").exists()


async def test_a_target_with_rows_is_left_as_it_is(
    filled: Path, postgres_address: str, tmp_path: Path
) -> None:
    other = tmp_path / "other.sqlite3"
    store = await SqliteStore.open(other)
    await new_match(store)
    await store.close()
    await move(other, postgres_address)
    (foreign := tmp_path / "foreign.sqlite3").touch()
    with closing(connect(foreign)) as connection:
        connection.execute("CREATE TABLE recipes (text TEXT)")

    for target, why in (
        (other, "not empty"),
        (postgres_address, "not empty"),
        (foreign, "another program's"),
        (filled, "in use already"),
    ):
        with pytest.raises(StoreTrouble, match=why):
            await move(filled, target)

    assert len(rows_of_file(other)["matches"]) == 1
    assert await run(postgres_address, "SELECT count(*) FROM matches") == [(1,)]


async def test_tables_of_another_program_are_left_alone(
    filled: Path, postgres_address: str
) -> None:
    await run(postgres_address, "CREATE TABLE recipes (text text)")
    with pytest.raises(StoreTrouble, match="another program's tables"):
        await move(filled, postgres_address)


async def test_an_older_file_has_to_be_updated_first(postgres_address: str, tmp_path: Path) -> None:
    older = tmp_path / "older.db"
    copy_file("version-0.1", older)
    with pytest.raises(StoreTrouble, match="bumpbot migrate"):
        await move(older, postgres_address)
    prepare(older)
    assert (await move(older, postgres_address)).faults == []


async def test_what_is_not_there_is_named(postgres_address: str, tmp_path: Path) -> None:
    with pytest.raises(StoreTrouble, match="is not there"):
        await move(tmp_path / "nothing", postgres_address)
    with pytest.raises(StoreTrouble, match="is empty"):
        await move(postgres_address, tmp_path / "new")
