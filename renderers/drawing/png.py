"""From a palette picture to the bytes of a PNG.

The chunks are written here, as Pillow compresses only with zlib: zlib-ng needs about half the time
for a file of the same size (`python -m bench.pictures`).
"""

import struct
from zlib import crc32

from PIL import Image
from zlib_ng import zlib_ng

SIGNATURE = b"\x89PNG\r\n\x1a\n"
LEVEL = 8
"""The smallest files, for twice the time: for what is seldom drawn."""

FULL_LEVEL = 6
"""Two fifths of that time for 5 % more bytes: for the fullest boards."""

QUICK_LEVEL = 5
"""Two thirds of that time for 2 % more bytes: for boards, which are drawn all the time."""

NEAR_LEVEL = 2
"""Two fifths of that time for 25 % more bytes: for close-ups, which have fewer."""

POSTED_LEVEL = 2
"""Half of QUICK_LEVEL's time for a fifth more bytes: for boards without the names of empty spaces,
as channels get them, whose files are smaller by nearly as much."""

CROWDED_LEVEL = 3
"""A tenth more time of a picture for a seventh less bytes than POSTED_LEVEL: for boards full of
pieces, which are drawn quickly."""

PALETTE, UNFILTERED = 3, b"\0"
"""The color type of palette pictures, and the filter that suits them: none."""


def encode_png(picture: Image.Image, level: int = LEVEL) -> bytes:
    """The PNG of a palette picture. Same pixels and level, same bytes."""
    width, height = picture.size
    # Pillow ends rows that are one byte too long with a zero: the filter of the row after.
    rows = memoryview(picture.tobytes("raw", "P", width + 1))
    packer = zlib_ng.compressobj(level)
    packed = packer.compress(UNFILTERED) + packer.compress(rows[:-1]) + packer.flush()
    return b"".join(
        (
            SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, PALETTE, 0, 0, 0)),
            _chunk(b"PLTE", bytes(picture.getpalette() or ())),
            _chunk(b"IDAT", packed),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", crc32(kind + body))
