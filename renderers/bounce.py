"""Bounce in pictures: stacks as towers of cups, and the run of the last turn along the diagonals.

A tower rises into the empty light square behind it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, product

from bot.games.bounce.board import PLACES, PLAYERS, SIZE, SQUARES, Position
from bot.games.bounce.moves import Covered, Rebounded
from bot.games.core import Effect, Moved, Passed
from bot.games.phrases import counted
from bot.games.squares import name, square
from renderers.annotations.header import Seat, head, headroom
from renderers.annotations.placement import LabelPlacer
from renderers.drawing.cache import made_once
from renderers.drawing.sprites import badge_size
from renderers.drawing.style import HERE, Style, style_for
from renderers.drawing.theme import scale_for
from renderers.layout import SquareLayout, beside, between, minus, plus, stride
from renderers.scene import (
    Badge,
    Cell,
    Cross,
    Cups,
    Dot,
    Ground,
    Icons,
    Item,
    Point,
    Scene,
    Subject,
    Text,
    Tint,
    Trail,
    View,
)

WIDTH = 88.0
LEFT, RIGHT = 38.0, 30.0
ABOVE, BELOW = 44.0, 42.0
"""Pixels beyond the board: beside it, above it for towers and numbers, and below it."""

HEAD = headroom(LEFT + SIZE * WIDTH + RIGHT)
CORNER = (LEFT, HEAD + ABOVE)
BOARD = (int(LEFT + SIZE * WIDTH + RIGHT), int(HEAD + ABOVE + SIZE * WIDTH + BELOW))
BOUNDS = (2.0, float(HEAD), BOARD[0] - 2.0, BOARD[1] - 2.0)
SUIT = "cups"

PITCH = 11.0
"""Pixels from rim to rim in a low tower; in a high one they are closer."""

RISE, RISE_AT_THE_TOP = 44.0, 62.0
"""How far a tower may grow above a single cup: it covers a third of the square behind. The highest
grow on, to show their colors, but at the top not into the head."""

LEAST = 4.0
"""Pixels from rim to rim by which colors are told apart."""

ASIDE = 0.2
"""How far to the right, in units, a run keeps if it also comes back the other way."""

BEYOND = (1.42, 1.18, 0.82)
"""How far from the center of its square, in units, the number of a bounce is: beyond the rail, or
on it, or before it."""

RULER, RULED = 9.0, 1.3
"""Half the width and height, in pixels, of a coordinate, and how much larger than on other boards
it is: only turns that capture have a close-up."""

STOP = 0.56
"""The share of its last step after which a run's arrow ends, beside the stack."""

LETTERS, LETTERS_NEAR = 32.0, 35.0
"""The size in pixels of numbers: 9 pixels high where a phone shows a picture 302 wide; and on a
board for close-ups, which may show all of it."""

TOKEN = 0.45
"""The size of a covered piece next to a number, compared with one that fills a square."""

FRAME = 0.11
"""How much of a square at the rim, of its unit, is below the frame."""

Stacks = Sequence[tuple[str, tuple[int, ...]]]
"""Each stack as square and owners from bottom to top."""


# The board


@cache
def square_layout(turned: bool) -> SquareLayout:
    return SquareLayout(CORNER, WIDTH, SIZE, SIZE, turned)


@made_once()
def ground(turned: bool, coordinates: bool) -> Ground:
    """The empty board: light and dark squares, the rails, and coordinates along them."""
    squares = square_layout(turned)
    cells = []
    for file in range(SIZE):
        for rank in range(SIZE):
            at = (file, rank)
            surface = "dark" if at in PLACES else "light"
            cells.append(Cell(squares.point(at), squares.corners(at), surface))
    left, top = CORNER
    right, bottom = left + SIZE * WIDTH, top + SIZE * WIDTH
    rails = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    notes = tuple(_coordinates(squares)) if coordinates else ()
    return Ground(BOARD, WIDTH / 2, tuple(cells), (rails,), notes, SUIT)


