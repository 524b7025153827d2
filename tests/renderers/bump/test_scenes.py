"""What the pictures of Bump show, told from their scenes."""

from collections import Counter

import pytest

from bot.games.bump import GAME
from bot.games.bump.board import AREA_CELLS, GATES, NEIGHBORS, STARTS, Position
from bot.games.bump.chain import Stasis
from bot.games.core import Bumped, Captured, Effect, Moved, Rotated
from bot.games.hexes import DIRECTIONS
from renderers import View
from renderers.annotations.chain import bumper_discs, faces, spans
from renderers.annotations.header import HEAD, SIGNS, headroom
from renderers.annotations.placement import depth
from renderers.bump import scenes as bump
from renderers.bump.board import SIZE, WIDTH, ground, side_area, space_points
from renderers.drawing.sprites import badge_size, pill_size
from renderers.drawing.style import style_for
from renderers.drawing.theme import LOOP, SIZES
from renderers.layout import apart, around, beside, between, plus, tip
from renderers.scene import (
    Arrow,
    Badge,
    Block,
    Chip,
    Cross,
    Ghost,
    Loop,
    Panel,
    Piece,
    Pill,
    Ring,
    Subject,
    Sweep,
    Text,
    Tint,
    Trail,
)
from tests.renderers.boards import (
    PAINTER,
    START,
    Shot,
    board,
    links,
    long_shots,
    numbers,
    position,
    scene,
    shot,
    vector_shots,
)
from tests.renderers.painting import NAMES, of_kind

UNIT = WIDTH / 2
PLACES = space_points(False)
SHOTS = [*vector_shots(), *long_shots()]
ALL = pytest.mark.parametrize("played", SHOTS, ids=range(len(SHOTS)))


def shots_that(*did: type[Effect]) -> pytest.MarkDecorator:
    """The turns in which one of these things happened, each a case."""
    found = [(k, shot) for k, shot in enumerate(SHOTS) if any(isinstance(e, did) for e in shot[1])]
    return pytest.mark.parametrize("played", [s for _, s in found], ids=[k for k, _ in found])


NUMBERED = shots_that(Bumped, Captured)


def drawn(space: str) -> list[tuple[float, float]]:
    return [spots[space] for spots in PLACES.values() if space in spots]


def words(found: list[Text]) -> list[str]:
    return [item.text for item in found]


# The board


def test_every_gate_bears_its_number_wherever_it_is_drawn() -> None:
    gates = Counter(c.numeral for c in ground(False, True).cells if c.surface == "gate")
    assert gates == {str(k): 2 for k in DIRECTIONS}


def test_walls_stand_exactly_where_there_is_no_neighbor() -> None:
    closed = sum(beyond is None for space in NEIGHBORS for beyond in NEIGHBORS[space])
    assert len(ground(False, True).walls) == closed


def test_no_wall_bars_the_way_through_a_gate() -> None:
    walls = [between(start, end) for start, end in ground(False, True).walls]
    for gate in GATES:
        for k in DIRECTIONS:
            at = PLACES[side_area(gate, k)][gate]
            assert all(apart(around(at, 60 * k, UNIT), middle) > 1 for middle in walls)


def test_starting_spaces_show_their_player_and_facing() -> None:
    hints = {(c.player, c.label): c.hint for c in ground(False, True).cells if c.player}
    for player, starts in STARTS.items():
        for space, facing in starts:
            assert hints[player, space] == 60 * facing
    assert len(hints) == 24


def test_without_coordinates_only_the_gates_and_centers_are_named() -> None:
    cells = ground(False, False).cells
    assert not any(cell.label for cell in cells)
    assert sum(bool(cell.numeral) for cell in cells) == 14


# Pieces


def test_every_piece_is_drawn_once_on_its_own_space() -> None:
    pieces = of_kind(scene(START), Piece)
    assert len(pieces) == 24
    for piece, (space, player, facing) in zip(pieces, START.pieces(), strict=True):
        assert piece.at in drawn(space)
        assert (piece.player, piece.angle) == (player, 60 * facing)


