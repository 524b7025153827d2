"""Moves that are suggested to people: those that continue a text, and those worth a look.

Nothing is ranked where the result counts, nor in exercises: it would be help.
"""

from collections.abc import Iterable
from functools import partial
from itertools import islice
from typing import Any

from bot.games.core import Position
from bot.games.guide import Ranking, unranked
from bot.model.exercises.attempt import NO_MATCH
from bot.model.match import Match
from bot.opponents.ranking import ranked


def ranking_for(match: Match) -> Ranking[Any]:
    """How the moves of a match's boards are ranked for its players."""
    if match.terms.counts or match.id == NO_MATCH:
        return unranked
    return partial(ranked, match.rules.key)


def legal_texts(match: Match, typed: str, limit: int) -> list[str]:
    """Move texts that continue what was typed, in the order of the board; for an empty text,
    sensible first choices, but in that order, too, where nothing is ranked."""
    return [] if match.turn is None else texts_at(match, match.position, typed, limit)


def texts_at(match: Match, position: Position | None, typed: str, limit: int) -> list[str]:
    """The same on a board of the match, on which somebody is to move."""
    rules, ranking = match.rules, ranking_for(match)
    if typed.strip():
        found: Iterable[Any] = rules.complete(position, typed, limit)
    elif ranking is unranked:
        found = islice(rules.moves(position), limit)
    else:
        return [*rules.suggested(position, ranking(position))[:limit]]
    return [rules.format(position, move) for move in found]
