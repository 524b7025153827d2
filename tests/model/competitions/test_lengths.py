"""How long games take decides what is proposed, and what is too short is known."""

from datetime import timedelta
from itertools import pairwise

import pytest

from bench.strength import variations
from bot.catalog import catalog
from bot.model.clock.units import DAY, HOUR, MINUTE, SECOND, WEEK
from bot.model.competitions.competition import FixtureTerms, require_terms
from bot.model.competitions.lengths import (
    MOST_A_DAY,
    is_too_short,
    moves_a_day,
    moves_of,
    round_of_an_evening,
    round_of_days,
    season_weeks,
)
from bot.model.refusals import Refused
from bot.service.competitions.leagues import WEEKS

GAMES = [key for key, game in catalog().items() if 2 in game.players]
MEASURED = [
    FixtureTerms(key, {**catalog()[key].usual, **options})
    for key in GAMES
    for options in variations(catalog()[key])
    if not catalog()[key].why_solved(options)
]


@pytest.mark.parametrize("terms", MEASURED, ids=lambda each: f"{each.game} {each.options}")
def test_what_is_proposed_can_be_played_to_its_end(terms: FixtureTerms) -> None:
    assert moves_of(terms), "measure it: `python -m bench.strength --lengths`"
    assert not is_too_short(terms, season_weeks(terms, WEEKS) * WEEK)
    assert not is_too_short(terms, round_of_days(terms))
    evening = round_of_an_evening(terms)
    assert evening is None or not is_too_short(terms, evening)


def test_longer_games_have_longer_seasons_and_rounds() -> None:
    in_order = sorted(MEASURED, key=lambda each: moves_of(each) or 0)
    for shorter, longer in pairwise(in_order):
        assert season_weeks(shorter, WEEKS) <= season_weeks(longer, WEEKS)
        assert round_of_days(shorter) <= round_of_days(longer)


def test_a_move_a_day_is_half_of_the_moves_in_days() -> None:
    assert moves_a_day(112, 8 * WEEK) == 1
    assert moves_a_day(30, 5 * DAY) == 3 > MOST_A_DAY


def test_a_round_of_an_evening_has_time_for_both_matches_of_a_pair() -> None:
    terms = FixtureTerms("clump", {"size": 12})
    moves = moves_of(terms) or 0
    assert is_too_short(terms, timedelta(seconds=59 * moves))
    assert not is_too_short(terms, timedelta(seconds=61 * moves))
    assert not is_too_short(FixtureTerms("clump", {"size": 12}, pair=False), 31 * moves * SECOND)
    assert is_too_short(FixtureTerms("bump"), HOUR)


def test_nothing_is_known_of_a_game_that_nobody_has_measured() -> None:
    unknown = FixtureTerms("heap")
    assert moves_of(unknown) is None
    assert not is_too_short(unknown, MINUTE)
    assert (season_weeks(unknown, WEEKS), round_of_days(unknown)) == (4, 7 * DAY)
    assert round_of_an_evening(unknown) is None


def test_options_count_as_the_longest_of_those_measured() -> None:
    both = FixtureTerms("bipod", {"blocks": 2, "adopt": "running"})
    each = [FixtureTerms("bipod", {name: value}) for name, value in both.options.items()]
    assert moves_of(both) == max(moves_of(one) or 0 for one in each)


@pytest.mark.parametrize("size", [4, 6])
def test_a_solved_board_is_refused(size: int) -> None:
    with pytest.raises(Refused, match=f"On {size} by {size} the game is solved"):
        require_terms(FixtureTerms("clump", {"size": size}))
    require_terms(FixtureTerms("clump", {"size": 8}))
