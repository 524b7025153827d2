"""Urchins in sentences: refusals, what a turn did, and the position for those who can't see it."""

from collections.abc import Callable, Iterator, Sequence
from functools import singledispatch

from bot.games.core import Bumped, Effect, Moved, Names, Placed
from bot.games.urchins_board import (
    BOTTOM,
    CROWD,
    CUBES,
    ENDS,
    ENOUGH,
    LOCATIONS,
    SPACES,
    START,
    Position,
    name,
)
from bot.games.urchins_text import SIGN, example
from bot.games.urchins_turn import (
    CameHome,
    Enter,
    Fell,
    Left,
    Move,
    Movement,
    Paid,
    Steal,
    Stepped,
    Stole,
    choices,
    outcome,
)

END = {-1: "top", 1: "bottom"}
STEP = {-1: "up", 1: "down"}

# Refusals


def refusal(position: Position, move: Move) -> str:
    """What is in the move's way, and what to do instead."""
    if outcome(position):
        return "The game is over, so nothing can be played."
    return next(filter(None, _wrongs(move, position)), f"That can't be. {example(position)}")


@singledispatch
def _wrongs(move: Move, position: Position) -> Iterator[str | None]:
    """What may be wrong with a move, each reason relying on those before it."""
    raise NotImplementedError(type(move).__name__)


@_wrongs.register
def _(move: Steal, position: Position) -> Iterator[str | None]:
    if not any(position.urchins(position.turn)):
        yield "You have no urchin on the board to steal with. Enter one first, like enter A."


@_wrongs.register
def _(move: Enter, position: Position) -> Iterator[str | None]:
    if move.location not in position.locations:
        yield f"There is no such location in this game. {example(position)}"
        return
    letter = LOCATIONS[move.location]
    if not position.hands[position.turn - 1]:
        yield f"You have no urchin left in hand to enter. {example(position)}"
    if position.columns[move.location].count(position.turn) >= CROWD:
        yield (
            f"You have {CROWD} urchins in {letter} already, and a third may not enter there. "
            f"{example(position)}"
        )
    yield _wrong_way(position, move.location, START, move.way, f"enter {letter}")


@_wrongs.register
def _(move: Movement, position: Position) -> Iterator[str | None]:
    if move.location not in position.locations or move.source not in SPACES:
        yield f"There is no such space in this game. {example(position)}"
        return
    called = name(move.location, move.source)
    yield _wrong_urchin(position, move, called)
    if move.source == move.target:
        yield f"An urchin moves at least one space, and {called} is where it stands."
    if move.target not in (*SPACES, *ENDS.values()):
        yield f"A column ends at 0 and {BOTTOM}. To go home write {called}-home^ or {called}-homev."
    yield _too_dear(position, move)
    if not move.is_home:
        start = f"{called}-{move.target}"
        yield _wrong_way(position, move.location, move.target, move.way, start)


def _wrong_urchin(position: Position, move: Movement, called: str) -> str | None:
    owner = position.columns[move.location][move.source]
    if owner == position.turn:
        return None
    who = f"an urchin of player {owner}" if owner else "no urchin"
    if position.constables[move.location] == move.source:
        who = "the constable"
    yours = [name(*at) for at in position.urchins(position.turn)]
    where = f"Yours are on {_listed(yours)}" if yours else "You have none on the board: enter one"
    return f"On {called} stands {who}. {where}."


def _too_dear(position: Position, move: Movement) -> str | None:
    letter = LOCATIONS[move.location]
    price, held = CUBES * move.spaces, position.cubes[position.turn - 1][move.location]
    if price <= held:
        return None
    way = "That" if not move.is_home else "The way home, the step off the end counted,"
    return (
        f"{way} takes {price} {letter} cubes, {CUBES} a space, and you have {held}. "
        f"{'Move less far, or steal' if held >= CUBES else 'Steal'} to get more."
    )


def _wrong_way(position: Position, location: int, space: int, way: int, start: str) -> str | None:
    offered = choices(position, location, space)
    if way in offered:
        return None
    called = name(location, space)
    if offered == (0,):
        return f"{called} is free, so there is no way to choose. Write {start}."
    texts = _listed([start + SIGN[each] for each in offered], "or")
    if position.constables[location] == space:
        return f"On {called} stands the constable: choose where to step on from it. Write {texts}."
    return f"On {called} stands an urchin: choose which way it is bumped. Write {texts}."


