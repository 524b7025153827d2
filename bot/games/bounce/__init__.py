"""Bounce: stacks run along diagonals and off the rails; what they jump goes underneath.

The board is in `bounce_board`, a turn in `bounce_turn`, notation in `bounce_text`, sentences in
`bounce_words` and `bounce_refusals`, and an eye for good moves in `bounce_advice`; a move's steps
are in `bounce_steps`, help in `bounce_hints`, the board without a picture in `bounce_sketch`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from bot.games.bounce import (
    evaluation,
    hints,
    moves,
    narration,
    notation,
    refusals,
    steps,
    text_board,
)
from bot.games.bounce.board import NUMBER, PLACES, SIZE, SQUARES, VARIANTS, Position, opening
from bot.games.bounce.moves import Covered, Move, Pass, Rebounded, Run
from bot.games.core import (
    BadOptions,
    Effect,
    Game,
    Hint,
    IllegalMove,
    Names,
    Options,
    Outcome,
    Step,
    Turn,
)
from bot.games.phrases import listed

__all__ = [
    "GAME",
    "NUMBER",
    "PLACES",
    "SIZE",
    "SQUARES",
    "Bounce",
    "Covered",
    "Move",
    "Pass",
    "Position",
    "Rebounded",
    "Run",
]


class Bounce(Game[Position, Move]):
    """Two players, the dark squares of eight by eight, and stacks that only grow."""

    key: ClassVar[str] = "bounce"

    def start(self, options: Options) -> Position:
        """Two ranks of pieces on each side. The option `variant` names the form of the game."""
        variant = _variant(options)
        return Position(opening(variant), 1, variant)

    def moves(self, position: Position) -> Iterator[Move]:
        """Every run by square, or the pass where there is none."""
        return moves.moves(position)

    def play(self, position: Position, move: Move) -> Turn[Position]:
        """The run with all it bounces off and covers. Raises IllegalMove when it is not legal."""
        turn = moves.resolve(position, move)
        if turn is None:
            raise IllegalMove(self.refusal(position, move))
        return turn

    def outcome(self, position: Position) -> Outcome | None:
        """A player has no stack left; or a draw: no move for either, or the third repetition."""
        return moves.outcome(position)

    def parse(self, position: Position, text: str) -> Move:
        """The move of a move text. Raises NotationError with a legal example."""
        return notation.parse_move(position, text)

    def format(self, position: Position, move: Move) -> str:
        """The move text: `c3-d4`, `c3xd4-e5` or `pass`."""
        return notation.write_move(move)

    def refusal(self, position: Position, move: Move) -> str:
        """What is in the run's way, and what the stack can do instead."""
        return refusals.refusal(position, move)

    def read(self, text: str, options: Options) -> Position:
        """The position of a position text; repetitions count from it. Raises NotationError."""
        return notation.read_position(text, _variant(options))

    def write(self, position: Position) -> str:
        """The position text: `a1:PP b8:Y;P`."""
        return notation.write_position(position)

    def tell(self, effects: Sequence[Effect], names: Names) -> str:
        """The run in a sentence that names the rails and the stacks covered."""
        return narration.tell(effects, names)

    def describe(self, position: Position, names: Names) -> str:
        """Whose turn it is, and every stack from bottom to top."""
        return narration.describe(position, names)

    def rate(self, position: Position, player: int) -> float:
        """Stacks, the pieces in them, and how freely they run."""
        return evaluation.rate(position, player)

    def complete(self, position: Position, typed: str, limit: int = 25) -> list[Move]:
        """Each stack's best moves, or the moves that go on from what was typed."""
        if not typed.strip():
            return evaluation.suggestions(position, limit)
        return evaluation.continuations(position, typed, limit)

    def steps(self, position: Position, so_far: Sequence[str]) -> Step[Move]:
        """The stack, then the way it sets out, then where it stops."""
        return steps.steps(position, so_far)

    def obstacle(self, position: Position, move: Move) -> tuple[str, ...]:
        """The squares of the stacks that the refusal speaks of."""
        return refusals.obstacle(position, move)

    def hints(self, position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
        """The captures that the player's stacks could make, and those of the opponent's."""
        return hints.hints(position, player)

    def sketch(self, position: Position) -> str:
        """The board rank by rank in plain characters."""
        return text_board.sketch(position)

    def about(self, position: Position, cell: str, names: Names) -> str:
        """What stands on a square, what is beside it, what it can do. Raises NotationError."""
        return text_board.about(position, cell, names)

    def nearest(self, position: Position, text: str, limit: int = 3) -> list[Move]:
        """The legal moves nearest to a refused one: of the same stack if it has any."""
        return evaluation.nearest(position, text, limit)


def _variant(options: Options) -> str:
    """The variant agreed on. Raises BadOptions."""
    if unknown := sorted(set(options) - {"variant"}):
        raise BadOptions(f"Bounce has no option {unknown[0]}. Its one option is variant.")
    variant = options.get("variant", VARIANTS[0])
    if variant not in VARIANTS:
        raise BadOptions(f"The variant of Bounce is one of {listed(VARIANTS, 'or')}.")
    return str(variant)


GAME = Bounce()
