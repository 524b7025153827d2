"""One process at a time on a file: by real processes, also killed ones and ones that race."""

# ruff: noqa: ASYNC240 - nothing else runs here

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Barrier, Thread

import pytest

from bot.model.fold import fold
from bot.model.refusals import StoreTrouble
from bot.store.moving import move
from bot.store.opening import open_store
from bot.store.sqlite.lock import FileLock
from bot.store.sqlite.maintenance import backup, doctor, migrate, restore
from tests.helpers.commands import Program


def start(path: Path) -> Program:
    return Program("tests.store.playing", str(path))


def answer(process: Program) -> str:
    """What it says first."""
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


async def test_whoever_changes_the_whole_file_is_refused_and_readers_are_not(
    path: Path, tmp_path: Path
) -> None:
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


def test_an_ended_process_leaves_nothing_beside_the_file(path: Path) -> None:
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
