"""The matches of fixtures: begun, resigned for those who withdraw, closed, counted."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.games.core import Outcome
from bot.model.clock.changes import History
from bot.model.clock.time_control import plain_bank
from bot.model.commands import Adjudicate, Command, CompareBanks, Resign, ShareCutShort
from bot.model.competitions.competition import Competition, Entrant, Fixture, Presence
from bot.model.competitions.lineup import Lineup
from bot.model.competitions.phases import Duty, is_interrupted, round_end
from bot.model.competitions.presence import attendances, to_withdraw
from bot.model.competitions.standings import (
    CALLED_OFF,
    forfeited,
    settled_by_matches,
    shared_unplayed,
)
from bot.model.decide.challenge import challenge_event
from bot.model.events import Challenged, Person
from bot.model.match import Match
from bot.model.notices.notice_settings import Destination, NoticeSettings
from bot.model.notices.records import Notified
from bot.model.ports import Store
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, MatchSummary, NoticeItem, PersonId, Status
from bot.model.refusals import NoSuchMatch, Refused, StaleMatch
from bot.model.results import DID_NOT_COME, GONE, LOST, MatchResult
from bot.model.terms import Terms
from bot.opponents.levels import LEVELS, level_of
from bot.opponents.thinking import AdjudicationQuestion
from bot.opponents.workers import SearchFailed
from bot.service.competitions.changing import is_put_out
from bot.service.invitations.pairs import PairBook
from bot.service.matches import Matches
from bot.service.notices.book import NOTICES
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
    time = (round_end(competition) - now) / 2
    control = plain_bank(time) if agreed.banks else agreed.control
    terms = Terms(
        rated=agreed.rated,
        pair=agreed.pair,
        competition=competition.number,
        unprepared=agreed.unprepared,
    )
    return challenge_event(
        game=agreed.game,
        options=agreed.options,
        host=first,
        invited=(second,),
        channel=competition.channel,
        guild=competition.guild,
        first="host",
        control=control,
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
    _outages: Callable[[], Awaitable[History]]
    _clock: Callable[[], datetime]

    async def looked_after(self, lineup: Lineup, duty: Duty) -> Lineup:
        """The lineup after looking at the fixtures of the rounds that have begun. Nothing begins
        any more once the time of the round is up; once that is closed, all of them have a result,
        unless something moved meanwhile."""
        rows = await self._store.find(MatchSummary, competition=lineup.competition.number)
        running = {each.match for each in rows if each.status is Status.RUNNING}
        begun = {each.match for each in rows}
        is_new = any(each.match not in begun for each in lineup.unsettled)
        # In a server that has removed the bot nobody could be called to a match.
        is_away = is_new and await is_put_out(self._store, lineup.competition.guild)
        # A noted fixture has both its matches, and no result before the first one has ended.
        found = [
            fixture
            if fixture.match in running and lineup.are_in(fixture) and duty is Duty.PLAY
            else await self._looked_after(lineup, fixture, duty, is_away)
            for fixture in lineup.unsettled
        ]
        return lineup.settled(found)

    async def _looked_after(
        self, lineup: Lineup, fixture: Fixture, duty: Duty, is_away: bool
    ) -> Fixture:
        terms = lineup.competition.terms
        first = await self._begun(lineup, fixture)
        if first is None:
            if without := forfeited(fixture, lineup.presences, terms):
                return without
            if duty is not Duty.PLAY:
                return shared_unplayed(fixture, terms)
            if is_away:
                return fixture
            first = await self._arranged(lineup, fixture)
        fixture = replace(fixture, match=first.id)
        outcomes = [await self._outcome(lineup, fixture, first, duty)]
        if terms.pair:
            second = await self._pairs.second(first)
            outcomes += [
                await self._outcome(lineup, fixture, second, duty)
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
        self, lineup: Lineup, fixture: Fixture, match: Match, duty: Duty
    ) -> Outcome | None:
        # How the match ended, after ending it if it must end now; None while it runs.
        for number in (fixture.first, fixture.second or fixture.first):
            match = await self._left(lineup.entrant(number), match)
        if duty is Duty.CLOSE and match.status is Status.RUNNING:
            match = await self._closed(lineup.competition, match)
        return match.outcome

    async def absent(self, lineup: Lineup) -> list[Notified]:
        """Those who came to no match of the round that runs and lost one for it, and those who have
        left the server, each with what notifies them that they are withdrawn, about the last such
        match."""
        of = lineup.competition
        lost = {r.person for r in await self._store.results_in(of.number) if _is_absence(r)}
        here = {each.person for each in lineup.entrants if each.presence is Presence.IN}
        here &= lost
        if not here:
            return []
        met = {each.match for each in lineup.fixtures if each.round == of.round}
        rows = await self._store.find(MatchSummary, competition=of.number)
        matches = [
            await self._matches.listed(row) for row in rows if (row.pair or row.match) in met
        ]
        parts = [(match, part) for match in matches for part in attendances(match)]
        gone = to_withdraw(part for _, part in parts) & here
        last = {part.person: match for match, part in parts if part.absent or part.gone}
        return [await self._withdrawn(person, last[person]) for person in sorted(gone)]

    async def _withdrawn(self, person: PersonId, match: Match) -> Notified:
        item, now = NoticeItem(match.id, match.seq, PostKind.NOT_COME), self._clock()
        if match.outcome and match.outcome.reason == GONE:
            # In the channel they would not read it: a direct message, if Discord takes it.
            settings = NoticeSettings.of(await self._store.preferences(NOTICES, person))
            wants_it = settings.destination is not Destination.NONE
            return Notified(
                person, item, now, settled=True, direct=PostKind.COPY if wants_it else None
            )
        return Notified(person, item, now, settled=False, next_at=now)

    async def _left(self, entrant: Entrant, match: Match) -> Match:
        # Who has withdrawn resigns, unless a replacement plays on. Deleted people leave all their
        # matches anyway.
        person = entrant.person
        if entrant.presence is Presence.IN or person is None or not match.is_playing(person):
            return match
        return await self._done(match, Resign(person))

    async def _closed(self, competition: Competition, match: Match) -> Match:
        if match.is_by_bank:
            is_shared = is_interrupted(competition, await self._outages())
            return await self._done(match, ShareCutShort() if is_shared else CompareBanks())
        # In competitions that began under the earlier rules, which had no banks.
        return await self._done(match, Adjudicate(await self._proven(match)))

    async def _done(self, match: Match, command: Command) -> Match:
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


def _is_absence(result: MatchResult) -> bool:
    return result.ending in (DID_NOT_COME, GONE) and result.points == LOST


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
