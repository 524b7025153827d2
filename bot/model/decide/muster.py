"""How a challenge is answered, and when it becomes a match. Pure.

Matches with long turns start only after everybody has said in time that they are there.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import reduce

from bot.model.clock.time_control import TimeControl
from bot.model.decide import Command, Moment
from bot.model.decide.challenge import is_complete, start_event
from bot.model.decide.requirements import listed_people, require_invited, waits_sentence
from bot.model.events import (
    Accepted,
    Declined,
    Event,
    Expired,
    Mustered,
    Person,
    Ready,
    Recorded,
    Withdrawn,
)
from bot.model.fold import evolve, record_events
from bot.model.match import Match
from bot.model.records import PersonId, Seq, Status
from bot.model.refusals import Reason, Refused

TERM = timedelta(hours=48)
"""How long everybody has to say that they are ready."""

PRESENT = timedelta(hours=1)
"""A person who did something within this time is there, and need not say so."""

LONG = timedelta(days=10)
"""A match whose turns may begin with this much time is long.

A player who has lost interest would hold up the others for that long before anything can be
claimed. The usual week a move is below it: friends are not slowed.
"""


def is_long(control: TimeControl | None) -> bool:
    """Whether a match with that time waits for everybody to be ready."""
    return control is None or control.start >= LONG


def gather(match: Match, here: PersonId, at: Moment) -> list[Event]:
    """What follows once all seats are taken, by what the person `here` has just done.

    The match starts; a long one waits for those who have not been heard from lately.
    """
    heard = match.muster.heard
    there = [p.id for p in match.gathered if p.id == here or at.now - heard[p.id] <= PRESENT]
    if not is_long(match.control) or len(there) == len(match.gathered):
        return [start_event(match, at.chance)]
    return [Mustered(at.now + TERM), *map(Ready, there)]


class SayReady(Command):
    """The person is ready to begin, if everybody has to say so."""

    person_id: PersonId

    def decided(self, match: Match, at: Moment) -> list[Event]:
        require_invited(match)
        if self.person_id not in {p.id for p in match.gathered}:
            raise Refused(f"You have no seat in match {match.id}.", Reason.NO_SEAT)
        if match.muster.until is None:
            raise Refused(
                f"Nobody has to say now that they are ready. {waits_sentence(match)}",
                Reason.NO_MUSTER,
            )
        if self.person_id in match.muster.ready:
            raise Refused(f"You have said already that you are ready. {waits_sentence(match)}")
        return say_ready(match, self.person_id, at)


def say_ready(match: Match, person_id: PersonId, at: Moment) -> list[Event]:
    ready = Ready(person_id)
    after = evolve(match, Recorded(Seq(match.seq + 1), ready, at.now))
    return [ready] if after.awaited else [ready, start_event(after, at.chance)]


def with_robot(match: Match, events: Sequence[Event], robot: PersonId, at: Moment) -> list[Event]:
    """The events, and the robot's word that it is ready if it is asked: it always is."""
    if not any(isinstance(event, Mustered) for event in events):
        return list(events)
    after = reduce(evolve, record_events(events, match.seq, at.now), match)
    if robot not in {p.id for p in after.awaited}:
        return list(events)
    return [*events, *say_ready(after, robot, at)]


def decide_close(match: Match, now: datetime) -> list[Event]:
    """What becomes of a challenge whose time is over.

    Those who were not ready in time lose their seat. Without the host, without anybody left, or
    when the challenge has lasted for its time, it is over.
    """
    if match.muster.until is None:
        return [Expired()] if now >= match.expires else []
    if now < match.muster.until:
        return []
    lost: list[Event] = [Declined(person.id) for person in match.awaited]
    after = reduce(evolve, record_events(lost, match.seq, now), match)
    goes_on = match.host.id in match.muster.ready and after.status is Status.INVITED
    return lost if goes_on and now < match.expires else [Expired()]


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
    """`person` declines the challenge, or gives a seat back before the start."""

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
    """`person` withdraws the challenge: the host, or a manager of the channel."""

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
    after = evolve(match, Recorded(Seq(match.seq + 1), event, at.now))
    if after.status is not Status.INVITED or not isinstance(event, Accepted):
        return [event]
    if after.muster.until is not None:
        # The host has begun already with those who were in.
        return [event, *say_ready(after, event.person.id, at)]
    return [event, *gather(after, event.person.id, at)] if is_complete(after) else [event]
