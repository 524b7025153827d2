"""Bump in pictures: two areas side by side, a gate in each of their corners.

A gate is one space in two places. A piece on it is drawn in the area that its bumper faces.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any

from bot.games.bump.board import CENTER, GATES, PLAYERS, SPACES, Position, shown
from bot.games.bump.chain import Stasis
from bot.games.bump.moves import Held, Transferred
from bot.games.core import Bumped, Captured, Effect, Moved, Passed, Placed, Rotated, opponent
from bot.games.hexes import DIRECTIONS, opposite
from bot.games.phrases import counted
from renderers.annotations.chain import LETTERS_NEAR, Link, Taken, mark_chain
from renderers.annotations.header import SIGNS, Seat, head
from renderers.bump.board import (
    HEAD,
    SIZE,
    WIDTH,
    ground,
    layouts,
    side_area,
    space_points,
    step_area,
)
from renderers.drawing.piece_sprites import away
from renderers.drawing.style import HERE, style_for
from renderers.drawing.theme import AWAY, scale_for, text_width
from renderers.layout import between, hexagon, plus, stride
from renderers.scene import (
    Arrow,
    Badge,
    Block,
    Cross,
    Dot,
    Ghost,
    Icons,
    Item,
    Loop,
    Piece,
    Point,
    Ring,
    Scene,
    Subject,
    Sweep,
    Text,
    Tint,
    Trail,
    View,
)

LETTERS, MANY = 36.0, 27.0
"""The size in pixels of the names on pieces and of the numbers of links, and that of the numbers of
a long chain, which would hide the pieces: 7.5 and 5.6 pixels high where a phone shows a picture 302
wide, 13.6 and 10.2 where a desktop does 550 wide."""

LONG = 5
"""The links of a long chain."""

ROOM = {1: 18.0, 2: 30.0, 3: 36.0}
"""The width in pixels that a name of so many signs has on a piece."""

PLATES = {length: ((room + 4) / WIDTH, 0.54) for length, room in ROOM.items()}
"""Half the width and height of the plate of such a name, in units: it reaches beyond the piece."""

AWAY_NEAR = 0.09
"""How far a name keeps from the middle of its piece in a close-up, in units."""

BOUNDS = (2.0, float(HEAD), SIZE[0] - 2.0, SIZE[1] - 2.0)

Items = tuple[str, int, int | None]
"""A piece: space, player, facing; None if the facing is not known."""


# Pieces


@dataclass(slots=True)
class BumpBoard:
    """Who is where in a picture, and where to draw it."""

    placed: Sequence[Items]
    view: View
    large: bool = False
    where: dict[str, Point] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for space, _, facing in self.placed:
            self.where[space] = self.at(space, side_area(space, facing or 0))

    def at(self, space: str, area: int) -> Point:
        """A space's center in an area."""
        return space_points(self.view.turned)[area][space]

    def drawings(self, space: str) -> tuple[Point, ...]:
        """Everywhere a space is drawn: a gate has two places."""
        return _drawings(self.view.turned)[space]

    def seen(self, space: str) -> Point:
        """Where the piece on a space is drawn."""
        return self.where.get(space) or self.drawings(space)[0]

    def angle(self, facing: int | None) -> float | None:
        return None if facing is None else layouts(self.view.turned)[1].angle(facing)

    def pieces(self) -> Iterator[Piece]:
        named = self.view.coordinates
        for space, player, facing in self.placed:
            plate = PLATES[len(shown(space))] if named and not self.view.near else None
            yield Piece(self.where[space], player, self.angle(facing), named, plate=plate)

    def labels(self) -> Iterator[Item]:
        """On each piece the name of its space, which it hides."""
        scale = scale_for("piece", LETTERS, self.large)
        share = AWAY_NEAR if self.view.near else AWAY
        for space, player, facing in self.placed if self.view.coordinates else ():
            at = plus(self.where[space], away(self.angle(facing), WIDTH / 2, share))
            label = shown(space)
            squeeze = round(
                min(1.0, ROOM[len(label)] / text_width(label, "piece", self.large, scale)), 2
            )
            yield Text(at, label, "piece", f"ink{player}", "mm", scale, squeeze)

    def ghosts(self) -> Iterator[Item]:
        """A ring on the other drawing of each occupied gate."""
        for space, player, _ in self.placed:
            if space in GATES:
                for at in self.drawings(space):
                    if _far(at, self.where[space]):
                        yield Ghost(at, player)

    def tint(self, space: str, surface: str) -> Iterator[Item]:
        """The space on another surface, wherever it is drawn."""
        outline = hexagon((0, 0), WIDTH / 2)
        for at in self.drawings(space):
            yield Tint(at, outline, surface)

    def shut(self, position: Position) -> Iterator[Item]:
        """A wall on the opposing center, if it is closed to the player to move."""
        center = CENTER[opponent(position.turn)]
        if center in position.closed(position.turn):
            yield Block(self.seen(SPACES[center]), hexagon((0, 0), WIDTH / 2))

    def held(self) -> Iterator[Item]:
        """A ring around each center that an opponent holds."""
        for space, player, _ in self.placed:
            if space[0] == "C" and space != f"C{player}":
                yield Ring(self.where[space], "held")


