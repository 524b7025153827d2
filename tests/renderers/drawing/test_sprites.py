import pytest

from renderers import themes
from renderers.drawing.brush import PATTERNS, Brush
from renderers.drawing.sprites import Sprite, sprite, sprites
from renderers.drawing.style import Style, style_of
from renderers.drawing.theme import Paint
from renderers.layout import around, hexagon
from renderers.scene import (
    Arrow,
    Badge,
    Block,
    Bond,
    Chip,
    Cross,
    Dot,
    Ghost,
    Item,
    Keeper,
    Leader,
    Panel,
    Piece,
    Point,
    Ring,
    Sweep,
    Text,
    Tint,
    Token,
    Trail,
    Veil,
)
from tests.renderers.boards import alpha_range, colors_of

UNIT = 25.5
LOOK = style_of("classic", UNIT, False)
HERE: Point = (0.0, 0.0)
LOOKS: list[Item] = [
    Piece(HERE, 1, 60.0),
    Piece(HERE, 2, None),
    Ghost(HERE, 2),
    Ring(HERE, "held"),
    Ring(HERE, "path"),
    Cross(HERE, 1, "capture"),
    Cross(HERE, 2, "stasis", 0.5),
    Trail(HERE, (40, 10), last=True),
    Trail(HERE, (40, 10)),
    Dot(HERE),
    Sweep(HERE, 0, -120),
    Arrow(HERE, (-30, 20)),
    Badge(HERE, "12"),
    Leader(HERE, (20, 20)),
    Text(HERE, "Ada", "name", "text"),
    Chip(HERE, 1),
    Chip(HERE, 2, spare=True),
    Chip(HERE, 1, other=2),
    Chip(HERE, 0),
    Keeper(HERE),
    Token(HERE, "disc", "4", 1),
    Token(HERE, "house", "0"),
    Token(HERE, "cube", "12", scale=1.5),
    Panel(HERE, (300, 40), 1, active=True),
    Panel(HERE, (300, 40), 0, active=True),
    Veil(HERE, hexagon(HERE, UNIT)),
    Block(HERE, hexagon(HERE, UNIT)),
    Bond(HERE, (UNIT, 40), 1),
    Bond(HERE, (-2 * UNIT, 0), 2, strong=True),
    Tint(HERE, tuple(around(HERE, 60 * k, 29) for k in range(6)), "to"),
]


def drawn_of(item: Item, style: Style = LOOK) -> Sprite:
    return sprites(style, item)[0]


@pytest.mark.parametrize("item", LOOKS, ids=lambda item: type(item).__name__)
def test_every_look_can_be_drawn_whole_in_every_theme(item: Item) -> None:
    for theme in themes():
        assert alpha_range(drawn_of(item, style_of(theme, UNIT, False)).image)[1] > 100
    # Cropped to what is seen, so a cut would show as a whole row or column of full ink.
    image = drawn_of(item).image
    width, height = image.size
    rims = [image.crop((0, y, width, y + 1)) for y in (0, height - 1)]
    rims += [image.crop((x, 0, x + 1, height)) for x in (0, width - 1)]
    if not isinstance(item, Panel | Text | Tint):
        assert all(alpha_range(rim)[0] < 255 for rim in rims)


def test_equal_looks_share_one_sprite_wherever_they_are() -> None:
    one, other = Piece((10, 10), 1, 60.0), Piece((200, 300), 1, 60.0)
    assert sprite(LOOK, one) is sprite(LOOK, other)
    assert len({id(sprite(LOOK, Piece(HERE, 1, 60.0 * k))) for k in range(6)}) == 6
    assert sprite(LOOK, Text(HERE, " ", "name", "text")) is None


def test_cards_of_one_size_share_their_masks_in_every_theme_and_color() -> None:
    cards = [
        [
            small.image
            for small in sprites(style_of(theme, UNIT, False), Panel(HERE, (300, 40), n, True))
        ]
        for theme in themes()
        for n in (1, 2)
    ]
    assert len({id(image) for card in cards for image in card}) == 6
    won = sprites(LOOK, Panel(HERE, (300, 40), 2, False, won=True))
    assert [small.image for small in won] == cards[0][:3]
    wider = sprites(LOOK, Panel(HERE, (301, 40), 2, False, won=True))
    assert [small.image for small in wider][::2] == cards[0][:3:2], "the ends of any width"


# The brush


def brush() -> Brush:
    return Brush((20, 20), (20, 20))