@pytest.mark.parametrize("facing", DIRECTIONS)
@pytest.mark.parametrize("gate", GATES)
def test_a_piece_on_a_gate_is_in_the_area_that_its_bumper_faces(gate: str, facing: int) -> None:
    piece = of_kind(scene(board(f"{gate}-{facing}")), Piece)[0]
    ahead = NEIGHBORS[gate][facing]
    assert ahead is not None
    area = next(a for a in (1, 2) if ahead in AREA_CELLS[a])
    assert piece.at == PLACES[area][gate]
    assert faces(piece, PLACES[area][ahead])


@pytest.mark.parametrize("gate", GATES[1:])
def test_the_other_drawing_of_a_taken_gate_shows_a_ring(gate: str) -> None:
    shown = scene(board(f"{gate}-0"))
    ghost, piece = of_kind(shown, Ghost)[0], of_kind(shown, Piece)[0]
    assert {ghost.at, piece.at} == set(drawn(gate))
    assert not of_kind(scene(board("05-0")), Ghost), "gate 0 is one place"


def test_a_piece_bears_the_name_of_the_space_it_hides() -> None:
    labels = [t.text for t in of_kind(scene(board("011-1", "*C1-0")), Text) if t.role == "piece"]
    assert sorted(labels) == ["011", "C"]


def test_without_coordinates_pieces_bear_only_their_mark() -> None:
    shown = scene(START, coordinates=False)
    assert not any(piece.named for piece in of_kind(shown, Piece))
    assert not any(text.role == "piece" for text in of_kind(shown, Text))


@pytest.mark.parametrize(("piece", "held"), [("C2-0", True), ("*C1-3", True), ("09-0", False)])
def test_only_an_occupied_opposing_center_is_ringed(piece: str, held: bool) -> None:
    rings = [ring for ring in of_kind(scene(board(piece)), Ring) if ring.kind == "held"]
    assert bool(rings) == held


# The movement


def test_the_path_is_shown_step_by_step() -> None:
    trails = of_kind(scene(*shot("01-0;-;1;0,0;-", "01,04")), Trail)
    assert [trail.at for trail in trails] == [PLACES[1][space] for space in ("01", "02", "03")]
    assert [trail.last for trail in trails] == [False, False, True]
    tints = of_kind(scene(*shot("01-0;-;1;0,0;-", "01,03")), Tint)
    assert {(t.at, t.surface) for t in tints} == {(drawn("01")[0], "from"), (drawn("03")[0], "to")}


def test_a_path_through_a_gate_leaves_one_drawing_and_enters_at_the_other() -> None:
    shown = scene(*shot("14-1;-;1;0,0;-", "14,17"))
    trails = of_kind(shown, Trail)
    spots = [PLACES[1]["14"], PLACES[2]["15"], PLACES[2]["16"]]
    assert [trail.at for trail in trails] == spots
    assert all(apart((0, 0), trail.reach) <= WIDTH + 0.1 for trail in trails)
    assert {ring.at for ring in of_kind(shown, Ring)} == set(drawn("15"))


@pytest.mark.parametrize(("after", "degrees"), [(1, 60), (2, 120), (5, -60), (4, -120)])
def test_a_turn_in_place_is_an_arc_the_shorter_way(after: int, degrees: int) -> None:
    sweep = of_kind(scene(*shot("03-0;-;1;0,0;-", f"03,03-{after}")), Sweep)[0]
    assert (sweep.start, sweep.degrees) == (0, degrees)


def test_a_reinforcement_is_ringed() -> None:
    shown = scene(*shot("02-0;-;1;1,0;-", "R,01-3"))
    assert [ring.at for ring in of_kind(shown, Ring)] == [PLACES[1]["01"]]


# The chain


