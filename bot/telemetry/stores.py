"""A store whose calls are timed, and looked at once they are done."""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from time import perf_counter
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from bot.telemetry.metrics import STORE_CALLS, STORE_FAILURES

S = TypeVar("S")

Look: TypeAlias = Callable[..., None]
"""Looks at the arguments of a call that is done."""


class Watch(Protocol):
    """Hears how calls end, by their names."""

    def done(self, call: str) -> None:
        """A call is done."""

    def failed(self, call: str, error: Exception) -> None:
        """A call has raised that."""


UNTIMED = ("close",)


class Observed:
    """Stands for a store."""

    def __init__(self, store: object, looks: Mapping[str, Look], watch: Watch | None) -> None:
        self.__dict__.update(_store=store, _looks=looks, _watch=watch)

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if name.startswith("_") or name in UNTIMED or not inspect.iscoroutinefunction(found):
            return found
        return partial(self._call, name, found)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._store, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self._store, name)

    async def _call(
        self, name: str, call: Callable[..., Awaitable[Any]], *args: Any, **kwargs: Any
    ) -> Any:
        began = perf_counter()
        try:
            done = await call(*args, **kwargs)
        except Exception as error:
            STORE_FAILURES.labels(name, type(error).__name__).inc()
            if self._watch is not None:
                self._watch.failed(name, error)
            raise
        finally:
            STORE_CALLS.labels(name).observe(perf_counter() - began)
        if self._watch is not None:
            self._watch.done(name)
        if (look := self._looks.get(name)) is not None:
            look(*args, **kwargs)
        return done


def observed(store: S, looks: Mapping[str, Look], watch: Watch | None = None) -> S:
    """The store, timed. `looks` are called with the arguments of those calls that are done, and
    `watch` hears of all."""
    return cast(S, Observed(store, looks, watch))
