"""What the pictures of Bounce show, told from their scenes."""

from itertools import pairwise

import pytest

from bot.games.bounce import GAME
from bot.games.bounce.board import PLACES, SQUARES
from bot.games.bounce.moves import Covered, Rebounded
from bot.games.core import Moved
from renderers import bounce, effects_so_far, themes
from renderers.annotations.header import HEAD
from renderers.annotations.placement import depth, overlap
from renderers.drawing.cups import CAP, FLAT, FOOT, HEIGHT, rise
from renderers.drawing.piece_sprites import faint
from renderers.drawing.sprites import badge_size
from renderers.drawing.style import style_of
from renderers.drawing.theme import mixed, theme
from renderers.layout import apart, plus
from renderers.scene import Badge, Chip, Cross, Cups, Dot, Panel, Pill, Scene, Tint, Trail
from tests.renderers.boards import contrast
from tests.renderers.bounce_boards import PAINTER, RUNS, START, at, before, run, scene, shot
from tests.renderers.painting import of_kind, words

UNIT = bounce.WIDTH / 2
ALL = pytest.mark.parametrize("name", RUNS)
CAPTURING = pytest.mark.parametrize("name", [name for name in RUNS if "x" in RUNS[name][1]])
PHONE = 300
"""Pixels that a phone shows of a picture's width."""

LEFT, TOP = bounce.CORNER
RIGHT, BOTTOM = LEFT + 8 * bounce.WIDTH, TOP + 8 * bounce.WIDTH


def towers(drawn: Scene) -> list[Cups]:
    return [item for item in of_kind(drawn, Cups) if not item.kind]


def taken(drawn: Scene) -> list[Cups]:
    return [item for item in of_kind(drawn, Cups) if item.kind]


# The board


def test_the_board_has_64_squares_and_the_32_dark_ones_are_those_of_the_game() -> None:
    cells = bounce.ground(False, True).cells
    assert len(cells) == 64
    dark = {cell.at for cell in cells if cell.surface == "dark"}
    assert dark == {at(square) for square in SQUARES}
    assert len(PLACES) == len(dark)


def test_a1_is_at_the_bottom_left_and_turned_at_the_top_right() -> None:
    assert at("a1") == (LEFT + UNIT, BOTTOM - UNIT)
    assert at("a1", turned=True) == (RIGHT - UNIT, TOP + UNIT)


def test_rails_run_all_round_the_board() -> None:
    (rails,) = bounce.ground(False, True).walls
    assert rails[0] == rails[-1]
    assert set(rails) == {(LEFT, TOP), (RIGHT, TOP), (RIGHT, BOTTOM), (LEFT, BOTTOM)}


@pytest.mark.parametrize("turned", [False, True])
def test_files_and_ranks_stand_next_to_their_squares(turned: bool) -> None:
    notes = {note.text: note.at for note in bounce.ground(turned, True).notes}
    assert sorted(notes) == sorted("abcdefgh12345678")
    for file, rank in ("a1", "d4", "h8"):
        assert notes[file][0] == at(file + rank, turned)[0]
        assert notes[rank][1] == at(file + rank, turned)[1]


def test_coordinates_keep_clear_of_rails_and_edges() -> None:
    for note in bounce.ground(False, True).notes:
        x, y = note.at
        beside = LEFT - x if x < LEFT else y - BOTTOM
        assert 8 + UNIT * 0.1 < beside < 30


# Stacks


def test_every_stack_is_drawn_once_with_its_owners_in_order() -> None:
    position = GAME.read("c3:PYYP d4:YPP h8:Y;P", {})
    drawn = {item.at: item.owners for item in towers(scene(position))}
    assert drawn == {at("c3"): (1, 2, 2, 1), at("d4"): (2, 1, 1), at("h8"): (2,)}


def test_stacks_in_front_are_drawn_last() -> None:
    for turned in (False, True):
        heights = [item.at[1] for item in towers(scene(START, turned=turned))]
        assert heights == sorted(heights)


