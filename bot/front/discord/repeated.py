"""Interactions that come twice are handled once.

After a broken connection Discord's gateway resends what may not have arrived. A repeated move would
normally be refused, as it is no longer the person's turn; but if the other side has answered
meanwhile, and the same move is legal again, it would be played a second time.
"""

from collections import deque

import discord

from bot.front.discord.private_api import Parse, around_interactions

# Interactions that are remembered: far more than come while a connection is restored.
REMEMBERED = 10_000


class SeenBefore:
    """The ids of the newest interactions. What came to a killed process comes to no other: a new
    session begins without the past."""

    def __init__(self, most: int = REMEMBERED) -> None:
        self._order: deque[str] = deque(maxlen=most)
        self._ids: set[str] = set()

    def note(self, identity: str) -> bool:
        """Whether it was seen before; from now on it was."""
        if identity in self._ids:
            return True
        if len(self._order) == self._order.maxlen:
            self._ids.discard(self._order[0])
        self._order.append(identity)
        self._ids.add(identity)
        return False


def handle_each_once(client: discord.Client) -> None:
    """Let repeated commands, buttons, forms and completions do nothing."""
    seen = SeenBefore()

    def once(parse: Parse) -> Parse:
        return lambda data: None if seen.note(str(data["id"])) else parse(data)

    around_interactions(client, once)
