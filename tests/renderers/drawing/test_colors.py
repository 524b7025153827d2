"""The colors of the themes as people with a color-vision deficiency see them."""

from functools import cache
from itertools import combinations

import pytest
from coloraide import Color

from renderers.drawing.theme import Color as Rgb
from renderers.drawing.theme import theme, themes

VISIONS = (
    ("usual", ""),
    *((kind, how) for kind in ("protan", "deutan", "tritan") for how in ("brettel", "machado")),
)
EVERY_VISION = pytest.mark.parametrize(("kind", "how"), VISIONS)
EVERY_THEME = pytest.mark.parametrize("key", themes())

APART, OFF_BOARD, OFF_CENTER, BUMPER = 25, 25, 20, 15
"""How far players are from each other, from the board, from its centers and from bumpers.

In CIEDE2000, where 2 is just seen. A bumper has a dark line around it as well.
"""

SAFE = "clear"


@cache
def seen(color: Rgb, kind: str, how: str) -> Color:
    """A color as it looks without one of the three kinds of cones."""
    full = Color("srgb", [band / 255 for band in color])
    return full if kind == "usual" else full.filter(kind, method=how).clip("srgb")


def difference(one: Rgb, other: Rgb, kind: str, how: str) -> float:
    return seen(one, kind, how).delta_e(seen(other, kind, how), method="2000")


def test_the_difference_is_what_it_is_known_to_be() -> None:
    # Red and green are far apart, and near for those without the cones for red or for green.
    red, green = (200, 60, 40), (110, 120, 20)
    usual = difference(red, green, "usual", "")
    assert usual > 45
    assert difference(red, green, "deutan", "machado") < usual / 2
    assert difference((0, 0, 0), (255, 255, 255), "usual", "") == pytest.approx(100, abs=0.1)


@EVERY_VISION
def test_in_the_safe_theme_everybody_tells_players_apart(kind: str, how: str) -> None:
    safe = theme(SAFE)
    fills = [coat.paint.fill for coat in safe.coats]
    for one, other in combinations(fills, 2):
        assert difference(one, other, kind, how) >= APART
    for name, surface in safe.surfaces.items():
        least = OFF_CENTER if name.startswith("center") else OFF_BOARD
        assert all(difference(fill, surface.fill, kind, how) >= least for fill in fills)
    for ground in (*fills, safe.surfaces["plain"].fill):
        assert difference(safe.colors["bumper"], ground, kind, how) >= BUMPER


@EVERY_THEME
@EVERY_VISION
def test_in_every_theme_both_sides_are_told_apart(key: str, kind: str, how: str) -> None:
    first, second = (theme(key).coat(player).paint.fill for player in (1, 2))
    assert difference(first, second, kind, how) >= 45
    plain = theme(key).surfaces["plain"].fill
    for coat in theme(key).coats[:2]:
        # A white piece on white paper has a pattern and a black rim.
        assert coat.paint.pattern or difference(coat.paint.fill, plain, kind, how) >= 12


def test_in_the_meadow_pieces_stand_out_from_their_own_home() -> None:
    meadow = theme("meadow")
    for player in (1, 2):
        home, own = meadow.surfaces[f"home{player}"].fill, meadow.coat(player).paint.fill
        assert difference(home, own, "usual", "") > 25
    purple = seen(meadow.coat(1).paint.fill, "usual", "").convert("oklch")
    assert purple["chroma"] > 0.15
