"""A real process, killed without warning: what it answered is on the disk, whole, once."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.model.records import MatchId
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.maintenance import doctor
from tests.helpers.commands import ROOT, Program
from tests.store.contract import LATER, deliver_all

MATCH = MatchId(1)


def answered_until_killed(path: Path, seconds: float) -> int:
    """The last event that was answered by a process that is killed so long after its first."""
    process = Program("tests.store.killed", str(path))
    first = process.stdout.readline()
    time.sleep(seconds)
    # A line that the kill cut short has no end.
    rest = process.kill().splitlines(keepends=True)
    return max(int(line) for line in [first, *rest] if line.endswith("\n"))


async def test_a_move_answered_right_before_the_kill_is_there_with_its_post_once(
    path: Path,
) -> None:
    answered = answered_until_killed(path, 0)

    store = await SqliteStore.open(path)
    seqs = [each.seq for each in await store.events(MATCH)]
    found = [post.seq for post in await deliver_all(store, LATER)]
    await store.close()

    # One more may have reached the disk without having been answered.
    assert len(seqs) in (answered, answered + 1)
    assert seqs == list(range(1, len(seqs) + 1))
    assert found == seqs


STARTING = """
import os, signal, sys
from tests.helpers.commands import begin
told = begin("tests.store.playing", sys.argv[1:], os.environ, 0, 1, 2)
signal.pause()
"""


def test_what_the_tests_start_ends_with_them_also_where_they_are_killed(path: Path) -> None:
    command, pipe = [sys.executable, "-c", STARTING, str(path)], subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "begun\n"
        process.kill()
        # What it prints ends with the last of those that have it.
        assert process.stdout.read() == ""


@pytest.mark.long
async def test_killed_at_any_instant_the_database_stays_whole(path: Path) -> None:
    dice = random.Random(7)
    answered = 0
    for _ in range(6):
        answered = max(answered, answered_until_killed(path, dice.uniform(0, 0.05)))
        report = doctor(path, lambda recorded, match: None)
        assert report.healthy, report.lines

    store = await SqliteStore.open(path)
    seqs = [each.seq for each in await store.events(MATCH)]
    found = [post.seq for post in await deliver_all(store, LATER)]
    row = await store.summary(MATCH)
    await store.close()

    assert seqs == list(range(1, len(seqs) + 1))
    assert len(seqs) >= answered
    assert row.seq == len(seqs)
    assert found == seqs
