"""Changes of one thing by several at once: locks within a process, repetition between processes."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Locks(Generic[K]):
    """A lock for each key, kept while somebody holds a reference."""

    def __init__(self) -> None:
        self._known: WeakValueDictionary[K, asyncio.Lock] = WeakValueDictionary()

    def __call__(self, key: K) -> asyncio.Lock:
        return self._known.setdefault(key, asyncio.Lock())


async def change(
    read: Callable[[], Awaitable[T]],
    step: Callable[[T], T],
    save: Callable[[T, T], Awaitable[bool]],
    *,
    in_thread: bool = False,
) -> T:
    """The value after the step, so that concurrent changes run one after the other.

    `save` gets the value after the step and the one before, and writes it only if what is stored is
    still the latter; else the step is repeated on the value as it is by then. A step that changes
    nothing writes nothing, and one that raises ends it. A slow one belongs in a thread.
    """
    while True:
        before = await read()
        after = await asyncio.to_thread(step, before) if in_thread else step(before)
        if after == before or await save(after, before):
            return after
