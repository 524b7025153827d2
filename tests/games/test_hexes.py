"""Steps, turns and distances on hexagons."""

import pytest

from bot.games.hexes import COMPASS, DIRECTIONS, STEP, distance, opposite, rotations, shifted


def test_direction_0_is_east_and_the_others_follow_clockwise() -> None:
    assert COMPASS[0] == "east"
    assert [shifted((0, 0), k) for k in DIRECTIONS] == list(STEP)
    # Seen on the page, y grows downwards and a row is shifted by half a cell.
    east, southeast = STEP[0], STEP[1]
    assert (east[0] + east[1] / 2, east[1]) == (1, 0)
    assert (southeast[0] + southeast[1] / 2, southeast[1]) == (0.5, 1)


@pytest.mark.parametrize("k", DIRECTIONS)
def test_a_step_and_a_step_back_lead_home(k: int) -> None:
    assert shifted(shifted((3, -2), k), opposite(k)) == (3, -2)
    assert opposite(opposite(k)) == k


def test_six_steps_around_lead_home() -> None:
    cell = (0, 0)
    for k in DIRECTIONS:
        cell = shifted(cell, k, 4)
    assert cell == (0, 0)


@pytest.mark.parametrize(("before", "after", "sides"), [(0, 0, 0), (0, 5, 1), (5, 1, 2), (1, 4, 3)])
def test_a_piece_turns_the_shorter_way_round(before: int, after: int, sides: int) -> None:
    assert rotations(before, after) == rotations(after, before) == sides


def test_distance_counts_steps() -> None:
    assert distance((0, 0), shifted(shifted((0, 0), 2, 3), 3, 2)) == 5
    assert all(distance((0, 0), step) == 1 for step in STEP)
