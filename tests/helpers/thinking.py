"""Searches beside the event loop in this very process, whose small games no other process knows."""

import asyncio
from typing import TypeVar

from bot.opponents.thinking import Answerable

A = TypeVar("A")


class InThreads:
    """Answers each question in a thread, and counts those that were asked."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    async def ask(self, question: Answerable[A], *, person: int, background: bool = False) -> A:
        self.asked.append(question)
        return await asyncio.to_thread(question.answer)

    async def close(self) -> None:
        """Nothing of it is left over."""
