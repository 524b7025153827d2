"""A match is the fold of its events: what each event changes. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, assert_never

from bot.catalog import entry
from bot.games.core import Outcome, Turn
from bot.matches.events import (
    Accepted,
    Challenged,
    Claimed,
    Declined,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Expired,
    Overdue,
    Person,
    Played,
    Reminded,
    Resigned,
    Started,
    Withdrawn,
)
from bot.matches.match import Match, Ply
from bot.matches.records import MatchId, Recorded, Status
from bot.matches.refusals import BrokenMatch
from bot.matches.turns import resolve_text


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
    changed = _apply(match, recorded)
    moved = changed.plies is not match.plies or changed.status is not match.status
    board_seq = recorded.seq if moved else match.board_seq
    return replace(changed, seq=recorded.seq, board_seq=board_seq, updated=recorded.at)


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
        board_seq=recorded.seq,
        first=asked.first,
        channel=asked.channel,
        guild=asked.guild,
        days=asked.days,
        expires=asked.expires,
        created=recorded.at,
        updated=recorded.at,
        open=asked.invited.count(None),
        rematch_of=asked.rematch_of,
    )


def _apply(match: Match, recorded: Recorded) -> Match:
    """The match changed by the event, its numbers and times apart."""
    event, at = recorded.event, recorded.at
    match event:
        case Accepted(person):
            return _accepted(match, person)
        case Declined(person_id):
            return _declined(match, person_id)
        case Withdrawn():
            return replace(match, status=Status.WITHDRAWN)
        case Expired():
            return replace(match, status=Status.EXPIRED)
        case Started():
            return _started(match, event, at)
        case Played():
            return _played(match, event, recorded)
        case Resigned():
            return _resigned(match, event, recorded)
        case DrawOffered(seat):
            return replace(match, draw_offer=seat)
        case DrawDeclined():
            return replace(match, draw_offer=None)
        case Reminded():
            return replace(match, reminded=True)
        case Overdue():
            return replace(match, overdue=True)
        case Ended():
            return _ended(match, event)
        case Challenged() | Claimed():
            return match
        case _:
            assert_never(event)


def _accepted(match: Match, person: Person) -> Match:
    asked = next((p for p in match.invited if p and p.id == person.id), None)
    place = match.invited.index(asked)
    return replace(
        match,
        invited=(*match.invited[:place], person, *match.invited[place + 1 :]),
        accepted=(*match.accepted, person),
        declined=match.declined - {person.id},
    )


def _declined(match: Match, person_id: int) -> Match:
    # The seat keeps what was agreed on for it, and is free for anyone.
    invited = tuple(None if p and p.id == person_id else p for p in match.invited)
    # With nobody in and nobody left to answer, a challenge that was not for anyone is over.
    over = not any(invited) and not match.open
    return replace(
        match,
        invited=invited,
        accepted=tuple(p for p in match.accepted if p.id != person_id),
        declined=match.declined | {person_id},
        status=Status.DECLINED if over else match.status,
    )


def _started(match: Match, event: Started, at: datetime) -> Match:
    running = replace(
        match,
        status=Status.RUNNING,
        seats=event.seats,
        options=event.options,
        position=match.rules.start(event.options),
    )
    return _new_turn(running, at)


def _played(match: Match, event: Played, recorded: Recorded) -> Match:
    turn = resolve_text(match.rules, match.position, event.text).turn
    moved = _with_ply(match, event.seat, event.text, turn, recorded)
    offer = match.draw_offer if match.draw_offer == event.seat else None
    return _new_turn(replace(moved, draw_offer=offer), recorded.at)


def _resigned(match: Match, event: Resigned, recorded: Recorded) -> Match:
    if len(match.playing) <= 2:
        return replace(match, draw_offer=None)
    turn = match.rules.leave(match.position, event.seat)
    left = _with_ply(match, event.seat, "late" if event.late else "resign", turn, recorded)
    left = replace(left, out=match.out | {event.seat}, draw_offer=None)
    return left if left.turn == match.turn else _new_turn(left, recorded.at)


def _ended(match: Match, event: Ended) -> Match:
    return replace(
        match,
        status=Status.ENDED,
        outcome=Outcome(event.winners, event.reason),
        draw_offer=None,
        deadline=None,
        overdue=False,
    )


def _with_ply(match: Match, seat: int, text: str, turn: Turn[Any], recorded: Recorded) -> Match:
    assert match.position is not None, "only a match that has started is played"
    before, after = match.position, turn.position
    ply = Ply(seat, text, turn.effects, before, after, recorded.seq, recorded.at)
    return replace(match, position=after, plies=(*match.plies, ply))


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
