"""The places of numbers: next to what they number, on no other number, on no bumper."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot, inf

from renderers.layout import apart, around
from renderers.scene import Point

Disc = tuple[Point, float]
"""A circle by center and radius, in pixels."""

Box = tuple[Point, Point]
"""A box by its center and half its width and height."""

Bounds = tuple[float, float, float, float]
"""The usable part of a picture: left, top, right, bottom."""

NEVER = 1e9
RINGS = (0.55, 0.8, 1.05, 1.3, 1.6, 2.0, 2.5, 3.0, 3.6)
"""How far aside a number may move, in units, nearest first."""

CLOSE = 3
"""How many of these are tried before what is farther away is considered, too."""

CLEARANCE = 1.0
"""Pixels that stay free around a number."""


@dataclass(slots=True)
class LabelPlacer:
    """The occupied places on a picture. Numbers are put into it one after the other.

    `keep_clear` are discs no number may touch (bumpers); `avoid` discs that it should not.
    """

    bounds: Bounds
    unit: float
    keep_clear: list[Disc] = field(default_factory=list)
    avoid: list[Disc] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)

    def put(self, wishes: Sequence[Point], half: Point) -> Point:
        """Find room for a box of that half size near the first of some wished places."""
        home = at = wishes[0]
        farthest = max(apart(wish, home) for wish in wishes)
        for rings in (RINGS[:CLOSE], RINGS):
            # Most find room close by, where few discs are in the way.
            reach = max(self.unit * rings[-1], farthest) + hypot(*half) + self.unit
            near = LabelPlacer(
                self.bounds,
                self.unit,
                within(home, (reach, reach), self.keep_clear),
                within(home, (reach, reach), self.avoid),
                [box for box in self.boxes if apart(box[0], home) < reach + box[1][0]],
            )
            at, cost = near.best(wishes, half, rings)
            if cost < rings[-1]:
                break
        self.boxes.append((at, half))
        return at

    def best(
        self, wishes: Sequence[Point], half: Point, rings: Sequence[float]
    ) -> tuple[Point, float]:
        """The cheapest place: the nearest free one, or else the one that hides least; and its
        cost."""
        best, least = wishes[0], NEVER * 10
        for order, place in enumerate(wishes):
            if 0.12 * order < least:
                cost = 0.12 * order + self.cost(place, half, least)
                best, least = (place, cost) if cost < least else (best, least)
        for ring in rings:
            if ring > least:
                break
            for place in self.ring(wishes[0], ring):
                cost = apart(place, wishes[0]) / self.unit + self.cost(place, half, least)
                best, least = (place, cost) if cost < least else (best, least)
        return best, least

    def ring(self, middle: Point, radius: float) -> Iterator[Point]:
        """The places on a ring, its radius in units, around a point."""
        return (around(middle, 30 * k - 60, radius * self.unit) for k in range(12))

    def cost(self, at: Point, half: Point, most: float = inf) -> float:
        """What a box would hide there: nothing costs 0, what must be visible costs NEVER. Beyond
        `most` it need not be the whole cost."""
        if not self.inside(at, half) or any(overlap(at, half, box) for box in self.boxes):
            return NEVER
        if hidden(at, half, self.keep_clear, 0.0):
            return NEVER / 2
        return 4 * hidden(at, half, self.avoid, most * self.unit / 4) / self.unit

    def inside(self, at: Point, half: Point) -> bool:
        left, top, right, bottom = self.bounds
        return (
            left <= at[0] - half[0]
            and at[0] + half[0] <= right
            and top <= at[1] - half[1]
            and at[1] + half[1] <= bottom
        )


def within(at: Point, half: Point, discs: Sequence[Disc]) -> list[Disc]:
    """The discs whose own boxes reach into a box: all others cost nothing."""
    (x, y), (wide, high) = at, half
    return [
        disc
        for disc in discs
        if abs(disc[0][0] - x) < wide + disc[1] and abs(disc[0][1] - y) < high + disc[1]
    ]


def hidden(at: Point, half: Point, discs: Sequence[Disc], most: float = inf) -> float:
    """How much of the discs a box hides: how deep they reach into it, together. Beyond `most` the
    rest is not counted."""
    (x, y), (wide, high), found = at, half, 0.0
    for disc in discs:  # a plain loop, as all numbers of a chain try many places
        (far_x, far_y), radius = disc
        if abs(far_x - x) < wide + radius and abs(far_y - y) < high + radius:
            found += max(0.0, depth(at, half, disc))
            if found > most:
                break
    return found


def overlap(at: Point, half: Point, other: Box) -> bool:
    """Whether two boxes come closer than the clearance."""
    (x, y), (width, height) = other
    return (
        abs(at[0] - x) < half[0] + width + CLEARANCE
        and abs(at[1] - y) < half[1] + height + CLEARANCE
    )


def depth(at: Point, half: Point, disc: Disc) -> float:
    """How deep a disc reaches into a box with round ends; negative is the distance between."""
    (x, y), radius = disc
    aside = max(0.0, abs(at[0] - x) - (half[0] - half[1]))
    return half[1] + radius - hypot(aside, at[1] - y)
