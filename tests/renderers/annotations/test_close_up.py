"""Close-ups: what is asked for is seen, large enough to be read, and not hidden by the key."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle, islice
from random import Random
from string import ascii_uppercase
from typing import Any

import pytest
from PIL import Image

import renderers
from bot.catalog import catalog
from bot.games.bump import GAME as BUMP
from bot.games.core import Effect, Moved, Position, chain_cells, effect_cells
from renderers import BoardMarks, View
from renderers.annotations import overlay
from renderers.annotations.chain import LETTERS_NEAR
from renderers.annotations.close_up import (
    CloseUp,
    close_up_picture,
    close_up_view,
    key_place,
    looked_at,
)
from renderers.annotations.coordinates import LETTER, free_spot, numeral, strokes
from renderers.annotations.enlarge import LOW, TALL
from renderers.annotations.large_board import BOARDS
from renderers.annotations.window import LARGEST, WIDTH, Area, Site, bounds, windows
from renderers.drawing.board_key import PAD, key_size
from renderers.drawing.canvas import PALETTES, Colors
from renderers.drawing.piece_sprites import bumper
from renderers.drawing.sprites import badge_size
from renderers.drawing.style import style_for, style_of
from renderers.drawing.theme import BODY, BUMPER_WIDTH, LOOP, SIZES, SWEEP, larger, scale_for
from renderers.layout import apart, around, between, plus
from renderers.scene import (
    Arrow,
    Badge,
    Cross,
    Cups,
    Letter,
    Loop,
    Piece,
    Point,
    Subject,
    Sweep,
    Text,
    Tint,
    Trail,
)
from tests.helpers.long_runs import pairs, some
from tests.renderers.boards import LONG, Shot, links, long_shots, position, shot, vector_shots
from tests.renderers.bounce_boards import run
from tests.renderers.painting import of_kind, opened

USUAL, UNIT = View(), 25.5
PHONE = 287
"""Pixels from side to side of a picture in a message on a phone."""

LINE = 0.11
"""Half the width of an arrow, in units, with most of its light rim."""

DIGIT = 0.72
"""How high a digit is beside its letters."""

STARTS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "bump": ({}, ("01", "02", "03", "04", "021")),
    "bipod": ({}, ("k3", "k5", "m3", "i3")),
    "bounce": ({"variant": "standard"}, ("a1", "c1", "b2", "a3")),
    "clump": ({"size": 12}, ("c3", "c4", "d3", "b3")),
    "urchins": ({"constables": [3, 7, 2, 4, 5, 6]}, ("A5", "A6", "A7", "B5")),
}
URCHINS = "A:3 5=1|B:7 4=2 6=1|C:2 5=2;3,3;0,0;2/2/2,2/2/2;1;4"
VIEWS = [
    View(theme, turned, coordinates, large)
    for theme, turned, coordinates, large in zip(
        renderers.themes(), cycle((False, True)), cycle((True, True, False)), cycle((False, True))
    )
]


@cache
def begun(key: str) -> Position:
    game = catalog()[key].game
    at: Position = game.read(URCHINS, {}) if key == "urchins" else game.start(STARTS[key][0])
    return at


@cache
def reaches() -> dict[str, tuple[str, ...]]:
    """Where each piece can go at the start of Bump, the piece's own space first."""
    start = BUMP.start({})
    found: dict[str, dict[str, int]] = {}
    for move in BUMP.moves(start):
        for effect in BUMP.play(start, move).effects:
            if isinstance(effect, Moved):
                found.setdefault(effect.source, {effect.source: 0})[effect.target] = 0
    return {piece: tuple(cells) for piece, cells in found.items()}


def lettered(cells: Sequence[str]) -> BoardMarks:
    letters = [a + b for a in ("", "A", "B", "C", "D", "E", "F") for b in ascii_uppercase]
    return BoardMarks(
        dict(zip(cells[1:], islice(letters, len(cells)), strict=False)), tuple(cells[:1])
    )


def shown(key: str, at: Position, cells: Sequence[str], view: View = USUAL) -> CloseUp:
    """A close-up with a letter on every cell but the first, which is chosen."""
    renderer, near = renderers.renderer_of(key), close_up_view(view)
    spots = renderer.spots(at, near)
    scene = renderer.scene(Subject(at, (), near))
    style = style_of(near.theme, scene.ground.unit, near.large, scene.ground.suit)
    return looked_at(overlay.marked(scene, spots, lettered(cells), style), spots, cells, view)


