"""Urchins in sentences and characters: what a turn did, and the position in words."""

from collections.abc import Callable, Sequence
from textwrap import wrap

from bot.games.core import Bumped, Effect, Moved, Names, NotationError, Placed
from bot.games.phrases import NOBODY, brief_name, comma_list, counted, name_of, quoted
from bot.games.urchins.board import (
    BOTTOM,
    CUBES,
    LAST_HOMES,
    LOCATIONS,
    SPACES,
    START,
    TOP,
    WAYS,
    Position,
    home,
    name,
)
from bot.games.urchins.moves import (
    CameHome,
    Fell,
    Left,
    Paid,
    Stepped,
    Stole,
    is_last_round,
    outcome,
    quiet_limit,
)

END = {-1: "top", 1: "bottom"}
STEP = {-1: "up", 1: "down"}

# A turn

MOST_NAMED = 4
"""How many links of a chain are told one by one; the others are counted."""


def tell(effects: Sequence[Effect], names: Names) -> str:
    """What the player did, what that set off, and the warning of a last round."""
    links = [effect for effect in effects if isinstance(effect, Bumped | Fell)]
    sentences = [_action(effects, names)]
    if links:
        sentences.append(_chain(links, _mover(effects), names))
    if any(isinstance(effect, CameHome) and effect.home >= LAST_HOMES for effect in effects):
        sentences.append("This is the last round!")
    return " ".join(filter(None, sentences))


def _action(effects: Sequence[Effect], names: Names) -> str:
    words = [ACTIONS[type(effect)](effect, names) for effect in effects if type(effect) in ACTIONS]
    return "".join(words) + "." if words else ""


def _placed(effect: Placed, names: Names) -> str:
    return f"{name_of(effect.player, names)} enters an urchin on {effect.at}"


def _paid(effect: Paid, names: Names) -> str:
    return f"{name_of(effect.player, names)} pays {effect.cubes} {effect.location} cubes"


def _moved(effect: Moved, names: Names) -> str:
    return f" and moves {effect.source} to {effect.target}"


def _stepped(effect: Stepped, names: Names) -> str:
    way = STEP[effect.direction]
    return f", meets the constable on {effect.source} and steps {way} to {effect.target}"


def _came_home(effect: CameHome, names: Names) -> str:
    end = END[effect.direction]
    return f" and brings {effect.source} home off the {end}: {effect.home} home now"


def _stole(effect: Stole, names: Names) -> str:
    takes = [f"{n} {letter}" for letter, n in zip(LOCATIONS, effect.cubes, strict=False) if n]
    cubes = "cube" if sum(effect.cubes) == 1 else "cubes"
    return f"{name_of(effect.player, names)} steals {comma_list(takes)} {cubes}"


def _left(effect: Left, names: Names) -> str:
    who = name_of(effect.player, names)
    if not effect.at:
        return f"{who} had no urchin on the board"
    one = len(effect.at) == 1
    what = f"urchin{'' if one else 's'} on {comma_list(effect.at)} leave{'s' if one else ''}"
    return f"{who}'s {what} the board"


ACTIONS: dict[type[Effect], Callable[..., str]] = {
    Placed: _placed,
    Paid: _paid,
    Moved: _moved,
    Stepped: _stepped,
    CameHome: _came_home,
    Stole: _stole,
    Left: _left,
}


def _mover(effects: Sequence[Effect]) -> int:
    return next(e.player for e in effects if isinstance(e, Placed | Paid))


def _chain(links: Sequence[Bumped | Fell], mover: int, names: Names) -> str:
    named = links if len(links) <= MOST_NAMED + 1 else [*links[: MOST_NAMED - 1], links[-1]]
    words, called = list[str](), {mover: "their own urchin"}
    for link in named:
        owner = name_of(link.player, names)
        owned = f"{owner}'s" if words else f"{owner}'s urchin"
        words.append(_link(link, called.get(link.player, owned), is_tied=bool(words)))
        called = {link.player: "another"}
    hidden = len(links) - len(named)
    if hidden:
        words[-1] = _link(links[-1], f"{owner}'s urchin", is_tied=False)
        words.insert(-1, f"{hidden} more in turn")
    return f"It bumps {', which bumps '.join(words)}."


