from collections.abc import Callable
from datetime import date, timedelta

import pytest
from PIL import Image, ImageChops, ImageStat

from renderers import (
    ChartLine,
    ChartTable,
    CurvePoint,
    Figure,
    Sign,
    Tone,
    View,
    draw_curve,
    draw_table,
    themes,
)
from renderers.charts.sheet import LETTERS, MARGIN, SMALL, WIDTH, Sheet
from renderers.charts.tables import HEADS, LONGEST, ROW
from tests.renderers.boards import colors_of
from tests.renderers.painting import in_color

PHONE = 287
DAY = date(2026, 1, 5)


def a_table(*lines: ChartLine) -> ChartTable:
    return ChartTable("Bump · Division 2", ("1", "2", "Pts"), lines, "Ends on Sunday")


def a_line(name: str = "Ada", sign: Sign = Sign.NONE, *, own: bool = False) -> ChartLine:
    figures = (Figure("0", Tone.BAD), Figure("4", Tone.GOOD), Figure("12"))
    return ChartLine("1", name, figures, sign, own)


def a_curve(*ratings: float) -> list[CurvePoint]:
    return [CurvePoint(DAY + timedelta(weeks=k), each, 80) for k, each in enumerate(ratings)]


def are_alike(one: Image.Image, other: Image.Image) -> bool:
    """Whether both look the same: a palette is made for each picture, and may differ a little."""
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean) < 1


def test_letters_have_ten_pixels_and_more_on_a_phone() -> None:
    assert min(LETTERS, SMALL) * PHONE / WIDTH > 10


@pytest.mark.parametrize("theme", themes())
def test_a_table_of_five_is_drawn_in_every_theme(theme: str) -> None:
    lines = [a_line(name) for name in ("Ada", "Grace", "Linus", "Barbara", "Margaret")]
    picture = in_color(draw_table(a_table(*lines), View(theme=theme)))
    assert picture.width == WIDTH
    assert picture.height > 5 * ROW


@pytest.mark.parametrize("theme", themes())
def test_a_long_name_is_cut_and_leaves_the_figures_alone(theme: str) -> None:
    view = View(theme)
    short, long = (in_color(draw_table(a_table(a_line(n)), view)) for n in ("A", "W" * 200))
    box = (WIDTH - 240, 0, WIDTH, short.height)
    assert are_alike(short.crop(box), long.crop(box))


@pytest.mark.parametrize("sign", [s for s in Sign if s is not Sign.NONE])
def test_signs_are_seen_and_names_stay_in_line(sign: Sign) -> None:
    pictures = [
        in_color(draw_table(a_table(a_line(sign=each), a_line(sign=Sign.OUT)), View()))
        for each in (Sign.NONE, sign)
    ]
    left = MARGIN + 66 + 34
    names = [each.crop((left, 0, WIDTH, each.height)) for each in pictures]
    assert pictures[0].tobytes() != pictures[1].tobytes()
    assert are_alike(*names)


def test_the_signs_of_a_table_are_explained_below_it() -> None:
    plain, signed = (
        in_color(draw_table(a_table(a_line(), a_line(sign=sign)), View()))
        for sign in (Sign.NONE, Sign.UP)
    )
    assert signed.height - plain.height == HEADS
    foot = signed.crop((0, signed.height - 2 * HEADS - MARGIN, 60, signed.height - HEADS))
    assert Sheet(10, View()).style.color("path") in colors_of(foot)


def test_ones_own_line_stands_out() -> None:
    assert draw_table(a_table(a_line(own=True)), View()) != draw_table(a_table(a_line()), View())


def test_a_table_too_long_for_a_phone_is_refused() -> None:
    with pytest.raises(ValueError, match=str(LONGEST)):
        draw_table(a_table(*[a_line()] * (LONGEST + 1)), View())


def test_a_line_has_a_figure_for_each_head() -> None:
    with pytest.raises(ValueError, match="3 figures"):
        draw_table(a_table(ChartLine("1", "Ada", (Figure("1"),))), View())


def test_a_rising_curve_ends_above_where_it_began() -> None:
    color = Sheet(10, View()).style.color("hint")
    picture = in_color(draw_curve("Ada · Bump", a_curve(1500, 1550, 1700), View()))
    inked = [
        (x, y)
        for x in range(picture.width)
        for y in range(picture.height)
        if picture.getpixel((x, y)) == color
    ]
    assert inked, "the curve is drawn in the color of hints"
    (_, begins), (_, ends) = min(inked), max(inked)
    assert begins > ends + 100


def test_the_band_reaches_as_far_below_a_curve_as_above() -> None:
    style = Sheet(10, View()).style
    picture, x = in_color(draw_curve("Ada", a_curve(1500, 1500, 1500), View())), WIDTH // 2 + 100
    column = [picture.getpixel((x, y)) for y in range(picture.height)]
    middle, card = column.index(style.color("hint")) + 2, style.color("panel")
    for away, is_band in ((40, True), (130, True), (170, False)):
        assert column[middle - away] == column[middle + away]
        assert (column[middle + away] != card) is is_band


@pytest.mark.parametrize("ratings", [(1500,), (1500, 1500), (-200, 4000), tuple(range(900, 2500))])
def test_any_curve_can_be_drawn(ratings: tuple[float, ...]) -> None:
    assert in_color(draw_curve("Ada", a_curve(*ratings), View())).width == WIDTH


def test_a_curve_has_a_point() -> None:
    with pytest.raises(ValueError, match="point"):
        draw_curve("Ada", [], View())


def _table() -> bytes:
    return draw_table(a_table(a_line()), View())


def _curve() -> bytes:
    return draw_curve("Ada", a_curve(1500, 1600), View())


@pytest.mark.parametrize("drawn", [_table, _curve])
def test_the_same_chart_has_the_same_bytes(drawn: Callable[[], bytes]) -> None:
    assert drawn() == drawn()
