"""Urchins in writing: move texts like `A5-3^`, and position texts.

>>> from bot.games.urchins import GAME
>>> start = GAME.start({"players": 2})
>>> GAME.format(start, GAME.parse(start, "Enter a"))
'enter A'
>>> GAME.write(start)
'A:3|B:7|C:2;5,5;0,0;2/2/2,2/2/2;1;0'
"""

import re
from collections.abc import Iterator, Sequence

from bot.games.core import NotationError, Options
from bot.games.guide import leniently
from bot.games.phrases import quoted
from bot.games.urchins.board import (
    BOTTOM,
    CONSTABLE_SPACES,
    COUNTS,
    DOWN,
    EMPTY,
    ENDS,
    LAST_HOMES,
    LOCATIONS,
    SIGN,
    SPACES,
    TOP,
    UP,
    URCHINS,
    Column,
    Position,
    name,
)
from bot.games.urchins.moves import Enter, Move, Movement, Steal, moves, outcome

# Moves

WAY = {"": 0, "^": UP, "↑": UP, "UP": UP, "V": DOWN, "↓": DOWN, "DOWN": DOWN}
SPACE = rf"([A-{LOCATIONS[-1]}])({BOTTOM}|[0-9])"
ENTERING = re.compile(rf"ENTER([A-{LOCATIONS[-1]}])(\^|V|↑|↓|UP|DOWN|)")
MOVING = re.compile(rf"{SPACE}-(?:{SPACE}|({BOTTOM}|[0-9])|(HOME))(\^|V|↑|↓|UP|DOWN|)")


def write_move(position: Position, move: Move) -> str:
    match move:
        case Steal():
            return "steal"
        case Enter(location, way):
            return f"enter {_letter(location)}{SIGN[way]}"
        case Movement(location, source, target, way):
            start = f"{_letter(location)}{source}"
            if move.is_home:
                return f"{start}-home{SIGN[move.heading]}"
            return f"{start}-{target}{SIGN[way]}"


def _letter(location: int) -> str:
    return LOCATIONS[location]


@leniently(moves, write_move, between=r"[\s,;:./>→-]+")
def parse_move(position: Position, text: str) -> Move:
    plain = "".join(text.split()).upper()
    if plain == "STEAL":
        return Steal()
    if fields := ENTERING.fullmatch(plain):
        return Enter(_location(position, fields[1]), WAY[fields[2]])
    if fields := MOVING.fullmatch(plain):
        return _movement(position, fields)
    raise NotationError(f"{quoted(text)} isn't an Urchins move. {example(position)}")


def _movement(position: Position, fields: re.Match[str]) -> Movement:
    letter, source, other, there, target, home, sign = fields.groups()
    location, way = _location(position, letter), WAY[sign]
    if other is not None and other != letter:
        raise NotationError(
            f"An urchin stays in its location: from {letter} it can't go to {other}. "
            f"{example(position)}"
        )
    if home is None:
        return Movement(location, int(source), int(there or target), way)
    if not way:
        raise NotationError(
            f"Home lies past both ends. Write {letter}{source}-home^ to go off the top, "
            f"or {letter}{source}-homev to go off the bottom."
        )
    return Movement(location, int(source), ENDS[way])


def _location(position: Position, letter: str) -> int:
    location = LOCATIONS.index(letter)
    if location not in position.locations:
        last = LOCATIONS[position.locations[-1]]
        raise NotationError(
            f"There is no location {letter} in this game: they run from A to {last}. "
            f"{example(position)}"
        )
    return location


def example(position: Position) -> str:
    """Legal moves as examples: one of an urchin on the board, if there is any."""
    if outcome(position):
        return "The game is over."
    texts = [write_move(position, move) for move in moves(position)]
    shown = dict.fromkeys([*texts[-2:-1], texts[0], *texts[-1:]])
    return f"Write a move like {' or '.join(shown)}."


# Positions


def write_position(position: Position) -> str:
    """The position's text: `A:CONSTABLE SPACE=PLAYER ...|B:...;HANDS;HOMES;CUBES;TURN;QUIET`."""
    columns = "|".join(_column_text(position, location) for location in position.locations)
    cubes = ["/".join(map(str, held)) for held in position.cubes]
    holdings = (position.hands, position.homes, cubes)
    fields = [",".join(_by_player(position, values)) for values in holdings]
    return f"{columns};{';'.join(fields)};{position.turn};{position.quiet}"


def _column_text(position: Position, location: int) -> str:
    words = [
        f"{space}={player}" for space, player in enumerate(position.columns[location]) if player
    ]
    return " ".join([f"{_letter(location)}:{position.constables[location]}", *words])


def _by_player(position: Position, values: Sequence[object]) -> Iterator[str]:
    for player, value in zip(position.players, values, strict=True):
        yield "-" if player in position.left else str(value)


