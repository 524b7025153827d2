"""The cost of the bot's metrics and timings, and of writing its log.

The first table has single steps, in microseconds, each next to the same without it. The second has
a whole `/move` of Bump against a simulated Discord with the real store on disk, once with all of it
and once without, in turns. The third has the store's questions for `/metrics`.

    python -m bench.telemetry [--rounds N] [--matches N]
"""

import asyncio
import io
import logging
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest import mock

import discord
from discord.utils import _ColourFormatter  # what discord.py writes a log with
from prometheus_client import generate_latest
from yarl import URL

from bench.filling import filled, stored
from bench.front import MATCHES, simulated
from bench.timing import Table, asked, awaited, middle, share, timed
from bot.front.observing.sources import observe_store, read_asked, workload_of
from bot.front.observing.writing import WriteWatch
from bot.telemetry.interactions import handle
from bot.telemetry.logs import configure
from bot.telemetry.metrics import REGISTRY, STORE_CALLS
from bot.telemetry.timing import _count, waiting_in

SENT = {"type": 2, "data": {"name": "move", "options": [{"name": "match", "type": 4, "value": 12}]}}
TIMES = 20_000


def micros(work: Callable[[], object]) -> float:
    """The best of five rounds, for one time."""

    def often() -> None:
        for _ in range(TIMES // 5):
            work()

    return min(timed(often, 5)) / (TIMES // 5) * 1e6


async def awaited_micros(work: Callable[[], Awaitable[object]]) -> float:
    async def often() -> None:
        for _ in range(TIMES // 5):
            await work()

    return min(await awaited(often, 5)) / (TIMES // 5) * 1e6


class Run(NamedTuple):
    """What each `/move` took, the processor seconds of one, and how often it called the store."""

    taken: list[tuple[float, float]]
    busy: float
    calls: float


class Bare:
    """A store that does nothing."""

    async def any_refused(self) -> None:
        """Do nothing."""


def nothing(*_: object) -> None:
    pass


def line_of(formatter: logging.Formatter | None) -> Callable[[], object]:
    log = logging.getLogger("bot.bench")
    handler: logging.Handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(formatter)
    log.handlers[:], log.propagate = [handler], False
    log.setLevel(logging.INFO)
    return lambda: log.info("match %s: post %s refused: %s", 12, 34, "403")


def formatter_of(form: Any) -> logging.Formatter | None:
    handler = configure("INFO", form, stream=io.StringIO())
    logging.getLogger().removeHandler(handler)
    return handler.formatter


async def steps() -> float:
    """Print the cost of single steps; returns how much longer counting makes a call of the
    store."""
    table = Table("one step, us", "with", "without")
    commands = {"move"}
    context = SimpleNamespace(began=time.perf_counter())
    url = URL("https://discord.com/api/v10/channels/123/messages/456")
    params: Any = SimpleNamespace(url=url)

    def in_lane() -> None:
        with waiting_in("turns") as waiting:
            waiting.run(nothing)

    bare = micros(nothing)
    interaction = micros(lambda: handle(read_asked(SENT, commands), nothing))
    table.row("an interaction", interaction, bare)
    table.row("a request to Discord", micros(lambda: _count(context, params, "200")), bare)
    table.row("work in a thread", micros(in_lane), bare)
    store: Any = Bare()
    watched = observe_store(store, WriteWatch())
    alone = await awaited_micros(store.any_refused)
    counted = await awaited_micros(watched.any_refused)
    table.row("a call of the store", counted, alone)
    usual = micros(line_of(_ColourFormatter()))
    for form in ("text", "json"):
        table.row(f"a line of the log, {form}", micros(line_of(formatter_of(form))), usual)
    whole = share(0.5, timed(lambda: generate_latest(REGISTRY), 50))
    table.row("all of /metrics", whole * 1e6, 0.0)
    return counted - alone


@contextmanager
def uncounted(_: str) -> Iterator[Any]:
    """A lane of which nothing is counted."""
    yield SimpleNamespace(run=lambda work, *args: work(*args))


async def turns(rounds: int, *, counted: bool) -> Run:
    patches = (
        mock.patch("bot.front.client.observe_store", lambda store, _: store),
        mock.patch("bot.front.client.observe_interactions", nothing),
        mock.patch("bot.front.discord.lanes.waiting_in", uncounted),
    )
    with ExitStack() as stack:
        for patch in () if counted else patches:
            stack.enter_context(patch)
        return await _turns(rounds)


async def _turns(rounds: int) -> Run:
    async with simulated() as world:
        tables = await world.seated_tables()
        await world.together(tables)
        began, before, taken = time.process_time(), calls_of_the_store(), []
        for _ in range(rounds):
            taken += await world.together(tables)
        busy = (time.process_time() - began) / len(taken)
        return Run(taken, busy, (calls_of_the_store() - before) / len(taken))


def calls_of_the_store() -> float:
    """How often the store was called since the process began."""
    name = "bumpbot_store_call_seconds_count"
    (family,) = STORE_CALLS.collect()
    return sum(sample.value for sample in family.samples if sample.name == name)


async def compare_turns(rounds: int, call: float) -> None:
    heads = ("acknowledged, ms", "posted, ms", "processor, ms")
    print()
    table = Table(f"/move, {MATCHES} at once", *heads, form=".2f")
    found: dict[bool, list[Run]] = {True: [], False: []}
    for number in range(6):
        found[number % 2 == 0].append(await turns(rounds, counted=number % 2 == 0))
    for counted, name in ((True, "counted"), (False, "not counted")):
        best = min(found[counted], key=lambda run: run.busy)
        halves = [share(0.5, [*times]) for times in zip(*best.taken, strict=True)]
        table.row(name, *(seconds * 1000 for seconds in (*halves, best.busy)))
    calls = found[True][0].calls
    longer = f"{calls * call / 1e3:.2f} ms longer"
    print(f"A move calls the store {calls:.0f} times, which counting makes {longer}.")


FILL = """INSERT INTO matches (seq, game, status, channel, people, updated)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
SELECT 1, 'bump', CASE WHEN i % 10 = 0 THEN 'running' ELSE 'ended' END, i, '[]',
    '2026-03-20 12:00:00.000000+00:00' FROM n"""
POSTS = """INSERT INTO outbox (match_id, seq, kind, retry_at)
SELECT id, 1, 'turn', CASE WHEN id % 1000 = 0 THEN updated END FROM matches"""


BY_ROWS = """SELECT game, status, count(*) FROM matches NOT INDEXED
WHERE status IN ('invited', 'running') GROUP BY 1, 2"""


async def counting(matches: int) -> None:
    def fill(path: Path) -> None:
        with filled(path) as connection:
            connection.execute(FILL.format(count=matches))
            connection.execute(POSTS)

    async with stored(fill) as store:
        indexed = await middle(lambda: workload_of(store), 5)
        naive = await middle(lambda: store.reader.execute_fetchall(BY_ROWS), 1)
    print()
    table = Table("counted in the store, ms", "by indexes", "by rows")
    table.row(f"{matches:,} matches, a tenth open", indexed, naive)


async def main(rounds: int, matches: int) -> None:
    call = await steps()
    logging.disable()
    await compare_turns(rounds, call)
    await counting(matches)


if __name__ == "__main__":
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    words = asked(__doc__, rounds=2, matches=20_000)
    asyncio.run(main(words.rounds, words.matches))
