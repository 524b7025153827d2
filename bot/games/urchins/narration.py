"""Urchins in sentences: what a turn did, and the position in words."""

from collections.abc import Callable, Sequence

from bot.games.core import Bumped, Effect, Moved, Names, Placed
from bot.games.phrases import comma_list, name_of
from bot.games.urchins.board import LAST_HOMES, LOCATIONS, Position, name
from bot.games.urchins.moves import CameHome, Fell, Left, Paid, Stepped, Stole, outcome

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
