"""What kernels and search answer about the same positions, to be compared between two builds.

    python -m tests.opponents.answers bump

prints them as JSON, with the files of the modules that answered.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

from bot.catalog import entry
from bot.games.guide import Game
from bot.opponents.kernel import Kernel, kernel_of
from bot.opponents.levels import LEVELS, is_compiled
from bot.opponents.longs import LongMap, Longs
from bot.opponents.proofs import prove
from bot.opponents.thinking import Question
from tests.helpers.random_play import scattered

POSITIONS = 40
"""Positions in which the kernels are compared."""

CHOSEN = 1
"""Positions in which a move is chosen at every level."""

USES = 1500
"""Changes of a stack of numbers."""


def answers(key: str) -> dict[str, Any]:
    """Everything that is asked, as JSON values."""
    game = entry(key).game
    found = [_looked_at(kernel_of(key, each)) for each in positions(game, POSITIONS)]
    chosen = [
        asdict(Question(key, position, level, seed).answer())
        for seed, position in enumerate(positions(game, CHOSEN))
        for level in LEVELS
    ]
    said = {"kernels": found, "chosen": chosen, "numbers": _used(Random(1))}
    answered: dict[str, Any] = json.loads(json.dumps(said))
    return answered


def positions(game: Game[Any, Any], count: int) -> list[Any]:
    chance, found = Random(count), list[Any]()
    while len(found) < count:
        start = game.start(game.prepare({}, chance.choice(game.players), chance))
        found += scattered(game, chance, start)
    return found[:count]


def _looked_at(kernel: Kernel) -> dict[str, Any]:
    scored = kernel.scored()
    after = []
    for _, move in scored[:3]:
        kernel.play(move)
        after.append([kernel.write(), kernel.key, kernel.result(), kernel.scored()])
        kernel.undo()
    return {
        "written": kernel.write(),
        "key": kernel.key,
        "scored": [(worth, kernel.text(move), kernel.far(move)) for worth, move in scored],
        "whole": bool(kernel.whole),
        "worths": [kernel.worth(player + 1) for player in range(kernel.players)],
        "urgent": bool(kernel.urgent()),
        "could win": kernel.could_win(3),
        "proof": asdict(prove(kernel, 3, 20_000, every=True)),
        "after": after,
    }


def _used(chance: Random) -> list[Any]:
    # What a stack of numbers and a table of them hold, after a long series of changes.
    stack, table, found = Longs([-1, 1 << 62]), LongMap(), list[Any]()
    for number in range(USES):
        stack.append(chance.randrange(-3, 9))
        chance.choice(CHANGES)(stack, chance)
        key = chance.getrandbits(9) * (1 << 55) + chance.getrandbits(2)
        found.append(
            [
                *stack,
                table.get(key, -1),
                len(table),
                stack.count(5),
                stack.has(number % 9, len(stack) // 2),
            ]
        )
        table.put(key, number)
    return found


CHANGES: tuple[Callable[[Longs, Random], object], ...] = (
    *[lambda stack, chance: stack.append(chance.randrange(1 << 60))] * 20,
    *[lambda stack, chance: stack.pop()] * 3,
    lambda stack, chance: stack.put(len(stack) // 2, stack.top()),
    lambda stack, chance: stack.cut(chance.randrange(60)),
    lambda stack, chance: stack.copied(Longs(stack), len(stack) // 2) if len(stack) < 90 else None,
    lambda stack, chance: stack.lead(chance.randrange(len(stack) + 1)),
    lambda stack, chance: stack.descend(len(stack) // 9, len(stack) - chance.randrange(9)),
    lambda stack, chance: stack.shift(len(stack) - 1, len(stack) // 3),
    lambda stack, chance: stack.replace(chance.randrange(9), 5),
    lambda stack, chance: stack.drop(chance.randrange(9)),
)
"""The changes of a stack, the frequent ones several times."""


def files() -> dict[str, str]:
    """The loaded modules of search and kernels, and the endings of their files."""
    places = ("bot.opponents.search", "bot.opponents.kernels.")
    return {
        name: Path(module.__file__ or "").suffix
        for name, module in sorted(sys.modules.items())
        if name.startswith(places)
    }


if __name__ == "__main__":
    answered = answers(sys.argv[1])
    print(json.dumps({**answered, "files": files(), "compiled": is_compiled()}))
