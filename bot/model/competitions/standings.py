"""Results of fixtures, from the ends of their matches or without any, and tables of divisions
computed from them. Pure.

A fixture won is worth 2 points, a shared one 1. Ties are broken by, first, the points of single
matches, then the points they took from each other, then Sonneborn-Berger, then the seed. Those who
have withdrawn come after all others.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.games.core import Outcome
from bot.model.competitions.competition import (
    Entrant,
    Fixture,
    FixtureTerms,
    Presence,
    Settlement,
    TableRow,
)
from bot.model.results import (
    ADJUDICATED,
    CUT_SHORT,
    DID_NOT_COME,
    LESS_TIME,
    LOST,
    SHARED,
    WITHOUT_RESULT,
    WON,
    points_by_seat,
)

CALLED_OFF = "called_off"
"""The reason of an end that counts for nobody."""


def settled_by_matches(
    fixture: Fixture, outcomes: Sequence[Outcome | None], terms: FixtureTerms
) -> Fixture | None:
    """The fixture with the result of its matches, of which the first one comes first; None while
    one of them runs, or has not begun. A match that was called off or abandoned counts for nobody;
    of a pair only the other one counts."""
    if len(outcomes) < (2 if terms.pair else 1):
        return None
    ended = [each for each in outcomes if each]
    if len(ended) < len(outcomes):
        return None
    # In the second match of a pair the first entrant has the second seat.
    points = [
        points_by_seat(outcome.winners, 2)[::order]
        for order, outcome in zip((1, -1), ended, strict=False)
        if outcome.reason not in WITHOUT_RESULT
    ]
    if not points:
        return replace(fixture, settlement=Settlement.ANNULLED)
    first, second = map(sum, zip(*points, strict=True))
    return replace(fixture, points=(first, second), settlement=_settlement(ended))


def _settlement(ended: Sequence[Outcome]) -> Settlement:
    if any(each.reason == DID_NOT_COME for each in ended):
        return Settlement.ABSENT
    if any(each.reason in (CUT_SHORT, LESS_TIME) and not each.winners for each in ended):
        return Settlement.SHARED
    # The ends of competitions that began under the earlier rules.
    adjudicated = [each for each in ended if each.reason == ADJUDICATED]
    if not adjudicated:
        return Settlement.PLAYED
    is_proven = any(each.winners for each in adjudicated)
    return Settlement.PROVEN if is_proven else Settlement.SHARED


def forfeited(
    fixture: Fixture, presences: Mapping[int, Presence], terms: FixtureTerms
) -> Fixture | None:
    """The fixture, which has not begun, with its result after an entrant, by number, is out; None
    if both are in. If both are out it counts for nobody."""
    first, second = (
        presences[each] is Presence.IN for each in (fixture.first, fixture.second or fixture.first)
    )
    if first and second:
        return None
    if not first and not second:
        return replace(fixture, settlement=Settlement.ANNULLED)
    points = (terms.all_points, 0) if first else (0, terms.all_points)
    return replace(fixture, points=points, settlement=Settlement.FORFEITED)


def shared_unplayed(fixture: Fixture, terms: FixtureTerms) -> Fixture:
    """The fixture, which has not begun by the end of its round, with half the points for both."""
    half = terms.all_points // 2
    return replace(fixture, points=(half, half), settlement=Settlement.SHARED)


class Encounter(NamedTuple):
    """A fixture from one side: against the entrant `other`, None in a bye, `points` for the fixture
    and those of its `matches`."""

    other: int | None
    points: int
    matches: int


@dataclass(frozen=True, slots=True)
class Tallied:
    """An entrant with their meetings."""

    entrant: Entrant
    meetings: Sequence[Encounter]

    @property
    def points(self) -> int:
        return sum(each.points for each in self.meetings)

    @property
    def matches(self) -> int:
        return sum(each.matches for each in self.meetings)

    def count(self, points: int) -> int:
        """How many fixtures were worth that much."""
        return sum(each.points == points for each in self.meetings)


def tables(
    entrants: Sequence[Entrant], fixtures: Sequence[Fixture]
) -> dict[int, tuple[TableRow, ...]]:
    """The table of each division, by its number from the first."""
    divisions = sorted({each.division for each in entrants})
    return {
        division: table_of([each for each in entrants if each.division == division], fixtures)
        for division in divisions
    }


def table_of(entrants: Sequence[Entrant], fixtures: Iterable[Fixture]) -> tuple[TableRow, ...]:
    """The table of these entrants, from all fixtures among them that have a result."""
    meetings = _meetings(fixtures)
    tallied = [Tallied(each, meetings[each.number]) for each in entrants]
    points = {each.entrant.number: each.points for each in tallied}
    ranked = sorted(tallied, key=lambda each: _rank(each, points))
    return tuple(_row(rank, each, points) for rank, each in enumerate(ranked, 1))


def is_decided(table: Iterable[TableRow]) -> bool:
    """Whether somebody in the table has lost a fixture. Otherwise the seed alone ranks it: nobody
    has won it, and nobody goes up or down."""
    return any(row.lost for row in table)


def points_of(entrants: Sequence[Entrant], fixtures: Iterable[Fixture]) -> dict[int, int]:
    """The points for fixtures of each entrant, by number."""
    return {row.entrant: row.points for row in table_of(entrants, fixtures)}


def _meetings(fixtures: Iterable[Fixture]) -> Mapping[int, list[Encounter]]:
    found: defaultdict[int, list[Encounter]] = defaultdict(list)
    for fixture in fixtures:
        for number, meeting in _both(fixture):
            found[number].append(meeting)
    return found


def _both(fixture: Fixture) -> Iterator[tuple[int, Encounter]]:
    if fixture.points is None:
        return
    mine, others = fixture.points
    yield fixture.first, Encounter(fixture.second, _worth(mine, others), mine)
    if fixture.second is not None:
        yield fixture.second, Encounter(fixture.first, _worth(others, mine), others)


def _worth(mine: int, others: int) -> int:
    if mine == others:
        return SHARED
    return WON if mine > others else LOST


def _rank(each: Tallied, points: Mapping[int, int]) -> tuple[object, ...]:
    of = each.entrant
    best = (each.points, each.matches, _direct(each, points), _sonneborn(each, points))
    return of.presence is not Presence.IN, *(-value for value in best), of.seed, of.number


def _direct(each: Tallied, points: Mapping[int, int]) -> int:
    level = {number for number, theirs in points.items() if theirs == each.points}
    return sum(meeting.points for meeting in each.meetings if meeting.other in level)


def _sonneborn(each: Tallied, points: Mapping[int, int]) -> int:
    # A fixture won is worth twice as many points as a shared one, which does the doubling.
    met = [meeting for meeting in each.meetings if meeting.other is not None]
    return sum(meeting.points * points.get(meeting.other or 0, 0) for meeting in met)


def _row(rank: int, each: Tallied, points: Mapping[int, int]) -> TableRow:
    return TableRow(
        rank=rank,
        entrant=each.entrant.number,
        played=len(each.meetings),
        won=each.count(WON),
        shared=each.count(SHARED),
        lost=each.count(LOST),
        points=each.points,
        matches=each.matches,
        direct=_direct(each, points),
        sonneborn=_sonneborn(each, points),
    )
