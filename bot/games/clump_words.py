"""Clump in sentences: why a move is refused, what happened in a turn, how a position stands."""

from collections.abc import Sequence

from bot.games.clump_board import PLAYERS, Position, named, opponent
from bot.games.clump_text import example, rows, write_move
from bot.games.clump_turn import (
    Diminished,
    Formed,
    Joined,
    Move,
    Swap,
    Swapped,
    Verdict,
    judged,
    outcome,
    squares_of,
    swaps_of,
)
from bot.games.core import Effect, Names
from bot.games.wording import called, listed

COLORS = {1: "red", 2: "blue"}
SIDES = {1: "bottom and top", 2: "left and right"}

# Refusals


def refusal(position: Position, move: Move) -> str:
    """The first thing that is wrong with the move, and the next step."""
    if outcome(position):
        return "The game is over. A rematch begins a new one."
    squares = squares_of(position, move)
    if squares is None:
        return _wrong_pair(position, move)
    return f"{_wrong_sizes(position, move, judged(position, *squares))} {_instead(position, move)}"


def _wrong_pair(position: Position, move: Move) -> str:
    owners: list[int] = []
    for text in (move.source, move.target):
        square = named(text, position.size)
        if square is None:
            return f"The board has no square {text}. {example(position)}"
        owners.append(position.owner(position.grid.number(square)))
    if owners[0] != position.turn:
        return f"The stone on {move.source} is your opponent's. {_own_first(position, move)}"
    if move.source == move.target:
        return f"A stone can't swap with itself. {_instead(position, move)}"
    if owners[0] == owners[1]:
        return f"Both stones are yours. A swap needs one of each color. {_instead(position, move)}"
    return (
        f"{move.source} and {move.target} are not side by side; stones swap with a neighbor to "
        f"the left, right, top or bottom. {_instead(position, move)}"
    )


def _own_first(position: Position, move: Move) -> str:
    """What to write in place of a swap that begins with the enemy's stone."""
    turned = Swap(move.target, move.source)
    if squares_of(position, turned) is None:
        return example(position)
    return f"Your own stone comes first: write {write_move(turned)}."


def _wrong_sizes(position: Position, move: Move, verdict: Verdict) -> str:
    """The condition that the swap does not meet."""
    if not verdict.formed:
        sizes = f"{_from_to(verdict, 0)} for yours and {_from_to(verdict, 1)} for the other"
        return (
            f"{write_move(move)} brings neither stone into a larger group: {sizes}. "
            "At least one has to grow."
        )
    players = (position.turn, opponent(position.turn))
    worst = max((0, 1), key=lambda k: verdict.before[k] if verdict.diminishes[k] else 0)
    color, size = COLORS[players[worst]], verdict.before[worst]
    return (
        f"{write_move(move)} forms a group of {verdict.formed}, but diminishes a {color} group of "
        f"{size}. The group formed has to be larger than any diminished."
    )


def _from_to(verdict: Verdict, stone: int) -> str:
    return f"{verdict.before[stone]} to {verdict.after[stone]}"


def _instead(position: Position, move: Move) -> str:
    """The swaps of that very stone, or else an example of any."""
    square = named(move.source, position.size)
    number = position.grid.number(square) if square else 0
    texts = [write_move(swap) for swap in swaps_of(position, number)]
    if not texts:
        return f"The stone on {move.source} has no swap now. {example(position)}"
    return f"From {move.source} you can play {listed(texts, 'or')}."


# A turn


def tell(effects: Sequence[Effect], names: Names) -> str:
    """The swap, the groups it formed and diminished, and the path it completed."""
    deeds = [", ".join(filter(None, (_swap(effects, names), _formed(effects), _lost(effects))))]
    deeds += [
        f"A {COLORS[e.player]} path joins {SIDES[e.player]}"
        for e in effects
        if isinstance(e, Joined)
    ]
    return " ".join(f"{deed}." for deed in deeds if deed)


def _swap(effects: Sequence[Effect], names: Names) -> str:
    swaps = [e for e in effects if isinstance(e, Swapped)]
    return "".join(f"{called(e.player, names)} swaps {e.source} with {e.target}" for e in swaps)


def _formed(effects: Sequence[Effect]) -> str:
    groups = [
        f"a {COLORS[e.player]} group of {e.after} on {e.at}"
        for e in effects
        if isinstance(e, Formed)
    ]
    return f"forms {listed(groups, 'and')}" if groups else ""


def _lost(effects: Sequence[Effect]) -> str:
    # That a lone stone has moved on, everybody sees.
    groups = [
        f"a {COLORS[e.player]} group of {e.size}"
        for e in effects
        if isinstance(e, Diminished) and e.size > 1
    ]
    return f"and diminishes {listed(groups, 'and')}" if groups else ""


# A position


def describe(position: Position, names: Names) -> str:
    """The players' sides and largest groups, whose turn it is, and every rank from the top."""
    players = " ".join(_side(position, player, names) for player in PLAYERS)
    ranks = (f"{position.size - row}: {stones}" for row, stones in enumerate(rows(position)))
    state = f"Clump. {players} {_standing(position, names)}"
    return f"{state} Ranks from the top, R red and B blue: {', '.join(ranks)}."


def _standing(position: Position, names: Names) -> str:
    end = outcome(position)
    if end is None:
        return f"{called(position.turn, names)} is to move."
    return f"{called(end.winners[0], names)} has won."


def _side(position: Position, player: int, names: Names) -> str:
    stones = position.stones(player)
    largest = max((g.bit_count() for g in position.groups() if g & stones), default=0)
    way = SIDES[player].replace(" and ", " to ")
    who = f"{called(player, names)} ({COLORS[player]}, from {way})"
    return f"{who} has a largest group of {largest}."
