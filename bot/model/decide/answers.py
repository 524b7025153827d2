"""How a challenge is answered, and when it becomes a match. Pure."""

from bot.model.decide.base import Command, Moment
from bot.model.decide.challenge import is_complete
from bot.model.decide.muster import gather, say_ready
from bot.model.decide.requirements import listed_people, require_invited, waits_sentence
from bot.model.events import Accepted, Declined, Event, Person, Recorded, Withdrawn
from bot.model.fold import evolve
from bot.model.match import Match
from bot.model.records import Status
from bot.model.refusals import Reason, Refused


class Accept(Command):
    """`person` takes a seat of the challenge."""

    person: Person

    def decided(self, match: Match, at: Moment) -> list[Event]:
        require_invited(match)
        if self.person.id in {p.id for p in match.gathered}:
            raise Refused(f"You are already in. {waits_sentence(match)}")
        if not match.asks(self.person.id) and None not in match.invited:
            asked = listed_people(match.others(match.host.id))
            raise Refused(f"This challenge is for {asked}.", Reason.NO_SEAT)
        return _and_begin(match, Accepted(self.person), at)


class Decline(Command):
    """`person` says no to the challenge, or gives a seat back before the start."""

    person: Person

    def decided(self, match: Match, at: Moment) -> list[Event]:
        require_invited(match)
        if self.person.id == match.host.id:
            raise Refused("This challenge is your own. Withdraw it if you want to take it back.")
        if not match.asks(self.person.id):
            raise Refused(
                "This challenge does not ask for you by name. Just leave it; no answer is needed."
            )
        return _and_begin(match, Declined(self.person.id), at)


class Withdraw(Command):
    """`person` takes the challenge back: the host, or a manager of the channel."""

    person: Person
    manager: bool = False

    def decided(self, match: Match, at: Moment) -> list[Event]:
        require_invited(match)
        if self.person.id != match.host.id and not self.manager:
            raise Refused(
                f"Only {match.host.name} can take this challenge back. Decline it if it is for you."
            )
        return [Withdrawn(self.person.id)]


class Begin(Command):
    """The host begins with those who have accepted, in a match of more than two seats."""

    person: Person

    def decided(self, match: Match, at: Moment) -> list[Event]:
        require_invited(match)
        if self.person.id != match.host.id:
            raise Refused(f"Only {match.host.name} can begin before everyone has answered.")
        fewest = match.rules.players.start
        if 1 + len(match.accepted) < fewest:
            raise Refused(
                f"Too few have accepted: it takes {fewest} to play. {waits_sentence(match)}"
            )
        if match.muster.until is not None:
            raise Refused(
                f"Everybody is asked already whether they are ready. {waits_sentence(match)}"
            )
        return gather(match, self.person.id, at)


def _and_begin(match: Match, event: Event, at: Moment) -> list[Event]:
    after = evolve(match, Recorded(match.seq + 1, event, at.now))
    if after.status is not Status.INVITED or not isinstance(event, Accepted):
        return [event]
    if after.muster.until is not None:
        # The host has begun already with those who were in.
        return [event, *say_ready(after, event.person.id, at)]
    return [event, *gather(after, event.person.id, at)] if is_complete(after) else [event]
