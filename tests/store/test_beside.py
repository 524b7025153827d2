"""`doctor` and `backup` beside a bot whose file was taken away: nothing that it had saved is lost.

What it saved last stands in the log of the file (`-wal`), and that under a name that whoever looks
at the file takes for its own.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.store.sqlite.in_place import identity
from bot.store.sqlite.migrator import connect
from tests.helpers.commands import bumpbot
from tests.helpers.versions import copy_file
from tests.store.test_killed import ROOT

MOVES = 5


@contextmanager
def playing(path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Another process works on the file; in the end it is killed."""
    command = [sys.executable, "-m", "tests.store.playing", str(path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "begun\n"
        try:
            yield process
        finally:
            process.kill()


def asked(process: "subprocess.Popen[str]") -> str:
    """What comes of one more move."""
    assert process.stdin
    assert process.stdout
    process.stdin.write("\n")
    process.stdin.flush()
    return process.stdout.readline().strip()


def until(process: "subprocess.Popen[str]", wanted: str) -> None:
    """Ask until that is the answer."""
    while asked(process) != wanted:
        pass


def logs(path: Path) -> list[object]:
    """The log and its index, in which readers note themselves, as files; and what the log says."""
    log, index = (path.with_name(path.name + ending) for ending in ("-wal", "-shm"))
    return [identity(log), identity(index), log.read_bytes()]


def look(path: Path, folder: Path) -> list[int]:
    """Look at the file in every way there is beside a bot; how each ended."""
    ways = (
        ["doctor"],
        ["doctor", "--all"],
        ["backup", str(folder / "copy.sqlite3")],
        ["backup", "--nightly"],
    )
    backups = str(folder / "backups")
    return [
        bumpbot(*way, BUMPBOT_DATABASE=str(path), BUMPBOT_BACKUPS=backups).returncode
        for way in ways
    ]


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
        written = [asked(bot) for _ in range(MOVES)]
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
            asked(bot)
        assert look(path, tmp_path)[2:] == [0, 0]
        assert asked(bot) == str(MOVES + 2)
    for copy in (tmp_path / "copy.sqlite3", *(tmp_path / "backups").glob("*.sqlite3")):
        assert events_in(copy) == [(1, seq) for seq in range(1, MOVES + 2)]
    assert events_in(path) == [(1, seq) for seq in range(1, MOVES + 3)]
