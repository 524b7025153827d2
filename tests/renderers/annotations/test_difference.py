"""The net change between two positions, told from scenes, and where labels find room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import renderers
from bot.games.bump.chain import Stasis
from bot.games.core import Bumped, Captured, Moved, Placed
from renderers import View
from renderers.annotations.chain import bumper_discs
from renderers.annotations.difference import Change, difference
from renderers.annotations.placement import NEVER, LabelPlacer, depth, overlap
from renderers.bump.board import SIZE, WIDTH, space_points
from renderers.layout import apart, plus
from renderers.scene import Cross, Ghost, Piece, Ring, Sweep, Text, Tint, Trail
from tests.renderers.boards import PAINTER, START, board, game, same
from tests.renderers.painting import of_kind, opened

UNIT = WIDTH / 2
difference_of, drawn = PAINTER.difference, PAINTER.changed
PLACES = space_points(False)[1]


def step(source: str, target: str, player: int = 1) -> Moved:
    return Moved(player, source, target, (source, target))


# What is told


def test_nothing_changed_between_a_position_and_itself() -> None:
    assert difference_of(START, START) == Change()
    files = (
        renderers.changes("bump", START, START),
        renderers.draw("bump", START, view=View(empty=False)),
    )
    assert same(*(opened(file).convert("RGB") for file in files))
    there_and_back = (step("01", "02"), step("02", "01"))
    assert difference_of(board("01-0"), board("01-0"), there_and_back) == Change()


def test_the_one_piece_that_left_is_the_one_that_came() -> None:
    assert difference_of(board("01-0", "*05-1"), board("03-2", "*05-1")).moved == {"01": "03"}


def test_without_effects_nobody_guesses_which_of_two_pieces_went_where() -> None:
    change = difference_of(board("01-0", "11-0"), board("03-0", "13-0"))
    assert not change.moved
    assert (set(change.left), set(change.new)) == ({"01", "11"}, {"03", "13"})
    assert not change.gone


def test_effects_tell_which_of_two_pieces_went_where() -> None:
    effects = (step("01", "13"), step("11", "03"))
    change = difference_of(board("01-0", "11-0"), board("03-0", "13-0"), effects)
    assert change == Change({"01": "13", "11": "03"})


def test_a_piece_that_went_by_steps_and_bumps_is_followed_to_its_end() -> None:
    effects = (step("01", "02"), step("02", "03"), Bumped(1, "03", "04", 0))
    assert difference_of(board("01-0"), board("04-0"), effects).moved == {"01": "04"}


def test_a_captured_piece_is_gone_from_where_it_was_last_seen() -> None:
    effects = (Bumped(2, "03", "04", 0), Captured(2, "04", 0))
    for told in (effects, ()):
        assert difference_of(board("01-0", "*03-0"), board("01-0"), told).gone == ("03",)


def test_a_piece_captured_in_its_place_by_another_is_gone_and_the_other_moved() -> None:
    change = difference_of(board("01-0", "*03-0"), board("03-0"))
    assert (change.moved, change.gone) == ({"01": "03"}, ("03",))


def test_a_reinforcement_is_new() -> None:
    assert difference_of(board("01-0"), board("01-0", "03-1"), (Placed(1, "03", 1),)).new == ("03",)
    assert difference_of(board("01-0"), board("01-0", "03-1")).new == ("03",)


def test_a_piece_that_only_turned_has_turned() -> None:
    assert difference_of(board("01-0"), board("01-2")) == Change(turned=("01",))


def test_effects_of_a_whole_game_tell_where_every_piece_is() -> None:
    shots = game(30)
    effects = [effect for _, played in shots for effect in played]
    change = difference_of(shots[0][0], shots[-1][0], effects)
    assert not change.left
    pieces = [len(list(position.pieces())) for position, _ in (shots[0], shots[-1])]
    assert pieces[0] - len(change.gone) + len(change.new) == pieces[1]


def stack(*colors: int) -> Text:
    """Something that is nobody's in particular."""
    return Text((3.0, 4.0), str(colors), "name", "text")


def test_pieces_without_an_owner_are_matched_by_their_looks() -> None:
    was, now = {"a": stack(1), "b": stack(2, 1)}, {"c": stack(1), "b": stack(2, 1)}
    assert difference(was, now, ()).moved == {"a": "c"}


def test_a_thing_that_looks_different_is_gone_and_new() -> None:
    assert difference({"a": stack(1)}, {"a": stack(1, 2)}, ()) == Change(gone=("a",), new=("a",))


# What is drawn


def test_a_move_is_an_arrow_from_a_broken_ring_to_the_piece() -> None:
    scene = drawn(board("01-0"), board("03-0"))
    ring, arrow = of_kind(scene, Ghost)[0], of_kind(scene, Trail)[0]
    assert (ring.at, ring.player) == (PLACES["01"], 1)
    assert arrow.at == PLACES["01"]
    kinds = [type(item) for item in scene.items]
    assert max(kinds.index(Trail), kinds.index(Ghost)) < kinds.index(Piece)
    new = drawn(board("01-0"), board("01-0", "03-0"))
    assert [ring.at for ring in of_kind(new, Ring)] == [PLACES["03"]]
    assert apart(plus(arrow.at, arrow.reach), PLACES["03"]) == pytest.approx(UNIT * 0.95, abs=0.2)
    assert {(tint.at, tint.surface) for tint in of_kind(scene, Tint)} == {
        (PLACES["01"], "from"),
        (PLACES["03"], "to"),
    }


