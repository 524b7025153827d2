"""Urchins: two to five players lead theirs past constables and each other, off a column and home.

The bumping rule is that of an urchins-and-constables board game, (c) Scene Cinema Ltd 2006-2008;
the frame around it (cubes, entering, stealing, the end) is our own. The board is in
`urchins_board`, a turn in `urchins_turn`, notation in `urchins_text`, sentences in `urchins_words`
and `urchins_refusals`, an eye for good moves in `urchins_advice`, a move's steps in
`urchins_steps`, help in `urchins_hints`, the board without a picture in `urchins_sketch`.

A player may leave while others play on. Their urchins go from board and hand, their homes and
cubes no longer count, and their turns drop out of the quiet ones as if they had never been taken,
so nobody's leaving brings the end nearer. The position text then has `-` in their place for the
hand, the homes and the cubes (`4,-,5;0,-,1;2/2/2/2,-,2/2/2/2`) and is otherwise unchanged.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar

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
from bot.games.urchins import (
    evaluation,
    hints,
    moves,
    narration,
    notation,
    refusals,
    steps,
    text_board,
)
from bot.games.urchins.board import (
    BEATS,
    BOTTOM,
    LOCATIONS,
    SPACES,
    START,
    URCHINS,
    WAYS,
    Position,
    begun,
    home,
    name,
)
from bot.games.urchins.moves import (
    CameHome,
    Enter,
    Fell,
    Left,
    Move,
    Movement,
    Paid,
    Steal,
    Stepped,
    Stole,
    is_last_round,
    quiet_limit,
)

__all__ = [
    "BOTTOM",
    "GAME",
    "LOCATIONS",
    "SPACES",
    "START",
    "URCHINS",
    "WAYS",
    "CameHome",
    "Enter",
    "Fell",
    "Left",
    "Move",
    "Movement",
    "Paid",
    "Position",
    "Steal",
    "Stepped",
    "Stole",
    "Urchins",
    "home",
    "is_last_round",
    "name",
    "quiet_limit",
]

USUAL = (3, 7, 2, 8, 4, 6)
"""Where the constables of a position stand that nobody has drawn."""


class Urchins(Game[Position, Move]):
    """Two to five players, five urchins each, in one location more than players."""

    key: ClassVar[str] = "urchins"
    players: ClassVar[range] = notation.PLAYERS

    def start(self, options: Options) -> Position:
        """The board without urchins. Options: `players` (2 unless said), and `constables`."""
        unknown = sorted(set(options) - {"players", "constables"})
        if unknown:
            raise BadOptions(
                f"Urchins has no option {unknown[0]}: it has players and constables only."
            )
        players = options.get("players", self.players[0])
        if type(players) is not int or players not in self.players:
            raise BadOptions("Urchins takes 2 to 5 players. Set players to one of these numbers.")
        return begun(_constables(options, players + 1))

    def prepare(self, options: Options, players: int, chance: Random) -> Options:
        """The number of players, and a constable drawn for every location."""
        drawn = [chance.choice(BEATS) for _ in range(players + 1)]
        return {"constables": drawn, **options, "players": players}

    def moves(self, position: Position) -> Iterator[Move]:
        """Entering in each location, each urchin's movements, then stealing."""
        return moves.moves(position)

    def play(self, position: Position, move: Move) -> Turn[Position]:
        """The move with its whole chain. Raises IllegalMove when it is not legal."""
        turn = moves.resolve(position, move)
        if turn is None:
            raise IllegalMove(self.refusal(position, move))
        return turn

    def outcome(self, position: Position) -> Outcome | None:
        """Most urchins home, then most cubes, after the round with a third one home."""
        return moves.outcome(position)

    def leave(self, position: Position, player: int) -> Turn[Position]:
        """The position once a player has left: no urchin of theirs stands in anybody's way."""
        return moves.leave(position, player)

    def parse(self, position: Position, text: str) -> Move:
        """The move of a move text. Raises NotationError with a legal example."""
        return notation.parse_move(position, text)

    def format(self, position: Position, move: Move) -> str:
        """The move text: `enter A`, `A5-3^`, `A1-home^` or `steal`."""
        return notation.write_move(move)

    def refusal(self, position: Position, move: Move) -> str:
        """What is in the move's way, and what to do instead."""
        return refusals.refusal(position, move)

    def read(self, text: str, options: Options) -> Position:
        """The position of a position text. Raises NotationError."""
        return notation.read_position(text)

    def write(self, position: Position) -> str:
        """The position text: locations, hands, homes, cubes, turn and quiet turns."""
        return notation.write_position(position)

    def tell(self, effects: Sequence[Effect], names: Names) -> str:
        """The turn in sentences that name the spaces."""
        return narration.tell(effects, names)

    def describe(self, position: Position, names: Names) -> str:
        """The constables, then every player's urchins and cubes."""
        return narration.describe(position, names)

    def rate(self, position: Position, player: int) -> float:
        """Urchins home and how near the next ones are to it, beside the best rival."""
        return evaluation.rate(position, player)

    def complete(self, position: Position, typed: str, limit: int = 25) -> list[Move]:
        """Each urchin's best moves, or the moves that go on from what was typed."""
        if not typed.strip():
            return evaluation.suggestions(position, limit)
        return evaluation.continuations(position, typed, limit)

    def steps(self, position: Position, so_far: Sequence[str]) -> Step[Move]:
        """The urchin and its target, a location to enter, or stealing; then up or down."""
        return steps.steps(position, so_far)

    def obstacle(self, position: Position, move: Move) -> tuple[str, ...]:
        """The urchins, the constable, or the space out of reach that the refusal speaks of."""
        return refusals.obstacle(position, move)

    def hints(self, position: Position, player: int) -> Mapping[str, tuple[Hint, ...]]:
        """Whose urchins can come home, and which of them a rival can bump off an end."""
        return hints.hints(position, player)

    def sketch(self, position: Position) -> str:
        """The columns in plain characters, with everybody's cubes, hands and homes."""
        return text_board.sketch(position)

    def about(self, position: Position, cell: str, names: Names) -> str:
        """Who stands on a space, or in a location like `A`. Raises NotationError."""
        return text_board.about(position, cell, names)

    def nearest(self, position: Position, text: str, limit: int = 3) -> list[Move]:
        """The legal moves nearest to a refused one: of the same urchin if it has any."""
        near = evaluation.nearest(position, text, limit)
        return near or super().nearest(position, text[:40], limit)


def _constables(options: Options, locations: int) -> list[int]:
    spaces = options.get("constables", USUAL[:locations])
    if isinstance(spaces, list | tuple) and len(spaces) == locations:
        stand = [space for space in spaces if type(space) is int and space in BEATS]
        if len(stand) == locations:
            return stand
    raise BadOptions(
        f"There is a constable on a space from 1 to 9 of each of the {locations} locations, "
        f"one more than players. Set constables to {locations} such numbers."
    )


GAME = Urchins()