def seen(close_up: CloseUp) -> list[list[Any]]:
    """The items of each window that lie inside it."""
    found = []
    for window in close_up.windows:
        lens, (width, height) = close_up.lens(window), close_up.size(window)
        items = [*lens.board(), *lens.items(close_up.board)]
        found.append([i for i in items if 0 <= i.at[0] <= width and 0 <= i.at[1] <= height])
    return found


def on_a_phone(close_up: CloseUp) -> float:
    """The unit of a close-up shown on a phone, in pixels."""
    window = close_up.windows[0]
    return close_up.ground.unit * window.zoom * PHONE / close_up.size(window)[0]


def picture(close_up: CloseUp, key: str) -> Image.Image:
    ground, view = close_up.ground, close_up.view
    style = style_for(ground, view)
    return close_up_picture(
        close_up, Colors(ground, style, renderers.renderer_of(key).samples(view))
    )


# What is kept


def test_a_kept_board_shows_the_facings_of_this_position_alone() -> None:
    empty = shown("bump", BUMP.start({"reserve": [2, 2]}), ("39", "29", "291"))
    cells = [cell for cell in empty.ground.cells if cell.hint is not None]
    pieces = tuple(Piece(cell.at, 1, (cell.hint or 0) + 180) for cell in cells)
    whole, empty = (
        replace(empty, scene=replace(empty.scene, items=items)) for items in (pieces, ())
    )
    fresh = []
    for close_up in (empty, whole):
        BOARDS.clear()
        fresh.append(picture(close_up, "bump").tobytes())
    kept = [picture(close_up, "bump").tobytes() for close_up in (empty, whole, empty, whole)]
    assert kept == fresh * 2


def test_a_board_lies_alike_under_every_window_and_one_palette_serves_all_pictures() -> None:
    BOARDS.clear()
    at, view = begun("bump"), View("meadow")
    renderers.draw("bump", at, view=view)
    palettes, boards = PALETTES.misses, BOARDS.misses
    for cells in (("01", "02"), ("39", "29"), ("15",)):
        renderers.close_up("bump", at, cells=cells, view=view)
    assert PALETTES.misses == palettes
    assert BOARDS.misses <= boards + 3, "one for each zoom"
    close_up = shown("bump", at, ("01", "02"))
    (one,) = close_up.windows
    aside = replace(one, area=replace(one.area, left=one.area.left + 7.3))
    cell = close_up.points[0]
    ways = {close_up.lens(window).place(cell)[0] + window.corner[0] for window in (one, aside)}
    assert max(ways) - min(ways) < 1e-6


# What is seen


@pytest.mark.parametrize(("key", "view"), pairs(list(STARTS), VIEWS), ids=str)
def test_every_cell_asked_for_is_inside_and_bears_its_letter(key: str, view: View) -> None:
    cells = STARTS[key][1]
    close_up = shown(key, begun(key), cells, view)
    assert len(close_up.points) == len(cells)
    found = [item for items in seen(close_up) for item in items]
    letters = {item.text for item in found if isinstance(item, Letter)}
    assert letters == set(ascii_uppercase[: len(cells) - 1])
    png = renderers.close_up(key, begun(key), cells=cells, view=view, marks=lettered(cells))
    assert opened(png).mode == "P"
    assert opened(png).width in (WIDTH - 1, WIDTH, WIDTH + 1)


def test_the_cards_are_in_no_close_up() -> None:
    names = {1: "Ada", 2: "Grace"}
    for cells in (("01", "02"), ()):
        with_names = renderers.close_up("bump", begun("bump"), cells=cells, names=names)
        assert with_names == renderers.close_up("bump", begun("bump"), cells=cells)


def test_coordinates_are_left_out_when_they_are_not_wanted() -> None:
    def texts(view: View) -> list[str]:
        found = seen(shown("bump", begun("bump"), ("01", "02"), view))[0]
        return [i.text for i in found if isinstance(i, Text)]

    assert "03" in texts(View())
    assert texts(View(coordinates=False)) == []


def test_files_and_ranks_are_next_to_the_part_of_the_board_that_is_seen() -> None:
    close_up = shown("bounce", begun("bounce"), ("a1", "c1"))
    assert close_up.strip > 0
    assert not close_up.is_whole
    without = shown("bounce", begun("bounce"), ("a1", "c1"), View(coordinates=False))
    assert without.strip == 0
    page = picture(close_up, "bounce").convert("RGB")
    beside = page.crop((0, 0, round(close_up.strip), page.height))
    assert len(beside.getcolors() or ()) > 2, "letters are drawn there"


