"""Entrants and fixtures, made by hypothesis or in a line."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from hypothesis import strategies as st

from bot.model.competitions.competition import Entrant, Fixture, Presence, Settlement
from bot.model.records import PersonId

PRESENCES = st.sampled_from([Presence.IN, Presence.IN, Presence.IN, *Presence])


def entrants_of(count: int) -> list[Entrant]:
    """So many, whose seeds are their numbers."""
    return [Entrant(0, n, PersonId(100 + n), f"Player {n}", seed=n) for n in range(1, count + 1)]


@st.composite
def results(draw: st.DrawFn, fixture: Fixture, most: int = 4) -> Fixture:
    """The fixture with some result, or still without one, or annulled."""
    kind = draw(st.sampled_from([*Settlement, None]))
    if kind is None:
        return fixture
    if kind is Settlement.ANNULLED:
        return replace(fixture, settlement=kind)
    mine = most if kind is Settlement.BYE else draw(st.integers(0, most))
    second = None if kind is Settlement.BYE else fixture.second
    points = (mine, most - mine)
    return replace(fixture, second=second, points=points, settlement=kind)


@st.composite
def divisions(draw: st.DrawFn, most: int = 6) -> tuple[list[Entrant], list[Fixture]]:
    """A division in the middle of a season: some entrants have withdrawn, some fixtures ended."""
    entrants = [
        replace(each, presence=draw(PRESENCES)) for each in entrants_of(draw(st.integers(1, most)))
    ]
    numbers = [each.number for each in entrants]
    met = enumerate(combinations(draw(st.permutations(numbers)), 2), 1)
    fixtures = [draw(results(Fixture(0, 1, board, 1, *both))) for board, both in met]
    return entrants, fixtures


def played(fixture: Fixture, points: Sequence[int]) -> Fixture:
    """The fixture with that result, played to its end."""
    first, second = points
    return replace(fixture, points=(first, second), settlement=Settlement.PLAYED)
