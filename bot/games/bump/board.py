"""The board of Bump and its pieces: two hexagonal areas joined at their six corners.

Spaces have names outside ("C1", "05", "011") and numbers inside: their place in `SPACES`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.games.core import BadOptions, Options, opponent
from bot.games.hexes import DIRECTIONS, Cell, opposite, shifted

RADIUS = 5
PLAYERS = (1, 2)
HAS_ENDS = True
"""Each player has an area of the board."""

MOST_RESERVES = 3


# Spaces


def _area(player: int) -> dict[str, Cell]:
    # The spaces of a player's area by name, each at its cell as seen from the center.
    cells = {f"C{player}": (0, 0)}
    for axis in DIRECTIONS:
        # Axis k leaves the first center in direction k and reaches the second from its far side.
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


def shown(space: str) -> str:
    """A space as players read and write it: a center is C, as it is always clear which."""
    return "C" if space.startswith("C") else space


NUMBER: dict[str, int] = {name: number for number, name in enumerate(SPACES)}
GATES: tuple[str, ...] = tuple(f"{k}5" for k in DIRECTIONS)
CENTER: dict[int, int] = {player: NUMBER[f"C{player}"] for player in PLAYERS}


def _neighbors(name: str) -> tuple[str | None, ...]:
    # The space beyond each side, None for a wall. A gate has sides into both areas.
    found: list[str | None] = [None] * 6
    for cells in AREA_CELLS.values():
        if name in cells:
            there = {cell: space for space, cell in cells.items()}
            for k in DIRECTIONS:
                found[k] = there.get(shifted(cells[name], k)) or found[k]
    return tuple(found)


NEIGHBORS: dict[str, tuple[str | None, ...]] = {name: _neighbors(name) for name in SPACES}
"""For each space its neighbor in each direction, None if it is a wall."""

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
"""The existing neighbors, each with its direction."""


# Pieces


def code(player: int, facing: int) -> int:
    """A piece as one number. An empty space is 0."""
    return 8 * player + facing


def owner(piece: int) -> int:
    return piece >> 3


def facing(piece: int) -> int:
    return piece & 7


@dataclass(frozen=True, slots=True)
class Position:
    """Who is where and whose turn it is.

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


EMPTY = bytes(len(SPACES))


def place(pieces: Sequence[tuple[str, int, int]]) -> bytes:
    """The board with these pieces, each as (space, player, facing)."""
    board = bytearray(EMPTY)
    for space, player, direction in pieces:
        board[NUMBER[space]] = code(player, direction)
    return bytes(board)


# The start


def start(options: Options) -> Position:
    """Twelve pieces around each center. The option `reserve` is two numbers, 0 to 3."""
    pieces = [(s, player, f) for player in PLAYERS for s, f in STARTS[player]]
    return Position(place(pieces), 1, _reserves(options))


def _reserves(options: Options) -> tuple[int, int]:
    if unknown := sorted(set(options) - {"reserve"}):
        raise BadOptions(f"Bump has no option {unknown[0]}. Its one option is reserve.")
    match options.get("reserve", [0, 0]):
        case [int(first), int(second)] if _is_reserve(first) and _is_reserve(second):
            return first, second
    raise BadOptions("The reserve is two numbers from 0 to 3, one for each player, like [0, 1].")


def _is_reserve(number: object) -> bool:
    # True and False are whole numbers to Python, but not to players.
    return type(number) is int and 0 <= number <= MOST_RESERVES


def occupied(position: Position) -> Mapping[str, str]:
    return {space: str(player) for space, player, _ in position.pieces()}
