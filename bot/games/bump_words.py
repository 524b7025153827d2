"""What Bump says: move texts, refusals, and a turn or a position in sentences."""

import re
from collections.abc import Sequence
from itertools import islice

from bot.games.bump_board import CENTER, NUMBER, SPACES, Position, opponent
from bot.games.bump_turn import Move, Movement, Pass, Reinforcement, moves
from bot.games.core import Effect, Names, NotationError

# Move text

SPACE = r"C[12]?|[0-9]{2,3}"
TEXT = re.compile(rf"(R|{SPACE}),({SPACE})(?:-([0-9]))?((?:\((?:{SPACE}|X[0-5])\))*)")


def text_of(move: Move) -> str:
    """The canonical text of a move."""
    match move:
        case Pass():
            return "pass"
        case Reinforcement(target, facing):
            return f"R,{target}-{facing}"
        case Movement(source, target, facing, choices):
            turned = "" if facing is None else f"-{facing}"
            options = "".join(f"({choice})" for choice in choices)
            return f"{_short(source)},{_short(target)}{turned}{options}"


def _short(space: str) -> str:
    """A space as move texts write it: a center is C, for it is always clear which."""
    return "C" if space.startswith("C") else space


def parse(position: Position, text: str) -> Move:
    """The move of a text: case, blanks beside signs and an unneeded facing are forgiven."""
    plain = re.sub(r"\s*([,()-])\s*", r"\1", text.strip()).upper()
    if plain == "PASS":
        return Pass()
    fields = TEXT.fullmatch(plain)
    if not fields:
        raise NotationError(f"{quoted(text)} is no move of Bump. {example(position)}")
    source, target, facing, choices = fields.groups()
    target = _space(position, target)
    direction = None if facing is None else _direction(position, facing)
    if source == "R":
        if direction is None:
            raise NotationError(f"A reinforcement needs its facing, like R,{target}-0.")
        return Reinforcement(target, direction)
    source = _space(position, source)
    piece = position.piece(source)
    if piece and piece[1] == direction:
        direction = None
    named = tuple(_short(choice) for choice in re.findall(r"\((\w+)\)", choices))
    return Movement(source, target, direction, named)


def _space(position: Position, name: str) -> str:
    if name == "C":
        return SPACES[CENTER[opponent(position.turn)]]
    if name not in NUMBER:
        raise NotationError(f"The board has no space {name}. {example(position)}")
    return name


def _direction(position: Position, digit: str) -> int:
    if digit > "5":
        raise NotationError(
            f"There is no facing {digit}: they run from 0 to 5. {example(position)}"
        )
    return int(digit)


def quoted(text: str) -> str:
    """What a player typed, cut to a length that can be repeated to them."""
    line = " ".join(text.split())
    return f'"{line[:40]}..."' if len(line) > 40 else f'"{line}"'


def example(position: Position) -> str:
    """A legal move to learn from."""
    legal = list(islice(moves(position), 2))
    if not legal:
        return "The game is over."
    return f"Write a move like {text_of(legal[-1])}, or pass."


def refusal(position: Position, move: Move) -> str:
    """Why the move is not legal."""
    return f"{text_of(move)} is not a legal move here. {example(position)}"


def tell(effects: Sequence[Effect], names: Names) -> str:
    """A turn in one or two sentences."""
    return " ".join(effect.kind for effect in effects)


def describe(position: Position, names: Names) -> str:
    """A position in words."""
    return f"Bump. {names.get(position.turn, f'Player {position.turn}')} is to move."
