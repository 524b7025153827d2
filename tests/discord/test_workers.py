"""The processes that search, and whatever becomes of them and of the bot: no move is lost or made
twice, and none of them is left behind."""

# ruff: noqa: ASYNC110 - the process tells nobody

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.discord import checks
from tests.discord.checks import all_is_said, delivered, plies_of
from tests.discord.fake.world import FakeDiscord
from tests.discord.players import Players, Table, table_of
from tests.discord.processes import BotProcess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

PATIENCE = 300.0
"""Seconds that nothing here takes."""

WORKER = b"bot.opponents.worker"


def workers_of(bot: BotProcess) -> list[int]:
    assert bot.running
    parent = f"PPid:\t{bot.running.pid}\n"
    return [
        int(process.name)
        for process in Path("/proc").iterdir()
        if process.name.isdigit()
        and parent in read(process / "status").decode()
        and WORKER in read(process / "cmdline")
    ]


def read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


async def searching(bot: BotProcess) -> int:
    """A process that searches, as soon as there is one."""
    until = time.monotonic() + PATIENCE
    while not (found := workers_of(bot)) and time.monotonic() < until:
        await asyncio.sleep(0.005)
    return found[0]


async def gone(pid: int) -> bool:
    until = time.monotonic() + PATIENCE
    while WORKER in (line := read(Path(f"/proc/{pid}/cmdline"))) and time.monotonic() < until:
        await asyncio.sleep(0.01)
    return WORKER not in line


async def against_the_bot(fake: FakeDiscord, bot: BotProcess) -> Table:
    """A match in which the bot, which plays as well as it can, thinks about the first move."""
    table, players = table_of(fake, "bump"), Players(fake)
    await bot.start()
    asked = fake.command(
        table.people[0], table.channel, "challenge bump", opponent=fake.bot, first="them", level=5
    )
    await players.send(asked)
    return table


async def moves(bot: BotProcess) -> int:
    """How many moves there are in the only match, once there are any."""
    until = time.monotonic() + PATIENCE
    while not (plies := (await plies_of(bot.database)).get(1, [])) and time.monotonic() < until:
        await asyncio.sleep(0.02)
    return len(plies)


async def test_a_killed_worker_costs_no_move(fake: FakeDiscord, bot: BotProcess) -> None:
    await against_the_bot(fake, bot)
    os.kill(await searching(bot), signal.SIGKILL)
    assert await moves(bot) == 1
    await all_is_said(bot.database)

    others = workers_of(bot)
    assert await bot.stop() == 0
    assert all([await gone(pid) for pid in others])
    assert await moves(bot) == 1
    assert checks.troubles(fake) == []
    assert checks.missing_posts(fake, await delivered(bot.database)) == []
    assert "Traceback" not in bot.log.read_text("utf-8")


@pytest.mark.parametrize(
    "is_killed", [True, pytest.param(False, marks=pytest.mark.long)], ids=["killed", "stopped"]
)
async def test_a_bot_that_ends_as_it_thinks_leaves_no_worker_and_loses_nothing(
    fake: FakeDiscord, bot: BotProcess, is_killed: bool
) -> None:
    await against_the_bot(fake, bot)
    worker = await searching(bot)
    if is_killed:
        await bot.kill()
    else:
        assert await bot.stop() == 0
    assert await gone(worker)
    await bot.start()

    assert await moves(bot) == 1
    await all_is_said(bot.database)
    assert await moves(bot) == 1
    assert checks.missing_posts(fake, await delivered(bot.database)) == []
    assert "Traceback" not in bot.log.read_text("utf-8")
