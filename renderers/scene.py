"""What a picture shows, in pixels and in no game's words. How it is drawn is the canvas's matter.

A scene is a ground, which stays the same all through a match, and items upon it in drawing order.
Every item has an anchor, `at`; its other fields are its look, so equal looks share one sprite.
"""

from dataclasses import dataclass

Point = tuple[float, float]
Outline = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class View:
    """How somebody wants to see the board. `turned` shows it from the other side."""

    theme: str = "classic"
    turned: bool = False
    coordinates: bool = True
    large: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """One space of the board: a polygon on a surface of the theme.

    `label` is its coordinate; `numeral` is a large quiet character behind everything else;
    `hint` is the facing, in degrees clockwise from east, that a starting space shows.
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

    `notes` are coordinates and the like that stand outside the cells; `suit` names the coats that
    the players wear on it, where those are not the theme's usual ones.
    """

    size: tuple[int, int]
    unit: float
    cells: tuple[Cell, ...]
    walls: tuple[Outline, ...] = ()
    notes: tuple["Text", ...] = ()
    suit: str = ""
    edges: tuple[Edge, ...] = ()


@dataclass(frozen=True, slots=True)
class Space:
    """A cell of the board drawn by itself, where a part of the board is shown larger.

    `corners` are around its center. `lifted` leaves room for a coordinate below the numeral;
    `clear` is the box, from left and top to right and bottom, that a pattern leaves free for it.
    """

    at: Point
    corners: Outline
    surface: str
    numeral: str = ""
    lifted: bool = False
    hint: float | None = None
    player: int | None = None
    clear: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Wall:
    """A side of a cell that nothing passes, from `at` by `reach`."""

    at: Point
    reach: Point


@dataclass(frozen=True, slots=True)
class Tint:
    """A cell's surface changed, to show where something happened."""

    at: Point
    corners: Outline
    surface: str


@dataclass(frozen=True, slots=True)
class Veil:
    """A cell that plays no part any more: it pales, with whatever is inscribed on it."""

    at: Point
    corners: Outline


@dataclass(frozen=True, slots=True)
class Block:
    """A cell walled up. `at` and `corners` are the cell's."""

    at: Point
    corners: Outline


@dataclass(frozen=True, slots=True)
class Patch:
    """A square's share of a group of a player's pieces, outlined where the group ends.

    Bit k of `joined` is set where the neighbor belongs to the group too: 0 is east, then clockwise
    on the page, corners included.
    """

    at: Point
    player: int
    joined: int


@dataclass(frozen=True, slots=True)
class Bond:
    """What ties two pieces of a player together, from `at` by `reach`; `strong` on a whole path."""

    at: Point
    reach: Point
    player: int
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece with its bumper at `angle`, None where the facing is not known.

    `named` leaves room below the mark for a text of its own: its space.
    """

    at: Point
    player: int
    angle: float | None = None
    named: bool = False


@dataclass(frozen=True, slots=True)
class Cups:
    """Cups upside down over one another, by owners from bottom to top, a rim every `pitch` pixels.

    `kind` is empty, or `covered` where the stack is under another one now.
    """

    at: Point
    owners: tuple[int, ...]
    pitch: float
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Ghost:
    """The ring of a piece that also stands here, but is drawn elsewhere."""

    at: Point
    player: int


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring around a cell. `kind` is a color of the theme."""

    at: Point
    kind: str


@dataclass(frozen=True, slots=True)
class Cross:
    """A piece taken here: `kind` is `capture`, `stasis` or `covered`.

    `scale` is 1 where it has the cell.
    """

    at: Point
    player: int
    kind: str
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Trail:
    """One step of the way a piece went by itself, from `at` by `reach`. The last has a tip."""

    at: Point
    reach: Point
    last: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    """A space on the way."""

    at: Point


@dataclass(frozen=True, slots=True)
class Sweep:
    """A turn in place: from one angle by so many degrees, clockwise when positive."""

    at: Point
    start: float
    degrees: float


@dataclass(frozen=True, slots=True)
class Arrow:
    """A link of the chain, from `at` by `reach`."""

    at: Point
    reach: Point


@dataclass(frozen=True, slots=True)
class Badge:
    """The number, or numbers, of links in the order of the chain.

    `scale` is that of its letters.
    """

    at: Point
    text: str
    kind: str = "chain"
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Leader:
    """A thin line from a badge that had to move aside to what it numbers."""

    at: Point
    reach: Point


@dataclass(frozen=True, slots=True)
class Letter:
    """A cell that can be chosen, by a letter that is read on a small screen too."""

    at: Point
    text: str


@dataclass(frozen=True, slots=True)
class Frame:
    """A cell's bold outline. `kind` is a color of the theme; a `broken` one has gaps."""

    at: Point
    corners: Outline
    kind: str
    broken: bool = False


@dataclass(frozen=True, slots=True)
class Alert:
    """The sign beside something that is in the way."""

    at: Point


@dataclass(frozen=True, slots=True)
class Beacon:
    """A broken ring around a cell worth a look."""

    at: Point


@dataclass(frozen=True, slots=True)
class Pointer:
    """A way worth a look, from `at` by `reach`, or there and back."""

    at: Point
    reach: Point
    back: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text. `role` names its size and weight, `scale` is how much larger it is than that.

    `anchor` is Pillow's.
    """

    at: Point
    text: str
    role: str
    color: str
    anchor: str = "lm"
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Chip:
    """A player's color and mark beside the name; `spare` is the small one of the reserve.

    `player` 0 is a block, for somebody without a color; `other` is who has the right half of it.
    """

    at: Point
    player: int
    spare: bool = False
    other: int | None = None


@dataclass(frozen=True, slots=True)
class Keeper:
    """Somebody who stands on a cell for good and is no player's: nothing like a piece."""

    at: Point


@dataclass(frozen=True, slots=True)
class Token:
    """A number in a `form`: `disc` (in the player's color), `house` or `cube`."""

    at: Point
    form: str
    text: str
    player: int = 0
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Panel:
    """A card behind a player's name. `active` stands out: it is that player's turn.

    `player` gives its color; 0 is that of blocks.
    """

    at: Point
    size: Point
    player: int
    active: bool


Item = (
    Space
    | Wall
    | Tint
    | Veil
    | Block
    | Patch
    | Bond
    | Piece
    | Cups
    | Ghost
    | Ring
    | Cross
    | Trail
    | Dot
    | Sweep
    | Arrow
    | Badge
    | Leader
    | Letter
    | Frame
    | Alert
    | Beacon
    | Pointer
    | Text
    | Chip
    | Keeper
    | Token
    | Panel
)


STANDING = (Piece, Cups)
"""The items that stand on a cell and are told apart by what was before: not what only marks it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture: the ground and the items upon it, in drawing order."""

    ground: Ground
    items: tuple[Item, ...]
