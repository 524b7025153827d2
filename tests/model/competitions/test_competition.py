"""What a competition has agreed on, who is out of it, and what its fixtures come to."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.core import Outcome
from bot.model.clock.time_control import LONGEST, TimeControl
from bot.model.clock.units import DAY
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
from bot.model.competitions.standings import (
    forfeited,
    settled_by_matches,
    shared_unplayed,
    table_of,
)
from bot.model.records import PersonId
from tests.helpers.people import ADA, CHANNEL, GUILD
from tests.model.competitions.fixtures import entrants_of

NOW = datetime(2026, 3, 2, 18, tzinfo=UTC)
TERMS = FixtureTerms("bump")
SWISS = Competition(
    *(1, Format.SWISS, GUILD, CHANNEL, "Evening", TERMS, ADA.id, Phase.RUNNING, NOW, NOW + 9 * DAY),
    rounds=3,
    round=1,
    round_time=3 * DAY,
    round_ends=NOW + 3 * DAY,
)
SEASON = replace(SWISS, format=Format.SEASON, rounds=1, round_time=None, round_ends=None)
RUNNING = Fixture(1, 1, 1, 1, 1, 2)
ANNULLED = replace(RUNNING, board=2, settlement=Settlement.ANNULLED)


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


A_SECOND = timedelta(seconds=1)


def test_sign_up_ends_on_its_date() -> None:
    asked = replace(SWISS, phase=Phase.SIGN_UP, round=0)
    assert duty_of(asked, [], NOW - A_SECOND) is Duty.WAIT
    assert duty_of(asked, [], NOW) is Duty.BEGIN
    assert next_look(asked, NOW) == NOW


def test_no_round_lasts_longer_than_its_tournament() -> None:
    late = replace(SWISS, round_ends=SWISS.ends + DAY)
    assert next_look(late, NOW) == SWISS.ends
    assert duty_of(late, [RUNNING], SWISS.ends) is Duty.CLOSE


@given(ANY_TERMS)
def test_names_of_a_newer_version_are_passed_over(terms: FixtureTerms) -> None:
    assert FixtureTerms.of({**terms.values(), "handicap": 3}) == terms
    assert FixtureTerms.of({"game": "bump"}) == FixtureTerms("bump")


def test_a_pair_has_twice_the_points_of_a_match() -> None:
    assert [FixtureTerms("bump", pair=pair).all_points for pair in (True, False)] == [4, 2]


# Whoever withdraws


PAIR, SINGLE = FixtureTerms("bump"), FixtureTerms("bump", pair=False)
FIXTURE = Fixture(1, 1, 1, 1, 7, 8)
FIRST, SECOND, DRAW = (Outcome(winners, "center") for winners in ((1,), (2,), ()))
PROVEN, SHARED = Outcome((2,), "adjudicated"), Outcome((), "adjudicated")
OFF, ABANDONED = Outcome((), "called_off"), Outcome((), "abandoned")


def presences(phase: Phase) -> list[Presence]:
    """Those of two entrants, of whom the first has withdrawn in that phase."""
    terms = FixtureTerms("bump")
    cup = Competition(1, Format.SWISS, GUILD, CHANNEL, "Cup", terms, ADA.id, phase, NOW, NOW)
    lineup = Lineup(cup, (Entrant(1, 1, PersonId(10), "Ada"), Entrant(1, 2, PersonId(20), "Grace")))
    return [each.presence for each in entrant_left(lineup, PersonId(10)).entrants]


def test_before_it_begins_they_are_out_of_it_and_later_they_have_withdrawn() -> None:
    assert presences(Phase.SIGN_UP) == [Presence.IN]
    assert presences(Phase.RUNNING) == [Presence.WITHDRAWN, Presence.IN]


@pytest.mark.parametrize(
    ("terms", "outcomes", "points", "settlement"),
    [
        (SINGLE, [FIRST], (2, 0), Settlement.PLAYED),
        (SINGLE, [SECOND], (0, 2), Settlement.PLAYED),
        (SINGLE, [DRAW], (1, 1), Settlement.PLAYED),
        # In the second match of a pair the first entrant has the second seat.
        (PAIR, [FIRST, FIRST], (2, 2), Settlement.PLAYED),
        (PAIR, [FIRST, SECOND], (4, 0), Settlement.PLAYED),
        (PAIR, [DRAW, FIRST], (1, 3), Settlement.PLAYED),
        (PAIR, [FIRST, PROVEN], (4, 0), Settlement.PROVEN),
        (PAIR, [SHARED, PROVEN], (3, 1), Settlement.PROVEN),
        (PAIR, [FIRST, SHARED], (3, 1), Settlement.SHARED),
        (PAIR, [OFF, SECOND], (2, 0), Settlement.PLAYED),
        (PAIR, [OFF, OFF], None, Settlement.ANNULLED),
        (SINGLE, [OFF], None, Settlement.ANNULLED),
        (PAIR, [FIRST, ABANDONED], (2, 0), Settlement.PLAYED),
        (PAIR, [ABANDONED, OFF], None, Settlement.ANNULLED),
        (SINGLE, [ABANDONED], None, Settlement.ANNULLED),
    ],
)
def test_a_fixture_has_the_points_of_its_matches(
    terms: FixtureTerms,
    outcomes: list[Outcome],
    points: tuple[int, int] | None,
    settlement: Settlement,
) -> None:
    wanted = replace(FIXTURE, points=points, settlement=settlement)
    assert settled_by_matches(FIXTURE, outcomes, terms) == wanted


@pytest.mark.parametrize("outcomes", [[], [None], [FIRST], [FIRST, None], [None, FIRST]])
def test_a_pair_is_open_until_both_matches_are_over(outcomes: list[Outcome | None]) -> None:
    assert settled_by_matches(FIXTURE, outcomes, PAIR) is None
    assert settled_by_matches(FIXTURE, outcomes[:1], SINGLE) == (
        replace(FIXTURE, points=(2, 0), settlement=Settlement.PLAYED)
        if outcomes[:1] == [FIRST]
        else None
    )


@pytest.mark.parametrize("out", [Presence.WITHDRAWN, Presence.DELETED])
@pytest.mark.parametrize("terms", [PAIR, SINGLE])
def test_a_person_who_has_gone_forfeits_what_has_not_begun(
    out: Presence, terms: FixtureTerms
) -> None:
    everything = 4 if terms.pair else 2

    def result(first: Presence, second: Presence) -> Fixture | None:
        return forfeited(FIXTURE, {7: first, 8: second}, terms)

    assert result(Presence.IN, Presence.IN) is None
    won = replace(FIXTURE, settlement=Settlement.FORFEITED)
    assert result(Presence.IN, out) == replace(won, points=(everything, 0))
    assert result(out, Presence.IN) == replace(won, points=(0, everything))
    assert result(out, out) == replace(FIXTURE, settlement=Settlement.ANNULLED)


@pytest.mark.parametrize("terms", [PAIR, SINGLE])
def test_what_nobody_could_play_is_shared_in_the_table(terms: FixtureTerms) -> None:
    shared = shared_unplayed(replace(FIXTURE, first=1, second=2), terms)
    assert shared.settlement is Settlement.SHARED
    assert [(row.shared, row.points) for row in table_of(entrants_of(2), [shared])] == [(1, 1)] * 2
