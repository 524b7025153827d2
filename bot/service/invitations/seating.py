"""Who may challenge whom, who may take a seat, and how much a newcomer may play at once."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.model.commands import Accept, AnswerRequest, AskReplacement, Command
from bot.model.events import Challenged, Person
from bot.model.invitations import BlockedPerson, Blocks, ForSeat
from bot.model.limits import MOST_PRACTICE
from bot.model.match import OPEN, Match
from bot.model.ports import EventLog
from bot.model.profiles.profile import ENOUGH, Profile, keeps_pace, keeps_share
from bot.model.records import NOWHERE, GuildId, MatchId, MatchSummary, PersonId, Status
from bot.model.refusals import Reason, Refused
from bot.model.requests import REPLACEMENT
from bot.model.terms import USUAL_TERMS, Wanted, finishes_text, pace_text
from bot.service.limits import require_few_matches
from bot.service.locks import Locks
from bot.service.personal.preferences import USUAL, Preferences
from bot.service.profiles import ProfileBook

OPEN_READ = 100
"""Most open matches of a newcomer that are read to count those in a server."""


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """Lets people into matches. `match` reads one, `lock` prevents letting a person in twice.

    `robot` keeps nobody waiting: matches against it alone don't count.
    """

    _store: EventLog
    _blocks: Blocks
    _profiles: ProfileBook
    _match: Callable[[MatchId], Awaitable[Match]]
    _lock: Locks[PersonId]
    _robot: Person

    async def for_host(self, asked: Challenged) -> ForSeat:
        """What decides about a challenge."""
        guests = [p.id for p in asked.invited if p and p.id != self._robot.id]
        return await self._blocks.for_seat(asked.host.id, guests, asked.guild)

    async def require_host(self, asked: Challenged, found: ForSeat) -> None:
        """Refuse a challenge of a newcomer at the server's limit, or of anybody at the general
        limit."""
        terms = asked.terms or USUAL_TERMS
        more = terms.matches
        require_few_matches(found.counts, more)
        if terms.practice:
            await self._require_few_for_practice(asked.host.id)
        if {p and p.id for p in asked.invited} == {self._robot.id}:
            return
        await self._require_room(asked.host, asked.guild, more, found)

    async def _require_few_for_practice(self, person: PersonId) -> None:
        found = await self._store.summaries(
            person=person, channel=NOWHERE, statuses=[Status.RUNNING]
        )
        if len(found) >= MOST_PRACTICE:
            raise Refused(
                f"You practice in {len(found)} matches already. Go on with one, or resign one.",
                Reason.MANY_PRACTICE,
            )

    @asynccontextmanager
    async def letting_in(self, match: Match, command: Command) -> AsyncIterator[None]:
        """Held while a person takes a seat of the match: refuses those who may not, one at a
        time."""
        taker = _taker(match, command)
        if taker is None:
            yield
            return
        async with self._lock(taker.id):
            found = await self._blocks.for_seat(taker.id, [match.host.id], match.guild)
            if isinstance(command, Accept) and (match.host.id, taker.id) in found.blocks:
                raise unwelcome(match.host)
            if isinstance(command, Accept) and match.host.id in found.excluded:
                raise Refused(
                    f"{match.host.name} can't play at the moment, so this challenge is not "
                    "accepted. Challenge somebody else."
                )
            if taker.id != self._robot.id:
                require_few_matches(found.counts, _more(match))
            await self._require_guest(match, taker, found)
            yield

    async def _require_guest(self, match: Match, person: Person, found: ForSeat) -> None:
        profile = None
        if match.status is Status.INVITED and match.wanted and not match.asks(person.id):
            profile = await self._profiles.profile(person.id)
            require_wanted(match.host, match.wanted, profile)
        await self._require_room(person, match.guild, _more(match), found, match.id, profile)

    async def _require_room(
        self,
        person: Person,
        guild: GuildId | None,
        more: int,
        found: ForSeat,
        beside: MatchId | None = None,
        profile: Profile | None = None,
    ) -> None:
        # Refuse more matches to a newcomer at the server's limit. `profile` is theirs, if it was
        # read already.
        most = Preferences.of(found.common).over(USUAL).newcomers if guild else 0
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

    async def _count_open(
        self, person: PersonId, guild: GuildId | None, beside: MatchId | None
    ) -> int:
        found = await self._store.summaries(
            person=person, guild=guild, statuses=OPEN, limit=OPEN_READ
        )
        return sum([await self._count(each, person) for each in found if each.match != beside])

    async def _count(self, found: MatchSummary, person: PersonId) -> int:
        # How many matches it counts for: a pair that waits to begin counts for both.
        if found.status is Status.RUNNING:
            return int(bool({p.id for p in found.people} - {person, self._robot.id}))
        match = await self._match(found.match)
        return match.terms.matches if person in {p.id for p in match.gathered} else 0


def _more(match: Match) -> int:
    # How many matches a person who is let in gets: in a running pair each match counts for itself.
    return match.terms.matches if match.status is Status.INVITED else 1


def _taker(match: Match, command: Command) -> Person | None:
    asked = match.requests.replacement
    match command:
        case Accept(person) if takes_seat(match, person):
            return person
        case AnswerRequest(kind, person_id, yes=True) if kind is REPLACEMENT and asked:
            return asked.person if person_id == asked.person.id else None
    return None


def takes_seat(match: Match, person: Person) -> bool:
    """Whether the command takes a seat for a person who has none yet."""
    seated = {p.id for p in match.gathered}
    is_open = match.status is Status.INVITED and person.id not in seated
    return is_open and (None in match.invited or match.asks(person.id))


def require_wanted(host: Person, wanted: Wanted, profile: Profile) -> None:
    """Refuse an open seat to a person who does not meet what the host asks for."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Welcome:
    """Refuses challenges that a person does not want. `robot` accepts all.

    The refusal never says which of the reasons it was.
    """

    _store: Blocks
    _robot: Person

    async def block(self, person: PersonId, other: Person) -> None:
        """Bar the other from challenging the person and from their challenges."""
        if other.id == person:
            raise Refused("You can't block yourself. Name somebody else.")
        if other.id == self._robot.id:
            raise Refused("I challenge nobody, so there is nothing to block. Name somebody else.")
        await self._store.put(BlockedPerson(person, other.id, other.name))

    async def blocked_by(self, person: PersonId) -> list[Person]:
        """Everybody whom the person has blocked, by name."""
        found = await self._store.find(BlockedPerson, person=person)
        people = [Person(each.blocked, each.name) for each in found]
        return sorted(people, key=lambda each: (each.name.casefold(), each.id))

    async def unblock(self, person: PersonId, other: Person) -> None:
        if not await self._store.drop(BlockedPerson, person=person, blocked=other.id):
            raise Refused(f"You have not blocked {other.name}, so nothing is changed.")

    async def require_guest(self, host: PersonId, asked: Person) -> None:
        """Refuse a host who asks somebody who does not want it, or whom the host has blocked."""
        found = await self._store.for_seat(host, [asked.id], None)
        await self.require_guests(host, [asked], found)

    async def require_guests(self, host: PersonId, asked: Sequence[Person], found: ForSeat) -> None:
        """The same for several, with what was found about them."""
        for guest in asked:
            if guest.id == self._robot.id:
                continue
            blocked = (guest.id, host) in found.blocks or guest.id in found.barred
            if blocked or not await self._takes_challenges(guest.id, host, found):
                raise unwelcome(guest)
            if (host, guest.id) in found.blocks:
                raise Refused(
                    f"You have blocked {guest.name}, who could not take that seat. Unblock "
                    f"{guest.name} first, or challenge somebody else.",
                    Reason.BLOCKED,
                )

    async def require_successor(self, match: Match, asked: AskReplacement) -> None:
        """Refuse a successor who does not want to play with those who ask and who play on, or with
        whom one of them does not want to play."""
        successor = asked.successor
        if successor.id == self._robot.id:
            return
        staying = {match.person(seat).id for seat in match.playing} - {asked.leaving.id}
        others = sorted(staying | {asked.by.id} - {successor.id})
        found = await self._store.for_seat(successor.id, others, None)
        taken = [await self._takes_challenges(successor.id, each, found) for each in others]
        if found.blocks or not any(taken) or successor.id in found.barred:
            raise Refused(
                f"{successor.name} can't take that seat at the moment. Name somebody else.",
                Reason.UNWELCOME,
            )

    async def _takes_challenges(self, guest: PersonId, host: PersonId, found: ForSeat) -> bool:
        chosen = Preferences.of(found.own.get(guest, {})).over(USUAL).challenges
        if chosen == "played":
            return await self._store.have_played(host, guest)
        return chosen != "nobody"


def unwelcome(person: Person) -> Refused:
    """The refusal. It gives no reason: that is the person's own affair."""
    return Refused(
        f"{person.name} doesn't take challenges from you at the moment. "
        "Challenge somebody else, or leave the seat open to anyone.",
        Reason.UNWELCOME,
    )
