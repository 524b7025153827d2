"""How long `/puzzle` and a step of `/learn` take, compared with the preview of a move: to the
acknowledgement, and to what is shown.

One person of those who play in `bench.front`, in the same simulated Discord. A try is judged in a
worker process, as in the bot.

    python -m bench.exercises [--rounds N]
"""

import asyncio

from bench.front import Seats, Taken, Typed, World, figures, heads, move_options, pick, simulated
from bench.timing import Table, asked

PAUSE = 3.0
"""Seconds between two rounds: pictures are rate-limited."""


async def main(rounds: int) -> None:
    async with simulated() as world:
        table = await world.seats(0)
        rows: dict[str, list[Taken]] = {}
        for _ in range(rounds):
            for name, taken in (await one_round(world, table)).items():
                rows.setdefault(name, []).append(taken)
            await asyncio.sleep(PAUSE)
    shown = Table("one person, ms", *heads("shown"))
    for name, all_taken in rows.items():
        shown.row(name, *figures(all_taken))


async def one_round(world: World, table: Seats) -> dict[str, Taken]:
    """A preview, a step of a stage, a wrong try of it, and a puzzle."""
    match = await world.client.matches.match(table.match)
    assert match.turn_person is not None
    who = match.turn_person.id
    text = match.rules.format(match.position, pick(match.rules, match.position, table.chance))
    game: Typed = {"name": "game", "type": 3, "value": match.game}

    async def typed(name: str, *options: Typed) -> Taken:
        return await world.typed(table.channel, who, name, *options)

    async def tapped(kind: str, place: int) -> Taken:
        return await world.press(world.newest(table.channel, private=True), kind, place)

    preview = await typed("move", *move_options(table.match, text, preview=True))
    await typed("learn", game)
    return {
        "/move, its preview": preview,
        "/learn, its stage": await tapped("learn:goon", 0),
        "a step of it": await tapped("try:", -1),
        "a wrong try": await tapped("act:", 0),
        "Again": await tapped("act:", 0),
        "/puzzle": await typed("puzzle", game),
    }


if __name__ == "__main__":
    asyncio.run(main(asked(__doc__, rounds=5).rounds))
