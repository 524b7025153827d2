"""Who may take a seat: what a challenge asks for, and how much a newcomer may play at once."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.model.commands import Accept, AnswerReplacement, Command
from bot.model.events import Challenged, Person
from bot.model.match import OPEN, Match
from bot.model.ports import EventLog
from bot.model.profiles.profile import ENOUGH, Profile, keeps_pace, keeps_share
from bot.model.records import MatchId, MatchSummary, Status
from bot.model.refusals import Reason, Refused
from bot.model.terms import USUAL_TERMS
from bot.model.wanted import Wanted, finishes_text, pace_text
from bot.service.limits import LimitBook
from bot.service.locks import Locks
from bot.service.personal.preferences import PreferenceBook
from bot.service.profiles import ProfileBook

OPEN_READ = 100
"""Open matches of a newcomer that are read to count those they have in a server."""


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """Lets people into matches. `match` opens one, `lock` keeps a person from being let in twice.

    `robot` keeps nobody waiting: matches against it alone don't count.
    """

    _store: EventLog
    _profiles: ProfileBook
    _preferences: PreferenceBook
    _limits: LimitBook
    _match: Callable[[MatchId], Awaitable[Match]]
    _lock: Locks[int]
    _robot: Person

    async def require_host(self, asked: Challenged) -> None:
        """Refuse a challenge of a newcomer who plays as much as the server lets them, or of
        anybody who plays as much as can be."""
        more = (asked.terms or USUAL_TERMS).matches
        await self._limits.require_seat(asked.host.id, asked.guild, more)
        if {p and p.id for p in asked.invited} == {self._robot.id}:
            return
        await self._require_room(asked.host, asked.guild, more)

    @asynccontextmanager
    async def letting_in(self, match: Match, command: Command) -> AsyncIterator[None]:
        """While somebody takes a seat of the match: refuse whoever may not, let in one by one."""
        taker = _taker(match, command)
        if taker is None:
            yield
            return
        async with self._lock(taker.id):
            await self._limits.require_seat(taker.id, match.guild, _more(match))
            await self._require_guest(match, taker)
            yield

    async def _require_guest(self, match: Match, person: Person) -> None:
        profile = None
        if match.status is Status.INVITED and match.wanted and not match.asks(person.id):
            profile = await self._profiles.profile(person.id)
            require_wanted(match.host, match.wanted, profile)
        await self._require_room(person, match.guild, _more(match), match.id, profile)

    async def _require_room(
        self,
        person: Person,
        guild: int | None,
        more: int,
        beside: MatchId | None = None,
        profile: Profile | None = None,
    ) -> None:
        # Refuse so many more to a newcomer, where it lets them have fewer in the server. `profile`
        # is theirs, where it was read already.
        most = (await self._preferences.of_server(guild)).newcomers if guild else 0
        if not most:
            return
        profile = profile or await self._profiles.profile(person.id)
        if not profile.is_newcomer:
            return
        count = await self._count_open(person.id, guild, beside)
        if count + more > most:
            pair = " A pair counts as two." if more > 1 else ""
            raise Refused(
                f"This server lets newcomers play {most} match{'es' * (most != 1)} at a time, "
                f"until {ENOUGH} of theirs have ended, and you have {count} running or waiting to "
                f"begin.{pair} Play one to its end, or take a challenge back, then try again.",
                Reason.NEWCOMER,
            )

    async def _count_open(self, person: int, guild: int | None, beside: MatchId | None) -> int:
        found = await self._store.summaries(
            person=person, guild=guild, statuses=OPEN, limit=OPEN_READ
        )
        return sum([await self._count(each, person) for each in found if each.match != beside])

    async def _count(self, found: MatchSummary, person: int) -> int:
        # For how many matches it counts: a pair that waits to begin for both.
        if found.status is Status.RUNNING:
            return int(bool({p.id for p in found.people} - {person, self._robot.id}))
        match = await self._match(found.match)
        return match.terms.matches if person in {p.id for p in match.gathered} else 0


def _more(match: Match) -> int:
    # What somebody gets more of who is let in: of a pair that runs each match goes on by itself.
    return match.terms.matches if match.status is Status.INVITED else 1


def _taker(match: Match, command: Command) -> Person | None:
    asked = match.replacing.asked
    match command:
        case Accept(person) if takes_seat(match, person):
            return person
        case AnswerReplacement(person_id, yes) if yes and asked and person_id == asked.person.id:
            return asked.person
    return None


def takes_seat(match: Match, person: Person) -> bool:
    """Whether there is a seat for somebody who has none yet."""
    seated = {p.id for p in match.gathered}
    is_open = match.status is Status.INVITED and person.id not in seated
    return is_open and (None in match.invited or match.asks(person.id))


def require_wanted(host: Person, wanted: Wanted, profile: Profile) -> None:
    """Refuse a seat that is open to anyone to somebody who does not keep what the host asks for."""
    missed = []
    if wanted.finishes is not None and not keeps_share(profile, wanted):
        share = finishes_text(wanted.finishes)
        missed.append(
            f"{host.name} asks for players who finish {share} of their matches, and you have "
            f"finished {profile.finished} of {profile.ended}."
        )
    if wanted.pace and profile.median and not keeps_pace(profile, wanted):
        missed.append(
            f"{host.name} asks for players who usually answer {pace_text(wanted.pace)}, and you "
            f"usually answer {pace_text(profile.median)}."
        )
    if missed:
        missed.append(f"Ask {host.name} to challenge you by name: that seat has no such condition.")
        raise Refused(" ".join(missed), Reason.WANTED)
