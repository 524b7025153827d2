"""Marks on a picture: letters, frames, warnings and hints, told from marked scenes."""

from string import ascii_uppercase

import pytest
from PIL import Image

import renderers
from bot.games.bump.board import NEIGHBORS, SPACES, Position
from bot.games.core import Bumped
from bot.games.guide import Hint
from renderers import BoardMarks, Subject, View
from renderers.annotations.chain import bumper_discs
from renderers.annotations.placement import depth
from renderers.bump import scenes as bump
from renderers.bump.board import SIZE, WIDTH, space_points
from renderers.drawing import canvas
from renderers.drawing.mark_sprites import ALERT, LETTER
from renderers.drawing.sprites import sprite
from renderers.drawing.style import style_of
from renderers.drawing.theme import themes
from renderers.layout import apart, between, plus
from renderers.scene import Alert, Arrow, Beacon, Frame, Letter, Piece, Pointer, Scene, Text, Trail
from tests.helpers.playing import known
from tests.renderers.boards import PAINTER, START, board, contrast, long_shots
from tests.renderers.painting import NAMES, of_kind, opened

UNIT = WIDTH / 2
marked = PAINTER.marked
AREA_1, AREA_2 = space_points(False)[1], space_points(False)[2]
CROWDED = [after for after, _ in long_shots()]
EVERY_CROWD = pytest.mark.parametrize("crowd", CROWDED, ids=range(len(CROWDED)))
EVERY_THEME = pytest.mark.parametrize("theme", themes())


def lettered(position: Position) -> dict[str, str]:
    names = [*ascii_uppercase, *(f"{a}{a}" for a in ascii_uppercase)]
    return {space: names[k] for k, (space, _, _) in enumerate(position.pieces())}


def bumpers(scene: Scene) -> list[tuple[tuple[float, float], float]]:
    return [disc for piece in of_kind(scene, Piece) for disc in bumper_discs(piece, UNIT)]


# Where cells are drawn


def test_the_spot_of_a_piece_on_a_gate_is_where_its_bumper_looks_in() -> None:
    # Gate 1 lies at the lower right of area 1 and at the upper left of area 2.
    for facing, area in ((4, AREA_1), (1, AREA_2)):
        held = board(f"15-{facing}")
        piece = of_kind(bump.scene(Subject(held, (), View(), NAMES)), Piece)[0]
        assert bump.spots(held, View())["15"][0] == piece.at == area["15"]
    spots = bump.spots(START, View())
    assert {tuple(at) for at in spots["15"]} == {AREA_1["15"], AREA_2["15"]}
    assert spots.keys() == set(SPACES)
    assert {s for s, places in spots.items() if len(places) > 1} == {f"{k}5" for k in range(1, 6)}


# Letters


def test_a_letter_is_on_each_choice() -> None:
    shown = marked(board("01-0", "03-1"), BoardMarks({"01": "A", "03": "B"}))
    assert [(x.text, x.at) for x in of_kind(shown, Letter)] == [
        ("A", AREA_1["01"]),
        ("B", AREA_1["03"]),
    ]
    texts = [text.text for text in of_kind(shown, Text)]
    assert "01" not in texts, "its coordinate is under the letter"
    assert "Ada" in texts
    # An empty gate bears it wherever it is drawn, one with a piece where that stands.
    assert len(of_kind(marked(board("01-0"), BoardMarks({"15": "A"})), Letter)) == 2
    gate = marked(board("15-2"), BoardMarks({"15": "A"}))
    assert [x.at for x in of_kind(gate, Letter)] == [x.at for x in of_kind(gate, Piece)]
    every = marked(START, BoardMarks({"01": "A"}, ("01",), ("01",), (Hint("01"),)))
    assert isinstance(every.items[-1], Letter), "letters lie on top of everything"


