"""One bot on a file, those who play with it, and thousands of faults meanwhile."""

import asyncio
import random
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tqdm import tqdm

from bot.model.records import ChannelId
from tests.discord import checks
from tests.discord.fake.records import TEXT
from tests.discord.fake.world import FakeDiscord, running
from tests.discord.players import Table
from tests.faults import verdict
from tests.faults.kinds import Deck, Trouble, counts
from tests.faults.people import PATIENCE, DealtFaults, People
from tests.faults.process import TalkingBot
from tests.faults.troubles import Troubles

LOOK = 1.0
"""Seconds between looks at whether anything goes on."""

FILES = 100
"""Pictures that the fake keeps."""


class Stalled(AssertionError):
    """Nothing goes on any more."""


@dataclass(frozen=True)
class Plan:
    """How much of everything there is to be."""

    faults: int = 60
    seed: int = 1
    at_once: int = 12
    """Matches side by side."""

    moves: int = 12
    """Moves of a match, after which the next one begins and this one waits for the end."""

    requests: float = 0.1
    interactions: float = 0.3
    """The shares of requests and of interactions with which something goes wrong."""

    given_up: float = 0.3
    """The share of matches that somebody gives up, so that ratings change."""

    servers: int = 12
    standstill: float = 300.0
    """Seconds without a fault, a move or a post after which the run counts as stuck, not as
    slow."""

    games: tuple[str, ...] = ("bounce", "bounce", "urchins", "bump")


