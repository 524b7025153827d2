"""A move of Bump step by step: the piece, then where it goes and what it faces there.

A piece goes in single steps, on a pad or for those who prefer a compass, or straight to its
destination.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.games.bump import destinations, likely
from bot.games.bump.board import AROUND, NUMBER, SPACES, Position, facing, owner, shown
from bot.games.bump.chain import Chain
from bot.games.bump.consequences import angle, bump_label, consequences, points, side
from bot.games.bump.moves import (
    POINTS,
    TURNS,
    Move,
    Movement,
    Pass,
    chain_after,
    is_won,
    reach,
    reinforcements,
)
from bot.games.bump.narration import beyond, closed
from bot.games.core import IllegalMove
from bot.games.guide import GAME_OVER, OUT_OF_STEP, WHOLE_MOVE, Choice, Ranking, Step, unranked
from bot.games.hexes import rotations
from bot.games.shortening import joined

RESERVE = "R"
PASS = "pass"

NAMED = "C"
"""The letter by which both players know the center that they may enter: no choice has it, too."""

STRAIGHT = "@"
"""Precedes the space of a piece that goes straight to its destination."""


def steps(position: Position, so_far: Sequence[str]) -> Step[Move]:
    """The next question after these keys. Raises IllegalMove if they do not fit the position.

    The keys of a movement are `@` and the piece's space, its destination, and `t0`..`t5` for the
    side it faces there, with the number of the bumps chosen if there are several: `t3.1`. Those of
    `compass` are understood too.
    """
    return replace(_next(position, so_far, STRAIGHT), named=NAMED)


def short(
    position: Position, so_far: Sequence[str], ranked: Ranking[Position] = unranked
) -> Step[Move]:
    """The same with whole moves next to the pieces, and next to a piece's destinations."""
    step = steps(position, so_far)
    match so_far:
        case []:
            return likely.with_moves(position, step, STRAIGHT, ranked)
        case [piece] if piece.startswith(STRAIGHT):
            return likely.with_turns(position, step, piece.removeprefix(STRAIGHT), ranked)
    return step


def compass(position: Position, so_far: Sequence[str]) -> Step[Move]:
    """The same in single steps.

    The keys of a movement are the piece's space, `d0`..`d5` for each shift, `t0`..`t5` for the
    side it turns to face, and each choice of a bump as the move text names it.
    """
    return replace(_next(position, so_far, ""), named=NAMED)


def pad(
    position: Position, so_far: Sequence[str], ranked: Ranking[Position] = unranked
) -> Step[Move]:
    """The steps of `compass`, with whole moves of a piece next to its directions.

    A piece that is the only one isn't asked for.
    """
    match so_far:
        case []:
            return _pieces(position, ranked)
        case [space, *keys] if space in NUMBER:
            step = compass(position, so_far)
            step = replace(step, prompt=_pad_prompt(step, keys))
            return step if keys else likely.with_whole_moves(position, step, space, ranked)
    return short(position, so_far, ranked)


def _pieces(position: Position, ranked: Ranking[Position]) -> Step[Move]:
    step = compass(position, ())
    pieces = [choice for choice in step.choices if choice.cell]
    if len(pieces) != 1:
        return likely.with_pieces(position, step, ranked)
    space, others = pieces[0].key, step.choices[1:]
    alone = pad(position, (space,), ranked)
    choices, extra = (
        tuple(replace(choice, key=joined(space, choice.key)) for choice in each)
        for each in (alone.choices, alone.extra)
    )
    return replace(alone, choices=(*choices, *others), extra=extra)


def _pad_prompt(step: Step[Move], keys: Sequence[str]) -> str:
    if not step.left or step.prompt == WHOLE_MOVE:
        return step.prompt
    at = shown(step.chosen[-1])
    if not keys:
        return f"{at}: blue steps, gray turns. {points(step.left)}."
    stop = "stop" if step.move else "choose which piece bumps"
    return f"{at}, {points(step.left)} left: go on, or {stop}?"


def _next(position: Position, so_far: Sequence[str], manner: str) -> Step[Move]:
    if is_won(position):
        raise IllegalMove(GAME_OVER)
    if not so_far:
        prompt = f"Which piece? {closed(position, 'your')}".strip()
        return Step(prompt, tuple(_beginnings(position, manner)))
    first, *keys = so_far
    if first == PASS and not keys:
        return Step(WHOLE_MOVE, (), Pass())
    if first == RESERVE:
        return _reinforcement(position, keys)
    if first.startswith(STRAIGHT):
        return destinations.movement(position, first.removeprefix(STRAIGHT), keys)
    return _movement(position, first, keys)


def _beginnings(position: Position, manner: str) -> Iterator[Choice]:
    for space, player, front in position.pieces():
        if player == position.turn:
            label = f"{shown(space)}, facing {beyond(space, front)}"
            key, piece = f"{manner}{space}", str(player)
            yield Choice(key, label, space, None, "", "Pieces", angle(front), piece)
    if any(reinforcements(position)):
        left = f"{position.reserve(position.turn)} left"
        piece = str(position.turn)
        yield Choice(
            RESERVE, "Place one from the reserve", note=left, group="Otherwise", piece=piece
        )
    yield Choice(PASS, "Pass", group="Otherwise")


# A reinforcement: its space, then its facing


