"""Why a move of Bump is refused: what prevents it, and what to do instead."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

from bot.games.bump.board import (
    AREA_CELLS,
    CENTER,
    EMPTY,
    NEIGHBORS,
    NUMBER,
    RADIUS,
    SPACES,
    STARTS,
    Position,
    facing,
    owner,
    shown,
)
from bot.games.bump.chain import stable_facings, unstable_beside
from bot.games.bump.moves import (
    POINTS,
    Move,
    Movement,
    Reinforcement,
    chain_after,
    is_won,
    path_of,
    reach,
)
from bot.games.bump.notation import example, write_move
from bot.games.core import Refusal, opponent
from bot.games.guide import first_refusal
from bot.games.hexes import DIRECTIONS, Cell, distance, rotations, shifted
from bot.games.phrases import comma_list


def explain(position: Position, move: Move) -> Refusal:
    if is_won(position):
        won = SPACES[CENTER[opponent(position.turn)]]
        return Refusal("The game is over: a piece has held the opposing center.", (won,))
    found: Refusal | None = None
    if isinstance(move, Reinforcement):
        found = _wrong_reinforcement(position, move)
    elif isinstance(move, Movement):
        found = first_refusal(check(position, move) for check in CHECKS)
    return found or Refusal(
        f"{write_move(position, move)} can't be played here. {example(position)}"
    )


def _wrong_reinforcement(position: Position, move: Reinforcement) -> Refusal | None:
    starts = [space for space, _ in STARTS[position.turn]]
    if not position.reserve(position.turn):
        return Refusal(f"You have no piece left in reserve. {example(position)}")
    if move.target not in starts:
        return Refusal(
            f"{shown(move.target)} is not one of your starting spaces. "
            f"Yours are {', '.join(starts)}."
        )
    if move.facing not in DIRECTIONS:
        return _no_side(position, move.facing)
    space = NUMBER[move.target]
    if position.board[space]:
        why = f"{_holder(position, space)}. Place it on one of your empty starting spaces."
        return Refusal(why, (move.target,))
    stable = stable_facings(position.board, space)
    facings = [str(k) for k in DIRECTIONS if stable >> k & 1]
    instead = f"Let it face {comma_list(facings, 'or')}." if facings else "Choose another space."
    return Refusal(
        f"On {move.target} facing {move.facing}, a new piece would lead to a bump. {instead}",
        tuple(SPACES[s] for s in unstable_beside(position.board, space, move.facing)),
    )


def _no_side(position: Position, side: int | None) -> Refusal:
    return Refusal(f"There is no side {side}: they run from 0 to 5. {example(position)}")


def _wrong_piece(position: Position, move: Movement) -> Refusal | None:
    if move.source not in NUMBER:
        return Refusal(f"The board has no space {move.source}. {example(position)}")
    piece = position.piece(move.source)
    if piece is None:
        why = f"There is no piece on {shown(move.source)}. {example(position)}"
        return Refusal(why, (move.source,))
    if piece[0] != position.turn:
        why = f"The piece on {shown(move.source)} is your opponent's. {example(position)}"
        return Refusal(why, (move.source,))
    return None


def _wrong_target(position: Position, move: Movement) -> Refusal | None:
    space = NUMBER.get(move.target)
    if space is None:
        return Refusal(f"The board has no space {move.target}. {example(position)}")
    why = None
    if space == CENTER[position.turn]:
        why = "C is your own center, which your pieces never enter. Go around it."
    elif position.board[space] and move.target != move.source:
        why = f"{_holder(position, space)}. Step to an empty space."
    elif space in position.closed(position.turn):
        why = (
            "C is closed to you this turn, for your piece already held the center at the end of "
            "your last turn. Choose another space now, and come back next turn."
        )
    return Refusal(why, (move.target,)) if why else None


def _no_change(position: Position, move: Movement) -> Refusal | None:
    before = facing(position.board[NUMBER[move.source]])
    if move.source == move.target and move.facing in (None, before):
        turned = write_move(position, replace(move, facing=(before + 1) % 6))
        return Refusal(f"That changes nothing. Turn the piece, like {turned}, or write pass.")
    if move.facing == before:
        return Refusal(f"The piece already faces {before}. Leave its facing out.")
    return None


def _out_of_reach(position: Position, move: Movement) -> Refusal | None:
    source, target = NUMBER[move.source], NUMBER[move.target]
    closed = position.closed(position.turn)
    if target in reach(position.board, source, closed):
        return None
    between = _between(position, source, target)
    if between is None:
        shifts = len(reach(EMPTY, source, closed, len(SPACES))[target]) - 1
        return Refusal(
            f"{shown(move.source)} to {shown(move.target)} is {shifts} steps; "
            "you have 3 points a turn."
        )
    way = reach(position.board, source, closed, len(SPACES)).get(target)
    points = f"Around it takes {len(way) - 1} points; a turn has three." if way else ""
    instead = points or "There is no way around."
    found, ends = between.why, f"{shown(move.source)} and {shown(move.target)}"
    why = f"{found[0].upper()}{found[1:]} between {ends}. {instead}"
    return replace(between, why=why)


def _between(position: Position, source: int, target: int) -> Refusal | None:
    closed = position.closed(position.turn)
    if way := reach(EMPTY, source, closed).get(target):
        blocked = next(space for space in way[1:] if position.board[space])
        why = f"{_whose(position, blocked)} on {shown(SPACES[blocked])} is"
        return Refusal(why, (SPACES[blocked],))
    if way := reach(EMPTY, source, ()).get(target):
        shut = next(space for space in way if space in closed)
        own = shut == CENTER[position.turn]
        why = f"{'your own center' if own else 'the opposing center, closed this turn,'} is"
        return Refusal(why, (SPACES[shut],))
    near = page_distance(SPACES[source], SPACES[target]) <= POINTS
    return Refusal("a wall is", _wall(SPACES[source], SPACES[target])) if near else None


def _too_much_turning(position: Position, move: Movement) -> Refusal | None:
    if move.facing not in (None, *DIRECTIONS):
        return _no_side(position, move.facing)
    source, target = NUMBER[move.source], NUMBER[move.target]
    path = reach(position.board, source, position.closed(position.turn))[target]
    before = facing(position.board[source])
    shifts, turns = len(path) - 1, rotations(before, before if move.facing is None else move.facing)
    if shifts + turns <= POINTS:
        return None
    return Refusal(
        f"That takes {shifts + turns} points: {shifts} to step to {shown(move.target)} "
        f"and {turns} to turn from {before} to {move.facing}. "
        "A turn has three: step less far, or turn less."
    )


def _wrong_choice(position: Position, move: Movement) -> Refusal | None:
    path = path_of(position, move)
    if path is None:
        return None
    chain = chain_after(position, path, move)
    used = move.choices[: len(move.choices) - len(chain.choices)]
    so_far = write_move(position, Movement(move.source, move.target, move.facing, used))
    if not chain.offered:
        why = f"No further bump is left to choose. Write {so_far}."
        return Refusal(why) if chain.choices else None
    full = comma_list([f"{so_far}({choice})" for choice in chain.offered], "or")
    if chain.choices:
        why = f"({chain.choices[0]}) is not among the bumps to choose from. Write {full}."
        return Refusal(why)
    return Refusal(f"Several pieces bump the same one: choose where it goes. Write {full}.")


CHECKS = (_wrong_piece, _wrong_target, _no_change, _out_of_reach, _too_much_turning, _wrong_choice)
"""What can be wrong with a movement, each check relying on those before it."""


def _holder(position: Position, space: int) -> str:
    return f"{_whose(position, space).capitalize()} is on {shown(SPACES[space])}"


def _whose(position: Position, space: int) -> str:
    own = owner(position.board[space]) == position.turn
    return "your own piece" if own else "your opponent's piece"


# Spaces on the page


def page_distance(a: str, b: str) -> int:
    """How far apart two spaces are drawn, the areas touching at gate 0 and walls not counted."""
    return min(distance(p, q) for p in _on_page(a) for q in _on_page(b))


def _on_page(space: str) -> Iterator[Cell]:
    for player, cells in AREA_CELLS.items():
        if space in cells:
            yield shifted(cells[space], 0, 2 * RADIUS * (player - 1))


@cache
def _walls() -> tuple[tuple[str, str], ...]:
    # Every two spaces, one of each area, that touch on the page across a wall.
    pairs = product(AREA_CELLS[1], AREA_CELLS[2])
    return tuple((a, b) for a, b in pairs if page_distance(a, b) == 1 and b not in NEIGHBORS[a])


def _wall(source: str, target: str) -> tuple[str, str]:
    return min(
        (side for wall in _walls() for side in (wall, wall[::-1])),
        key=lambda side: page_distance(source, side[0]) + page_distance(side[1], target),
    )
