"""Bounce in sentences: what happened in a turn, the position in words."""

from collections.abc import Sequence

from bot.games.bounce.board import PLAYERS, Position, letters
from bot.games.bounce.moves import Covered, Rebounded, outcome
from bot.games.core import Effect, Moved, Names, Passed, opponent
from bot.games.phrases import SHAPES, comma_list, name_of

MOST_NAMED = 3
"""How many bounces and covered stacks are told one by one; more of them are counted."""


# A turn


def tell(effects: Sequence[Effect], names: Names) -> str:
    """Where the stack ran, off which rails, and what it covered."""
    if not effects:
        return ""
    match effects[0]:
        case Passed(player):
            return f"{name_of(player, names)} has no move and passes."
        case Moved(player, source, target):
            rails = [e.at for e in effects if isinstance(e, Rebounded)]
            covered = [e for e in effects if isinstance(e, Covered)]
            way = f"{source} to {target}" if target != source else f"from {source} and back"
            ran = f"{name_of(player, names)} runs {way}{_bouncing(rails)}"
            return f"{ran}{_covering(player, covered, names)}."
    return ""


def _bouncing(rails: Sequence[str]) -> str:
    if len(rails) > MOST_NAMED:
        return f", bouncing {len(rails)} times"
    return f", bouncing at {comma_list(rails)}" if rails else ""


def _covering(player: int, covered: Sequence[Covered], names: Names) -> str:
    if not covered:
        return ""
    named = [_one(player, each, names) for each in covered[:MOST_NAMED]]
    if covered[MOST_NAMED:]:
        named.append(f"{len(covered) - MOST_NAMED} more")
    text = f", and covers {comma_list(named)}"
    return f"{text}: a stack of {covered[-1].height}"


def _one(player: int, covered: Covered, names: Names) -> str:
    height = len(covered.owners)
    what = "cup" if height == 1 else f"stack of {height}"
    own = covered.player == player
    whose = f"their own {what}" if own else f"{name_of(covered.player, names)}'s {what}"
    return f"{whose} on {covered.at}"


# A position


def describe(position: Position, names: Names, *, over: bool = False) -> str:
    """Whose turn it is, and every stack with its owners as the position text writes them."""
    sides = (_side(position, player, names) for player in PLAYERS)
    return " ".join([_status(position, names, over), *sides])


def _status(position: Position, names: Names, over: bool) -> str:
    end = outcome(position)
    player = name_of(position.turn, names)
    if end is None:
        named = "Stacks" if over else f"{player} is to move; stacks"
        return f"Bounce. {named} are written from bottom to top."
    winner = name_of(end.winners[0], names) if end.winners else ""
    return f"Bounce. {f'{winner} has won' if winner else 'The game is drawn'}."


def _side(position: Position, player: int, names: Names) -> str:
    stacks = [(square, owners) for square, owners in position.pieces() if owners[-1] == player]
    named = [f"{square} {letters(owners)}" for square, owners in stacks]
    letter, mark = letters((player,)), SHAPES[player]
    ahead = "up" if player < opponent(player) else "down"
    side = f"{name_of(player, names)} ({mark}, {letter}, forward is {ahead})"
    return f"{side} has {', '.join(named) or 'nothing left'}."