@ALL
def test_links_have_numbers_pieces_taken_crosses_and_ways_arrows(played: Shot) -> None:
    shown, effects = scene(*played), played[1]
    assert sorted(numbers(shown)) == list(range(1, links(effects) + 1))
    taken = [(e.player, e.kind) for e in effects if isinstance(e, Captured)]
    assert sorted((cross.player, cross.kind) for cross in of_kind(shown, Cross)) == sorted(taken)
    arrows, loops = of_kind(shown, Arrow), of_kind(shown, Loop)
    every: list[Arrow | Loop] = [*arrows, *loops]
    ways = {(e.source, e.target) for e in effects if isinstance(e, Bumped)}
    assert len(arrows) + 2 * len(loops) == len(ways)
    bumpers = [disc for piece in of_kind(shown, Piece) for disc in bumper_discs(piece, UNIT)]
    for arrow in every:
        assert 0 < apart((0, 0), arrow.reach) <= WIDTH
        aside = LOOP * UNIT if isinstance(arrow, Loop) else 0.0
        for shift in (beside((0, 0), arrow.reach, side) for side in (-aside, aside)):
            tail = plus(arrow.at, shift)
            way = [between(tail, plus(tail, arrow.reach), k / 8) for k in range(9)]
            assert all(apart(point, at) > radius for point in way for at, radius in bumpers)


@NUMBERED
@pytest.mark.parametrize("large", [False, True])
def test_numbers_stay_on_the_picture_and_off_all_else(played: Shot, large: bool) -> None:
    shown = scene(*played, large=large)
    badges = [(b.at, badge_size(UNIT, b.text, large, b.scale)) for b in of_kind(shown, Badge)]
    bumpers = [disc for piece in of_kind(shown, Piece) for disc in bumper_discs(piece, UNIT)]
    assert badges
    for index, (at, half) in enumerate(badges):
        assert half[0] <= at[0] <= SIZE[0] - half[0]
        assert HEAD + half[1] <= at[1] <= SIZE[1] - half[1]
        assert all(depth(at, half, disc) <= 0 for disc in bumpers)
        for other, reach in badges[:index]:
            aside, below = abs(at[0] - other[0]), abs(at[1] - other[1])
            assert aside >= half[0] + reach[0] or below >= half[1] + reach[1]


@pytest.mark.parametrize("position", [after for after, _ in long_shots()])
def test_small_crosses_lie_neither_on_a_bumper_nor_on_each_other(position: Position) -> None:
    # Where a piece stands, whoever was taken there is crossed out beside it.
    spaces = [space for space, _, _ in position.pieces()]
    shown = scene(position, tuple(Captured(1, space, 0) for space in spaces[::5]))
    bumpers = [disc for piece in of_kind(shown, Piece) for disc in bumper_discs(piece, UNIT)]
    small = [cross.at for cross in of_kind(shown, Cross) if cross.scale < 1]
    assert len(small) > 1
    for index, at in enumerate(small):
        assert all(apart(at, there) > radius for there, radius in bumpers)
        assert all(apart(at, other) > UNIT * 0.7 for other in small[:index])


def test_a_way_to_and_fro_is_one_loop_with_one_number() -> None:
    stasis = next(s for s in SHOTS if any(e.kind == "stasis" for e in s[1]) and links(s[1]) == 5)
    shown = scene(*stasis)
    assert sorted(b.text for b in of_kind(shown, Badge)) == ["1\N{EN DASH}4", "5"]
    assert not of_kind(shown, Arrow)
    (loop,) = of_kind(shown, Loop)
    bump = next(e for e in stasis[1] if isinstance(e, Bumped))
    source, target = drawn(bump.source)[0], drawn(bump.target)[0]
    assert apart(between(loop.at, plus(loop.at, loop.reach)), between(source, target)) < UNIT / 2


def test_there_and_back_at_once_is_a_loop_and_later_two_arrows() -> None:
    there, back = Bumped(1, "02", "03", 0), Bumped(1, "03", "02", 3)
    shown = scene(board("02-1"), (there, back))
    assert [b.text for b in of_kind(shown, Badge)] == ["1,2"]
    assert (len(of_kind(shown, Loop)), len(of_kind(shown, Arrow))) == (1, 0)
    between_them = Bumped(2, "14", "13", 4)
    shown = scene(board("02-1"), (there, between_them, back))
    assert (len(of_kind(shown, Loop)), len(of_kind(shown, Arrow))) == (0, 3)