def _reinforcement(position: Position, keys: Sequence[str]) -> Step[Move]:
    legal = {(move.target, f"t{move.facing}"): move for move in reinforcements(position)}
    piece = str(position.turn)
    targets = tuple(dict.fromkeys(target for target, _ in legal))
    match keys:
        case [] if targets:
            choices = (Choice(target, f"On {target}", cell=target) for target in targets)
            return Step("Place it where?", tuple(choices))
        case [target] if target in targets:
            facings = [move.facing for move in legal.values() if move.target == target]
            return Step(
                "Facing which way?",
                tuple(
                    Choice(f"t{k}", f"Face {side(target, k)}", facing=angle(k), piece=piece)
                    for k in facings
                ),
                chosen=(target,),
            )
        case [target, turn] if (target, turn) in legal:
            return Step(WHOLE_MOVE, (), legal[target, turn], (target,))
    raise IllegalMove(OUT_OF_STEP)


# A movement in single steps: its shifts one by one, the turn, the bumps to choose


@dataclass(frozen=True, slots=True)
class PartialMovement:
    """An incomplete movement: the spaces visited, the new facing once turned, the bumps chosen."""

    way: tuple[int, ...]
    facing: int | None = None
    bumps: tuple[str, ...] = ()

    @property
    def at(self) -> int:
        return self.way[-1]

    @property
    def changes(self) -> bool:
        return len(self.way) > 1 or self.facing is not None

    @property
    def is_moving(self) -> bool:
        """Whether the piece may still shift or turn, if it has the points."""
        return self.facing is None and not self.bumps

    @property
    def left(self) -> str:
        return points(POINTS + 1 - len(self.way))

    @property
    def move(self) -> Movement:
        return Movement(SPACES[self.way[0]], SPACES[self.at], self.facing, self.bumps)


def _movement(position: Position, space: str, keys: Iterable[str]) -> Step[Move]:
    """The next question about the piece on a space after these keys. Raises IllegalMove."""
    if owner(position.board[NUMBER.get(space, 0)]) != position.turn or space not in NUMBER:
        raise IllegalMove(OUT_OF_STEP)
    half = PartialMovement((NUMBER[space],))
    for key in keys:
        half = dict(_onward(position, half)).get(key) or _refuse()
    onward = dict(_onward(position, half))
    choices = tuple(_choice(position, half, key, after) for key, after in onward.items())
    ends_here = half.changes and not _chain(position, half).offered
    move = half.move if ends_here else None
    chosen = tuple(SPACES[space] for space in half.way)
    left = POINTS + 1 - len(half.way) if half.is_moving else None
    return Step(_prompt(half, onward.values(), move), choices, move, chosen, left=left)


def _refuse() -> PartialMovement:
    raise IllegalMove(OUT_OF_STEP)


def _onward(position: Position, half: PartialMovement) -> Iterator[tuple[str, PartialMovement]]:
    if half.is_moving:
        yield from _shifts(position, half)
        yield from _turns(position, half)
    for choice in _chain(position, half).offered:
        yield choice, replace(half, bumps=(*half.bumps, choice))


def _shifts(position: Position, half: PartialMovement) -> Iterator[tuple[str, PartialMovement]]:
    # One shift further from where the piece began: a detour is the same move as the short way.
    paths = reach(position.board, half.way[0], position.closed(position.turn))
    for k, target in AROUND[half.at]:
        if len(paths.get(target, ())) == len(half.way) + 1:
            yield f"d{k}", replace(half, way=(*half.way, target))


def _turns(position: Position, half: PartialMovement) -> Iterator[tuple[str, PartialMovement]]:
    before = facing(position.board[half.way[0]])
    for k in TURNS[before][len(half.way) - 1]:
        if k != before:
            yield f"t{k}", replace(half, facing=k)


def _chain(position: Position, half: PartialMovement) -> Chain:
    # The bump phase if the movement ends here; nothing happens while nothing has changed.
    if not half.changes:
        return Chain(position, bytearray(position.board), [])
    return chain_after(position, half.way, half.move)


# What the steps say


def _prompt(half: PartialMovement, onward: Iterable[PartialMovement], move: Move | None) -> str:
    if all(after.bumps for after in onward):
        return WHOLE_MOVE if move else "Several pieces bump the same one. Which bump happens?"
    space = shown(SPACES[half.at])
    if not half.changes:
        return f"{space}: where to, or facing which way? {half.left}."
    stop = "stop there" if move else "stop there with one of the bumps"
    return f"{space}, {half.left} left: go on, turn, or {stop}?"


def _choice(
    position: Position, before: PartialMovement, key: str, after: PartialMovement
) -> Choice:
    result = consequences(position, _chain(position, after))
    if after.bumps:
        return Choice(key, _bump(position, before, after), note=result, group="Bumps")
    if after.facing is not None:
        cost = points(rotations(facing(position.board[before.way[0]]), after.facing))
        label = f"Face {side(SPACES[after.at], after.facing)} ({cost})"
        front, piece = angle(after.facing), str(position.turn)
        return Choice(key, label, note=result, group="Turns", facing=front, piece=piece)
    target, note = SPACES[after.at], "; ".join(filter(None, (f"{after.left} left", result)))
    return Choice(key, f"To {shown(target)}", target, angle(int(key[1])), note, "Steps")


def _bump(position: Position, before: PartialMovement, after: PartialMovement) -> str:
    made = len(_chain(position, before).effects)
    return bump_label(position, _chain(position, after).effects[made])
