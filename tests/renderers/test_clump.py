"""What the pictures of Clump show, told from their scenes and from their pixels."""

import pytest
from PIL import ImageChops

import renderers
from bot.games.clump import GAME
from bot.games.clump.board import SIZES, Position
from bot.games.core import Effect, Turn
from renderers import BoardMarks, View, clump
from renderers.annotations.header import HEAD
from renderers.drawing.sprites import RINGS
from renderers.drawing.style import style_of
from renderers.drawing.theme import theme as look_up
from renderers.layout import apart, between, plus
from renderers.scene import Arrow, Bond, Patch, Piece, Ring, Trail
from tests.games.clump.stones import drawn, play
from tests.helpers.long_runs import pairs
from tests.renderers.boards import lightness
from tests.renderers.painting import Painter, of_kind, opened, words

START = GAME.start({})
PAINTER = Painter("clump")
scene, picture = PAINTER.scene, PAINTER.picture
BEFORE_THE_END = drawn("rivals path", "B")
SWAPPED = play(START, "c3-d3")
WON = play(BEFORE_THE_END, "b5-c5")

EACH_SIZE = pytest.mark.parametrize("size", SIZES)
BOTH_WAYS = pytest.mark.parametrize("turned", [False, True])


def at(name: str, position: Position = START, turned: bool = False) -> tuple[float, float]:
    return clump.ClumpBoard(position, turned).at(name)


# The board


@EACH_SIZE
def test_the_squares_of_every_size_fit_the_picture_edge_to_edge(size: int) -> None:
    ground = clump.ground(size, False, True)
    assert len(ground.cells) == size * size
    assert len({cell.at for cell in ground.cells}) == size * size
    points = [p for bar in ground.edges for p in bar.corners]
    assert all(0 < x < ground.size[0] and HEAD <= y < ground.size[1] for x, y in points)
    # They stand on whole pixels, so that groups have no seams.
    for cell in ground.cells:
        assert all(x == int(x) and y == int(y) for x, y in (cell.at, *cell.corners))


@BOTH_WAYS
def test_red_owns_the_bars_below_and_above_and_blue_those_beside(turned: bool) -> None:
    width, height = clump.ground(8, turned, True).size
    for edge in clump.ground(8, turned, True).edges:
        xs, ys = zip(*edge.corners, strict=True)
        lies_flat = max(xs) - min(xs) > max(ys) - min(ys)
        assert edge.player == (1 if lies_flat else 2)
        assert 0 <= min(xs) <= max(xs) <= width
        assert 0 <= min(ys) <= max(ys) <= height


def test_files_and_ranks_are_named_next_to_the_board() -> None:
    notes = clump.ground(10, False, True).notes
    assert {note.text for note in notes} == {*"abcdefghij", *map(str, range(1, 11))}
    file_c = next(note for note in notes if note.text == "c")
    assert file_c.at[0] == clump.sized_layout(10, False).point((2, 0))[0]
    bare, named = (clump.ground(8, False, shown) for shown in (False, True))
    assert not bare.notes
    assert bare.size[1] < named.size[1]
    assert at("a1", turned=True) == at("h8")
    turned = {note.text: note.at for note in clump.ground(8, True, True).notes}
    assert turned["a"][0] > turned["h"][0]
    assert turned["1"][1] < turned["8"][1]


# Stones and groups


@EACH_SIZE
@BOTH_WAYS
def test_every_stone_is_drawn_once_on_its_own_square(size: int, turned: bool) -> None:
    start = GAME.start({"size": size})
    pieces = of_kind(scene(start, turned=turned), Piece)
    squares = clump.sized_layout(size, turned)
    assert len(pieces) == size * size
    assert {piece.at: piece.player for piece in pieces} == {
        squares.point(square): player for square, player in start.pieces()
    }


def test_lone_stones_have_no_patch_and_all_others_have_one() -> None:
    assert not of_kind(scene(START), Patch)
    patches = of_kind(scene(SWAPPED.position), Patch)
    grouped = {"c3": 2, "b3": 2, "c2": 2, "c4": 2, "d3": 1, "e3": 1, "d2": 1, "d4": 1}
    assert {patch.at: patch.player for patch in patches} == {
        at(name): player for name, player in grouped.items()
    }


@BOTH_WAYS
def test_a_patch_joins_the_neighbors_of_its_own_group(turned: bool) -> None:
    patches = {
        patch.at: patch.joined for patch in of_kind(scene(SWAPPED.position, turned=turned), Patch)
    }
    west, east = (1, 16) if turned else (16, 1)
    # Blue's c3 has b3 to the left, c4 above and c2 below; b3 has c3, and c4 and c2 at its corners.
    assert patches[at("c3", turned=turned)] & 0b1010101 == 0b1000100 | west
    assert patches[at("b3", turned=turned)] & 0b1010101 == east


def test_two_groups_of_one_color_that_meet_at_a_corner_stay_apart() -> None:
    board = drawn("pairs")
    for patch in of_kind(scene(board), Patch):
        assert patch.joined & 0b1010101 in (1, 16)


@pytest.mark.parametrize("theme", renderers.themes())
def test_the_colors_differ_in_lightness_on_the_picture(theme: str) -> None:
    shown = picture(START, theme=theme)
    off_the_mark = (0.0, -clump.sized_layout(8, False).unit * 0.55 * clump.LONE)
    red, blue = (
        lightness(shown.getpixel(tuple(map(round, plus(at(name), off_the_mark)))))  # type: ignore[arg-type]
        for name in ("a1", "b1")
    )
    assert red - blue >= 20


# The turn


