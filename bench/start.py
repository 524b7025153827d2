"""The cost of a start of the bot: seconds of CPU until its first answer, and until it is idle, with
the memory it has then.

`python -m bot` on a new file, at a fake Discord on this machine, where a person types `/games` as
soon as the bot has connected. All of its process counts, from its first instruction on. Until it is
idle it has drawn a board of every game and read the lessons in advance. `bytecode` exists already,
as in the image and from the second start on; `source` is a checkout's first start. Medians of
starts that take turns; between them, how long it was until the answer.

    python -m bench.start [--times N]
"""

import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from bench.timing import Table, asked, resident, scratch
from tests.discord.fake.world import FakeDiscord, running

ROOT = Path(__file__).parents[1]
TICKS = os.sysconf("SC_CLK_TCK")
REST = 1.0
"""Seconds in which an idle process takes less than 2 % of a processor."""

Bot: TypeAlias = "subprocess.Popen[bytes]"

Found = tuple[float, float, float, float]
"""Seconds of CPU until the first answer, of time until then, and of CPU until it is at rest; and
the megabytes that it then has in memory."""


def used(process: int) -> float:
    """Seconds of CPU that a process has taken, to a hundredth."""
    _, _, figures = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")
    user, system = figures.split()[11:13]
    return (int(user) + int(system)) / TICKS


def environments(folder: Path) -> dict[str, dict[str, str]]:
    """Those of both kinds of start."""
    kept = {name: each for name, each in os.environ.items() if not name.startswith("PYTHON")}
    return {
        "bytecode": kept | {"PYTHONPYCACHEPREFIX": str(folder / "bytecode")},
        "source": kept | {"PYTHONDONTWRITEBYTECODE": "1"},
    }


def begin(fake: FakeDiscord, database: Path, environment: Mapping[str, str]) -> Bot:
    """A bot in a separate process, on a new file."""
    database.unlink(missing_ok=True)
    own = {
        "DISCORD_TOKEN": "fake.bench",
        "BUMPBOT_DATABASE": str(database),
        "BUMPBOT_DISCORD_BASE": fake.base,
        "BUMPBOT_BACKUPS": "off",
    }
    with Path(os.devnull).open("w") as nothing:
        words = [sys.executable, "-m", "bot"]
        return subprocess.Popen(words, cwd=ROOT, env={**environment, **own}, stderr=nothing)


async def start(fake: FakeDiscord, database: Path, environment: Mapping[str, str]) -> Found:
    known, (guild, person) = set(fake.gateway.sessions), (fake.guild("Bench"), fake.person("Ada"))
    (channel,) = guild.channels.values()
    began, bot = time.perf_counter(), begin(fake, database, environment)
    try:
        while not set(fake.gateway.sessions) - known:
            if bot.poll() is not None:
                raise ChildProcessError(f"the bot has ended: {bot.returncode}")
            await asyncio.sleep(0.01)
        typed = fake.command(person, channel, "games")
        await fake.deliver(typed)
        await typed.done.wait()
        answered, took = used(bot.pid), time.perf_counter() - began
        return answered, took, await at_rest(bot.pid), resident(process=bot.pid)
    finally:
        bot.kill()
        await asyncio.to_thread(bot.wait)


async def at_rest(process: int) -> float:
    """Wait until it is idle; returns the CPU it has taken."""
    before, now = -1.0, used(process)
    while now - before > REST / 50:
        await asyncio.sleep(REST)
        before, now = now, used(process)
    return now


async def main(times: int) -> None:
    table = Table(
        "s", "CPU, answered", "after", "CPU, at rest", "MB, at rest", form=".2f", first=12
    )
    with scratch() as path:
        ways = environments(path.parent)
        found: dict[str, list[Found]] = {name: [] for name in ways}
        async with running(FakeDiscord()) as fake:
            await start(fake, path, ways["bytecode"])  # Writes what it compiles.
            for _ in range(times):
                for name, environment in ways.items():
                    found[name].append(await start(fake, path, environment))
    for name, each in found.items():
        table.row(name, *map(statistics.median, zip(*each, strict=True)))


if __name__ == "__main__":
    asyncio.run(main(asked(__doc__, times=2).times))
