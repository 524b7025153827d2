"""Whom to notify of what, where and when: calls, digests, reminders, the warning. Pure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from operator import add
from types import MappingProxyType
from typing import NamedTuple

from bot.model.clock.changes import History
from bot.model.clock.units import HOUR
from bot.model.notices.notice_settings import (
    MOST_REMINDERS,
    Destination,
    NoticeSettings,
    notify_at,
    quiet_between,
    quiet_until,
)
from bot.model.notices.records import HeldMention, NoticePlan, Notified, TurnNotice, personal_post
from bot.model.post_kinds import PostKind
from bot.model.records import ChannelId, MatchId, NoticeItem, PersonId, Post

LOOKED = HOUR
"""For this long after a look at the board nobody is reminded of it."""

TOGETHER = HOUR
"""How much too early a reminder may come to be in one message with another."""

WITH_BOARD = timedelta(minutes=1)
"""How long a due call is left to the board post that is about to make it."""

GATHERED = timedelta(minutes=5)
"""How long the call to a turn waits that begins together with those of other matches: by then all
boards are posted, and one message calls to all of them."""

BOTH = timedelta(hours=4)
"""How long before the warning a reminder gives way to it: the warning comes then. A person is not
warned early for this long after a notice of the turn."""

LONGEST_SILENCE = timedelta(hours=48)
"""The longest time between reminders for a person whose time runs, unless they chose fewer."""

LONGEST_LEAD = timedelta(hours=24)
"""How long before the deadline the warning comes at most."""

ORDER = (PostKind.WARNING, PostKind.TURN, PostKind.LAST_REMINDER, PostKind.REMINDER)
"""What comes first in a message; everything else comes last."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A person who is notified: their settings and calendars."""

    settings: NoticeSettings
    history: History

    def held_until(self, now: datetime) -> datetime | None:
        """When they are notified of what happens now; None for at once."""
        return notify_at(now, self.settings, self.history)


class Route(NamedTuple):
    """Where a person is notified now: in both places, in one, or in none; or held."""

    channel: bool
    direct: bool
    until: datetime | None = None


def route(reader: Reader, now: datetime) -> Route:
    """Where they are notified of what has just happened."""
    destination = reader.settings.destination
    if destination is Destination.NONE:
        return Route(False, False)
    until = reader.held_until(now)
    return Route(destination.in_channel and not until, destination.in_person and not until, until)


# Notifications of a post in the channel


def notified(
    item: NoticeItem,
    person: PersonId,
    reader: Reader,
    now: datetime,
    *,
    pinged: bool,
    turn: TurnNotice | None = None,
) -> Notified:
    """How a person's notification of a post changes, whether it pinged them or not.

    `turn` is their turn, if the post calls them to it.
    """
    way = route(reader, now)
    if not pinged and (way.until or way.channel):
        # A message that should have pinged was found after a crash: the ping is made up for.
        return Notified(person, item, now, False, next_at=_held_until(reader, now, turn) or now)
    direct = (PostKind.COPY if pinged else PostKind.PERSONAL) if way.direct else None
    after = _next_after_call(turn, reader, now) if turn else None
    return Notified(person, item, now, True, direct, after)


def gathered(turn: TurnNotice, reader: Reader, now: datetime) -> Notified:
    """How the call to a turn changes that is to be gathered with those of other matches."""
    if reader.settings.destination is Destination.NONE:
        return notified(turn.item, turn.person, reader, now, pinged=False, turn=turn)
    # A late board may be one of several.
    soon = max(now + WITH_BOARD, turn.began + GATHERED)
    at = max(_held_until(reader, now, turn) or now, soon)
    return Notified(turn.person, turn.item, now, False, next_at=at)


def fallback(turn: TurnNotice, reader: Reader, now: datetime) -> Notified:
    """How the call to a turn changes whose board Discord refuses: it goes directly."""
    way = route(reader, now)
    if way.until:
        return Notified(turn.person, turn.item, now, False, next_at=_held_until(reader, now, turn))
    direct = PostKind.FALLBACK if way.channel or way.direct else None
    after = _next_after_call(turn, reader, now)
    return Notified(turn.person, turn.item, now, True, direct, after)


def _held_until(reader: Reader, now: datetime, turn: TurnNotice | None) -> datetime | None:
    # When a notice held now is sent: of a turn not after the warning would come, unless in quiet
    # hours.
    until = reader.held_until(now)
    warning = warning_at(turn, reader, now) if turn else None
    end = quiet_until(now, reader.settings, reader.history)
    if until is None or warning is None or end is None:
        return until
    return min(until, max(end, warning))


