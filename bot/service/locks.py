"""Locks by key: of matches, and of people."""

import asyncio
from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K", bound=Hashable)


class Locks(Generic[K]):
    """A lock for each key, kept while somebody holds a reference."""

    def __init__(self) -> None:
        self._known: WeakValueDictionary[K, asyncio.Lock] = WeakValueDictionary()

    def __call__(self, key: K) -> asyncio.Lock:
        return self._known.setdefault(key, asyncio.Lock())
