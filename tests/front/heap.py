"""A tiny real game for the tests: take one to three from a heap, and whoever takes the last wins.

It has every kind of option, two to four players, and backticks and stars in its move texts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from bot.games.core import Effect, Names, NotationError, Options, Outcome, Refusal, Turn
from bot.games.guide import Game, look_alike, matching, one_question
from renderers.scene import Badge, Cell, Ground, Item, Scene, View


@dataclass(frozen=True, slots=True)
class Heap:
    """What is left, whose turn it is, and who still plays."""

    left: int
    turn: int
    playing: tuple[int, ...]
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Taken(Effect):
    kind: ClassVar[str] = "taken"
    player: int
    number: int


def start(options: Options) -> Heap:
    options = dict(options)
    size: Any = options.get("size", 5)
    spare: Any = options.get("spare", 0)
    count: Any = options.get("players", 2)
    return Heap(size + spare, 1, tuple(range(1, count + 1)))


def prepare(options: Options, players: int, chance: Random) -> Options:
    return {**options, "players": players, "lucky": chance.randrange(10)}


def moves(position: Heap) -> Iterator[int]:
    yield from range(1, min(3, position.left) + 1) if position.winner is None else ()


def resolve(position: Heap, move: int) -> Turn[Heap] | None:
    if move not in moves(position):
        return None
    left = position.left - move
    winner = None if left else position.turn
    after = replace(position, left=left, turn=following(position), winner=winner)
    return Turn(after, (Taken(position.turn, move),))


def following(position: Heap) -> int:
    later = [p for p in position.playing if p > position.turn]
    return (later or list(position.playing))[0]


def leave(position: Heap, player: int) -> Turn[Heap]:
    turn = following(position) if position.turn == player else position.turn
    playing = tuple(p for p in position.playing if p != player)
    return Turn(replace(position, playing=playing, turn=turn), ())


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
    return Refusal(
        f"You can't take {move}: take 1 to {min(3, position.left)} of the {position.left}."
    )


def read(text: str, options: Options) -> Heap:
    left, turn = text.split(";")
    return Heap(int(left), int(turn), (1, 2))


def write(position: Heap) -> str:
    return f"{position.left};{position.turn}"


def tell(effects: Sequence[Effect], names: Names) -> str:
    taken = [e for e in effects if isinstance(e, Taken)]
    return " ".join(f"{names[e.player]} takes {e.number}." for e in taken)


def describe(position: Heap, names: Names, *, over: bool = False) -> str:
    turn = "" if over else f"; {names[position.turn]} is to move"
    return f"A heap of {position.left}{turn}."


def evaluate(position: Heap, player: int) -> float:
    mine = position.turn == player
    return 1.0 if bool(position.left % 4) == mine else -1.0


GAME = Game(
    key="heap",
    players=range(2, 5),
    start=start,
    prepare=prepare,
    moves=moves,
    resolve=resolve,
    explain=explain,
    outcome=outcome,
    leave=leave,
    parse=parse,
    format=write_move,
    read=read,
    write=write,
    tell=tell,
    describe=describe,
    text_board=lambda position, names={}, **_: write(position),
    complete=matching(moves, write_move),
    nearest=look_alike(moves, write_move),
    steps=one_question(moves, write_move),
    evaluate=evaluate,
)

SQUARE = ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0))
GROUND = Ground((100, 100), 20.0, (Cell((50.0, 50.0), SQUARE),))


def scene(position: Heap, effects: Sequence[Effect], view: View, names: Names) -> Scene:
    return Scene(GROUND, (Badge((50.0, 50.0), str(position.left)),))


def spots(position: Heap, view: View) -> dict[str, list[tuple[float, float]]]:
    return {}


def stages(before: Heap, after: object, view: View, names: Names) -> Iterator[Scene]:
    return iter(())


def samples(view: View) -> tuple[Item, ...]:
    return (Badge((50.0, 50.0), "1"),)


DATA = """
order = 9
name = "Heap"
author = "Nobody in particular"
source = "folklore"
blurb = "Take one, two or three. Whoever takes the last wins."
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
