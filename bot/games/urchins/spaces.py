"""One space of Urchins in words."""

from bot.games.core import Names, NotationError
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
)


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