# A turn

TOLD = 4
"""How many links of a chain are told one by one; the others are counted."""


def tell(effects: Sequence[Effect], names: Names) -> str:
    """What the player did, what that set off, and the warning of a last round."""
    links = [effect for effect in effects if isinstance(effect, Bumped | Fell)]
    sentences = [_deed(effects, names)]
    if links:
        sentences.append(_chain(links, names))
    if any(isinstance(effect, CameHome) and effect.home >= ENOUGH for effect in effects):
        sentences.append("This is the last round!")
    return " ".join(filter(None, sentences))


def _deed(effects: Sequence[Effect], names: Names) -> str:
    """What the player did, as one sentence."""
    words = [DEEDS[type(effect)](effect, names) for effect in effects if type(effect) in DEEDS]
    return "".join(words) + "." if words else ""


def _placed(effect: Placed, names: Names) -> str:
    return f"{_name(effect.player, names)} enters an urchin on {effect.at}"


def _paid(effect: Paid, names: Names) -> str:
    return f"{_name(effect.player, names)} pays {effect.cubes} {effect.location} cubes"


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
    return f"{_name(effect.player, names)} steals {_listed(takes)} {cubes}"


def _left(effect: Left, names: Names) -> str:
    who = _name(effect.player, names)
    if not effect.at:
        return f"{who} had no urchin on the board"
    one = len(effect.at) == 1
    what = f"urchin{'' if one else 's'} on {_listed(effect.at)} leave{'s' if one else ''}"
    return f"{who}'s {what} the board"


DEEDS: dict[type[Effect], Callable[..., str]] = {
    Placed: _placed,
    Paid: _paid,
    Moved: _moved,
    Stepped: _stepped,
    CameHome: _came_home,
    Stole: _stole,
    Left: _left,
}


def _chain(links: Sequence[Bumped | Fell], names: Names) -> str:
    """The links in order: each urchin bumps the next, the same way."""
    told = links if len(links) <= TOLD + 1 else [*links[: TOLD - 1], links[-1]]
    words = [_link(link, names) for link in told]
    hidden = len(links) - len(told)
    if hidden:
        words.insert(-1, f"{hidden} more in turn")
    return f"It bumps {', which bumps '.join(words)}."


def _link(link: Bumped | Fell, names: Names) -> str:
    whose = f"{_name(link.player, names)}'s urchin"
    if isinstance(link, Fell):
        off = END[link.direction]
        return f"{whose} on {link.at} off the {off}, back to its owner's hand"
    past = abs(int(link.source[1:]) - int(link.target[1:])) > 1
    return f"{whose} from {link.source} {'past the constable ' * past}to {link.target}"


def _name(player: int, names: Names) -> str:
    return names.get(player, f"Player {player}")


def _listed(texts: Sequence[str], last: str = "and") -> str:
    """The texts in a row: `a, b or c`."""
    return f" {last} ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


# A position


def describe(position: Position, names: Names) -> str:
    """Whose turn it is, the constables, and what each player has, on the board and off it."""
    result = outcome(position)
    standing = (
        f"{_listed([_name(player, names) for player in result.winners])} won."
        if result
        else f"{_name(position.turn, names)} is to move."
    )
    beats = [name(n, space) for n, space in enumerate(position.constables)]
    sentences = [f"Urchins. {standing} Constables: {' '.join(beats)}."]
    sentences += [_holding(position, player, names) for player in position.players]
    return " ".join(sentences)


def _holding(position: Position, player: int, names: Names) -> str:
    if player in position.left:
        return f"{_name(player, names)} has left."
    out = " ".join(name(*at) for at in position.urchins(player)) or "none"
    hand, home = position.hands[player - 1], position.homes[player - 1]
    held = zip(LOCATIONS, position.cubes[player - 1], strict=False)
    cubes = " ".join(f"{letter}{number}" for letter, number in held)
    who = _name(player, names)
    return f"{who}: on {out}; {hand} in hand, {home} home; cubes {cubes}."
