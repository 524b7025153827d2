"""A move of Bounce step by step: the stack, the way it sets out, and where it stops."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.games.bounce.board import NUMBER, SQUARES, Position, letters
from bot.games.bounce.evaluation import suggested
from bot.games.bounce.moves import (
    Move,
    Pass,
    Run,
    is_stuck,
    moves,
    outcome,
)
from bot.games.bounce.notation import parse_move, write_move
from bot.games.bounce.ways import Way, angle_of, directions
from bot.games.core import IllegalMove
from bot.games.guide import GAME_OVER, OUT_OF_STEP, WHOLE_MOVE, Choice, Ranking, Step, unranked
from bot.games.phrases import comma_list
from bot.games.shortening import joined, narrow, shortened, whole_moves

PASS = "pass"

SPELLED = 12
"""Up to this height a stack is spelled piece by piece."""

LIKELY = 12
"""Runs that have buttons on a phone."""

NAMED = 4
"""Up to this many stacks covered in one run are named in its label, which has to stay short."""


def steps(position: Position, so_far: Sequence[str]) -> Step[Move]:
    """The next question after these keys. Raises IllegalMove if they do not fit the position.

    The keys are the stack's square, `>d4` for the direction by the first square there, and `e5` or
    `e5+1` for where the run stops and how many stacks it covers. There is no question with one
    answer: the direction of a stack that runs one way only is not asked for.
    """
    if outcome(position):
        raise IllegalMove(GAME_OVER)
    if is_stuck(position):
        return _passing(so_far)
    if not so_far:
        return Step("Which stack runs?", tuple(_stacks(position)))
    square, *keys = so_far
    if square not in NUMBER or position.stack(square)[-1:] != bytes([position.turn]):
        raise IllegalMove(OUT_OF_STEP)
    return _running(position, square, keys)


def short(
    position: Position, so_far: Sequence[str], ranked: Ranking[Position] = unranked
) -> Step[Move]:
    step = steps(position, so_far)
    asked = "Which run? An x covers a stack."
    likely = None if so_far else suggested(position, ranked(position))
    return shortened(steps, position, so_far, step, write_move, asked, likely)


def pad(
    position: Position, so_far: Sequence[str], ranked: Ranking[Position] = unranked
) -> Step[Move]:
    """Whole runs while they fit one screen: of all stacks, or else of one."""
    step = steps(position, so_far)
    if len(so_far) > 1 or step.move or is_stuck(position):
        return step
    text = _Texts(position)
    best = [parse_move(position, each) for each in suggested(position, ranked(position))[:LIKELY]]
    if runs := whole_moves(steps, position, so_far, step, text, "Other runs", best):
        asked = f"{so_far[0]} runs where?" if so_far else "Which run?"
        return Step(asked, narrow(runs), chosen=step.chosen, lettered=False)
    if so_far:
        return step
    extra = (_whole_run(position, run, text(position, run)) for run in sorted(best, key=_squares))
    return replace(step, extra=narrow(tuple(extra)), lettered=False)


class _Texts:
    """A run by where it begins and ends, and wholly if that is not enough."""

    def __init__(self, position: Position) -> None:
        self.ends = Counter(_squares(move) for move in moves(position))

    def __call__(self, position: Position, move: Move) -> str:
        if isinstance(move, Pass) or self.ends[_squares(move)] > 1:
            return write_move(position, move)
        return f"{move.source}-{move.target}"


def _squares(move: Move) -> tuple[str, ...]:
    return () if isinstance(move, Pass) else (move.source, move.target)


def _whole_run(position: Position, move: Move, text: str) -> Choice:
    assert isinstance(move, Run)
    ahead = directions(position, move.source)
    first, ways = next((f, w) for f, w in ahead.items() if any(way.run == move for way in w))
    way = next(way for way in ways if way.run == move)
    keys = (f">{first}",) * (len(ahead) > 1) + (_key(way),) * (len(ways) > 1)
    return Choice(joined(move.source, *keys), text, note=_note(position, way), brief=text)


def _passing(so_far: Sequence[str]) -> Step[Move]:
    match so_far:
        case []:
            return Step("None of your stacks can run.", (Choice(PASS, "Pass"),))
        case ["pass"]:
            return Step(WHOLE_MOVE, (), Pass())
    raise IllegalMove(OUT_OF_STEP)


def _running(position: Position, square: str, keys: Sequence[str]) -> Step[Move]:
    ahead = directions(position, square)
    if len(ahead) > 1:
        if not keys:
            choices = tuple(_direction(position, ways) for ways in ahead.values())
            return Step(
                f"{square}: which way does {_called(position, square)} run?",
                choices,
                chosen=(square,),
            )
        ahead = {first: ways for first, ways in ahead.items() if keys[0] == f">{first}"}
        keys = keys[1:]
    return _stopping(position, next(iter(ahead.values()), ()), keys)


def _stopping(position: Position, ways: Sequence[Way], keys: Sequence[str]) -> Step[Move]:
    if not keys and len(ways) > 1:
        choices = tuple(_stop(position, way) for way in ways)
        square, first = ways[0].run.source, SQUARES[ways[0].path[1]]
        prompt = f"{square} towards {first}: where does {_called(position, square)} stop?"
        return Step(prompt, choices, chosen=(square, first))
    keys = keys if len(ways) > 1 else (*map(_key, ways), *keys)
    ends: dict[tuple[str, ...], Way] = {(_key(way),): way for way in ways}
    way = ends.get(tuple(keys))
    if way is None:
        raise IllegalMove(OUT_OF_STEP)
    return Step(WHOLE_MOVE, (), way.run, way.turns)


# What the steps say


def _stacks(position: Position) -> Iterator[Choice]:
    for square, owners in position.pieces():
        if owners[-1] == position.turn and (ahead := directions(position, square)):
            found = {s for ways in ahead.values() for way in ways for s in way.run.covered}
            theirs_first = sorted(found, key=lambda s: (position.stack(s)[-1] == owners[-1], s))
            note = f"can cover {_whose(position, theirs_first, 'or')}" if found else ""
            piece = "".join(map(str, owners))
            yield Choice(square, _stack(position, square), square, note=note, piece=piece)


def _stack(position: Position, square: str) -> str:
    # A stack in few words: `c3, single`, `c3, 3 high: PYP` or `c3, 15 high`.
    stack = position.stack(square)
    if len(stack) == 1:
        return f"{square}, single"
    pieces = f": {letters(stack)}" if len(stack) <= SPELLED else ""
    return f"{square}, {len(stack)} high{pieces}"


def _called(position: Position, square: str) -> str:
    height = len(position.stack(square))
    return "the cup" if height == 1 else f"the stack of {height}"


def _direction(position: Position, ways: Sequence[Way]) -> Choice:
    key, angle = f">{SQUARES[ways[0].path[1]]}", angle_of(ways[0])
    if len(ways) == 1:
        (way,) = ways
        return Choice(key, _label(way), way.run.target, angle, _note(position, way))
    covered = next((way.run.covered for way in reversed(ways) if way.run.covered), ())
    taking = f"covers {_whose(position, covered)}" if covered else ""
    far = max(way.steps for way in ways)
    note = "; ".join(filter(None, (f"up to {far} squares", taking)))
    return Choice(key, f"Towards {key[1:]}", key[1:], angle, note)


def _stop(position: Position, way: Way) -> Choice:
    group = f"Covering {_some(way.run.covered)}" if way.run.covered else "Covering nothing"
    return Choice(_key(way), _label(way), way.run.target, note=_note(position, way), group=group)


def _key(way: Way) -> str:
    taken = len(way.run.covered)
    return f"{way.run.target}+{taken}" if taken else way.run.target


def _label(way: Way) -> str:
    run = way.run
    if not run.covered:
        return f"To {run.target}"
    return f"Cover {_some(run.covered)}, land {run.target}"


def _note(position: Position, way: Way) -> str:
    run, parts = way.run, list[str]()
    if run.covered:
        high = sum(len(position.stack(square)) for square in (run.source, *run.covered))
        parts.append(f"covers {_whose(position, run.covered)}, then {high} high")
    if way.rails:
        parts.append(f"bounces at {_some(way.rails)}")
    return "; ".join(parts)


def _whose(position: Position, squares: Sequence[str], last: str = "and") -> str:
    # The stacks on these squares with their owners, as one may cover one's own.
    own = bytes([position.turn])
    whose = ("your" if position.stack(square)[-1:] == own else "their" for square in squares)
    return _some([f"{who} {square}" for who, square in zip(whose, squares, strict=True)], last)


def _some(squares: Sequence[str], last: str = "and") -> str:
    if len(squares) <= NAMED:
        return comma_list(squares, last)
    return f"{', '.join(squares[: NAMED - 1])} {last} {len(squares) - NAMED + 1} more"
