"""How much memory the bot's pictures take: after its start, and after many varied pictures.

    python -m bench.memory [--quick]

Each row is a process of its own. Beside the usual way there is one that forgets no picture and
gives nothing back to the system.
"""

import argparse
import asyncio
import json
import random
import time
from collections.abc import Iterator, Sequence
from string import ascii_uppercase

from bench.timing import apart, resident

SEED = 20
PICTURES, QUICK = 10_000, 1_000
MATCH = 20
"""Pictures in a row of one match, as one of its players sees it."""

WAYS = {"bounded": "ours", "hoarding": "the same, nothing forgotten"}
MARKS = 5
"""How often the memory is measured on the way."""


def hoard() -> None:
    """Let the pictures' caches grow without end."""
    from renderers.drawing import cache, canvas, sprites

    for kept in (canvas.BACKGROUNDS, canvas.INDEXED, canvas.PALETTES, sprites.SPRITES):
        kept.limit = 10**12
    cache._glibc = lambda: None  # type: ignore[assignment]


def start() -> None:
    """Load what the bot loads, and draw what it draws before it is ready."""
    import bot.front.client  # noqa: F401  # as heavy as the bot is without a match
    from bot.front.board.pictures import warm_up

    asyncio.run(warm_up())


def matches(count: int) -> Iterator[None]:
    """Draw so many pictures: turns of random games with random options, views and marks."""
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


def child(way: str, count: int) -> None:
    """Print the memory after the start and at marks on the way, as JSON."""
    if way == "hoarding":
        hoard()
    start()
    found, began = [resident()], time.process_time()
    for number, _ in enumerate(matches(count), 1):
        if number % (count // MARKS) == 0:
            found.append(resident())
    print(json.dumps([*found, (time.process_time() - began) / count * 1e3]))


def row(label: str, figures: Sequence[float]) -> None:
    print(f"| {label:28} | " + " | ".join(f"{figure:8.1f}" for figure in figures) + " |")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--quick", action="store_true", help="fewer pictures")
    words.add_argument("--child", choices=WAYS, help=argparse.SUPPRESS)
    asked = words.parse_args()
    count = QUICK if asked.quick else PICTURES
    if asked.child:
        child(asked.child, count)
        return
    after = [count * part // MARKS for part in range(1, MARKS + 1)]
    heads = ["start", *map(str, after), "ms each"]
    print(f"| {'MB in memory after pictures':28} | " + " | ".join(f"{h:>8}" for h in heads) + " |")
    print("| --- |" + " ---: |" * len(heads))
    for way, label in WAYS.items():
        ending = ["--quick"] if asked.quick else []
        row(label, apart("bench.memory", "--child", way, *ending))


if __name__ == "__main__":
    main()
