"""What a picture shows, in pixels and in no game's words; the canvas draws it.

A scene is a ground, which stays the same throughout a match, and items on it in drawing order. An
item's fields except its anchor are its look, so equal looks share one sprite.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar, dataclass_transform

from bot.games import core

Point = tuple[float, float]
Outline = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class View:
    """How a person wants to see the board. `turned` shows it from the other side; `empty` also
    names the empty spaces, if their names are inside them. `near` is for close-ups, which draw
    everything larger. A `study` is told from a match by its page and the ribbon above it."""

    theme: str = "classic"
    turned: bool = False
    coordinates: bool = True
    large: bool = False
    empty: bool = True
    near: bool = False
    study: bool = False


P = TypeVar("P", bound=core.Position, covariant=True)


@dataclass(frozen=True, slots=True)
class Subject(Generic[P]):
    """What a board's picture is of: a position, the effects of the turn that led to it, and who
    plays it. Without an `outcome` the match goes on."""

    position: P
    effects: Sequence[core.Effect] = ()
    view: View = View()
    names: core.Names = field(default_factory=dict)
    outcome: core.Outcome | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One space of the board: a polygon on a surface of the theme.

    `label` is its coordinate; `numeral` is a large pale character behind everything else; `hint` is
    the facing, in degrees clockwise from east, that a starting space shows.
    """

    at: Point
    corners: Outline
    surface: str = "plain"
    label: str = ""
    numeral: str = ""
    hint: float | None = None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """A side of the board that belongs to a player: a bar along it."""

    player: int
    corners: Outline


@dataclass(frozen=True, eq=False)
class Ground:
    """The empty board. `unit` is the distance in pixels from a cell's center to its sides.

    `notes` are coordinates and the like outside the cells; `suit` names the coats that the players
    wear on it, if those are not the theme's usual ones.
    """

    size: tuple[int, int]
    unit: float
    cells: tuple[Cell, ...]
    walls: tuple[Outline, ...] = ()
    notes: tuple["Text", ...] = ()
    suit: str = ""
    edges: tuple[Edge, ...] = ()


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Item:
    """Something on the ground. `at` is its anchor. Each kind is a frozen dataclass by being one."""

    at: Point

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


@dataclass(frozen=True, slots=True)
class Icons:
    """The pieces of a game that are also shown alone, by names of a few letters and digits.

    `unit` is the size in pixels of their cells, `zoom` how many times that of the game's boards it
    is.
    """

    items: Mapping[str, Item]
    unit: float
    zoom: float
    suit: str = ""


class Space(Item):
    """A cell of the board drawn alone, when a part of the board is shown larger.

    `corners` are around its center. `lifted` leaves room for a coordinate below the numeral;
    `clear` is the box, from left and top to right and bottom, that a pattern leaves free for it.
    """

    corners: Outline
    surface: str
    numeral: str = ""
    lifted: bool = False
    clear: tuple[float, ...] = ()


class Facing(Item):
    """The sign of a facing, in degrees clockwise from east, on such a cell of a player's."""

    angle: float
    player: int


class Wall(Item):
    """A side of a cell that nothing passes, from `at` by `reach`."""

    reach: Point


class Tint(Item):
    """A cell's surface changed, to show where something happened."""

    corners: Outline
    surface: str


class Veil(Item):
    """A cell that plays no part any more: it pales, with everything inscribed on it."""

    corners: Outline


class Block(Item):
    """A cell walled up. `at` and `corners` are the cell's."""

    corners: Outline


class Patch(Item):
    """A square's share of a group of a player's pieces, outlined where the group ends.

    Bit k of `joined` is set if the neighbor belongs to the group too: 0 is east, then clockwise on
    the page, corners included.
    """

    player: int
    joined: int


class Bond(Item):
    """What ties two pieces of a player together, from `at` by `reach`; `strong` on a whole path."""

    reach: Point
    player: int
    strong: bool = False


