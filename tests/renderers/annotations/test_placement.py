from hypothesis import given
from hypothesis import strategies as st

from renderers.annotations.placement import NEVER, LabelPlacer, depth, overlap

UNIT = 25.0
HALF = (9.0, 9.0)


def room(**taken: object) -> LabelPlacer:
    return LabelPlacer((0, 0, 400, 300), UNIT, **taken)  # type: ignore[arg-type]


def test_a_number_goes_where_it_is_wished_and_is_free() -> None:
    assert room().put([(100, 100), (200, 200)], HALF) == (100, 100)
    assert room(boxes=[((100, 100), HALF)]).put([(100, 100), (120, 100)], HALF) == (120, 100)
    bumper, piece = ((100.0, 100.0), 5.0), ((100.0, 100.0), 18.0)
    assert depth(room(keep_clear=[bumper]).put([(100, 100)], HALF), HALF, bumper) <= 0
    assert depth(room(avoid=[piece]).put([(100, 100)], HALF), HALF, piece) <= 4


def test_a_second_number_for_the_same_place_moves_aside() -> None:
    field = room()
    first, second = field.put([(100, 100)], HALF), field.put([(100, 100)], HALF)
    assert first == (100, 100)
    assert not overlap(second, HALF, (first, HALF))


def test_a_number_rather_hides_some_of_a_piece_than_of_another_number() -> None:
    piece, number = ((100.0, 100.0), 18.0), ((100.0, 100.0), HALF)
    at = room(avoid=[piece], boxes=[number]).put([(100, 100)], HALF)
    assert not overlap(at, HALF, number)


def test_a_number_stays_within_the_bounds() -> None:
    for wish in ((0, 0), (400, 300), (0, 300), (400, 0), (200, 0)):
        field = room()
        at = field.put([wish], HALF)
        assert field.inside(at, HALF)


def test_what_lies_far_away_does_not_matter() -> None:
    field = room(keep_clear=[((390.0, 290.0), 5.0)], boxes=[((350, 290), HALF)])
    assert field.put([(50, 50)], HALF) == (50, 50)


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