def test_between_two_bumpers_there_is_no_room_for_a_loop() -> None:
    bumps = [Bumped(1, "02", "03", 0), Bumped(1, "03", "02", 3)] * 2
    shown = scene(board("02-0", "*03-3"), tuple(bumps))
    assert (len(of_kind(shown, Loop)), len(of_kind(shown, Arrow))) == (0, 2)
    assert [b.text for b in of_kind(shown, Badge)] == ["1\N{EN DASH}4"]


@pytest.mark.parametrize("facing", DIRECTIONS)
@pytest.mark.parametrize("space", ["02", "03"])
def test_an_arrow_beside_the_way_of_a_piece_meets_no_bumper(facing: int, space: str) -> None:
    back = (Moved(1, "02", "03", ("02", "03")), Bumped(1, "03", "02", 3))
    shown = scene(board(f"{space}-{facing}"), back)
    (arrow,) = of_kind(shown, Arrow)
    corners = tip((0, 0), arrow.reach, UNIT * 0.4, UNIT * 0.48)
    (piece,) = of_kind(shown, Piece)
    for at, radius in bumper_discs(piece, UNIT):
        assert all(apart(plus(arrow.at, corner), at) > radius for corner in corners)


def test_the_arrow_of_a_turn_is_under_every_piece() -> None:
    shown = scene(board("02-1", "*03-3"), (Rotated(1, "02", 0, 1), Bumped(2, "03", "04", 0)))
    kinds = [type(item) for item in shown.items]
    assert kinds.index(Sweep) < kinds.index(Piece)


def test_links_that_go_the_same_way_list_their_numbers_and_those_in_a_row_as_a_span() -> None:
    assert [spans(each) for each in ((1,), (1, 2), (1, 3), (1, 2, 3, 5, 7, 8, 9, 10))] == [
        *("1", "1,2", "1,3"),
        "1\N{EN DASH}3,5,7\N{EN DASH}10",
    ]


def test_a_bump_through_a_gate_leaves_by_one_drawing_and_enters_by_the_other() -> None:
    effects = (Bumped(1, "14", "15", 1), Bumped(1, "15", "16", 1))
    into, out = of_kind(scene(board("16-4"), effects), Arrow)
    assert apart(into.at, PLACES[1]["14"]) < WIDTH / 2
    assert apart(out.at, PLACES[2]["15"]) < WIDTH / 2


def test_where_another_piece_stands_now_the_cross_is_small_and_next_to_it() -> None:
    cross = of_kind(scene(board("04-2"), (Captured(2, "04", 0),)), Cross)[0]
    assert cross.scale < 1
    assert UNIT * 0.5 < apart(cross.at, PLACES[1]["04"]) < UNIT * 3
    alone = of_kind(scene(board("01-0"), (Captured(2, "04", 0),)), Cross)[0]
    assert (alone.at, alone.scale) == (PLACES[1]["04"], 1)
    shown = scene(board("01-0"), (Captured(2, "04", 0), Captured(1, "04", 1)))
    first, second = of_kind(shown, Cross)
    assert apart(first.at, second.at) > UNIT * 0.7
    assert ({first.player, second.player}, sorted(numbers(shown))) == ({1, 2}, [1, 2])


def test_a_piece_captured_on_a_gate_it_was_bumped_to_is_crossed_out_where_it_arrived() -> None:
    effects = (Bumped(2, "24", "25", 2), Captured(2, "25", 2))
    assert of_kind(scene(board("01-0"), effects), Cross)[0].at == PLACES[1]["25"]


# The head


def test_the_head_counts_pieces() -> None:
    assert "12 pieces" in words(of_kind(scene(START), Text))
    assert "1 piece" in words(of_kind(scene(board("01-0")), Text))


def test_reinforcements_lie_next_to_their_owners_count() -> None:
    spares = [c for c in of_kind(scene(position("-;-;1;2,3;-")), Chip) if c.spare]
    assert Counter(chip.player for chip in spares) == {1: 2, 2: 3}


