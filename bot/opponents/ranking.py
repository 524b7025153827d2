"""Legal moves by how good the position after each looks: for what is offered to people."""

from functools import lru_cache

from bot.games.core import Position
from bot.opponents.kernel import kernel_of


@lru_cache(maxsize=64)
def ranked(key: str, position: Position) -> tuple[str, ...]:
    """The texts of the legal moves in a game, the best for their mover first, of equal ones the
    shortest; as far as the game's kernel lists them. Only the position after each is looked at."""
    kernel = kernel_of(key, position)
    texts = [(worth, kernel.text(move)) for worth, move in kernel.scored()]
    return tuple(text for _, text in sorted(texts, key=lambda each: (-each[0], len(each[1]))))
