"""The chain of a turn as marks: an arrow for every link, a cross for every piece taken, numbers.

A still picture has to show the order. Links that go the same way share an arrow and list their
numbers; a link that comes back the other way has its own arrow beside the first. Ways gone back and
forth are one loop with one number for all of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, radians

from renderers.annotations.placement import Bounds, LabelPlacer
from renderers.drawing import theme as sizes
from renderers.drawing.piece_sprites import bumper
from renderers.drawing.sprites import badge_size
from renderers.drawing.style import Style
from renderers.layout import angle_of, apart, around, beside, between, minus, plus, stride
from renderers.scene import Arrow, Badge, Cross, Item, Leader, Loop, Piece, Point

Pixel = tuple[int, int]

ASIDE = 0.34
"""How far to the right, in units, an arrow keeps if another comes the other way."""

TAIL = {"free": 0.1, "piece": 0.5, "cross": 0.62, "bumper": 1.06}
"""How far from the center of its cell, in units, an arrow begins, by what is in its way."""

HEAD = {"free": 1.52, "piece": 1.24, "bumper": 0.96}
"""How far from there it ends, by what is in its way in the next cell."""

FROM_RIM = 0.66
"""How far from the center of its piece, in units, an arrow begins that leaves its number
visible."""

SHORTEST, STUB = 0.3, 0.6
"""A shorter arrow, in units, would be no arrow; and one that is hardly longer than its tip."""

PAST = (0.6, 1.4, 0.86)
"""Where an arrow begins and ends instead, and how far it keeps aside: past the pieces that stand in
its way now."""

INSET = {"free": 0.2, "piece": 0.56, "cross": 0.62, "bumper": 1.06}
"""How far from the center of its cell, in units, a loop ends, by what is in its way there."""

ROUNDEST = 0.6
"""A shorter loop, in units, would not show between which two cells it is."""

NEAR_LOOP = 75
"""Degrees within which a bumper reaches into a loop."""

LETTERS_NEAR = 18.15
"""The size of a number's letters in pixels on a board that a close-up draws larger."""

FRO = 3
"""Links from which on a way back and forth, or numbers in a row, are shown as one."""

FACING = 20
"""Degrees within which a bumper counts as facing a neighbor."""


ON_SIDE = 30
"""Degrees within which a bumper at an end of an arrow faces the side to which it keeps."""


@dataclass(frozen=True, slots=True)
class Link:
    """One bump: from where to where, and its number in the chain."""

    tail: Point
    head: Point
    number: int


Shaft = tuple[Point, Point, list[Link]]
"""Where an arrow or a loop begins and ends, and the links that it shows."""

Way = tuple[Pixel, Pixel]
"""From where to where a link goes."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A piece taken from the board: where, whose, how, and its number in the chain."""

    at: Point
    player: int
    kind: str
    number: int


@dataclass(slots=True)
class ChainMarks:
    """The marks of a chain in the making, on a board with these current pieces."""

    style: Style
    room: LabelPlacer
    pieces: dict[Pixel, Piece]
    under: list[Item] = field(default_factory=list)
    arrows: list[Item] = field(default_factory=list)
    badges: list[Item] = field(default_factory=list)
    letters: float = LETTERS_NEAR

    @property
    def scale(self) -> float:
        """How much larger the numbers are than usual."""
        return sizes.scale_for("badge", self.letters, self.style.large)

    def crossed(self, at: Point) -> bool:
        """Whether a cross fills the cell at a point."""
        return any(pixel(item.at) == pixel(at) for item in self.under)

    def piece(self, at: Point) -> Piece | None:
        """The piece drawn at a point."""
        return self.pieces.get(pixel(at))


def pixel(at: Point) -> Pixel:
    """A point as the key of what is drawn there."""
    return round(at[0]), round(at[1])


