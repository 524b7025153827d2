"""Two processes of the bot on one PostgreSQL and one fake Discord, with everything going wrong.

`python -m tests.discord.two_processes --matches 300 --kills 100` prints what happened, how often,
and whatever was lost; the tests run a short one.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
from tqdm import tqdm

from tests.discord import checks
from tests.discord.fake.records import TEXT, User
from tests.discord.fake.world import FakeDiscord, running
from tests.discord.players import Players, Table
from tests.discord.processes import BotProcess, kill_backend
from tests.postgres import schema, server
from tests.store.postgres.proxy import Proxy, proxy_to

CLOCKS_APART = 5
"""Seconds by which the second process's clock is wrong."""

RATED_TOGETHER = 8
"""Matches of the same two people, side by side in different channels."""

PACE = {"FAKE_LEASE": "6", "FAKE_RETRY": "0.5"}


@dataclass(frozen=True)
class Plan:
    """How much of everything there is to be."""

    matches: int = 20
    kills: int = 4
    moves: int = 4
    at_once: int = 10
    restarts: int = 1
    cuts: int = 1
    gateway_cuts: int = 1
    rate: float = 0.02
    seed: int = 1
    through_proxy: bool = True
    games: tuple[str, ...] = ("bounce",)

    @property
    def troubles(self) -> list[str]:
        """Every trouble that is to come, by name."""
        counts = {
            "kill -9": self.kills,
            "database restarted": self.restarts,
            "connections to the database cut": self.cuts,
            "gateway cut": self.gateway_cuts,
        }
        return [name for name, count in counts.items() for _ in range(count)]


@dataclass
class TwoProcesses:
    """Two bots, those who play with them, and what goes wrong meanwhile."""

    plan: Plan
    fake: FakeDiscord
    proxy: Proxy
    database: str
    bots: tuple[BotProcess, BotProcess]
    players: Players
    progress: "tqdm[Any]"
    counts: Counter[str] = field(default_factory=Counter)
    tables: list[Table] = field(default_factory=list)
    troubled: bool = True
    _restarting: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    async def run(self) -> None:
        """Play everything, with the troubles between, until all is said."""
        await self.start()
        self.fake.faults.rate = self.plan.rate
        self.players.trouble = self.plan.rate
        dice, waiting = random.Random(self.plan.seed), iter(range(1, self.plan.matches + 1))
        troubles = asyncio.create_task(self._troubles(dice))
        await asyncio.gather(
            *(self._keep_playing(waiting, troubles) for _ in range(self.plan.at_once))
        )
        await troubles
        self.fake.faults.rate = self.players.trouble = 0.0
        await asyncio.gather(*self._restarting.values())

    async def start(self) -> None:
        """Start both, with servers in either's shard."""
        for number in range(4):
            self.fake.guild(f"Server {number}", 4)
        await asyncio.gather(*(bot.start() for bot in self.bots))

    async def _keep_playing(self, waiting: Iterator[int], troubles: "asyncio.Task[None]") -> None:
        """One match after another, and more of them while troubles are still to come."""
        while next(waiting, None) is not None or not troubles.done():
            table = self.new_table()
            await self.players.begin(table)
            for _ in range(self.plan.moves):
                racing = self.players.dice.random() < 0.2
                await (self.players.race(table) if racing else self.players.move(table))
            await self.players.resign(table)
            self.counts["matches"] += 1
            self.progress.update()

    def new_table(self) -> Table:
        number, dice = len(self.tables), self.players.dice
        taken = [each.channel for each in self.tables[1 - RATED_TOGETHER :]]
        places = (each for each in self.fake.channels.values() if each.type == TEXT)
        channels = [each for each in places if each not in taken]
        # Some play several, so that their results depend on each other.
        people = self.tables[-1].people if number % RATED_TOGETHER else self._two_people(number)
        table = Table(dice.choice(channels), people, dice.choice(self.plan.games), rated=True)
        self.tables.append(table)
        return table

    def _two_people(self, number: int) -> tuple[User, User]:
        return self.fake.person(f"Ada{number}"), self.fake.person(f"Grace{number}")

    def is_in_shard(self, table: Table, shard: int) -> bool:
        return table.channel.guild is not None and (table.channel.guild >> 22) % 2 == shard

    async def _troubles(self, dice: random.Random) -> None:
        """One trouble after another, each a while of play after the one before."""
        coming = self.plan.troubles
        dice.shuffle(coming)
        per_trouble = self.plan.matches * self.plan.moves * 6 // (len(coming) + 1)
        for trouble in coming:
            for _ in range(dice.randint(1, max(1, min(per_trouble, 40)))):
                with suppress(TimeoutError):
                    async with asyncio.timeout(1.0):
                        await self.fake.changed.wait()
            await self._happen(trouble, dice)
            self.counts[trouble] += 1

    async def _happen(self, trouble: str, dice: random.Random) -> None:
        match trouble:
            case "kill -9":
                await self._kill(dice)
            case "database restarted":
                await self._restart_database()
            case "gateway cut":
                if sessions := [each for each in self.fake.gateway.live if each.connection]:
                    await self.fake.gateway.cut(dice.choice(sessions))
            case _:
                self.proxy.cut_all()

    async def _kill(self, dice: random.Random) -> None:
        """Kill one of those that run; it is started again while the other goes on."""
        while not (up := [bot for bot in self.bots if self._is_up(bot)]):
            starting = [each for each in self._restarting.values() if not each.done()]
            await asyncio.wait(starting, return_when=asyncio.FIRST_COMPLETED)
        bot = dice.choice(up)
        await bot.kill()
        self._restarting[bot.name] = asyncio.create_task(bot.start())

    def _is_up(self, bot: BotProcess) -> bool:
        restarting = self._restarting.get(bot.name)
        return bot.running is not None and (restarting is None or restarting.done())

    async def _restart_database(self) -> None:
        """Let a process of the database die by force: the server ends all others and restarts, as
        after a crash."""
        connection = await asyncpg.connect(self.database)
        kill_backend(connection.get_server_pid())
        connection.terminate()

    async def wrong(self) -> list[str]:
        """Whatever was lost, doubled or out of order, once all is said."""
        found = await checks.wrong(self.players, self.database)
        plies = await checks.plies_of(self.database)
        self.counts["moves played"] = sum(map(len, plies.values()))
        self.counts["moves acknowledged"] = sum(t.is_acknowledged for t in self.players.tries)
        self.counts["posts"] = len(await checks.delivered(self.database))
        counted = await checks.rows(self.database, checks.RULINGS)
        self.counts["contests settled"], self.counts["rulings"] = map(int, *counted)
        return found

    def table(self) -> list[tuple[str, int]]:
        seen = {name: self.fake.requests[name] for name in ("nonce seen before",)}
        return [
            *self.counts.items(),
            *self.players.counts.items(),
            *((f"request: {fault}", n) for fault, n in sorted(self.fake.faults.counts.items())),
            *seen.items(),
            ("process gave up at its start", sum(bot.gave_up for bot in self.bots)),
            ("most requests within a second", checks.most_in_a_second(self.fake.counted)),
        ]


