"""The strip above the board: who plays which color, what they have left, whose turn it is."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf

from bot.games.core import Names, Outcome, Position
from renderers.drawing.sprites import pill_size
from renderers.drawing.style import Style
from renderers.drawing.theme import fitting, larger
from renderers.layout import plus, shared_out
from renderers.scene import Chip, Item, Panel, Pill, Point, Subject, Text

TOP, HEIGHT, MARGIN = 4, 38, 10
GAP = 8
HEAD = TOP + HEIGHT + 2
"""The height in pixels of the head of a narrow picture."""

LEGIBLE = 698
"""The width in pixels up to which a picture's names are readable on a phone, which shows 300 of it:
a wider one has a larger head."""

CHIP, SPARE = 40, 16
WIDEST = 430
LEAST = 100
"""The width in pixels that a name is cut to before a card loses other words."""

TAG = "notice"
"""The letters of a player's task: the largest but the name's, for small screens."""

TO_MOVE = "to move"
NOBODY_WINS = "Nobody wins"

ALONE, STACKED, STEP = 1.25, 0.82, 20.75
"""The size of a sign alone, that of signs above each other, and their distance in pixels."""

SIGNS = {
    "capture": "\N{MULTIPLICATION SIGN} captured",
    "stasis": "Ø stasis",
    "cut": "\N{MULTIPLICATION SIGN} cut off",
    "covered": "dashed: covered",
}
"""What the signs across pieces mean, with letters in their shapes."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The head's text about one player. `tag` is a word on what they do or did.

    `coats` are the players whose colors the card shows, if those are not this player's own: two of
    them, or 0 for blocks.
    """

    player: int
    name: str = ""
    count: str = ""
    reserve: int = 0
    tag: str = ""
    active: bool = False
    won: bool = False
    coats: tuple[int, ...] = ()

    @property
    def coat(self) -> int:
        return self.coats[0] if self.coats else self.player


def head(
    seats: Iterable[Seat],
    subject: Subject[Position],
    width: int,
    style: Style,
    notice: str = "",
    signs: Sequence[str] = (),
) -> Iterator[Item]:
    """The strip of a picture of a subject: the text about its end is a notice too. A close-up has
    none."""
    if subject.view.near:
        return iter(())
    shown = seated(seats, subject)
    return header(shown, width, style, notice or verdict(subject.outcome), signs)


def header(
    seats: Iterable[Seat], width: int, style: Style, notice: str = "", signs: Iterable[str] = ()
) -> Iterator[Item]:
    """The items of the strip: a card for each seat from left to right, and between two of them a
    notice and what the signs across pieces mean, by the kinds of these."""
    return iter(_header(tuple(seats), width, style, notice, tuple(signs)))


@lru_cache(1024)
def _header(
    seats: tuple[Seat, ...], width: int, style: Style, notice: str, signs: tuple[str, ...]
) -> tuple[Item, ...]:
    # Two turns of a match seldom differ but in who is to move.
    scale = head_scale(width)
    narrow = _narrow(seats, width / scale, style, notice, signs)
    return tuple(scaled(item, scale) for item in narrow)


def head_scale(width: float) -> float:
    """How much larger the head of a picture is than that of a narrow one."""
    return round(max(1.0, width / LEGIBLE), 2)


def headroom(width: float) -> int:
    """The height in pixels of a picture's head."""
    return round(HEAD * head_scale(width))


def scaled(item: Item, scale: float) -> Item:
    """A part of a head enlarged, and as many times as far from the corner."""
    at = item.at[0] * scale, item.at[1] * scale
    if isinstance(item, Panel):
        size = item.size[0] * scale, item.size[1] * scale
        return replace(item, at=at, size=size, scale=scale)
    assert isinstance(item, Text | Chip | Pill)
    return replace(item, at=at, scale=round(item.scale * scale, 2))


def _narrow(
    seats: Sequence[Seat], width: float, style: Style, notice: str, signs: Sequence[str]
) -> Iterator[Item]:
    middle, taken = _middle(notice, signs, width / 2, style)
    room = width - 2 * MARGIN - GAP * (len(seats) - 1) - (taken + GAP if middle else 0)
    shown, widths = _fitted(seats, min(room, WIDEST * len(seats)), style, bool(middle))
    left = float(MARGIN)
    for place, (seat, wide) in enumerate(zip(shown, widths, strict=True)):
        last = place == len(seats) - 1 and place > 0
        left = width - MARGIN - wide if last else left
        yield Panel((left, TOP), (wide, HEIGHT), seat.coat, seat.active, seat.won)
        yield from card(seat, (left, TOP + HEIGHT / 2), wide, style, -1 if last else 1)
        left += wide + GAP
    # If one card is wider than the other, what is between them is not in the middle.
    aside = (widths[0] - widths[-1]) / 2
    yield from (replace(item, at=plus(item.at, (aside, 0.0))) for item in middle)


