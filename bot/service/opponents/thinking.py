"""Where the service has its searches computed: what it needs of that, and what it adds."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Protocol, TypeAlias, TypeVar

from bot.model.match import Match
from bot.opponents.thinking import Answerable

A = TypeVar("A")


class Thinking(Protocol):
    """Answers questions about positions, beside the event loop. `Workers` does it in processes."""

    async def ask(self, question: Answerable[A], *, person: int, background: bool = False) -> A:
        """The answer, for that person. What is in the background waits for what people wait for.

        Raises SearchFailed.
        """

    async def close(self) -> None:
        """Compute nothing any more. Whoever waits is cancelled."""


ShowThinking: TypeAlias = Callable[[Match], AbstractAsyncContextManager[None]]
"""Lets people see, as long as the block lasts, that the bot thinks about its move in a match."""


def show_nothing(match: Match) -> AbstractAsyncContextManager[None]:
    return nullcontext()