@asynccontextmanager
async def two_processes(
    plan: Plan, address: str, folder: Path, *, quiet: bool = True
) -> AsyncIterator[TwoProcesses]:
    """Two bots, not started yet, on a schema of their own."""
    fake = FakeDiscord(plan.seed)
    fake.shards = 2
    async with schema(address) as database, running(fake), proxy_to(database) as proxy:
        late = {"FAKE_CLOCK": str(CLOCKS_APART)}
        bots = (
            BotProcess(fake, "a", proxy.address, folder / "a.log", "0/2", PACE),
            BotProcess(fake, "b", proxy.address, folder / "b.log", "1/2", PACE | late),
        )
        for bot in bots:
            bot.through_proxy = plan.through_proxy
        players = Players(fake, random.Random(plan.seed))
        progress: tqdm[Any] = tqdm(total=plan.matches, unit="match", disable=quiet)
        with progress:
            made = TwoProcesses(plan, fake, proxy, database, bots, players, progress)
            try:
                yield made
            finally:
                for task in made._restarting.values():
                    task.cancel()
                for bot in bots:
                    await bot.kill()


@contextmanager
def own_server() -> Iterator[str]:
    """A PostgreSQL server of one's own, which may be killed."""
    with server() as running:
        # Nothing has to outlast a power failure.
        running.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
        yield running.get_uri()


async def long_run(plan: Plan, folder: Path) -> int:
    """Run it, and print what happened. 1 when anything was lost."""
    with own_server() as address:
        async with two_processes(plan, address, folder, quiet=False) as two:
            await two.run()
            wrong = await two.wrong()
        for name, count in two.table():
            print(f"{name:<36}{count:>8}")
        print(f"{'lost, doubled or out of order':<36}{len(wrong):>8}")
        print(*wrong, sep="\n")
    return 1 if wrong else 0


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--matches", type=int, default=300)
    words.add_argument("--kills", type=int, default=100)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument(
        "--calm",
        action="store_true",
        help="no faults of Discord and no proxy: the processes share out the requests",
    )
    words.add_argument("--at-once", type=int, default=10, help="matches side by side")
    words.add_argument("--logs", type=Path, help="a folder to keep the bots' logs in")
    said = words.parse_args()
    plan = Plan(
        said.matches,
        said.kills,
        at_once=said.at_once,
        restarts=0 if said.calm else max(1, said.kills // 10),
        cuts=said.kills // 4,
        gateway_cuts=said.kills // 4,
        rate=0.0 if said.calm else Plan.rate,
        seed=said.seed,
        through_proxy=not said.calm,
    )
    if said.logs:
        said.logs.mkdir(parents=True, exist_ok=True)
        return asyncio.run(long_run(plan, said.logs))
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(long_run(plan, Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
