"""What is to be done about a competition, and when."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.model.competitions.competition import (
    Competition,
    Fixture,
    FixtureTerms,
    Format,
    Phase,
    Settlement,
)
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
