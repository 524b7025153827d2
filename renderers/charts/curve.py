"""The curve of a rating over time, with the band in which the true strength lies."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from renderers.charts.sheet import COUNT, LETTERS, MARGIN, SMALL, WIDTH, Sheet
from renderers.drawing.theme import mixed
from renderers.scene import Point, View

HEIGHT = 560
TITLE = 76
LEFT, RIGHT, BOTTOM = 120, WIDTH - 30, HEIGHT - 66
STEPS = (50, 100, 200, 500, 1000)
"""The choices of points between the horizontal lines."""

LINES = 5
"""Most horizontal lines."""

BAND = 0.22
"""The share of the curve's color in the band."""

DAYS_APART = 6
"""Days close enough for one date in their middle."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A rating on a day, and its possible error to either side."""

    day: date
    rating: float
    margin: float = 0.0


def draw_curve(title: str, points: Sequence[CurvePoint], view: View) -> bytes:
    """The PNG of a curve, readable 287 pixels wide. Same input, same bytes.

    The days go from left to right. Raises ValueError without a point.
    """
    if not points:
        raise ValueError("a curve has a point at least")
    sheet = Sheet(HEIGHT, view)
    sheet.write((MARGIN, TITLE / 2), title, size=LETTERS * 1.1, room=WIDTH - 2 * MARGIN)
    sheet.brush.card((LEFT, TITLE, RIGHT, BOTTOM), 12, sheet.style.color("panel"))
    frame = _Frame.around(points)
    for level in frame.levels():
        y = frame.down(level)
        sheet.brush.line([(LEFT, y), (RIGHT, y)], 2, sheet.style.color("line"))
        at = (LEFT - 12, y)
        sheet.write(at, f"{level}", role=COUNT, size=SMALL, color="muted", anchor="rm")
    _draw_band(sheet, frame, points)
    _draw_line(sheet, frame, points)
    for day, anchor in frame.dates():
        below = (frame.across(day), BOTTOM + 34)
        sheet.write(below, f"{day:%d %b %Y}", role=COUNT, size=SMALL, color="muted", anchor=anchor)
    return sheet.png()


@dataclass(frozen=True, slots=True)
class _Frame:
    # The card's range: from the first day to the last, from the lowest rating to the highest.
    first: date
    last: date
    low: int
    high: int
    step: int

    @classmethod
    def around(cls, points: Sequence[CurvePoint]) -> "_Frame":
        low = min(each.rating - each.margin for each in points)
        high = max(each.rating + each.margin for each in points)
        step = next((s for s in STEPS if (high - low) / s < LINES - 1), STEPS[-1])
        floor, ceiling = int(low // step) * step, -int(-high // step) * step
        first, last = points[0].day, points[-1].day
        # A single day is in the middle.
        around = timedelta(days=int(first == last))
        return cls(first - around, last + around, floor, max(ceiling, floor + step), step)

    def levels(self) -> range:
        return range(self.low, self.high + 1, self.step)

    def across(self, day: date) -> float:
        inner = 14
        share = (day - self.first).days / (self.last - self.first).days
        return LEFT + inner + share * (RIGHT - LEFT - 2 * inner)

    def down(self, rating: float) -> float:
        inner = 24
        share = (rating - self.low) / (self.high - self.low)
        return BOTTOM - inner - share * (BOTTOM - TITLE - 2 * inner)

    def at(self, point: CurvePoint, away: int = 0) -> Point:
        return self.across(point.day), self.down(point.rating + away * point.margin)

    def dates(self) -> Iterator[tuple[date, str]]:
        """The days that are written below, each with the anchor of its letters."""
        days = (self.last - self.first).days
        if days <= DAYS_APART:
            yield self.first + timedelta(days=days // 2), "mm"
            return
        yield self.first, "lm"
        yield self.first + timedelta(days=days // 2), "mm"
        yield self.last, "rm"


def _draw_band(sheet: Sheet, frame: _Frame, points: Sequence[CurvePoint]) -> None:
    color = mixed(sheet.style.color("panel"), sheet.style.color("hint"), BAND)
    upper = [frame.at(each, 1) for each in points]
    lower = [frame.at(each, -1) for each in points]
    if len(points) == 1:
        (x, top), (_, bottom) = upper[0], lower[0]
        sheet.brush.card((x - 14, top, x + 14, bottom + 1), 8, color)
        return
    sheet.brush.polygon([*upper, *lower[::-1]], color)


def _draw_line(sheet: Sheet, frame: _Frame, points: Sequence[CurvePoint]) -> None:
    color = sheet.style.color("hint")
    places = [frame.at(each) for each in points]
    for one, other in pairwise(places):
        sheet.brush.line([one, other], 6, color)
    sheet.brush.disc(places[-1], 10, color)