class Piece(Item):
    """A piece with its bumper at `angle`, None if the facing is not known.

    `named` has room for a text, its space, on a pale mark; `size` is that of one that counts less.
    A text that is wider than the piece has a `plate`: half its width and height, in units.
    """

    player: int
    angle: float | None = None
    named: bool = False
    size: float = 1.0
    plate: Point | None = None


class Cups(Item):
    """Cups upside down over one another, by owners from bottom to top, a rim every `pitch` pixels.

    `kind` is empty, or `covered` if the stack is under another one now.
    """

    owners: tuple[int, ...]
    pitch: float
    kind: str = ""


class Ghost(Item):
    """The ring of a piece that is also here, but is drawn elsewhere."""

    player: int


class Ring(Item):
    """A ring around a cell. `kind` is a color of the theme."""

    kind: str


class Cross(Item):
    """A piece taken here: `kind` is `capture`, `stasis` or `covered`; or one that is `cut` off.

    `scale` is 1 if it has the cell.
    """

    player: int
    kind: str
    scale: float = 1.0


class Trail(Item):
    """One step of the way of a moving piece, from `at` by `reach`. The last has a tip."""

    reach: Point
    last: bool = False


class Dot(Item):
    """A space on the way."""


class Sweep(Item):
    """A turn in place: from one angle by that many degrees, clockwise if positive."""

    start: float
    degrees: float


class Arrow(Item):
    """A link of the chain, from `at` by `reach`."""

    reach: Point


class Loop(Item):
    """A way gone back and forth in a chain, from `at` by `reach` and back."""

    reach: Point


class Badge(Item):
    """The number, or numbers, of links in the order of the chain.

    `scale` is that of its letters.
    """

    text: str
    kind: str = "chain"
    scale: float = 1.0


class Leader(Item):
    """A thin line from a badge that had to move aside to what it numbers."""

    reach: Point


class Letter(Item):
    """A cell that can be chosen, by a letter that is also readable on a small screen."""

    text: str


class Frame(Item):
    """A cell's bold outline. `kind` is a color of the theme; a `broken` one has gaps."""

    corners: Outline
    kind: str
    broken: bool = False


class Alert(Item):
    """The sign next to something that blocks a move."""


class Beacon(Item):
    """A broken ring around a cell worth a look."""


class Pointer(Item):
    """A way worth a look, from `at` by `reach`, or there and back."""

    reach: Point
    back: bool = False


class Text(Item):
    """A line of text. `role` names its size and weight, `scale` is how much larger it is than that.

    `anchor` is Pillow's; `squeeze` is how wide its letters are compared with the usual, if it is
    anchored in its middle.
    """

    text: str
    role: str
    color: str
    anchor: str = "lm"
    scale: float = 1.0
    squeeze: float = 1.0


class Chip(Item):
    """A player's color and mark next to the name; `spare` is the small one of the reserve.

    `player` 0 is a block, for a player without a color; `other` is who has the right half of it.
    """

    player: int
    spare: bool = False
    other: int | None = None
    scale: float = 1.0


class Keeper(Item):
    """A figure that stays on a cell and is no player's: nothing like a piece."""


class Token(Item):
    """A number in a `form`: `disc` (in the player's color), `house` or `cube`."""

    form: str
    text: str
    player: int = 0
    scale: float = 1.0


class Panel(Item):
    """A card behind a player's name. `active` is highlighted: it is that player's turn.

    `player` gives its color; 0 is that of blocks. A player who has `won` has a card all in that
    color.
    """

    size: Point
    player: int
    active: bool
    won: bool = False
    scale: float = 1.0


class Pill(Item):
    """A word on the color that it explains, `kind`. `scale` is that of its letters."""

    text: str
    kind: str
    scale: float = 1.0


OCCUPANTS = (Piece, Cups)
"""The items that are on a cell and differ with its contents: not mere marks."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture: the ground and the items on it, in drawing order. `effects_so_far` is what
    the picture of a step of a turn shows to have happened so far. That many of the first items are
    `tiled`: each stays within the square cell whose middle is its anchor."""

    ground: Ground
    items: tuple[Item, ...]
    effects_so_far: Sequence[core.Effect] | None = None
    tiled: int = 0
