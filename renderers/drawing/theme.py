"""Every size and color of the pictures, and the letters. Themes are files of `data/themes`."""

import tomllib
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import ImageColor, ImageFont

from bot.games.core import BadDataFile
from renderers.drawing.cache import made_once

Color = tuple[int, int, int]
Font = ImageFont.FreeTypeFont

THEMES = files("data") / "themes"
FONTS = files("data") / "fonts"

FACES = 192
"""Cached sizes of letters: all of every view. Remaking them again and again fragments the memory,
and the letters drawn with them are not found in the caches."""

# Sizes in units of a cell: 1 is the distance from its center to its sides.
BODY = 0.74
FLAT = 0.56
BUMPER = 0.80
AWAY = 0.22
BUMPER_LENGTH = 0.46
BUMPER_WIDTH = 0.13
MARK = 0.25
BADGE, BADGE_LETTERS = 0.35, 0.56
TOKEN = 1.66
LABEL_DROP = 0.55
LOOP = 0.34
SWEEP = 0.98
WALL = 0.20
PATCH = 0.06
PATCH_LINE = 0.055
PATCH_ROUND = 0.42

VEIL = 0.65
"""The share of the page's color in a veiled cell."""

TINT, OUTLINE = 0.3, 0.7
"""The share of a player's color in the area and in the outline of a group."""

WATERMARK = 0.22
"""The share of its letters' color in the mark below a piece's name."""

RIBBON = "STUDY"
"""The word above the pictures of studies."""

TINTS = (0.22, 0.18, 0.14, 0.1, 0.06, 0.0)
"""The share of the color of hints in the page of a study: the first that leaves quiet letters
legible."""

QUIET, LEAST_CONTRAST = ("label", "muted"), 4.0

SIZES: Mapping[str, tuple[str, float]] = {
    # role: weight, pixels
    "label": ("SemiBold", 10.5),
    "piece": ("ExtraBold", 10.5),
    "badge": ("ExtraBold", 12),
    "numeral": ("ExtraBold", 20),
    "cell": ("SemiBold", 12.5),
    "stone": ("ExtraBold", 12.5),
    "ruler": ("ExtraBold", 19),
    "height": ("ExtraBold", 32),
    "name": ("ExtraBold", 21),
    "count": ("SemiBold", 15),
    "tag": ("ExtraBold", 14),
    "notice": ("ExtraBold", 17),
}
LARGER: Mapping[str, float] = {"label": 1.5, "height": 1.0}
LARGER_USUALLY = 1.24
"""How much larger large letters are, by their role: those in cells have the most room to grow."""


@dataclass(frozen=True, slots=True)
class Paint:
    """A fill, and a pattern on it in a second color if the theme has one."""

    fill: Color
    pattern: str = ""
    ink: Color = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Coat:
    """How a player's pieces look: paint, shape mark, and the color of mark and letters.

    `line` is the color of the player's lines if the fill itself would not be visible; `bumper` is
    the color of bumpers if the theme's would not be visible next to the fill.
    """

    paint: Paint
    ink: Color
    mark: str
    line: Color | None = None
    bumper: Color | None = None


@dataclass(frozen=True, eq=False)
class Theme:
    """The colors of one theme by their purpose. A `large` one always has large letters; every
    picture in one with a `ribbon` has that word above it."""

    key: str
    name: str
    colors: Mapping[str, Color]
    surfaces: Mapping[str, Paint]
    coats: tuple[Coat, ...]
    large: bool = False
    ribbon: str = ""

    def coat(self, player: int) -> Coat:
        """The look of a player's pieces, players counted from 1."""
        return self.coats[player - 1]


def color(text: str) -> Color:
    red, green, blue, *_ = ImageColor.getrgb(text)
    return red, green, blue


def _paint(fields: Mapping[str, str], ink: str = "ink") -> Paint:
    return Paint(color(fields["fill"]), fields.get("pattern", ""), color(fields.get(ink, "#000")))


def _coat(fields: Mapping[str, str]) -> Coat:
    line, bumper = (color(fields[k]) if k in fields else None for k in ("line", "bumper"))
    return Coat(_paint(fields, ink="stripe"), color(fields["ink"]), fields["mark"], line, bumper)


def theme(key: str, suit: str = "", study: bool = False) -> Theme:
    """The theme of that key, the players dressed in a suit of coats that some games share; of a
    `study` with another page and a ribbon.

    Raises KeyError with the existing keys.
    """
    return _of_study(_theme(key, suit)) if study else _theme(key, suit)


@made_once()
def _of_study(usual: Theme) -> Theme:
    shades = (_page_of_study(usual.colors, share) for share in TINTS)
    page = next(shade for shade in shades if _is_legible(usual.colors, shade))
    colors = {**usual.colors, "page": page}
    if usual.colors["shadow"] == usual.colors["page"]:
        colors["shadow"] = page
    return replace(usual, colors=colors, ribbon=RIBBON)


