"""Bump in writing: move texts like `02,03-1(04)(C)`, and position texts.

>>> from bot.games.bump import GAME
>>> start = GAME.start({})
>>> move = GAME.parse(start, "21, 112 -1")
>>> move
Movement(source='21', target='112', facing=1, choices=())
>>> GAME.format(start, move)
'21,112-1'
>>> GAME.read(GAME.write(start), {}) == start
True
"""

import re
from collections.abc import Sequence
from itertools import islice

from bot.games.bump.board import (
    CENTER,
    MOST_RESERVES,
    NUMBER,
    PLAYERS,
    SPACES,
    STARTS,
    Position,
    place,
    shown,
)
from bot.games.bump.moves import Move, Movement, Pass, Reinforcement, is_won, moves
from bot.games.core import NotationError, Options, opponent
from bot.games.guide import leniently
from bot.games.phrases import comma_list, quoted

# Moves

SPACE = r"C[12]?|[0-9]{2,3}"
MOVE = re.compile(rf"(R|{SPACE}),({SPACE})(?:-([0-9]))?((?:\((?:{SPACE}|X[0-5])\))*)")


def write_move(position: Position, move: Move) -> str:
    match move:
        case Pass():
            return "pass"
        case Reinforcement(target, facing):
            return f"R,{target}-{facing}"
        case Movement(source, target, facing, choices):
            turned = "" if facing is None else f"-{facing}"
            options = "".join(f"({choice})" for choice in choices)
            return f"{shown(source)},{shown(target)}{turned}{options}"


@leniently(moves, write_move, between=r"[\s,;:./>→()-]+")
def parse_move(position: Position, text: str) -> Move:
    plain = re.sub(r"\s*([,()-])\s*", r"\1", text.strip()).upper()
    if plain == "PASS":
        return Pass()
    fields = MOVE.fullmatch(plain)
    if not fields:
        raise NotationError(f"{quoted(text)} isn't a Bump move. {example(position)}")
    source, target, digit, options = fields.groups()
    named = dict.fromkeys((target,) if source == "R" else (source, target))
    if missing := [f"space {n}" for n in named if n not in NUMBER and n != "C"]:
        raise NotationError(f"The board has no {comma_list(missing, 'or')}. {example(position)}")
    target = _space(position, target)
    facing = None if digit is None else _facing(position, digit)
    if source == "R":
        return _reinforcement(target, facing, options)
    source = _space(position, source)
    piece = position.piece(source)
    if piece and piece[1] == facing:
        facing = None  # it faces there already
    choices = (shown(choice) for choice in re.findall(r"\w+", options))
    return Movement(source, target, facing, tuple(choices))


def _reinforcement(target: str, facing: int | None, options: str) -> Reinforcement:
    if facing is None or options:
        raise NotationError(
            f"A piece from the reserve needs a space and a facing: R,{target}-{facing or 0}."
        )
    return Reinforcement(target, facing)


def _space(position: Position, name: str) -> str:
    if name == "C":  # no piece enters its own center
        return SPACES[CENTER[opponent(position.turn)]]
    return name


def _facing(position: Position, digit: str) -> int:
    if digit > "5":
        raise NotationError(f"There is no side {digit}: they run from 0 to 5. {example(position)}")
    return int(digit)


def example(position: Position) -> str:
    """A legal move as an example: a shift if there is one."""
    movements = [m for m in islice(moves(position), 100) if isinstance(m, Movement)]
    if not movements:
        return "The game is over." if is_won(position) else "Write pass."
    shifts = (m for m in movements if m.source != m.target)
    return f"Write a move like {write_move(position, next(shifts, movements[0]))}, or pass."


# Positions


def write_position(position: Position) -> str:
    """The position's text: `PLAYER1;PLAYER2;TURN;R1,R2;HELD`."""
    sides = {
        player: [f"{s}-{f}" for s, p, f in position.pieces() if p == player] for player in PLAYERS
    }
    first, second = (" ".join(sides[player]) or "-" for player in PLAYERS)
    held = "".join(map(str, position.held)) or "-"
    return f"{first};{second};{position.turn};{position.reserves[0]},{position.reserves[1]};{held}"


POSITION = re.compile(r"([^;]*);([^;]*);([12]);([0-3]),([0-3]);(-|1|2|12)")
START = "01-0 011-1;09-3 091-4;1;0,0;-"


def read_position(text: str, options: Options) -> Position:
    fields = POSITION.fullmatch(re.sub(r"\s*([;,-])\s*", r"\1", text.strip()))
    if not fields:
        raise NotationError(
            f"A position of Bump reads like “{START}”: the pieces of the first player and of the "
            "second, who is to move, the reserves, and who held the opposing center at the end of "
            "their last turn."
        )
    first, second, turn, reserve, other_reserve, held = fields.groups()
    reserves = (int(reserve), int(other_reserve))
    pieces = [*_side(first, 1, reserves[0]), *_side(second, 2, reserves[1])]
    _refuse_crowding(pieces)
    return Position(place(pieces), int(turn), reserves, tuple(map(int, held.strip("-"))))


def _side(text: str, player: int, reserve: int) -> list[tuple[str, int, int]]:
    words = [] if text.strip() == "-" else text.upper().split()
    most = len(STARTS[player]) + MOST_RESERVES - reserve
    if len(words) > most:
        raise NotationError(f"Player {player} can't have more than {most} pieces here.")
    return [_piece(word, player) for word in words]


def _piece(word: str, player: int) -> tuple[str, int, int]:
    space, _, direction = word.partition("-")
    if space not in NUMBER or direction not in tuple("012345"):
        raise NotationError(
            f"{quoted(word)} isn't a piece. Write a space and a facing 0 to 5, like 011-1."
        )
    if NUMBER[space] == CENTER[player]:
        raise NotationError(f"{word}: a piece of player {player} can't stand on its own center.")
    return space, player, int(direction)


def _refuse_crowding(pieces: Sequence[tuple[str, int, int]]) -> None:
    spaces = [space for space, _, _ in pieces]
    for space in spaces:
        if spaces.count(space) > 1:
            raise NotationError(f"{space} holds two pieces. A space has room for one.")
