"""Bump: a piece pushes whatever its bumper meets, and whoever keeps the opposing center wins.

The board is in `bump_board`, a turn in `bump_turn` and its bump phase in `bump_chain`, notation in
`bump_text`, sentences in `bump_words` and `bump_refusals`, an eye for good moves in `bump_advice`,
a move's steps in `bump_steps`, help in `bump_hints`, the board without a picture in `bump_sketch`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from bot.games.bump import (
    evaluation,
    hints,
    moves,
    narration,
    notation,
    refusals,
    steps,
    text_board,
)
from bot.games.bump.board import (
    AREA_CELLS,
    GATES,
    MOST_RESERVES,
    NEIGHBORS,
    PLAYERS,
    SPACES,
    STARTS,
    Position,
    place,
)
from bot.games.bump.chain import Stasis
from bot.games.bump.moves import Held, Move, Movement, Pass, Reinforcement, Transferred
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
    "AREA_CELLS",
    "GAME",
    "GATES",
    "NEIGHBORS",
    "SPACES",
    "STARTS",
    "Bump",
    "Held",
    "Move",
    "Movement",
    "Pass",
    "Position",
    "Reinforcement",
    "Stasis",
    "Transferred",
]


class Bump(Game[Position, Move]):
    """Two players, twelve pieces each, two areas joined by six gates."""

    key: ClassVar[str] = "bump"

    def start(self, options: Options) -> Position:
        """Twelve pieces around each center. The option `reserve` is two numbers, 0 to 3."""
        pieces = [(s, player, f) for player in PLAYERS for s, f in STARTS[player]]
        return Position(place(pieces), 1, _reserves(options))

    def moves(self, position: Position) -> Iterator[Move]:
        """The pass, every reinforcement, and every movement once per sequence of choices."""
        return moves.moves(position)

    def play(self, position: Position, move: Move) -> Turn[Position]:
        """The move with its whole chain. Raises IllegalMove when it is not legal."""
        turn = moves.resolve(position, move)
        if turn is None:
            raise IllegalMove(self.refusal(position, move))
        return turn

    def outcome(self, position: Position) -> Outcome | None:
        """The player to move has won with a piece on the opposing center."""
        return Outcome((position.turn,), "center") if moves.is_won(position) else None

    def parse(self, position: Position, text: str) -> Move:
        """The move of a move text. Raises NotationError with a legal example."""
        return notation.parse_move(position, text)

    def format(self, position: Position, move: Move) -> str:
        """The move text: `03,05-1`, `02,03(04)(C)`, `R,01-3` or `pass`."""
        return notation.write_move(move)

    def refusal(self, position: Position, move: Move) -> str:
        """What is in the move's way, and what to do instead."""
        return refusals.refusal(position, move)

    def read(self, text: str, options: Options) -> Position:
        """The position of a position text. Raises NotationError."""
        return notation.read_position(text)

    def write(self, position: Position) -> str:
        """The position text: `PLAYER1;PLAYER2;TURN;R1,R2;HELD`."""
        return notation.write_position(position)

    def tell(self, effects: Sequence[Effect], names: Names) -> str:
        """The turn in sentences that name the spaces."""
        return narration.tell(effects, names)

    def describe(self, position: Position, names: Names) -> str:
        """Every piece by player, centers held, and who is to move."""
        return narration.describe(position, names)

    def rate(self, position: Position, player: int) -> float:
        """Material, advance towards the opposing center and guards of the own one."""
        return evaluation.rate(position, player)

    def complete(self, position: Position, typed: str, limit: int = 25) -> list[Move]:
        """Threats and each piece's best moves, or the moves that go on from what was typed."""
        if not typed.strip():
            return evaluation.suggestions(position, limit)
        return evaluation.continuations(position, typed, limit)

    def steps(self, position: Position, so_far: Sequence[str]) -> Step[Move]:
        """The piece, then its shifts and its turn one by one, then the options of its bumps."""
        return steps.steps(position, so_far)

    def obstacle(self, position: Position, move: Move) -> tuple[str, ...]:
        """The piece, the center, or both sides of the wall that the refusal speaks of."""
        return refusals.obstacle(position, move)

    def hints(self, position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
        """What the player's pieces bump by turning, and what either side can capture next."""
        return hints.hints(position, player)

    def sketch(self, position: Position) -> str:
        """Both areas row by row in plain characters."""
        return text_board.sketch(position)

    def about(self, position: Position, cell: str, names: Names) -> str:
        """Who stands on a space, what the space is, and its neighbors. Raises NotationError."""
        return text_board.about(position, cell, names)

    def nearest(self, position: Position, text: str, limit: int = 3) -> list[Move]:
        """The legal moves nearest to a refused one: of the same piece if it has any."""
        near: list[Move] = [*evaluation.nearest(position, text, limit)]
        return near or super().nearest(position, text, limit)


def _reserves(options: Options) -> tuple[int, int]:
    unknown = sorted(set(options) - {"reserve"})
    if unknown:
        raise BadOptions(f"Bump has no option {unknown[0]}. Its one option is reserve.")
    match options.get("reserve", [0, 0]):
        case [int(first), int(second)] if _is_reserve(first) and _is_reserve(second):
            return first, second
    raise BadOptions("The reserve is two numbers from 0 to 3, one for each player, like [0, 1].")


def _is_reserve(number: object) -> bool:
    # True and False are whole numbers to Python, but not to players.
    return type(number) is int and 0 <= number <= MOST_RESERVES


GAME = Bump()