@EVERY_CROWD
def test_letters_hide_no_bumper_and_no_other_letter(crowd: Position) -> None:
    shown = marked(crowd, BoardMarks(lettered(crowd)))
    letters = of_kind(shown, Letter)
    assert len(letters) == len(list(crowd.pieces()))
    for number, letter in enumerate(letters):
        for at, radius in bumpers(shown):
            assert apart(letter.at, at) >= UNIT * LETTER + radius - 1
        for other in letters[:number]:
            assert apart(letter.at, other.at) > 2 * UNIT * LETTER


@EVERY_THEME
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("text", ["A", "W", "Q", "AA", "12"])
def test_a_letter_keeps_to_its_disc(theme: str, large: bool, text: str) -> None:
    look = style_of(theme, UNIT, large)
    assert max(known(sprite(look, Letter((0, 0), text))).image.size) <= 2 * UNIT * LETTER + 2
    assert contrast(look.color("text"), look.color("halo")) >= 10


def test_a_letter_is_as_high_as_small_screens_need() -> None:
    # On a phone 1100 pixels become 400: six pixels are what a capital needs there.
    drawn = known(sprite(style_of("classic", UNIT, False), Letter((0, 0), "H")))
    inside = drawn.image.crop((6, 4, drawn.image.width - 6, drawn.image.height - 4)).convert("L")
    written = known(inside.point([255 * (light < 100) for light in range(256)]).getbbox())
    left, top, right, bottom = written
    assert (bottom - top) * 400 / 1100 >= 6
    assert right > left


def test_the_letter_of_an_empty_cell_leaves_its_coordinate_in_sight() -> None:
    letter = of_kind(marked(board("01-0"), BoardMarks({"03": "A"})), Letter)[0]
    below = AREA_1["03"][1] - letter.at[1]
    assert 0 < below < UNIT / 2
    plain = marked(board("01-0"), BoardMarks({"03": "A"}), coordinates=False)
    assert of_kind(plain, Letter)[0].at == AREA_1["03"]


# Chosen


def test_a_chosen_cell_is_framed_under_the_pieces() -> None:
    shown = marked(board("01-0"), BoardMarks(chosen=("01",)))
    frame = of_kind(shown, Frame)[0]
    assert (frame.at, frame.kind, frame.broken) == (AREA_1["01"], "path", False)
    kinds = [type(item) for item in shown.items]
    assert kinds.index(Frame) < kinds.index(Piece)


def test_the_way_chosen_so_far_is_drawn_step_by_step_with_a_tip_at_its_end() -> None:
    trails = of_kind(marked(board("01-0"), BoardMarks(chosen=("01", "02", "03"))), Trail)
    assert [(trail.at, trail.last) for trail in trails] == [
        (AREA_1["01"], False),
        (AREA_1["02"], True),
    ]
    into, out = of_kind(marked(board("14-0"), BoardMarks(chosen=("14", "15", "16"))), Trail)
    assert (into.at, out.at) == (AREA_1["14"], AREA_2["15"]), "through a gate"


# In the way


def test_what_is_in_the_way_is_framed_brokenly_and_has_a_warning() -> None:
    shown = marked(board("01-0", "02-0"), BoardMarks(obstacles=("02",)))
    frame, alert = of_kind(shown, Frame)[0], of_kind(shown, Alert)[0]
    assert (frame.at, frame.kind, frame.broken) == (AREA_1["02"], "capture", True)
    assert UNIT * 0.7 < apart(alert.at, AREA_1["02"]) < UNIT * 1.4


@EVERY_CROWD
def test_warnings_stay_on_the_picture_and_off_bumpers_and_letters(crowd: Position) -> None:
    spaces = [space for space, _, _ in crowd.pieces()]
    shown = marked(crowd, BoardMarks(dict.fromkeys(spaces[::2], "A"), obstacles=tuple(spaces[:4])))
    half = (UNIT * ALERT, UNIT * ALERT)
    for alert in of_kind(shown, Alert):
        assert 0 < alert.at[0] < SIZE[0]
        assert 0 < alert.at[1] < SIZE[1]
        assert all(depth(alert.at, half, disc) <= 0 for disc in bumpers(shown))
        for letter in of_kind(shown, Letter):
            assert depth(alert.at, half, (letter.at, UNIT * LETTER)) <= 0