def _link(link: Bumped | Fell, whose: str, *, is_tied: bool) -> str:
    # One bumped by the piece just named is where that piece lands.
    if isinstance(link, Fell):
        at = "" if is_tied else f" on {link.at}"
        return f"{whose}{at} off the {END[link.direction]}, back to its owner's hand"
    past = abs(int(link.source[1:]) - int(link.target[1:])) > 1
    start = "" if is_tied else f" from {link.source}"
    return f"{whose}{start} {'past the constable ' * past}to {link.target}"


# A position


def describe(position: Position, names: Names, *, over: bool = False) -> str:
    """Whose turn it is, the constables, and what each player has, on the board and off it."""
    result = outcome(position)
    status = "" if over else f" {name_of(position.turn, names)} is to move."
    if result:
        status = f" {comma_list([name_of(player, names) for player in result.winners])} won."
    beats = [name(n, space) for n, space in enumerate(position.constables)]
    sentences = [f"Urchins.{status} Constables: {' '.join(beats)}."]
    sentences += [_holding(position, player, names) for player in position.players]
    return " ".join(sentences)


def _holding(position: Position, player: int, names: Names) -> str:
    if player in position.left:
        return f"{name_of(player, names)} has left."
    spaces = " ".join(name(*at) for at in position.urchins(player))
    out = f"on {spaces}" if spaces else "none on the board"
    hand, home = position.hands[player - 1], position.homes[player - 1]
    held = zip(LOCATIONS, position.cubes[player - 1], strict=False)
    cubes = " ".join(f"{letter}{number}" for letter, number in held)
    who = name_of(player, names)
    return f"{who}: {out}; {hand} in hand, {home} home; cubes {cubes}."


# The text board

LEGEND = """\
1 to 5: an urchin of that player. #: the constable.
.: an empty space. >: to move."""

WIDTH = 9
"""Characters before the columns, at least."""

TITLE = 8
"""Characters of a name before the columns: with five players the lines are to fit a phone."""

LINE = 58
"""Characters of a line of words."""


def text_board(position: Position, names: Names = NOBODY, *, over: bool = False) -> str:
    """The columns side by side from the top, then what every player has, and the end in sight."""
    letters = [LOCATIONS[location] for location in position.locations]
    rows: list[Row] = [("", letters, ())]
    rows += [
        ("home" if space not in SPACES else str(space), _spaces(position, space), ())
        for space in range(TOP - 1, BOTTOM + 2)
    ]
    rows += [("cubes", letters, ("hand", "home"))]
    rows += [_held(position, player, names, over) for player in position.players]
    width = max(WIDTH, *(len(title) for title, *_ in rows))
    lines = (_row(width, *row) for row in rows)
    return "\n".join(filter(None, (LEGEND, *lines, _end(position, names, over))))


Row = tuple[str, Sequence[str], Sequence[str]]
"""The text before the columns, in them, and after them."""


def _row(width: int, title: str, cells: Sequence[str], more: Sequence[str]) -> str:
    numbers = "".join(f" {cell:>3}" for cell in cells)
    return f"{title:<{width}}{numbers}{''.join(f' {cell:>4}' for cell in more)}".rstrip()


def _spaces(position: Position, space: int) -> list[str]:
    if space not in SPACES:
        return []
    return [_mark(position, location, space) for location in position.locations]


def _mark(position: Position, location: int, space: int) -> str:
    if position.constables[location] == space:
        return "#"
    return str(position.columns[location][space] or ".")


def _held(position: Position, player: int, names: Names, over: bool) -> Row:
    is_moving = position.turn == player and not (over or outcome(position))
    title = f"{'>' if is_moving else ' '}{player} {brief_name(player, names, TITLE)}"
    if player in position.left:
        return f"{title} has left", (), ()
    cubes = [str(number) for number in position.cubes[player - 1]]
    hand, homes = position.hands[player - 1], position.homes[player - 1]
    return title, cubes, (str(hand), str(homes))


def _end(position: Position, names: Names, over: bool) -> str:
    ended = outcome(position)
    if ended:
        winners = [name_of(player, names) for player in ended.winners]
        return "\n".join(wrap(f"Won by {comma_list(winners)}.", LINE))
    if over:
        return ""
    if is_last_round(position):
        return "This is the last round."
    return f"{position.quiet} of {quiet_limit(position)} turns without an urchin coming home."


# One space


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
