"""What a competition has agreed on, who is out of it, and what is to be done about it, and when."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock.time_control import LONGEST, TimeControl
from bot.model.competitions.competition import (
    Competition,
    Entrant,
    Fixture,
    FixtureTerms,
    Format,
    Phase,
    Presence,
    Settlement,
)
from bot.model.competitions.lineup import Lineup, entrant_left
from bot.model.competitions.phases import Duty, duty_of, next_look

NOW = datetime(2026, 3, 2, 18, tzinfo=UTC)
DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
TERMS = FixtureTerms("bump")
SWISS = Competition(
    *(1, Format.SWISS, 70, 7, "Evening", TERMS, 1, Phase.RUNNING, NOW, NOW + 9 * DAY),
    rounds=3,
    round=1,
    round_time=3 * DAY,
    round_ends=NOW + 3 * DAY,
)
SEASON = replace(SWISS, format=Format.SEASON, rounds=1, round_time=None, round_ends=None)
RUNNING = Fixture(1, 1, 1, 1, 1, 2)
OVER = replace(RUNNING, points=(2, 2), settlement=Settlement.PLAYED)
ANNULLED = replace(RUNNING, board=2, settlement=Settlement.ANNULLED)


def test_sign_up_ends_on_its_date() -> None:
    asked = replace(SWISS, phase=Phase.SIGN_UP, round=0)
    assert duty_of(asked, [], NOW - SECOND) is Duty.WAIT
    assert duty_of(asked, [], NOW) is Duty.BEGIN
    assert next_look(asked) == NOW


@pytest.mark.parametrize("competition", [SWISS, SEASON])
def test_what_runs_is_played_until_time_is_up(competition: Competition) -> None:
    end = next_look(competition)
    assert end == (competition.round_ends or competition.ends)
    assert duty_of(competition, [OVER, RUNNING], end - SECOND) is Duty.PLAY
    assert duty_of(competition, [OVER, RUNNING], end) is Duty.ADJUDICATE


def test_a_season_lasts_until_its_end_and_a_round_as_long_as_anything_runs() -> None:
    done = [OVER, ANNULLED]
    assert duty_of(SEASON, done, NOW) is Duty.WAIT
    assert duty_of(SEASON, done, SEASON.ends) is Duty.END
    assert duty_of(SWISS, done, NOW) is Duty.NEXT_ROUND
    assert duty_of(replace(SWISS, round=3), done, NOW) is Duty.END
    # After an outage no round begins that has no time left.
    assert duty_of(SWISS, done, SWISS.ends) is Duty.END


def test_a_round_that_has_not_begun_holds_up_nothing() -> None:
    later = replace(RUNNING, round=2)
    assert duty_of(SWISS, [OVER, later], NOW) is Duty.NEXT_ROUND
    assert duty_of(replace(SWISS, round=2), [OVER, later], NOW) is Duty.PLAY


@pytest.mark.parametrize("phase", [Phase.ENDED, Phase.CALLED_OFF])
def test_about_what_is_over_there_is_nothing_to_do(phase: Phase) -> None:
    over = replace(SWISS, phase=phase)
    assert duty_of(over, [RUNNING], SWISS.ends + DAY) is Duty.WAIT
    assert next_look(over) is None


def test_no_round_lasts_longer_than_its_tournament() -> None:
    late = replace(SWISS, round_ends=SWISS.ends + DAY)
    assert next_look(late) == SWISS.ends
    assert duty_of(late, [RUNNING], SWISS.ends) is Duty.ADJUDICATE


# What its matches agree on


HOURS = st.integers(1, LONGEST // timedelta(hours=1)).map(lambda hours: timedelta(hours=hours))
CONTROLS = st.builds(
    lambda start, increment, hard: TimeControl(start, increment, LONGEST, hard),
    *(HOURS, HOURS, st.booleans()),
)
OPTIONS = st.dictionaries(
    st.text(max_size=5), st.none() | st.integers() | st.lists(st.text(), max_size=3)
)
ANY_TERMS = st.builds(
    FixtureTerms,
    *(st.sampled_from(["bump", "clump"]), OPTIONS, st.none() | CONTROLS),
    *(st.booleans(), st.booleans()),
)


@given(ANY_TERMS)
def test_terms_come_back_from_json(terms: FixtureTerms) -> None:
    assert FixtureTerms.of(json.loads(json.dumps(terms.values()))) == terms


@given(ANY_TERMS)
def test_names_of_a_newer_version_are_passed_over(terms: FixtureTerms) -> None:
    assert FixtureTerms.of({**terms.values(), "handicap": 3}) == terms
    assert FixtureTerms.of({"game": "bump"}) == FixtureTerms("bump")


def test_a_pair_has_twice_the_points_of_a_match() -> None:
    assert [FixtureTerms("bump", pair=pair).all_points for pair in (True, False)] == [4, 2]


# Whoever withdraws


def presences(phase: Phase) -> list[Presence]:
    """Those of two entrants, of whom the first has withdrawn in that phase."""
    terms = FixtureTerms("bump")
    cup = Competition(1, Format.SWISS, 70, 7, "Cup", terms, 1, phase, NOW, NOW)
    lineup = Lineup(cup, (Entrant(1, 1, 10, "Ada"), Entrant(1, 2, 20, "Grace")))
    return [each.presence for each in entrant_left(lineup, 10).entrants]


def test_before_it_begins_they_are_out_of_it_and_later_they_have_withdrawn() -> None:
    assert presences(Phase.SIGN_UP) == [Presence.IN]
    assert presences(Phase.RUNNING) == [Presence.WITHDRAWN, Presence.IN]


@pytest.mark.parametrize("phase", [Phase.ENDED, Phase.CALLED_OFF])
def test_the_table_of_what_is_over_stays_as_it_is(phase: Phase) -> None:
    assert presences(phase) == [Presence.IN, Presence.IN]