def faces(piece: Piece | None, other: Point, within: float = FACING) -> bool:
    """Whether a piece's bumper is on the side of another point, within that many degrees."""
    if piece is None or piece.angle is None:
        return False
    return cos(radians(angle_of(minus(other, piece.at)) - piece.angle)) > cos(radians(within))


def mark_chain(
    style: Style,
    bounds: Bounds,
    pieces: Sequence[Piece],
    links: Sequence[Link],
    taken: Sequence[Taken],
    ways: Sequence[tuple[Point, Point]] = (),
    keepers: Sequence[Point] = (),
    letters: float = LETTERS_NEAR,
) -> ChainMarks:
    """All marks of a chain; badges touch neither each other nor a bumper while there is room.

    `ways` are the steps, from where to where, that the player's own piece went before the chain;
    `keepers` are cells of figures that are no pieces; `letters` is the size of numbers in pixels.
    """
    room = room_around(bounds, style.unit, pieces)
    room.avoid.extend((at, style.unit * sizes.BODY) for at in keepers)
    marks = ChainMarks(style, room, {pixel(piece.at): piece for piece in pieces}, letters=letters)
    lone = list(_crosses(marks, taken))
    gone = {(pixel(a), pixel(b)) for a, b in ways}
    gone |= {(b, a) for a, b in gone}
    back = {(pixel(x.head), pixel(x.tail)) for x in links}
    ways_of = _alike(links)
    loops = list(_loops(marks, ways_of))
    for tail, head, _ in loops:
        marks.arrows.append(Loop(tail, stride(tail, head)))
        rim = style.unit * (sizes.LOOP + 0.1)
        room.avoid.extend((between(tail, head, share), rim) for share in (0.2, 0.5, 0.8))
    shafts = [_shaft(marks, same, _aside(marks, same, gone, back)) for same in ways_of.values()]
    for tail, head, _ in shafts:
        marks.arrows.append(Arrow(tail, stride(tail, head)))
        room.avoid.extend((between(tail, head, share), 3.0) for share in (0.35, 0.65, 0.95))
    for tail, head, same in _to_and_fro(shafts):
        _number(marks, tail, head, same)
    for tail, head, same in loops:
        _number(marks, tail, head, same, beyond=sizes.LOOP + 0.12)
    for place, group in lone:
        _number_taken(marks, place, group)
    return marks


def arrows(style: Style, pieces: Sequence[Piece], links: Sequence[Link]) -> Iterator[Arrow]:
    """The arrow of each link alone, on no bumper, and starting at the rim of a piece."""
    marks = ChainMarks(
        style, LabelPlacer((0, 0, 0, 0), style.unit), {pixel(p.at): p for p in pieces}
    )
    for link in links:
        tail, head, _ = _shaft(marks, [link])
        if apart(tail, link.tail) < style.unit * FROM_RIM and marks.piece(link.tail):
            tail = between(
                link.tail, link.head, style.unit * FROM_RIM / apart(link.tail, link.head)
            )
        yield Arrow(tail, stride(tail, head))


def room_around(bounds: Bounds, unit: float, pieces: Iterable[Piece]) -> LabelPlacer:
    """A picture with these pieces: nothing may cover a bumper, or should cover a piece."""
    room = LabelPlacer(bounds, unit)
    for piece in pieces:
        room.avoid.append((piece.at, unit * sizes.BODY))
        room.keep_clear.extend(bumper_discs(piece, unit))
    return room


@lru_cache(4096)
def bumper_discs(piece: Piece, unit: float) -> tuple[tuple[Point, float], ...]:
    """A piece's bumper as a row of discs."""
    if piece.angle is None:
        return ()
    first, last = (plus(piece.at, end) for end in bumper(unit, piece.angle))
    radius = unit * (sizes.BUMPER_WIDTH + 0.05)
    return tuple((between(first, last, share / 6), radius) for share in range(7))


# Links


def _alike(links: Sequence[Link]) -> dict[Way, list[Link]]:
    groups: dict[Way, list[Link]] = {}
    for link in links:
        groups.setdefault((pixel(link.tail), pixel(link.head)), []).append(link)
    return groups


