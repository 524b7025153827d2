"""A turn of Urchins: the legal moves, and their effects."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.games.core import Bumped, Effect, Moved, Outcome, Placed, Turn
from bot.games.urchins.board import (
    BOTTOM,
    CUBES,
    DOWN,
    EMPTY,
    ENDS,
    LAST_HOMES,
    MOST_THERE,
    SPACES,
    START,
    TOP,
    UP,
    WAYS,
    Column,
    Position,
    changed,
    home,
    name,
)

QUIET_ROUNDS = 20
"""The rounds without an urchin coming home that end the game."""

# Moves. Locations count from 0; a direction is UP or DOWN, and 0 if there is nothing to choose.


@dataclass(frozen=True, slots=True)
class Enter:
    """An urchin comes from hand to the start space of a location."""

    location: int
    way: int = 0


@dataclass(frozen=True, slots=True)
class Movement:
    """An urchin moves within its location; a target past an end is home."""

    location: int
    source: int
    target: int
    way: int = 0

    @property
    def spaces(self) -> int:
        """How far it goes, the step off the end counted."""
        return abs(self.target - self.source)

    @property
    def is_home(self) -> bool:
        """Whether it goes off an end."""
        return self.target not in SPACES

    @property
    def heading(self) -> int:
        return UP if self.target < self.source else DOWN

    @property
    def target_name(self) -> str:
        if self.is_home:
            return home(self.location, self.heading)
        return name(self.location, self.target)


@dataclass(frozen=True, slots=True)
class Steal:
    """Each urchin on the board takes one cube of its location."""


Move = Enter | Movement | Steal


# Effects. The direction of a bump is -1 for up, towards 0, and 1 for down.


class Paid(Effect, kind="pay"):
    """The player paid cubes of a location for a movement."""

    location: str
    cubes: int


class Stepped(Effect, kind="step"):
    """The player's urchin landed on the constable and stepped aside, free of charge."""

    source: str
    target: str
    direction: int


class Fell(Effect, kind="fall", removes=True):
    """An urchin of `player` was forced off the end next to `at`, back to its owner's hand."""

    at: str
    direction: int


class CameHome(Effect, kind="home"):
    """The player's urchin moved off an end along `path`: their number `home` to do so."""

    source: str
    path: tuple[str, ...]
    direction: int
    home: int


class Stole(Effect, kind="steal"):
    """The player took that many cubes of each location."""

    cubes: tuple[int, ...]


class Left(Effect, kind="leave"):
    """The player left the game; their urchins went from these spaces."""

    at: tuple[str, ...]


# The end


def outcome(position: Position) -> Outcome | None:
    """Most urchins home, then most cubes, once a round is over that ends the game."""
    playing = position.playing
    if len(playing) == 1:
        return Outcome(playing, "last")
    # Those who play have had equally many turns when the first of them is to move.
    if position.turn != playing[0]:
        return None
    if is_last_round(position):
        return _winners(position, "home")
    return _winners(position, "quiet") if position.quiet >= quiet_limit(position) else None


def is_last_round(position: Position) -> bool:
    """Whether a player has brought enough urchins home to end the game with this round."""
    return max(position.homes) >= LAST_HOMES


def quiet_limit(position: Position) -> int:
    """How many turns without an urchin coming home end the game, once the round is over."""
    return QUIET_ROUNDS * len(position.playing)


def _winners(position: Position, reason: str) -> Outcome:
    homes = {player: position.homes[player - 1] for player in position.playing}
    ahead = [player for player in homes if homes[player] == max(homes.values())]
    if len(ahead) == 1:
        return Outcome(tuple(ahead), reason)
    cubes = {player: sum(position.cubes[player - 1]) for player in ahead}
    richest = tuple(player for player in ahead if cubes[player] == max(cubes.values()))
    return Outcome(richest, f"{reason}_{'cubes' if len(richest) == 1 else 'level'}")


# Legal moves


def moves(position: Position) -> Iterator[Move]:
    """Every legal move: entering, then each urchin up and down, nearest first, then stealing."""
    if outcome(position):
        return
    for location in position.locations:
        if may_enter(position, location):
            yield from (Enter(location, way) for way in choices(position, location, START))
    mine = list(position.urchins(position.turn))
    for location, source in mine:
        yield from movements(position, location, source)
    if mine:
        yield Steal()


def may_enter(position: Position, location: int) -> bool:
    """Whether the player to move has an urchin to enter there, and fewer than two there."""
    player = position.turn
    return position.hands[player - 1] > 0 and position.columns[location].count(player) < MOST_THERE


def movements(position: Position, location: int, source: int) -> Iterator[Movement]:
    """Every movement of one urchin that the player's cubes can pay."""
    reach = position.cubes[position.turn - 1][location] // CUBES
    for way in WAYS:
        for target in range(source + way, source + way * (reach + 1), way):
            if target == ENDS[way]:
                yield Movement(location, source, target)
                break
            for choice in choices(position, location, target):
                yield Movement(location, source, target, choice)


def choices(position: Position, location: int, space: int) -> tuple[int, ...]:
    """The ways to choose from on landing: up or down on a taken space, else none."""
    return WAYS if position.is_occupied(location, space) else (0,)


# One move


def resolve(position: Position, move: Move) -> Turn[Position] | None:
    if outcome(position):
        return None
    match move:
        case Enter():
            return _entered(position, move)
        case Movement():
            return _moved(position, move)
        case Steal():
            return _stolen(position)


