"""Moves of Bump that are probably meant: they have their own buttons, next to the steps."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise

from bot.games.bump.board import AROUND, NUMBER, Position, facing, shown
from bot.games.bump.consequences import LOSES, angle, consequences
from bot.games.bump.destinations import chain_of
from bot.games.bump.moves import Move, Movement, path_of
from bot.games.bump.notation import parse_move
from bot.games.guide import Choice, Keys, Ranking, Step
from bot.games.shortening import BESIDE_MENU, MENU, ROOM, joined


def with_moves(
    position: Position, step: Step[Move], way: str, ranked: Ranking[Position]
) -> Step[Move]:
    """The step "which piece?" with whole moves in the room that is left; a key begins `way`."""
    best = islice(_promising(position, ranked), ROOM - len(step.choices))
    extra = (_whole_move(position, way, move) for move in sorted(best, key=_spaces))
    return replace(step, extra=tuple(extra))


def with_turns(
    position: Position, step: Step[Move], space: str, ranked: Ranking[Position]
) -> Step[Move]:
    """The step "where to?" of a piece, with whole movements that turn it next to the destinations
    that get buttons."""
    many, room = len(step.choices), ROOM if len(step.choices) <= ROOM else BESIDE_MENU
    most = room - (many if room == ROOM else max(many - MENU, 0))
    moves = list(_promising(position, ranked, space))
    # Where a piece bumps by going there and loses nothing, that has a button, whatever it promises.
    results = ((move.target, _result(position, move)) for move in moves if move.facing is None)
    likely = {target for target, result in results if result and not result.startswith(LOSES)}
    turns = list[Movement]()
    for move in moves:
        if len(turns) + len(likely) >= room:
            break
        if move.facing is None:
            likely.add(move.target)
        elif len(turns) < most:
            turns.append(move)
    order = [choice.cell for choice in step.choices]
    turns.sort(key=lambda move: (order.index(move.target), move.facing))
    extra = (replace(_turn(position, move), likely=True) for move in turns)
    choices = (replace(choice, likely=choice.cell in likely) for choice in step.choices)
    return replace(step, choices=tuple(choices), extra=tuple(extra))


SEEN, BESIDE_PAD = 8, 4
"""Pieces that have buttons on a phone, and whole moves next to the pad of one."""


def with_pieces(position: Position, step: Step[Move], ranked: Ranking[Position]) -> Step[Move]:
    """The step "which piece?" with those likely that most is to be expected of."""
    pieces = dict.fromkeys(text.partition(",")[0] for text in ranked(position))
    cells = {shown(choice.cell): choice.cell for choice in step.choices if choice.cell}
    best = [cells[piece] for piece in pieces if piece in cells][:SEEN]
    choices = (replace(choice, likely=choice.cell in best) for choice in step.choices)
    return replace(step, choices=tuple(choices))


def with_whole_moves(
    position: Position, step: Step[Move], space: str, ranked: Ranking[Position]
) -> Step[Move]:
    """The step of a piece that has not moved with whole moves that take it elsewhere."""
    away = (move for move in _promising(position, ranked, space) if move.target != space)
    best = sorted(islice(away, BESIDE_PAD), key=lambda move: (_spaces(move), move.facing or 0))
    extra = (
        replace(_turn(position, move), key=joined(*_single_keys(position, move)), brief="")
        for move in best
    )
    return replace(step, extra=tuple(extra))


def _single_keys(position: Position, move: Movement) -> Keys:
    # Shift by shift, as on the pad.
    path = path_of(position, move) or ()
    ways = (f"d{next(k for k, there in AROUND[a] if there == b)}" for a, b in pairwise(path))
    return (*ways, *(() if move.facing is None else (f"t{move.facing}",)))


def _promising(
    position: Position, ranked: Ranking[Position], space: str = ""
) -> Iterator[Movement]:
    begins = f"{shown(space)}," if space else ""
    for text in ranked(position):
        move = parse_move(position, text) if text.startswith(begins) else None
        # A button has no room to say which bump is chosen.
        if isinstance(move, Movement) and not move.choices:
            yield move


def _spaces(move: Movement) -> tuple[int, int]:
    # As the pieces stand, so that it is no advice which of the moves comes first.
    return NUMBER[move.source], NUMBER[move.target]


def _whole_move(position: Position, way: str, move: Movement) -> Choice:
    source, target = shown(move.source), shown(move.target)
    brief = f"{source}→{target}" if move.source != move.target else f"Turn {source}"
    key = joined(f"{way}{move.source}", *_keys(move))
    return replace(_turn(position, move), key=key, cell=None, brief=brief)


def _turn(position: Position, move: Movement) -> Choice:
    front = facing(position.board[NUMBER[move.source]]) if move.facing is None else move.facing
    return Choice(
        joined(*_keys(move)),
        f"To {shown(move.target)}",
        move.target,
        note=_result(position, move),
        facing=angle(front),
        piece=str(position.turn),
        brief=shown(move.target),
    )


def _result(position: Position, move: Movement) -> str:
    return consequences(position, chain_of(position, move))


def _keys(move: Movement) -> Keys:
    return (move.target,) if move.facing is None else (move.target, f"t{move.facing}")
