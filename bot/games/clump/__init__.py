"""Clump, by Mark Steere: swap neighboring stones, let groups grow, and join your two sides.

The board and its groups are in `clump_board`, a turn in `clump_turn`, notation in `clump_text`,
sentences in `clump_words` and `clump_refusals`, an eye for good moves in `clump_advice`, a swap's
steps in `clump_steps`, help in `clump_hints`, the board without a picture in `clump_sketch`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from bot.games.clump import (
    evaluation,
    hints,
    moves,
    narration,
    notation,
    refusals,
    steps,
    text_board,
)
from bot.games.clump.board import SIZES, USUAL_SIZE, Position, opening
from bot.games.clump.moves import Diminished, Formed, Joined, Move, Swap, Swapped
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
    "GAME",
    "Clump",
    "Diminished",
    "Formed",
    "Joined",
    "Move",
    "Position",
    "Swap",
    "Swapped",
]


class Clump(Game[Position, Move]):
    """Two players and a square full of stones, half of them red, half of them blue."""

    key: ClassVar[str] = "clump"

    def start(self, options: Options) -> Position:
        """A checkerboard of stones. The option `size` is an even number from 4 to 16."""
        size = _size(options)
        return Position(size, opening(size), 1)

    def moves(self, position: Position) -> Iterator[Move]:
        """Every swap that the sizes of the groups allow."""
        return moves.moves(position)

    def play(self, position: Position, move: Move) -> Turn[Position]:
        """The swap and what it forms. Raises IllegalMove when it is not legal."""
        turn = moves.resolve(position, move)
        if turn is None:
            raise IllegalMove(self.refusal(position, move))
        return turn

    def outcome(self, position: Position) -> Outcome | None:
        """The player whose two sides are joined has won."""
        return moves.outcome(position)

    def parse(self, position: Position, text: str) -> Move:
        """The move of a move text. Raises NotationError with a legal example."""
        return notation.parse_move(position, text)

    def format(self, position: Position, move: Move) -> str:
        """The move text: `c3-d3`, the own stone first."""
        return notation.write_move(move)

    def refusal(self, position: Position, move: Move) -> str:
        """The stone or the size in the swap's way, and what that stone can do instead."""
        return refusals.refusal(position, move)

    def read(self, text: str, options: Options) -> Position:
        """The position of a position text, whose size is its own. Raises NotationError."""
        _size(options)
        return notation.read_position(text)

    def write(self, position: Position) -> str:
        """The position text: `BRBR/RBRB/BRBR/RBRB;R`."""
        return notation.write_position(position)

    def tell(self, effects: Sequence[Effect], names: Names) -> str:
        """The swap, and the groups it formed and diminished."""
        return narration.tell(effects, names)

    def describe(self, position: Position, names: Names) -> str:
        """The players' sides, their largest groups, and every stone rank by rank."""
        return narration.describe(position, names)

    def rate(self, position: Position, player: int) -> float:
        """How much shorter the player's way between the own sides is than the opponent's."""
        return evaluation.rate(position, player)

    def complete(self, position: Position, typed: str, limit: int = 25) -> list[Move]:
        """The most promising swaps, or those that go on from what was typed."""
        if not typed.strip():
            return evaluation.suggestions(position, limit)
        return evaluation.continuations(position, typed, limit)

    def steps(self, position: Position, so_far: Sequence[str]) -> Step[Move]:
        """The own stone, then the neighbor that it swaps with."""
        return steps.steps(position, so_far)

    def obstacle(self, position: Position, move: Move) -> tuple[str, ...]:
        """The stones that the refusal speaks of, or where a group would break."""
        return refusals.obstacle(position, move)

    def hints(self, position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
        """The enemy stones on a shortest way of the player, and the swaps that would win."""
        return hints.hints(position, player)

    def sketch(self, position: Position) -> str:
        """The ranks from the top in plain characters."""
        return text_board.sketch(position)

    def about(self, position: Position, cell: str, names: Names) -> str:
        """Whose stone stands on a square, its group, neighbors and swaps. Raises NotationError."""
        return text_board.about(position, cell, names)

    def nearest(self, position: Position, text: str, limit: int = 3) -> list[Move]:
        """The legal swaps nearest to a refused one: of the same stone if it has any."""
        return evaluation.nearest(position, text, limit)


def _size(options: Options) -> int:
    """The size agreed on. Raises BadOptions."""
    if unknown := sorted(set(options) - {"size"}):
        raise BadOptions(f"Clump has no option {unknown[0]}. Its one option is size.")
    size = options.get("size", USUAL_SIZE)
    if type(size) is not int or size not in SIZES:
        first, last = SIZES[0], SIZES[-1]
        raise BadOptions(f"The size of Clump is an even number from {first} to {last}, like 8.")
    return size


GAME = Clump()