def test_shapes_have_smooth_edges_that_do_not_darken_and_fade() -> None:
    one = brush()
    one.disc(HERE, 10, (255, 200, 0))
    picture = one.finish()
    assert picture.getbbox() == pytest.approx((10, 10, 30, 30), abs=1)
    assert len(picture.getchannel("A").getcolors() or []) > 5
    seen = [c for _, c in picture.getcolors(1600) or [] if isinstance(c, tuple) and c[3] > 8]
    assert all(color[0] > 240 for color in seen)
    one.fade(0.5)
    assert one.finish().getpixel((20, 20)) == (255, 200, 0, 127)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_stays_within_its_shape(pattern: str) -> None:
    one = brush()
    square = ((-10, -10), (10, -10), (10, 10), (-10, 10))
    one.paint(square, Paint((255, 255, 255), pattern, (0, 0, 0)))
    picture = one.finish()
    assert picture.getbbox() == pytest.approx((10, 10, 30, 30), abs=1)
    dark = [c for _, c in picture.getcolors(1600) or [] if isinstance(c, tuple) and c[0] < 128]
    assert dark


def test_a_bow_covers_only_its_angles() -> None:
    one = brush()
    one.bow(HERE, 12, 0, 90, 2, (0, 0, 0))
    left, top, _, _ = one.finish().getbbox() or (0, 0, 0, 0)
    assert left >= 18
    assert top >= 18


def pixel(item: Item, at: Point) -> tuple[int, int, int]:
    """The color of a look at a point beside its anchor."""
    drawn = drawn_of(item)
    x, y = round(at[0]) - drawn.offset[0], round(at[1]) - drawn.offset[1]
    return drawn.image.convert("RGB").getpixel((x, y))  # type: ignore[return-value]


def test_a_chip_of_two_shows_the_one_on_the_left_and_the_other_on_the_right() -> None:
    both = Chip(HERE, 1, other=2)
    for side, player in ((-1, 1), (1, 2)):
        assert pixel(both, (side * 3, 12)) == LOOK.theme.coat(player).paint.fill


def test_who_has_no_color_shows_a_block() -> None:
    block = Block(HERE, hexagon(HERE, UNIT))
    assert pixel(Chip(HERE, 0), HERE) == pixel(block, HERE) == LOOK.face
    assert LOOK.own(0) == LOOK.color("wall")


def test_the_bond_of_a_whole_path_stands_out_from_the_others() -> None:
    beside_line = (30.0, UNIT * 0.4)
    assert pixel(Bond(HERE, (60, 0), 1, strong=True), beside_line) == LOOK.color("held")
    thin = drawn_of(Bond(HERE, (60, 0), 1))
    assert thin.image.height < UNIT * 0.8


def test_a_veiled_cell_can_be_seen_through() -> None:
    drawn = drawn_of(Veil(HERE, hexagon(HERE, UNIT)))
    assert alpha_range(drawn.image)[1] < 200


def test_a_number_on_a_players_token_is_in_that_players_ink() -> None:
    for player, coat in enumerate(LOOK.theme.coats, 1):
        token = drawn_of(Token(HERE, "disc", "4", player))
        shades = {shade[:3] for shade in colors_of(token.image) if shade[3] == 255}
        assert coat.ink in shades


def test_nothing_is_written_more_quietly_than_something() -> None:
    tokens = [drawn_of(Token(HERE, "cube", text)) for text in ("0", "8")]
    shades = [{color[:3] for color in colors_of(token.image)} for token in tokens]
    assert LOOK.color("text") not in shades[0]
    assert LOOK.color("text") in shades[1]


@pytest.mark.parametrize(("angle", "clear"), [(0.0, 0.86), (None, 0.82)])
@pytest.mark.parametrize("key", [key for key in themes() if style_of(key, 40, False).flat])
def test_a_piece_without_a_shadow_keeps_patterns_away(
    key: str, angle: float | None, clear: float
) -> None:
    style = style_of(key, 40, False)
    drawn = drawn_of(Piece((0, 0), 2, angle), style)
    beside = (-drawn.offset[0] - round(40 * clear), -drawn.offset[1])
    assert drawn.image.getpixel(beside) == (*style.color("halo"), 255)


@pytest.mark.parametrize("theme", themes())
@pytest.mark.parametrize("kind", ["capture", "stasis"])
def test_a_captured_piece_is_left_hollow_and_says_whose_it_was(theme: str, kind: str) -> None:
    look = style_of(theme, UNIT, False)
    left = []
    for player in (1, 2):
        ghost = drawn_of(Cross((0, 0), player, kind), look)
        # Between its core and its outline, on no sign across it.
        x, y = around((0.0, 0.0), 90, UNIT * 0.53)
        at = (round(x) - ghost.offset[0], round(y) - ghost.offset[1])
        pixel = ghost.image.getpixel(at)
        assert isinstance(pixel, tuple)
        assert all(abs(a - b) <= 3 for a, b in zip(pixel, look.color("halo"), strict=False))
        left.append(ghost.image.tobytes())
    assert left[0] != left[1]