def _entered(position: Position, move: Enter) -> Turn[Position] | None:
    location, player = move.location, position.turn
    if location not in position.locations or not may_enter(position, location):
        return None
    if move.way not in choices(position, location, START):
        return None
    hands = changed(position.hands, player - 1, -1)
    entered = Placed(player, name(location, START))
    landed = _landed(replace(position, hands=hands), location, START, move.way)
    return Turn(landed.position, (entered, *landed.effects))


def _moved(position: Position, move: Movement) -> Turn[Position] | None:
    if not _is_payable(position, move):
        return None
    location, player = move.location, position.turn
    lifted = changed(position.columns[location], move.source, -player)
    paid = changed(position.cubes[player - 1], location, -CUBES * move.spaces)
    on_the_way = replace(
        position,
        columns=_exchanged(position.columns, location, lifted),
        cubes=(*position.cubes[: player - 1], paid, *position.cubes[player:]),
    )
    way = move.heading
    spaces = range(move.source, move.target + way, way)
    path = tuple(name(location, space) for space in spaces if space in SPACES)
    toll = Paid(player, path[0][0], CUBES * move.spaces)
    if move.is_home:
        return _came_home(on_the_way, toll, path, way)
    moved = Moved(player, path[0], path[-1], path)
    landed = _landed(on_the_way, location, move.target, move.way)
    return Turn(landed.position, (toll, moved, *landed.effects))


def _is_payable(position: Position, move: Movement) -> bool:
    location, player = move.location, position.turn
    if location not in position.locations or move.source not in SPACES:
        return False
    if position.columns[location][move.source] != player or move.target == move.source:
        return False
    if CUBES * move.spaces > position.cubes[player - 1][location]:
        return False
    if move.is_home:
        return move.target in ENDS.values() and move.way == 0
    return move.way in choices(position, location, move.target)


def _came_home(position: Position, toll: Paid, path: tuple[str, ...], way: int) -> Turn[Position]:
    player = position.turn
    homes = changed(position.homes, player - 1, 1)
    home = CameHome(player, path[0], path, way, homes[player - 1])
    # Quiet turns are counted from the turn in which an urchin comes home.
    after = replace(position, homes=homes, quiet=-1)
    return Turn(_passed_on(after), (toll, home))


def _stolen(position: Position) -> Turn[Position] | None:
    player = position.turn
    cubes = tuple(column.count(player) for column in position.columns)
    if not any(cubes):
        return None
    held = tuple(a + b for a, b in zip(position.cubes[player - 1], cubes, strict=True))
    everyone = (*position.cubes[: player - 1], held, *position.cubes[player:])
    return Turn(_passed_on(replace(position, cubes=everyone)), (Stole(player, cubes),))


# Bumping


def _landed(position: Position, location: int, space: int, way: int) -> Turn[Position]:
    player, constable = position.turn, position.constables[location]
    effects: list[Effect] = []
    if space == constable:
        step = name(location, space), name(location, space + way)
        effects.append(Stepped(player, *step, way))
        space += way
    column = list(position.columns[location])
    effects += _bumps(column, location, constable, (player, space, way))
    hands = position.hands
    for effect in effects:
        if isinstance(effect, Fell):
            hands = changed(hands, effect.player - 1, 1)
    columns = _exchanged(position.columns, location, tuple(column))
    return Turn(_passed_on(replace(position, columns=columns, hands=hands)), tuple(effects))


def _bumps(
    column: list[int], location: int, constable: int, arrival: tuple[int, int, int]
) -> Iterator[Effect]:
    # Put an urchin on a space; each urchin it meets goes on to the next, past the constable.
    arriving, space, way = arrival
    while True:
        arriving, column[space] = column[space], arriving
        if not arriving:
            return
        source, space = space, space + way
        if space == constable:
            space += way
        if not TOP <= space <= BOTTOM:
            yield Fell(arriving, name(location, source), way)
            return
        yield Bumped(arriving, name(location, source), name(location, space), way)


def _exchanged(columns: tuple[Column, ...], location: int, column: Column) -> tuple[Column, ...]:
    return (*columns[:location], column, *columns[location + 1 :])


def _passed_on(position: Position) -> Position:
    following = position.following(position.turn)
    return replace(position, turn=following, quiet=position.quiet + 1)


# Leaving


def leave(position: Position, player: int) -> Turn[Position]:
    """The position without a player: their urchins are off the board, their turns not counted."""
    spaces = tuple(name(location, space) for location, space in position.urchins(player))
    after = replace(
        position,
        columns=tuple(_without(column, player) for column in position.columns),
        hands=_emptied(position.hands, player),
        homes=_emptied(position.homes, player),
        cubes=(*position.cubes[: player - 1], (), *position.cubes[player:]),
        quiet=position.quiet - _share(position, player),
        turn=position.following(player) if position.turn == player else position.turn,
        left=tuple(sorted({*position.left, player})),
    )
    return Turn(after, (Left(player, spaces),))


def _without(column: Column, player: int) -> Column:
    return tuple(0 if owner == player else owner for owner in column) if any(column) else EMPTY


def _emptied(values: Sequence[int], player: int) -> tuple[int, ...]:
    return (*values[: player - 1], 0, *values[player:])


def _share(position: Position, player: int) -> int:
    # How many of the quiet turns were the player's: every round has one turn of each.
    playing = position.playing
    ago = (playing.index(position.turn) - playing.index(player)) % len(playing) or len(playing)
    return (position.quiet - ago) // len(playing) + 1
