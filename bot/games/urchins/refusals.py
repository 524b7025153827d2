"""Why a move of Urchins is not legal, in a sentence, and the spaces that the sentence speaks of."""

from collections.abc import Iterator
from functools import singledispatch

from bot.games.phrases import Wrong, listed
from bot.games.urchins.board import (
    BOTTOM,
    CROWD,
    CUBES,
    DOWN,
    ENDS,
    LOCATIONS,
    SIGN,
    SPACES,
    START,
    UP,
    Position,
    home,
    name,
)
from bot.games.urchins.moves import Enter, Move, Movement, Steal, choices, outcome
from bot.games.urchins.notation import example


def refusal(position: Position, move: Move) -> str:
    """What is in the move's way, and what to do instead."""
    return _first_wrong(position, move).why


def obstacle(position: Position, move: Move) -> tuple[str, ...]:
    """The urchins, the constable, or the space out of reach that the refusal speaks of."""
    return _first_wrong(position, move).at


def _first_wrong(position: Position, move: Move) -> Wrong:
    if outcome(position):
        return Wrong("The game is over, so nothing can be played.")
    found = next(filter(None, _wrongs(move, position)), None)
    return found or Wrong(f"That can't be. {example(position)}")


@singledispatch
def _wrongs(move: Move, position: Position) -> Iterator[Wrong | None]:
    """What may be wrong with a move, each reason relying on those before it."""
    raise NotImplementedError(type(move).__name__)


@_wrongs.register
def _(move: Steal, position: Position) -> Iterator[Wrong | None]:
    if not any(position.urchins(position.turn)):
        yield Wrong("You have no urchin on the board to steal with. Enter one first, like enter A.")


@_wrongs.register
def _(move: Enter, position: Position) -> Iterator[Wrong | None]:
    if move.location not in position.locations:
        yield Wrong(f"There is no such location in this game. {example(position)}")
        return
    letter = LOCATIONS[move.location]
    if not position.hands[position.turn - 1]:
        yield Wrong(f"You have no urchin left in hand to enter. {example(position)}")
    yield _crowded(position, move.location)
    yield _wrong_way(position, move.location, START, move.way, f"enter {letter}")


@_wrongs.register
def _(move: Movement, position: Position) -> Iterator[Wrong | None]:
    if move.location not in position.locations or move.source not in SPACES:
        yield Wrong(f"There is no such space in this game. {example(position)}")
        return
    called = name(move.location, move.source)
    yield _wrong_urchin(position, move, called)
    if move.source == move.target:
        why = f"An urchin moves at least one space, and {called} is where it stands."
        yield Wrong(why, (called,))
    if move.target not in (*SPACES, *ENDS.values()):
        yield Wrong(
            f"A column ends at 0 and {BOTTOM}. To go home write {called}-home^ or {called}-homev."
        )
    yield _too_dear(position, move)
    if not move.is_home:
        start = f"{called}-{move.target}"
        yield _wrong_way(position, move.location, move.target, move.way, start)


def _crowded(position: Position, location: int) -> Wrong | None:
    mine = [name(*at) for at in position.urchins(position.turn) if at[0] == location]
    if len(mine) < CROWD:
        return None
    letter = LOCATIONS[location]
    return Wrong(
        f"You have {CROWD} urchins in {letter} already, and a third may not enter there. "
        f"{example(position)}",
        tuple(mine),
    )


def _wrong_urchin(position: Position, move: Movement, called: str) -> Wrong | None:
    owner = position.columns[move.location][move.source]
    if owner == position.turn:
        return None
    who = f"an urchin of player {owner}" if owner else "no urchin"
    if position.constables[move.location] == move.source:
        who = "the constable"
    yours = [name(*at) for at in position.urchins(position.turn)]
    where = (
        f"Yours are on {listed(yours, 'and')}" if yours else "You have none on the board: enter one"
    )
    return Wrong(f"On {called} stands {who}. {where}.", (called,))


def _too_dear(position: Position, move: Movement) -> Wrong | None:
    letter = LOCATIONS[move.location]
    price, held = CUBES * move.spaces, position.cubes[position.turn - 1][move.location]
    if price <= held:
        return None
    way = "That" if not move.is_home else "The way home, the step off the end counted,"
    return Wrong(
        f"{way} takes {price} {letter} cubes, {CUBES} a space, and you have {held}. "
        f"{'Move less far, or steal' if held >= CUBES else 'Steal'} to get more.",
        (_target(move),),
    )


def _target(move: Movement) -> str:
    """What the space is called that a movement goes to."""
    if move.is_home:
        return home(move.location, UP if move.target < move.source else DOWN)
    return name(move.location, move.target)


def _wrong_way(position: Position, location: int, space: int, way: int, start: str) -> Wrong | None:
    offered = choices(position, location, space)
    if way in offered:
        return None
    called = name(location, space)
    if offered == (0,):
        why = f"{called} is free, so there is no way to choose. Write {start}."
        return Wrong(why, (called,))
    texts = listed([start + SIGN[each] for each in offered], "or")
    who, what = "an urchin", "which way it is bumped"
    if position.constables[location] == space:
        who, what = "the constable", "where to step on from it"
    return Wrong(f"On {called} stands {who}: choose {what}. Write {texts}.", (called,))
