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
from tests.store.contract import LATER, deliver_all

ROOT = Path(__file__).parents[2]
MATCH = MatchId(1)


def start(path: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.store.killed", str(path)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def kill(process: "subprocess.Popen[str]") -> list[int]:
    """Kill the process; returns the events it still had told of."""
    process.kill()
    rest, _ = process.communicate()
    # A line that the kill cut short has no end.
    return [int(line) for line in rest.splitlines(keepends=True) if line.endswith("\n")]


async def test_a_move_answered_right_before_the_kill_is_there_with_its_post_once(
    path: Path,
) -> None:
    process = start(path)
    assert process.stdout
    answered = int(process.stdout.readline())
    answered = max([answered, *kill(process)])

    store = await SqliteStore.open(path)
    seqs = [each.seq for each in await store.events(MATCH)]
    found = [post.seq for post in await deliver_all(store, LATER)]
    await store.close()

    # One more may have reached the disk without having been answered.
    assert len(seqs) in (answered, answered + 1)
    assert seqs == list(range(1, len(seqs) + 1))
    assert found == seqs


@pytest.mark.long
async def test_killed_at_any_instant_the_database_stays_whole(path: Path) -> None:
    dice = random.Random(7)
    answered = 0
    for _ in range(6):
        process = start(path)
        assert process.stdout
        answered = max(answered, int(process.stdout.readline()))
        time.sleep(dice.uniform(0, 0.05))  # noqa: ASYNC251 - nothing else runs here
        answered = max([answered, *kill(process)])
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