@pytest.mark.parametrize("height", [2, 5, 12, 16, 24])
@pytest.mark.parametrize("square", ["d4", "a1", "h8", "b8"])
def test_a_tower_rises_neither_into_the_next_nor_into_the_head(square: str, height: int) -> None:
    tower = bounce.cups(square, (1, 2) * (height // 2), False)
    top = tower.at[1] - rise(tower.owners, tower.pitch) - UNIT * 0.6
    assert top > HEAD
    assert top > tower.at[1] - 2 * bounce.WIDTH + UNIT * 0.5


@pytest.mark.parametrize("height", range(1, 13))
@pytest.mark.parametrize("square", ["a1", "d4", "h8"])
def test_a_tower_is_on_its_square_and_leans_but_little(height: int, square: str) -> None:
    tower = bounce.cups(square, (1,) * height, False)
    top = bounce.WIDTH / 2 * (HEIGHT - FOOT + CAP * FLAT) + rise(tower.owners, tower.pitch)
    assert top - bounce.WIDTH / 2 <= bounce.WIDTH * 0.3
    assert at(square)[1] - top > HEAD


# The run


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    "name", ["off a side rail", "into the corner and back", "over three stacks"]
)
def test_the_number_of_a_bounce_is_beyond_the_rail_and_free(name: str, turned: bool) -> None:
    drawn = scene(*run(name), turned=turned)
    cells = [cell.corners for cell in drawn.ground.cells]
    left, top = cells[0][0][0], min(corners[0][1] for corners in cells)
    side = 8 * bounce.WIDTH
    bounces = [badge for badge in of_kind(drawn, Badge) if badge.kind == "chain"]
    assert bounces
    beyond = [not (left < b.at[0] < left + side and top < b.at[1] < top + side) for b in bounces]
    # On the left and below there are coordinates, which come first.
    assert any(beyond) or name == "off a side rail"
    for badge in bounces:
        assert all(apart(badge.at, note.at) > 16 for note in drawn.ground.notes)


@ALL
def test_the_way_leads_unbroken_from_a_tinted_square_to_its_neighbor(name: str) -> None:
    position, effects = run(name)
    tints = [(item.at, item.surface) for item in of_kind(scene(position, effects), Tint)]
    moved = [e for e in effects if isinstance(e, Moved)]
    wanted = [(at(e.source), "from") for e in moved] + [(at(e.target), "to") for e in moved]
    assert tints == wanted
    path, _ = bounce.run_events(effects)
    ways = [item for item in of_kind(scene(position, effects), Trail) if not _on_a_rail(item)]
    if not path:
        assert ways == []
        return
    assert apart(ways[0].at, at(path[0])) < UNIT * 0.3
    assert [item.last for item in ways] == [False] * (len(ways) - 1) + [True]
    for one, other in pairwise(ways):
        assert apart(plus(one.at, one.reach), other.at) < 0.2
    end = plus(ways[-1].at, ways[-1].reach)
    assert UNIT * 0.9 < apart(end, at(path[-1])) < UNIT * 1.5


def _on_a_rail(item: Trail) -> bool:
    x, y = plus(item.at, (item.reach[0] / 2, item.reach[1] / 2))
    return min(abs(x - LEFT), abs(x - RIGHT), abs(y - TOP), abs(y - BOTTOM)) < 1


@ALL
def test_each_bounce_lights_up_the_rail_it_came_off(name: str) -> None:
    position, effects = run(name)
    lit = [item for item in of_kind(scene(position, effects), Trail) if _on_a_rail(item)]
    bounces = [e.at for e in effects if isinstance(e, Rebounded)]
    corners = sum(square in ("a1", "h8") for square in bounces)
    assert len(lit) == len(bounces) + corners
    for square in bounces:
        middles = [plus(i.at, (i.reach[0] / 2, i.reach[1] / 2)) for i in lit]
        assert min(apart(middle, at(square)) for middle in middles) == pytest.approx(UNIT)


@ALL
def test_each_bounce_and_capture_is_numbered_and_covered_ones_outlined(name: str) -> None:
    position, effects = run(name)
    drawn = scene(position, effects)
    badges = of_kind(drawn, Badge)
    found = sorted((int(n), badge.kind) for badge in badges for n in badge.text.split(","))
    kinds = {Rebounded: "chain", Covered: "path"}
    assert found == list(enumerate((kinds[type(e)] for e in effects if type(e) in kinds), 1))
    covered = [effect for effect in effects if isinstance(effect, Covered)]
    standing = {square for square, _ in position.pieces()}
    outlined = {item.at: item.owners for item in taken(drawn)}
    assert outlined == {at(e.at): e.owners for e in covered if e.at not in standing}
    assert all(item.kind == "covered" for item in taken(drawn))
    explained = [pill.kind for pill in of_kind(drawn, Pill)]
    assert explained == ["covered"] * bool(covered)


def test_a_covered_square_that_is_taken_again_has_a_small_disc_next_to_its_number() -> None:
    drawn = scene(*run("back onto the captured square"))
    (cross,) = of_kind(drawn, Cross)
    (badge,) = [item for item in of_kind(drawn, Badge) if item.kind == "path"]
    assert taken(drawn) == []
    assert (cross.player, cross.kind) == (2, "covered")
    assert cross.scale < 1
    assert apart(cross.at, badge.at) < UNIT


def test_a_run_that_comes_back_keeps_to_its_right_both_ways() -> None:
    drawn = scene(*run("into the corner and back"))
    ways = [item for item in of_kind(drawn, Trail) if not _on_a_rail(item)]
    out, back = ways[0], ways[-1]
    # On the page the way out leads up and to the right: its right is below it.
    assert out.at[1] > at("g7")[1]
    assert back.at[1] < at("h8")[1]


def test_squares_passed_are_dotted_and_jumped_ones_are_not() -> None:
    dots = {item.at for item in of_kind(scene(*run("over a stack")), Dot)}
    assert dots == {at("b2"), at("c3")}


@CAPTURING
@pytest.mark.parametrize("turned", [False, True])
def test_numbers_cover_no_other_number_and_no_height(name: str, turned: bool) -> None:
    drawn = scene(*run(name), turned=turned)
    badges = of_kind(drawn, Badge)
    boxes = [(b.at, badge_size(UNIT, b.text, False, b.scale)) for b in badges]
    assert boxes
    for badge in of_kind(scene(*run(name), large=True), Badge):
        x, y = badge_size(UNIT, badge.text, True, badge.scale)
        assert x <= badge.at[0] <= bounce.BOARD[0] - x
        assert HEAD + y <= badge.at[1] <= bounce.BOARD[1] - y
    for k, (middle, half) in enumerate(boxes):
        assert not any(overlap(middle, half, other) for other in boxes[:k])
        for tower in towers(drawn):
            face = plus(tower.at, (0, UNIT * 0.3 - rise(tower.owners, tower.pitch)))
            assert depth(middle, half, (face, UNIT * 0.25)) <= 0


# The head


def test_the_head_counts_stacks_and_says_whose_turn_it_is() -> None:
    drawn = scene(GAME.read("c3:P d4:YP h8:Y;Y", {}))
    assert words(drawn) == ["Ada", "2 stacks", "Grace", "1 stack", "to move"]
    assert [panel.active for panel in of_kind(drawn, Panel)] == [False, True]
    assert [chip.player for chip in of_kind(drawn, Chip)] == [1, 2]
    assert "passed" in words(scene(*run("a pass")))
    jammed = " ".join(f"{square}:{'PY'[number % 2]}" for number, square in enumerate(SQUARES))
    assert "to move" not in words(scene(*shot(f"{jammed};P", "pass")))


# Legibility


@pytest.mark.parametrize("key", themes())
def test_heights_are_easy_to_read_on_their_cups(key: str) -> None:
    for player in (1, 2):
        coat = theme(key, bounce.SUIT).coat(player)
        assert contrast(coat.ink, coat.paint.fill) >= 4.5


@pytest.mark.parametrize("key", themes())
def test_the_two_kinds_of_cups_differ_without_color(key: str) -> None:
    fills = [theme(key, bounce.SUIT).coat(player).paint.fill for player in (1, 2)]
    assert contrast(*fills) >= 3


@pytest.mark.parametrize("key", themes())
def test_dark_squares_differ_from_light_ones(key: str) -> None:
    dark, light = (theme(key, bounce.SUIT).surfaces[kind] for kind in ("dark", "light"))
    assert dark.pattern != light.pattern or contrast(dark.fill, light.fill) >= 1.2


def test_heights_numbers_and_coordinates_are_legible_on_a_phone() -> None:
    drawn, share = scene(*run("over a stack")), PHONE / bounce.BOARD[0]
    style = style_of("classic", UNIT, False, bounce.SUIT)
    found = [style.font("notice", pill.scale) for pill in of_kind(drawn, Pill)]
    found += [style.font(text.role, text.scale) for text in drawn.ground.notes]
    found += [style.font("badge", badge.scale) for badge in of_kind(drawn, Badge)]
    assert len(found) > len(drawn.ground.notes) + 1
    assert min(font.size for font in (*found, style.font("height"))) * share >= 9


@pytest.mark.parametrize("key", themes())
@pytest.mark.parametrize("owner", [1, 2])
def test_a_covered_stack_keeps_the_color_of_its_owner(key: str, owner: int) -> None:
    stacks = "b2:PPP d4:Y h8:Y;P" if owner == 2 else "b2:YYY d4:P h8:P;Y"
    position, effects = shot(stacks, "b2xd4-e5")
    picture, (x, y) = PAINTER.picture(position, effects, theme=key), at("d4")
    seen = picture.getpixel((round(x - UNIT * 0.4), round(y)))
    assert isinstance(seen, tuple)
    style = style_of(key, UNIT, False, bounce.SUIT)
    paint, dark = style.theme.coat(owner).paint, style.theme.surfaces["dark"]
    if not (paint.pattern or dark.pattern):
        between = mixed(dark.fill, paint.fill, faint(style))
        assert max(abs(a - b) for a, b in zip(seen, between, strict=True)) <= 8


# Step by step


def test_in_an_animation_the_running_stack_grows_as_it_covers_others() -> None:
    scenes = PAINTER.steps(before("over three stacks"), run("over three stacks"))
    heights = [max(len(tower.owners) for tower in towers(drawn)) for drawn in scenes]
    assert heights == [3, 3, 6, 7, 7, 7]
    assert [len(taken(drawn)) for drawn in scenes[:4]] == [0, 0, 1, 2]
    # A jump in the corner is one step.
    corner = "into the corner and back"
    assert len(PAINTER.steps(before(corner), run(corner))) == 3


def test_in_an_animation_no_stack_stands_where_two_are() -> None:
    for name in RUNS:
        for drawn in PAINTER.steps(before(name), run(name)):
            places = [tower.at for tower in towers(drawn)]
            assert len(places) == len(set(places))
            assert sum(len(tower.owners) for tower in towers(drawn)) == sum(
                len(owners) for _, owners in before(name).pieces()
            )


def test_a_step_of_a_run_says_how_far_it_has_come() -> None:
    position = GAME.read("a7:Y g7:P h8:Y;P", {})
    turn = GAME.play(position, GAME.parse(position, "g7xh8-g7"))
    shots = (position, ()), (turn.position, turn.effects)
    so_far = effects_so_far("bounce", *shots, 1)
    assert so_far
    assert GAME.tell(so_far, {}).startswith("Player 1 runs g7 to h8. 1 bounces at h8, 2 covers ")
    assert effects_so_far("bounce", *shots, 2) is None
