"""What the pictures of Bi-Pod show, told from their scenes and from their pixels."""

import json
from collections.abc import Sequence
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import renderers
from bot.games.bipod import GAME
from bot.games.bipod.board import CELLS, COLUMNS, NEIGHBORS, Position, is_side
from bot.games.bipod.moves import Laid
from bot.games.bipod.paths import useful
from bot.games.core import Effect
from renderers import BoardMarks, View, bipod, themes
from renderers.annotations.header import SIGNS
from renderers.bipod import HEAD
from renderers.drawing.mark_sprites import LETTER
from renderers.drawing.style import style_of
from renderers.layout import apart, between
from renderers.scene import (
    Block,
    Bond,
    Chip,
    Cross,
    Item,
    Piece,
    Pill,
    Point,
    Ring,
    Scene,
    Subject,
    Text,
    Veil,
)
from tests.games.bipod.trapezium import BOTH_JOINED_BUT_ONE, after, begun, drawn, play
from tests.renderers.boards import contrast, lightness
from tests.renderers.painting import NAMES, Painter, of_kind

PAINTER = Painter("bipod")
scene, picture = PAINTER.scene, PAINTER.picture
AT = bipod.cell_points(False)
TURNED = pytest.mark.parametrize("turned", [False, True])
PHONE = 400 / bipod.SIZE[0]
Shot = tuple[Position, tuple[Effect, ...]]


def scene_of(position: Position, *texts: str, **view: Any) -> Scene:
    """The picture after some moves, with the last of them."""
    turn = play(position, *texts)
    return scene(turn.position, turn.effects, **view)


def cells(items: Sequence[Item], at: dict[str, Point] = AT) -> set[str]:
    """The cells on which items stand."""
    return {cell for cell in CELLS for item in items if apart(at[cell], item.at) < 1}


def pixel(shown: Image.Image, at: Point) -> tuple[int, int, int]:
    return shown.getpixel((round(at[0]), round(at[1])))  # type: ignore[return-value]


SAMPLE = json.loads(
    (Path(__file__).parent.parent / "vectors" / "bipod.json").read_text(encoding="utf-8")
)["sample"]


def sample_shots() -> list[Shot]:
    """Every turn of the author's recorded game."""
    shots, position = [], GAME.start(SAMPLE["options"])
    for text in SAMPLE["moves"]:
        turn = GAME.play(position, GAME.parse(position, text))
        position = turn.position
        shots.append((position, turn.effects))
    return shots


SHOTS = sample_shots()
LAST = SHOTS[-1][0]

WON = play(drawn(BOTH_JOINED_BUT_ONE, 1, 1), "t6 O")
CUT = play(
    drawn(
        """
    . . . . x @ . . . . Q . . . . .
     . . . . x x . . . . . O . . .
    """,
        1,
        2,
    ),
    "k1",
)


# The board


def test_the_short_sides_are_tinted() -> None:
    tinted = {
        c
        for c, g in zip(CELLS, bipod.ground(False, True).cells, strict=True)
        if g.surface == "gate"
    }
    assert tinted == {cell for cell in CELLS if is_side(cell)}
    surfaces = dict(zip(CELLS, (c.surface for c in bipod.ground(False, True).cells), strict=True))
    assert (surfaces["i1"], surfaces["s1"]) == ("center1", "center2")
    assert {n.text for n in bipod.ground(False, True).notes if n.role == "cell"} == set(CELLS)
    assert bipod.ground(False, False).notes == ()


def test_the_wall_runs_along_the_long_side_only() -> None:
    walls = bipod.ground(False, True).walls
    assert len(walls) == 2 * 16
    ends = [end for wall in walls for end in wall]
    assert max(y for _, y in ends) < AT["=1"][1]
    for one, other in pairwise(walls):
        assert apart(one[-1], other[0]) < 0.01


