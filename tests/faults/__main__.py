"""`python -m tests.faults --faults 10000 --seed 1`: the real bot, and everything going wrong."""

import argparse
import asyncio
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.discord import checks
from tests.faults.harness import Harness, Plan, harness

FAULTS_OF_A_SERVER = 200
"""So many faults come while there are as many matches as one server may well have."""


def messages_of(made: Harness, found: str) -> Iterator[str]:
    """The messages that hold the posts of which something is wrong."""
    numbers = set(map(int, re.findall(r"post (\d+)", found)))
    for each in checks.posts(made.fake):
        if each.post in numbers:
            message = next(m for m in made.fake.messages if m.id == each.message)
            text = message.versions[each.version].content
            yield f"    channel {message.channel}: {each} {text[:90]!r}"


async def long_run(plan: Plan, folder: Path) -> int:
    """Run it, and print what happened. 1 when anything was lost."""
    async with harness(plan, folder, quiet=False) as made:
        try:
            await made.run()
        finally:
            made.progress.close()
            for name, count in made.table():
                print(f"{name:<44}{count:>8}")
            for name, seconds in made.took.items():
                print(f"{name:<44}{seconds / made.happened[name]:>8.1f} s each")
            for found, after in made.wrong.items():
                print(f"after {after}: {found}")
                print(*messages_of(made, found), sep="\n")
    return 1 if made.wrong else 0


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--faults", type=int, default=10_000)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--at-once", type=int, default=Plan.at_once, help="matches side by side")
    words.add_argument("--standstill", type=float, default=Plan.standstill, help="seconds")
    words.add_argument("--logs", type=Path, help="a new folder to keep the file and the log in")
    said = words.parse_args()
    servers = max(Plan.servers, said.faults // FAULTS_OF_A_SERVER)
    plan = Plan(said.faults, said.seed, said.at_once, servers=servers, standstill=said.standstill)
    if said.logs:
        said.logs.mkdir(parents=True)
        return asyncio.run(long_run(plan, said.logs))
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(long_run(plan, Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
