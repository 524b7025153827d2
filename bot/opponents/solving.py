"""Short wins, proven, and played through the rules before anybody is shown them."""

from typing import Any

from bot.games.core import PlayerError
from bot.games.guide import Game
from bot.opponents.kernel import kernel_of
from bot.opponents.proofs import Proof, prove

NODES = 20_000_000
"""Scored moves after which a proof is given up: about half a minute of plain Python."""


class NotAsProven(PlayerError):
    """The rules don't allow a line that the search has proven, or it does not win."""


def solved(game: Game[Any, Any], position: Any, plies: int, nodes: int = NODES) -> Proof:
    """Every first move with which whoever is to move wins in at most so many plies of both.

    Raises PlayerError where the game is over, and NotAsProven.
    """
    if game.outcome(position) is not None:
        raise PlayerError("The game is over in this position, so there is nothing to win any more.")
    if plies < 1 or nodes < 1:
        raise PlayerError("A proof takes 1 move or more. Name numbers such as --plies 3.")
    proof = prove(kernel_of(game.key, position), plies, nodes, every=True)
    for text in proof.winning:
        game.play(position, game.parse(position, text))
    if proof.winning and not _wins(game, position, proof):
        raise NotAsProven(
            f"The rules don't confirm the win {', '.join(proof.line)}. That is a mistake of the "
            "search: please report it, with the position."
        )
    return proof


def _wins(game: Game[Any, Any], position: Any, proof: Proof) -> bool:
    # Whether the line ends in a win of its first mover, as soon as the proof says.
    player = position.turn
    for text in proof.line:
        position = game.play(position, game.parse(position, text)).position
    outcome = game.outcome(position)
    return outcome is not None and player in outcome.winners and len(proof.line) <= proof.plies
