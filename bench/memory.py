"""How much memory the bot's pictures take: after its start, and after many varied pictures.

    python -m bench.memory [--pictures N]

Each row is a separate process. For comparison there is one that forgets no picture and returns
nothing to the system.
"""

import asyncio
import random
import time
from collections.abc import Iterator
from string import ascii_uppercase

from bench.timing import Table, apart, asked, resident

SEED = 20
MATCH = 20
"""Pictures in a row of one match, as one of its players sees it."""

WAYS = {"bounded": "ours", "hoarding": "the same, nothing forgotten"}
MARKS = 5
"""How often the memory is measured on the way."""


def hoard() -> None:
    """Let the pictures' caches grow without end."""
    from renderers.drawing import cache, canvas, sprites

    for kept in (canvas.INDEXED, canvas.PALETTES, sprites.SPRITES):
        kept.limit = 10**12
    cache._glibc = lambda: None  # type: ignore[assignment]


def start() -> None:
    """Load what the bot loads, and draw what it draws before it is ready."""
    import bot.front.client  # noqa: F401  # as heavy as the bot is without a match
    from bot.front.board.pictures import warm_up

    asyncio.run(warm_up())


def matches(count: int) -> Iterator[None]:
    """Draw that many pictures: turns of random games with random options, views and marks."""
    import renderers
    from bot.catalog import catalog
    from renderers import BoardMarks, View

    chance = random.Random(SEED)
    games = list(catalog().values())
    for _ in range(count // MATCH):
        entry = chance.choice(games)
        chosen = {o.name: chance.choice(o.choices)[1] for o in entry.options if o.choices}
        players = chance.choice(entry.players)
        position = entry.game.start(entry.game.prepare(chosen, players, chance))
        sides = [chance.random() < 0.5 for _ in range(3)]
        view = View(chance.choice(renderers.themes()), *sides)
        names = {seat: f"Player {chance.randrange(300)}" for seat in range(1, players + 1)}
        for _ in range(MATCH):
            if entry.game.outcome(position):
                position = entry.game.start(entry.game.prepare(chosen, players, chance))
            moves = list(entry.game.moves(position))
            turn = entry.game.play(position, chance.choice(moves))
            position = turn.position
            cells = chance.sample([*ascii_uppercase], 3)
            spots = list(renderers.renderer_of(entry.key).spots(position, view))
            marks = BoardMarks(dict(zip(chance.sample(spots, 3), cells, strict=True)))
            lettered = marks if chance.random() < 0.3 else None
            renderers.draw(
                entry.key, position, turn.effects, view=view, names=names, marks=lettered
            )
            yield


def measured(way: str, count: int) -> list[float]:
    """The memory after the start and at marks on the way, and the CPU time of a picture."""
    if way == "hoarding":
        hoard()
    start()
    found, began = [resident()], time.process_time()
    for number, _ in enumerate(matches(count), 1):
        if number % (count // MARKS) == 0:
            found.append(resident())
    return [*found, (time.process_time() - began) / count * 1e3]


def main(count: int) -> None:
    after = [f"{count * part // MARKS:,}" for part in range(1, MARKS + 1)]
    table = Table("MB in memory after pictures", "start", *after, "ms each", first=30)
    for way, label in WAYS.items():
        table.row(label, *apart(measured, way, count))


if __name__ == "__main__":
    main(asked(__doc__, pictures=1_000).pictures)