def test_the_swapped_stones_are_ringed_and_have_an_arrow_each() -> None:
    shown = scene(*_shot(SWAPPED))
    source, target = at("c3"), at("d3")
    assert {ring.at for ring in of_kind(shown, Ring)} == {source, target}
    own, other = of_kind(shown, Trail)[0], of_kind(shown, Arrow)[0]
    assert own.last
    assert own.reach[0] > 0 > other.reach[0]
    assert own.reach[1] == other.reach[1] == 0


@pytest.mark.parametrize("theme", renderers.themes())
def test_the_rings_of_the_swapped_stones_are_seen_in_every_theme(theme: str) -> None:
    x, y = at("c3")
    left = round(x - clump.sized_layout(8, False).unit * RINGS["path"][0]), round(y)
    assert picture(*_shot(SWAPPED), theme=theme).getpixel(left) == look_up(theme).colors["path"]


@pytest.mark.parametrize("move", ["c3-d3", "c3-b3", "c3-c4", "c3-c2"])
@BOTH_WAYS
def test_the_two_arrows_run_from_stone_to_stone_and_keep_apart(move: str, turned: bool) -> None:
    shown = scene(*_shot(play(START, move)), turned=turned)
    own, other = of_kind(shown, Trail)[0], of_kind(shown, Arrow)[0]
    source, target = (at(name, turned=turned) for name in move.split("-"))
    unit = clump.sized_layout(8, turned).unit
    assert apart(own.at, source) < unit * 0.6
    assert apart(plus(own.at, own.reach), target) < unit * 0.6
    assert apart(other.at, target) < unit * 0.6
    middles = [between(way.at, plus(way.at, way.reach)) for way in (own, other)]
    assert apart(*middles) == pytest.approx(2 * clump.ASIDE * unit, abs=0.2)


def _shot(turn: Turn[Position]) -> tuple[Position, tuple[Effect, ...]]:
    return turn.position, turn.effects


@BOTH_WAYS
def test_the_winning_path_runs_from_bar_to_bar(turned: bool) -> None:
    bonds = of_kind(scene(*_shot(WON), turned=turned), Bond)
    path = [at(f"b{rank}", WON.position, turned) for rank in range(1, 7)]
    assert [bond.at for bond in bonds] == [path[0], *path]
    assert all(bond.strong and bond.player == 1 for bond in bonds)
    for bond, tip in zip(bonds[1:], path[1:], strict=False):
        assert plus(bond.at, bond.reach) == pytest.approx(tip)
    down = 1 if not turned else -1
    assert bonds[0].reach[1] * down > 0 > bonds[-1].reach[1] * down
    # Blue's runs to the bars beside the board.
    blue = play(drawn("RRBR\nBBRB\nRRBB\nRBRB", turn="B"), "c2-c3")
    beside = of_kind(scene(*_shot(blue), turned=turned), Bond)
    assert beside[0].reach[0] * down < 0 < beside[-1].reach[0] * down


def test_the_path_lies_under_its_stones_and_the_arrows_above_them() -> None:
    kinds = [type(item) for item in scene(*_shot(WON)).items]
    assert kinds.index(Patch) < kinds.index(Bond) < kinds.index(Piece) < kinds.index(Trail)


@EACH_SIZE
def test_a_swap_is_seen_on_a_phone_in_every_size(size: int) -> None:
    start = GAME.start({"size": size})
    turn = play(start, "a1-b1")
    quiet, marked = (
        picture(turn.position, effects).resize((400, 416)) for effects in ((), turn.effects)
    )
    changed = ImageChops.difference(quiet, marked).convert("L").histogram()
    assert sum(changed[40:]) >= 60


# The head


@EACH_SIZE
@pytest.mark.parametrize("large", [False, True])
def test_coordinates_are_read_on_a_phone_and_lie_on_the_picture(size: int, large: bool) -> None:
    look, drawn = style_of("classic", 1.0, large), clump.ground(size, False, True)
    for note in drawn.notes:
        letters = look.font(note.role, note.scale)
        left, _, right, bottom = letters.getbbox(note.text, anchor=note.anchor)
        assert letters.size * 300 / clump.WIDTH >= 8
        assert 0 <= note.at[0] + left < note.at[0] + right <= clump.WIDTH
        assert note.at[1] + bottom < drawn.size[1]


# Pictures and animations


def test_the_head_tells_colors() -> None:
    assert {"Red", "Blue"} <= set(words(scene(START)))


@pytest.mark.parametrize(("size", "theme"), pairs(SIZES, renderers.themes()))
def test_every_size_is_drawn_in_every_theme_and_small(size: int, theme: str) -> None:
    data = renderers.draw("clump", GAME.start({"size": size}), view=View(theme=theme))
    assert len(data) < 60_000
    assert opened(data).size == clump.ground(size, False, True).size


# Marks


def test_a_turn_is_told_in_two_pictures_and_the_end_in_three() -> None:
    usual = PAINTER.steps(START, _shot(SWAPPED))
    last = PAINTER.steps(BEFORE_THE_END, _shot(WON))
    assert [len(usual), len(last)] == [2, 3]
    assert not of_kind(last[1], Bond)
    assert of_kind(last[1], Trail)
    assert last[-1] == scene(*_shot(WON))


def test_a_letter_takes_the_place_of_a_stones_sign() -> None:
    marks = BoardMarks({"c3": "A"}, ("c3",))
    plain, shown = (
        opened(renderers.draw("clump", START, marks=each)).convert("RGB") for each in (None, marks)
    )
    left, top, right, bottom = ImageChops.difference(plain, shown).getbbox() or (0, 0, 0, 0)
    x, y = at("c3")
    half = clump.sized_layout(8, False).unit
    assert x - half * 1.3 < left < x < right < x + half * 1.3
    assert y - half * 1.3 < top < y < bottom < y + half * 1.3
