"""A competition with all entrants and all fixtures, and the steps it goes through. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from bot.model.competitions.competition import (
    USUAL_ROUND,
    Competition,
    Entrant,
    Fixture,
    Format,
    Phase,
    Presence,
    Settlement,
)
from bot.model.competitions.divisions import FEWEST
from bot.model.competitions.phases import next_look
from bot.model.competitions.rounds import round_robin_fixtures, rounds_needed
from bot.model.competitions.swiss import SwissRound
from bot.model.records import PersonId


# Without slots, which would leave no room for what is cached.
@dataclass(frozen=True)
class Lineup:
    """A whole competition, read together."""

    competition: Competition
    entrants: tuple[Entrant, ...] = ()
    fixtures: tuple[Fixture, ...] = ()

    @cached_property
    def presences(self) -> dict[int, Presence]:
        """Who still plays, by number."""
        return {each.number: each.presence for each in self.entrants}

    @property
    def unsettled(self) -> tuple[Fixture, ...]:
        """The fixtures without a result, of the rounds that have begun."""
        last = self.competition.round
        return tuple(f for f in self.fixtures if f.settlement is None and f.round <= last)

    def entrant(self, number: int) -> Entrant:
        return next(each for each in self.entrants if each.number == number)

    def of_person(self, person: PersonId) -> Entrant | None:
        """The entrant of a person; None if they take no part."""
        return next((each for each in self.entrants if each.person == person), None)

    def are_in(self, fixture: Fixture) -> bool:
        """Whether everybody of the fixture still plays."""
        both = (fixture.first, fixture.second or fixture.first)
        return all(self.presences[each] is Presence.IN for each in both)

    def settled(self, fixtures: Sequence[Fixture]) -> "Lineup":
        """The same with these fixtures instead of those with their numbers."""
        new = {(each.round, each.board): each for each in fixtures}
        after = tuple(new.get((each.round, each.board), each) for each in self.fixtures)
        return replace(self, fixtures=after)


def without_deleted(lineup: Lineup) -> Lineup:
    """Deleted people play no more; before it begins they do not take part at all."""
    if lineup.competition.phase is Phase.SIGN_UP:
        return replace(lineup, entrants=tuple(e for e in lineup.entrants if e.person is not None))
    return replace(lineup, entrants=tuple(map(_seen, lineup.entrants)))


def _seen(entrant: Entrant) -> Entrant:
    gone = entrant.person is None and entrant.presence is Presence.IN
    return replace(entrant, presence=Presence.DELETED) if gone else entrant


def entrant_left(lineup: Lineup, person: PersonId) -> Lineup:
    """The same after a person withdrew: before it begins they are removed; later they stay in the
    table, after all others. Finished fixtures stay as they are."""
    if not lineup.competition.is_open:
        return lineup
    if lineup.competition.phase is Phase.SIGN_UP:
        stay = tuple(each for each in lineup.entrants if each.person != person)
        return replace(lineup, entrants=stay)
    gone = tuple(
        replace(each, presence=Presence.WITHDRAWN)
        if each.person == person and each.presence is Presence.IN
        else each
        for each in lineup.entrants
    )
    return replace(lineup, entrants=gone)


def tournament_begun(lineup: Lineup, now: datetime) -> Lineup:
    """The tournament with its first round; called off if too few take part."""
    entrants = tuple(replace(e, seed=n) for n, e in enumerate(lineup.entrants, 1))
    if len(entrants) < FEWEST:
        return called_off(lineup)
    was, needed = lineup.competition, rounds_needed(lineup.competition.format, len(entrants))
    asked = was.rounds if was.format is Format.SWISS and was.rounds else needed
    most = rounds_needed(Format.ROUND_ROBIN, len(entrants))
    rounds = min(asked, most)
    begun = replace(was, phase=Phase.RUNNING, rounds=rounds, begins=min(was.begins, now))
    begun = replace(
        begun,
        ends=now + rounds * (was.round_time or USUAL_ROUND),
        # Whatever was announced under the earlier rules.
        terms=replace(was.terms, control=None, banks=True),
    )
    if was.format is Format.ROUND_ROBIN:
        fixtures = round_robin_fixtures(entrants)
    else:
        # Nobody has met before, so this takes no time.
        fixtures = next_swiss_round(Lineup(begun, entrants)).answer()
    return _in_round(Lineup(begun, entrants, _numbered(fixtures, was)), 1, now)


def next_swiss_round(lineup: Lineup) -> SwissRound:
    """The question who meets whom in the next round of a Swiss tournament."""
    of = lineup.competition
    return SwissRound(lineup.entrants, lineup.fixtures, of.round + 1, of.rounds, of.terms)


def round_begun(lineup: Lineup, now: datetime, drawn: Sequence[Fixture] = ()) -> Lineup:
    """The tournament with its next round, whose fixtures in a Swiss one are those `drawn`; if there
    are none it has ended, before its date."""
    was = lineup.competition
    if was.format is Format.SWISS:
        if not drawn:
            ended = replace(was, ends=min(was.ends, now))
            return competition_ended(replace(lineup, competition=ended))
        lineup = replace(lineup, fixtures=(*lineup.fixtures, *_numbered(drawn, was)))
    return _in_round(lineup, was.round + 1, now)


def _in_round(lineup: Lineup, number: int, now: datetime) -> Lineup:
    was = lineup.competition
    length = was.round_time or USUAL_ROUND
    # A round that could end late leaves those after it their time.
    ends = max(was.ends, now + (was.rounds - number + 1) * length) if was.terms.banks else was.ends
    after = replace(was, round=number, round_ends=now + length, ends=ends, due=now)
    return replace(lineup, competition=after)


def _numbered(fixtures: Sequence[Fixture], competition: Competition) -> tuple[Fixture, ...]:
    return tuple(replace(each, competition=competition.number) for each in fixtures)


def competition_ended(lineup: Lineup) -> Lineup:
    """The same at its end. Fixtures that have not begun count for nobody."""
    return _closed(lineup, Phase.ENDED)


def called_off(lineup: Lineup) -> Lineup:
    """The same called off: fixtures without a result count for nobody."""
    return _closed(lineup, Phase.CALLED_OFF)


def called_off_where_open(lineup: Lineup) -> Lineup:
    """The same called off, unless it has ended before."""
    return called_off(lineup) if lineup.competition.is_open else lineup


def _closed(lineup: Lineup, phase: Phase) -> Lineup:
    fixtures = tuple(
        each if each.settlement else replace(each, settlement=Settlement.ANNULLED)
        for each in lineup.fixtures
    )
    closed = replace(lineup.competition, phase=phase, due=None)
    return replace(lineup, competition=closed, fixtures=fixtures)


def put_off_until_due(lineup: Lineup, now: datetime) -> Lineup:
    """The same while there is nothing to do before its next date."""
    again = replace(lineup.competition, due=next_look(lineup.competition, now))
    return replace(lineup, competition=again)
