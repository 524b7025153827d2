"""Heap: the pile of the other tests for a channel, where whoever takes the last one wins.

It has every kind of option, two to four players, and backticks and stars in its move texts.
"""

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from bot.games.core import Effect, Names, NotationError, Options, Outcome, Refusal
from bot.games.story import Story
from renderers.scene import Badge, Cell, Ground, Icons, Item, Scene, Subject, View
from tests.helpers import pile
from tests.helpers.pile import Heap


def start(options: Options) -> Heap:
    given: dict[str, Any] = {"size": 5, "spare": 0, "players": 2, **options}
    players = tuple(range(1, given["players"] + 1))
    return Heap(given["size"] + given["spare"], 1, players, (3,) * len(players), shares=False)


def prepare(options: Options, players: int, chance: Random) -> Options:
    return {**options, "players": players, "lucky": chance.randrange(10)}


def outcome(position: Heap) -> Outcome | None:
    return Outcome((position.winner,), "last_taken") if position.winner else None


def parse(position: Heap, text: str) -> int:
    found = re.fullmatch(r"\D*(\d{1,4})\D*", text)
    if not found:
        raise NotationError(f"“{text}” is no move. A legal one is 1`*.")
    return int(found[1])


def write_move(position: Heap, move: int) -> str:
    return f"{move}`*"


def explain(position: Heap, move: int) -> Refusal:
    most = min(3, position.stones)
    return Refusal(f"You can't take {move}: take 1 to {most} of the {position.stones}.")


def read(text: str, options: Options) -> Heap:
    stones, turn = text.split(";")
    return Heap(int(stones), int(turn), (1, 2), (3, 3), shares=False)


def story(effects: Sequence[Effect], names: Names) -> Story:
    taken = [e for e in effects if isinstance(e, pile.Took)]
    return Story(" ".join(f"{names[e.player]} takes {e.stones}." for e in taken))


def describe(position: Heap, names: Names, *, over: bool = False) -> str:
    turn = "" if over else f"; {names[position.turn]} is to move"
    return f"A heap of {position.stones}{turn}."


def evaluate(position: Heap, player: int) -> float:
    mine = position.turn == player
    return 1.0 if bool(position.stones % 4) == mine else -1.0


GAME = pile.game_of("heap", vars(pile) | globals(), players=range(2, 5))

SQUARE = ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0))
GROUND = Ground((100, 100), 20.0, (Cell((50.0, 50.0), SQUARE),))


ICONS = Icons({"1": Badge((0.0, 0.0), "1")}, 20.0, 1.0)


def scene(subject: Subject[Heap]) -> Scene:
    return Scene(GROUND, (Badge((50.0, 50.0), str(subject.position.stones)),))


def spots(position: Heap, view: View) -> dict[str, list[tuple[float, float]]]:
    return {}


def stages(before: Heap, after: Subject[Heap]) -> Iterator[Scene]:
    return iter(())


def samples(view: View) -> tuple[Item, ...]:
    return (Badge((50.0, 50.0), "1"),)


DATA = """
order = 9
name = "Heap"
author = "Nobody in particular"
source = "folklore"
blurb = "Take one, two or three. Whoever takes the last wins."
goal = "Take the last one."
turn = "Take up to three stones."
weight = "Light: rules in a minute"
notation = "A number, such as `2`."
sides = ["Dot", "Diamond", "Triangle", "Square"]

[[options]]
name = "size"
kind = "choice"
description = "How large the heap is"
default = 5
choices = [{ label = "small", value = 3 }, { label = "middle", value = 5 }]

[[options]]
name = "spare"
kind = "integer"
description = "More on top"
default = 0
minimum = 0
maximum = 9

[[options]]
name = "luck"
kind = "per_seat"
description = "Lucky charms"
default = 0
minimum = 0
maximum = 3

[[options]]
name = "lucky"
kind = "drawn"
description = "A number that chance draws"

[reasons]
last_taken = "{winner} took the last one"

[[rules]]
title = "The aim"
text = "Take the last one."

[[rules]]
title = "Your turn"
text = "Take one, two or three."

[[rules.examples]]
position = "5;1"
caption = "Five are left."
move = "2"
"""
