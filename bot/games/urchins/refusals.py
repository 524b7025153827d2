"""Why a move of Urchins is not legal, in a sentence, and the spaces that the sentence names."""

from collections.abc import Iterator

from bot.games.core import Refusal
from bot.games.guide import first_refusal
from bot.games.phrases import comma_list
from bot.games.urchins.board import (
    BOTTOM,
    CUBES,
    ENDS,
    LOCATIONS,
    MOST_THERE,
    SIGN,
    SPACES,
    START,
    Position,
    name,
)
from bot.games.urchins.moves import Enter, Move, Movement, Steal, choices, outcome
from bot.games.urchins.notation import example


def explain(position: Position, move: Move) -> Refusal:
    if outcome(position):
        return Refusal("The game is over, so nothing can be played.")
    return first_refusal(_checks(position, move)) or Refusal(f"That can't be. {example(position)}")


def _checks(position: Position, move: Move) -> Iterator[Refusal | None]:
    # The possible faults of a move, each reason relying on those before it.
    match move:
        case Steal():
            if not any(position.urchins(position.turn)):
                why = "You have no urchin on the board to steal with."
                yield Refusal(f"{why} Enter one first, like enter A.")
        case Enter():
            yield from _entering(position, move)
        case Movement():
            yield from _moving(position, move)


def _entering(position: Position, move: Enter) -> Iterator[Refusal | None]:
    if move.location not in position.locations:
        yield Refusal(f"There is no such location in this game. {example(position)}")
        return
    letter = LOCATIONS[move.location]
    if not position.hands[position.turn - 1]:
        yield Refusal(f"You have no urchin left in hand to enter. {example(position)}")
    yield _crowded(position, move.location)
    yield _wrong_way(position, move.location, START, move.way, f"enter {letter}")


def _moving(position: Position, move: Movement) -> Iterator[Refusal | None]:
    if move.location not in position.locations or move.source not in SPACES:
        yield Refusal(f"There is no such space in this game. {example(position)}")
        return
    called = name(move.location, move.source)
    yield _wrong_urchin(position, move, called)
    if move.source == move.target:
        why = f"An urchin moves at least one space, and {called} is where it is."
        yield Refusal(why, (called,))
    if move.target not in (*SPACES, *ENDS.values()):
        yield Refusal(
            f"A column ends at 0 and {BOTTOM}. To go home write {called}-home^ or {called}-homev."
        )
    yield _too_dear(position, move)
    if not move.is_home:
        start = f"{called}-{move.target}"
        yield _wrong_way(position, move.location, move.target, move.way, start)


def _crowded(position: Position, location: int) -> Refusal | None:
    mine = [name(*at) for at in position.urchins(position.turn) if at[0] == location]
    if len(mine) < MOST_THERE:
        return None
    letter = LOCATIONS[location]
    return Refusal(
        f"You have {MOST_THERE} urchins in {letter} already, and a third may not enter there. "
        f"{example(position)}",
        tuple(mine),
    )


def _wrong_urchin(position: Position, move: Movement, called: str) -> Refusal | None:
    owner = position.columns[move.location][move.source]
    if owner == position.turn:
        return None
    there = "There is a rival's urchin" if owner else "There is no urchin"
    if position.constables[move.location] == move.source:
        there = "The constable is"
    yours = [name(*at) for at in position.urchins(position.turn)]
    where = (
        f"Yours are on {comma_list(yours)}" if yours else "You have none on the board: enter one"
    )
    return Refusal(f"{there} on {called}. {where}.", (called,))


def _too_dear(position: Position, move: Movement) -> Refusal | None:
    letter = LOCATIONS[move.location]
    price, held = CUBES * move.spaces, position.cubes[position.turn - 1][move.location]
    if price <= held:
        return None
    way = "That" if not move.is_home else "The way home, the step off the end counted,"
    return Refusal(
        f"{way} takes {price} {letter} cubes, {CUBES} a space, and you have {held}. "
        f"{'Move less far, or steal' if held >= CUBES else 'Steal'} to get more.",
        (move.target_name,),
    )


def _wrong_way(
    position: Position, location: int, space: int, way: int, start: str
) -> Refusal | None:
    offered = choices(position, location, space)
    if way in offered:
        return None
    called = name(location, space)
    if offered == (0,):
        why = f"{called} is free, so there is no way to choose. Write {start}."
        return Refusal(why, (called,))
    texts = comma_list([start + SIGN[each] for each in offered], "or")
    there, what = "There is an urchin", "which way it is bumped"
    if position.constables[location] == space:
        there, what = "The constable is", "where to step on from it"
    return Refusal(f"{there} on {called}: choose {what}. Write {texts}.", (called,))