def _coordinates(squares: SquareLayout) -> Iterator[Text]:
    for k in range(SIZE):
        file, rank = name((k, 0))[0], name((0, k))[1:]
        below = squares.point((k, 0))[0], CORNER[1] + SIZE * WIDTH + 23
        beside = CORNER[0] - 21, squares.point((0, k))[1]
        for at, text in ((below, file), (beside, rank)):
            yield Text(at, text, "ruler", "muted", "mm", RULED)


def point(space: str, turned: bool) -> Point:
    found = square(space)
    assert found is not None
    return square_layout(turned).point(found)


# Stacks


def cups(space: str, owners: tuple[int, ...], turned: bool, kind: str = "") -> Cups:
    """A stack's tower, with as much room between its rims as there is above its square."""
    at = point(space, turned)
    over = max(1, len(owners) - 1)
    pitch = min(PITCH, max(RISE / over, LEAST))
    if at[1] < CORNER[1] + WIDTH:
        pitch = min(pitch, RISE_AT_THE_TOP / over)
    return Cups(at, owners, round(pitch, 1), kind)


def _towers(stacks: Stacks, turned: bool) -> list[Cups]:
    return sorted((cups(s, owners, turned) for s, owners in stacks), key=lambda c: c.at[1])


# The run


@dataclass(frozen=True, slots=True)
class RunEvent:
    """A bounce or a capture of a run: its number, its place in the path, and what happened."""

    number: int
    place: int
    effect: Rebounded | Covered


def run_events(effects: Sequence[Effect]) -> tuple[tuple[str, ...], list[RunEvent]]:
    """The path of a turn, empty without one, and its events, numbered through."""
    path = next((e.path for e in effects if isinstance(e, Moved)), ())
    found: list[RunEvent] = []
    place = 0
    for effect in effects:
        if isinstance(effect, Rebounded | Covered):
            place = path.index(effect.at, place)
            found.append(RunEvent(len(found) + 1, place, effect))
            # Another bounce at this square is a later visit; a capture here is the same one.
            place += isinstance(effect, Covered)
    return path, found


