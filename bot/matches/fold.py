"""A match is the fold of its events: what each event changes. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import singledispatch
from typing import Any

from bot.catalog import entry
from bot.games.core import Outcome, Position
from bot.matches.events import (
    Accepted,
    BrokenMatch,
    Challenged,
    Declined,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Expired,
    MatchId,
    Overdue,
    Played,
    Recorded,
    Reminded,
    Resigned,
    Started,
    Status,
    Withdrawn,
)
from bot.matches.match import Match, Ply


def fold(recorded: Sequence[Recorded], match_id: MatchId) -> Match:
    """The match of all its events. Raises BrokenMatch when they do not fit together."""
    if not recorded:
        raise BrokenMatch(f"Match {match_id} has no events. Its record is damaged.")
    match = _guarded(_begun, match_id, recorded[0])
    for each in recorded[1:]:
        match = _guarded(evolve, match, each)
    return match


def evolve(match: Match, recorded: Recorded) -> Match:
    """The match once this event has happened to it."""
    changed = _apply(recorded.event, match, recorded)
    moved = changed.plies is not match.plies or changed.status is not match.status
    since = recorded.seq if moved else match.since
    return replace(changed, seq=recorded.seq, since=since, updated=recorded.at)


def record_events(events: Sequence[Event], after: int, at: datetime) -> list[Recorded]:
    """The events as they are recorded behind the event `after`."""
    return [Recorded(seq, event, at) for seq, event in enumerate(events, after + 1)]


def _guarded(step: Callable[[Any, Recorded], Match], so_far: Any, recorded: Recorded) -> Match:
    try:
        return step(so_far, recorded)
    except Exception as error:
        number = so_far.id if isinstance(so_far, Match) else so_far
        raise BrokenMatch(
            f"Match {number} can't be played through again: its event {recorded.seq} "
            f"({recorded.event.kind}) does not fit. Tell whoever runs the bot."
        ) from error


def _begun(match_id: MatchId, recorded: Recorded) -> Match:
    asked = recorded.event
    assert isinstance(asked, Challenged), "a match begins with its challenge"
    return Match(
        id=match_id,
        seq=recorded.seq,
        game=asked.game,
        options=asked.options,
        status=Status.INVITED,
        host=asked.host,
        invited=asked.invited,
        accepted=(),
        since=recorded.seq,
        first=asked.first,
        channel=asked.channel,
        guild=asked.guild,
        days=asked.days,
        expires=asked.expires,
        created=recorded.at,
        updated=recorded.at,
        open=asked.invited.count(None),
    )


@singledispatch
def _apply(event: Event, match: Match, recorded: Recorded) -> Match:
    """What the event changes. An event without a rule here changes nothing but the number."""
    return match


@_apply.register
def _(event: Accepted, match: Match, recorded: Recorded) -> Match:
    asked = next((p for p in match.invited if p and p.id == event.person.id), None)
    place = match.invited.index(asked)
    invited = (*match.invited[:place], event.person, *match.invited[place + 1 :])
    return replace(
        match,
        invited=invited,
        accepted=(*match.accepted, event.person),
        declined=match.declined - {event.person.id},
    )


@_apply.register
def _(event: Declined, match: Match, recorded: Recorded) -> Match:
    # The seat keeps what was agreed on for it, and is free for anyone.
    invited = tuple(None if p and p.id == event.person else p for p in match.invited)
    # With nobody in and nobody left to answer, a challenge that was not for anyone is over.
    over = not any(invited) and not match.open
    return replace(
        match,
        invited=invited,
        accepted=tuple(p for p in match.accepted if p.id != event.person),
        declined=match.declined | {event.person},
        status=Status.DECLINED if over else match.status,
    )


@_apply.register
def _(event: Withdrawn, match: Match, recorded: Recorded) -> Match:
    return replace(match, status=Status.WITHDRAWN)


@_apply.register
def _(event: Expired, match: Match, recorded: Recorded) -> Match:
    return replace(match, status=Status.EXPIRED)


@_apply.register
def _(event: Started, match: Match, recorded: Recorded) -> Match:
    running = replace(
        match,
        status=Status.RUNNING,
        seats=event.seats,
        options=event.options,
        position=match.rules.start(event.options),
    )
    return _new_turn(running, recorded.at)


@_apply.register
def _(event: Played, match: Match, recorded: Recorded) -> Match:
    before = _position(match)
    turn = match.rules.play(before, match.rules.parse(before, event.text))
    ply = Ply(
        event.seat, event.text, turn.effects, before, turn.position, recorded.seq, recorded.at
    )
    offer = match.draw_offer if match.draw_offer == event.seat else None
    moved = replace(match, position=turn.position, plies=(*match.plies, ply), draw_offer=offer)
    return _new_turn(moved, recorded.at)


@_apply.register
def _(event: Resigned, match: Match, recorded: Recorded) -> Match:
    if len(match.playing) <= 2:
        return replace(match, draw_offer=None)
    before = _position(match)
    turn = match.rules.leave(before, event.seat)
    why = "late" if event.late else "resign"
    ply = Ply(event.seat, why, turn.effects, before, turn.position, recorded.seq, recorded.at)
    left = replace(
        match,
        out=match.out | {event.seat},
        position=turn.position,
        plies=(*match.plies, ply),
        draw_offer=None,
    )
    return left if turn.position.turn == before.turn else _new_turn(left, recorded.at)


@_apply.register
def _(event: DrawOffered, match: Match, recorded: Recorded) -> Match:
    return replace(match, draw_offer=event.seat)


@_apply.register
def _(event: DrawDeclined, match: Match, recorded: Recorded) -> Match:
    return replace(match, draw_offer=None)


@_apply.register
def _(event: Reminded, match: Match, recorded: Recorded) -> Match:
    return replace(match, reminded=True)


@_apply.register
def _(event: Overdue, match: Match, recorded: Recorded) -> Match:
    return replace(match, overdue=True)


@_apply.register
def _(event: Ended, match: Match, recorded: Recorded) -> Match:
    return replace(
        match,
        status=Status.ENDED,
        outcome=Outcome(event.winners, event.reason),
        draw_offer=None,
        deadline=None,
        overdue=False,
    )


def _position(match: Match) -> Position:
    assert match.position is not None, "only a match that has started is played"
    return match.position


def _new_turn(match: Match, at: datetime) -> Match:
    deadline = None if match.days is None else at + timedelta(days=match.days)
    return replace(match, deadline=deadline, reminded=False, overdue=False)


def arrange_seats(key: str, options: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    """The options with every value that is given per seat put into a new order of seats."""
    per_seat = {option.name for option in entry(key).options if option.kind == "per_seat"}
    return {
        name: [value[place] for place in order]
        if name in per_seat and isinstance(value, list | tuple)
        else value
        for name, value in options.items()
    }
