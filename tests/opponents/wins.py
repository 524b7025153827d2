"""The short wins that somebody threw away in a game, proven by every legal move."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.catalog import entry
from bot.games.guide import Game
from bot.model.records import Seat
from bot.opponents.kernel import kernel_of
from bot.opponents.proofs import Proof, prove

PLIES = {"bump": (2, 4, 6), "urchins": (2, 4, 6)}
"""Plies of both in which one, two and three own moves win: there the win falls due a ply later."""

USUAL_PLIES = (1, 3, 5)

NODES = 200_000
"""Default limit of scored moves for one proof."""


@dataclass(frozen=True, slots=True)
class Wins:
    """The short wins of one side in one game.

    A position counts if a win within three own moves is proven by every legal move. The win is kept
    if the move made is one of the fastest wins, or if every legal answer leaves a win that is
    proven within the plies that remain. If the bound on nodes ends a proof, the position is counted
    separately: nothing is known about it.

    `open` are the positions for which the bound left unknown whether one move wins, whether two do,
    and whether three do. `unsure` are the moves of which it is not known whether they kept the win.
    `thrown` are positions with the moves made in them.
    """

    moves: int
    proven: int
    open: tuple[int, int, int]
    unsure: int
    thrown: tuple[tuple[str, str], ...]


def short_wins(
    key: str, start: str, moves: Sequence[str], opening: int, seat: Seat, nodes: int = NODES
) -> Wins:
    """The short wins of the player of that seat, after the random moves of the opening."""
    game = entry(key).game
    position = game.read(start, {})
    most = PLIES.get(key, USUAL_PLIES)[-1]
    proofs: list[tuple[Proof | None, int]] = []
    unsure, thrown = 0, list[tuple[str, str]]()
    for ply, text in enumerate(moves):
        after = game.play(position, game.parse(position, text)).position
        if ply >= opening and position.turn == seat:
            proofs.append(_proof(key, position, nodes))
            proof = proofs[-1][0]
            if proof and text not in proof.winning:
                kept = _still_wins(game, after, seat, most - 1, nodes)
                unsure += kept is None
                if kept is False:
                    thrown.append((game.write(position), text))
        position = after
    proven = sum(proof is not None for proof, _ in proofs)
    open_1, open_2, open_3 = (
        sum(proof is None and known < own for proof, known in proofs) for own in (1, 2, 3)
    )
    return Wins(len(proofs), proven, (open_1, open_2, open_3), unsure, tuple(thrown))


def _proof(key: str, position: Any, nodes: int) -> tuple[Proof | None, int]:
    # The fastest win, and for how many own moves it is known whether there is one.
    for number, plies in enumerate(PLIES.get(key, USUAL_PLIES)):
        proof = prove(kernel_of(key, position), plies, nodes)
        if proof.winning:
            return proof, 3
        if not proof.known:
            return None, number
    return None, 3


def _still_wins(
    game: Game[Any, Any], position: Any, seat: Seat, plies: int, nodes: int
) -> bool | None:
    # Whether the player of the seat wins within that many plies against every answer; None:
    # unknown.
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
