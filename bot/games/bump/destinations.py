"""A movement of Bump in two choices: where the piece goes, and what it faces there.

The bumps that a player may choose between are part of the second, so a piece, a destination and a
facing make any movement.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.games.bump.board import NUMBER, SPACES, Position, facing, owner, shown
from bot.games.bump.chain import Chain
from bot.games.bump.consequences import angle, brief_label, consequences, side
from bot.games.bump.moves import Move, Movement, chain_after, movements, path_of, reach
from bot.games.core import Captured, IllegalMove
from bot.games.guide import OUT_OF_STEP, WHOLE_MOVE, Choice, Step
from bot.games.phrases import counted

LONGEST = 60
"""Characters of a label. A longer one is cut, and identified by its number."""

Ways = Mapping[str, Sequence[Movement]]
"""The movements of a piece by their destinations, the nearest first."""


def movement(position: Position, space: str, keys: Sequence[str]) -> Step[Move]:
    """The next question about the piece on a space after these keys. Raises IllegalMove."""
    if space not in NUMBER or owner(position.board[NUMBER[space]]) != position.turn:
        raise IllegalMove(OUT_OF_STEP)
    ways = destinations(position, space)
    match keys:
        case []:
            choices = tuple(_destination(position, space, there) for there in ways.values())
            return Step(f"{shown(space)}: where to?", choices, None, (space,), listed=True)
        case [target] if target in ways:
            return _facings(position, ways[target])
        case [target, end] if target in ways:
            moves = {arrival.key: arrival.move for arrival in arrivals(position, ways[target])}
            if end in moves:
                return Step(WHOLE_MOVE, (), moves[end], _path(position, moves[end]))
    raise IllegalMove(OUT_OF_STEP)


@lru_cache(maxsize=16)  # every press asks for those of one piece several times
def destinations(position: Position, space: str) -> Ways:
    found: dict[str, list[Movement]] = {}
    for move in movements(position, NUMBER[space]):
        found.setdefault(move.target, []).append(move)
    return found


def _path(position: Position, move: Movement) -> tuple[str, ...]:
    return tuple(SPACES[space] for space in path_of(position, move) or ())


def chain_of(position: Position, move: Movement) -> Chain:
    """The bump phase of a movement, as far as its bumps are chosen."""
    source, target = NUMBER[move.source], NUMBER[move.target]
    path = reach(position.board, source, position.closed(position.turn))[target]
    return chain_after(position, path, move)


# Where it goes


def _destination(position: Position, space: str, there: Sequence[Movement]) -> Choice:
    target = there[0].target
    steps = len(_path(position, there[0])) - 1
    straight = consequences(position, chain_of(position, Movement(space, target))) if steps else ""
    note = "; ".join(filter(None, (straight, _turned(position, there))))
    if not steps:
        return Choice(target, f"Turn on {shown(target)}", target, note=note, group="Here")
    away = counted(steps, "step")
    return Choice(target, f"To {shown(target)}", target, note=note, group=away)


def _turned(position: Position, there: Sequence[Movement]) -> str:
    # The most pieces that it can capture there by turning.
    most = max((_captures(position, move) for move in there if move.facing is not None), default=0)
    return f"turned it captures {most}" if most else ""


def _captures(position: Position, move: Movement) -> int:
    effects = chain_of(position, move).effects
    return sum(isinstance(e, Captured) and e.player != position.turn for e in effects)


# What it faces there, and which bumps happen


@dataclass(frozen=True, slots=True)
class Arrival:
    """A way to end the movement: `number` is that of the bumps chosen, of `many` there are."""

    move: Movement
    front: int
    number: int
    many: int

    @property
    def key(self) -> str:
        return f"t{self.front}.{self.number}" if self.move.choices else f"t{self.front}"


def arrivals(position: Position, there: Iterable[Movement]) -> Iterator[Arrival]:
    """The ways to end a movement at one destination, the nearest facings first."""
    by_facing: dict[int, list[Movement]] = {}
    for move in there:
        before = facing(position.board[NUMBER[move.source]])
        by_facing.setdefault(before if move.facing is None else move.facing, []).append(move)
    for front, moves in by_facing.items():
        yield from (Arrival(move, front, n, len(moves)) for n, move in enumerate(moves, 1))


def _facings(position: Position, there: Sequence[Movement]) -> Step[Move]:
    # How the movement may end at its destination. Without a turn it is complete, unless a bump is
    # to be chosen.
    whole = next((m for m in there if m.facing is None and not m.choices), None)
    ends = [arrival for arrival in arrivals(position, there) if arrival.move != whole]
    choices = tuple(_arrival(position, arrival) for arrival in ends)
    prompt = _prompt(there[0].target, ends, whole)
    return Step(prompt, choices, whole, _path(position, there[0]), listed=True)


def _prompt(target: str, ends: Sequence[Arrival], whole: Movement | None) -> str:
    if not ends:
        return WHOLE_MOVE
    target = shown(target)
    if whole:
        return f"{target}: stop there, or turn it too?"
    if any(end.move.choices for end in ends):
        return f"{target}: which facing, and which bump?"
    return f"{target}: facing which way?"


def _arrival(position: Position, end: Arrival) -> Choice:
    move, chain = end.move, chain_of(position, end.move)
    verb = "Keep facing" if move.facing is None else "Face"
    label, note = f"{verb} {side(move.target, end.front)}", consequences(position, chain)
    if move.choices:
        label = _clipped(f"Side {end.front}: {', '.join(_chosen(position, move))}", end)
    front, piece = angle(end.front), str(position.turn)
    return Choice(end.key, label, note=note, group="Facings", facing=front, piece=piece)


def _chosen(position: Position, move: Movement) -> Iterator[str]:
    links = chain_of(position, move).effects
    for made in range(len(move.choices)):
        begun = Movement(move.source, move.target, move.facing, move.choices[:made])
        yield brief_label(links[len(chain_of(position, begun).effects)])


def _clipped(label: str, end: Arrival) -> str:
    if len(label) <= LONGEST:
        return label
    ending = f"… ({end.number} of {end.many})"
    return label[: LONGEST - len(ending)] + ending
