"""What is shown of a competition at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.model.competitions.competition import Competition, Entrant, Fixture, TableRow
from bot.model.records import MatchId


@dataclass(frozen=True, slots=True)
class FixtureView:
    """A fixture with the numbers of its matches in their order, as far as they have begun, and
    those of them that still run."""

    fixture: Fixture
    matches: tuple[MatchId, ...] = ()
    running: frozenset[MatchId] = frozenset()


@dataclass(frozen=True, slots=True)
class CompetitionView:
    """A competition with all its entrants and fixtures, and the table of each division, from 1.

    Before it begins there is no table. In a league so many go up and down at the end as `moving`
    says, by division.
    """

    competition: Competition
    entrants: tuple[Entrant, ...] = ()
    fixtures: tuple[FixtureView, ...] = ()
    tables: tuple[tuple[TableRow, ...], ...] = ()
    moving: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def entrant(self, number: int) -> Entrant:
        return next(each for each in self.entrants if each.number == number)
