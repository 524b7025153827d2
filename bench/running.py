"""What a hundred thousand running matches cost: the bot's start, and its CPU while nobody plays.

Turns of seven days that began all through the last week, and people with calendars. The bot is a
process of its own over a simulated Discord, which is ready once commands are answered; its first
look tells whoever was due by then. Traffic counts what went between the bot and
Discord while it was idle: at this size somebody is due every few seconds. Beside it stands the same
bot without a match, and the naive way: every running match loaded first, for a timer each.

    python -m bench.running [--matches N] [--seconds S]
"""

import argparse
import asyncio
import json
import random
import tempfile
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.million import random_game
from bench.timing import apart
from bot.model.events import Event, Played
from bot.store.rows import time_text
from bot.store.sqlite.migrator import connect, migrate, migrations

SEED = 9
PEOPLE = 20_000
CHANNELS = 50
NAIVE = 500
"""Matches that are loaded the naive way; the rest is reckoned from them."""

DAY = timedelta(days=1)
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
MATCH = """INSERT INTO matches (id, seq, game, status, channel, guild, people, turn, deadline, due,
    updated, clock_since, clock_budget, due_otherwise, turn_seq)
VALUES (?, ?, 'bump', 'running', ?, 70, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
EVENT = "INSERT INTO events (match_id, seq, kind, payload, at) VALUES (?, ?, ?, ?, ?)"
POST = "INSERT INTO outbox (match_id, seq, kind, channel, message) VALUES (?, ?, 'turn', ?, ?)"
# Whoever began their turn more than two days ago was reminded every other day.
CALLED = """UPDATE notices SET called_at = began, last_at = began,
    next_at = ?2, reminders = ?3 WHERE match_id = ?1"""


def fill(path: Path, count: int) -> None:
    """So many running matches; of every second player there is a calendar."""
    dice, now = random.Random(SEED), datetime.now(UTC)
    games = [random_game(SEED + number)[: MOVES + 2] for number in range(20)]
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        migrate(connection, path, migrations())
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for number in range(1, count + 1):
            _insert(connection, number, games[number % 20], now, dice)
        people = json.dumps(list(range(1_000_001, 1_000_001 + PEOPLE, 2)))
        values = {"since": time_text(now - 60 * DAY), "calendar": json.dumps(CALENDAR)}
        connection.execute(CALENDARS, {**values, "people": people})
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _insert(
    connection: object, number: int, game: list[Event], now: datetime, dice: random.Random
) -> None:
    players = [1_000_001 + dice.randrange(PEOPLE), 1_100_001 + dice.randrange(PEOPLE)]
    people = json.dumps([{"id": each, "name": f"p{each}"} for each in players])
    began = now - TURN * dice.random()
    deadline = began + TURN + timedelta(minutes=2)
    mover = players[sum(isinstance(each, Played) for each in game) % 2]
    seq, at = len(game), time_text(began)
    written = [(number, n, each.kind, each.payload(), at) for n, each in enumerate(game, 1)]
    row = (number, seq, number % CHANNELS, people, mover, time_text(deadline), time_text(deadline))
    budget = (deadline - began) // timedelta(microseconds=1)
    otherwise = time_text(began + 53 * DAY)
    execute = connection.execute  # type: ignore[attr-defined]
    execute(MATCH, (*row, at, at, budget, otherwise, seq))
    connection.executemany(EVENT, written)  # type: ignore[attr-defined]
    execute(POST, (number, seq, 7, number))
    reminders = (now - began) // (2 * DAY)
    soon = min(began + (reminders + 1) * 2 * DAY, deadline - DAY)
    execute(CALLED, (number, time_text(soon if soon > now else deadline), reminders))


def child(path: Path, seconds: float, begun: float) -> None:
    """The bot of this process: its start and its idleness, as one line of JSON."""
    from functools import partial

    from bot.front.client import Bumpbot
    from bot.store.sqlite import SqliteStore
    from bot.table.env import TableEnv

    imported = time.time() - begun

    async def run() -> dict[str, float]:
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
        return {
            "imports": imported,
            "due": due,
            "ready": ready,
            "ticked": ticked,
            "idle": cpu / wall * 100,
            "entries": entries,
        }

    print(json.dumps(asyncio.run(run())))


def _place(path: Path, channels: list[int]) -> int:
    """Put the matches into channels that there are. How many people are to be told something."""
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


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--child", type=Path)
    parser.add_argument("--begun", type=float, default=0.0)
    asked = parser.parse_args()
    if asked.child:
        child(asked.child, asked.seconds, asked.begun)
        return
    with tempfile.TemporaryDirectory() as folder:
        print("running matches  imports s  ready s  first look s  due in it  idle CPU %  traffic")
        for count in (0, asked.matches):
            path = Path(folder) / f"{count}.sqlite3"
            fill(path, count)
            words = ("--child", path, "--seconds", asked.seconds, "--begun", time.time())
            found = apart("bench.running", *words)
            print(
                f"{count:>15,}  {found['imports']:>9.2f}  {found['ready']:>7.2f}  "
                f"{found['ticked']:>12.2f}  {found['due']:>9.0f}  {found['idle']:>10.2f}  "
                f"{found['entries']:>7.0f}"
            )
        each = naive(path) if asked.matches >= NAIVE else 0.0
        total = each * asked.matches
        print(f"\nloading every running match first: {total:.0f} s, reckoned from {NAIVE}")


if __name__ == "__main__":
    main()