@cache
def _drawings(turned: bool) -> Mapping[str, tuple[Point, ...]]:
    areas = space_points(turned).values()
    every = {space: [spots[space] for spots in areas if space in spots] for space in SPACES}
    return {
        space: tuple(found if len(found) == 1 or _far(*found) else found[:1])
        for space, found in every.items()
    }


def _far(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) > 1


# The turn


def _steps(board: BumpBoard, path: Sequence[str]) -> Iterator[tuple[Point, Point]]:
    for source, target in pairwise(path):
        area = step_area(source, target)
        yield board.at(source, area), board.at(target, area)


def _way(board: BumpBoard, path: Sequence[str]) -> Iterator[Item]:
    for number, (tail, tip) in enumerate(_steps(board, path), 2):
        last = number == len(path)
        share = 0.54 if last and tip in board.where.values() else 0.8 if last else 1.0
        yield Trail(tail, stride(tail, between(tail, tip, share)), last)
        yield Dot(tail)


def _moved(board: BumpBoard, effect: Moved) -> Iterator[Item]:
    yield from board.tint(effect.source, "from")
    yield from board.tint(effect.target, "to")
    yield from _way(board, effect.path)


def _rotated(board: BumpBoard, effect: Rotated) -> Iterator[Item]:
    turn = (effect.after - effect.before) % 6
    degrees = 60 * (turn if turn <= 3 else turn - 6)
    yield from board.tint(effect.at, "to")
    yield Sweep(
        board.at(effect.at, side_area(effect.at, effect.after)),
        board.angle(effect.before) or 0,
        degrees,
    )


def _placed(board: BumpBoard, effect: Placed) -> Iterator[Item]:
    yield from board.tint(effect.at, "to")
    yield Ring(board.seen(effect.at), "path")


def _transferred(board: BumpBoard, effect: Transferred) -> Iterator[Item]:
    for at in board.drawings(effect.at):
        yield Ring(at, "path")


UNDER: Mapping[type, Callable[[BumpBoard, Any], Iterator[Item]]] = {
    Moved: _moved,
    Rotated: _rotated,
    Placed: _placed,
    Transferred: _transferred,
}


def _chain(board: BumpBoard, effects: Sequence[Effect]) -> tuple[list[Link], list[Taken]]:
    links: list[Link] = []
    taken: list[Taken] = []
    arrived: dict[str, int] = {}
    number = 0
    for effect in effects:
        if isinstance(effect, Bumped):
            number += 1
            area = step_area(effect.source, effect.target)
            arrived[effect.target] = area
            links.append(Link(board.at(effect.source, area), board.at(effect.target, area), number))
        elif isinstance(effect, Captured):
            number += 1
            area = side_area(effect.at, opposite(effect.direction or 0))
            area = arrived.get(effect.at, area)
            taken.append(Taken(board.at(effect.at, area), effect.player, effect.kind, number))
    return links, taken


# Scenes


def scene(subject: Subject[Position]) -> Scene:
    return _scene(list(subject.position.pieces()), subject)


