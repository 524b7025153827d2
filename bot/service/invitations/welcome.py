"""Who may challenge whom: what everybody says of themselves, and their block lists."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.commands import Accept, AskReplacement, Command
from bot.model.events import Person
from bot.model.invitations import Blocks
from bot.model.match import Match
from bot.model.refusals import Reason, Refused
from bot.service.invitations.seating import takes_seat
from bot.service.personal.preferences import PERSON, USUAL, PreferenceBook


@dataclass(frozen=True, slots=True, eq=False)
class Welcome:
    """Refuses challenges that somebody does not want. `robot` takes them all.

    Whoever is refused is not told which of the reasons it was.
    """

    _store: Blocks
    _preferences: PreferenceBook
    _robot: Person

    async def block(self, person: int, other: Person) -> None:
        """Let the other neither challenge the person nor take a seat in a challenge of theirs."""
        if other.id == person:
            raise Refused("You can't block yourself. Name somebody else.")
        if other.id == self._robot.id:
            raise Refused("I challenge nobody, so there is nothing to block. Name somebody else.")
        await self._store.block(person, other)

    async def unblock(self, person: int, other: Person) -> None:
        if not await self._store.unblock(person, other.id):
            raise Refused(f"You have not blocked {other.name}, so nothing is changed.")

    async def require_guests(self, host: int, asked: Sequence[Person]) -> None:
        """Refuse to let the host ask people who do not want it, or whom the host has blocked."""
        guests = [p for p in asked if p.id != self._robot.id]
        if not guests:
            return
        blockers = await self._store.blockers(host, [p.id for p in guests])
        for guest in guests:
            if guest.id in blockers or not await self._takes_challenges(guest.id, host):
                raise unwelcome(guest)
            if await self._store.blockers(guest.id, [host]):
                raise Refused(
                    f"You have blocked {guest.name}, who could not take that seat. Unblock "
                    f"{guest.name} first, or challenge somebody else.",
                    Reason.BLOCKED,
                )

    async def require_seat(self, match: Match, command: Command) -> None:
        """Refuse a seat in a challenge to somebody whom its host has blocked."""
        if not isinstance(command, Accept) or not takes_seat(match, command.person):
            return
        if await self._store.blockers(command.person.id, [match.host.id]):
            raise unwelcome(match.host)

    async def require_successor(self, match: Match, asked: AskReplacement) -> None:
        """Refuse a successor who does not want to play with those who ask and who play on, or with
        whom one of them does not want to play."""
        successor = asked.successor
        if successor.id == self._robot.id:
            return
        staying = {match.person(seat).id for seat in match.playing} - {asked.leaving.id}
        others = sorted(staying | {asked.by.id} - {successor.id})
        unwanted = [
            *[who for who in others if await self._store.blockers(who, [successor.id])],
            *await self._store.blockers(successor.id, others),
        ]
        if unwanted or not any([await self._takes_challenges(successor.id, o) for o in others]):
            raise Refused(
                f"{successor.name} can't take that seat at the moment. Name somebody else.",
                Reason.UNWELCOME,
            )

    async def _takes_challenges(self, guest: int, host: int) -> bool:
        chosen = (await self._preferences.stored(PERSON, guest)).challenges or USUAL.challenges
        if chosen == "played":
            return await self._store.have_played(host, guest)
        return chosen != "nobody"


def unwelcome(person: Person) -> Refused:
    """The refusal, which gives no reason: that is the person's own affair."""
    return Refused(
        f"{person.name} doesn't take challenges from you at the moment. "
        "Challenge somebody else, or leave the seat open to anyone.",
        Reason.UNWELCOME,
    )