def test_no_coordinate_at_the_side_is_cut_by_the_upper_edge() -> None:
    for view in (USUAL, replace(USUAL, turned=True)):
        close_up = shown("bounce", begun("bounce"), ("f6", "b6"), view)
        page = picture(close_up, "bounce").convert("RGB")
        edge = page.crop((0, 0, round(close_up.strip) - 1, 3))
        assert len(edge.getcolors() or ()) == 1, "nothing but the page"


def test_a_long_coordinate_keeps_off_the_wall_next_to_it() -> None:
    start = catalog()["urchins"].game.read("A:3|B:7|C:2;5,5;0,0;2/2/2,2/2/2;1;4", {})
    close_up = shown("urchins", start, ())
    (window,) = close_up.windows
    style = style_of(USUAL.theme, close_up.ground.unit * window.zoom, True, "", window.zoom)
    left = {
        item.text: item.at[0] + style.font(item.role, item.scale).getbbox(item.text, anchor="mm")[0]
        for item in seen(close_up)[0]
        if isinstance(item, Text)
    }
    assert left["A10"] > left["A9"] - 0.1 * style.unit


# What its edges cut


@pytest.mark.parametrize("side", [(6.0, 0.0), (-6.0, 0.0), (0.0, 3.6), (0.0, -3.6)])
@pytest.mark.parametrize("beyond", [-0.7, -0.2, 0.2, 0.7])
def test_an_edge_moves_off_what_it_would_cut(side: Point, beyond: float) -> None:
    board, asked = Area(-20.0, -20.0, 20.0, 20.0), Area(-1.6, -1.6, 1.6, 1.6)
    (usual,) = windows(Site(board, 1.0), [[(0.0, 0.0)]])
    assert usual.area.box == pytest.approx((-6.0, -3.6, 6.0, 3.6))
    outward = beyond / max(map(abs, side))
    middle = plus(side, (side[0] * outward, side[1] * outward))
    fixture = bounds([middle]).grown(0.9)
    (moved,) = windows(Site(board, 1.0, fixtures=[fixture]), [[(0.0, 0.0)]])
    shown = fixture.within(moved.area)
    share = min(shown.width, shown.height) / fixture.width
    assert share < 0.05 or share > 0.95
    assert moved.zoom == usual.zoom
    assert asked.within(moved.area) == asked


def test_no_piece_is_seen_by_little_more_than_its_bumper() -> None:
    left_out = 0
    for after, effects in (*vector_shots(), *long_shots()):
        close_up = turned_into("bump", after, effects)
        for window in close_up.windows:
            lens, near = close_up.lens(window), window.area.grown(0.52 * UNIT)
            drawn = {i.at for i in lens.items(close_up.board) if isinstance(i, Piece)}
            for piece in of_kind(close_up.scene, Piece):
                assert near.holds(piece.at) or lens.place(piece.at) not in drawn
                assert not window.area.holds(piece.at) or lens.place(piece.at) in drawn
                left_out += window.area.holds(piece.at, UNIT) and not near.holds(piece.at)
    assert left_out > 5


def test_a_tower_of_cups_is_not_cut_by_the_edge() -> None:
    at = catalog()["bounce"].game.start({"variant": "standard"})
    cut = towers = 0
    for cell in renderers.renderer_of("bounce").spots(at, USUAL):
        close_up = shown("bounce", at, (cell,))
        (window,) = close_up.windows
        for tower in of_kind(close_up.scene, Cups):
            reach = bounds([tower.at]).grown(0.7 * close_up.ground.unit)
            part = reach.within(window.area)
            if window.area.holds(tower.at):
                towers += 1
                cut += min(part.width, part.height) < 0.99 * reach.width
    assert towers > 90
    assert cut == 0


def test_hardly_a_piece_of_which_most_is_seen_is_cut_by_the_edge() -> None:
    pieces = cut = 0
    for after, effects in (*vector_shots(), *long_shots()):
        close_up = turned_into("bump", after, effects)
        for window in close_up.windows:
            inner = window.area.grown(0.01 * UNIT)
            for item in of_kind(close_up.scene, Piece):
                if window.area.holds(item.at):
                    pieces += 1
                    ends = (plus(item.at, end) for end in bumper(UNIT, item.angle or 0.0))
                    around = [bounds([end]).grown(BUMPER_WIDTH * UNIT) for end in ends]
                    whole = [bounds([item.at]).grown(BODY * UNIT), *around]
                    cut += not all(inner.holds(c) for area in whole for c in corners(area))
    assert cut < pieces / 50


