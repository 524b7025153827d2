"""The cards next to the board of Urchins: who has what, and how near the end is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.games.core import Effect, Placed
from bot.games.phrases import counted
from bot.games.urchins.board import LOCATIONS, Position
from bot.games.urchins.moves import CameHome, Fell, Paid, Stole, is_last_round, quiet_limit
from renderers.annotations.header import (
    GAP,
    MARGIN,
    TAG,
    Seat,
    card,
    seated,
    verdict,
)
from renderers.drawing.style import Style
from renderers.layout import plus
from renderers.scene import Item, Panel, Point, Subject, Text, Token
from renderers.urchins.board import (
    BESIDE,
    FEW,
    HEIGHT,
    HIGH,
    INFO,
    TOP,
    board_right,
    size,
)

STEP = 44.0
"""The width of a token on the fullest card, in pixels."""

NAME, TOKEN, WORD = 32.0, 38.0, 18.0
"""The height, in pixels, of a card's first line, of a token, and of the word below it."""

LETTERS, WORDS = 1.5, 1.25
"""How much larger than usual are at most the letters below cubes, and the words below hand and
home."""

TAGGED = 14.0
"""How far from the right side of a narrow card the player's task ends, in pixels."""

APART = 4.0
"""Least pixels between two such words."""

FINAL = 1.6
"""How much larger than usual at most it is written how near the end is."""

NEAR = 0.25
"""The part of the turns without an urchin home that is left when the end is near."""

WORDY = 1.33
"""How much wider than that of a cube the place of a token is that has a word below it."""

MINUS = "\N{MINUS SIGN}"

Holding = Sequence[tuple[str, str, int]]
"""What a player has: a word or location, the form of its token, and how many."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the cards are, and their content, in pixels."""

    locations: int
    players: int

    @property
    def is_beside(self) -> bool:
        """Whether cards are beside the board, high and narrow, with cubes below hand and homes."""
        return self.locations <= FEW

    @property
    def rows(self) -> int:
        """The rows of tokens on a card."""
        return 2 if self.is_beside else 1

    @property
    def width(self) -> float:
        if self.is_beside:
            return BESIDE
        return (size(self.locations)[0] - 2 * MARGIN - GAP) / 2

    @property
    def high(self) -> float:
        if not self.is_beside:
            return HIGH
        return (HEIGHT - 2 * TOP - INFO - GAP * (self.players - 1)) / self.players

    @property
    def step(self) -> float:
        """How far apart the tokens of a row are: they share a card's width."""
        tokens = self.locations if self.is_beside else 2 * WORDY + self.locations
        return (self.width - 20) / tokens

    @property
    def scale(self) -> float:
        tall = ((self.high - NAME - GAP * self.rows) / self.rows - WORD) / TOKEN
        return round(min(self.step / STEP, tall), 2)

    @property
    def gap(self) -> float:
        tokens = self.rows * (TOKEN * self.scale + WORD)
        return (self.high - NAME - tokens) / (self.rows + 2)

    def corner(self, player: int) -> Point:
        """The top left corner of a card."""
        if self.is_beside:
            return board_right(self.locations), TOP + (player - 1) * (self.high + GAP)
        row, column = divmod(player - 1, 2)
        return MARGIN + column * (self.width + GAP), HEIGHT + row * (self.high + GAP)

    def line(self, player: int) -> Point:
        """The middle of the left side of a card's first line."""
        return plus(self.corner(player), (0.0, self.gap + NAME / 2))

    @property
    def head(self) -> float:
        """The height of the part of a card with its name."""
        return NAME + self.gap

    def row(self, player: int, number: int) -> Point:
        """The left end of a row of tokens, at the height of their middle."""
        each = TOKEN * self.scale + WORD + self.gap
        down = NAME + 2 * self.gap + number * each + TOKEN * self.scale / 2
        return plus(self.corner(player), (10.0, down))


def cards(subject: Subject[Position], style: Style) -> Iterator[Item]:
    """A card for every player, and below them how near the end is."""
    position, outcome = subject.position, subject.outcome
    layout = Layout(len(position.columns), len(position.players))
    seats = [Seat(n, tag="left" * (n in position.left)) for n in position.players]
    # The columns have no other side: whose card is first is the same for everybody.
    for seat in sorted(seated(seats, subject), key=lambda seat: seat.player):
        player = seat.player
        yield Panel(layout.corner(player), (layout.width, layout.high), player, seat.active)
        if seat.won:
            yield Panel(layout.corner(player), (layout.width, layout.head), player, False, won=True)
        yield from _first_line(seat, layout, style)
        if player not in position.left:
            yield from _holding(position, player, subject.effects, layout, style)
    below = plus(layout.corner(len(position.players) + 1), (6.0, INFO / 2 - GAP))
    if not outcome:
        yield _end_in_sight(position, below, layout.width - 12.0, style)
    elif words := verdict(outcome):
        yield Text(below, words, "notice", "capture")