@TURNED
def test_columns_are_numbered_over_their_cells_and_rows_at_both_ends(turned: bool) -> None:
    at = bipod.cell_points(turned)
    notes = bipod.ground(turned, True, False).notes
    assert all(note.text.isdigit() for note in notes), "letters are for those who ask"
    way = -1 if turned else 1
    over = [n for n in notes if (n.at[1] - at["i1"][1]) * way < -bipod.WIDTH / 2]
    assert [note.text for note in over] == ["1", "5", "9", "13", "17", "21", "25", "29"]
    for note in over:
        column = COLUMNS[int(note.text) - 1]
        assert all(abs(at[c][0] - note.at[0]) < 0.01 for c in CELLS if c[0] == column)
    notes = tuple(note for note in notes if note not in over)
    for row in "123456":
        ends = [n.at for n in notes if n.text == row]
        xs = [at[cell][0] for cell in CELLS if cell[1] == row]
        assert len(ends) == 2
        assert min(x for x, _ in ends) < min(xs) < max(xs) < max(x for x, _ in ends)
        assert all(abs(y - at[c][1]) < 0.01 for _, y in ends for c in CELLS if c[1] == row)


# Stones


@TURNED
def test_every_stone_is_drawn_on_its_cell(turned: bool) -> None:
    shown, at = scene(LAST, turned=turned), bipod.cell_points(turned)
    for color, player in (("o", 1), ("O", 2)):
        mine = [piece for piece in of_kind(shown, Piece) if piece.player == player]
        assert cells(mine, at) == {c for c, stone in LAST.stones() if stone == color}
    assert cells(of_kind(shown, Block), at) == {c for c, s in LAST.stones() if s == "x"}
    # Ties lie below the stones, rings above them.
    kinds = [type(item) for item in shown.items]
    assert max(i for i, kind in enumerate(kinds) if kind is Bond) < kinds.index(Piece)
    ringed = [type(item) for item in scene_of(begun(blocks=3), "e1,f2,e3").items]
    assert ringed.index(Ring) > max(i for i, kind in enumerate(ringed) if kind is Block)


def test_a_stone_bears_the_name_of_the_cell_it_hides() -> None:
    names = {item.text for item in of_kind(scene(LAST), Text) if item.role == "stone"}
    assert names == {cell for cell, _ in LAST.stones()}
    bare = scene(LAST, coordinates=False)
    assert not [item for item in of_kind(bare, Text) if item.role == "stone"]


def test_neighboring_stones_of_a_color_are_tied_together() -> None:
    bonds = [bond for bond in of_kind(scene(LAST), Bond) if not bond.strong]
    ends = {frozenset(cells([b]) | ending(b)) for b in bonds}
    assert ends == {
        frozenset(pair)
        for pair in [("i1", "j2"), ("v2", "w3"), ("w3", "v4"), ("v4", "u5"), ("u5", "t6")]
    }
    assert len(bonds) == len(ends)


@pytest.mark.parametrize("theme", [key for key in themes() if style_of(key, 31, False).flat])
def test_what_ties_stones_is_seen_between_those_that_keep_patterns_away(theme: str) -> None:
    shown, color = picture(LAST, theme=theme), style_of(theme, bipod.WIDTH / 2, False).own(1)
    for share in (0.46, 0.5, 0.54):
        x, y = between(AT["i1"], AT["j2"], share)
        pixel = shown.getpixel((round(x), round(y)))
        assert isinstance(pixel, tuple)
        assert all(abs(a - b) <= 10 for a, b in zip(pixel, color, strict=True))


def ending(bond: Bond) -> set[str]:
    """The cell at a bond's far end."""
    x, y = bond.at[0] + bond.reach[0], bond.at[1] + bond.reach[1]
    return {cell for cell in CELLS if hypot(AT[cell][0] - x, AT[cell][1] - y) < 1}


# The turn


@pytest.mark.parametrize(("position", "effects"), SHOTS, ids=SAMPLE["moves"])
def test_the_last_turns_stones_are_ringed(position: Position, effects: tuple[Effect, ...]) -> None:
    rings = of_kind(scene(position, effects), Ring)
    assert cells(rings) == {effect.at for effect in effects if isinstance(effect, Laid)}
    assert {ring.kind for ring in rings} <= {"path"}


# What the position says