@dataclass
class Harness:
    """A bot, its people and its troubles."""

    plan: Plan
    fake: FakeDiscord
    bot: TalkingBot
    people: People
    deck: Deck
    progress: "tqdm[Any]"
    happened: Counter[str] = field(default_factory=Counter)
    """Troubles, by kind."""

    took: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    """For how many seconds troubles of a kind lasted, all together."""

    wrong: dict[str, str] = field(default_factory=dict)
    """What is wrong, with the trouble after which it was first seen."""

    tables: list[Table] = field(default_factory=list)

    def __post_init__(self) -> None:
        dice = random.Random(f"{self.plan.seed} troubles")
        self.troubles = Troubles(self.fake, self.bot, self.people, dice, self._own_table)
        self._ended = False

    async def run(self) -> None:
        """Play until every fault has come, then let every match go on and all be said.

        Raises Stalled once nothing goes on any more.
        """
        try:
            await self._run()
        except* Stalled as found:
            stalled = found
        else:
            return
        raise Stalled(str(stalled.exceptions[0]))

    async def _run(self) -> None:
        for number in range(self.plan.servers):
            self.fake.guild(f"Server {number}", 4)
        self._own = self.fake.guild("A server apart", 1)
        async with asyncio.TaskGroup() as group:
            watch = group.create_task(self._watch())
            self.people.waits["the bot"] = "until it has started"
            await self.bot.start()
            del self.people.waits["the bot"]
            troubles = asyncio.create_task(self._have_troubles())
            async with asyncio.TaskGroup() as playing:
                playing.create_task(_of(troubles))
                for _ in range(self.plan.at_once):
                    playing.create_task(self._keep_playing(troubles))
            await self._finish()
            watch.cancel()

    async def _finish(self) -> None:
        """Let every match go on without further faults, by a move unless it is over, until all is
        posted."""
        over = {match for (match,) in await checks.rows(self.bot.database, checks.OVER)}
        waiting = iter([table for table in self.tables if table.match not in over])

        async def go_on() -> None:
            for table in waiting:
                await self.people.advance(table)

        async with asyncio.TaskGroup() as group:
            for _ in range(self.plan.at_once):
                group.create_task(go_on())
        self.people.waits["the end"] = "until all is said"
        await checks.all_is_said(self.bot.database)
        await checks.all_is_settled(self.bot.database)
        tries, database = self.people.tries, self.bot.database
        self._note("the end", await verdict.in_the_end(self.fake, database, tries))

    # Those who play

    async def _keep_playing(self, troubles: "asyncio.Task[None]") -> None:
        while self.deck.cheap or not troubles.done():
            table = self._new_table()
            await self.people.begin(table)
            for _ in range(self.plan.moves):
                await self.people.step(table)
                self._show()
            if self.people.dice.random() < self.plan.given_up:
                await self.people.resign(table)
            self.tables.append(table)

    def _new_table(self) -> Table:
        places = [each for each in self.fake.channels.values() if each.type == TEXT]
        shared = [each for each in places if each.guild != self._own.id]
        return self._table(ChannelId(self.people.dice.choice(shared).id))

    def _own_table(self) -> Table:
        """A table in a channel where nobody else plays."""
        channel = next(key for key, each in self._own.channels.items() if each.type == TEXT)
        made = self._table(ChannelId(channel))
        self.tables.append(made)
        return made

    def _table(self, channel: ChannelId) -> Table:
        number = len(self.fake.users)
        people = (self.fake.person(f"Ada{number}"), self.fake.person(f"Grace{number}"))
        game = self.people.dice.choice(self.plan.games)
        return Table(self.fake.channels[channel], people, game, rated=True)

    # What goes wrong

    async def _have_troubles(self) -> None:
        """One trouble after another, spread over the time in which requests have faults."""
        coming = list(self.deck.troubles)
        for place, kind in enumerate(coming):
            while self.deck.dealt < place / len(coming):  # noqa: ASYNC110 nobody tells
                await asyncio.sleep(0.02)
            began = time.monotonic()
            self.progress.set_postfix_str(kind, refresh=False)
            await self.troubles.happen(Trouble(kind))
            self.happened[kind] += 1
            self.deck.over += 1
            self.took[kind] += time.monotonic() - began
            self.people.waits["checks"] = f"for the checks after: {kind}"
            tries, database = self.people.tries, self.bot.database
            self._note(kind, await verdict.at_once(self.fake, database, tries))
            self._note(kind, self.troubles.wrong)
            del self.people.waits["checks"]
            self._forget_files()
            self._show()

    def _note(self, after: str, found: list[str]) -> None:
        for each in found:
            if each not in self.wrong:
                self.wrong[each] = after
                self.progress.write(f"WRONG after {after}: {each}")

    def _forget_files(self) -> None:
        for name in list(self.fake.files)[:-FILES]:
            del self.fake.files[name]

    # Looking on

    @property
    def faults(self) -> Counter[str]:
        """Every fault that has happened, by kind."""
        dealt = self.deck.dealt_to_requests
        requests = {f"request: {name}": n for name, n in dealt.items()}
        return Counter(requests) + self.people.said + self.happened

    def _show(self) -> None:
        self.progress.update(self.faults.total() - self.progress.n)

    async def _watch(self) -> None:
        """Raises Stalled once nothing goes on, or the bot has exited on its own."""
        seen: object = None
        last = time.monotonic()
        while True:
            now = (self.faults.total(), len(self.fake.messages), len(self.people.tries))
            if now != seen:
                seen, last = now, time.monotonic()
            if time.monotonic() - last > self.plan.standstill:
                raise Stalled(self._state())
            await asyncio.sleep(LOOK)

    def _state(self) -> str:
        waits = "\n".join(f"{who} waits {what}" for who, what in self.people.waits.items())
        return f"Nothing goes on:\n{waits}\n{self.bot.log.read_text(errors='replace')[-4000:]}"

    def table(self) -> list[tuple[str, int]]:
        """What happened, and how often."""
        people = self.people
        return [
            *sorted(self.faults.items()),
            ("seconds of troubles", round(sum(self.took.values()))),
            ("faults", self.faults.total()),
            ("matches", len(self.tables)),
            ("moves sent", len(people.tries)),
            ("moves acknowledged", sum(each.is_acknowledged for each in people.tries)),
            ("moves refused: could not be saved", sum(map(verdict.was_refused, people.tries))),
            ("interactions unanswered", people.counts["interaction unanswered"]),
            ("messages", len(self.fake.messages)),
            ("nonce seen before", self.fake.requests["nonce seen before"]),
            ("lost, doubled or out of order", len(self.wrong)),
        ]


async def _of(task: "asyncio.Task[None]") -> None:
    await task


@asynccontextmanager
async def harness(
    plan: Plan, folder: Path, *, quiet: bool = True, deck: Deck | None = None
) -> AsyncIterator[Harness]:
    """A bot that is not started yet, on a file in that folder."""
    deck = deck or Deck(counts(plan.faults), plan.seed)
    fake = FakeDiscord(plan.seed)
    dice = random.Random(f"{plan.seed} requests")
    fake.faults = DealtFaults(dice, plan.requests, deck=deck)
    home = folder / "home"
    home.mkdir()
    async with running(fake):
        bot = TalkingBot(
            *(fake, "a", str(home / "matches.sqlite3"), folder / "log.txt"),
            environment={"FAKE_RETRY": "0.3"},
        )
        people = People(
            fake, random.Random(plan.seed), PATIENCE, trouble=plan.interactions, deck=deck
        )
        progress: tqdm[Any] = tqdm(total=plan.faults, unit="fault", disable=quiet)
        with progress:
            try:
                yield Harness(plan, fake, bot, people, deck, progress)
            finally:
                await bot.end()
