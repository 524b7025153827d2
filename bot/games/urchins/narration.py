"""Urchins in sentences: what a turn did, and the position in words."""

from collections.abc import Callable, Sequence

from bot.games.core import Bumped, Effect, Moved, Names, Placed
from bot.games.phrases import comma_list, name_of
from bot.games.story import Link, Story
from bot.games.urchins.board import LAST_HOMES, LOCATIONS, Position, name
from bot.games.urchins.moves import CameHome, Fell, Left, Paid, Stepped, Stole, outcome

END = {-1: "top", 1: "bottom"}
STEP = {-1: "up", 1: "down"}

# A turn


def story(effects: Sequence[Effect], names: Names) -> Story:
    """What the player did, what that set off, how many are home, and whether the last round is."""
    words = [ACTIONS[type(effect)](effect, names) for effect in effects if type(effect) in ACTIONS]
    words[1:1] = [f" for {e.cubes} {e.location} cubes" for e in effects if isinstance(e, Paid)]
    links = tuple(_link(e, names) for e in effects if isinstance(e, Bumped | Fell))
    homes = [_homes(e, names) for e in effects if isinstance(e, CameHome)]
    return Story(f"{''.join(words)}.", links, " ".join(homes))


def _homes(effect: CameHome, names: Names) -> str:
    last = " This is the last round!" if effect.home >= LAST_HOMES else ""
    return f"{name_of(effect.player, names)} has {effect.home} home now.{last}"


def _placed(effect: Placed, names: Names) -> str:
    return f"{name_of(effect.player, names)} enters an urchin on {effect.at}"


def _moved(effect: Moved, names: Names) -> str:
    return f"{name_of(effect.player, names)} moves {effect.source} to {effect.target}"


def _stepped(effect: Stepped, names: Names) -> str:
    return f", meets the constable and steps {STEP[effect.direction]} to {effect.target}"


def _came_home(effect: CameHome, names: Names) -> str:
    end = END[effect.direction]
    return f"{name_of(effect.player, names)} brings {effect.source} home off the {end}"


def _stole(effect: Stole, names: Names) -> str:
    takes = [f"{n} {letter}" for letter, n in zip(LOCATIONS, effect.cubes, strict=False) if n]
    cubes = "cube" if sum(effect.cubes) == 1 else "cubes"
    return f"{name_of(effect.player, names)} steals {comma_list(takes)} {cubes} from the supply"


def _left(effect: Left, names: Names) -> str:
    who = name_of(effect.player, names)
    if not effect.at:
        return f"{who} had no urchin on the board"
    one = len(effect.at) == 1
    what = f"urchin{'' if one else 's'} on {comma_list(effect.at)} leave{'s' if one else ''}"
    return f"{who}'s {what} the board"


ACTIONS: dict[type[Effect], Callable[..., str]] = {
    Placed: _placed,
    Moved: _moved,
    Stepped: _stepped,
    CameHome: _came_home,
    Stole: _stole,
    Left: _left,
}


def _link(link: Bumped | Fell, names: Names) -> Link:
    who = name_of(link.player, names)
    if isinstance(link, Fell):
        way = f"off the {END[link.direction]}, back to hand"
        return Link(
            "bumps", f"{who}'s {link.at} {way}", f"It bumps {who}'s urchin on {link.at} {way}."
        )
    past = abs(int(link.source[1:]) - int(link.target[1:])) > 1
    way = f"{'past the constable ' * past}to {link.target}"
    alone = f"It bumps {who}'s urchin from {link.source} {way}."
    return Link("bumps", f"{who}'s {link.source} {way}", alone)


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
