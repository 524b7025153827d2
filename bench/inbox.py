"""How long `/games` takes, to its acknowledgement and to the page with nine boards, compared with
the naive way: every open match of the person opened, and its whole board drawn.

One person plays matches of all games in one channel of a simulated Discord in this process
(simcord, real discord.py), with the real store on disk; it is their turn in all. `opened` is the
first look after a start, when no match has been opened yet. The network is not included.

    python -m bench.inbox [--rounds N]
"""

import asyncio
from itertools import cycle, islice
from random import Random

from bench.filling import begun
from bench.front import World, figures, heads, simulated
from bench.timing import Table, asked, middle
from bot.catalog import catalog
from bot.front.board import pictures
from bot.front.client import Bumpbot
from bot.model.commands import Play
from bot.model.events import Person
from renderers import View

OPEN, TURNS = (1, 9, 10, 50), 10
"""Open matches of the person, and turns made in each."""


async def main(rounds: int) -> None:
    table = Table("/games, ms", *heads("shown"), "naive p50")
    for count in OPEN:
        async with simulated() as world:
            await measure(table, world, count, rounds)


async def measure(table: Table, world: World, count: int, rounds: int) -> None:
    client, channel = world.client, world.guild.create_text_channel("games").id
    people = world.people(0)
    me = people[0].id
    await fill(client, people, (channel, world.guild.id), count)
    first, again = [], []
    for _ in range(rounds):
        client.matches._folded._kept.clear()
        first.append(await world.typed(channel, me, "games"))
        again.append(await world.typed(channel, me, "games"))
    naive = await middle(lambda: drawn_all(client, me), max(1, rounds // 10))
    table.row(f"{count} open, opened", *figures(first), naive)
    table.row(f"{count} open, again", *figures(again))


async def fill(
    client: Bumpbot, people: tuple[Person, Person], place: tuple[int, int], count: int
) -> None:
    """That many matches in which it is the first person's turn."""
    chance, (host, _) = Random(1), people
    for key in islice(cycle(catalog()), count):
        number = await begun(client.matches, people, place, game=key)
        match = await client.matches.match(number)
        while match.turn_person and (len(match.plies) < TURNS or match.turn_person != host):
            move = chance.choice(list(match.rules.moves(match.position)))
            if match.rules.outcome(match.rules.play(match.position, move).position):
                continue
            text = match.rules.format(match.position, move)
            match = await client.matches.do(match.id, Play(match.turn_person.id, text))


async def drawn_all(client: Bumpbot, who: int) -> None:
    """The whole boards of all open matches of the person, none of which is known."""
    client.matches._folded._kept.clear()
    for row in await client.matches.of_person(who):
        await pictures.board_file(await client.matches.match(row.match), View())


if __name__ == "__main__":
    asyncio.run(main(asked(__doc__, rounds=3).rounds))
