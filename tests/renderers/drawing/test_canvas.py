"""The pictures themselves: their pixels, sizes and bytes."""

import struct
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

import renderers
from bot.games.bump.chain import Stasis
from bot.games.bump.moves import Held, Transferred
from bot.games.core import Bumped, Captured, Effect, Moved, Passed, Placed, Rotated
from bot.games.hexes import DIRECTIONS
from renderers import themes
from renderers.bump.board import SIZE, WIDTH, space_points
from renderers.drawing import canvas, sprites
from renderers.drawing.cache import ByteCache, PackedCache
from renderers.drawing.space_sprites import drawn_ground
from renderers.drawing.style import style_of
from renderers.drawing.theme import theme as theme_of
from renderers.scene import Cell, Ghost, Ground, Text
from tests.helpers.long_runs import pairs
from tests.renderers.boards import PAINTER, START, board, long_shots, picture, scene, vector_shots
from tests.renderers.painting import of_kind

THEMES = pytest.mark.parametrize("theme", themes())
SHOTS = [*vector_shots(), *long_shots()]
PLACES = space_points(False)
png = PAINTER.png
PHONE = 400


def cell_box(space: str, area: int = 1, reach: float = 0.68) -> tuple[int, int, int, int]:
    x, y = PLACES[area][space]
    far = WIDTH * reach
    return round(x - far), round(y - far), round(x + far), round(y + far)


def changes(one: Image.Image, other: Image.Image) -> Image.Image:
    """White where two pictures differ."""
    return ImageChops.difference(one, other).convert("L").point([0] + [255] * 255)


# The file


def test_a_picture_is_a_whole_png_with_correct_checksums() -> None:
    data = png(START)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, kinds = 8, []
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length :][:4])[0]
        kinds.append(kind)
        at += length + 12
    assert kinds[0] == b"IHDR"
    assert kinds[-1] == b"IEND"


# Pure and safe


@THEMES
def test_what_is_kept_packed_gives_the_same_bytes_and_is_not_drawn_again(theme: str) -> None:
    kept: tuple[PackedCache[Any, Any, Any], ...]
    kept = (canvas.INDEXED, sprites.SPRITES)
    for cache in kept:
        cache.clear()
    first = [png(*played, theme=theme) for played in SHOTS[:3]]
    drawn = [cache.packed.misses for cache in kept]
    for cache in kept:
        ByteCache[Any, Any].clear(cache)  # what is packed stays
    assert [png(*played, theme=theme) for played in SHOTS[:3]] == first
    assert [cache.packed.misses for cache in kept] == drawn


def test_threads_drawing_at_once_give_the_same_bytes_and_draw_no_ground_twice() -> None:
    canvas.INDEXED.clear()
    alone = canvas.INDEXED.misses
    wanted = [png(*played) for played in SHOTS[:6]]
    alone, together = canvas.INDEXED.misses - alone, canvas.INDEXED.misses
    canvas.INDEXED.clear()
    canvas.PALETTES.clear()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda played: png(*played), SHOTS[:6] * 3))
    assert found == wanted * 3
    assert canvas.INDEXED.misses - together == alone


CACHES: tuple[ByteCache[Any, Any], ...] = (
    canvas.INDEXED,
    canvas.PALETTES,
    sprites.SPRITES,
)


def test_after_warming_up_a_first_picture_needs_names_alone() -> None:
    for cache in CACHES:
        cache.clear()
    renderers.warm("bump", START)
    before = [cache.misses for cache in CACHES]
    png(START)
    assert [cache.misses - had for cache, had in zip(CACHES, before, strict=True)] == [0, 0, 2]


def test_warming_up_draws_no_more_than_a_first_picture_needs() -> None:
    def kept() -> list[int]:
        return [cache.bytes for cache in CACHES]

    for cache in CACHES:
        cache.clear()
    renderers.draw("bump", START)
    needed = kept()
    for cache in CACHES:
        cache.clear()
    renderers.warm("bump", START)
    assert kept() == needed


# What changes


def test_names_are_drawn() -> None:
    other = renderers.draw("bump", START, names={1: "Ada", 2: "Linus"})
    assert other != png(START)


def test_a_picture_changes_only_where_a_piece_did() -> None:
    before, after = board("03-0", "21-2", "*09-3"), board("03-1", "21-2", "*09-3")
    changed = changes(picture(before), picture(after))
    left, top, right, bottom = changed.getbbox() or (0, 0, 0, 0)
    box = cell_box("03")
    assert box[0] <= left < right <= box[2]
    assert box[1] <= top < bottom <= box[3]


EFFECTS: list[Effect] = [
    Passed(1),
    Placed(1, "01", 0),
    Moved(1, "11", "01", ("11", "01")),
    Rotated(1, "01", 5, 0),
    Transferred(1, "15"),
    Bumped(2, "03", "04", 0),
    Captured(2, "03", 0),
    Stasis(2, "03", 0),
    Held(1, "C2"),
]