def _loops(marks: ChainMarks, groups: dict[Way, list[Link]]) -> Iterator[Shaft]:
    # Takes out of the groups each pair that goes back and forth, if there is room for a loop.
    for (tail, head), same in list(groups.items()):
        back = groups.get((head, tail))
        if not back or (tail, head) not in groups or not _is_to_and_fro(same, back):
            continue
        if ends := _loop_ends(marks, same[0]):
            del groups[tail, head], groups[head, tail]
            yield *ends, sorted([*same, *back], key=lambda link: link.number)


def _is_to_and_fro(same: list[Link], back: list[Link]) -> bool:
    # Two that are no single piece's would go there one after the other, with links between them.
    return len(same) + len(back) >= FRO or abs(same[0].number - back[0].number) == 1


def _loop_ends(marks: ChainMarks, link: Link) -> tuple[Point, Point] | None:
    # None if bumpers leave it no room.
    length, unit = apart(link.tail, link.head), marks.style.unit
    start, stop = (
        unit * INSET[_in_way(marks, at, other)]
        for at, other in ((link.tail, link.head), (link.head, link.tail))
    )
    if length - start - stop < ROUNDEST * unit:
        return None
    return between(link.tail, link.head, start / length), between(
        link.head, link.tail, stop / length
    )


def _in_way(marks: ChainMarks, at: Point, other: Point) -> str:
    if piece := marks.piece(at):
        return "bumper" if faces(piece, other, NEAR_LOOP) else "piece"
    return "cross" if marks.crossed(at) else "free"


def _aside(marks: ChainMarks, same: list[Link], gone: set[Way], back: set[Way]) -> float:
    # How far to the right the arrow of some links keeps: clear of the way that the player's piece
    # has gone, on the other side of which it is if it meets a bumper on this one, and of an arrow
    # that comes back.
    tail, head = same[0].tail, same[0].head
    way = (pixel(tail), pixel(head))
    if way in back or way not in gone:
        return ASIDE if way in back else 0.0
    right = plus(between(tail, head), beside(tail, head, marks.style.unit))
    return -ASIDE if any(faces(marks.piece(at), right, ON_SIDE) for at in (tail, head)) else ASIDE


def _shaft(marks: ChainMarks, same: list[Link], aside: float = 0.0) -> Shaft:
    """Where the arrow of some links begins and ends, that much to the right: it hides no bumper."""
    tail, head = same[0].tail, same[0].head
    here, there, unit = marks.piece(tail), marks.piece(head), marks.style.unit
    start, stop = TAIL["free"], HEAD["free"]
    if here:
        start = TAIL["bumper" if faces(here, head) else "piece"]
    elif marks.crossed(tail):
        start = TAIL["cross"]
    if there:
        stop = HEAD["bumper" if faces(there, tail) else "piece"]
    usual = _ends(same[0], (start, stop, aside), unit)
    if stop - start >= STUB:
        return *usual, same
    left = (*PAST[:2], -PAST[2])
    others = [_ends(same[0], way, unit) for way in (PAST, left)]
    least = usual if stop - start >= SHORTEST else others[0]
    return *next((ends for ends in others if _is_clear(marks, *ends)), least), same


def _ends(link: Link, way: tuple[float, float, float], unit: float) -> tuple[Point, Point]:
    start, stop, aside = way
    length = apart(link.tail, link.head)
    # A link that goes past a cell is as much longer.
    stop += length / unit - 2
    shift = beside(link.tail, link.head, aside * unit)
    first = plus(between(link.tail, link.head, start * unit / length), shift)
    return first, plus(between(link.tail, link.head, stop * unit / length), shift)


def _is_clear(marks: ChainMarks, first: Point, last: Point) -> bool:
    # Whether an arrow hides no bumper.
    way = [between(first, last, share / 4) for share in range(5)]
    rim = marks.style.unit * 0.15
    return all(apart(p, at) > radius + rim for at, radius in marks.room.keep_clear for p in way)


