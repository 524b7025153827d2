"""Caches of drawn pictures, limited in bytes."""

import ctypes
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from functools import cache, lru_cache, wraps
from threading import Lock, RLock
from typing import Generic, ParamSpec, TypeVar

from PIL import Image
from zlib_ng import zlib_ng

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
W = TypeVar("W")
P = ParamSpec("P")


def made_once(limit: int | None = None) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """Makes a function keep its last results, as many as the limit. As with `lru_cache`, but two
    threads that ask for the same get the same object, so that what is kept by it is made once."""

    def decorate(make: Callable[P, V]) -> Callable[P, V]:
        kept, lock = lru_cache(limit)(make), RLock()

        @wraps(make)
        def get(*key: P.args, **named: P.kwargs) -> V:
            with lock:
                return kept(*key, **named)  # type: ignore[arg-type]  # they are hashable

        return get

    return decorate


class ByteCache(Generic[K, V]):
    """Values by key, the least recently used dropped when all take more than `limit` bytes.

    Threads may share it: one makes the value of a key, and others that want it meanwhile wait.
    """

    def __init__(self, limit: int, size: Callable[[V], int]) -> None:
        self.limit, self.size = limit, size
        self.bytes = self.misses = 0
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._making: dict[K, Future[V]] = {}
        self._lock = Lock()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key, made if it is not cached. Raises what making it raises, also to those
        that waited for it."""
        with self._lock:
            try:
                value = self._kept[key]
            except KeyError:
                others = self._making.get(key)
                if not others:
                    self.misses += 1
                    self._making[key] = Future()
            else:
                self._kept.move_to_end(key)
                return value
        return others.result() if others else self._made(key, make)

    def _made(self, key: K, make: Callable[[], V]) -> V:
        try:
            value = self._missed(key, make)
        except BaseException as error:
            with self._lock:
                self._making.pop(key).set_exception(error)
            raise
        with self._lock:
            self._kept[key] = value
            self.bytes += self.size(value)
            self._shrink()
            self._making.pop(key).set_result(value)
        return value

    def _missed(self, _: K, make: Callable[[], V]) -> V:
        return make()

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.bytes = 0

    def _shrink(self) -> None:
        while self.bytes > self.limit and len(self._kept) > 1:
            _, forgotten = self._kept.popitem(last=False)
            self.bytes -= self.size(forgotten)


class PackedCache(ByteCache[K, V], Generic[K, V, W]):
    """A cache that also keeps packed values, up to their own limit of bytes: a dropped one is then
    unpacked, which is quicker than making it."""

    def __init__(
        self,
        limit: int,
        size: Callable[[V], int],
        packed: ByteCache[K, W],
        pack: Callable[[V], W],
        unpack: Callable[[W], V],
    ) -> None:
        super().__init__(limit, size)
        self.packed, self._pack, self._unpack = packed, pack, unpack

    def _missed(self, key: K, make: Callable[[], V]) -> V:
        new = list[V]()

        def packed() -> W:
            new.append(make())
            return self._pack(new[0])

        kept = self.packed.get(key, packed)
        return new[0] if new else self._unpack(kept)

    def clear(self) -> None:
        """Forget everything, packed or not."""
        super().clear()
        self.packed.clear()


PACK_LEVEL = 1
"""The quickest level: boards become small at any."""

PackedImage = tuple[str, tuple[int, int], bytes, list[int] | None]
"""The mode of a picture, its size, its packed pixels, and its palette if it has one."""


def pack_image(image: Image.Image) -> PackedImage:
    """A picture in some twentieth of the memory."""
    pixels = zlib_ng.compress(image.tobytes(), PACK_LEVEL)
    return image.mode, image.size, pixels, image.getpalette()


def unpack_image(packed: PackedImage) -> Image.Image:
    """The picture that was packed, to the pixel."""
    mode, size, pixels, colors = packed
    image = Image.frombytes(mode, size, zlib_ng.decompress(pixels))
    if colors:
        image.putpalette(colors)
        image.load()  # this passes the colors to the picture's core
    return image


def image_cache(limit: int, packed_limit: int) -> "PackedCache[Hashable, Image.Image, PackedImage]":
    """A cache of pictures of that many bytes, and more of them packed."""
    packed = ByteCache[Hashable, PackedImage](packed_limit, lambda image: len(image[2]))
    return PackedCache(limit, image_bytes, packed, pack_image, unpack_image)


OVERHEAD = 1500
"""Bytes that a small picture takes besides its pixels, about."""


def image_bytes(image: Image.Image) -> int:
    """The memory that a picture takes: Pillow keeps four bytes for a pixel of several bands."""
    return image.width * image.height * (1 if len(image.getbands()) == 1 else 4)


def release_memory() -> None:
    """Return free memory to the system, if the C library keeps it."""
    if library := _glibc():
        library.malloc_trim(0)


def keep_large_blocks_apart() -> None:
    """From now on take blocks of `LARGE` bytes straight from the system, which gets them back.

    Otherwise glibc soon takes large pictures from its heap too, which small ones then keep full of
    holes.
    """
    if library := _glibc():
        library.mallopt(M_MMAP_THRESHOLD, LARGE)
        library.mallopt(M_TRIM_THRESHOLD, SPARE)


M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""The names of these settings in glibc's malloc.h."""

LARGE = 4 << 20
"""More bytes than a finished picture has: what is drawn again and again stays in the heap."""

SPARE = 8 << 20
"""Free bytes at the heap's end that are kept for the next picture."""


@cache
def _glibc() -> ctypes.CDLL | None:
    # The C library if it is glibc; others keep less, and have no such functions.
    try:
        library = ctypes.CDLL(None)
    except TypeError:  # as on Windows
        return None
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None
