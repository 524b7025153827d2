"""How a challenge is answered, and when it becomes a match. Pure."""

from datetime import datetime
from random import Random

from bot.matches.challenge import is_complete
from bot.matches.decide.muster import gather, say_ready
from bot.matches.events import Accepted, Declined, Event, Person, Recorded, Withdrawn
from bot.matches.fold import evolve
from bot.matches.match import Match
from bot.matches.records import Status
from bot.matches.refusals import Reason, Refused
from bot.matches.standing import listed_people, require_invited, waits_sentence


def decide_accept(match: Match, person: Person, now: datetime, chance: Random) -> list[Event]:
    """A person takes a seat; with the last one the match starts."""
    require_invited(match)
    if person.id in {p.id for p in match.gathered}:
        raise Refused(f"You are already in. {waits_sentence(match)}")
    if not _is_invited(match, person.id) and None not in match.invited:
        asked = listed_people(match.others(match.host.id))
        raise Refused(f"This challenge is for {asked}.", Reason.NO_SEAT)
    return _and_begin(match, Accepted(person), now, chance)


def decide_decline(match: Match, person: Person, now: datetime, chance: Random) -> list[Event]:
    """A person says no, or gives a seat back."""
    require_invited(match)
    if person.id == match.host.id:
        raise Refused("This challenge is your own. Withdraw it if you want to take it back.")
    if not _is_invited(match, person.id):
        raise Refused(
            "This challenge does not ask for you by name. Just leave it; no answer is needed."
        )
    return _and_begin(match, Declined(person.id), now, chance)


def decide_withdraw(match: Match, person: Person, manager: bool) -> list[Event]:
    """The host, or a manager, takes the challenge back."""
    require_invited(match)
    if person.id != match.host.id and not manager:
        raise Refused(
            f"Only {match.host.name} can take this challenge back. Decline it if it is for you."
        )
    return [Withdrawn(person.id)]


def decide_begin(match: Match, person: Person, now: datetime, chance: Random) -> list[Event]:
    """The host begins with those who are in."""
    require_invited(match)
    if person.id != match.host.id:
        raise Refused(f"Only {match.host.name} can begin before everyone has answered.")
    fewest = match.rules.players.start
    if 1 + len(match.accepted) < fewest:
        raise Refused(f"Too few have accepted: it takes {fewest} to play. {waits_sentence(match)}")
    if match.muster.until is not None:
        raise Refused(f"Everybody is asked already whether they are ready. {waits_sentence(match)}")
    return gather(match, person.id, now, chance)


def _is_invited(match: Match, person_id: int) -> bool:
    return any(p is not None and p.id == person_id for p in match.invited)


def _and_begin(match: Match, event: Event, now: datetime, chance: Random) -> list[Event]:
    """The answer to a challenge, and what follows if it was the last one missing."""
    after = evolve(match, Recorded(match.seq + 1, event, now))
    if after.status is not Status.INVITED or not isinstance(event, Accepted):
        return [event]
    if after.muster.until is not None:
        # The host has begun already with those who were in.
        return [event, *say_ready(after, event.person.id, now, chance)]
    return [event, *gather(after, event.person.id, now, chance)] if is_complete(after) else [event]
