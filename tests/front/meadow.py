"""A second small game for the tests, with more to choose from than any message has buttons for.

A hare sits down on a space of a meadow of nine by nine and may hop one space on from there; there
is a tree in the middle. Whoever moves fourth wins.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.games.core import (
    Effect,
    IllegalMove,
    Names,
    NotationError,
    Options,
    Outcome,
    Refusal,
    Turn,
)
from bot.games.guide import OUT_OF_STEP, Choice, Step
from bot.games.story import Story
from renderers.scene import Badge, Scene, Subject
from tests.front.heap import GROUND, ICONS, samples, spots
from tests.helpers.pile import game_of

__all__ = ["GAME", "ICONS", "samples", "scene", "spots", "stages"]

FILES, RANKS = "abcdefghi", "123456789"
TREE = "e5"
HOPS = {"e": (1, 0), "se": (1, -1), "s": (0, -1), "sw": (-1, -1)}
HOPS |= {"w": (-1, 0), "nw": (-1, 1), "n": (0, 1), "ne": (1, 1)}


def beyond(cell: str, hop: str) -> str | None:
    file, rank = FILES.index(cell[0]) + HOPS[hop][0], RANKS.index(cell[1]) + HOPS[hop][1]
    return FILES[file] + RANKS[rank] if 0 <= file < 9 and 0 <= rank < 9 else None


@dataclass(frozen=True, slots=True)
class Meadow:
    """Whose turn it is, and how many moves have been made."""

    turn: int
    made: int = 0


class Sat(Effect, kind="sat"):
    at: str


def start(options: Options) -> Meadow:
    return Meadow(1)


def moves(position: Meadow) -> Iterator[str]:
    if position.made < 4:
        for cell in (f + r for r in RANKS for f in FILES if f + r != TREE):
            yield cell
            yield from (f"{cell}-{hop}" for hop in HOPS if beyond(cell, hop) not in (None, TREE))


def resolve(position: Meadow, move: str) -> Turn[Meadow] | None:
    if move not in moves(position):
        return None
    cell, _, hop = move.partition("-")
    at = beyond(cell, hop) if hop else cell
    after = Meadow(3 - position.turn, position.made + 1)
    return Turn(after, (Sat(position.turn, at or cell),))


def outcome(position: Meadow) -> Outcome | None:
    return Outcome((3 - position.turn,), "fourth") if position.made == 4 else None


def parse(position: Meadow, text: str) -> str:
    if not text.strip() or text.strip()[0] not in FILES:
        raise NotationError("That is no move. Write one like c4, or c4-ne.")
    return text.strip()


def write_move(position: Meadow, move: str) -> str:
    return move


def explain(position: Meadow, move: str) -> Refusal:
    cell, _, hop = move.partition("-")
    if TREE in (cell, hop in HOPS and beyond(cell, hop)):
        return Refusal("There is a tree on e5. Go around it.", (TREE,))
    return Refusal("No.")


def move_steps(position: Meadow, so_far: Sequence[str]) -> Step[str]:
    legal = set(moves(position))
    if not so_far:
        cells = [m for m in moves(position) if "-" not in m]
        return Step(
            "Where does the hare sit down?",
            tuple(Choice(c, c, cell=c, group=f"Rank {c[1]}") for c in cells),
        )
    move = "-".join(so_far)
    if move not in legal:
        raise IllegalMove(OUT_OF_STEP)
    if len(so_far) > 1:
        return Step("There it sits", (), move)
    hops = tuple(
        Choice(hop, f"To {beyond(move, hop)}", beyond(move, hop), 45.0 * number, "the last hop")
        for number, hop in enumerate(HOPS)
        if f"{move}-{hop}" in legal
    )
    return Step("Does it hop on?", hops, move, (move,))


def read(text: str, options: Options) -> Meadow:
    turn, made = text.split(";")
    return Meadow(int(turn), int(made))


def write(position: Meadow) -> str:
    return f"{position.turn};{position.made}"


def story(effects: Sequence[Effect], names: Names) -> Story:
    return Story(
        " ".join(f"{names[e.player]} sits on {e.at}." for e in effects if isinstance(e, Sat))
    )


def describe(position: Meadow, names: Names, *, over: bool = False) -> str:
    return "A meadow." if over else f"A meadow; {names[position.turn]} is to move."


def evaluate(position: Meadow, player: int) -> float:
    return float(position.made)


GAME = game_of("meadow", globals(), steps=move_steps)


def scene(subject: Subject[Meadow]) -> Scene:
    sat = [effect.at for effect in subject.effects if isinstance(effect, Sat)]
    return Scene(GROUND, (Badge((50.0, 50.0), "".join(sat) or str(subject.position.made)),))


def stages(before: object, after: Subject[Meadow]) -> Iterator[Scene]:
    return iter(())


DATA = """
order = 10
name = "Meadow"
author = "Nobody in particular"
source = "folklore"
blurb = "A hare, a tree, and eighty places to sit."
goal = "Move fourth."
turn = "Move."
weight = "Light"
notation = "A space, such as `c4`, and a hop, such as `c4-ne`."
sides = ["Brown", "Gray"]

[reasons]
fourth = "{winner} moved fourth"

[[rules]]
title = "The aim"
text = "Move fourth."

[[rules.examples]]
position = "1;0"
caption = "A meadow."
"""