@pytest.mark.parametrize(
    ("position", "effects"), [*SHOTS[::4], *((t.position, t.effects) for t in (WON, CUT))]
)
def test_cells_without_a_use_are_veiled(position: Position, effects: tuple[Effect, ...]) -> None:
    taken = {cell for cell, _ in position.stones()}
    assert cells(of_kind(scene(position, effects), Veil)) == set(CELLS) - taken - useful(position)


def test_the_paths_that_win_are_laid_out_from_start_to_side() -> None:
    strong = [bond for bond in of_kind(scene(WON.position, WON.effects), Bond) if bond.strong]
    for player, way in (
        (1, ["i1", "h2", "g3", "f4", "e5", "d6"]),
        (2, ["s1", "t2", "u3", "t4", "u5", "t6"]),
    ):
        mine = [bond for bond in strong if bond.player == player]
        assert [cells([bond]).pop() for bond in mine] == way[:-1]
        assert [ending(bond).pop() for bond in mine] == way[1:]


def test_one_path_is_laid_out_while_the_other_still_grows() -> None:
    position = after(begun("adopt"), "g1 o", "b2", "e1 o", "b4", "c1 o", "d4", "a1 o", "f4")
    assert not [bond for bond in of_kind(scene(position), Bond) if bond.strong]
    shown = scene_of(position, "=1 o")
    assert {bond.player for bond in of_kind(shown, Bond) if bond.strong} == {1}
    assert of_kind(shown, Veil) == [] or "t2" not in cells(of_kind(shown, Veil))


def test_a_start_stone_that_is_cut_off_is_crossed_out() -> None:
    shown = scene(CUT.position, CUT.effects)
    assert [pill.text for pill in of_kind(shown, Pill)] == [SIGNS["cut"]]
    crosses = of_kind(shown, Cross)
    assert [(cells([c]), c.player, c.kind) for c in crosses] == [({"i1"}, 1, "cut")]
    assert cells(of_kind(shown, Piece)) == {"s1", "v2"}
    # One walled in before the parts are taken is not crossed out yet.
    position = begun("g1,h2", "j2,k1", blocks=2)
    assert not of_kind(scene(position), Cross)
    assert of_kind(scene_of(position, "adopt"), Cross)


# The head


def said(shown: Scene) -> list[str]:
    roles = ("name", "count", "notice")
    return [
        item.text
        for item in of_kind(shown, Text)
        if item.role in roles and item.text not in bipod.PALE
    ]


def test_before_the_parts_are_taken_both_cards_show_a_block() -> None:
    shown = scene(begun("e1"))
    assert said(shown) == ["Ada", "no part yet", "Grace", "no part yet", "to move"]
    assert [chip.player for chip in of_kind(shown, Chip)] == [0, 0]


def test_the_cards_say_who_runs_in_both_colors_and_who_blocks() -> None:
    shown = scene_of(begun("e1"), "adopt")
    assert said(shown) == ["Ada", "Runner", "to move", "Grace", "Blocker", "adopted"]
    assert [(c.player, c.other) for c in of_kind(shown, Chip)] == [(1, 2), (0, None)]
    other = scene_of(begun("e1", adopt="running"), "adopt")
    assert said(other) == ["Ada", "Blocker", "to move", "Grace", "Runner", "adopted"]


# Step by step


def test_the_stones_of_a_turn_come_one_by_one() -> None:
    before = begun(blocks=3)
    turn = play(before, "e1,f2,e3")
    steps = PAINTER.steps(before, (turn.position, turn.effects))
    shown = [cells(of_kind(step, Block)) for step in steps]
    assert shown == [set(), {"e1"}, {"e1", "f2"}, {"e1", "f2", "e3"}]
    assert [cells(of_kind(step, Ring)) for step in steps] == shown


# Pixels


