"""Pile: a real game small enough to see through, for tests of matches.

Two to four players take 1 to 3 stones in turn; the one who takes the last stone wins. A player's
limit may be agreed to be lower, and the dice say how many stones lie on the pile. An even split,
with `half` typed when just two stones are left, is a draw.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from bot.catalog import Entry, Option
from bot.games.core import BadOptions, Effect, Names, NotationError, Options, Outcome, Refusal, Turn
from bot.games.guide import Game, look_alike
from bot.games.story import Story
from tests.helpers.playing import matching, one_question

HALF = 0
"""The move that shares the last two stones."""


@dataclass(frozen=True, slots=True)
class Heap:
    """So many stones, whose turn it is, who still plays, and how many each may take."""

    stones: int
    turn: int
    playing: tuple[int, ...]
    limits: tuple[int, ...]
    winner: int | None = None
    shared: bool = False
    shares: bool = True


class Took(Effect, kind="take"):
    """A player took stones."""

    stones: int


class Left(Effect, kind="leave"):
    """A player left the table."""


def following(heap: Heap) -> int:
    """The player after the one to move."""
    return next((p for p in heap.playing if p > heap.turn), heap.playing[0])


def prepare(options: Options, players: int, chance: Random) -> Options:
    return {"limits": [3] * players, "stones": 10 + chance.randrange(4), **options}


def start(options: Options) -> Heap:
    limits = options["limits"]
    assert isinstance(limits, list)
    if not all(1 <= limit <= 3 for limit in limits):
        raise BadOptions("A limit is 1 to 3 stones. Choose again.")
    stones = options["stones"]
    assert isinstance(stones, int)
    return Heap(stones, 1, tuple(range(1, len(limits) + 1)), tuple(limits))


def moves(position: Heap) -> Iterator[int]:
    if outcome(position) is None:
        most = min(position.limits[position.turn - 1], position.stones)
        yield from range(1, most + 1)
        yield from [HALF] * (position.shares and position.stones == 2)


def resolve(position: Heap, move: int) -> Turn[Heap] | None:
    if move not in moves(position):
        return None
    if move == HALF:
        return Turn(replace(position, stones=0, shared=True), (Took(position.turn, 1),))
    left = position.stones - move
    after = replace(
        position, stones=left, turn=following(position), winner=None if left else position.turn
    )
    return Turn(after, (Took(position.turn, move),))


def outcome(position: Heap) -> Outcome | None:
    if position.shared:
        return Outcome((), "shared")
    return None if position.winner is None else Outcome((position.winner,), "last_stone")


def parse(position: Heap, text: str) -> int:
    typed = text.strip().casefold()
    if typed == "half":
        return HALF
    if not typed.isdecimal():
        raise NotationError(f"“{text[:20]}” is no number. Type 1, for example.")
    return int(typed)


def write_move(position: Heap, move: int) -> str:
    return str(move) if move else "half"


def explain(position: Heap, move: int) -> Refusal:
    return Refusal(f"You can't take {move} of {position.stones}. Take 1.")


def read(text: str, options: Options) -> Heap:
    raise NotationError("Pile has no position text.")


def write(position: Heap) -> str:
    return f"{position.stones};{position.turn}"


def story(effects: Sequence[Effect], names: Names) -> Story:
    return Story("Stones were taken.")


def describe(position: Heap, names: Names, *, over: bool = False) -> str:
    return f"{position.stones} stones."


def leave(position: Heap, player: int) -> Turn[Heap]:
    turn = following(position) if position.turn == player else position.turn
    playing = tuple(p for p in position.playing if p != player)
    return Turn(replace(position, playing=playing, turn=turn), (Left(player),))


def evaluate(position: Heap, player: int) -> float:
    return 0.0 if position.stones % 4 else (-1.0 if position.turn == player else 1.0)


def game_of(key: str, module: Mapping[str, Any], **more: Any) -> Game[Any, Any]:
    """The game that a module makes up, whose functions are called as the parts of a game are."""
    moves, write_move = module["moves"], module["write_move"]
    usual = {
        "format": write_move,
        "text_board": lambda position, names={}, **_: module["write"](position),
        "complete": matching(moves, write_move),
        "nearest": look_alike(moves, write_move),
        "steps": one_question(moves, write_move),
    }
    own = {each.name: module[each.name] for each in fields(Game) if each.name in module}
    return Game(key=key, **usual | own | more)


GAME = game_of("pile", globals(), players=range(2, 5))

ENTRY = Entry(
    key="pile",
    game=GAME,
    order=9,
    name="Pile",
    author="everybody",
    source="the schoolyard",
    blurb="Take the last stone.",
    goal="Take the last stone.",
    turn="Take up to three stones.",
    weight="Light",
    notation="1",
    sides=("First", "Second", "Third", "Fourth"),
    options=(
        Option("limits", "per_seat", "The most stones of a turn", 3, 1, 3),
        Option("stones", "drawn", "Stones on the pile"),
    ),
    reasons={"last_stone": "{winner} took the last stone", "shared": "they shared the last stones"},
    rules=(),
)