def _next_after_call(turn: TurnNotice, reader: Reader, now: datetime) -> datetime | None:
    return next_time(replace(turn, called_at=now, last_at=now), reader, now)


# Reminders


def reminder_at(turn: TurnNotice, reader: Reader) -> datetime | None:
    """When a person who was called is reminded next, in quiet hours or not."""
    every = reader.settings.every
    if turn.last_at is None or every is None or turn.muted:
        return None
    if turn.reminders >= MOST_REMINDERS:
        every = max(every, LONGEST_SILENCE)
        if turn.deadline is None or turn.deadline <= turn.last_at + every:
            return None
    due = turn.last_at + every
    return max(due, turn.looked_at + LOOKED) if turn.looked_at else due


def warning_at(turn: TurnNotice, reader: Reader, now: datetime) -> datetime | None:
    """The time of the warning before the deadline: not in quiet hours if it can be earlier, and not
    within an hour of a look at the board unless less than an hour would be left then. A person who
    just had a notice with the deadline does not get another because quiet hours are about to
    begin."""
    if turn.deadline is None or turn.warned or not reader.settings.warning or turn.deadline <= now:
        return None
    lead = min((turn.budget or turn.deadline - turn.began) / 3, LONGEST_LEAD)
    at = max(turn.deadline - lead, now)
    if turn.looked_at:
        rested = turn.looked_at + LOOKED
        at = max(at, rested) if turn.deadline - rested >= HOUR else at
    soonest = turn.last_at + BOTH if turn.last_at else now
    return _out_of_quiet(at, turn.deadline, soonest, reader, now)


def _out_of_quiet(
    at: datetime, deadline: datetime, soonest: datetime, reader: Reader, now: datetime
) -> datetime | None:
    # The hour before the quiet hours at an instant, if that is not before the `soonest`, or else
    # their end before the deadline.
    free = now
    for start, end in quiet_between(now, deadline, reader.settings, reader.history):
        if start <= at < end:
            early = max(free, start - HOUR)
            return early if early >= soonest and start > now else (end if end < deadline else None)
        free = end
    return at


def next_time(turn: TurnNotice, reader: Reader, now: datetime) -> datetime | None:
    """When there is next something to do about a turn that its player was called to."""
    if reader.settings.destination is Destination.NONE:
        return None
    times = (reminder_at(turn, reader), warning_at(turn, reader, now))
    return min((at for at in times if at), default=None)


# Everything that is due to one person


def due_turns(turns: Sequence[TurnNotice], now: datetime) -> list[TurnNotice]:
    """The turns that are due; if one is a call, with the calls of the next minute."""
    due = [turn for turn in turns if turn.is_due(now)]
    if all(turn.called_at for turn in due):
        return due
    soon = now + WITH_BOARD
    return [t for t in turns if t.is_due(now) or (t.called_at is None and t.is_due(soon))]


def plan(
    person: PersonId,
    reader: Reader,
    turns: Sequence[TurnNotice],
    mentions: Sequence[HeldMention],
    now: datetime,
    boards: Collection[MatchId] = (),
    silent: Mapping[MatchId, datetime | None] = MappingProxyType({}),
) -> NoticePlan:
    """The notices of a person now, each thing once, and when there is next something to do.

    `boards`: the matches whose board is about to be posted. It calls those who were not called yet;
    it may even be posted already, by a process that ended before it could record that. `silent`:
    those to whose turns they are not called, and when to look again.
    """
    due = due_turns(turns, now)
    changes = [
        (turn, _silenced(turn, silent[turn.match], now), None)
        if turn.match in silent
        else (turn, replace(turn, next_at=now + WITH_BOARD), None)
        if turn.called_at is None and turn.match in boards
        else _changed(turn, reader, now, now)
        for turn in due
    ]
    heard = [each for each in mentions if each.next_at <= now]
    until = reader.held_until(now)
    if reader.settings.destination is Destination.NONE:
        mentioned: list[HeldMention] = []
    elif until:
        held = tuple((each, until) for each in heard)
        return NoticePlan((), tuple((b, a) for b, a, _ in changes), held=held)
    else:
        mentioned = heard
    if mentioned or any(kind for *_, kind in changes):
        # A person who is disturbed anyway gets what would have come soon.
        rest = [t for t in turns if t.called_at and t not in due and t.match not in silent]
        soon = (_changed(turn, reader, now, now + TOGETHER) for turn in rest)
        changes += [change for change in soon if change[2]]
    items = [
        *((b.channel, NoticeItem(b.match, b.seq, kind)) for b, _, kind in changes if kind),
        *((each.channel, each.item) for each in mentioned),
    ]
    posts = tuple(_posts(person, reader.settings.destination, items, now))
    return NoticePlan(posts, tuple((b, a) for b, a, _ in changes), tuple(heard))