# How large it is


@pytest.mark.parametrize("piece", some(sorted(reaches()), 3))
def test_the_reach_of_every_piece_can_be_read_on_a_phone(piece: str) -> None:
    unit = on_a_phone(shown("bump", begun("bump"), reaches()[piece]))
    assert unit >= 17.5
    assert unit * TALL["label"] >= 10.8, "a coordinate's letters"
    assert unit * 2 * 0.59 >= 20, "the disc of a letter"


@pytest.mark.parametrize(("text", "move"), LONG)
def test_long_chains_can_be_read_on_a_phone(text: str, move: str) -> None:
    renderer, (after, effects) = renderers.renderer_of("bump"), shot(text, move)
    near = close_up_view(View())
    scene, spots = renderer.scene(Subject(after, effects, near)), renderer.spots(after, near)
    assert on_a_phone(looked_at(scene, spots, effect_cells(effects), near)) >= 13


@pytest.mark.parametrize(("text", "move"), LONG)
def test_the_numbers_of_the_longest_chains_are_read_on_a_phone(text: str, move: str) -> None:
    after, effects = shot(text, move)
    cells = effect_cells(effect for effect in effects if effect.hits)
    assert on_a_phone(shown("bump", after, cells)) * TALL["piece"] >= 9
    near, renderer = close_up_view(USUAL), renderers.renderer_of("bump")
    scene = renderer.scene(Subject(after, effects, near))
    close_up = looked_at(scene, renderer.spots(after, near), cells, USUAL)
    letters = {b.scale * SIZES["badge"][1] * larger("badge") for b in of_kind(scene, Badge)}
    unit = on_a_phone(close_up) / scene.ground.unit
    assert min(letters) * unit * DIGIT >= 9, "the digits of a number"


def test_coordinates_and_the_numbers_of_pieces_are_read_on_a_phone() -> None:
    for after, effects in (*vector_shots(), *long_shots()):
        close_up = turned_into("bump", after, effects)
        roles = () if close_up.is_whole else ("label", "piece")
        assert min(heights(close_up, *roles), default=9.0) >= 9


def test_the_names_of_bipods_cells_are_read_on_a_phone_wherever_one_chooses() -> None:
    game, chance, seen_wide = catalog()["bipod"].game, Random(3), 0
    at: Position = game.start({})
    while not game.outcome(at):
        for choice in game.steps(at, ()).choices:
            # Rows are chosen on the whole board, and their cells close up.
            if cells := game.steps(at, (choice.key,)).cells:
                close_up = shown("bipod", at, cells)
                seen_wide += len(close_up.windows) > 1
                assert min(heights(close_up, "cell", "stone")) >= 9
        at = game.play(at, chance.choice(list(islice(game.moves(at), 300)))).position
    assert seen_wide, "halves of the board above each other"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_names_of_urchins_spaces_are_read_on_a_phone_on_the_whole_board(players: int) -> None:
    start = catalog()["urchins"].game.start({"players": players})
    large = sorted(heights(shown("urchins", start, ()), "label"))
    # Those of three signs have no room for that.
    assert large[players + 1] >= 9


def heights(close_up: CloseUp, *roles: str) -> Iterator[float]:
    """How high the digits of texts in these roles are on a phone, in pixels."""
    for items, window in zip(seen(close_up), close_up.windows, strict=True):
        style = style_of(USUAL.theme, close_up.ground.unit * window.zoom, True, "", window.zoom)
        for item in items:
            if isinstance(item, Text) and item.role in roles:
                _, top, _, bottom = style.font(item.role, item.scale).getbbox("8")
                yield (bottom - top) * PHONE / close_up.size(window)[0]


def test_no_coordinate_is_crossed_by_a_turn() -> None:
    chains = [at for at in (*vector_shots(), *long_shots()) if links(at[1]) > 1]
    swept = shot(BUMP.write(BUMP.start({})), "511,02-2")
    assert [c for at in (*chains, swept) for c in coordinates_crossed(at)] == []


