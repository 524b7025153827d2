"""What the store is asked for rarely: whether those who begin to learn come to play."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import TypeAlias

from bot.telemetry.metrics import NEWCOMERS

log = logging.getLogger(__name__)

EVERY = 3600.0
"""Seconds between two questions: it is about weeks, and reads more than the others."""

PATIENCE = 5.0
"""Seconds that whoever asks for the metrics waits for it."""

Ask: TypeAlias = Callable[[], Awaitable[Mapping[str, int]] | None]
"""How many there are of each kind; None while no store is open. Raises what the store raises."""


class Newcomers:
    """Tells the metric, and asks at most once in an hour, whatever comes of it."""

    def __init__(self, ask: Ask, every: float = EVERY) -> None:
        self._ask, self._every = ask, every
        self._asked_at: float | None = None

    async def tell(self) -> None:
        """Ask, if it is time. Raises nothing: the number told before stands."""
        if self._asked_at is not None and monotonic() - self._asked_at < self._every:
            return
        asked = self._ask()
        if asked is None:
            return
        self._asked_at = monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                found = await asked
        except TimeoutError:
            log.warning("newcomers not counted: no answer within %g seconds", PATIENCE)
        except Exception as error:
            log.warning("newcomers not counted: %s", error)
        else:
            for kind, count in found.items():
                NEWCOMERS.labels(kind).set(count)