@pytest.mark.parametrize("effect", EFFECTS, ids=lambda effect: effect.kind)
def test_every_kind_of_effect_is_seen(effect: Effect) -> None:
    position = board("01-0", "*04-1", turn=2)
    assert changes(picture(position), picture(position, (effect,))).getbbox()


@pytest.mark.parametrize("before", [0, 1, 2, 4, 5])
def test_the_arc_of_a_turn_leaves_the_bumper_in_sight(before: int) -> None:
    position = board("03-3", turn=2)
    quiet, turned = picture(position), picture(position, (Rotated(1, "03", before, 3),))
    gold = theme_of("classic").colors["bumper"]
    seen = [sum(pixel == gold for pixel in pixels(shown)) for shown in (quiet, turned)]
    assert seen[1] > 0.9 * seen[0] > 0


def pixels(shown: Image.Image) -> list[tuple[int, ...]]:
    part = shown.crop(cell_box("03"))
    return [part.getpixel((x, y)) for x in range(part.width) for y in range(part.height)]  # type: ignore[misc]


def test_stasis_does_not_look_like_a_capture() -> None:
    position = board("01-0")
    one, other = (picture(position, (kind(2, "03", 0),)) for kind in (Captured, Stasis))
    box = cell_box("03")
    assert ImageStat.Stat(changes(one, other).crop(box)).mean[0] > 40


# What can be told apart


@pytest.mark.parametrize(("theme", "player"), pairs(themes(), [1, 2]))
def test_every_facing_can_be_told_on_a_phone(theme: str, player: int) -> None:
    star = "" if player == 1 else "*"
    seen = [small(picture(board(f"{star}03-{k}"), theme=theme)) for k in DIRECTIONS]
    scale = PHONE / SIZE[0]
    box = tuple(round(edge * scale) for edge in cell_box("03"))
    parts = [shown.crop(box) for shown in seen]  # type: ignore[arg-type]
    for k in DIRECTIONS:
        for other in range(k):
            difference = ImageChops.difference(parts[k], parts[other]).convert("L")
            # A few pixels differ much, rather than many a little.
            assert sum(difference.histogram()[60:]) >= 12


def small(shown: Image.Image) -> Image.Image:
    """The picture as wide as a phone shows it."""
    height = round(shown.height * PHONE / shown.width)
    return shown.resize((PHONE, height), Image.Resampling.LANCZOS)


@THEMES
def test_the_players_can_be_told_apart_without_color(theme: str) -> None:
    one, other = (
        small(picture(board(piece), theme=theme)).convert("L") for piece in ("03-0", "*03-0")
    )
    scale = PHONE / SIZE[0]
    box = tuple(round(edge * scale) for edge in cell_box("03", reach=0.3))
    parts = [shown.crop(box) for shown in (one, other)]  # type: ignore[arg-type]
    assert ImageStat.Stat(ImageChops.difference(*parts)).mean[0] > 30


@THEMES
def test_surfaces_keep_exactly_the_themes_colors(theme: str) -> None:
    look = theme_of(theme)
    shown = picture(board("03-0"), theme=theme)
    x, y = PLACES[1]["32"]
    if not look.surfaces["plain"].pattern:
        assert shown.getpixel((round(x), round(y) - 8)) == look.surfaces["plain"].fill
    assert shown.getpixel((3, 300)) == look.colors["page"]


@THEMES
def test_the_other_drawing_of_a_taken_gate_is_marked(theme: str) -> None:
    position = board("35-0")
    ghost = of_kind(scene(position), Ghost)[0]
    x, y = (round(v) for v in ghost.at)
    taken, free = (picture(p, theme=theme) for p in (position, board("03-0")))
    box = (x - 20, y - 20, x + 20, y + 20)
    assert changes(taken.crop(box), free.crop(box)).getbbox()


def test_the_turned_picture_differs_but_its_letters_stand_upright() -> None:
    upright, turned = picture(START), picture(START, turned=True)
    assert changes(upright, turned).getbbox()
    assert changes(upright.rotate(180), turned).getbbox()


def test_without_coordinates_an_empty_space_is_empty() -> None:
    bare = picture(board("01-0"), coordinates=False).crop(cell_box("03", reach=0.35))
    assert len(bare.getcolors() or []) == 1


def test_words_of_the_ground_are_painted_with_it() -> None:
    cell = Cell((50.0, 50.0), ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0)))
    plain = Ground((100, 100), 20.0, (cell,))
    worded = replace(plain, notes=(Text((50.0, 50.0), "5", "name", "text", "mm"),))
    look = style_of("classic", 20.0, False)
    inks = [drawn_ground(g, look).getcolors(99999) or [] for g in (plain, worded)]
    written = [look.color("text") in {shade for _, shade in ink} for ink in inks]
    assert written == [False, True]
