"""Matches with long turns start only when everybody is there, and says so in time. Pure."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import reduce

from bot.model.clock.time_control import TimeControl
from bot.model.decide.base import Command, Moment
from bot.model.decide.challenge import start_event
from bot.model.decide.requirements import require_invited, waits_sentence
from bot.model.events import Declined, Event, Expired, Mustered, Ready, Recorded
from bot.model.fold import evolve, record_events
from bot.model.match import Match
from bot.model.records import Status
from bot.model.refusals import Reason, Refused

TERM = timedelta(hours=48)
"""How long everybody has to say that they are ready."""

PRESENT = timedelta(hours=1)
"""Who was heard of within this time is there, and need not say so."""

LONG = timedelta(days=10)
"""A match whose turns may begin with so much time is long.

Somebody who has lost interest holds up the others for so long before anything can be claimed. The
usual week a move is below it: friends are not slowed.
"""


def is_long(control: TimeControl | None) -> bool:
    """Whether a match with that time waits for everybody to be ready."""
    return control is None or control.start >= LONG


def gather(match: Match, here: int, at: Moment) -> list[Event]:
    """What follows once all are in who shall play, by what the person `here` has just done.

    The match starts; a long one waits for those who have not been heard of lately.
    """
    heard = match.muster.heard
    there = [p.id for p in match.gathered if p.id == here or at.now - heard[p.id] <= PRESENT]
    if not is_long(match.control) or len(there) == len(match.gathered):
        return [start_event(match, at.chance)]
    return [Mustered(at.now + TERM), *map(Ready, there)]


class SayReady(Command):
    """The person is ready to begin, where everybody has to say so."""

    person_id: int

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


def say_ready(match: Match, person_id: int, at: Moment) -> list[Event]:
    ready = Ready(person_id)
    after = evolve(match, Recorded(match.seq + 1, ready, at.now))
    return [ready] if after.awaited else [ready, start_event(after, at.chance)]


def with_robot(match: Match, events: Sequence[Event], robot: int, at: Moment) -> list[Event]:
    """The events, and the robot's word that it is ready where it is asked: it always is."""
    if not any(isinstance(event, Mustered) for event in events):
        return list(events)
    after = reduce(evolve, record_events(events, match.seq, at.now), match)
    if robot not in {p.id for p in after.awaited}:
        return list(events)
    return [*events, *say_ready(after, robot, at)]


def decide_close(match: Match, now: datetime) -> list[Event]:
    """What becomes of a challenge whose time is over.

    Who was not ready in time loses their seat. Without the host, without anybody left, or when the
    challenge has stood for its time, it is over.
    """
    if match.muster.until is None:
        return [Expired()] if now >= match.expires else []
    if now < match.muster.until:
        return []
    lost: list[Event] = [Declined(person.id) for person in match.awaited]
    after = reduce(evolve, record_events(lost, match.seq, now), match)
    goes_on = match.host.id in match.muster.ready and after.status is Status.INVITED
    return lost if goes_on and now < match.expires else [Expired()]
