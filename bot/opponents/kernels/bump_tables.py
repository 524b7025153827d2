"""Flat tables of Bump for its kernel, made from the rules' own board.

Spaces have the rules' numbers, and `WALL` is beyond the rim: a space where nobody ever is. A piece
is 8 x player + facing. What is `aimed` at a space is a mask of the sides from which bumpers face
it.
"""

from array import array
from itertools import product
from random import Random

from bot.games.bump.board import AROUND, BEYOND, CENTER, PLAYERS, SPACES, STARTS, code
from bot.games.bump.board import NUMBER as NUMBERS
from bot.games.bump.moves import TURNS
from bot.games.core import opponent
from bot.games.hexes import DIRECTIONS, opposite

WALL = len(SPACES)
PIECES = tuple(code(player, k) for player in PLAYERS for k in DIRECTIONS)
NO_WAY = 6
"""Means a direction that does not exist, or is ambiguous."""

# The board


def _next(space: int, direction: int) -> int:
    beyond = BEYOND[space][direction] if space < WALL and direction in DIRECTIONS else None
    return WALL if beyond is None else beyond


NEXT = bytes(_next(space, direction) for space in range(WALL + 1) for direction in range(8))
"""The space beyond a side, by 8 x space + direction."""

BESIDE = tuple(bytes(near for _, near in around) for around in AROUND)
"""The neighbors of each space."""

SETUP = ((), *(tuple(NUMBERS[name] for name, _ in STARTS[player]) for player in PLAYERS))
"""The starting spaces by player, where reinforcements come."""

DOORS = bytes((0, CENTER[2], CENTER[1]))
"""The center that a player has to reach, by player."""


def _apart(space: int) -> bytes:
    steps = bytearray([255] * 256)
    steps[space], edge = 0, [space]
    for here in edge:
        for _, near in AROUND[here]:
            if steps[near] == 255:
                steps[near] = steps[here] + 1
                edge.append(near)
    return bytes(steps)


APART = tuple(_apart(space) for space in range(WALL))
"""The steps between two spaces of an empty board; 255 from and to a non-space."""

# Bumpers

AIMS = bytes(1 << opposite(piece & 7) if piece & 7 < 6 else 0 for piece in range(24))
"""The side, as a bit, from which a piece's bumper touches the space before it."""

BLIND = bytes(63 ^ (1 << (piece & 7)) if piece in PIECES else 0 for piece in range(24))
"""The sides, as bits, from which a piece can be bumped: all but its bumper's."""


def _away(aimed: int) -> int:
    sides = [k for k in DIRECTIONS if aimed >> k & 1]
    return opposite(sides[0]) if len(sides) == 1 else NO_WAY


AWAY = bytes(_away(aimed) for aimed in range(64))
"""Where the one piece that aims from a side bumps to; `NO_WAY` unless it is just one."""

LAST_SIDE = bytes(max(aimed.bit_length() - 1, 0) for aimed in range(64))
"""The highest of the sides from which pieces aim."""


def _calm(aimed: int, beside: int) -> int:
    # The facings that lead to no bump: at the one that aims here, or else away from everybody.
    if aimed:
        return aimed if aimed & (aimed - 1) == 0 else 0
    return 63 ^ beside


CALM = bytes(_calm(aimed, beside) for aimed in range(64) for beside in range(64))
"""The facings, as bits, that lead to no bump on a space, by 64 x aimed + the sides with pieces."""

# Movement


def _ends(piece: int, shifts: int, calm: int) -> bytes:
    # The calm ones among the facings after that many shifts.
    if piece not in PIECES:
        return b""
    facings = [k for k in TURNS[piece & 7][shifts] if shifts or k != piece & 7]
    return bytes(piece & 24 | k for k in facings if calm >> k & 1)


_MOVED = tuple(product(range(24), range(4), range(64)))

STILL = tuple(_ends(piece, shifts, calm) for piece, shifts, calm in _MOVED)
"""What a piece may be after a movement without a bump, by 256 x piece + 64 x shifts + the calm
facings of the space where it ends."""

BUMPING = tuple(_ends(piece, shifts, 63 ^ calm) for piece, shifts, calm in _MOVED)
"""What it may be after a movement that bumps."""

# Points

PIECE = 1000
RESERVE = 800
NEARNESS = (800, 240, 190, 150, 115, 85, 60, 40, 20)
"""By the steps to the opposing center: each nearer step counts for more; 500 to stand there."""

GUARDED = 2
"""Pieces up to this many steps from their own center guard it."""

GUARDING = (0, 60, 120, 150, 160)
"""By the number of guards; more of them count for no more."""

GUARD, OTHER_GUARD = 1 << 20, 1 << 26
"""A guard in a sum, one of the player of the sum and one of the other."""

EVEN = GUARD >> 1
"""The sum of nothing, so that the points of a sum are never negative."""


def _value(piece: int, space: int, player: int) -> int:
    if piece not in PIECES or space >= WALL:
        return 0
    owner = piece >> 3
    near = APART[CENTER[opponent(owner)]][space]
    points = PIECE + (NEARNESS[near] if near < len(NEARNESS) else 0)
    is_guard = APART[CENTER[owner]][space] <= GUARDED
    if owner == player:
        return points + is_guard * GUARD
    return is_guard * OTHER_GUARD - points


SIDE = 13
"""Bits of a piece and its space in `VALUES`."""

VALUES = array(
    "q",
    (
        _value(piece, space, player)
        for player in (0, *PLAYERS)
        for piece in range(32)
        for space in range(256)
    ),
)
"""What a piece on a space adds to the player's sum, by 8192 x player + 256 x piece + space.

A sum holds points in 20 bits, and above them how many guards the player has and the other.
"""


def _safety(guards: int) -> int:
    mine, theirs = (GUARDING[min(n, len(GUARDING) - 1)] for n in (guards & 63, guards >> 6))
    return mine - theirs - EVEN - guards * GUARD


SAFETY = array("q", (_safety(guards) for guards in range(1 << 12)))
"""What to add to a sum for the worth, by what the sum holds above its points."""

# Hashes


def _hashes(number: int, seed: int) -> tuple[int, ...]:
    chance = Random(seed)
    return tuple(chance.getrandbits(64) for _ in range(number))


HASHES = array("Q", _hashes(24 * 256, seed=1))
"""Of a piece on a space, by 256 x piece + space."""

MORE_HASHES = array("Q", _hashes(128, seed=2))
"""Of everything else, by 64 x (the player to move - 1) + 16 x who held + 4 x reserve + other
reserve."""