@pytest.mark.parametrize("theme", themes())
def test_stones_colors_pale_and_empty_cells_have_their_lightness_in_every_theme(theme: str) -> None:
    shown = picture(LAST, theme=theme, coordinates=False)
    beside_mark = (0.0, bipod.WIDTH * 0.28)
    block = pixel(shown, AT["m5"])
    empty = pixel(shown, (AT["o3"][0], AT["o3"][1] + 12))
    first = pixel(shown, (AT["m3"][0] + beside_mark[0], AT["m3"][1] + beside_mark[1]))
    assert abs(lightness(block) - lightness(empty)) > 25
    second = pixel(shown, (AT["v4"][0] + beside_mark[0], AT["v4"][1] + beside_mark[1]))
    assert abs(lightness(first) - lightness(empty)) > 15
    assert abs(lightness(first) - lightness(second)) > 25
    look = style_of(theme, bipod.WIDTH / 2, False)
    plain, page = look.theme.surfaces["plain"].fill, look.color("page")
    veiled = tuple(round(a + (b - a) * 0.65) for a, b in zip(plain, page, strict=True))
    found = pixel(shown, (AT["b2"][0] + 3, AT["b2"][1] + 12))
    assert max(abs(a - b) for a, b in zip(found, veiled, strict=True)) <= 3
    assert contrast(look.face, look.color("halo")) > 4.5, "names of cells are read on stones"


# Marks


def test_the_cells_of_any_row_have_room_for_their_letters() -> None:
    for row in "123456":
        letters = {cell: "W" for cell in CELLS if cell[1] == row}
        shown = renderers.draw("bipod", begun(), marks=BoardMarks(letters))
        assert shown != renderers.draw("bipod", begun())
    gap = min(apart(AT[a], AT[b]) for a in CELLS for b in NEIGHBORS[a])
    assert gap > 2 * LETTER * bipod.WIDTH / 2


@TURNED
def test_pale_cells_are_explained_where_there_are_any(turned: bool) -> None:
    for position, effects in [(CUT.position, CUT.effects), *SHOTS]:
        drawn = bipod.scene(Subject(position, effects, View(turned=turned), NAMES))
        said = [item for item in of_kind(drawn, Text) if item.text in bipod.PALE]
        veiled = bool(of_kind(drawn, Veil))
        assert [item.text for item in said] == list(bipod.PALE) * veiled
        look = style_of("classic", bipod.WIDTH / 2, True)
        for line in said:
            letters = look.font(line.role, line.scale)
            assert style_of("classic", 1.0, False).font(line.role, line.scale).size * PHONE >= 8
            right = line.at[0] + letters.getlength(line.text)
            near = [n.at for n in drawn.ground.notes if n.role == "ruler"]
            near += [cell.at for cell in drawn.ground.cells]
            assert all(x > right or abs(y - line.at[1]) > bipod.WIDTH / 2 for x, y in near)


def test_the_rulers_of_posted_boards_are_large_and_nothing_on_them_touches() -> None:
    for turned in (False, True):
        shown = scene(begun(), empty=False, turned=turned)
        look = style_of("classic", bipod.WIDTH / 2, False)
        boxes = []
        for note in shown.ground.notes:
            letters = look.font(note.role, note.scale)
            half = letters.getlength(note.text) / 2
            boxes.append((*note.at, half, letters.size * 0.36))
            assert note.at[1] - letters.size * 0.36 - HEAD + 6 > 0
            assert note.at[1] + letters.size * 0.36 < shown.ground.size[1]
        for (ax, ay, aw, ah), (bx, by, bw, bh) in combinations(boxes, 2):
            assert abs(ax - bx) >= aw + bw or abs(ay - by) >= ah + bh
        for note in shown.ground.notes:
            _, top, _, bottom = look.font(note.role, note.scale).getbbox(note.text)
            assert (bottom - top) * 302 / shown.ground.size[0] >= 7.5


def test_names_are_letters_for_those_who_see_all_names_and_nowhere_else() -> None:
    every, few = (scene(LAST, empty=empty) for empty in (True, False))
    named = {text.text for text in of_kind(every, Text) if text.role == "stone"}
    assert named >= {cell for cell, stone in LAST.stones() if stone == "x"}
    assert {n.text for n in every.ground.notes if n.role == "cell"} == set(CELLS)
    assert not any(text.role == "stone" for text in of_kind(few, Text))
    assert not any(piece.named for piece in of_kind(few, Piece))
