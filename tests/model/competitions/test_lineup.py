"""Whoever withdraws is out of a competition, or last in its table, and changes nothing later."""

from datetime import UTC, datetime

import pytest

from bot.model.competitions.competition import (
    Competition,
    Entrant,
    FixtureTerms,
    Format,
    Phase,
    Presence,
)
from bot.model.competitions.lineup import Lineup, entrant_left

NOW = datetime(2026, 3, 2, 18, tzinfo=UTC)


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
