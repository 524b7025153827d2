"""Bi-Pod: the Runner joins two stones of different colors to the short sides; the Blocker walls.

The board is in `bipod_board`, paths in `bipod_paths`, a turn in `bipod_turn`, notation in
`bipod_text`, sentences in `bipod_words` and `bipod_refusals`, an eye for good moves in
`bipod_advice`, a move's steps in `bipod_steps`, help in `bipod_hints`, the board without a picture
in `bipod_sketch`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from bot.games.bipod import (
    evaluation,
    hints,
    moves,
    narration,
    notation,
    refusals,
    steps,
    text_board,
)
from bot.games.bipod.board import (
    AXIAL,
    CELLS,
    COLORS,
    COLUMNS,
    EMPTY,
    NEIGHBORS,
    STARTS,
    Position,
    is_side,
)
from bot.games.bipod.moves import Adopt, Adopted, Block, CutOff, Joined, Laid, Move, Run
from bot.games.bipod.paths import is_cut_off, is_joined, path, useful
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

__all__ = [
    "AXIAL",
    "CELLS",
    "COLORS",
    "COLUMNS",
    "GAME",
    "NEIGHBORS",
    "STARTS",
    "Adopt",
    "Adopted",
    "BiPod",
    "Block",
    "CutOff",
    "Joined",
    "Laid",
    "Move",
    "Position",
    "Run",
    "is_cut_off",
    "is_joined",
    "is_side",
    "path",
    "useful",
]

MOST = (1, 2, 3)
PARTS = ("blocking", "running")


class BiPod(Game[Position, Move]):
    """Two players, a trapezium of 81 cells, and a part that is taken when it looks good enough."""

    key: ClassVar[str] = "bipod"

    def start(self, options: Options) -> Position:
        """The start stones alone. Options: `blocks` (1 to 3), `adopt` (blocking or running)."""
        most, adopting = _agreed(options)
        return replace(EMPTY, most=most, adopting=adopting)

    def moves(self, position: Position) -> Iterator[Move]:
        """Every legal move, one by one as they are asked for."""
        return moves.moves(position)

    def play(self, position: Position, move: Move) -> Turn[Position]:
        """The move and what it settles. Raises IllegalMove when it is not legal."""
        turn = moves.resolve(position, move)
        if turn is None:
            raise IllegalMove(self.refusal(position, move))
        return turn

    def outcome(self, position: Position) -> Outcome | None:
        """The Runner has joined both colors, or one is cut off; a draw on a board filled before."""
        return moves.outcome(position)

    def parse(self, position: Position, text: str) -> Move:
        """The move of a move text. Raises NotationError with a legal example."""
        return notation.parse_move(position, text)

    def format(self, position: Position, move: Move) -> str:
        """The move text: `e1,f2`, `v2 O` or `adopt`."""
        return notation.write_move(move)

    def refusal(self, position: Position, move: Move) -> str:
        """The part, the number or the stone in the move's way, and what to do instead."""
        return refusals.refusal(position, move)

    def read(self, text: str, options: Options) -> Position:
        """The position of a position text. Raises NotationError."""
        return notation.read_position(text, *_agreed(options))

    def write(self, position: Position) -> str:
        """The position text: six rows, the player to move, the Runner."""
        return notation.write_position(position)

    def tell(self, effects: Sequence[Effect], names: Names) -> str:
        """The stones placed or the part taken, and what that settled."""
        return narration.tell(effects, names)

    def describe(self, position: Position, names: Names) -> str:
        """Both parts, whose turn it is, every stone, and how far each color has to go."""
        return narration.describe(position, names)

    def rate(self, position: Position, player: int) -> float:
        """The stones that both colors still need when every one is answered."""
        return evaluation.rate(position, player)

    def complete(self, position: Position, typed: str, limit: int = 25) -> list[Move]:
        """Cells that the shortest paths run over, or the moves that go on from what was typed."""
        if not typed.strip():
            return evaluation.suggestions(position, limit)
        return evaluation.continuations(position, typed, limit)

    def steps(self, position: Position, so_far: Sequence[str]) -> Step[Move]:
        """Black stone by black stone, or the Runner's color and then its cell."""
        return steps.steps(position, so_far)

    def obstacle(self, position: Position, move: Move) -> tuple[str, ...]:
        """The stones on which the move would place others."""
        return refusals.obstacle(position, move)

    def hints(self, position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
        """A shortest way of each color, and where one black stone would cut one off."""
        return hints.hints(position)

    def sketch(self, position: Position) -> str:
        """The six rows in plain characters, the columns above them."""
        return text_board.sketch(position)

    def about(self, position: Position, cell: str, names: Names) -> str:
        """What stands on a cell, what is beside it, and its use. Raises NotationError."""
        return text_board.about(position, cell, names)

    def nearest(self, position: Position, text: str, limit: int = 3) -> list[Move]:
        """The legal moves nearest to a refused one, by the cells it names."""
        return evaluation.nearest(position, text, limit)


def _agreed(options: Options) -> tuple[int, str]:
    """The options, each checked. Raises BadOptions."""
    if unknown := set(options) - {"blocks", "adopt"}:
        raise BadOptions(f"Bi-Pod has no option {min(unknown)}. It has blocks and adopt.")
    most, adopting = options.get("blocks", MOST[0]), options.get("adopt", PARTS[0])
    if type(most) is not int or most not in MOST:
        raise BadOptions("The option blocks is a number from 1 to 3: the most stones in a turn.")
    if adopting not in PARTS:
        raise BadOptions("The option adopt says which part is taken: blocking or running.")
    return most, str(adopting)


GAME = BiPod()
