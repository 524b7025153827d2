"""A move of Bump step by step: the piece, where it goes, how it turns, which bump happens."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.games.bump.board import AROUND, BEYOND, CENTER, NUMBER, SPACES, Position, facing, owner
from bot.games.bump.chain import Chain, Stasis
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
from bot.games.bump.narration import in_the_way
from bot.games.core import IllegalMove, opponent
from bot.games.effects import Bumped, Captured
from bot.games.guide import GAME_OVER, OUT_OF_STEP, WHOLE_MOVE, Choice, Step
from bot.games.hexes import opposite, rotations
from bot.games.phrases import counted

RESERVE = "R"
PASS = "pass"


def steps(position: Position, so_far: Sequence[str]) -> Step[Move]:
    """The next question after these keys. Raises IllegalMove when they do not fit the position.

    The keys of a movement are the piece's space, `d0`..`d5` for each shift, `t0`..`t5` for the
    side it turns to face, and each choice of a bump as the move text names it.
    """
    if is_won(position):
        raise IllegalMove(GAME_OVER)
    if not so_far:
        return Step("Which piece?", tuple(_beginnings(position)))
    first, *keys = so_far
    if first == PASS and not keys:
        return Step(WHOLE_MOVE, (), Pass())
    return _reinforcement(position, keys) if first == RESERVE else _movement(position, first, keys)


def _beginnings(position: Position) -> Iterator[Choice]:
    """The pieces, each of which can at least turn, the reserve, and the pass."""
    for space, player, front in position.pieces():
        if player == position.turn:
            label = f"{space}, facing {_beyond(space, front)}"
            yield Choice(space, label, cell=space, facing=_angle(front), group="Pieces")
    if any(reinforcements(position)):
        left = f"{position.reserve(position.turn)} left"
        yield Choice(RESERVE, "Place a reinforcement", note=left, group="Otherwise")
    yield Choice(PASS, "Pass", note="No piece moves", group="Otherwise")


# A reinforcement: its space, then its facing


def _reinforcement(position: Position, keys: Sequence[str]) -> Step[Move]:
    legal = {(move.target, f"t{move.facing}"): move for move in reinforcements(position)}
    targets = tuple(dict.fromkeys(target for target, _ in legal))
    match keys:
        case [] if targets:
            choices = (Choice(target, f"On {target}", cell=target) for target in targets)
            return Step("Place it where?", tuple(choices))
        case [target] if target in targets:
            facings = [move.facing for move in legal.values() if move.target == target]
            choices = (
                Choice(f"t{k}", f"Face {_side(target, k)}", facing=_angle(k)) for k in facings
            )
            return Step("Facing which way?", tuple(choices), chosen=(target,))
        case [target, turn] if (target, turn) in legal:
            return Step(WHOLE_MOVE, (), legal[target, turn], (target,))
    raise IllegalMove(OUT_OF_STEP)


# A movement: its shifts, the turn, the bumps chosen


@dataclass(frozen=True, slots=True)
class PartialMovement:
    """A movement half made: the spaces come to, the new facing once turned, the bumps chosen."""

    way: tuple[int, ...]
    facing: int | None = None
    bumps: tuple[str, ...] = ()

    @property
    def at(self) -> int:
        """Where the piece is now."""
        return self.way[-1]

    @property
    def changes(self) -> bool:
        """Whether the piece has shifted or turned at all."""
        return len(self.way) > 1 or self.facing is not None

    @property
    def is_moving(self) -> bool:
        """Whether the piece may still shift or turn, if it has the points."""
        return self.facing is None and not self.bumps

    @property
    def left(self) -> str:
        """The points left after the shifts."""
        return _points(POINTS + 1 - len(self.way))

    @property
    def move(self) -> Movement:
        """The movement if it ends here."""
        return Movement(SPACES[self.way[0]], SPACES[self.at], self.facing, self.bumps)


def _movement(position: Position, space: str, keys: Iterable[str]) -> Step[Move]:
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
    return Step(_prompt(half, onward.values(), move), choices, move, chosen)


def _refuse() -> PartialMovement:
    raise IllegalMove(OUT_OF_STEP)


def _onward(position: Position, half: PartialMovement) -> Iterator[tuple[str, PartialMovement]]:
    """Every key that may follow, with the movement it leads to."""
    if half.is_moving:
        yield from _shifts(position, half)
        yield from _turns(position, half)
    for choice in _chain(position, half).offered:
        yield choice, replace(half, bumps=(*half.bumps, choice))


def _shifts(position: Position, half: PartialMovement) -> Iterator[tuple[str, PartialMovement]]:
    """One shift further from where the piece began: a detour is the same move as the short way."""
    paths = reach(position.board, half.way[0], position.closed(position.turn))
    for k, target in AROUND[half.at]:
        if len(paths.get(target, ())) == len(half.way) + 1:
            yield f"d{k}", replace(half, way=(*half.way, target))


def _turns(position: Position, half: PartialMovement) -> Iterator[tuple[str, PartialMovement]]:
    """The sides it can still turn to, the nearest first."""
    before = facing(position.board[half.way[0]])
    for k in TURNS[before][len(half.way) - 1]:
        if k != before:
            yield f"t{k}", replace(half, facing=k)


def _chain(position: Position, half: PartialMovement) -> Chain:
    """The bump phase if the movement ends here; nothing happens while nothing has changed."""
    if not half.changes:
        return Chain(position, bytearray(position.board), [])
    return chain_after(position, half.way, half.move)


# What the steps say


def _prompt(half: PartialMovement, onward: Iterable[PartialMovement], move: Move | None) -> str:
    if all(after.bumps for after in onward):
        return WHOLE_MOVE if move else "Several pieces bump the same one. Which bump happens?"
    space = SPACES[half.at]
    if not half.changes:
        return f"{space}: where to, or facing which way? {half.left}."
    stop = "stop there" if move else "stop there with one of the bumps"
    return f"{space}, {half.left} left: go on, turn, or {stop}?"


def _choice(
    position: Position, before: PartialMovement, key: str, after: PartialMovement
) -> Choice:
    """A continuation in words, with what comes of it if the movement ends there."""
    result = _result(position, after)
    if after.bumps:
        return Choice(key, _bump_label(position, before, after), note=result, group="Bumps")
    if after.facing is not None:
        cost = _points(rotations(facing(position.board[before.way[0]]), after.facing))
        label = f"Face {_side(SPACES[after.at], after.facing)} ({cost})"
        return Choice(key, label, note=result, group="Turns", facing=_angle(after.facing))
    target, note = SPACES[after.at], "; ".join(filter(None, (f"{after.left} left", result)))
    return Choice(key, f"To {target}", target, _angle(int(key[1])), note, "Shifts")


def _bump_label(position: Position, before: PartialMovement, after: PartialMovement) -> str:
    """The bump that this choice resolves: which piece bumps which, and where to."""
    link = _chain(position, after).effects[len(_chain(position, before).effects)]
    whose = "your" if link.player == position.turn else "their"
    if isinstance(link, Bumped):
        by = _beyond(link.source, opposite(link.direction))
        return f"{by} bumps {whose} piece from {link.source} to {link.target}"
    by = "It" if link.direction is None else _beyond(link.at, opposite(link.direction))
    return f"{by} captures {whose} piece on {link.at}"


def _result(position: Position, half: PartialMovement) -> str:
    """What the movement does if it ends here: `loses 02 against a wall, captures 1, bumps 3`."""
    chain = _chain(position, half)
    if chain.offered:
        return "then choose a bump"
    captured = [effect for effect in chain.effects if isinstance(effect, Captured)]
    lost = [_loss(effect) for effect in captured if effect.player == position.turn]
    bumps, captures = len(chain.effects) - len(captured), len(captured) - len(lost)
    told = (
        [f"loses {' and '.join(lost)}" if len(lost) < 3 else f"loses {len(lost)}"] if lost else []
    )
    told += [f"{verb} {n}" for verb, n in (("captures", captures), ("bumps", bumps)) if n]
    if chain.board[CENTER[opponent(position.turn)]]:
        told.append("holds the center")
    return ", ".join(told)


def _loss(capture: Captured) -> str:
    """A piece that is lost, and to what."""
    stasis = isinstance(capture, Stasis)
    return f"{capture.at} {'in stasis' if stasis else f'against {in_the_way(capture)}'}"


def _points(number: int) -> str:
    return counted(number, "point") if number else "no points"


def _angle(direction: int) -> float:
    return 60.0 * direction


def _beyond(space: str, direction: int) -> str:
    """What a side of the space looks at, true however the board is turned."""
    beyond = BEYOND[NUMBER[space]][direction]
    return "a wall" if beyond is None else SPACES[beyond]


def _side(space: str, direction: int) -> str:
    return f"{_beyond(space, direction)}, side {direction}"