def coordinates_crossed(at: Shot) -> Iterator[str]:
    """The coordinates of empty spaces in a turn's close-up that touch an arrow, a number or a cross
    beside a piece."""
    close_up = turned_into("bump", *at)
    for items, window in zip(seen(close_up), close_up.windows, strict=True):
        style = style_of(USUAL.theme, close_up.ground.unit * window.zoom, True, "", window.zoom)
        drawn = list(along(items, style.unit))
        for item in items:
            if isinstance(item, Text) and item.role == "label":
                box = style.font("label", item.scale).getbbox(item.text, anchor="mm")
                area = Area(*plus(item.at, box[:2]), *plus(item.at, box[2:]))
                if any(beyond(area, point) < wide for point, wide in drawn):
                    yield item.text


def beyond(area: Area, point: Point) -> float:
    """How far outside an area a point is."""
    x, y = point
    nearest = min(max(x, area.left), area.right), min(max(y, area.top), area.bottom)
    return apart(point, nearest)


def turned_into(key: str, after: Any, effects: Sequence[Effect]) -> CloseUp:
    """The close-up of all that a turn did."""
    near, renderer = close_up_view(USUAL), renderers.renderer_of(key)
    scene = renderer.scene(Subject(after, effects, near))
    return looked_at(scene, renderer.spots(after, near), effect_cells(effects), USUAL)


def along(items: list[Any], unit: float) -> Iterator[tuple[Point, float]]:
    """Points along what is drawn of a chain, and how far around them it reaches."""
    for item in items:
        if isinstance(item, Arrow | Trail | Loop):
            ways = (between(item.at, plus(item.at, item.reach), k / 20) for k in range(21))
            yield from ((point, LINE * unit) for point in ways)
        if isinstance(item, Badge):
            half, high = badge_size(unit, item.text, True, item.scale)
            ends = (plus(item.at, (way * (half - high), 0.0)) for way in (-1, 0, 1))
            yield from ((point, high) for point in ends)
        if isinstance(item, Cross) and item.scale < 1:
            yield item.at, item.scale * BODY * unit
        if isinstance(item, Sweep):
            angles = (item.start + item.degrees * k / 20 for k in range(1, 20))
            yield from ((around(item.at, angle, SWEEP * unit), 0.06 * unit) for angle in angles)


def room_made(mark: Badge | Loop) -> tuple[float, float]:
    """How far below the middle of its space a coordinate of two digits ends, and on the right."""
    usual = ((0.0, UNIT * LOW), TALL["label"])
    (right, down), tall = free_spot((0.0, 0.0), "12", usual, strokes([mark], UNIT), UNIT)
    return right + 2 * LETTER[0] * tall * UNIT, down + LETTER[1] * tall * UNIT


@pytest.mark.parametrize("text", ["1,12", "10,13", "11\N{EN DASH}14"])
def test_a_coordinate_makes_room_for_all_of_a_wide_number(text: str) -> None:
    scale = scale_for("badge", LETTERS_NEAR, large=True)
    half, high = badge_size(UNIT, text, True, scale)
    right, low = room_made(Badge((half + 4.0, UNIT * LOW), text, scale=scale))
    assert right <= 4.0 or low <= UNIT * LOW - high


def test_a_coordinate_that_makes_room_keeps_off_the_numeral_of_its_gate() -> None:
    mark = strokes([Badge((0.0, UNIT * LOW), "1", scale=1.5)], UNIT)
    usual = ((0.0, UNIT * LOW), TALL["label"])
    there = [*mark, numeral((0.0, 0.0), UNIT)]
    (_, bare), _ = free_spot((0.0, 0.0), "55", usual, mark, UNIT)
    (right, down), tall = free_spot((0.0, 0.0), "55", usual, there, UNIT)
    half = LETTER[0] * 2 * tall * UNIT, LETTER[1] * tall * UNIT
    assert bare < 0, "the numeral is there"
    assert tall == 0 or abs(right) > half[0] or abs(down + 0.26 * UNIT) > half[1]


def test_a_coordinate_keeps_out_of_a_loop() -> None:
    beyond = UNIT * (LOW + 0.42)
    _, low = room_made(Loop((-UNIT, beyond), (2 * UNIT, 0.0)))
    assert low <= beyond - UNIT * LOOP


