"""The board of Urchins: locations that are columns of spaces, and what each player holds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LOCATIONS = "ABCDEF"
TOP, START, BOTTOM = 0, 5, 10
SPACES = range(TOP, BOTTOM + 1)
BEATS = range(TOP + 1, BOTTOM)
"""Where a constable can stand: on no end of a column, so there is always a space past it."""

UP, DOWN = -1, 1
WAYS = (UP, DOWN)
SIGN = {UP: "^", 0: "", DOWN: "v"}
"""How a way is written; 0 where there is nothing to choose."""

ENDS = {UP: TOP - 1, DOWN: BOTTOM + 1}
"""Just past each end of a column: home, for an urchin that moves there by itself."""

URCHINS = 5
CUBES = 2
"""The cubes of each location a player begins with, and what a space of movement costs."""

CROWD = 2
"""A player with so many urchins in a location can't enter another one there."""

ENOUGH = 3
"""The urchins home that make a round the last one."""

Column = tuple[int, ...]
"""The player on each space from 0 to 10; 0 where no urchin stands."""

EMPTY: Column = (0,) * len(SPACES)


@dataclass(frozen=True, slots=True)
class Position:
    """Everything there is to know about a game of Urchins.

    `hands`, `homes` and `cubes` are by player, cubes then by location. `quiet` counts the turns
    since an urchin last came home, of those who still play. `left` are the players who no longer
    do: they hold nothing.
    """

    constables: tuple[int, ...]
    columns: tuple[Column, ...]
    hands: tuple[int, ...]
    homes: tuple[int, ...]
    cubes: tuple[tuple[int, ...], ...]
    turn: int = 1
    quiet: int = 0
    left: tuple[int, ...] = ()

    @property
    def players(self) -> range:
        """Everybody who began the game."""
        return range(1, len(self.hands) + 1)

    @property
    def playing(self) -> tuple[int, ...]:
        """Those who still play, in order of play."""
        return tuple(player for player in self.players if player not in self.left)

    @property
    def locations(self) -> range:
        """The locations by number: A is 0."""
        return range(len(self.columns))

    def pieces(self) -> Iterator[tuple[str, int]]:
        """The space and player of every urchin on the board, column by column from the top."""
        for location, column in enumerate(self.columns):
            for space, player in enumerate(column):
                if player:
                    yield name(location, space), player

    def urchins(self, player: int) -> Iterator[tuple[int, int]]:
        """The location and space of each urchin of a player."""
        for location, column in enumerate(self.columns):
            for space, owner in enumerate(column):
                if owner == player:
                    yield location, space

    def is_occupied(self, location: int, space: int) -> bool:
        """Whether an urchin or the constable stands there."""
        return self.columns[location][space] > 0 or self.constables[location] == space

    def following(self, player: int) -> int:
        """Whose turn comes after that of a player."""
        later = [other for other in self.playing if other > player]
        return later[0] if later else self.playing[0]


def name(location: int, space: int) -> str:
    """What a space is called: `A5`."""
    return f"{LOCATIONS[location]}{space}"


def home(location: int, way: int) -> str:
    """What home past an end of a location is called, as in move texts: `A-home^`."""
    return f"{LOCATIONS[location]}-home{SIGN[way]}"


def place(space: str) -> tuple[int, int]:
    """The location and number of a space that is called so."""
    return LOCATIONS.index(space[0]), int(space[1:])


def begun(constables: Sequence[int]) -> Position:
    """The first position: nobody is on the board; there is one location more than players."""
    players = len(constables) - 1
    return Position(
        constables=tuple(constables),
        columns=(EMPTY,) * len(constables),
        hands=(URCHINS,) * players,
        homes=(0,) * players,
        cubes=((CUBES,) * len(constables),) * players,
    )


def changed(values: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    """The values with one of them so much larger."""
    return (*values[:place], values[place] + by, *values[place + 1 :])