def _ways(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    # The steps of a path; where it goes back and forth each way keeps to its right.
    steps = list(pairwise(points))
    used = set(steps)
    for tail, tip in steps:
        aside = ASIDE * WIDTH / 2 if (tip, tail) in used else 0.0
        shift = beside(tail, tip, aside)
        yield plus(tail, shift), plus(tip, shift)


def _run(points: Sequence[Point], jumped: set[Point]) -> Iterator[Item]:
    ways = list(_ways(points))
    for number, (tail, tip) in enumerate(ways, 1):
        last = number == len(ways)
        yield Trail(tail, stride(tail, between(tail, tip, STOP if last else 1.0)), last)
        if number < len(ways) and ways[number][0] != tip:
            yield Trail(tip, stride(tip, ways[number][0]))
        if points[number - 1] not in jumped:
            yield Dot(tail)


def _rails(path: Sequence[Point], place: int) -> Iterator[Point]:
    (ax, ay), (bx, by), (cx, cy) = path[place - 1 : place + 2]
    if (bx - ax) * (cx - bx) < 0:
        yield (WIDTH / 2 if bx > ax else -WIDTH / 2, 0.0)
    if (by - ay) * (cy - by) < 0:
        yield (0.0, WIDTH / 2 if by > ay else -WIDTH / 2)


def _cushions(points: Sequence[Point], place: int) -> Iterator[Trail]:
    for x, y in _rails(points, place):
        along = (-y * 0.6, x * 0.6)
        start = plus(points[place], (x - along[0], y - along[1]))
        yield Trail(start, (2 * along[0], 2 * along[1]))


# Scenes


@dataclass(slots=True)
class BounceBoard:
    """The positions of everything in a picture, and the run that is drawn on it.

    `reached` is the place in its path up to which the run has come, None for all of it.
    """

    stacks: Stacks
    path: tuple[str, ...]
    events: Sequence[RunEvent]
    view: View
    reached: int | None = None

    @property
    def points(self) -> list[Point]:
        return [point(space, self.view.turned) for space in self.path]

    def run(self) -> Iterator[Item]:
        """Everything of the run that is under the stacks."""
        turned, points = self.view.turned, self.points
        covered = [e for e in self.events if isinstance(e.effect, Covered)]
        last = len(points) - 1 if self.reached is None else self.reached
        for space, surface in ((self.path[0], "from"), (self.path[last], "to")):
            at = point(space, turned)
            corners = tuple(minus(_framed(c), at) for c in _corners(space, turned))
            yield Tint(at, corners, surface)
        for event in self.events:
            if isinstance(event.effect, Rebounded):
                yield from _cushions(points, event.place)
        yield from _run(points[: last + 1], {points[event.place] for event in covered})

    def taken(self) -> list[Cups]:
        """The stacks that were covered, if their squares are empty now."""
        placed = {space for space, _ in self.stacks}
        return [
            cups(e.effect.at, e.effect.owners, self.view.turned, "covered")
            for e in self.events
            if isinstance(e.effect, Covered) and e.effect.at not in placed
        ]

    def numbers(self, style: Style, towers: Sequence[Cups]) -> Iterator[Item]:
        """The numbers of bounces and captures, each next to what it numbers."""
        unit = WIDTH / 2
        room = LabelPlacer(BOUNDS, unit)
        notes = ground(self.view.turned, self.view.coordinates).notes
        room.boxes += [(note.at, (RULER, RULER)) for note in notes]
        room.avoid += [(tower.at, unit * 0.4) for tower in self.taken()]
        for tower in towers:
            top = plus(tower.at, (0.0, -(len(tower.owners) - 1) * tower.pitch))
            room.avoid += [(tower.at, unit * 0.6), (top, unit * 0.6)]
        placed = {space for space, _ in self.stacks}
        letters = LETTERS_NEAR if self.view.near else LETTERS
        scale = scale_for("badge", letters, style.large)
        for (at, kind), group in _grouped(self.events).items():
            text = ",".join(str(event.number) for event in group)
            half = badge_size(unit, text, style.large, scale)
            # If there is a stack again, a small disc next to the number shows whose was covered.
            token = unit * TOKEN if kind == "path" and at in placed else 0.0
            x, y = room.put(self._wishes(group[0]), (half[0] + token, half[1]))
            if token:
                yield Cross((x - half[0], y), group[0].effect.player, "covered", TOKEN)
            yield Badge((x + token, y), text, kind, scale)

    def _wishes(self, event: RunEvent) -> list[Point]:
        # The best place of a number: at the rail, or at the shoulder of the covered stack.
        points = self.points
        at, unit = points[event.place], WIDTH / 2
        if isinstance(event.effect, Rebounded):
            rails = list(_rails(points, event.place))
            corner = (sum(x for x, _ in rails), sum(y for _, y in rails))
            outside = [corner] if len(rails) > 1 else rails
            return [plus(at, (x * far, y * far)) for far in BEYOND for x, y in outside]
        return [plus(at, (side * unit * 0.66, -unit * 0.5)) for side in (1, -1)]


def _corners(space: str, turned: bool) -> tuple[Point, ...]:
    found = square(space)
    assert found is not None
    return square_layout(turned).corners(found)


def _framed(corner: Point) -> Point:
    # The corner of a square, within the frame around the board.
    inset = FRAME * WIDTH / 2
    x, y = (
        min(max(at, start + inset), start + SIZE * WIDTH - inset)
        for at, start in zip(corner, CORNER, strict=True)
    )
    return x, y


def _grouped(found: Sequence[RunEvent]) -> dict[tuple[str, str], list[RunEvent]]:
    groups: dict[tuple[str, str], list[RunEvent]] = {}
    for event in found:
        kind = "path" if isinstance(event.effect, Covered) else "chain"
        groups.setdefault((event.effect.at, kind), []).append(event)
    return groups


def scene(subject: Subject[Position]) -> Scene:
    path, found = run_events(subject.effects)
    board = BounceBoard(list(subject.position.pieces()), path, found, subject.view)
    return _scene(board, subject)


def _scene(board: BounceBoard, subject: Subject[Position]) -> Scene:
    view = subject.view
    base = ground(view.turned, view.coordinates)
    style = style_for(base, view)
    towers = _towers(board.stacks, view.turned)
    items: list[Item] = list(board.run()) if len(board.path) > 1 else []
    items += sorted([*board.taken(), *towers], key=lambda tower: tower.at[1])
    items += board.numbers(style, towers)
    items += _head(board, subject, style)
    return Scene(base, tuple(items))


def _head(board: BounceBoard, subject: Subject[Position], style: Style) -> Iterator[Item]:
    position = subject.position
    passed = {effect.player for effect in subject.effects if isinstance(effect, Passed)}
    seats = []
    for player in PLAYERS:
        stacks = counted(sum(owners[-1] == player for _, owners in position.pieces()), "stack")
        seats.append(Seat(player, count=stacks, tag="passed" * (player in passed)))
    signs = ["covered"] * any(isinstance(event.effect, Covered) for event in board.events)
    return head(seats, subject, BOARD[0], style, signs=signs)


def samples(view: View) -> tuple[Item, ...]:
    here: Point = (0.0, 0.0)
    corners = ((-20.0, -20.0), (20.0, -20.0), (20.0, 20.0), (-20.0, 20.0))
    towers = [Cups(here, owners, PITCH) for owners in ((1,), (2,), (1, 2), (2, 1), (1, 1), (2, 2))]
    taken = [Cups(here, (owner,), PITCH, "covered") for owner in (1, 2)]
    tints = [Tint(here, corners, surface) for surface in ("from", "to")]
    step: Point = (WIDTH / 2, WIDTH / 2)
    ways = [Trail(here, step, last) for last in (True, False)]
    return (*towers, *tints, *taken, *ways, Dot(here), Badge(here, "1"), Badge(here, "1", "path"))


ICON, TALLEST = 58.0, 3
"""The size of an icon's cell, and how many cups an icon has at most."""

ICONS = Icons(
    {
        "".join(map(str, owners)): Cups(HERE, owners, PITCH * 2 * ICON / WIDTH)
        for height in range(1, TALLEST + 1)
        for owners in product((1, 2), repeat=height)
    },
    ICON,
    2 * ICON / WIDTH,
    SUIT,
)


def spots(position: Position, view: View) -> Mapping[str, Sequence[Point]]:
    return {square: (point(square, view.turned),) for square in SQUARES}


# Step by step


def stages(before: Position, after: Subject[Position]) -> Iterator[Scene]:
    """The pictures of a turn, bounce by bounce and capture by capture."""
    subject = replace(after, position=replace(after.position, turn=before.turn))
    path, found = run_events(after.effects)
    stacks = dict(before.pieces())
    running = stacks.pop(path[0]) if path else ()
    for count, event in enumerate(found, 1):
        if isinstance(event.effect, Covered):
            running = (*stacks.pop(event.effect.at), *running)
        elif event.effect.at in stacks:
            continue  # it bounces over a stack: the capture shows it
        stage = {**stacks, path[event.place]: running}
        board = BounceBoard(list(stage.items()), path, found[:count], after.view, event.place)
        yield replace(_scene(board, subject), effects_so_far=_so_far(after.effects, found[:count]))


def _so_far(effects: Sequence[Effect], events: Sequence[RunEvent]) -> Sequence[Effect]:
    # The run up to the last of these events, as if it ended there.
    run = next(effect for effect in effects if isinstance(effect, Moved))
    path = run.path[: events[-1].place + 1]
    return (replace(run, target=path[-1], path=path), *(each.effect for each in events))