FORM = re.compile(r"([^;]*);([^;]*);([^;]*);([^;]*);([1-5]);([0-9]{1,6})")
COLUMN = re.compile(r"([A-Z]):([0-9])((?: [0-9]{1,2}=[0-9])*)")
START = "A:3 4=2 5=1|B:7|C:2;4,4;0,0;2/2/2,2/2/2;1;2"


def read_position(text: str, options: Options) -> Position:
    fields = FORM.fullmatch(re.sub(r"\s*([;,|:/=-])\s*", r"\1", " ".join(text.split())))
    if not fields:
        raise NotationError(
            "A position of Urchins is six fields with ; between: the locations, the hands, the "
            "urchins home, the cubes, the player to move and the turns since an urchin last came "
            f"home. Write it like {START}, without a period."
        )
    board, hands, homes, cubes, turn, quiet = fields.groups()
    left = tuple(n for n, word in enumerate(hands.split(","), 1) if word == "-")
    players = len(hands.split(","))
    places = [_read_column(word, location) for location, word in enumerate(board.split("|"))]
    position = Position(
        constables=tuple(constable for constable, _ in places),
        columns=tuple(column for _, column in places),
        hands=_numbers(hands, players, left),
        homes=_numbers(homes, players, left),
        cubes=_read_cubes(cubes, players, left),
        turn=int(turn),
        quiet=int(quiet),
        left=left,
    )
    _check(position)
    return position


def _read_column(word: str, location: int) -> tuple[int, Column]:
    fields = COLUMN.fullmatch(word.strip().upper())
    if not fields or LOCATIONS[location : location + 1] != fields[1]:
        wanted = LOCATIONS[location : location + 1] or "the last of six"
        raise NotationError(
            f"{quoted(word)} is no location. After the ones before it comes {wanted}, with its "
            "constable's space, then each urchin's space and player, like A:3 4=2 5=1."
        )
    constable = int(fields[2])
    column = list(EMPTY)
    for space, player in (map(int, urchin.split("=")) for urchin in fields[3].split()):
        _place(column, constable, name(location, space), space, player)
    if constable not in CONSTABLE_SPACES:
        raise NotationError(f"{fields[1]}{constable} is no place for a constable: choose 1 to 9.")
    return constable, tuple(column)


def _place(column: list[int], constable: int, called: str, space: int, player: int) -> None:
    if space not in SPACES:
        raise NotationError(f"There is no space {called}: they run from {TOP} to {BOTTOM}.")
    if column[space] or space == constable:
        raise NotationError(f"{called} is taken twice. A space holds one urchin or the constable.")
    column[space] = player


def _numbers(text: str, players: int, left: Sequence[int]) -> tuple[int, ...]:
    words = text.split(",")
    if len(words) != players:
        raise NotationError(f"{quoted(text)} has no value for each of the {players} players.")
    return tuple(_number(word, n in left) for n, word in enumerate(words, 1))


def _number(word: str, has_left: bool) -> int:
    if has_left and word == "-":
        return 0
    if has_left or not re.fullmatch("[0-9]{1,4}", word):
        raise NotationError(
            f"{quoted(word)} is not the number it should be; only a player who has left has - , "
            "and has it for hand, homes and cubes alike."
        )
    return int(word)


def _read_cubes(text: str, players: int, left: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    words = text.split(",")
    if len(words) != players:
        raise NotationError(f"{quoted(text)} has no cubes for each of the {players} players.")
    held = [
        tuple(_number(number, n in left) for number in word.split("/"))
        for n, word in enumerate(words, 1)
    ]
    return tuple(() if n in left else cubes for n, cubes in enumerate(held, 1))


def _check(position: Position) -> None:
    locations = len(position.columns)
    if len(position.hands) not in COUNTS or locations != len(position.hands) + 1:
        raise NotationError(
            f"Urchins has 2 to 5 players and one location more than players, not "
            f"{len(position.hands)} players and {locations} locations."
        )
    if position.turn not in position.playing:
        raise NotationError(f"Player {position.turn} does not play, so it can't be their turn.")
    for player in position.playing:
        _check_player(position, player)
    strangers = {player for _, player in position.pieces()} - set(position.playing)
    if strangers:
        raise NotationError(f"Player {min(strangers)} does not play, but has an urchin out there.")


def _check_player(position: Position, player: int) -> None:
    if len(position.cubes[player - 1]) != len(position.columns):
        raise NotationError(f"Player {player} needs a number of cubes for each location.")
    out = sum(1 for _ in position.urchins(player))
    home = position.homes[player - 1]
    if position.hands[player - 1] + out + home != URCHINS or home > LAST_HOMES:
        raise NotationError(
            f"Player {player} has {position.hands[player - 1]} urchins in hand, {out} on the board "
            f"and {home} home. Together they have to be {URCHINS}, with {LAST_HOMES} home at most."
        )
