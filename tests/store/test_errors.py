"""A full disk, a file that may not be written, a damaged file: said clearly, and nothing lost."""

import asyncio
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.model.events import Challenged
from bot.model.refusals import StoreTrouble
from bot.store.database import NEXT, WRITING
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.connection import prepare
from bot.store.sqlite.file import describe_error
from bot.store.sqlite.migrator import connect
from bot.upkeep.findings import describe_trouble
from tests.helpers.commands import output_of
from tests.helpers.stores import opened
from tests.store.contracts.matches import ASKED, LATER, deliver_all, new_match, play
from tests.store.memory import ROOT, damage

LONG = "x" * 100_000


async def limit_to_its_size(store: SqliteStore) -> None:
    """Let the disk be full: the database can't grow by a single page."""
    ((pages,),) = await store.writer.execute_fetchall("PRAGMA page_count")
    await store.writer.execute_fetchall(f"PRAGMA max_page_count = {pages}")


async def make_room(store: SqliteStore) -> None:
    await store.writer.execute_fetchall("PRAGMA max_page_count = 1000000")


async def test_a_full_disk_is_reported_and_play_goes_on_once_there_is_room(
    store: SqliteStore,
) -> None:
    match = await new_match(store, says=["challenge"])
    standing, pending = await store.summary(match), await store.pending(LATER)
    await limit_to_its_size(store)

    for _ in range(3):
        with pytest.raises(StoreTrouble, match="so nothing has changed") as refused:
            await play(store, match, 1, LONG, "turn")
        assert describe_trouble(refused.value).startswith("the disk is full; make room")

    assert len(await store.events(match)) == 1
    assert await store.summary(match) == standing
    assert await store.pending(LATER) == pending
    await make_room(store)
    await play(store, match, 1, LONG, "turn")
    assert [each.seq for each in await store.events(match)] == [1, 2]
    assert [post.seq for post in await deliver_all(store)] == [1, 2]


async def test_a_new_match_that_does_not_fit_leaves_no_trace(store: SqliteStore) -> None:
    await limit_to_its_size(store)
    long = Challenged(**{name: getattr(ASKED, name) for name in vars(ASKED)} | {"first": LONG})

    with pytest.raises(StoreTrouble):
        await new_match(store, [long])

    assert await store.summaries() == []
    await make_room(store)
    assert await new_match(store) == 1


async def test_a_file_that_becomes_read_only_is_reported(store: SqliteStore) -> None:
    match = await new_match(store)
    await store.writer.execute_fetchall("PRAGMA query_only = ON")

    with pytest.raises(StoreTrouble, match="nothing has changed") as refused:
        await play(store, match, 1)

    assert "can't be written; check who may write" in describe_trouble(refused.value)
    assert len(await store.events(match)) == 1


