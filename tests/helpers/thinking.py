"""Searches next to the event loop in this very process, whose small games no other process
knows."""

import asyncio
from dataclasses import replace
from typing import TypeVar

from bot.model.records import PersonId
from bot.opponents.thinking import (
    AdjudicationQuestion,
    Answerable,
    LastMistakesQuestion,
    MistakeQuestion,
)
from bot.opponents.workers import LONGEST, SearchFailed

A = TypeVar("A")

FEW = 4000
"""Moves looked at for what was missed in a turn, which else takes seconds at each end."""


class InThreads:
    """Answers each question in a thread, and counts those that were asked. Where `nodes` are given
    no search for a proof looks at more."""

    def __init__(self, nodes: int | None = None) -> None:
        self._nodes = nodes
        self.asked: list[object] = []

    async def ask(
        self,
        question: Answerable[A],
        *,
        person: PersonId,
        background: bool = False,
        within: float = LONGEST,
    ) -> A:
        self.asked.append(question)
        if self._nodes is not None and isinstance(question, AdjudicationQuestion):
            question = replace(question, nodes=self._nodes)
        if isinstance(question, LastMistakesQuestion | MistakeQuestion):
            few = min(question.match.nodes, FEW)
            question = replace(question, match=replace(question.match, nodes=few))
        return await asyncio.to_thread(question.answer)

    async def close(self) -> None:
        """Nothing of it is left over."""


class Failing(InThreads):
    """Whose searches all fail."""

    async def ask(
        self,
        question: Answerable[A],
        *,
        person: PersonId,
        background: bool = False,
        within: float = LONGEST,
    ) -> A:
        raise SearchFailed("off the board")
