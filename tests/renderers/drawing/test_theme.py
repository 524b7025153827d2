"""None"""

from functools import cache
from importlib.resources import files
from itertools import combinations

import pytest
from coloraide import Color

from bot.catalog import catalog
from renderers.bump import board as bump_board
from renderers.drawing.piece_sprites import PALE
from renderers.drawing.sprites import sprite
from renderers.drawing.style import style_of
from renderers.drawing.theme import LABEL_DROP, fitting, font, printable, theme, themes
from renderers.drawing.theme import Color as Rgb
from renderers.layout import ROOT3
from renderers.scene import Chip, Ghost
from tests.renderers.boards import colors_of, contrast, lightness, long_shots
from tests.renderers.boards import picture as drawn

BUMP = bump_board.ground(False, True)
EACH = pytest.mark.parametrize("key", themes())


@EACH
def test_a_theme_names_every_color_and_surface_that_the_classic_names(key: str) -> None:
    usual = theme("classic")
    # A theme may dress more players than the classic does.
    assert theme(key).colors.keys() >= usual.colors.keys()
    assert theme(key).surfaces.keys() == usual.surfaces.keys()
    assert theme(key).name


@EACH
def test_players_differ_without_color(key: str) -> None:
    coats = theme(key).coats
    assert len(coats) == max(entry.players[-1] for entry in catalog().values())
    assert len({coat.mark for coat in coats}) == len(coats)
    first, second = (lightness(coat.paint.fill) for coat in coats[:2])
    assert abs(first - second) >= 25
    for one, other in combinations(coats, 2):
        apart = abs(lightness(one.paint.fill) - lightness(other.paint.fill))
        assert apart >= 8 or one.paint.pattern != other.paint.pattern


@EACH
def test_what_is_written_and_drawn_can_be_read(key: str) -> None:
    look, colors = style_of(key, 24.0, False), theme(key).colors
    for player, coat in enumerate(theme(key).coats, 1):
        assert contrast(coat.ink, coat.paint.fill) >= 4.5
        assert contrast(look.own(player), colors["page"]) >= 1.4
    # Coordinates and counts are quiet, but small.
    page_of_study = theme(key, study=True).colors["page"]
    grounds = (theme(key).surfaces["plain"].fill, colors["page"], colors["panel"], page_of_study)
    assert min(contrast(colors[quiet], on) for quiet in ("label", "muted") for on in grounds) >= 4
    for kind in ("chain", "capture", "stasis"):
        assert contrast(colors["halo"], colors[kind]) >= 4.5
    assert contrast(colors["bumper"], colors["rim"]) >= 4.5


@EACH
def test_a_bumper_stands_off_from_its_piece_or_from_the_board(key: str) -> None:
    look, plain = style_of(key, 24.0, False), theme(key).surfaces["plain"].fill
    for player in (1, 2):
        bumper, rim = look.bumper(player)
        fill = theme(key).coat(player).paint.fill
        assert max(contrast(bumper, fill), contrast(bumper, plain)) >= 3
        assert contrast(bumper, rim) >= 4.5


@EACH
@pytest.mark.parametrize("suit", ["", "cups"])
def test_the_ring_of_a_piece_that_is_gone_stands_off_from_the_board(key: str, suit: str) -> None:
    look = style_of(key, 44.0, False, suit)
    for player in (1, 2):
        ring = sprite(look, Ghost((0, 0), player))
        assert ring
        full = {(r, g, b) for r, g, b, alpha in colors_of(ring.image) if alpha == 255}
        assert max(contrast(c, look.theme.surfaces["plain"].fill) for c in full) >= PALE


@EACH
def test_every_mark_is_drawn_and_no_two_look_alike(key: str) -> None:
    look = style_of(key, 24.0, False)
    drawn = [sprite(look, Chip((0, 0), n)) for n, _ in enumerate(theme(key).coats, 1)]
    pictures = {small.image.tobytes() for small in drawn if small}
    assert len(pictures) == len(theme(key).coats)


