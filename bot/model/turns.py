"""Typed moves, parsed and played once, and the legal ones most like a refused one."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Any

from bot.games.core import Position, Turn
from bot.model.match import Match

KEPT = 1024
"""How many resolved texts are cached."""


@dataclass(frozen=True, slots=True)
class ResolvedMove:
    """What a typed text means: the move, its canonical text, and the turn it makes."""

    move: Any
    text: str
    turn: Turn[Any]


_resolved: OrderedDict[tuple[Any, Any, str], ResolvedMove] = OrderedDict()
_lock = Lock()


def resolve_text(rules: Any, position: Position | None, text: str) -> ResolvedMove:
    """The typed move, played. Raises NotationError or IllegalMove, every time.

    The same text on the same board, or the canonical one of the same move, is cached: a preview,
    the move itself, its record and its replay share one result.
    """
    key = (rules, position, text)
    with _lock:
        if found := _resolved.get(key):
            _resolved.move_to_end(key)
            return found
    # Worker threads ask too. Two may do the same work at once, which does no harm.
    move = rules.parse(position, text)
    turn = rules.play(position, move)
    made = ResolvedMove(move, rules.format(position, move), turn)
    with _lock:
        for spelling in (text, made.text):
            _resolved[rules, position, spelling] = made
        while len(_resolved) > KEPT:
            _resolved.popitem(last=False)
    return made


def played_through(match: Match, line: Iterable[str]) -> tuple[Position | None, tuple[str, ...]]:
    """The board after the moves of a line, and their canonical texts. Raises as `resolve_text`."""
    position, texts = match.position, list[str]()
    for text in line:
        resolved = resolve_text(match.rules, position, text)
        position = resolved.turn.position
        texts.append(resolved.text)
    return position, tuple(texts)


def nearest_texts(match: Match, typed: str, limit: int) -> list[str]:
    """The legal move texts most similar to a refused one."""
    if match.turn is None:
        return []
    found = match.rules.nearest(match.position, typed, limit)
    return [match.rules.format(match.position, move) for move in found]
