"""What is kept of pictures that were drawn: as much as a limit of bytes allows."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from PIL import Image

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class ByteCache(Generic[K, V]):
    """Values by key, the least recently used forgotten when all take more than `limit` bytes.

    Threads may share it. Two that miss the same key at once both make its value, which does no
    harm where a key always gives an equal value.
    """

    def __init__(self, limit: int, size: Callable[[V], int]) -> None:
        self.limit, self.size = limit, size
        self.bytes = self.misses = 0
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key, made when it is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            self.misses += 1
        value = make()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = value
                self.bytes += self.size(value)
                self._shrink()
        return value

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self.bytes = 0

    def _shrink(self) -> None:
        while self.bytes > self.limit and len(self._kept) > 1:
            _, forgotten = self._kept.popitem(last=False)
            self.bytes -= self.size(forgotten)


def image_bytes(image: Image.Image) -> int:
    """The memory that a picture takes: Pillow keeps four bytes for a pixel of several bands."""
    return image.width * image.height * (1 if len(image.getbands()) == 1 else 4)