def _first_line(seat: Seat, layout: Layout, style: Style) -> Iterator[Item]:
    # On a card beside the board the player's task is one row lower: the name needs the line.
    named = replace(seat, tag="") if layout.is_beside else seat
    for item in card(named, (0.0, 0.0), layout.width, style):
        yield replace(item, at=plus(layout.line(seat.player), item.at))
    if layout.is_beside and seat.tag:
        at = layout.corner(seat.player)[0] + layout.width - TAGGED, layout.row(seat.player, 0)[1]
        room = layout.width - 10 - 2 * layout.step - TAGGED
        scale = round(min(1.0, room / style.width(seat.tag, TAG)), 2)
        yield Text(at, seat.tag, TAG, "path", "rm", scale)


def _holding(
    position: Position, player: int, effects: Sequence[Effect], layout: Layout, style: Style
) -> Iterator[Item]:
    cubes = position.cubes[player - 1]
    hand, home = position.hands[player - 1], position.homes[player - 1]
    held = [("hand", "disc", hand), ("home", "house", home)]
    stolen = [(letter, "cube", n) for letter, n in zip(LOCATIONS, cubes, strict=False)]
    gains = _gains(effects, player)
    for number, row in enumerate([held, stolen] if layout.is_beside else [[*held, *stolen]]):
        yield from _row(row, gains, (player, layout.row(player, number)), layout, style)


def _row(
    row: Holding, gains: Mapping[str, str], whose: tuple[int, Point], layout: Layout, style: Style
) -> Iterator[Item]:
    (player, start), scale = whose, layout.scale
    for word, form, number in row:
        wide = layout.step * (1 if form == "cube" or layout.is_beside else WORDY)
        middle, start = plus(start, (wide / 2, 0.0)), plus(start, (wide, 0.0))
        yield Token(middle, form, str(number), player if form == "disc" else 0, scale)
        below = plus(middle, (0.0, 9 + TOKEN / 2 * scale))
        yield from _words(word, gains.get(word, ""), below, style, wide, form == "cube")


def _words(
    word: str, gain: str, below: Point, style: Style, wide: float, is_cube: bool
) -> Iterator[Text]:
    if not gain:
        most, fits = LETTERS if is_cube else WORDS, (wide - APART) / style.width(word, "tag")
        yield Text(below, word, "tag", "muted", "mm", round(min(most, fits), 2))
    if gain and is_cube:
        # Both share what room a cube has.
        half = (style.width(word, "tag") + style.width(gain, "tag")) / 2
        yield Text(plus(below, (-half, 0.0)), word, "tag", "muted", "lm")
        yield Text(plus(below, (half + 2, 0.0)), gain, "tag", "path", "rm")
    elif gain:
        yield Text(below, gain, "notice", "path", "mm")


def _gains(effects: Sequence[Effect], player: int) -> dict[str, str]:
    found: dict[str, int] = {}
    for effect in effects:
        match effect:
            case Paid(payer, letter, cubes) if payer == player:
                found[letter] = -cubes
            case Stole(thief, cubes) if thief == player:
                found |= dict(zip(LOCATIONS, cubes, strict=False))
            case Placed(owner) if owner == player:
                found["hand"] = found.get("hand", 0) - 1
            case Fell(owner) if owner == player:
                found["hand"] = found.get("hand", 0) + 1
            case CameHome(owner) if owner == player:
                found["home"] = 1
    return {word: f"{n:+d}".replace("-", MINUS) for word, n in found.items() if n}


def _end_in_sight(position: Position, at: Point, width: float, style: Style) -> Text:
    limit = quiet_limit(position)
    left = limit - position.quiet
    if is_last_round(position) or left <= 0:
        return Text(at, "Last round!", "notice", "capture")
    words = f"{counted(left, 'turn')} to come home"
    scale = min(FINAL, width / style.width(words, "notice"))
    color = "capture" if left <= limit * NEAR else "muted"
    return Text(at, words, "notice", color, scale=round(scale, 2))
