"""What events change in the rows stored next to their match. Pure."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.model.clock.units import DAY
from bot.model.events import Challenged, Declined, Event, Expired, Replaced
from bot.model.match import OPEN
from bot.model.notices.records import PAUSE as FOLLOWERS_WAIT
from bot.model.places import PAUSE as STRETCH_LASTS
from bot.model.post_kinds import PostKind
from bot.model.privacy.leaving import named_in
from bot.model.records import ChannelId, MatchSummary, MovedNotice, PersonId, Status
from bot.model.results import pair_name

PUT_OFF = DAY
"""A deadline put off by this much gets another warning."""

SHORT = timedelta(hours=25)
"""A player whose time ran out and who is given less than this gets no warning before its end."""

INVOLVING = {
    *("declined", "withdrawn", "replaced", "replacement_asked", "replacement_agreed"),
    *("replacement_declined", "replacement_withdrawn"),
}
"""Events that name people who may have no seat in the match."""


PLACEHOLDER = PostKind.THINKING
"""The post that only announces another one: any later post to all replaces it."""


class HandedOver(NamedTuple):
    """A seat goes from the person `former` to `successor`, both by id."""

    former: PersonId
    successor: PersonId


@dataclass(frozen=True, slots=True)
class Consequences:
    """What is written with the events of a match and its summary."""

    seats: tuple[PersonId, ...] | None = None
    """The ids of all who sit or are asked; None if neither they nor the status have changed."""
    involved: tuple[PersonId, ...] = ()
    """People named by the events, or who have lost their seat."""
    absent: tuple[PersonId, ...] = ()
    """Those who lost a seat, or all hope of a match, because they did not say that they are
    ready."""
    turn_begins: bool | None = None
    """Whether a person's turn begins, else the last one ended; None if neither."""
    mover: PersonId | None = None
    """The person whose turn has ended."""
    known_at: datetime | None = None
    """When the player to move knew of it without being called."""
    moved_notice: MovedNotice | None = None
    """What follows for the notices of a turn whose deadline has moved."""
    followers_at: datetime | None = None
    """When followers are notified; for the last time if it `is_over`."""
    is_over: bool = False
    """Whether the match ends with these events."""
    stretch_until: datetime | None = None
    """Until when a stretch lasts, unless it is due already."""
    standing_taken: bool | None = None
    """Whether a standing challenge is taken, else withdrawn; None if neither."""
    lobby: ChannelId | None = None
    """The channel whose list of open challenges has changed."""
    handed_over: HandedOver | None = None
    """The seat that another person has taken over."""
    competition: int | None = None
    """The competition that made the match, if the match begins or ends, or a seat is taken over: it
    is looked at again."""
    arranged: str | None = None
    """The name under which another match is to be made: the second of the pair that begins with
    this one."""


def consequences(
    before: MatchSummary | None, events: Sequence[Event], after: MatchSummary
) -> Consequences:
    """What follows from the events between the two summaries of a match; `before` is None for a new
    one."""
    turn_begins = _turn_begins(before, after)
    is_over = before is not None and before.status in OPEN and after.status not in OPEN
    handed_over = next(
        (HandedOver(e.former.id, e.person.id) for e in events if isinstance(e, Replaced)), None
    )
    is_notified = before is not None and (is_over or bool(turn_begins))
    return Consequences(
        seats=_seats(before, after),
        involved=_involved(before, events, after),
        absent=_absent(events, after),
        turn_begins=turn_begins,
        mover=before.turn if before and turn_begins is not None else None,
        known_at=after.updated if after.turn_known else None,
        moved_notice=_moved_notice(before, after),
        followers_at=_whole_seconds(after.updated) + FOLLOWERS_WAIT if is_notified else None,
        is_over=is_over,
        stretch_until=_stretch_until(before, after),
        standing_taken=_standing_taken(before, after),
        lobby=after.channel if (before or after).status is Status.INVITED else None,
        handed_over=handed_over,
        competition=after.competition if before is None or is_over or handed_over else None,
        arranged=_arranged(before, after),
    )


def moved_notice(
    was: datetime | None, deadline: datetime | None, now: datetime
) -> MovedNotice | None:
    """What follows if the deadline of a turn that goes on `was` another; None if it was not.

    A new deadline moves the warning before it; with a day more, or no deadline at all, the warning
    is given again. If the time had passed, a post says what began instead: a grace in place of the
    warning, a longer pause besides it. That post counts as a reminder.
    """
    if was == deadline:
        return None
    has_passed = was is not None and was <= now
    warned = None
    if deadline is None or (was and not has_passed and deadline - was >= PUT_OFF):
        warned = False
    elif has_passed:
        warned = deadline - now < SHORT
    return MovedNotice(now, now if has_passed else None, warned)


def _seats(before: MatchSummary | None, after: MatchSummary) -> tuple[PersonId, ...] | None:
    ids = tuple(dict.fromkeys(person.id for person in after.people))
    stays = before and (before.people, before.channel, before.status)
    return None if stays == (after.people, after.channel, after.status) else ids


def _involved(
    before: MatchSummary | None, events: Sequence[Event], after: MatchSummary
) -> tuple[PersonId, ...]:
    seated = {person.id for person in after.people}
    found = {person.id for person in before.people} - seated if before else _brought(events, seated)
    for each in events:
        if each.kind in INVOLVING:
            found.update(named_in(each.kind, json.loads(each.payload())))
    return tuple(sorted(found))


def _brought(events: Sequence[Event], seated: set[PersonId]) -> set[PersonId]:
    # The person who imported a match that others have played.
    hosts = {event.host.id for event in events if isinstance(event, Challenged)}
    return hosts - seated


def _absent(events: Sequence[Event], after: MatchSummary) -> tuple[PersonId, ...]:
    absent = [event.person for event in events if isinstance(event, Declined)]
    if any(isinstance(event, Expired) for event in events):
        absent += [person.id for person in after.people]
    return tuple(absent)


def _turn_begins(before: MatchSummary | None, after: MatchSummary) -> bool | None:
    if after.turn_seq == (before.turn_seq if before else None):
        return None
    return after.turn_seq is not None


def _moved_notice(before: MatchSummary | None, after: MatchSummary) -> MovedNotice | None:
    if before is None or after.turn_seq is None or before.turn_seq != after.turn_seq:
        return None
    return moved_notice(before.deadline, after.deadline, after.updated)


def _stretch_until(before: MatchSummary | None, after: MatchSummary) -> datetime | None:
    # Every turn puts the end off; the end of its match ends a stretch at once.
    now = (after.turn_seq, after.status)
    if before is None or (before.turn_seq, before.status) == now:
        return None
    is_running = after.status is Status.RUNNING
    return _whole_seconds(after.updated) + STRETCH_LASTS if is_running else after.updated


def _standing_taken(before: MatchSummary | None, after: MatchSummary) -> bool | None:
    if before is None or before.status is not Status.INVITED or after.status is Status.INVITED:
        return None
    return after.status in (Status.RUNNING, Status.ENDED)


def _arranged(before: MatchSummary | None, after: MatchSummary) -> str | None:
    has_begun = after.status is Status.RUNNING and (
        before is None or before.status is Status.INVITED
    )
    return pair_name(after.match) if has_begun and after.pair == after.match else None


def _whole_seconds(at: datetime) -> datetime:
    return at.replace(microsecond=0)
