"""A reader's eye on a picture: what stands where, found by the items alone."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import dist, hypot

from renderers.scene import Arrow, Badge, Cups, Item, Leader, Loop, Piece, Point, Scene, Text

Spots = Mapping[str, Sequence[Point]]

BESIDE = 2.35
"""How far apart, in units, the centers of neighboring spaces are at the most."""

DASH = "\N{EN DASH}"
"""Between the first and the last of several numbers."""

NEAR = 1.9
"""How far, in units, a number is from what it numbers, unless a line leads there."""

TOKEN = 0.45
"""How far, in units, a line begins from its number: between that and the small cross beside it."""


@dataclass(frozen=True)
class Look:
    """A picture and where it has each space."""

    scene: Scene
    spots: Spots
    large: bool = False
    """Whether it is for a close-up, which has no cards of the players."""

    @property
    def unit(self) -> float:
        return self.scene.ground.unit

    def of(self, kind: type[Item]) -> list[Item]:
        return [item for item in self.scene.items if isinstance(item, kind)]

    def words(self) -> list[str]:
        return [text.text for text in self.scene.items if isinstance(text, Text)]

    def pieces(self) -> dict[str, str]:
        """Whose piece, or pieces from bottom to top, is on each space."""
        named = {pixel(place): s for s, places in self.spots.items() for place in places}
        found: dict[str, str] = {}
        for item in self.scene.items:
            space = named.get(pixel(item.at), "")
            if isinstance(item, Piece) and space:
                found[space] = str(item.player)
            elif isinstance(item, Cups) and item.kind != "covered":
                found[space] = "".join(map(str, item.owners))
        return found

    def marked(self, kind: type[Item], space: str, within: float = 0.2) -> bool:
        """Whether there is such an item on a space."""
        return any(self.is_at(item.at, space, within) for item in self.of(kind))

    def is_at(self, at: Point, space: str, within: float) -> bool:
        return any(dist(at, place) <= within * self.unit for place in self.spots[space])

    def numbers(self) -> set[int]:
        """The numbers of the links in the picture."""
        return {n for badge in self.of(Badge) for n in spanned(badge.text)}  # type: ignore[attr-defined]

    def numbered(self, number: int, tail: Point, head: Point, near: float = NEAR) -> bool:
        """Whether a number stands beside the way between two points, or a line leads from it."""
        leaders = [item for item in self.of(Leader) if isinstance(item, Leader)]
        for badge in self.of(Badge):
            assert isinstance(badge, Badge)
            if number not in spanned(badge.text):
                continue
            ends = [badge.at]
            ends += [_end(each) for each in leaders if dist(each.at, badge.at) < TOKEN * self.unit]
            if any(off_way(end, tail, head) <= near * self.unit for end in ends):
                return True
        return False

    def ways(self, source: str, target: str, aside: float = 1.0) -> Iterator[tuple[Point, Point]]:
        """The drawings of two spaces between which an arrow or a loop is drawn that way."""
        for tail in self.spots[source]:
            for head in self.spots[target]:
                if dist(tail, head) <= 2 * BESIDE * self.unit and any(
                    self._goes(mark, tail, head, aside) for mark in self._arrows()
                ):
                    yield tail, head

    def _arrows(self) -> Iterator[Arrow | Loop]:
        for mark in self.scene.items:
            if isinstance(mark, Arrow | Loop):
                yield mark

    def _goes(self, mark: Arrow | Loop, tail: Point, head: Point, aside: float) -> bool:
        ends, reach = (mark.at, _end(mark)), aside * self.unit
        if any(off_way(end, tail, head) > reach for end in ends):
            return False
        along = (head[0] - tail[0]) * mark.reach[0] + (head[1] - tail[1]) * mark.reach[1]
        return along > 0 or isinstance(mark, Loop)


def pixel(at: Point) -> tuple[int, int]:
    return round(at[0]), round(at[1])


def _end(item: Arrow | Loop | Leader) -> Point:
    return item.at[0] + item.reach[0], item.at[1] + item.reach[1]


def spanned(text: str) -> set[int]:
    """The numbers on a badge: of `1` and `4` to `6` they are four."""
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition(DASH)
        found |= set(range(int(first), int(last or first) + 1))
    return found


def off_way(at: Point, tail: Point, head: Point) -> float:
    """How far a point is from the way between two others."""
    (ax, ay), (bx, by) = tail, head
    length = hypot(bx - ax, by - ay) or 1.0
    share = ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / length**2
    share = min(max(share, 0.0), 1.0)
    return dist(at, (ax + share * (bx - ax), ay + share * (by - ay)))


@dataclass(frozen=True)
class Told:
    """A link of a chain as it is told: its numbers, and the words behind them."""

    first: int
    last: int
    words: str


def links(text: str) -> list[Told]:
    """The numbered links of a text, each with what it does, in the order of the text."""
    found, does = [], ""
    for part in re.split(rf", (?=\d+(?:{DASH}\d+)? )", text.removesuffix(".")):
        number, _, words = part.partition(" ")
        first, _, last = number.partition(DASH)
        verb = re.match(r"(?:bumps?|captures|bounces|covers)(?: it\b)?", words)
        does = verb[0] if verb else does
        words = words if verb else f"{does} {words}"
        found.append(Told(int(first), int(last or first), words))
    return found


def in_a_row(told: Iterable[Told]) -> int:
    """The last number of links that are told one after the other from 1 on."""
    last = 0
    for each in told:
        assert each.first == last + 1, f"{each} comes after {last}"
        last = each.last
    return last