def test_the_spaces_that_a_turn_left_and_passed_are_named_upon_their_tints() -> None:
    named = 0
    for after, effects in vector_shots():
        close_up = turned_into("bump", after, effects)
        left = [effect.source for effect in effects if isinstance(effect, Moved)]
        for items in seen(close_up):
            names = [n for n, i in enumerate(items) if isinstance(i, Text) and i.text in left]
            assert not any(isinstance(item, Tint) for n in names for item in items[n:])
            named += len(names)
    assert named > 20


@pytest.mark.parametrize(
    "name", ["over a stack", "over three stacks", "back onto the captured square"]
)
def test_a_run_is_shown_whole_with_numbers_that_are_read_on_a_phone(name: str) -> None:
    renderer, near, (after, effects) = (
        renderers.renderer_of("bounce"),
        close_up_view(USUAL),
        run(name),
    )
    scene, spots = renderer.scene(Subject(after, effects, near)), renderer.spots(after, near)
    close_up = looked_at(scene, spots, chain_cells(effects), USUAL)
    path = next(effect.path for effect in effects if isinstance(effect, Moved))
    assert all(close_up.windows[0].area.holds(spots[cell][0]) for cell in path)
    letters = {b.scale * SIZES["badge"][1] * larger("badge") for b in of_kind(scene, Badge)}
    assert min(letters) * on_a_phone(close_up) / scene.ground.unit * DIGIT >= 9


@pytest.mark.parametrize("key", ["bounce", "clump"])
def test_letters_below_a_board_are_not_cut_off(key: str) -> None:
    page = style_of("classic", 1, False).color("page")
    whole = picture(shown(key, begun(key), ()), key).convert("RGB")
    foot = whole.crop((0, whole.height - 4, whole.width, whole.height))
    assert foot.getcolors() == [(whole.width * 4, page)]


def test_of_a_chain_the_way_before_it_is_left_out() -> None:
    _, effects = shot(*LONG[0])
    path = next(effect.path for effect in effects if isinstance(effect, Moved))
    assert path[0] not in chain_cells(effects)
    assert path[0] in effect_cells(effects)


def test_the_spaces_of_the_first_column_of_urchins_are_named_though_at_the_rim() -> None:
    [items] = seen(shown("urchins", begun("urchins"), STARTS["urchins"][1]))
    assert {"A4", "B4"} <= {item.text for item in items if isinstance(item, Text)}


# The whole board


def test_the_whole_board_is_shown_when_nearly_all_of_it_is_asked_for() -> None:
    every = list(renderers.renderer_of("bump").spots(begun("bump"), View()))
    close_up = shown("bump", begun("bump"), every)
    assert close_up.is_whole
    assert renderers.close_up("bump", begun("bump"), cells=every) == renderers.close_up(
        "bump", begun("bump"), cells=()
    )
    assert WIDTH <= picture(close_up, "bump").width <= LARGEST


def test_a_small_board_is_always_whole() -> None:
    small = catalog()["clump"].game.start({"size": 4})
    assert shown("clump", small, ("a1", "b1")).is_whole


# Two areas


def test_cells_far_apart_in_both_areas_are_shown_in_two_windows() -> None:
    close_up = shown("bump", begun("bump"), ("41", "42", "39", "38", "37"))
    assert len(close_up.windows) == 2
    found = [{i.text for i in items if isinstance(i, Letter)} for items in seen(close_up)]
    assert found[0] == {"A"}
    assert found[1] == {"B", "C", "D"}


# The key


def test_a_piece_on_a_gate_is_seen_where_it_is_drawn() -> None:
    for facing in range(6):
        at = position(f"15-{facing};-;1;0,0;-")
        close_up = shown("bump", at, ("15",))
        (items,) = seen(close_up)
        assert [i for i in items if isinstance(i, Piece)]


def keys(close_up: CloseUp) -> tuple[Point, Point] | None:
    """The two corners of the key, None if it stands above the rest."""
    tops, top = [], 0
    for window in close_up.windows:
        tops.append(top)
        top += close_up.size(window)[1] + 8
    width, height = key_size(close_up.board.box)
    at = key_place(close_up, tops, (width, height))
    return (at, (at[0] + width, at[1] + height)) if at else None