def test_each_player_is_on_the_side_of_their_own_area() -> None:
    for turned in (False, True):
        left, right = of_kind(scene(START, turned=turned), Panel)
        assert left.at < right.at
        centers = {area: spots[f"C{area}"][0] for area, spots in space_points(turned).items()}
        assert centers[left.player] < centers[right.player]


def test_who_must_guard_their_center_is_warned() -> None:
    played = shot("09-0;-;1;0,0;-", "09,C")
    assert "Guard your center!" in words(of_kind(scene(*played), Text))
    assert "Guard your center!" not in words(of_kind(scene(START), Text))
    assert "passed" in words(of_kind(scene(*shot("01-0;-;1;0,0;-", "pass")), Text))


def test_a_center_that_is_closed_to_whoever_is_to_move_is_walled_up() -> None:
    knocked_off = position("09-0 07-0;49-3;1;0,0;1")
    items = scene(knocked_off).items
    assert [item.at for item in items if isinstance(item, Block)] == [space_points(False)[2]["C2"]]
    assert "Center closed" in words(of_kind(scene(knocked_off), Text))
    assert "closed to Ada's pieces this turn" in GAME.describe(knocked_off, NAMES)
    assert "closed to your pieces this turn" in GAME.steps(knocked_off, ()).prompt
    moved = shot("09-0 07-0;49-3;1;0,0;1", "07,06")
    assert not [item for item in scene(*moved).items if isinstance(item, Block)]


# Step by step


def test_every_link_is_one_step_of_the_animation() -> None:
    text = "-;112-0 123-4 221-0 23-2 25-3;2;0,0;-"
    before = position(text)
    after = shot(text, "23,22")
    scenes = PAINTER.steps(before, after)
    told = [max(numbers(step), default=0) for step in scenes]
    assert told == [0, *range(links(after[1]) + 1)]
    assert scenes[-1] == bump.scene(Subject(*after, View(), NAMES))


def test_a_captured_piece_is_there_until_its_link() -> None:
    text = "03-0;14-0 04-2;1;0,0;-"
    effects = (Captured(2, "04", 0), Bumped(2, "14", "13", 4))
    after = board("03-0", "*13-0", turn=2)
    scenes = PAINTER.steps(position(text), (after, effects))
    assert [len(of_kind(step, Piece)) for step in scenes] == [3, 2, 2]


def test_starting_spaces_show_their_facing_only_while_there_are_reserves() -> None:
    for reserve, shown in (([0, 0], False), ([0, 1], True), ([1, 0], True)):
        position = GAME.start({"reserve": reserve})
        cells = bump.scene(Subject(position)).ground.cells
        assert any(cell.hint is not None for cell in cells) == shown


@pytest.mark.parametrize("kinds", [(), (Captured,), (Stasis,), (Captured, Stasis)])
def test_the_signs_of_what_was_taken_are_explained(kinds: tuple[type[Captured], ...]) -> None:
    spaces = ("03", "21")
    effects = tuple(kind(2, space, 0) for kind, space in zip(kinds, spaces, strict=False))
    drawn = bump.scene(Subject(board("01-0"), effects, View(), NAMES))
    said = {pill.kind: pill.text for pill in of_kind(drawn, Pill)}
    assert said == {kind.kind: SIGNS[kind.kind] for kind in kinds}
    look = style_for(drawn.ground, View())
    for pill in of_kind(drawn, Pill):
        assert pill.at[1] + pill_size(look, pill.text, pill.scale)[1] <= headroom(SIZE[0])
        assert SIZES["notice"][1] * pill.scale * 400 / drawn.ground.size[0] >= 8


def test_without_those_of_empty_spaces_the_pieces_alone_bear_coordinates() -> None:
    position = GAME.start({})
    every = bump.scene(Subject(position))
    taken = bump.scene(Subject(position, (), View(empty=False), {}))
    assert any(cell.label for cell in every.ground.cells)
    assert not any(cell.label for cell in taken.ground.cells)
    assert taken.items == every.items
    bare = bump.scene(Subject(position, (), View(coordinates=False), {}))
    assert taken.ground is bare.ground