def _page_of_study(colors: Mapping[str, Color], share: float) -> Color:
    return mixed(colors["page"], colors["hint"], share)


def _is_legible(colors: Mapping[str, Color], page: Color) -> bool:
    return min(contrast(colors[quiet], page) for quiet in QUIET) >= LEAST_CONTRAST


@made_once()
def _theme(key: str, suit: str) -> Theme:
    if key not in themes():
        raise KeyError(f"There is no theme {key}. There are {', '.join(themes())}.")
    return read_theme((THEMES / f"{key}.toml").read_bytes(), key, suit)


def read_theme(data: bytes, key: str, suit: str = "") -> Theme:
    """The theme of its file's bytes. Raises BadDataFile."""
    try:
        return _theme_of(tomllib.loads(data.decode("utf-8")), key, suit)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadDataFile(
            f"The theme {key}.toml can't be read ({type(error).__name__}: {error}). Reinstall "
            "the bot, or mend the file."
        ) from error


def _theme_of(fields: Mapping[str, Any], key: str, suit: str) -> Theme:
    dressed = fields["suit"][suit] if suit else fields["player"]
    coats = tuple(_coat(player) for player in dressed)
    colors = {name: color(text) for name, text in fields["color"].items()}
    colors.setdefault("rim", colors["edge"])
    colors |= {f"ink{player}": coat.ink for player, coat in enumerate(coats, 1)}
    surfaces = {name: _paint(surface) for name, surface in fields["surface"].items()}
    return Theme(key, fields["name"], colors, surfaces, coats, fields.get("large", False))


@cache
def themes() -> tuple[str, ...]:
    """The keys of all themes, the default one first."""
    found = [f.name.removesuffix(".toml") for f in THEMES.iterdir() if f.name.endswith(".toml")]
    return tuple(sorted(found, key=lambda key: (key != "classic", key)))


def larger(role: str) -> float:
    """The factor of the large letters of a role."""
    return LARGER.get(role, LARGER_USUALLY)


def scale_for(role: str, pixels: float, large: bool) -> float:
    """How much larger than usual the letters of a role are if they are to have that size."""
    return round(pixels / SIZES[role][1] / (larger(role) if large else 1.0), 2)


@made_once(FACES)
def font(role: str, large: bool = False, scale: float = 1.0) -> Font:
    """The letters of a role, `scale` times as large."""
    weight, size = SIZES[role]
    file = FONTS / f"Manrope-{weight}.ttf"
    # Bytes would be stored twice for each size; of a file all share the pages.
    letters = file if isinstance(file, Path) else BytesIO(file.read_bytes())
    # The basic layout is the same on every machine, whatever shaping library it has.
    pixels = size * scale * (larger(role) if large else 1)
    return ImageFont.truetype(letters, pixels, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(4096)
def text_width(text: str, role: str, large: bool = False, scale: float = 1.0) -> float:
    """How many pixels a text takes from side to side."""
    return font(role, large, scale).getlength(text)


@lru_cache(4096)
def text_length(text: str, height: float) -> float:
    """How many pixels a text takes in letters of that height, outside of pictures: they are about
    as wide as those of Discord."""
    return text_width(text, "count", scale=height / SIZES["count"][1])


def mixed(one: Color, other: Color, share: float) -> Color:
    """A blend: that share of the other color in the first."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def contrast(one: Color, other: Color) -> float:
    """The contrast of two colors, by the web's guidelines: 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    shares = zip((0.2126, 0.7152, 0.0722), color, strict=True)
    return sum(share * float(((band / 255 + 0.055) / 1.055) ** 2.4) for share, band in shares)


@lru_cache(4096)
def printable(character: str) -> bool:
    """Whether the letters have the character; they lack emoji and many scripts."""
    letters = font("name")
    missing = letters.getmask("\U0010ffff")
    return character == " " or bytes(letters.getmask(character)) != bytes(missing)


def writable(text: str) -> bool:
    """Whether pictures show enough of a name to recognize it: a letter or digit at least."""
    return any(c.isalnum() and printable(c) for c in text)


@lru_cache(4096)
def fitting(text: str, role: str, width: float, large: bool = False) -> str:
    """The text without characters the letters lack, cut with an ellipsis to a width in pixels."""
    letters = font(role, large)
    whole = " ".join("".join(c for c in text if printable(c)).split())
    if letters.getlength(whole) <= width:
        return whole

    def is_wide(kept: int) -> bool:
        return letters.getlength(f"{whole[:kept].rstrip()}…") > width

    # A letter more takes more room, so the first cut that is too wide is found by bisection.
    kept = bisect_left(range(1, len(whole) + 1), True, key=is_wide)
    return f"{whole[:kept].rstrip()}…"
