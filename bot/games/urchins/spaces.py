"""One space of Urchins in words, and what can be done there."""

from collections.abc import Iterator, Sequence
from functools import partial

from bot.games.core import Bumped, Effect, Names, NotationError
from bot.games.guide import NOTHING, MovesByEffect, by_effect
from bot.games.phrases import comma_list, counted, name_of, quoted
from bot.games.urchins.board import (
    BOTTOM,
    CUBES,
    LOCATIONS,
    SPACES,
    START,
    TOP,
    WAYS,
    Position,
    home,
    name,
    occupied,
)
from bot.games.urchins.moves import CameHome, Enter, Fell, Move, Movement, Stepped, moves, resolve
from bot.games.urchins.narration import END
from bot.games.urchins.notation import write_move


def describe_cell(position: Position, cell: str, names: Names) -> str:
    """Who is on a space and next to it, or a location as a whole. Raises NotationError."""
    wanted = "".join(cell.split()).upper()
    for location in position.locations:
        if wanted == LOCATIONS[location]:
            return _location(position, location, names)
        for space in SPACES:
            if wanted == name(location, space):
                return _space(position, location, space, names)
        for way in WAYS:
            if wanted == home(location, way).upper():
                return _home(location, way)
    last = LOCATIONS[position.locations[-1]]
    raise NotationError(
        f"There is no space {quoted(cell)} on this board. "
        f"Name one like A5, or a location from A to {last}."
    )


def _location(position: Position, location: int, names: Names) -> str:
    letter = LOCATIONS[location]
    urchins = [
        f"{name_of(player, names)}'s on {name(location, space)}"
        for space, player in enumerate(position.columns[location])
        if player
    ]
    cubes = [
        f"{name_of(player, names)} {position.cubes[player - 1][location]}"
        for player in position.playing
    ]
    constable = name(location, position.constables[location])
    there = f"The urchins there: {comma_list(urchins)}." if urchins else "It has no urchins."
    return (
        f"Location {letter}: its constable is on {constable}. {there} "
        f"{letter} cubes: {', '.join(cubes)}."
    )


def _space(position: Position, location: int, space: int, names: Names) -> str:
    here = name(location, space)
    start = ", where urchins enter," if space == START else ""
    beside = [
        f"{word} {_beside(position, location, space + way, names)}"
        for way, word in zip(WAYS, ("up", "down"), strict=True)
    ]
    owner = position.columns[location][space]
    means = [_means(position, location, owner, names)] if owner else []
    contents = _contents(position, location, space, names)
    return " ".join((f"{here}{start} {contents}.", f"Beside it: {'; '.join(beside)}.", *means))


def _contents(position: Position, location: int, space: int, names: Names) -> str:
    owner = position.columns[location][space]
    if owner:
        return f"holds {name_of(owner, names)}'s urchin"
    return "is the constable's" if position.constables[location] == space else "is empty"


def _beside(position: Position, location: int, space: int, names: Names) -> str:
    if space not in SPACES:
        return "home"
    here, owner = name(location, space), position.columns[location][space]
    if owner:
        return f"{here}, {name_of(owner, names)}'s urchin"
    return f"{here}, {'the constable' if position.constables[location] == space else 'empty'}"


def _means(position: Position, location: int, player: int, names: Names) -> str:
    cubes = position.cubes[player - 1][location]
    letter, reach = LOCATIONS[location], cubes // CUBES
    far = f"enough for {counted(reach, 'space')}" if reach else "too few to move it"
    return f"{name_of(player, names)} has {counted(cubes, f'{letter} cube')}, {far}."


def _home(location: int, way: int) -> str:
    last, word = (TOP, "top") if way < 0 else (BOTTOM, "bottom")
    return (
        f"{home(location, way)} is home, off the {word} of location {LOCATIONS[location]}, "
        f"a step beyond {name(location, last)} that costs {CUBES} cubes. Who is bumped there falls "
        "back to the hand."
    )


# What can be done there


MOST_NAMED = 4
"""How many links of a chain are named in a list of moves; the others are counted."""


def moves_by_effect(position: Position, cell: str, names: Names) -> MovesByEffect:
    """The movements of an own urchin by whom they bump, or the moves that bump another one. On the
    start space, and for the location as a whole, there is entering, too."""
    describe_cell(position, cell, names)  # refuses what is not there
    wanted = "".join(cell.split()).upper()
    space = f"{wanted}{START}" if wanted in LOCATIONS else wanted
    listed = partial(by_effect, position, resolve=resolve, text_of=write_move)
    if wanted == space and occupied(position).get(space, own := str(position.turn)) != own:
        return listed(moves(position), effect=partial(_done_to, space))
    begun = (move for move in moves(position) if _begins(move) == space)
    return listed(begun, effect=partial(_done, position.turn, names))


def _begins(move: Move) -> str:
    match move:
        case Enter(location):
            return name(location, START)
        case Movement(location, source):
            return name(location, source)
    return ""


def _done_to(space: str, effects: Sequence[Effect]) -> str:
    for effect in effects:
        match effect:
            case Bumped(_, source, target) if source == space:
                return f"bumps it to {target}"
            case Fell(_, at, direction) if at == space:
                return f"bumps it off the {END[direction]}"
    return ""


def _done(mover: int, names: Names, effects: Sequence[Effect]) -> str:
    parts = [*_deeds(mover, names, effects)]
    hidden = len(parts) - MOST_NAMED
    more = [counted(hidden, "more bump")] if hidden > 0 else []
    return ", ".join([*parts[:MOST_NAMED], *more]) or f"{NOTHING}urchin bumped"


def _deeds(mover: int, names: Names, effects: Sequence[Effect]) -> Iterator[str]:
    for effect in effects:
        match effect:
            case CameHome(direction=direction):
                yield f"comes home off the {END[direction]}"
            case Stepped(_, _, target):
                yield f"steps past the constable to {target}"
            case Bumped(player, source, target):
                yield f"bumps {_owned(player, mover, names)} {source} to {target}"
            case Fell(player, at, direction):
                yield f"bumps {_owned(player, mover, names)} {at} off the {END[direction]}"


def _owned(player: int, mover: int, names: Names) -> str:
    return "own" if player == mover else f"{name_of(player, names)}'s"
