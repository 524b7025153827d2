"""What the matches of a competition agree on comes back as it was written."""

import json
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.model.clock.time_control import LONGEST, TimeControl
from bot.model.competitions.competition import FixtureTerms

HOURS = st.integers(1, LONGEST // timedelta(hours=1)).map(lambda hours: timedelta(hours=hours))
CONTROLS = st.builds(
    lambda start, increment, hard: TimeControl(start, increment, LONGEST, hard),
    *(HOURS, HOURS, st.booleans()),
)
OPTIONS = st.dictionaries(
    st.text(max_size=5), st.none() | st.integers() | st.lists(st.text(), max_size=3)
)
TERMS = st.builds(
    FixtureTerms,
    *(st.sampled_from(["bump", "clump"]), OPTIONS, st.none() | CONTROLS),
    *(st.booleans(), st.booleans()),
)


@given(TERMS)
def test_terms_come_back_from_json(terms: FixtureTerms) -> None:
    assert FixtureTerms.of(json.loads(json.dumps(terms.values()))) == terms


@given(TERMS)
def test_names_of_a_newer_version_are_passed_over(terms: FixtureTerms) -> None:
    assert FixtureTerms.of({**terms.values(), "handicap": 3}) == terms
    assert FixtureTerms.of({"game": "bump"}) == FixtureTerms("bump")


def test_a_pair_has_twice_the_points_of_a_match() -> None:
    assert [FixtureTerms("bump", pair=pair).all_points for pair in (True, False)] == [4, 2]
