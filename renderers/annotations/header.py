"""The strip above the board: who plays which color, what they have left, whose turn it is."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.games.core import Names, Outcome
from renderers.drawing.style import Style
from renderers.drawing.theme import fitting
from renderers.scene import Chip, Item, Panel, Point, Scene, Text

TOP, HEIGHT, MARGIN = 10, 48, 14
GAP = 8
HEAD = TOP + HEIGHT + 6
"""Pixels from the top edge that belong to the head."""

CHIP, SPARE = 40, 16
WIDEST = 430
TAG = "notice"
"""The letters of what a player is to do: the largest but the name's, for small screens."""

TO_MOVE = "to move"


@dataclass(frozen=True, slots=True)
class Seat:
    """What the head says of one player. `tag` is a word on what they do or did.

    `coats` are the players whose colors the card shows, where those are not this player's own: two
    of them, or 0 for blocks.
    """

    player: int
    name: str = ""
    count: str = ""
    reserve: int = 0
    tag: str = ""
    active: bool = False
    coats: tuple[int, ...] = ()

    @property
    def coat(self) -> int:
        return self.coats[0] if self.coats else self.player


def header(seats: Sequence[Seat], width: int, style: Style, notice: str = "") -> Iterator[Item]:
    """The items of the strip: a card for each seat from left to right, a notice between two."""
    each = min(WIDEST, (width - 2 * MARGIN - GAP * (len(seats) - 1)) / len(seats))
    for place, seat in enumerate(seats):
        last = place == len(seats) - 1 and place > 0
        left = width - MARGIN - each if last else MARGIN + place * (each + GAP)
        yield Panel((left, TOP), (each, HEIGHT), seat.coat, seat.active)
        yield from card(seat, (left, TOP + HEIGHT / 2), each, style, -1 if last else 1)
    if notice:
        at = (width / 2, TOP + HEIGHT / 2)
        yield Text(at, fitting(notice, "notice", width, style.large), "notice", "capture", "mm")


def card(seat: Seat, at: Point, width: float, style: Style, way: int = 1) -> Iterator[Item]:
    """A card's words from the middle of its left side, or with way -1 mirrored."""
    left, y = at
    outer, inner = (left, left + width) if way > 0 else (left + width, left)
    near, far = ("lm", "rm") if way > 0 else ("rm", "lm")
    count, spares = style.width(seat.count, "count") + 12, SPARE * seat.reserve
    tag = style.width(seat.tag, TAG) + 24
    room = width - CHIP - count - spares - tag - 24
    name = fitting(seat.name, "name", room, style.large) or f"Player {seat.player}"
    other = seat.coats[1] if len(seat.coats) > 1 else None
    yield Chip((outer + way * 28, y), seat.coat, other=other)
    x = outer + way * (CHIP + 16)
    yield Text((x, y), name, "name", "text", near)
    x += way * (style.width(name, "name") + 12)
    if seat.count:
        yield Text((x, y + 2), seat.count, "count", "muted", near)
    x += way * (count + 4)
    for k in range(seat.reserve):
        yield Chip((x + way * SPARE * k, y + 2), seat.coat, spare=True)
    if seat.tag:
        yield Text((inner - way * 14, y + 1), seat.tag, TAG, "path", far)


def seated(
    seats: Iterable[Seat], outcome: Outcome | None, turn: int, names: Names, turned: bool = False
) -> list[Seat]:
    """The seats with names, those who are to move or have won standing out, as a view has them."""
    shown = [_seated(seat, outcome, turn, names) for seat in seats]
    return shown[::-1] if turned else shown


def _seated(seat: Seat, outcome: Outcome | None, turn: int, names: Names) -> Seat:
    wins = outcome is not None and seat.player in outcome.winners
    moving = outcome is None and seat.player == turn
    tag = "wins" if wins else TO_MOVE if moving else seat.tag
    name = names.get(seat.player) or f"Player {seat.player}"
    return replace(seat, name=name, tag=tag, active=wins or moving)


def settled(scene: Scene) -> Scene:
    """The scene of a match that ended outside the rules (given up, drawn): nobody is to move."""
    items = tuple(item for item in scene.items if not _says_to_move(item))
    if len(items) == len(scene.items):
        return scene
    calm = (replace(item, active=False) if isinstance(item, Panel) else item for item in items)
    return replace(scene, items=tuple(calm))


def _says_to_move(item: Item) -> bool:
    return isinstance(item, Text) and item.role == TAG and item.text == TO_MOVE
