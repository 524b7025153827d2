"""What it costs that the bot counts and times what it does, and how its log is written.

The first table has single steps, in microseconds, each beside the same without it. The second has a
whole `/move` of Bump against a simulated Discord with the real store on disk, once with all of it
and once without, in turns. The third has what is asked of the store for `/metrics`.

    python -m bench.telemetry [--rounds N] [--matches N]
"""

import argparse
import asyncio
import io
import logging
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest import mock

import discord
from discord.utils import _ColourFormatter  # what discord.py writes a log with
from prometheus_client import generate_latest
from yarl import URL

from bench.front import MATCHES, Watch, at, simulated, table, together
from bot.front.observing.asked import read_asked
from bot.front.observing.sources import observe_store, workload_of
from bot.front.observing.writing import WriteWatch
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.connection import prepare
from bot.store.sqlite.migrator import connect
from bot.telemetry.interactions import handle
from bot.telemetry.lanes import waiting_in
from bot.telemetry.logs import configure
from bot.telemetry.metrics import REGISTRY, STORE_CALLS
from bot.telemetry.requests import _count

SENT = {
    "type": 2,
    "data": {"name": "move", "options": [{"name": "match", "type": 4, "value": 12}]},
}
TIMES = 20_000


def seconds(work: Callable[[], object]) -> float:
    """The best of five rounds, for one time."""
    taken = []
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(TIMES // 5):
            work()
        taken.append((time.perf_counter() - began) / (TIMES // 5))
    return min(taken)


async def awaited(work: Callable[[], Awaitable[object]]) -> float:
    """The same of what is awaited."""
    taken = []
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(TIMES // 5):
            await work()
        taken.append((time.perf_counter() - began) / (TIMES // 5))
    return min(taken)


class Run(NamedTuple):
    """What each `/move` took, the processor seconds of one, and how often it called the store."""

    taken: list[tuple[float, float]]
    busy: float
    calls: float


class Bare:
    """A store that does nothing."""

    async def any_refused(self) -> None:
        """Do nothing."""


def nothing() -> None:
    pass


def nothing_at_all(*_: Any) -> None:
    pass


def line_of(formatter: logging.Formatter | None) -> Callable[[], object]:
    """Writes one line, with that formatter."""
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
    """Print what single steps cost. The seconds that a call of the store and one in a thread do."""
    print(f"{'one step, us':<44}{'with':>10}{'without':>10}")
    commands = {"move"}
    context = SimpleNamespace(began=time.perf_counter())
    url = URL("https://discord.com/api/v10/channels/123/messages/456")
    params: Any = SimpleNamespace(url=url)

    def in_lane() -> None:
        with waiting_in("turns") as waiting:
            waiting.run(nothing)

    store: Any = Bare()
    show("an interaction", seconds(lambda: handle(read_asked(SENT, commands), nothing)), nothing)
    show("a request to Discord", seconds(lambda: _count(context, params, "200")), nothing)
    threaded = seconds(in_lane)
    show("work in a thread", threaded, nothing)
    watched = observe_store(store, WriteWatch())
    bare, timed = await awaited(store.any_refused), await awaited(watched.any_refused)
    print_row("a call of the store", timed, bare)
    usual = seconds(line_of(_ColourFormatter()))
    print_row("a line of the log, text", seconds(line_of(formatter_of("text"))), usual)
    print_row("a line of the log, json", seconds(line_of(formatter_of("json"))), usual)
    print_row("all of /metrics", seconds_of(lambda: generate_latest(REGISTRY), 50), 0.0)
    return timed - bare


def seconds_of(work: Callable[[], object], times: int) -> float:
    began = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - began) / times


def show(what: str, taken: float, without: Callable[[], object]) -> None:
    print_row(what, taken, seconds(without))


def print_row(what: str, taken: float, without: float) -> None:
    print(f"{what:<44}{taken * 1e6:>10.1f}{without * 1e6:>10.1f}")


class Unwatched:
    """A lane of which nothing is counted."""

    @staticmethod
    def run(work: Callable[..., Any], *args: Any) -> Any:
        """Do the work."""
        return work(*args)


@contextmanager
def uncounted(_: str) -> Iterator[Any]:
    yield Unwatched


async def turns(rounds: int, *, counted: bool) -> Run:
    """A run, with what is counted or without."""
    patches = (
        mock.patch("bot.front.client.observe_store", lambda store, _: store),
        mock.patch("bot.front.client.observe_interactions", nothing_at_all),
        mock.patch("bot.front.discord.lanes.waiting_in", uncounted),
    )
    for patch in () if counted else patches:
        patch.start()
    try:
        return await _turns(rounds)
    finally:
        for patch in () if counted else patches:
            patch.stop()


async def _turns(rounds: int) -> Run:
    async with simulated() as (env, client):
        watch, guild = Watch(env), env.create_guild("Bench")
        tables = [await table(guild, client, watch, n) for n in range(MATCHES)]
        await together(env, client, watch, tables)
        began, before, taken = time.process_time(), calls_of_the_store(), []
        for _ in range(rounds):
            taken += await together(env, client, watch, tables)
        busy = (time.process_time() - began) / len(taken)
        return Run(taken, busy, (calls_of_the_store() - before) / len(taken))


def calls_of_the_store() -> float:
    """How often the store was called since the process began."""
    name = "bumpbot_store_call_seconds_count"
    (family,) = STORE_CALLS.collect()
    return sum(sample.value for sample in family.samples if sample.name == name)


async def compare_turns(rounds: int, call: float) -> None:
    print(f"\n{f'/move, {MATCHES} at once':<32}{'acknowledged, ms':>18}{'posted, ms':>12}", end="")
    print(f"{'processor, ms':>16}")
    found: dict[bool, list[Run]] = {True: [], False: []}
    for number in range(6):
        found[number % 2 == 0].append(await turns(rounds, counted=number % 2 == 0))
    for counted, name in ((True, "counted"), (False, "not counted")):
        best = min(found[counted], key=lambda run: run.busy)
        half = (at(0, best.taken)[0], at(1, best.taken)[0])
        print(f"{name:<32}{half[0]:>18.2f}{half[1]:>12.2f}{best.busy * 1000:>16.2f}")
    calls = found[True][0].calls
    print(
        f"A move calls the store {calls:.0f} times, which counting makes {calls * call * 1e3:.2f} "
        "ms longer."
    )


FILL = """INSERT INTO matches (seq, game, status, channel, people, updated)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
SELECT 1, 'bump', CASE WHEN i % 10 = 0 THEN 'running' ELSE 'ended' END, i, '[]',
    '2026-03-20 12:00:00.000000+00:00' FROM n"""
POSTS = """INSERT INTO outbox (match_id, seq, kind, retry_at)
SELECT id, 1, 'turn', CASE WHEN id % 1000 = 0 THEN updated END FROM matches"""


async def counting(matches: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite3"
        prepare(path)
        with closing(connect(path)) as connection:
            connection.execute("PRAGMA foreign_keys = OFF")
            connection.execute(FILL.format(count=matches))
            connection.execute(POSTS)
        store = await SqliteStore.open(path)
        try:
            taken = []
            for _ in range(5):
                began = time.perf_counter()
                await workload_of(store)
                taken.append(time.perf_counter() - began)
            began = time.perf_counter()
            sql = "SELECT game, status, count(*) FROM matches NOT INDEXED WHERE status IN"
            await store.reader.execute_fetchall(f"{sql} ('invited','running') GROUP BY 1, 2")
            naive = time.perf_counter() - began
        finally:
            await store.close()
    print(f"\n{'counted in the store, ms':<44}{'by indexes':>10}{'by rows':>10}")
    name = f"{matches:,} matches, a tenth open"
    print(f"{name:<44}{min(taken) * 1000:>10.1f}{naive * 1000:>10.1f}")


async def main(rounds: int, matches: int) -> None:
    logging.getLogger("bot").setLevel(logging.ERROR)
    call = await steps()
    logging.getLogger("bot").setLevel(logging.ERROR)
    logging.disable()
    await compare_turns(rounds, call)
    await counting(matches)


if __name__ == "__main__":
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--rounds", type=int, default=10)
    words.add_argument("--matches", type=int, default=1_000_000)
    said = words.parse_args()
    asyncio.run(main(said.rounds, said.matches))
