"""Wins that were proven and thrown away.

A position counts where a win within three own moves is proven by every legal move. It is kept if
the move made is one of the fastest wins, or if every legal answer of the rules leaves a win that is
proven within the plies that remain. Where the bound on nodes ends a proof that is counted by
itself: nothing is known of that position.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.catalog import entry
from bot.games.guide import Game
from bot.opponents.kernel import kernel_of
from bot.opponents.search import prove

PLIES = {"bump": 6}
"""Plies of three own moves where these are not five: there the win falls due a ply later."""

USUAL_PLIES = 5

NODES = 200_000
"""Scored moves for one proof, at most, without another word."""


@dataclass(frozen=True, slots=True)
class Wins:
    """What became of the short wins of one side in one game.

    `open` are positions of which the bound let nothing be known, `unsure` the moves of which it
    is not known whether they kept the win. `thrown` are positions with the moves made in them.
    """

    moves: int
    proven: int
    open: int
    unsure: int
    thrown: tuple[tuple[str, str], ...]


def short_wins(
    key: str, start: str, moves: Sequence[str], opening: int, seat: int, nodes: int = NODES
) -> Wins:
    """The short wins of whoever had that seat, after the random moves of the opening."""
    game = entry(key).game
    position = game.read(start, {})
    plies = PLIES.get(key, USUAL_PLIES)
    seen = proven = unsettled = unsure = 0
    thrown: list[tuple[str, str]] = []
    for ply, text in enumerate(moves):
        after = game.play(position, game.parse(position, text)).position
        if ply >= opening and position.turn == seat:
            seen += 1
            proof = prove(kernel_of(key, position), plies, nodes)
            proven += bool(proof.winning)
            unsettled += not proof.winning and not proof.known
            if proof.winning and text not in proof.winning:
                kept = _still_wins(game, after, seat, plies - 1, nodes)
                unsure += kept is None
                if kept is False:
                    thrown.append((game.write(position), text))
        position = after
    return Wins(seen, proven, unsettled, unsure, tuple(thrown))


def _still_wins(
    game: Game[Any, Any], position: Any, seat: int, plies: int, nodes: int
) -> bool | None:
    # Whether whoever has the seat wins within so many plies whatever is answered; None: unknown.
    outcome = game.outcome(position)
    if outcome is not None:
        return seat in outcome.winners
    if plies < 1:
        return False
    if position.turn == seat:
        proof = prove(kernel_of(game.key, position), plies, nodes)
        return True if proof.winning else False if proof.known else None
    found: set[bool | None] = set()
    for move in game.moves(position):
        after = game.play(position, move).position
        found.add(_still_wins(game, after, seat, plies - 1, nodes))
        if False in found:
            return False
    return None if None in found else True
