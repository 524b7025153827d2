"""The board of Urchins: locations that are columns of spaces, and what each player has."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from bot.games.core import BadOptions, Options

LOCATIONS = "ABCDEF"
TOP, START, BOTTOM = 0, 5, 10
SPACES = range(TOP, BOTTOM + 1)
CONSTABLE_SPACES = range(TOP + 1, BOTTOM)
"""Where a constable can be: not at the ends of a column, so there is always a space past it."""

UP, DOWN = -1, 1
WAYS = (UP, DOWN)
SIGN = {UP: "^", 0: "", DOWN: "v"}
"""How a direction is written; 0 if there is nothing to choose."""

ENDS = {UP: TOP - 1, DOWN: BOTTOM + 1}
"""Just past each end of a column: home, for an urchin that moves there in its own turn."""

URCHINS = 5
CUBES = 2
"""The cubes of each location a player begins with, and what a space of movement costs."""

MOST_THERE = 2
"""A player with this many urchins in a location can't enter another one there."""

LAST_HOMES = 3
"""The number of urchins home that makes a round the last one."""

Column = tuple[int, ...]
"""The player on each space from 0 to 10; 0 for no urchin."""

EMPTY: Column = (0,) * len(SPACES)


@dataclass(frozen=True, slots=True)
class Position:
    """The whole state of a game of Urchins.

    `hands`, `homes` and `cubes` are by player, cubes then by location. `quiet` counts the turns
    since an urchin last came home, of those who still play. `left` are the players who no longer
    do: they have nothing.
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
        for location, column in enumerate(self.columns):
            for space, owner in enumerate(column):
                if owner == player:
                    yield location, space

    def is_occupied(self, location: int, space: int) -> bool:
        return self.columns[location][space] > 0 or self.constables[location] == space

    def following(self, player: int) -> int:
        """Whose turn comes after that of a player."""
        later = [other for other in self.playing if other > player]
        return later[0] if later else self.playing[0]


def name(location: int, space: int) -> str:
    """The name of a space: `A5`."""
    return f"{LOCATIONS[location]}{space}"


def home(location: int, way: int) -> str:
    """The name of home past an end of a location, as in move texts: `A-home^`."""
    return f"{LOCATIONS[location]}-home{SIGN[way]}"


def place(space: str) -> tuple[int, int]:
    """The location and number of a space by its name."""
    return LOCATIONS.index(space[0]), int(space[1:])


def changed(values: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    """The values with one of them increased by that much."""
    return (*values[:index], values[index] + by, *values[index + 1 :])


# The start

COUNTS = range(2, len(LOCATIONS))
"""How many can play."""

USUAL = (3, 7, 2, 8, 4, 6)
"""The constables of a position for which none were drawn."""


def start(options: Options) -> Position:
    """The board without urchins. Options: `players` (default 2), and `constables`."""
    if unknown := sorted(set(options) - {"players", "constables"}):
        raise BadOptions(f"Urchins has no option {unknown[0]}: it has players and constables only.")
    players = options.get("players", COUNTS[0])
    if type(players) is not int or players not in COUNTS:
        raise BadOptions("Urchins takes 2 to 5 players. Set players to one of these numbers.")
    locations = players + 1
    return Position(
        constables=_constables(options, locations),
        columns=(EMPTY,) * locations,
        hands=(URCHINS,) * players,
        homes=(0,) * players,
        cubes=((CUBES,) * locations,) * players,
    )


def prepare(options: Options, players: int, chance: Random) -> Options:
    """The number of players, and a constable drawn for every location."""
    drawn = [chance.choice(CONSTABLE_SPACES) for _ in range(players + 1)]
    return {"constables": drawn, **options, "players": players}


def _constables(options: Options, locations: int) -> tuple[int, ...]:
    spaces = options.get("constables", USUAL[:locations])
    if isinstance(spaces, list | tuple) and len(spaces) == locations:
        stand = tuple(space for space in spaces if type(space) is int and space in CONSTABLE_SPACES)
        if len(stand) == locations:
            return stand
    raise BadOptions(
        f"There is a constable on a space from 1 to 9 of each of the {locations} locations, "
        f"one more than players. Set constables to {locations} such numbers."
    )


def occupied(position: Position) -> Mapping[str, str]:
    return {space: str(player) for space, player in position.pieces()}