READ_ONLY = """
import os, sys
from pathlib import Path
from bot.store.sqlite.migrator import migrations
from bot.store.sqlite.connection import prepare
migrations()  # whatever else Python has to load, while it still may
if os.geteuid() == 0:
    os.seteuid(65534)
prepare(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("folder", [0o777, 0o755])
def test_a_file_that_may_not_be_written_is_refused_at_the_start(folder: int) -> None:
    # In a folder of its own, that somebody else can reach even when the superuser runs the tests.
    with TemporaryDirectory() as name:
        path = Path(name) / "matches.sqlite3"
        prepare(path)
        path.chmod(0o444)
        path.parent.chmod(folder)
        command = [sys.executable, "-c", READ_ONLY, str(path)]
        done = output_of(command, cwd=ROOT)
        path.parent.chmod(0o700)

    assert "attempt to write a readonly database" in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("file/matches.sqlite3", "file"),
        (".", "can't be opened; check that its folder is there"),
        ("file", "it is not a database, or it is damaged; restore a backup"),
    ],
)
async def test_what_is_no_file_of_matches_is_refused(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "file").write_text("in the way" * 100)

    with pytest.raises(StoreTrouble, match=why):
        await SqliteStore.open(tmp_path / name)


async def test_damage_in_the_middle_is_told_when_it_is_met(path: Path) -> None:
    async with opened(SqliteStore.open(path)) as store:
        for _ in range(200):
            await new_match(store, says=["challenge"])
    damage(path, "events")

    async with opened(SqliteStore.open(path)) as store:
        matches = [row.match for row in await store.summaries(limit=200)]
        assert len(matches) == 200
        read = await asyncio.gather(*map(store.events, matches), return_exceptions=True)
    refused = [each for each in read if isinstance(each, StoreTrouble)]
    assert refused
    assert all("can't be read" in str(each) for each in refused)
    assert describe_trouble(refused[0]).startswith("it is damaged; restore a backup")


async def test_a_file_held_too_long_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.sqlite.migrator.BUSY_SECONDS", 0.05)
    await (await SqliteStore.open(path)).close()
    holding = connect(path)
    holding.execute("BEGIN EXCLUSIVE")

    with pytest.raises(StoreTrouble, match="another program holds it; stop that first"):
        await SqliteStore.open(path)
    holding.close()


async def write_together(store: SqliteStore, people: int) -> list[object]:
    """What comes of it when so many people save something at the same moment."""
    saving = (
        store.change_preferences("person", n, lambda _: {"theme": "dark"}) for n in range(people)
    )
    return list(await asyncio.gather(*saving, return_exceptions=True))


async def test_of_many_who_write_to_a_held_file_one_waits_and_all_are_refused_with_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.sqlite.connection.BUSY_SECONDS", 0.05)
    store = await SqliteStore.open(path)
    with closing(connect(path)) as holding:
        holding.execute("BEGIN EXCLUSIVE")
        # The one who comes after them waits again: it may be free by now.
        for _ in range(2):
            refused = await write_together(store, 12)
            assert [str(each) for each in refused] == [f"{WRITING} {NEXT}"] * 12
            waited = [each.__cause__ for each in refused if isinstance(each, StoreTrouble)]
            assert len([each for each in waited if each]) == 1
        holding.execute("ROLLBACK")
    assert await write_together(store, 12) == [{"theme": "dark"}] * 12
    await store.close()


async def test_all_who_wait_for_a_held_file_write_when_free(store: SqliteStore, path: Path) -> None:
    with closing(connect(path)) as holding:
        holding.execute("BEGIN EXCLUSIVE")
        saving = asyncio.create_task(write_together(store, 12))
        while not store._turn_to_write.locked():  # noqa: ASYNC110 nobody tells
            await asyncio.sleep(0)
        holding.execute("ROLLBACK")
    assert await saving == [{"theme": "dark"}] * 12


def test_a_reason_without_advice_is_what_the_database_says() -> None:
    assert (
        describe_error(sqlite3.OperationalError("no such table: moves")) == "no such table: moves"
    )


async def test_nothing_is_written_into_a_file_that_was_deleted(
    store: SqliteStore, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    match = await new_match(store)
    await asyncio.to_thread(path.unlink)

    with pytest.raises(StoreTrouble, match="taken away") as refused:
        await play(store, match, 1)

    # In words for the operator, not for players.
    assert describe_trouble(refused.value).startswith(
        f"{path} was deleted or replaced while the bot"
    )
    assert f"{path}: this file was deleted or replaced" in caplog.text
    with pytest.raises(StoreTrouble, match="taken away"):
        await store.summary(match)


async def test_nothing_is_written_into_a_file_that_was_replaced_until_it_is_back(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    match = await new_match(store)
    aside = tmp_path / "aside"
    await asyncio.to_thread(path.rename, aside)
    await asyncio.to_thread(shutil.copy, aside, path)

    with pytest.raises(StoreTrouble, match="taken away"):
        await play(store, match, 1)

    await asyncio.to_thread(aside.replace, path)
    await play(store, match, 1)
    assert (await store.summary(match)).seq == 2