def _silenced(turn: TurnNotice, until: datetime | None, now: datetime) -> TurnNotice:
    # The turn as if they had been called.
    called, last = turn.called_at or now, turn.last_at or now
    return replace(turn, called_at=called, last_at=last, next_at=until)


def _changed(
    turn: TurnNotice, reader: Reader, now: datetime, soon: datetime
) -> tuple[TurnNotice, TurnNotice, PostKind | None]:
    if turn.called_at is None:
        return turn, *_called(turn, reader, now)
    if reader.settings.destination is Destination.NONE:
        return turn, replace(turn, next_at=None), None
    after, kind = turn, None
    warning, reminder = warning_at(turn, reader, now), reminder_at(turn, reader)
    rested = turn.looked_at is None or turn.looked_at + LOOKED <= now
    reminded = reminder is not None and reminder <= soon and rested
    until = reader.held_until(now) if reminded else None
    near = max(soon, now + BOTH) if reminded and not until else soon
    if warning and warning <= (near if rested else now):
        after, kind = replace(turn, warned=True, last_at=now), PostKind.WARNING
    elif reminded:
        if until:
            return turn, replace(turn, next_at=min(until, warning or until)), None
        runs = turn.deadline is not None and turn.deadline > now
        is_last = turn.reminders + 1 == MOST_REMINDERS and not runs
        after = replace(turn, reminders=turn.reminders + 1, last_at=now)
        kind = PostKind.LAST_REMINDER if is_last else PostKind.REMINDER
    return turn, replace(after, next_at=next_time(after, reader, now)), kind


def _called(turn: TurnNotice, reader: Reader, now: datetime) -> tuple[TurnNotice, PostKind | None]:
    until = _held_until(reader, now, turn)
    if until and reader.settings.destination is not Destination.NONE:
        return replace(turn, next_at=until), None
    called = replace(turn, called_at=now, last_at=now)
    kind = None if reader.settings.destination is Destination.NONE else PostKind.TURN
    return replace(called, next_at=next_time(called, reader, now)), kind


def _posts(
    person: PersonId,
    destination: Destination,
    items: Iterable[tuple[ChannelId, NoticeItem]],
    now: datetime,
) -> Iterator[Post]:
    # One message with everything, or one for each channel: no channel shows matches of another.
    ordered = sorted(items, key=lambda each: _rank(each[1]))
    if not ordered:
        return
    kind = PostKind.COPY if destination is Destination.BOTH else PostKind.PERSONAL
    if destination.in_person:
        yield personal_post(kind, person, [item for _, item in ordered], now, direct=True)
    if destination.in_channel:
        for channel in dict.fromkeys(channel for channel, _ in ordered):
            here = [item for place, item in ordered if place == channel]
            yield personal_post(kind, person, here, now, direct=False)


def _rank(item: NoticeItem) -> int:
    return ORDER.index(item.kind) if item.kind in ORDER else len(ORDER)


def plan_followed(
    person: PersonId,
    reader: Reader,
    mentions: Sequence[HeldMention],
    last: datetime | None,
    now: datetime,
) -> NoticePlan:
    """The notices of followed matches now: all held ones, in one direct message.

    Not within an hour of the last one, and not in quiet hours. Where the person is called to their
    own turns does not matter: they have asked for these.
    """
    due = [each for each in mentions if each.next_at <= now]
    if not due:
        return NoticePlan()
    hour_end = last + TOGETHER if last and now < last + TOGETHER else None
    until = max((at for at in (reader.held_until(now), hour_end) if at), default=None)
    if until:
        return NoticePlan(held=tuple((each, until) for each in due))
    items = [each.item for each in mentions]
    post = personal_post(PostKind.FOLLOWED, person, items, now, direct=True)
    return NoticePlan((post,), done=tuple(mentions))


def both_plans(one: NoticePlan, other: NoticePlan) -> NoticePlan:
    """All of both, to be written together."""
    return NoticePlan(*map(add, one, other))
