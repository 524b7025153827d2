"""The bot's own pictures, shown unchanged.

Before simcord shows a picture, it starts a separate Python that decodes it and encodes it again,
one after another, and again for the next viewer. That guards a workbench against anybody's files.
What the bot draws for its table are plain pictures that a browser shows as well.
"""

import struct
from collections.abc import Iterator
from zlib import crc32

from simcord.preview import _media

SIGNATURE = b"\x89PNG\r\n\x1a\n"
PLAIN = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}
"""The chunks of a picture that is neither animated nor turned, and has no metadata."""


class Pictures(_media.MediaWorker):
    """Replaces simcord's, which is asked about everything else."""

    async def validate(
        self, key: str, blob: bytes, *, media_time: float | None = None
    ) -> _media.MediaInfo:
        # simcord asks for each picture that a window shows for the first time.
        return as_drawn(blob) or await super().validate(key, blob, media_time=media_time)


def as_drawn(blob: bytes) -> _media.MediaInfo | None:
    """The description of a whole, plain PNG that is not huge, else None."""
    if len(blob) > _media.MAX_SOURCE_BYTES or not blob.startswith(SIGNATURE):
        return None
    parts = list(_parts(blob))
    if not parts or parts[0] != b"IHDR" or parts[-1] != b"IEND" or not PLAIN.issuperset(parts):
        return None
    width, height = struct.unpack_from(">II", blob, len(SIGNATURE) + 8)
    if max(width, height) > _media.MAX_DIMENSION or width * height > _media.MAX_PIXELS:
        return None
    return _media.MediaInfo(
        *("PNG", width, height, 1, width * height * 4, blob, "image/png"),
        capture=blob,
        poster=blob,
    )


def _parts(blob: bytes) -> Iterator[bytes]:
    """The kinds of its chunks, as far as they are intact."""
    place = len(SIGNATURE)
    while place + 12 <= len(blob):
        length, kind = struct.unpack_from(">I4s", blob, place)
        end = place + 8 + length
        if blob[end : end + 4] != crc32(blob[place + 4 : end]).to_bytes(4):
            return
        yield kind
        place = end + 4
