"""Legal moves by how good the position after each looks: for what is offered to people."""

from functools import lru_cache

from bot.games.core import Position
from bot.opponents.kernel import Kernel, kernel_of


@lru_cache(maxsize=64)
def ranked(key: str, position: Position) -> tuple[str, ...]:
    """The texts of the legal moves in a game, the best for their mover first; as far as the game's
    kernel lists them."""
    return ranked_by(kernel_of(key, position))


def ranked_by(kernel: Kernel) -> tuple[str, ...]:
    """The same from a kernel. Of equal moves the shortest text is first: most people mean a step
    that does not turn, and one stone rather than two."""
    texts = [(worth, kernel.text(move)) for worth, move in kernel.scored()]
    return tuple(text for _, text in sorted(texts, key=lambda each: (-each[0], len(each[1]))))