@pytest.mark.parametrize(
    ("key", "view"), pairs(list(STARTS), [View(), View(turned=True), View("ink")]), ids=str
)
def test_a_key_of_the_board_hides_no_cell_asked_for(key: str, view: View) -> None:
    cells = STARTS[key][1]
    close_up = shown(key, begun(key), cells, view)
    assert not close_up.is_whole
    place = keys(close_up)
    lens = close_up.lens(close_up.windows[0])
    if place:
        (left, top), (right, bottom) = place
        for x, y in map(lens.place, close_up.points):
            assert not (left <= x <= right and top <= y <= bottom)
    else:
        higher = picture(close_up, key).height - close_up.size(close_up.windows[0])[1]
        # Coordinates at its sides say enough.
        assert higher == 0 if close_up.strip else higher > key_size(close_up.board.box)[1]


@pytest.mark.parametrize("row", [2, 6, 9])
def test_a_key_hides_no_piece_next_to_coordinates(row: int) -> None:
    for key in ("bounce", "clump"):
        cells = [f"{file}{row}" for file in "abcd"]
        close_up = shown(key, begun(key), cells)
        (left, top), (right, bottom) = keys(close_up) or ((0.0, 0.0), (0.0, 0.0))
        lens = close_up.lens(close_up.windows[0])
        pieces = [p.at for p in close_up.scene.items if isinstance(p, Piece | Cups)]
        for x, y in map(lens.place, pieces):
            assert not (left <= x <= right and top <= y <= bottom)


@pytest.mark.parametrize("piece", some(sorted(reaches()), 3))
def test_the_key_is_drawn_and_has_a_frame_around_what_is_shown(piece: str) -> None:
    close_up = shown("bump", begun("bump"), reaches()[piece])
    page = picture(close_up, "bump").convert("RGB")
    width, height = key_size(close_up.board.box)
    above = ((page.width - width, 0), (page.width, height))
    (left, top), (right, bottom) = keys(close_up) or above
    key = page.crop((round(left), round(top), round(right), round(bottom)))
    frame = style_of("classic", 1, False).color("capture")
    colors = {color: count for count, color in key.getcolors(1 << 16) or []}
    assert colors.get(frame, 0) > 100
    drawn = [(x, y) for x in range(width) for y in range(height) if key.getpixel((x, y)) == frame]
    board, seen = close_up.board, bounds(c for w in close_up.windows for c in corners(w.area))
    scale = (width - 2 * PAD) / board.width
    for corner, whole in zip(corners(bounds(drawn)), corners(seen), strict=True):
        x, y = whole
        place = ((x - board.left) * scale + PAD, (y - board.top) * scale + PAD)
        assert apart(corner, place) < 3


def corners(area: Area) -> tuple[Point, Point]:
    return (area.left, area.top), (area.right, area.bottom)


def test_a_key_covers_no_part_of_a_piece_while_another_corner_is_free() -> None:
    game = catalog()["bipod"].game
    rows = (".....@....Q.....", "." * 15, "." * 14, "." * 13, "." * 12, "........O..")
    at = game.read("/".join(rows) + ";1;1", {})
    close_up = shown("bipod", at, ("p6",))
    lens = close_up.lens(close_up.windows[0])
    stone = next(i for i in close_up.scene.items if isinstance(i, Piece) and i.at[1] > 400)
    (left, top), (right, bottom) = keys(close_up) or ((0.0, 0.0), (0.0, 0.0))
    x, y = lens.place(stone.at)
    radius = close_up.ground.unit * close_up.windows[0].zoom * BODY
    assert right > left
    assert apart((x, y), (min(max(x, left), right), min(max(y, top), bottom))) > radius * 0.95


def test_without_a_free_corner_the_key_is_above() -> None:
    area = list(renderers.renderer_of("bump").spots(begun("bump"), View()))
    near = [space for space in area if space[0] in "C0135"][:40]
    close_up = shown("bump", begun("bump"), near)
    heights = sum(close_up.size(window)[1] for window in close_up.windows)
    above = picture(close_up, "bump").height - heights
    assert (keys(close_up) is None) == (above > key_size(close_up.board.box)[1])


# Turns link by link


@pytest.mark.parametrize(("text", "move"), some(LONG[:3], 1))
def test_the_links_of_a_turn_are_shown_through_one_window(text: str, move: str) -> None:
    before, after = (position(text), ()), shot(text, move)
    links = renderers.links("bump", before, after)
    pictures = [renderers.still("bump", before, after, k, close=True) for k in range(-1, links + 2)]
    assert len({opened(png).size for png in pictures}) == 1
    assert len(set(pictures)) == links + 1
    # Beyond the ends it stays at them.
    assert (pictures[0], pictures[-1]) == (pictures[1], pictures[-2])
