"""Short cuts change no pixel: grounds, letters and palettes against the plain long way."""

import random
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter

import renderers
from bot.catalog import catalog
from bot.games.core import Effect
from renderers import View, themes
from renderers.drawing import canvas, space_sprites
from renderers.drawing.brush import Brush
from renderers.drawing.canvas import Colors
from renderers.drawing.style import Style, style_for, style_of
from renderers.drawing.theme import font
from renderers.layout import plus
from renderers.scene import Ground, Scene, Subject, Text
from tests.helpers.long_runs import pairs
from tests.renderers.boards import same

VIEWS = [
    View(theme, turned, coordinates, large)
    for theme, (turned, coordinates, large) in zip(
        themes(), [(False, True, False), (True, True, True), (False, False, False)] * 2, strict=True
    )
]
NAMES = dict(enumerate(("Ada", "Grace", "Linus", "Tim", "Guido"), 1))


def late_scene(key: str, view: View) -> tuple[Scene, Colors]:
    """The picture of a position after some random turns, and what it is drawn in."""
    game, chance = catalog()[key].game, random.Random(f"{key} {view}")
    position = game.start(game.prepare({}, max(game.players), chance))
    effects: tuple[Effect, ...] = ()
    for _ in range(15):
        if not game.outcome(position):
            turn = game.play(position, chance.choice(list(game.moves(position))))
            position, effects = turn.position, turn.effects
    renderer = renderers.renderer_of(key)
    scene = renderer.scene(Subject(position, effects, view, NAMES))
    return scene, Colors(scene.ground, style_for(scene.ground, view), renderer.samples(view))


@pytest.mark.parametrize(("key", "view"), pairs(list(catalog()), VIEWS), ids=str)
def test_reducing_what_is_on_a_ground_is_reducing_all(key: str, view: View) -> None:
    scene, colors = late_scene(key, view)
    whole = canvas.empty_board(scene.ground, colors).convert("RGB")
    canvas.put(whole, scene.items, colors.style)
    plain = canvas.reduced(whole, colors)
    found = canvas.indexed(scene, colors)
    assert found.getpalette() == plain.getpalette()
    others = sum(one != other for one, other in zip(found.tobytes(), plain.tobytes(), strict=True))
    # Tiles end at their cells, where a patch may be blended with the one beside it.
    assert others <= len(plain.tobytes()) // 1000 if scene.tiled else others == 0


def whole_shade(brush: Brush, ground: Ground, style: Style) -> None:
    """The shadow under a board as it is drawn without short cuts."""
    shadow = Brush((0, 0), ground.size, fine=1)
    for cell in ground.cells:
        shadow.polygon([plus(p, (0.0, 4.0)) for p in cell.corners], style.color("shadow"), 130)
    small = shadow.image.filter(ImageFilter.GaussianBlur(4))
    large = small.resize(brush.image.size, Image.Resampling.BILINEAR)
    page = Image.new("RGBA", large.size, style.color("page"))
    brush.image.paste(Image.alpha_composite(page, large))


@pytest.mark.parametrize(("key", "view"), pairs(list(catalog()), VIEWS[:2]), ids=str)
def test_a_boards_shadow_is_drawn_as_that_of_the_whole(
    key: str, view: View, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, colors = late_scene(key, view)
    quick = space_sprites.drawn_ground(scene.ground, colors.style)
    monkeypatch.setattr(space_sprites, "_shade", whole_shade)
    assert same(quick, space_sprites.drawn_ground(scene.ground, colors.style))


def blurs() -> Iterator[tuple[float, tuple[float, float, float, float]]]:
    for radius in (0.5, 1.3, 4.0):
        for box in ((20, 20, 30, 26), (-9, 1, 4, 9), (50, 30, 80, 70), (10, 40, 60, 44)):
            yield radius, box


@pytest.mark.parametrize(("radius", "box"), [*blurs()])
def test_softening_blurs_the_picture(radius: float, box: tuple[float, float, float, float]) -> None:
    brush = Brush((0, 0), (70, 50))
    brush.card(box, 3, (40, 90, 160))
    wanted = brush.image.filter(ImageFilter.GaussianBlur(radius * brush.fine))
    brush.soften(radius)
    assert brush.image.tobytes() == wanted.tobytes()


@pytest.mark.parametrize(
    "at", [(30.0, 20.0), (30.4, 20.7), (1.5, 2.5), (59.25, 39.0), (90.0, 20.0)]
)
@pytest.mark.parametrize("anchor", ["lm", "mm", "rm"])
def test_letters_are_those_of_a_text_on_the_whole_picture(
    at: tuple[float, float], anchor: str
) -> None:
    brush, ink = Brush((0, 0), (60, 40), (200, 180, 90)), (20, 30, 40)
    brush.text(at, "Qj", font("name"), ink, anchor)
    letters = Image.new("L", (60, 40))
    ImageDraw.Draw(letters).text(at, "Qj", fill=255, font=font("name"), anchor=anchor)
    layer = Image.new("RGBA", letters.size, ink)
    layer.putalpha(letters)
    wanted = Image.new("RGBA", letters.size, (200, 180, 90))
    wanted.alpha_composite(layer)
    assert brush.finish().tobytes() == wanted.tobytes()


@pytest.mark.parametrize("fine", [1, 2, 3, 4])
@pytest.mark.parametrize("box", [(3, 5, 20, 11), (-9, -9, 80, 60), (33, 21, 34, 22)])
def test_what_is_drawn_on_a_part_is_reduced_as_the_whole(
    fine: int, box: tuple[int, int, int, int]
) -> None:
    brush = Brush((0, 0), (70, 50), fine=fine)
    brush.card(box, 2, (40, 90, 160))
    brush.disc(box[:2], 4, (200, 90, 60), 120)
    wanted = brush.image.reduce(fine)
    assert brush.finish().tobytes() == wanted.tobytes()


@pytest.mark.parametrize("anchor", ["lm", "mm", "rm"])
def test_a_text_by_itself_is_put_on_a_picture_as_a_brush_writes_it(anchor: str) -> None:
    look = style_of("classic", 20, False)
    text = Text((40, 20), "Qj 48", "name", "text", anchor)
    ground = Image.new("RGB", (80, 40), (200, 180, 90))
    canvas.put(ground, [text], look)
    brush = Brush((0, 0), (80, 40), (200, 180, 90), fine=1)
    brush.text(text.at, text.text, look.font("name"), look.color("text"), anchor)
    difference = ImageChops.difference(ground, brush.finish().convert("RGB"))
    # The two round by themselves what letters and ground share.
    assert all(most <= 1 for _, most in difference.getextrema())  # type: ignore[misc]


def test_squares_around_boxes_hold_them_and_stay_in_the_picture() -> None:
    chance = random.Random(4)
    for _ in range(200):
        size = (chance.randrange(1, 300), chance.randrange(1, 300))
        boxes = []
        for _ in range(chance.randrange(6)):
            left, top = chance.randrange(-90, 330), chance.randrange(-90, 330)
            boxes.append((left, top, left + chance.randrange(90), top + chance.randrange(90)))
        held = Image.new("L", size)
        for left, top, right, bottom in canvas.squares_around(boxes, size):
            assert 0 <= left < right <= size[0]
            assert 0 <= top < bottom <= size[1]
            held.paste(255, (left, top, right, bottom))
        drawn = Image.new("L", size)
        for box in boxes:
            if box[0] < box[2] and box[1] < box[3]:
                drawn.paste(255, box)
        assert ImageChops.subtract(drawn, held).getbbox() is None
