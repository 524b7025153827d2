"""The board of Bounce and its stacks, on the dark squares of eight by eight.

Squares have names outside ("a1") and numbers inside: their place in `SQUARES`. A stack is its
pieces' owners from the bottom to the top, as bytes; the top piece owns it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.games.core import BadOptions, Options
from bot.games.phrases import comma_list
from bot.games.squares import Square, name

SIZE = 8
PLAYERS = (1, 2)
HAS_ENDS = True
"""Each player begins at an end of the board."""

LETTERS = "PY"
"""The letters of the players in position texts."""

PLACES: tuple[Square, ...] = tuple(
    (file, rank) for file in range(SIZE) for rank in range(SIZE) if (file + rank) % 2 == 0
)
"""The 32 dark squares in the order of the position text: by file, then by rank."""

SQUARES: tuple[str, ...] = tuple(map(name, PLACES))
NUMBER: Mapping[str, int] = {square: number for number, square in enumerate(SQUARES)}

DIAGONALS: tuple[Square, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
"""The diagonal steps, clockwise from the one to the right and up."""

HEADINGS = range(4)
FORWARD: Mapping[int, tuple[int, ...]] = {1: (0, 3), 2: (1, 2)}
"""The headings, as places in `DIAGONALS`, in which a player's single piece may set out."""


def _step(square: Square, heading: int) -> tuple[int, int]:
    # The next square of a run and the heading there: at a rail the blocked part of it flips.
    step = DIAGONALS[heading]
    file, rank = (s if 0 <= at + s < SIZE else -s for at, s in zip(square, step, strict=True))
    onward = square[0] + file, square[1] + rank
    return PLACES.index(onward), DIAGONALS.index((file, rank))


AHEAD: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple(_step(square, heading) for heading in HEADINGS) for square in PLACES
)
"""For each square and heading the next square of a run, and the heading there."""


# Starts

FIRST_RANKS: Mapping[int, tuple[int, int]] = {1: (0, 1), 2: (7, 6)}
"""For each player the rear rank and the one before it."""

THIRD_RANK: Mapping[int, tuple[str, ...]] = {1: ("c3", "e3"), 2: ("d6", "f6")}
VARIANTS = ("standard", "ten", "accelerating", "chess")
MOST_PIECES = 64
"""More than any variant brings to the board: a bound for positions that are read."""

Stacks = tuple[bytes, ...]
"""The stack on each square, empty if there is none."""


def opening(variant: str) -> Stacks:
    stacks = [b""] * len(SQUARES)
    for player in PLAYERS:
        rear, front = FIRST_RANKS[player]
        for number, (_, rank) in enumerate(PLACES):
            if rank in (rear, front):
                height = 2 if variant == "chess" and rank == rear else 1
                stacks[number] = bytes([player]) * height
        for square in THIRD_RANK[player] if variant == "ten" else ():
            stacks[NUMBER[square]] = bytes([player])
    return tuple(stacks)


# Positions


@dataclass(frozen=True, slots=True)
class Position:
    """Who is where, in which order, and whose turn it is.

    `past` is how the board looked before each turn since the last capture, after which no earlier
    position can repeat. `passed` says whether the turn before this one was a pass.
    """

    stacks: Stacks
    turn: int
    variant: str = VARIANTS[0]
    past: tuple[bytes, ...] = ()
    passed: bool = False

    def pieces(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Each stack as (square, owners from bottom to top), in the order of the position text."""
        for square, stack in zip(SQUARES, self.stacks, strict=True):
            if stack:
                yield square, tuple(stack)

    def stack(self, square: str) -> bytes:
        """The stack on a square, empty if there is none."""
        return self.stacks[NUMBER[square]]

    def repetition_key(self) -> bytes:
        """What is compared for repetitions: top owners, heights, and whose turn it is."""
        return bytes([self.turn, *(len(s) * 2 + s[-1] if s else 0 for s in self.stacks)])

    def owners(self) -> set[int]:
        return {stack[-1] for stack in self.stacks if stack}


def letters(owners: bytes | tuple[int, ...]) -> str:
    """A stack in writing, bottom to top: `PPY`."""
    return "".join(LETTERS[owner - 1] for owner in owners)


# The start


def start(options: Options) -> Position:
    """The stacks of the variant that the option names."""
    variant = variant_of(options)
    return Position(opening(variant), 1, variant)


def variant_of(options: Options) -> str:
    """The variant agreed on. Raises BadOptions."""
    if unknown := sorted(set(options) - {"variant"}):
        raise BadOptions(f"Bounce has no option {unknown[0]}. Its one option is variant.")
    variant = options.get("variant", VARIANTS[0])
    if variant not in VARIANTS:
        raise BadOptions(f"The variant of Bounce is one of {comma_list(VARIANTS, 'or')}.")
    return str(variant)


def occupied(position: Position) -> Mapping[str, str]:
    return {square: str(owners[-1]) for square, owners in position.pieces()}