def test_one_theme_is_black_and_white_with_patterns_that_tell_surfaces_and_players_apart() -> None:
    ink = theme("ink")
    paints = [*ink.surfaces.values(), *(coat.paint for coat in ink.coats)]
    used = {color for paint in paints for color in (paint.fill, paint.ink)}
    used |= {*ink.colors.values(), *(coat.ink for coat in ink.coats)}
    assert used == {(0, 0, 0), (255, 255, 255)}
    squares = {"light", "dark", "from", "to"}
    for board in (squares, (set(ink.surfaces) - squares) | {"from", "to"}):
        looks = [(paint.fill, paint.pattern) for key, paint in ink.surfaces.items() if key in board]
        assert len(set(looks)) == len(looks)
    first, second = (ink.coat(player).paint for player in (1, 2))
    assert (first.fill, first.pattern) != (second.fill, second.pattern)


def test_a_black_and_white_picture_is_gray_only_at_its_edges() -> None:
    picture = drawn(*long_shots()[0], theme="ink").convert("L")
    counts = picture.histogram()
    assert (counts[0] + counts[255]) / sum(counts) > 0.85


def test_one_theme_is_dark() -> None:
    night = theme("night")
    assert lightness(night.colors["page"]) < 25
    assert lightness(night.surfaces["plain"].fill) < 40
    assert lightness(night.colors["text"]) > 85


def test_one_theme_has_high_contrast_and_large_letters() -> None:
    bold = theme("contrast")
    assert bold.large
    for words in ("text", "muted", "label"):
        for ground in (bold.colors["page"], bold.colors["panel"], bold.surfaces["plain"].fill):
            assert contrast(bold.colors[words], ground) >= 7
    for coat in bold.coats:
        assert contrast(coat.ink, coat.paint.fill) >= 7


def test_coordinates_of_empty_cells_are_larger_still_where_letters_are_large() -> None:
    usual, large = font("label"), font("label", large=True)
    assert large.size >= 1.4 * usual.size
    for text in ("000", "594", "C2"):
        left, top, right, bottom = large.getbbox(text, anchor="mm")
        for x in (left, right):
            for y in (top, bottom):
                # A cell of Bump stands on a corner.
                low = abs(y + BUMP.unit * LABEL_DROP)
                assert low + abs(x) / ROOT3 <= 2 * BUMP.unit / ROOT3


def test_an_unknown_theme_is_refused_with_the_themes_there_are() -> None:
    with pytest.raises(KeyError, match=r"no theme neon.*classic"):
        theme("neon")


def test_the_letters_travel_with_their_license() -> None:
    license_text = (files("data") / "fonts" / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE" in license_text


def test_the_letters_have_latin_greek_and_cyrillic_and_know_what_they_lack() -> None:
    assert all(map(printable, "aZéЖΩ7 "))
    assert not any(map(printable, "🐱漢\u200b"))


def test_a_long_name_is_cut_with_an_ellipsis_and_fits() -> None:
    cut = fitting("Maximiliane von und zu Hohenstein", "name", 150)
    assert cut.endswith("…")
    assert cut.startswith("Max")
    assert font("name").getlength(cut) <= 150


def test_a_name_loses_only_what_cannot_be_drawn() -> None:
    assert fitting("🐱 Ada 🐱 L.", "name", 300) == "Ada L."
    assert fitting("🐱🐶", "name", 300) == ""
    assert fitting("Ada", "name", 200) == "Ada"


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
def test_in_every_theme_both_sides_differ(key: str, kind: str, how: str) -> None:
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


def test_no_two_themes_are_nearly_twins() -> None:
    for one, other in combinations([key for key in themes() if key != "ink"], 2):
        pages = [theme(each).colors["page"] for each in (one, other)]
        plains = [theme(each).surfaces["plain"].fill for each in (one, other)]
        apart = min(difference(a, b, "usual", "") for a, b in (pages, plains))
        assert apart > 7, (one, other)
