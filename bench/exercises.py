"""How long `/puzzle` and a step of `/learn` take, beside the preview of a move: to the
acknowledgement, and to what is shown.

One person of those who play in `bench.front`, in the same simulated Discord. A try is judged in a
worker process, as the bot has them.

    python -m bench.exercises [--rounds N]
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from simcord.env import Env

from bench.front import (
    Seats,
    Taken,
    Watch,
    figures,
    heads,
    newest,
    pick,
    press,
    seats,
    simulated,
    type_command,
)
from bench.timing import Table, asked
from bot.front.client import Bumpbot
from bot.model.match import Match

PAUSE = 3.0
"""Seconds between two rounds: nobody may ask for pictures without end."""


async def main(rounds: int) -> None:
    async with simulated() as (env, client):
        watch = Watch(env)
        guild: Any = env.create_guild("Bench")
        table = await seats(guild, client, watch, 0)
        await measure(env, client, watch, table, rounds)


async def measure(env: Env, client: Bumpbot, watch: Watch, table: Seats, rounds: int) -> None:
    rows: dict[str, list[Taken]] = {}
    for _ in range(rounds):
        for name, taken in (await one_round(env, client, watch, table)).items():
            rows.setdefault(name, []).append(taken)
        await asyncio.sleep(PAUSE)
    shown = Table("one person, ms", *heads("shown"))
    for name, all_taken in rows.items():
        shown.row(name, *figures(all_taken))


async def one_round(env: Env, client: Bumpbot, watch: Watch, table: Seats) -> dict[str, Taken]:
    """A preview, a step of a stage, a wrong try of it, and a puzzle."""
    game: dict[str, object] = {"name": "game", "type": 3, "value": (await of(client, table)).game}
    taken = {
        "/move, its preview": await typed(
            env, client, watch, table, "move", *await a_move(client, table)
        )
    }
    await typed(env, client, watch, table, "learn", game)
    taken["/learn, its stage"] = await tapped(env, watch, table, "learn:goon", 0)
    taken["a step of it"] = await tapped(env, watch, table, "try:", -1)
    taken["a wrong try"] = await tapped(env, watch, table, "act:", 0)
    taken["Again"] = await tapped(env, watch, table, "act:", 0)
    taken["/puzzle"] = await typed(env, client, watch, table, "puzzle", game)
    return taken


async def of(client: Bumpbot, table: Seats) -> Match:
    return await client.matches.match(table.match)


async def a_move(client: Bumpbot, table: Seats) -> Sequence[dict[str, object]]:
    """The options of a command that shows a move before it counts."""
    match = await of(client, table)
    text = match.rules.format(match.position, pick(match.rules, match.position, table.chance))
    return (
        {"name": "move", "type": 3, "value": text},
        {"name": "preview", "type": 5, "value": True},
        {"name": "match", "type": 4, "value": table.match},
    )


async def typed(
    env: Env, client: Bumpbot, watch: Watch, table: Seats, name: str, *options: dict[str, object]
) -> Taken:
    """Seconds from a command to its acknowledgement, and to its answer."""
    match = await of(client, table)
    assert match.turn_person is not None
    began = time.perf_counter()
    record = type_command(env, client, table.channel, match.turn_person.id, name, *options)
    await watch.come(record.token)
    return watch.acknowledged[record.id] - began, watch.redrawn[record.token] - began


async def tapped(env: Env, watch: Watch, table: Seats, kind: str, place: int) -> Taken:
    """The same of a press on the newest private message."""
    return await press(env, watch, newest(env, table.channel, private=True), kind, place)


if __name__ == "__main__":
    asyncio.run(main(asked(__doc__, rounds=20).rounds))
