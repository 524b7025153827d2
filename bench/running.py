"""The cost of many running matches: the bot's start, and its CPU while nobody plays.

Turns of seven days that began all through the last week, and people with calendars. The bot is a
separate process over a simulated Discord, which is ready once commands are answered; its first look
notifies those who were due by then. Traffic counts what went between the bot and Discord while it
was idle: at this size somebody is due every few seconds. For comparison the same bot without a
match, and the naive way: every running match loaded first, for a timer each.

    python -m bench.running [--matches N] [--seconds S]
"""

import asyncio
import json
import random
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.filling import SEED, filled, insert_history, insert_match, random_game
from bench.timing import Table, apart, asked, scratch
from bot.model.clock.units import DAY
from bot.model.events import Event, Played
from bot.store.rows import time_text
from bot.store.sqlite.migrator import connect

PEOPLE = 20_000
CHANNELS = 50
NAIVE = 500
"""Matches that are loaded the naive way; the rest is extrapolated from them."""

TURN = 7 * DAY
MOVES = 5

CALENDAR = {
    "zone": "Europe/Berlin",
    "sleep": ["23:00", "07:00"],
    "weekend": [6],
    "vacations": [],
    "automatic_vacation": True,
}
CALENDARS = """INSERT INTO calendars (person, since, calendar)
SELECT value, :since, :calendar FROM json_each(:people)"""
# Players whose turn began more than two days ago were reminded every other day.
NOTICE = """INSERT INTO notices (match_id, seq, person, began, called_at, last_at, next_at,
    reminders) SELECT id, seq, turn, updated, updated, updated, ?2, ?3 FROM matches WHERE id = ?1"""


def fill(path: Path, count: int) -> None:
    """That many running matches; of every second player there is a calendar."""
    dice, now = random.Random(SEED), datetime.now(UTC)
    games = [random_game(SEED + number)[: MOVES + 2] for number in range(20)]
    with filled(path) as connection:
        for number in range(1, count + 1):
            _insert(connection, number, games[number % 20], now, dice)
        people = json.dumps(list(range(1_000_001, 1_000_001 + PEOPLE, 2)))
        values = {"since": time_text(now - 60 * DAY), "calendar": json.dumps(CALENDAR)}
        connection.execute(CALENDARS, {**values, "people": people})


def _insert(
    connection: sqlite3.Connection,
    number: int,
    game: list[Event],
    now: datetime,
    dice: random.Random,
) -> None:
    people = [1_000_001 + dice.randrange(PEOPLE), 1_100_001 + dice.randrange(PEOPLE)]
    began = now - TURN * dice.random()
    deadline = began + TURN + timedelta(minutes=2)
    mover = people[sum(isinstance(each, Played) for each in game) % 2]
    over, at, seq = time_text(deadline), time_text(began), len(game)
    row: dict[str, object] = {
        "id": number,
        "seq": seq,
        "channel": number % CHANNELS,
        "turn": mover,
        "turn_seq": seq,
    }
    row |= {"deadline": over, "due": over, "updated": at, "clock_since": at}
    row["clock_budget"] = (deadline - began) // timedelta(microseconds=1)
    row["due_otherwise"] = time_text(began + 53 * DAY)
    insert_match(connection, people, row)
    insert_history(connection, number, game, began)
    reminders = (now - began) // (2 * DAY)
    soon = min(began + (reminders + 1) * 2 * DAY, deadline - DAY)
    next_at = time_text(soon if soon > now else deadline)
    connection.execute(NOTICE, (number, next_at, reminders))


def start_and_idle(path: Path, seconds: float, begun: float) -> list[float]:
    """The bot of this process: its start and its idleness, as a row of the table."""
    from functools import partial

    from bot.front.client import Bumpbot
    from bot.store.sqlite import SqliteStore
    from bot.table.env import TableEnv

    imported = time.time() - begun

    async def run() -> list[float]:
        client = Bumpbot(partial(SqliteStore.open, path))
        env = TableEnv(client)
        guild = env.create_guild("Running")
        channels = [guild.create_text_channel(f"table-{n}").id for n in range(CHANNELS)]
        due = _place(path, channels)
        began = time.perf_counter()
        await env.start()
        ready = time.perf_counter() - began
        with env.time_context():
            await client.service.queue.tick()
        ticked = time.perf_counter() - began
        await asyncio.sleep(5)
        cpu, wall, before = time.process_time(), time.perf_counter(), env.ledger.entries
        await asyncio.sleep(seconds)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        entries = env.ledger.entries - before
        await env.shutdown()
        await client.close()
        return [imported, ready, ticked, due, cpu / wall * 100, entries]

    return asyncio.run(run())


def _place(path: Path, channels: list[int]) -> int:
    """Put the matches into existing channels. Returns how many people are to be notified."""
    with closing(connect(path)) as connection:
        for place, channel in enumerate(channels):
            connection.execute("UPDATE matches SET channel = ? WHERE channel = ?", (channel, place))
        due = "SELECT count(DISTINCT person) FROM notices WHERE next_at <= ?"
        ((count,),) = connection.execute(due, (time_text(datetime.now(UTC)),))
    return int(count)


def naive(path: Path) -> float:
    """Seconds to load every running match, as a bot with a timer for each would."""
    from bot.model.records import MatchId
    from bot.service.folded import FoldedMatches
    from bot.store.sqlite import SqliteStore

    async def run() -> float:
        store = await SqliteStore.open(path)
        folded = FoldedMatches(store, lambda: datetime.now(UTC))
        began = time.perf_counter()
        for number in range(1, NAIVE + 1):
            await folded.match(MatchId(number))
        taken = time.perf_counter() - began
        await store.close()
        return taken / NAIVE

    return asyncio.run(run())


def main(matches: int, seconds: float) -> None:
    heads = ("imports s", "ready s", "first look s", "due in it", "idle CPU %", "traffic")
    table = Table("running matches", *heads, form=".2f")
    for count in (0, matches):
        with scratch() as path:
            fill(path, count)
            table.row(f"{count:,}", *apart(start_and_idle, path, seconds, time.time()))
            each = naive(path) if count >= NAIVE else 0.0
    total = each * matches
    print(f"\nloading every running match first: {total:.0f} s, estimated from {NAIVE}")


if __name__ == "__main__":
    words = asked(__doc__, matches=20_000, seconds=10.0)
    main(words.matches, words.seconds)
