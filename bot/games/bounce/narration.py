"""Bounce in sentences: what happened in a turn, the position in words."""

from collections.abc import Iterator, Sequence

from bot.games.bounce.board import PLAYERS, Position, letters
from bot.games.bounce.moves import Covered, Rebounded, outcome
from bot.games.core import Effect, Moved, Names, Passed, opponent
from bot.games.phrases import SHAPES, name_of
from bot.games.story import Link, Story

# A turn


def story(effects: Sequence[Effect], names: Names) -> Story:
    """Where the stack ran, off which rails, what it covered, and how high it is then."""
    match effects[:1]:
        case [Passed(player)]:
            return Story(f"{name_of(player, names)} has no move and passes.")
        case [Moved(player, source, target)]:
            way = f"{source} to {target}" if target != source else f"from {source} and back"
            links = tuple(_links(effects, names))
            heights = [e.height for e in effects if isinstance(e, Covered)]
            end = f"It is {heights[-1]} high now." if heights else ""
            return Story(f"{name_of(player, names)} runs {way}.", links, end)
    return Story("")


def _links(effects: Sequence[Effect], names: Names) -> Iterator[Link]:
    for effect in effects:
        match effect:
            case Rebounded(_, at):
                yield Link("bounces", f"at {at}", f"It bounces at {at}.")
            case Covered(player, at, owners):
                what = "cup" if len(owners) == 1 else f"stack of {len(owners)}"
                covered = f"{name_of(player, names)}'s {what} on {at}"
                yield Link("covers", covered, f"It covers {covered}.")


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
