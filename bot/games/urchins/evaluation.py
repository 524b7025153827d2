"""Advice on Urchins: which moves to offer first, and how good a position looks."""

from collections import Counter

from bot.games.core import NotationError, squeeze
from bot.games.urchins.board import BOTTOM, CUBES, TOP, Position
from bot.games.urchins.moves import Enter, Move, Movement, moves, outcome, resolve
from bot.games.urchins.notation import parse_move, write_move

# How good a position looks, in points; an urchin home is worth thirty.

WIN = 1000.0
HOME = 30.0
OUT = 2.0
ON_THE_WAY = 12.0
CUBE = 0.2


def rate(position: Position, player: int) -> float:
    """The player's standing beside that of the best of the others; 0 when even."""
    ended = outcome(position)
    if ended:
        return WIN if player in ended.winners else -WIN
    others = [standing(position, other) for other in position.playing if other != player]
    return standing(position, player) - max(others)


def standing(position: Position, player: int) -> float:
    """What a player has: urchins home, out there and on the way, and cubes."""
    cubes = position.cubes[player - 1]
    if not cubes:
        return 0.0
    best: dict[int, float] = {}
    out = 0
    for location, space in position.urchins(player):
        out += 1
        # The way home, and how much of it is paid for already.
        price = CUBES * min(space - TOP + 1, BOTTOM - space + 1)
        paid = min(1.0, cubes[location] / price)
        best[location] = max(best.get(location, 0.0), paid - 0.01 * price)
    on_the_way = sum(best.values())
    return (
        HOME * position.homes[player - 1] + OUT * out + ON_THE_WAY * on_the_way + CUBE * sum(cubes)
    )


# Which moves to offer


def promise(position: Position, move: Move) -> float:
    """How good a legal move makes the position look to the player who makes it."""
    turn = resolve(position, move)
    return -WIN if turn is None else rate(turn.position, position.turn)


def ranked(position: Position) -> list[Move]:
    """Every legal move, the most promising first."""
    promises = [(promise(position, move), move) for move in moves(position)]
    return [move for _, move in sorted(promises, key=lambda pair: -pair[0])]


def suggestions(position: Position, limit: int) -> list[Move]:
    """Each urchin's best move, entering and stealing among them, then each second best, and on."""
    made: Counter[object] = Counter()
    rounds: list[tuple[int, Move]] = []
    for move in ranked(position):
        piece = (move.location, move.source) if isinstance(move, Movement) else type(move)
        made[piece] += 1
        rounds.append((made[piece], move))
    return [move for _, move in sorted(rounds, key=lambda pair: pair[0])][:limit]


def continuations(position: Position, typed: str, limit: int) -> list[Move]:
    """The moves whose text goes on from what was typed, then those that have it inside."""
    wanted = squeeze(typed)
    fitting = [(squeeze(write_move(move)), move) for move in ranked(position)]
    found = [(text, move) for text, move in fitting if wanted in text]
    found.sort(key=lambda pair: (pair[0] != wanted, not pair[0].startswith(wanted)))
    return [move for _, move in found[:limit]] or _exactly(position, typed)


def _exactly(position: Position, typed: str) -> list[Move]:
    """The move of a text in other words, if it is legal."""
    try:
        move = parse_move(position, typed)
    except NotationError:
        return []
    return [move] if resolve(position, move) else []


# What was meant


def nearest(position: Position, text: str, limit: int) -> list[Move]:
    """The legal moves nearest to a refused one: the same urchin, location, target and way."""
    try:
        wish = parse_move(position, text)
    except NotationError:
        return []
    alike = [move for move in moves(position) if type(move) is type(wish)]
    return sorted(alike, key=lambda move: _apart(move, wish))[:limit]


def _apart(move: Move, wish: Move) -> tuple[int, int, int, bool]:
    if isinstance(move, Movement) and isinstance(wish, Movement):
        column, space = abs(move.location - wish.location), abs(move.source - wish.source)
        return column, space, abs(move.target - wish.target), move.way != wish.way
    if isinstance(move, Enter) and isinstance(wish, Enter):
        return abs(move.location - wish.location), 0, 0, move.way != wish.way
    return 0, 0, 0, False