def test_without_color_a_frame_in_the_way_still_differs_from_a_chosen_one() -> None:
    look, corners = style_of("ink", UNIT, False), ((-25.0, 15.0), (0.0, -29.0), (25.0, 15.0))
    whole, broken = (
        sprite(look, Frame((0, 0), corners, "capture", broken)) for broken in (False, True)
    )
    assert whole is not None
    assert broken is not None
    assert whole.image.tobytes() != broken.image.tobytes()


# Hints


def test_a_hint_at_a_cell_is_a_ring_below_its_piece() -> None:
    shown = marked(board("01-0"), BoardMarks(hints=(Hint("01"), Hint("01"))))
    kinds = [type(item) for item in shown.items]
    assert [ring.at for ring in of_kind(shown, Beacon)] == [AREA_1["01"]]
    assert kinds.index(Beacon) < kinds.index(Piece)


def test_hints_there_and_back_share_an_arrow_with_two_heads() -> None:
    both = BoardMarks(hints=(Hint("01", "02"), Hint("02", "01"), Hint("02", "03")))
    arrows = of_kind(marked(board("04-0"), both), Pointer)
    assert [arrow.back for arrow in arrows] == [True, False]


@EVERY_CROWD
def test_no_hint_runs_over_a_bumper_or_covers_the_number_of_a_piece(crowd: Position) -> None:
    spaces = {space for space, _, _ in crowd.pieces()}
    hints = tuple(
        Hint(space, beyond) for space in spaces for beyond in NEIGHBORS[space] if beyond in spaces
    )
    shown = marked(crowd, BoardMarks(hints=hints))
    for arrow in of_kind(shown, Pointer):
        way = [between(arrow.at, plus(arrow.at, arrow.reach), share / 8) for share in range(9)]
        assert all(apart(point, at) > radius for point in way for at, radius in bumpers(shown))
    ways = [(a, b) for a in spaces for b in NEIGHBORS[a] if b in spaces]
    shown = marked(crowd, BoardMarks(hints=tuple(Hint(a, b) for a, b in ways)))
    look, covered = style_of("classic", UNIT, False), Image.new("L", SIZE)
    for arrow in of_kind(shown, Pointer):
        small = known(sprite(look, arrow))
        alpha = small.image.getchannel("A").point([0] * 128 + [255] * 128)
        covered.paste(255, canvas.corner(small, arrow.at), alpha)
    labels = [text for text in of_kind(shown, Text) if text.role == "piece"]
    assert len(labels) == len(spaces)
    for text in labels:
        left, top, right, bottom = look.font("piece").getbbox(text.text, anchor="mm")
        x, y = text.at
        box = (round(x + left) + 1, round(y + top) + 1, round(x + right) - 1, round(y + bottom) - 1)
        assert covered.crop(box).getbbox() is None


def test_a_hint_looks_like_no_link_of_a_chain() -> None:
    look = style_of("ink", UNIT, False)
    link = of_kind(bump.scene(Subject(board("02-0"), (Bumped(1, "01", "02", 0),), View())), Arrow)
    hint = of_kind(marked(board("02-0"), BoardMarks(hints=(Hint("01", "02"),))), Pointer)
    drawn = [sprite(look, item) for item in (link[0], hint[0])]
    assert drawn[0] is not None
    assert drawn[1] is not None
    assert drawn[0].image.tobytes() != drawn[1].image.tobytes()


# Pictures


@EVERY_THEME
def test_marked_pictures_differ_from_plain_ones_and_are_the_same_every_time(theme: str) -> None:
    marks = BoardMarks({"01": "A"}, ("02",), ("03",), (Hint("11"), Hint("21", "22")))
    view = View(theme=theme)
    plain = renderers.draw("bump", START, view=view)
    first, again = (renderers.draw("bump", START, view=view, marks=marks) for _ in range(2))
    assert first == again != plain
    with opened(first) as picture:
        assert picture.size == SIZE