def _fitted(
    seats: Sequence[Seat], room: float, style: Style, crowded: bool
) -> tuple[Sequence[Seat], Sequence[float]]:
    """The seats with only as many words as leave their names whole, or at least recognizable, and
    the width of each card. In a `crowded` strip a turn has changed what they have left."""
    plain = [replace(seat, count="") for seat in seats]
    silent = [replace(seat, tag=seat.tag * seat.won) for seat in plain]
    framed, bare = (_framed(seats), _framed(plain)) if crowded else (plain, plain)
    whole = ((each, inf) for each in (seats, framed, plain, bare))
    for shown, least in (*whole, (bare, LEAST), (silent, 0.0)):
        names = [style.width(seat.name, "name") for seat in shown]
        taken = [_taken(seat, style) for seat in shown]
        widths = shared_out([t + name for t, name in zip(taken, names, strict=True)], room)
        if all(min(n, least) <= w - t for n, w, t in zip(names, widths, taken, strict=True)):
            break
    return shown, widths


def _framed(seats: Sequence[Seat]) -> Sequence[Seat]:
    # The frame of a card also says whose turn it is.
    return [replace(seat, tag=seat.tag * (seat.tag != TO_MOVE)) for seat in seats]


def _middle(notice: str, signs: Sequence[str], x: float, style: Style) -> tuple[list[Item], float]:
    # The items between two cards, the notice above the signs, or else one sign above the other; and
    # their width.
    y = TOP + HEIGHT / 2
    if not notice:
        return _column(signs, (x, y), style)
    both, scale = (9.5, 0.66 if style.large else 0.78) if signs else (0.0, 1.0)
    words = fitting(notice, "notice", 2 * x, style.large)
    size = 0.9 if signs else 1.0
    items: list[Item] = [Text((x, y - both), words, "notice", "capture", "mm", size)]
    halves = [pill_size(style, SIGNS[kind], scale)[0] for kind in signs]
    wide = sum(2 * half + GAP for half in halves) - GAP
    left = x - wide / 2
    for kind, half in zip(signs, halves, strict=True):
        items.append(Pill((left + half, y + both), SIGNS[kind], kind, scale))
        left += 2 * half + GAP
    return items, max(wide, style.width(words, "notice"))


def _column(signs: Sequence[str], middle: Point, style: Style) -> tuple[list[Item], float]:
    # Side by side they would leave the names no room. Large letters have none to grow here.
    usual = larger(TAG) if style.large else 1.0
    scale = round((STACKED if len(signs) > 1 else ALONE) / usual, 2)
    top = (1 - len(signs)) / 2
    items: list[Item] = [
        Pill(plus(middle, (0.0, (top + place) * STEP)), SIGNS[kind], kind, scale)
        for place, kind in enumerate(signs)
    ]
    return items, max((2 * pill_size(style, SIGNS[k], scale)[0] for k in signs), default=0.0)


def card(seat: Seat, at: Point, width: float, style: Style, way: int = 1) -> Iterator[Item]:
    """A card's words from the middle of its left side, or with way -1 mirrored."""
    left, y = at
    outer, inner = (left, left + width) if way > 0 else (left + width, left)
    near, far = ("lm", "rm") if way > 0 else ("rm", "lm")
    ink = style.crowned(seat.coat)[1] if seat.won else ""
    room = width - _taken(seat, style)
    name = fitting(seat.name, "name", room, style.large) or f"Player {seat.player}"
    other = seat.coats[1] if len(seat.coats) > 1 else None
    yield Chip((outer + way * 25, y), seat.coat, other=other)
    x = outer + way * (CHIP + 10)
    yield Text((x, y), name, "name", ink or "text", near)
    x += way * (style.width(name, "name") + 12)
    if seat.count:
        yield Text((x, y + 2), seat.count, "count", ink or "muted", near)
        x += way * (style.width(seat.count, "count") + 12)
    x += way * 4
    for k in range(seat.reserve):
        yield Chip((x + way * SPARE * k, y + 2), seat.coat, spare=True)
    if seat.tag:
        yield Text((inner - way * 14, y + 1), seat.tag, TAG, ink or "path", far)


def _taken(seat: Seat, style: Style) -> float:
    # How much of a card's width is not left to the name.
    words = [(seat.count, "count", 12), (seat.tag, TAG, 24)]
    taken = sum(style.width(word, role) + space for word, role, space in words if word)
    return CHIP + SPARE * seat.reserve + taken + 26


def seated(seats: Iterable[Seat], subject: Subject[Position]) -> list[Seat]:
    """The seats with names, those who are to move or have won highlighted, in a view's order."""
    outcome, turn = subject.outcome, subject.position.turn
    shown = [_seated(seat, outcome, turn, subject.names) for seat in seats]
    return shown[::-1] if subject.view.turned else shown


def _seated(seat: Seat, outcome: Outcome | None, turn: int, names: Names) -> Seat:
    wins = outcome is not None and seat.player in outcome.winners
    moving = outcome is None and seat.player == turn
    tag = "wins" if wins else TO_MOVE if moving else seat.tag
    name = names.get(seat.player) or f"Player {seat.player}"
    return replace(seat, name=name, tag=tag, active=moving, won=wins)


def verdict(outcome: Outcome | None) -> str:
    """The text for a match that has ended without a winner."""
    return NOBODY_WINS if outcome and not outcome.winners else ""
