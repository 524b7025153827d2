"""`doctor` and `backup` beside a bot whose file was taken away: nothing that it had saved is lost.

What it saved last stands in the log of the file (`-wal`), and that under a name that whoever looks
at the file takes for its own.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import time
from pathlib import Path

import pytest

from bot.model.fold import fold
from bot.model.refusals import StoreTrouble
from bot.store.sqlite.in_place import identity
from bot.store.sqlite.maintenance import backup, doctor, overview_of_file
from bot.store.sqlite.migrator import connect
from bot.upkeep.backups import back_up_tonight
from tests.helpers.commands import Program
from tests.helpers.versions import copy_file

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
def test_looking_at_what_stands_in_the_place_of_its_file_loses_nothing_of_the_bot(
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


def test_looking_at_a_file_that_is_in_its_place_loses_nothing_either(
    path: Path, tmp_path: Path
) -> None:
    with playing(path) as bot:
        for _ in range(MOVES):
            bot.ask()
        assert look(path, tmp_path) == 0
        assert bot.ask() == str(MOVES + 2)
    for copy in (tmp_path / "copy.sqlite3", *(tmp_path / "backups").glob("*.sqlite3")):
        assert events_in(copy) == [(1, seq) for seq in range(1, MOVES + 2)]
    assert events_in(path) == [(1, seq) for seq in range(1, MOVES + 3)]
