"""The bench of strength counts rightly, and what it fits."""

from pathlib import Path
from random import Random

import pytest

from bench.fitting.__main__ import rows
from bench.fitting.regression import FAINT, TERMS, fitted, linear, logistic, total_of
from bench.strength.figures import elo, share_of_points
from bench.strength.games import kept, played, task_of
from bench.strength.short_wins import short_wins
from bench.timing import share
from bot.catalog import entry

WINS_IN_FOUR = "04-3 521-0;013-3 112-3 131-0 411-2 51-1;1;0,0;12"
WINS = ("04,07", "131,21", "07,C", "51,52-5")
BUMP = entry("bump").game


def test_the_share_of_points_has_wilsons_interval() -> None:
    # 162 of 200 by hand: (0.81 + 0.0096 -+ 0.0543 * 1.0095) / 1.0192.
    found = share_of_points(160, 4, 36)
    assert found.found == pytest.approx(0.81)
    assert found.low == pytest.approx(0.750, abs=0.001)
    assert found.high == pytest.approx(0.858, abs=0.001)
    assert share_of_points(0, 0, 0) == (0, 0, 1)


def test_elo_is_0_for_equals_and_191_for_three_quarters() -> None:
    assert elo(share_of_points(50, 0, 50)).found == 0
    assert elo(share_of_points(75, 0, 25)).found == pytest.approx(190.8, abs=0.1)
    assert elo(share_of_points(9, 0, 0)).found == 999
    assert elo(share_of_points(0, 0, 9)).found == -999


def test_the_slowest_hundredth_is_among_the_values() -> None:
    assert share(0.99, [float(number) for number in range(200)]) == 198


def test_a_win_that_is_played_out_is_kept() -> None:
    wins = short_wins("bump", WINS_IN_FOUR, WINS, opening=0, seat=1)
    assert (wins.moves, wins.proven, wins.thrown) == (2, 2, ())
    assert short_wins("bump", WINS_IN_FOUR, WINS, opening=4, seat=1).moves == 0


def test_a_win_that_is_not_played_is_thrown_away() -> None:
    position = BUMP.read(WINS_IN_FOUR, {})
    others = (BUMP.format(position, move) for move in BUMP.moves(position))
    idle = next(text for text in others if text.startswith("521,") and text != WINS[0])
    wins = short_wins("bump", WINS_IN_FOUR, (idle,), opening=0, seat=1)
    assert wins.thrown == ((BUMP.write(position), idle),)


def test_games_that_stand_in_the_file_are_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    tasks = [("bounce", "2-3", 1, number) for number in range(3)]
    first = list(played(tasks[:2], 1, file))
    assert [task_of(each) for each in first] == tasks[:2]
    assert [bool(each) for each in first[0]["wins"]] == [False, True]
    with file.open("a") as lines:
        lines.write('{"game": "bounce", "cut sh')
    assert set(kept(file)) == set(tasks[:2])
    file.write_text(file.read_text().replace('"reason": "', '"reason": "kept '), "utf-8")
    rest = list(played(tasks, 1, file))
    assert [each["reason"].startswith("kept ") for each in rest] == [True, True, False]
    assert set(kept(file)) == set(tasks)


def test_wins_are_looked_at_later_in_games_that_are_there(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    tasks = [("bounce", "1-3", 1, 0)]
    (quick,) = played(tasks, 1, file, nodes=0)
    assert quick["wins"] is None
    (slow,) = played(tasks, 1, file)
    assert slow["seconds"] == [list(each) for each in quick["seconds"]]
    assert slow["wins"][1]["moves"] > 0
    assert [each["wins"][1]["moves"] for each in played(tasks, 1, file, nodes=0)] == [
        slow["wins"][1]["moves"]
    ]


# Fitting


@pytest.mark.parametrize("key", TERMS)
def test_the_worth_of_a_position_is_the_sum_of_the_terms_that_are_fitted(key: str) -> None:
    _, worths = rows(key, TERMS[key], games=3, nodes=60)
    weights = fitted(worths, linear, FAINT)
    assert len(worths) > 3 * len(weights)
    # The nearer color of Bi-Pod is halved to a whole point.
    assert all(abs(total_of(values, weights) - worth) < 0.002 for values, worth in worths)


def test_the_weights_under_which_results_came_about_are_found_again() -> None:
    chance, weights = Random(1), [0.5, -1.0, 2.0]
    some = [[chance.uniform(-1, 1) for _ in weights] for _ in range(500)]
    chances = [(values, logistic(total_of(values, weights))[0]) for values in some]
    assert fitted(chances, logistic, FAINT) == pytest.approx(weights)