def _scene(placed: Sequence[Items], subject: Subject[Position]) -> Scene:
    position, effects, view = subject.position, subject.effects, subject.view
    reserves = any(position.reserves)
    base = ground(view.turned, view.coordinates and view.empty, reserves)
    style = style_for(base, view)
    board = BumpBoard(placed, view, style.large)
    pieces = list(board.pieces())
    links, taken = _chain(board, effects)
    ways = [step for e in effects if isinstance(e, Moved) for step in _steps(board, e.path)]
    letters = LETTERS_NEAR if view.near else LETTERS if len(links) + len(taken) < LONG else MANY
    marks = mark_chain(style, BOUNDS, pieces, links, taken, ways, letters=letters)
    story = [item for e in effects if type(e) in UNDER for item in UNDER[type(e)](board, e)]
    order = (Tint, Trail, Dot, Ring, Sweep)
    story.sort(key=lambda item: order.index(type(item)))
    # The arrow of a turn is under all pieces, so that it hides no neighbor's bumper.
    sweeps = [item for item in story if isinstance(item, Sweep)]
    items = [item for item in story if not isinstance(item, Sweep)]
    is_shut = [] if subject.outcome else [*board.shut(position)]
    items += [
        *is_shut,
        *board.ghosts(),
        *marks.under,
        *board.held(),
        *sweeps,
        *pieces,
        *board.labels(),
    ]
    items += [*marks.arrows, *marks.badges]
    guard = any(isinstance(effect, Held) for effect in effects) and not subject.outcome
    signs = [kind for kind in SIGNS if any(one.kind == kind for one in taken)]
    seats = _seats(position, placed, effects)
    notice = "Guard your center!" if guard else "Center closed" * bool(is_shut)
    items += head(seats, subject, SIZE[0], style, notice, signs)
    return Scene(base, tuple(items))


def _seats(
    position: Position, placed: Sequence[Items], effects: Sequence[Effect]
) -> Iterator[Seat]:
    passed = {effect.player for effect in effects if isinstance(effect, Passed)}
    for player in PLAYERS:
        pieces = counted(sum(owner == player for _, owner, _ in placed), "piece")
        tag = "passed" * (player in passed)
        yield Seat(player, count=pieces, reserve=position.reserve(player), tag=tag)


def samples(view: View) -> tuple[Item, ...]:
    board = BumpBoard([], view)
    here: Point = (0, 0)
    pieces = [Piece(here, p, board.angle(f), True) for p in (1, 2) for f in DIRECTIONS]
    crosses = [Cross(here, p, kind) for p in (1, 2) for kind in (Captured.kind, Stasis.kind)]
    marks: list[Item] = [Ghost(here, 1), Ghost(here, 2), Ring(here, "held"), Ring(here, "path")]
    marks.append(Block(here, hexagon(here, WIDTH / 2)))
    arrows: list[Item] = [
        Arrow(here, (40, 0)),
        Loop(here, (40, 0)),
        Trail(here, (40, 0), True),
        Dot(here),
        Sweep(here, 0, 120),
    ]
    badges = [Badge(here, "12", kind) for kind in ("chain", Captured.kind, Stasis.kind)]
    return (*pieces, *crosses, *marks, *arrows, *badges)


ICON = 54.0
"""The size of an icon's cell, from its center to its sides."""

ICONS = Icons(
    {
        **{str(player): Piece(HERE, player) for player in PLAYERS},
        **{
            f"{player}_{angle:.0f}": Piece(HERE, player, angle)
            for player in PLAYERS
            for angle in map(layouts(False)[1].angle, DIRECTIONS)
        },
    },
    ICON,
    2 * ICON / WIDTH,
)


def spots(position: Position, view: View) -> Mapping[str, Sequence[Point]]:
    """Where each space is drawn: a gate has two places, that of its piece first."""
    board = BumpBoard(list(position.pieces()), view)
    nearest = {
        space: sorted(board.drawings(space), key=lambda place: _far(place, at))
        for space, at in board.where.items()
    }
    return {**_drawings(view.turned), **nearest}


# Step by step


Who = tuple[int, int | None]
"""The player and facing of a piece."""


def _carry(stage: dict[str, Who], effect: Effect) -> None:
    if isinstance(effect, Moved | Bumped):
        stage[effect.target] = stage.pop(effect.source)
    elif isinstance(effect, Rotated):
        stage[effect.at] = (effect.player, effect.after)
    elif isinstance(effect, Placed):
        stage[effect.at] = (effect.player, effect.facing)
    elif isinstance(effect, Captured):
        del stage[effect.at]


def stages(before: Position, after: Subject[Position]) -> Iterator[Scene]:
    effects = after.effects
    position = replace(after.position, turn=before.turn, held=before.held)
    stage: dict[str, Who] = {space: (player, f) for space, player, f in before.pieces()}
    for count, effect in enumerate(effects[:-1], 1):
        _carry(stage, effect)
        # The player's own action is one picture, every link of the chain another.
        if isinstance(effect, Bumped | Captured) or isinstance(effects[count], Bumped | Captured):
            placed = [(space, who[0], who[1]) for space, who in sorted(stage.items())]
            seen = replace(after, position=position, effects=effects[:count])
            yield replace(_scene(placed, seen), effects_so_far=seen.effects)
