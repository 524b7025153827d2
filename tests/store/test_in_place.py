"""A file that is deleted or replaced under the bot: noticed without a write, said once."""

# ruff: noqa: ASYNC110, ASYNC240 - nothing else runs here

import asyncio
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from bot.model.events import Played
from bot.model.records import MatchId
from bot.model.refusals import StoreTrouble
from bot.store.sqlite import SqliteStore, connection
from bot.store.sqlite.migrator import connect
from tests.store.contract import NOW, new_match, play, row_of


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LOOK", 0.01)


async def refused(store: SqliteStore, match: MatchId) -> str:
    """What readers are told, as soon as it has been noticed."""
    while True:
        try:
            await store.summary(match)
        except StoreTrouble as error:
            return str(error)
        await asyncio.sleep(0.01)


async def served(store: SqliteStore, match: MatchId) -> None:
    """Wait until readers are served again."""
    while True:
        try:
            await store.summary(match)
            return
        except StoreTrouble:
            await asyncio.sleep(0.01)


def criticals(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.levelname == "CRITICAL"]


async def test_a_deleted_file_is_noticed_without_a_write(
    store: SqliteStore, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    match = await new_match(store)
    path.unlink()

    said = await refused(store, match)

    assert "taken away" in said
    assert "tell whoever runs the bot" in said
    before, after = row_of(match), row_of(match, 2)
    for _ in range(3):
        with pytest.raises(StoreTrouble, match="nothing has changed"):
            await store.append(before, [Played(1, "a")], NOW, after, [])
    await asyncio.sleep(0.1)
    (line,) = criticals(caplog)
    assert str(path) in line
    assert "bumpbot restore" in line
    assert not path.exists()


async def test_the_log_is_not_emptied_into_a_file_that_stands_in_the_place_of_the_right_one(
    store: SqliteStore, path: Path
) -> None:
    other, kept = path.with_suffix(".other"), path.with_suffix(".kept")
    shutil.copyfile(path, other)
    match = await new_match(store)
    path.replace(kept)
    other.replace(path)

    with pytest.raises(StoreTrouble, match="taken away"):
        await store.wipe()

    kept.replace(path)
    assert await store.wipe()
    await store.close()
    with closing(connect(path)) as database:
        assert database.execute("SELECT id FROM matches").fetchall() == [(match,)]


async def test_a_file_that_is_put_back_is_used_again(
    store: SqliteStore, path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    match = await new_match(store)
    for number in range(3):
        path.rename(tmp_path / "aside")
        if number:
            shutil.copy(tmp_path / "aside", path)
        await refused(store, match)
        (tmp_path / "aside").replace(path)
        await served(store, match)
    await play(store, match, 1)
    assert len(criticals(caplog)) == 3
    assert "the bot goes on" in caplog.text


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
async def test_a_deleted_log_is_noticed_and_loses_nothing(
    store: SqliteStore, path: Path, ending: str, caplog: pytest.LogCaptureFixture
) -> None:
    match = await new_match(store)
    await play(store, match, 1)
    path.with_name(path.name + ending).unlink()

    assert "taken away" in await refused(store, match)
    while not criticals(caplog):
        await asyncio.sleep(0.01)
    assert f"{path}{ending}" in criticals(caplog)[0]
    assert "to the database itself: yes" in criticals(caplog)[0]
    await store.close()

    again = await SqliteStore.open(path)
    assert len(await again.events(match)) == 2
    await again.close()


async def test_readers_beside_the_bot_are_no_trouble(
    store: SqliteStore, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    match = await new_match(store)
    for _ in range(5):
        with closing(connect(path)) as beside:
            beside.execute("SELECT count(*) FROM matches").fetchone()
        await asyncio.sleep(0.02)
    assert (await store.summary(match)).seq == 1
    assert criticals(caplog) == []
