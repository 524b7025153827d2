"""The board of Bump and who stands on it: two hexagonal areas joined at their six corners.

Spaces have names outside ("C1", "05", "011") and numbers inside: their place in `SPACES`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.games.core import NotationError
from bot.games.hexes import DIRECTIONS, Cell, opposite, shifted

RADIUS = 5
PLAYERS = (1, 2)
MOST_RESERVES = 3


# Spaces


def _area(player: int) -> dict[str, Cell]:
    """The spaces of a player's area by name, each at its cell as seen from the center."""
    cells = {f"C{player}": (0, 0)}
    for axis in DIRECTIONS:
        # Axis k leaves the first center in direction k and comes to the second from behind.
        heading = axis if player == 1 else opposite(axis)
        for out in range(1, RADIUS + 1):
            number = out if player == 1 else 2 * RADIUS - out
            for aside in range(RADIUS - out + 1):
                cell = shifted(shifted((0, 0), heading, out), heading + 1, aside)
                cells[f"{axis}{number}{aside or ''}"] = cell
    return cells


AREA_CELLS: dict[int, dict[str, Cell]] = {player: _area(player) for player in PLAYERS}
"""For each area its 91 spaces, the gates among them, at their cells from the area's center."""

SPACES: tuple[str, ...] = tuple(
    sorted({*AREA_CELLS[1], *AREA_CELLS[2]}, key=lambda name: (name[0] != "C", name))
)
"""All 176 spaces in the order of the position text."""

NUMBER: dict[str, int] = {name: number for number, name in enumerate(SPACES)}
GATES: tuple[str, ...] = tuple(f"{k}5" for k in DIRECTIONS)
CENTER: dict[int, int] = {player: NUMBER[f"C{player}"] for player in PLAYERS}


def _neighbors(name: str) -> tuple[str | None, ...]:
    """The space beyond each side, None for a wall. A gate has sides into both areas."""
    found: list[str | None] = [None] * 6
    for cells in AREA_CELLS.values():
        if name in cells:
            there = {cell: space for space, cell in cells.items()}
            for k in DIRECTIONS:
                found[k] = there.get(shifted(cells[name], k)) or found[k]
    return tuple(found)


NEIGHBORS: dict[str, tuple[str | None, ...]] = {name: _neighbors(name) for name in SPACES}
"""For each space its neighbor in each direction, None where a wall is."""

STARTS: dict[int, tuple[tuple[str, int], ...]] = {
    1: tuple(s for k in DIRECTIONS for s in ((f"{k}1", k), (f"{k}11", (k + 1) % 6))),
    2: tuple(s for k in DIRECTIONS for s in ((f"{k}9", opposite(k)), (f"{k}91", (k + 4) % 6))),
}
"""Each player's twelve starting spaces with the facing that the indicator shows."""


# The same by number, for the rules

BEYOND: tuple[tuple[int | None, ...], ...] = tuple(
    tuple(None if name is None else NUMBER[name] for name in NEIGHBORS[space]) for space in SPACES
)
"""The neighbor in each direction."""

AROUND: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((k, space) for k, space in enumerate(beyond) if space is not None) for beyond in BEYOND
)
"""The neighbors there are, each with its direction."""


# Pieces


def code(player: int, facing: int) -> int:
    """A piece as one number. An empty space is 0."""
    return 8 * player + facing


def owner(piece: int) -> int:
    """Whose piece it is."""
    return piece >> 3


def facing(piece: int) -> int:
    """The direction of the piece's bumper."""
    return piece & 7


def opponent(player: int) -> int:
    """The other player."""
    return 3 - player


@dataclass(frozen=True, slots=True)
class Position:
    """Who stands where and whose turn it is.

    `board` holds the code of the piece on each space. `held` are the players who stood on the
    opposing center at the end of their own last turn.
    """

    board: bytes
    turn: int
    reserves: tuple[int, int]
    held: tuple[int, ...] = ()

    def pieces(self) -> Iterator[tuple[str, int, int]]:
        """Each piece as (space, player, facing), in the order of the position text."""
        for space, piece in enumerate(self.board):
            if piece:
                yield SPACES[space], owner(piece), facing(piece)

    def piece(self, space: str) -> tuple[int, int] | None:
        """The player and facing of the piece on a space, None where it is empty."""
        piece = self.board[NUMBER[space]]
        return (owner(piece), facing(piece)) if piece else None

    def reserve(self, player: int) -> int:
        """How many reinforcements the player has left."""
        return self.reserves[player - 1]

    def closed(self, player: int) -> tuple[int, ...]:
        """The centers that no piece of the player may be shifted into now."""
        if player == self.turn and player in self.held:
            return CENTER[player], CENTER[opponent(player)]
        return (CENTER[player],)


def place(pieces: Sequence[tuple[str, int, int]]) -> bytes:
    """The board with these pieces, each as (space, player, facing)."""
    board = bytearray(len(SPACES))
    for space, player, direction in pieces:
        board[NUMBER[space]] = code(player, direction)
    return bytes(board)


# Position text


def write(position: Position) -> str:
    """The position's text: `PLAYER1;PLAYER2;TURN;R1,R2;HELD`."""
    sides = {
        player: [f"{s}-{f}" for s, p, f in position.pieces() if p == player] for player in PLAYERS
    }
    first, second = (" ".join(sides[player]) or "-" for player in PLAYERS)
    held = "".join(map(str, position.held)) or "-"
    return f"{first};{second};{position.turn};{position.reserves[0]},{position.reserves[1]};{held}"


TEXT = re.compile(r"([^;]*);([^;]*);([12]);([0-3]),([0-3]);(-|1|2|12)")
EXAMPLE = "01-0 011-1;09-3 091-4;1;0,0;-"


def read(text: str) -> Position:
    """The position of a position text. Raises NotationError."""
    fields = TEXT.fullmatch(re.sub(r"\s*([;,])\s*", r"\1", text.strip()))
    if not fields:
        raise NotationError(
            "A position of Bump is five fields with ; between: the first player's pieces, the "
            "second player's, the player to move (1 or 2), the reserves (0 to 3) and who held "
            f"the opposing center (-, 1, 2 or 12). Example: {EXAMPLE}"
        )
    first, second, turn, reserve, other_reserve, held = fields.groups()
    reserves = (int(reserve), int(other_reserve))
    pieces = [*_side(first, 1, reserves[0]), *_side(second, 2, reserves[1])]
    _refuse_crowding(pieces)
    return Position(place(pieces), int(turn), reserves, tuple(map(int, held.strip("-"))))


def _side(text: str, player: int, reserve: int) -> list[tuple[str, int, int]]:
    words = [] if text.strip() == "-" else text.upper().split()
    most = len(STARTS[player]) + MOST_RESERVES - reserve
    if len(words) > most:
        raise NotationError(f"Player {player} can't have more than {most} pieces here.")
    return [_piece(word, player) for word in words]


def _piece(word: str, player: int) -> tuple[str, int, int]:
    space, _, direction = word.partition("-")
    if space not in NUMBER or direction not in tuple("012345"):
        raise NotationError(f"{word} is no piece. Write a space and a facing 0 to 5, like 011-1.")
    if NUMBER[space] == CENTER[player]:
        raise NotationError(f"{word}: a piece of player {player} can't stand on its own center.")
    return space, player, int(direction)


def _refuse_crowding(pieces: Sequence[tuple[str, int, int]]) -> None:
    spaces = [space for space, _, _ in pieces]
    for space in spaces:
        if spaces.count(space) > 1:
            raise NotationError(f"{space} holds two pieces. A space has room for one.")
