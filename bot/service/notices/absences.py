"""Who is not called any more: those who have left the server, and those called often enough."""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.model.clock.units import DAY
from bot.model.competitions.competition import Competition
from bot.model.competitions.phases import round_begin
from bot.model.competitions.presence import attendances
from bot.model.match import Match
from bot.model.notices.records import TurnNotice
from bot.model.ports import Store
from bot.model.post_kinds import PostKind
from bot.model.records import GuildId, MatchId, MatchSummary, PersonId, Status
from bot.model.refusals import StaleMatch
from bot.service.matches import Matches

log = logging.getLogger(__name__)

MOST_CALLS = 4
"""How often somebody is called to the matches of a round, or of a season, to none of which they
come."""

THERE = DAY
"""For this long after somebody has done something in a match they are not looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Absences:
    """Looks for the people who are to be called."""

    _matches: Matches
    _store: Store
    _clock: Callable[[], datetime]

    async def silent(
        self, person: PersonId, turns: Iterable[TurnNotice]
    ) -> dict[MatchId, datetime | None]:
        """The matches of those turns, which are due, to which the person is not called, and when to
        look again. That they have left the server is noted in these matches."""
        look, found = _Look(), dict[MatchId, datetime | None]()
        for turn in turns:
            match = await self._matches.match(turn.match)
            if match.turn_seq != turn.seq or match.turn_person is None:
                continue
            if match.gone or await self._has_left(match, look):
                found[turn.match] = None
                await self._note_gone(match)
            elif await self._is_called_enough(match, person, look):
                found[turn.match] = self._clock() + DAY
        return found

    async def may_be_silent(self, match: Match, person: PersonId) -> bool:
        """Whether the person, whose turn has begun, is perhaps not to be called."""
        now = self._clock()
        last = _last_act(match, person)
        is_there = last is not None and now < last + THERE
        if not is_there and await self._matches.has_mover_left(match):
            return True
        return await self._is_called_enough(match, person, _Look())

    async def _has_left(self, match: Match, look: "_Look") -> bool:
        # Discord is asked once about each server.
        if match.guild is None:
            return False
        if match.guild not in look.left:
            look.left[match.guild] = await self._matches.has_mover_left(match)
        return look.left[match.guild]

    async def _note_gone(self, match: Match) -> None:
        if match.gone:
            return
        try:
            await self._matches.note_gone(match)
        except StaleMatch:
            log.info("match %s: has gone on meanwhile", match.id)

    async def _is_called_enough(self, match: Match, person: PersonId, look: "_Look") -> bool:
        number = match.terms.competition
        if number is None or _has_come([match], person):
            return False
        if number not in look.calls:
            look.calls[number] = await self._calls(number, person)
        return look.calls[number] >= MOST_CALLS

    async def _calls(self, number: int, person: PersonId) -> int:
        # How often they were called in the round that runs; 0 once they have come.
        competition = await self._store.find_one(Competition, number=number)
        if competition is None or not competition.is_open:
            return 0
        since = round_begin(competition)
        rows = await self._store.find(MatchSummary, competition=number)
        matches = [
            await self._matches.listed(row)
            for row in rows
            if (row.status is Status.RUNNING or row.updated > since)
            and person in {each.id for each in row.people}
        ]
        if _has_come(matches, person):
            return 0
        numbers = {match.id for match in matches}
        direct = [
            (post.written, item)
            for post in await self._store.posts_to(person, since)
            for item in post.about
            if item.kind.traits.of_turn and item.match in numbers
        ]
        told = {item.match for _, item in direct if item.kind is PostKind.TURN}
        turns = await self._store.turn_notices(person)
        by_board = {turn.match for turn in turns if turn.called_at and turn.match in numbers}
        by_board |= {match.id for match in matches if _did_not_come(match, person)}
        # One message may be about several turns, and come in two places.
        return len({written for written, _ in direct}) + len(by_board - told)


@dataclass(frozen=True, slots=True)
class _Look:
    """What was found out about a person by now: by server, and by competition."""

    left: dict[GuildId, bool] = field(default_factory=dict)
    calls: dict[int, int] = field(default_factory=dict)


def _has_come(matches: Sequence[Match], person: PersonId) -> bool:
    return any(each.person == person and each.acted for m in matches for each in attendances(m))


def _did_not_come(match: Match, person: PersonId) -> bool:
    return any(each.person == person and each.absent for each in attendances(match))


def _last_act(match: Match, person: PersonId) -> datetime | None:
    # Matches of competitions begin without anybody's doing.
    agreed = None if match.terms.competition else match.muster.heard.get(person)
    moves = (ply.at for ply in reversed(match.plies) if match.mover_of(ply).id == person)
    return next(moves, agreed)
