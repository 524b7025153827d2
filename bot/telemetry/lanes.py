"""Work that waits for a thread: how much, how long, and how long it takes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from time import perf_counter
from typing import Any, ParamSpec, TypeVar

from bot.telemetry.metrics import LANE_WAITED, LANE_WAITING, LANE_WORKED, PICTURES

P = ParamSpec("P")
T = TypeVar("T")


class Waiting:
    """A piece of work that was given to a lane."""

    def __init__(self, lane: str) -> None:
        self._lane, self._asked = lane, perf_counter()
        self._context = copy_context()
        self._places = [1]
        LANE_WAITING.labels(lane).inc()

    def run(self, work: Callable[..., T], *args: Any) -> T:
        """Do the work, in a thread of the lane, as part of what is handled."""
        began = perf_counter()
        self.leave()
        LANE_WAITED.labels(self._lane).observe(began - self._asked)
        try:
            return self._context.run(work, *args)
        finally:
            LANE_WORKED.labels(self._lane).observe(perf_counter() - began)

    def leave(self) -> None:
        """It waits no longer. Told by the thread that begins it or by whoever gives it up, it
        counts once: of two threads one finds the place to take."""
        try:
            self._places.pop()
        except IndexError:
            return
        LANE_WAITING.labels(self._lane).dec()


@contextmanager
def waiting_in(lane: str) -> Iterator[Waiting]:
    """Somebody waits for work in the lane."""
    waiting = Waiting(lane)
    try:
        yield waiting
    finally:
        waiting.leave()


def pictured(game: str, lane: str, work: Callable[P, T]) -> Callable[P, T]:
    """The work, which draws a picture, with its time."""

    def drawn(*args: P.args, **kwargs: P.kwargs) -> T:
        with PICTURES.labels(game, lane).time():
            return work(*args, **kwargs)

    return drawn
