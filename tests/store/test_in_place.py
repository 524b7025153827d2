"""The file in its place, and one process at a time: nothing is lost when it is taken away."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import time
from pathlib import Path
from threading import Barrier, Thread

import pytest

from bot.model.events import Played
from bot.model.fold import fold
from bot.model.ports import Appended
from bot.model.records import MatchId
from bot.model.refusals import StoreTrouble
from bot.store.moving import move
from bot.store.opening import open_store
from bot.store.sqlite import SqliteStore, connection
from bot.store.sqlite.file import FileLock, identity
from bot.store.sqlite.maintenance import backup, doctor, migrate, overview_of_file, restore
from bot.store.sqlite.migrator import connect
from bot.upkeep.backups import back_up_tonight
from tests.helpers.commands import Program
from tests.helpers.people import FIRST
from tests.helpers.stores import opened
from tests.store.contracts.matches import NOW, new_match, play, row_of
from tests.store.versions import copy_file

# ruff: noqa: ASYNC110, ASYNC240 - nothing else runs here


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
    assert "tell the person who runs the bot" in said
    before, after = row_of(match), row_of(match, 2)
    for _ in range(3):
        with pytest.raises(StoreTrouble, match="nothing has changed"):
            await store.append(Appended(before, [Played(FIRST, "a")], NOW, after))
    await asyncio.sleep(0.1)
    (line,) = criticals(caplog)
    assert str(path) in line
    assert "bumpbot restore" in line
    assert not path.exists()


async def test_the_log_is_not_emptied_into_another_file(store: SqliteStore, path: Path) -> None:
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

    async with opened(SqliteStore.open(path)) as again:
        assert len(await again.events(match)) == 2


async def test_readers_next_to_the_bot_are_no_trouble(
    store: SqliteStore, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    match = await new_match(store)
    for _ in range(5):
        with closing(connect(path)) as beside:
            beside.execute("SELECT count(*) FROM matches").fetchone()
        await asyncio.sleep(0.02)
    assert (await store.summary(match)).seq == 1
    assert criticals(caplog) == []


# `doctor` and `backup` beside a bot whose file was taken away: nothing that it had saved is lost


MOVES = 5


@contextmanager
def playing(path: Path) -> Iterator[Program]:
    """Another process works on the file; in the end it is killed."""
    with Program("tests.store.playing", str(path)) as process:
        assert process.stdout.readline() == "begun\n"
        yield process


def until(process: Program, wanted: str) -> None:
    """Ask until that is the answer."""
    while process.ask() != wanted:
        pass


def logs(path: Path) -> list[object]:
    """The log and its index, in which readers note themselves, as files; and what the log says."""
    log, index = (path.with_name(path.name + ending) for ending in ("-wal", "-shm"))
    return [identity(log), identity(index), log.read_bytes()]


def look(path: Path, folder: Path) -> int:
    """Look at the file in every way in which the commands do beside a bot; how many failed."""
    ways: tuple[Callable[[], object], ...] = (
        lambda: doctor(path, fold),
        lambda: doctor(path, fold, every=True),
        lambda: overview_of_file(path),
        lambda: backup(path, folder / "copy.sqlite3"),
        lambda: back_up_tonight(path, folder / "backups", time(3)),
    )
    failed = 0
    for way in ways:
        try:
            way()
        except StoreTrouble:
            failed += 1
    return failed


def events_in(path: Path) -> list[tuple[int, int]]:
    with closing(connect(path)) as connection:
        return connection.execute("SELECT match_id, seq FROM events ORDER BY 1, 2").fetchall()


@pytest.mark.parametrize("stands_in", ["an older copy", "an older version's file", "nothing"])
def test_looking_at_another_file_in_its_place_loses_nothing(
    path: Path, tmp_path: Path, stands_in: str
) -> None:
    aside, older = tmp_path / "aside", tmp_path / "older"
    with playing(path) as bot:
        # So that the older copy has what is in the file, and not what is in its log.
        shutil.copyfile(path, older)
        written = [bot.ask() for _ in range(MOVES)]
        path.rename(aside)
        if stands_in == "an older copy":
            shutil.copyfile(older, path)
        elif stands_in != "nothing":
            copy_file("version-0.1", path)
        until(bot, "refused")
        before, there = logs(path), path.read_bytes() if path.exists() else b""

        look(path, tmp_path)

        assert logs(path) == before
        assert (path.read_bytes() if path.exists() else b"") == there
        aside.replace(path)
        until(bot, str(MOVES + 2))

    assert written == [str(seq) for seq in range(2, MOVES + 2)]
    assert events_in(path) == [(1, seq) for seq in range(1, MOVES + 3)]


def test_looking_at_a_file_in_its_place_loses_nothing(path: Path, tmp_path: Path) -> None:
    with playing(path) as bot:
        for _ in range(MOVES):
            bot.ask()
        assert look(path, tmp_path) == 0
        assert bot.ask() == str(MOVES + 2)
    for copy in (tmp_path / "copy.sqlite3", *(tmp_path / "backups").glob("*.sqlite3")):
        assert events_in(copy) == [(1, seq) for seq in range(1, MOVES + 2)]
    assert events_in(path) == [(1, seq) for seq in range(1, MOVES + 3)]


# One process at a time on a file: by real processes, also killed ones and ones that race


# ruff: noqa: ASYNC240 - nothing else runs here


def start(path: Path) -> Program:
    return Program("tests.store.playing", str(path))


def answer(process: Program) -> str:
    return process.stdout.readline().strip()


@contextmanager
def held(path: Path) -> Iterator[Program]:
    """Another process works on the file."""
    with start(path) as process:
        assert answer(process) == "begun"
        yield process


def test_a_second_process_is_refused_in_words_that_name_the_first(path: Path) -> None:
    with held(path) as first:
        before = sorted(path.parent.iterdir())
        with start(path) as second:
            said = answer(second)
        assert f"{path} is in use by process {first.pid} on " in said
        assert "Stop the bot first" in said
        assert sorted(path.parent.iterdir()) == before


async def test_who_changes_the_file_is_refused_readers_not(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "copy"
    with held(path):
        backup(path, copy)
        assert doctor(path, fold).healthy
        before = path.read_bytes()
        attempts: tuple[Callable[[], object], ...] = (
            lambda: restore(copy, path, overwrite=True),
            lambda: migrate(path),
        )
        for attempt in attempts:
            with pytest.raises(StoreTrouble, match="in use by process"):
                attempt()
        for source, target in ((path, tmp_path / "new"), (copy, path)):
            with pytest.raises(StoreTrouble, match="in use by process"):
                await move(source, target)
        assert path.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir() if "new" in each.name) == []


def test_a_killed_process_leaves_the_file_free(path: Path) -> None:
    for _ in range(3):
        with held(path) as process:
            process.kill()


def test_an_ended_process_leaves_nothing_next_to_the_file(path: Path) -> None:
    with start(path) as process:
        assert answer(process) == "begun"
        assert process.end() == (0, "")
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.long
def test_of_processes_that_start_at_once_one_works(path: Path) -> None:
    for _ in range(5):
        racing = [start(path) for _ in range(4)]
        try:
            said = [answer(process) for process in racing]
            assert sorted(each == "begun" for each in said) == [False] * 3 + [True], said
        finally:
            for process in racing:
                process.kill()


def test_threads_that_take_and_leave_it_all_the_time_never_both_have_it(path: Path) -> None:
    """The lock's file goes with its holder, so that its name may come to mean another file."""
    holders, both, left = list[int](), list[int](), Barrier(4)

    def work(number: int) -> None:
        left.wait()
        taken = 0
        while taken < 50:
            with suppress(StoreTrouble), FileLock(path):
                holders.append(number)
                both.extend(holders[1:])
                holders.remove(number)
                taken += 1

    racing = [Thread(target=work, args=(number,)) for number in range(4)]
    for each in racing:
        each.start()
    for each in racing:
        each.join()
    assert both == []


def test_another_name_of_the_file_is_the_same_file(path: Path, tmp_path: Path) -> None:
    path.touch()
    (tmp_path / "link").symlink_to(path)
    with FileLock(path), pytest.raises(StoreTrouble, match="in use"):
        FileLock(tmp_path / "link")


async def test_a_file_that_cannot_be_opened_is_free_again(path: Path) -> None:
    path.write_bytes(b"scrambled" * 1000)
    for _ in range(2):
        with pytest.raises(StoreTrouble, match="not a database"):
            await open_store(path)
