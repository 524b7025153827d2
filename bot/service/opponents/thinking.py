"""Where the service has its searches computed: what it needs of that, and what it adds."""

import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Protocol, TypeAlias, TypeVar

from bot.model.match import Match
from bot.model.refusals import Refused
from bot.opponents.thinking import Answerable
from bot.opponents.workers import SearchFailed

log = logging.getLogger(__name__)

A = TypeVar("A")


class Thinking(Protocol):
    """Answers questions about positions, beside the event loop. `Workers` does it in processes."""

    async def ask(self, question: Answerable[A], *, person: int, background: bool = False) -> A:
        """The answer, for that person. What is in the background waits for what people wait for.

        Raises SearchFailed.
        """

    async def close(self) -> None:
        """Compute nothing any more. Whoever waits is cancelled."""


async def answer_to(
    thinking: Thinking, question: Answerable[A], person: int, *, background: bool = False
) -> A:
    """The answer, for that person. Raises Refused where the search failed, which is in the log."""
    try:
        return await thinking.ask(question, person=person, background=background)
    except SearchFailed as error:
        log.exception("%s failed", type(question).__name__)
        raise Refused(
            "My search failed, so there is no answer and nothing is changed. Ask again in a "
            "minute; if it goes on, tell whoever runs the bot."
        ) from error


ShowThinking: TypeAlias = Callable[[Match], AbstractAsyncContextManager[None]]
"""Lets people see, as long as the block lasts, that the bot thinks about its move in a match."""


def show_nothing(match: Match) -> AbstractAsyncContextManager[None]:
    return nullcontext()