def _to_and_fro(shafts: Sequence[Shaft]) -> Iterator[Shaft]:
    """Each arrow with the links that it is numbered for: of two gone back and forth more than once,
    without room for a loop, the first for both."""
    ways = {(pixel(same[0].tail), pixel(same[0].head)): same for _, _, same in shafts}
    for first, last, same in shafts:
        back = ways.get((pixel(same[0].head), pixel(same[0].tail)), [])
        if not back or len(same) + len(back) < FRO:
            yield first, last, same
        elif same[0].number < back[0].number:
            yield first, last, sorted([*same, *back], key=lambda link: link.number)


def spans(numbers: Sequence[int]) -> str:
    """Rising numbers with those in a row as one span, such as 1 to 4, and 7."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    shown = [[run[0], run[-1]] if len(run) >= FRO else run for run in runs]
    marks = ["\N{EN DASH}" if len(run) >= FRO else "," for run in runs]
    return ",".join(mark.join(map(str, run)) for mark, run in zip(marks, shown, strict=True))


def _number(
    marks: ChainMarks, tail: Point, head: Point, same: list[Link], beyond: float = 0.0
) -> None:
    unit = marks.style.unit
    text = spans([link.number for link in same])
    half = badge_size(unit, text, marks.style.large, marks.scale)
    middle = between(tail, head)
    away = between(tail, head, -0.1)
    far = [(side + beyond) * unit for side in (0.6, 0.8)]
    sides = [plus(middle, beside(tail, head, way * aside)) for aside in far for way in (1, -1)]
    is_free = not (beyond or marks.piece(same[0].tail))
    at = marks.room.put([away, *sides] if is_free else sides, half)
    nearest = min((between(tail, head, k / 4) for k in range(4)), key=lambda p: apart(p, at))
    if apart(at, nearest) > unit * (1.05 + beyond):
        marks.badges.append(Leader(at, stride(at, nearest)))
    marks.badges.append(Badge(at, text, scale=marks.scale))


# Pieces taken


def _crosses(marks: ChainMarks, taken: Sequence[Taken]) -> Iterator[tuple[Point, list[Taken]]]:
    """Cross out the pieces taken from each space that is empty now; yield all of them by space."""
    spaces: dict[Pixel, list[Taken]] = {}
    for one in taken:
        spaces.setdefault(pixel(one.at), []).append(one)
    for group in spaces.values():
        at = group[0].at
        if not marks.piece(at) and len(group) == 1:
            marks.under.append(Cross(at, group[0].player, group[0].kind))
            marks.room.avoid.append((at, marks.style.unit * 0.6))
        yield at, group


def _number_taken(marks: ChainMarks, at: Point, group: list[Taken]) -> None:
    unit = marks.style.unit
    small = bool(marks.piece(at)) or len(group) > 1
    for one in group:
        half = badge_size(unit, str(one.number), marks.style.large, marks.scale)
        token = unit * 0.42 if small else 0.0
        wishes = [around(at, angle, unit * 0.98) for angle in (-30, -150, 30, 150, 90, -90)]
        if small and not marks.piece(at):
            wishes = [plus(at, (0, -unit * 0.45)), plus(at, (0, unit * 0.45)), *wishes]
        x, y = marks.room.put(wishes, (half[0] + token, max(half[1], token)))
        if apart((x, y), at) > unit * 1.6:
            rim = between(at, (x, y), unit * 1.05 / apart((x, y), at))
            marks.badges.append(Leader((x, y), stride((x, y), rim)))
        if small:
            place = (x - half[0], y)
            marks.badges.append(Badge((x + token, y), str(one.number), one.kind, marks.scale))
            marks.badges.append(Cross(place, one.player, one.kind, 0.5))
        else:
            marks.badges.append(Badge((x, y), str(one.number), one.kind, marks.scale))