def test_two_pieces_that_changed_places_have_arrows_side_by_side() -> None:
    effects = (step("01", "02"), step("03", "01", 2), step("02", "03"))
    before, after = board("01-0", "*03-0"), board("03-0", "*01-0")
    there, back = of_kind(drawn(before, after, effects), Trail)
    assert there.at[1] != back.at[1]


def test_a_piece_that_is_gone_is_crossed_out() -> None:
    cross = of_kind(drawn(board("01-0", "*03-0"), board("01-0")), Cross)[0]
    assert (cross.at, cross.player, cross.scale) == (PLACES["03"], 2, 1)


def test_a_piece_captured_elsewhere_is_crossed_out_there_at_the_end_of_its_way() -> None:
    for capture, sign in ((Captured, "capture"), (Stasis, "stasis")):
        effects = (Bumped(2, "03", "04", 0), capture(2, "04", 0))
        scene = drawn(board("01-0", "*03-0"), board("01-0"), effects)
        (cross,), (arrow,) = of_kind(scene, Cross), of_kind(scene, Trail)
        assert (cross.at, cross.kind, cross.scale) == (PLACES["04"], sign, 1)
        assert arrow.at == of_kind(scene, Ghost)[0].at == PLACES["03"]
        assert apart(plus(arrow.at, arrow.reach), cross.at) < UNIT


def test_of_two_pieces_captured_in_one_space_one_is_crossed_out_beside_the_other() -> None:
    effects = (Captured(2, "04", 0), Bumped(2, "03", "04", 0), Captured(2, "04", 0))
    scene = drawn(board("01-0", "*03-0", "*04-0"), board("01-0"), effects)
    large, small = sorted(of_kind(scene, Cross), key=lambda cross: -cross.scale)
    assert (large.at, large.scale) == (PLACES["04"], 1)
    assert UNIT < apart(small.at, large.at) < 2 * UNIT
    assert small.scale < 1


def test_where_another_piece_stands_now_the_cross_is_next_to_it_on_no_bumper() -> None:
    for facing in range(6):
        scene = drawn(board("01-0", "*03-0"), board(f"03-{facing}"))
        cross = of_kind(scene, Cross)[0]
        assert cross.scale < 1
        for piece in of_kind(scene, Piece):
            assert all(apart(cross.at, at) > radius for at, radius in bumper_discs(piece, UNIT))


def test_a_turn_is_an_arc_the_short_way() -> None:
    arc = of_kind(drawn(board("01-0"), board("01-5")), Sweep)[0]
    assert (arc.at, arc.start, arc.degrees) == (PLACES["01"], 0, -60)


@pytest.mark.parametrize("theme", ["classic", "ink"])
def test_the_picture_follows_the_view_and_is_the_same_every_time(theme: str) -> None:
    view = View(theme=theme, turned=True)
    first, again = (
        renderers.changes("bump", board("01-0"), board("03-1"), view=view) for _ in range(2)
    )
    assert first == again
    with opened(first) as picture:
        assert picture.size == SIZE


SPACING = 25.0
HALF = (9.0, 9.0)


def room(**taken: object) -> LabelPlacer:
    return LabelPlacer((0, 0, 400, 300), SPACING, **taken)  # type: ignore[arg-type]


def test_a_number_goes_where_it_is_wished_and_is_free() -> None:
    assert room().put([(100, 100), (200, 200)], HALF) == (100, 100)
    assert room(boxes=[((100, 100), HALF)]).put([(100, 100), (120, 100)], HALF) == (120, 100)
    bumper, piece = ((100.0, 100.0), 5.0), ((100.0, 100.0), 18.0)
    assert depth(room(keep_clear=[bumper]).put([(100, 100)], HALF), HALF, bumper) <= 0
    assert depth(room(avoid=[piece]).put([(100, 100)], HALF), HALF, piece) <= 4


def test_a_number_rather_hides_some_of_a_piece_than_of_another_number() -> None:
    piece, number = ((100.0, 100.0), 18.0), ((100.0, 100.0), HALF)
    at = room(avoid=[piece], boxes=[number]).put([(100, 100)], HALF)
    assert not overlap(at, HALF, number)


def test_a_number_stays_within_the_bounds() -> None:
    for wish in ((0, 0), (400, 300), (0, 300), (400, 0), (200, 0)):
        field = room()
        at = field.put([wish], HALF)
        assert field.inside(at, HALF)


def test_a_number_without_any_room_still_gets_a_place() -> None:
    crowded = room(keep_clear=[((100.0, 100.0), 500.0)])
    assert crowded.put([(100, 100)], HALF) == (100, 100)


def test_hiding_costs_more_the_more_is_hidden() -> None:
    field = room(avoid=[((100.0, 100.0), 18.0)])
    assert field.cost((100, 100), HALF) > field.cost((115, 100), HALF) > 0
    assert field.cost((140, 100), HALF) == 0
    assert field.cost((-50, 100), HALF) == NEVER


def test_a_wide_number_is_measured_by_its_round_ends() -> None:
    wide = (20.0, 9.0)
    assert depth((0, 0), wide, ((30.0, 0.0), 9.0)) < 0 < depth((0, 0), wide, ((28.0, 0.0), 9.0))


@given(st.lists(st.tuples(st.integers(40, 360), st.integers(40, 260)), max_size=14))
def test_many_numbers_never_lie_on_each_other(wishes: list[tuple[int, int]]) -> None:
    field = room()
    for wish in wishes:
        field.put([wish], HALF)
    for index, (at, half) in enumerate(field.boxes):
        assert not any(overlap(at, half, other) for other in field.boxes[:index])
