"""Positions to draw, and pictures to look at."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

from PIL import Image, ImageChops
from PIL.GifImagePlugin import GifImageFile

from bot.games.bump import GAME
from bot.games.bump.board import Position
from bot.games.core import Bumped, Captured, Effect
from renderers.scene import Badge, Scene
from tests.renderers.painting import Painter, of_kind, opened

Shot = tuple[Position, tuple[Effect, ...]]

START = GAME.start({})
EMPTY = "-;-;1;0,0;-"
PAINTER = Painter("bump")
scene, picture = PAINTER.scene, PAINTER.picture
VECTORS = Path(__file__).parent.parent / "vectors" / "bump.json"
CHAIN = ("-;112-0 123-4 221-0 23-2 25-3;2;0,0;-", "23,22")
CROWDED = """
01-0 011-2 021-4 122-3 314-4 33-5 512-1 523-1 53-2;
012-0 04-3 05-2 11-3 131-0 141-2 15-1 213-3 41-5 43-1 511-5 532-2;1  523,52(03)(511)(03)(511)
09-0 091-5 27-4 392-5 492-2 55-3 59-5;
08-2 081-4 083-1 192-5 26-3 271-2 29-4 291-4 292-0 46-3 591-2;1  392,58
081-5 171-5 192-0 282-4 381-4 383-1 391-2 47-5 572-4 581-3 59-4;
08-1 091-1 26-3 28-2 281-1 291-3 371-4 39-3 481-4 49-4;2  39,37-2
071-1 08-0 081-0 19-1 27-5 36-2 381-3 383-1 48-0 56-3;
06-0 072-2 181-2 191-5 193-3 272-3 39-2 472-5 491-1 583-5 591-3;1  081,07-5(592)(592)(592)
061-4 083-1 15-5 17-0 171-0 18-5 192-0 28-5 391-5 49-1 561-5 581-2;
071-5 09-2 183-1 25-2 281-1 294-3 381-5 392-1 582-2;2  071,093-0
012-4 014-5 111-2 23-5 31-0 32-5 411-1 412-4 422-1 514-1;
01-2 12-4 213-0 241-2 321-5 41-1 414-1 512-2 521-3;2  12,22
012-0 031-5 12-4 122-2 141-3 21-4 22-4 312-5 323-1 41-1 42-0 423-0;
02-3 021-1 03-0 121-3 214-5 32-5 512-3;2  121,01
011-3 02-3 13-4 222-5 311-2 421-5 431-4 54-2;
021-0 03-1 21-5 213-5 22-1 31-3 314-2 412-5 42-1 44-1 51-3 512-0;1  421,312-0
"""
"""Boards with chains of 13 to 16 links, found at random, and the moves that set them off."""
LONG = [
    (f"{text};0,0;-", move)
    for text, move in (line.split("  ") for line in CROWDED.replace(";\n", ";").split("\n") if line)
]


def position(text: str) -> Position:
    return GAME.read(text, {})


def board(*pieces: str, turn: int = 1) -> Position:
    """A position of pieces such as `01-0` for the first player and `*01-0` for the second."""
    first = " ".join(p for p in pieces if p[0] != "*") or "-"
    second = " ".join(p[1:] for p in pieces if p[0] == "*") or "-"
    return position(f"{first};{second};{turn};0,0;-")


def shot(text: str, move: str) -> Shot:
    """The position after a move, and the move's effects."""
    before = position(text)
    turn = GAME.play(before, GAME.parse(before, move))
    return turn.position, turn.effects


@cache
def vector_shots() -> tuple[Shot, ...]:
    cases = json.loads(VECTORS.read_text(encoding="utf-8"))["positions"]
    return tuple(shot(case["before"], case["move"]) for case in cases)


@cache
def long_shots() -> tuple[Shot, ...]:
    return tuple(shot(text, move) for text, move in LONG)


def links(effects: tuple[Effect, ...]) -> int:
    return sum(isinstance(effect, Bumped | Captured) for effect in effects)


def colors_of(image: Image.Image) -> set[tuple[int, ...]]:
    """Every color of an image with several bands."""
    found = image.getcolors(image.width * image.height)
    assert found is not None
    colors = set()
    for _, color in found:
        assert isinstance(color, tuple)
        colors.add(color)
    return colors


def alpha_range(image: Image.Image) -> tuple[int, int]:
    """The least and the greatest alpha of an image, or the values of a mask."""
    least, greatest = image.getchannel(image.getbands()[-1]).getextrema()
    assert isinstance(least, int)
    assert isinstance(greatest, int)
    return least, greatest


def lightness(color: tuple[int, int, int]) -> float:
    """CIE L*: 0 is black, 100 is white, and equal steps look equal."""
    light = luminance(color)
    return 116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light


def luminance(color: tuple[int, int, int]) -> float:
    shares = [band / 255 for band in color]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """The contrast of two colors as the web's guidelines measure it: 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def numbers(scene: Scene) -> Iterator[int]:
    """Every number on a badge."""
    for badge in of_kind(scene, Badge):
        for part in badge.text.split(","):
            first, _, last = part.partition("\N{EN DASH}")
            yield from range(int(first), int(last or first) + 1)


def game(length: int) -> list[Shot]:
    chance = Random(7)
    shots: list[Shot] = [(START, ())]
    while len(shots) < length:
        before = shots[-1][0]
        moves = list(islice(GAME.moves(before), 400))
        turn = GAME.play(before, chance.choice(moves))
        shots.append((turn.position, turn.effects))
    return shots


def frames(data: bytes) -> list[tuple[Image.Image, int]]:
    """Every frame as a viewer shows it, and its milliseconds."""
    found = []
    with opened(data) as gif:
        assert isinstance(gif, GifImageFile)
        for number in range(gif.n_frames):
            gif.seek(number)
            found.append((gif.convert("RGB"), gif.info["duration"]))
    return found


def same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is None
