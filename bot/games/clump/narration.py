"""Clump in sentences: what happened in a turn, the position in words."""

from collections.abc import Sequence

from bot.games.clump.board import PLAYERS, Position
from bot.games.clump.moves import Diminished, Formed, Joined, Swapped, outcome
from bot.games.clump.notation import rows
from bot.games.core import Effect, Names
from bot.games.phrases import comma_list, name_of
from bot.games.story import Story

COLORS = {1: "red", 2: "blue"}
SIDES = {1: "bottom and top", 2: "left and right"}

# A turn


def story(effects: Sequence[Effect], names: Names) -> Story:
    """The swap, the groups it formed and broke up, and the path it completed."""
    lost = _lost(effects)
    deeds = filter(None, (_swap(effects, names), _formed(effects), lost))
    paths = [
        f"A {COLORS[e.player]} path joins {SIDES[e.player]}."
        for e in effects
        if isinstance(e, Joined)
    ]
    return Story(f"{(', ' if lost else ' and ').join(deeds)}.", end=" ".join(paths))


def _swap(effects: Sequence[Effect], names: Names) -> str:
    swaps = [e for e in effects if isinstance(e, Swapped)]
    return "".join(f"{name_of(e.player, names)} swaps {e.source} with {e.target}" for e in swaps)


def _formed(effects: Sequence[Effect]) -> str:
    groups = [
        f"a {COLORS[e.player]} group of {e.after} on {e.at}"
        for e in effects
        if isinstance(e, Formed)
    ]
    return f"forms {comma_list(groups)}" if groups else ""


def _lost(effects: Sequence[Effect]) -> str:
    # A group of one is gone whenever its stone moves, so that is not worth a word.
    groups = [
        f"a {COLORS[e.player]} group of {e.size}"
        for e in effects
        if isinstance(e, Diminished) and e.size > 1
    ]
    return f"and breaks up {comma_list(groups)}" if groups else ""


# A position


def describe(position: Position, names: Names, *, over: bool = False) -> str:
    """The players' sides and largest groups, whose turn it is, and every rank from the top."""
    players = " ".join(_side(position, player, names) for player in PLAYERS)
    ranks = (f"{position.size - row}: {stones}" for row, stones in enumerate(rows(position)))
    state = " ".join(filter(None, ["Clump.", players, _status(position, names, over)]))
    return f"{state} Ranks from the top, R red and B blue: {', '.join(ranks)}."


def _status(position: Position, names: Names, over: bool) -> str:
    end = outcome(position)
    if end is None:
        return "" if over else f"{name_of(position.turn, names)} is to move."
    return f"{name_of(end.winners[0], names)} has won."


def _side(position: Position, player: int, names: Names) -> str:
    stones = position.stones(player)
    largest = max((g.bit_count() for g in position.groups() if g & stones), default=0)
    way = SIDES[player].replace(" and ", " to ")
    who = f"{name_of(player, names)} ({COLORS[player]}, from {way})"
    return f"{who} has a largest group of {largest}."


def group_in_words(position: Position, number: int) -> str:
    """How large the group of a stone is: `in a group of 3`, `alone`."""
    size = position.group(number).bit_count()
    return f"in a group of {size}" if size > 1 else "alone"
