"""The matches of fixtures: begun, resigned for those who withdraw, adjudicated, counted."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.games.core import Outcome
from bot.model.commands import Adjudicate, Resign
from bot.model.competitions.competition import Competition, Entrant, Fixture, Presence
from bot.model.competitions.lineup import Lineup
from bot.model.competitions.standings import (
    CALLED_OFF,
    forfeited,
    settled_by_matches,
    shared_unplayed,
)
from bot.model.decide.challenge import challenge_event
from bot.model.events import Challenged, Person
from bot.model.match import Match
from bot.model.ports import Store
from bot.model.records import MatchId, MatchSummary, PersonId, Status
from bot.model.refusals import NoSuchMatch, Refused, StaleMatch
from bot.model.terms import Terms
from bot.opponents.levels import LEVELS, level_of
from bot.opponents.thinking import AdjudicationQuestion
from bot.opponents.workers import SearchFailed
from bot.service.competitions.changing import is_put_out
from bot.service.invitations.pairs import PairBook
from bot.service.matches import Matches
from bot.service.thinking import Thinking
from bot.service.writing import arranged_match

log = logging.getLogger(__name__)

BUDGET = 2
"""A win is searched for, on each side, for as long as two moves of the best level take, as for a
claim. Counted in scored moves, it is the same on every machine."""


def fixture_name(fixture: Fixture) -> str:
    """The name under which the first match of the fixture is arranged."""
    return f"fixture {fixture.competition}.{fixture.round}.{fixture.board}"


def fixture_challenge(
    competition: Competition, seats: tuple[Person, Person], now: datetime
) -> Challenged:
    """The first match of a fixture between two, in order of their seats. Raises Refused."""
    agreed, (first, second) = competition.terms, seats
    terms = Terms(rated=agreed.rated, pair=agreed.pair, competition=competition.number)
    return challenge_event(
        game=agreed.game,
        options=agreed.options,
        host=first,
        invited=(second,),
        channel=competition.channel,
        guild=competition.guild,
        first="host",
        control=agreed.control,
        now=now,
        terms=terms,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Meetings:
    """Looks after the fixtures of competitions. Every step is idempotent."""

    _matches: Matches
    _store: Store
    _thinking: Thinking
    _pairs: PairBook
    _clock: Callable[[], datetime]

    async def looked_after(self, lineup: Lineup, *, is_over: bool) -> Lineup:
        """The lineup after looking at the fixtures of the rounds that have begun. If the time of
        the round is up, all of them have a result then, unless something moved meanwhile."""
        rows = await self._store.find(MatchSummary, competition=lineup.competition.number)
        running = {each.match for each in rows if each.status is Status.RUNNING}
        begun = {each.match for each in rows}
        is_new = any(each.match not in begun for each in lineup.unsettled)
        # In a server that has removed the bot nobody could be called to a match.
        is_away = is_new and await is_put_out(self._store, lineup.competition.guild)
        # A noted fixture has both its matches, and no result before the first one has ended.
        found = [
            fixture
            if fixture.match in running and lineup.are_in(fixture) and not is_over
            else await self._looked_after(lineup, fixture, is_over, is_away)
            for fixture in lineup.unsettled
        ]
        return lineup.settled(found)

    async def _looked_after(
        self, lineup: Lineup, fixture: Fixture, is_over: bool, is_away: bool
    ) -> Fixture:
        terms = lineup.competition.terms
        first = await self._begun(lineup, fixture)
        if first is None:
            if without := forfeited(fixture, lineup.presences, terms):
                return without
            if is_over:
                return shared_unplayed(fixture, terms)
            if is_away:
                return fixture
            first = await self._arranged(lineup, fixture)
        fixture = replace(fixture, match=first.id)
        outcomes = [await self._outcome(lineup, fixture, first, is_over)]
        if terms.pair:
            second = await self._pairs.second(first)
            outcomes += [
                await self._outcome(lineup, fixture, second, is_over)
                if second
                else _unplayed(lineup, fixture)
            ]
        return settled_by_matches(fixture, outcomes, terms) or fixture

    async def _begun(self, lineup: Lineup, fixture: Fixture) -> Match | None:
        # The first match, also if it was begun and never noted.
        number = fixture.match or await arranged_match(self._store, fixture_name(fixture))
        return await self._found(number)

    async def _found(self, number: MatchId | None) -> Match | None:
        if number is None:
            return None
        try:
            return await self._matches.match(number)
        except NoSuchMatch:
            # The server removed the bot so long ago that its matches were deleted.
            return None

    async def _arranged(self, lineup: Lineup, fixture: Fixture) -> Match:
        asked = fixture_challenge(lineup.competition, _seats(lineup, fixture), self._clock())
        return await self._matches.arrange(asked, fixture_name(fixture))

    async def _outcome(
        self, lineup: Lineup, fixture: Fixture, match: Match, is_over: bool
    ) -> Outcome | None:
        # How the match ended, after ending it if it must end now; None while it runs.
        for number in (fixture.first, fixture.second or fixture.first):
            match = await self._left(lineup.entrant(number), match)
        if is_over and match.status is Status.RUNNING:
            match = await self._adjudicated(match)
        return match.outcome

    async def _left(self, entrant: Entrant, match: Match) -> Match:
        # Who has withdrawn resigns, unless a replacement plays on. Deleted people leave all their
        # matches anyway.
        person = entrant.person
        if entrant.presence is Presence.IN or person is None or not match.is_playing(person):
            return match
        return await self._done(match, Resign(person))

    async def _adjudicated(self, match: Match) -> Match:
        return await self._done(match, Adjudicate(await self._proven(match)))

    async def _done(self, match: Match, command: Resign | Adjudicate) -> Match:
        try:
            return await self._matches.do(match, command, seq=match.board_seq)
        except (StaleMatch, Refused):
            # It has gone on or ended meanwhile, which makes the competition due again.
            return await self._matches.match(match.id)

    async def _proven(self, match: Match) -> tuple[str, ...]:
        level = level_of(match.game, LEVELS[-1])
        assert match.position is not None, "a match that runs has a position"
        last = match.plies[-1] if match.plies else None
        question = AdjudicationQuestion(
            key=match.game,
            position=match.position,
            before=last.before if last else match.position,
            last=last.text if last else "",
            plies=level.proof,
            nodes=level.nodes * BUDGET,
        )
        try:
            # In the background, after what people wait for.
            return await self._thinking.ask(question, person=PersonId(0), background=True)
        except SearchFailed:
            log.exception("match %s: the search failed; nothing is proven", match.id)
            return ()


def _seats(lineup: Lineup, fixture: Fixture) -> tuple[Person, Person]:
    first, second = _person(lineup, fixture.first), _person(lineup, fixture.second)
    return first, second


def _person(lineup: Lineup, number: int | None) -> Person:
    assert number is not None, "a bye has a result from the beginning"
    entrant = lineup.entrant(number)
    assert entrant.person is not None, "who is in has an id"
    return Person(entrant.person, entrant.called)


def _unplayed(lineup: Lineup, fixture: Fixture) -> Outcome:
    # A second match that never began because a player was deleted: the other one has won it.
    present = [
        seat
        for seat, number in ((2, fixture.first), (1, fixture.second or fixture.first))
        if lineup.presences[number] is Presence.IN
    ]
    return Outcome(tuple(present), "forfeited") if len(present) == 1 else Outcome((), CALLED_OFF)
