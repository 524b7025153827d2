"""A match is the fold of its events: what each event changes. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial, reduce
from itertools import groupby
from types import MappingProxyType
from typing import Any, TypeAlias, assert_never

from bot.catalog import entry
from bot.games.core import Outcome, Position, Turn
from bot.games.guide import Game
from bot.matches.cache.positions import readable_positions
from bot.matches.clock.clock_state import ClockState, after_move, first_state, use_grace
from bot.matches.clock.time_control import TimeControl
from bot.matches.events import (
    Accepted,
    Announced,
    Challenged,
    Claimed,
    Declined,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Expired,
    GraceUsed,
    Held,
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

Clocks: TypeAlias = tuple[ClockState, ...]

NOTHING_KEPT: Mapping[int, str] = MappingProxyType({})
NOTHING_KNOWN: Mapping[int, Position] = MappingProxyType({})


def fold(
    recorded: Sequence[Recorded], match_id: MatchId, kept: Mapping[int, str] = NOTHING_KEPT
) -> Match:
    """The match of all its events. Raises BrokenMatch when they do not fit together.

    `kept` are positions by the event they stood after: the moves before the last of them are taken
    as they are recorded, and played when somebody asks what they changed.
    """
    if not recorded:
        raise BrokenMatch(f"Match {match_id} has no events. Its record is damaged.")
    match = _guarded(_begun, match_id, recorded[0])
    known = _known_positions(recorded, kept)
    trusted = max(known, default=1)
    for is_moves, run in groupby(recorded[1:trusted], lambda each: isinstance(each.event, Played)):
        if is_moves:
            match = _with_moves(match, list(run), known)
        else:
            match = reduce(partial(_guarded, partial(_trust, known=known)), run, match)
    for each in recorded[trusted:]:
        match = _guarded(evolve, match, each)
    return match


def evolve(match: Match, recorded: Recorded) -> Match:
    """The match once this event has happened to it, by the rules."""
    changed = _follow(match, recorded)
    if changed.plies is not match.plies:
        changed.plies[-1].play_out()
    return changed


def _trust(match: Match, recorded: Recorded, known: Mapping[int, Position]) -> Match:
    """The match once this event has happened to it, its move left to be played when asked for."""
    changed = _follow(match, recorded)
    if changed.plies is not match.plies:
        changed.plies[-1].known = known.get(recorded.seq)
    return changed


def _follow(match: Match, recorded: Recorded) -> Match:
    changed = _apply(match, recorded)
    moved = changed.plies is not match.plies or changed.status is not match.status
    board_seq = recorded.seq if moved else match.board_seq
    return replace(changed, seq=recorded.seq, board_seq=board_seq, updated=recorded.at)


def _known_positions(recorded: Sequence[Recorded], kept: Mapping[int, str]) -> dict[int, Position]:
    """The kept positions that can be read, none of them behind the last move.

    The last move is played in any case: its effects are what everybody looks at.
    """
    moves = [each.seq for each in recorded if isinstance(each.event, Played | Resigned)]
    before = {seq: text for seq, text in kept.items() if moves and seq < moves[-1]}
    if not before:
        return {}
    asked = recorded[0].event
    assert isinstance(asked, Challenged), "a match begins with its challenge"
    start = next(each.event for each in recorded if isinstance(each.event, Started))
    return readable_positions(before, entry(asked.game).game.start(start.options))


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
        control=asked.time_control,
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
            return _with_moves(match, [recorded], NOTHING_KNOWN)
        case Resigned():
            return _resigned(match, event, recorded)
        case DrawOffered(seat):
            return replace(match, draw_offer=seat)
        case DrawDeclined(seat):
            return replace(match, draw_offer=None, declined_draw=seat)
        case Reminded():
            return replace(match, reminded=True)
        case Held():
            return replace(match, since=None, held=True)
        case Announced():
            return replace(match, **_new_turn(match, at))
        case GraceUsed():
            return _grace_used(match, event)
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
    return replace(
        match,
        status=Status.RUNNING,
        seats=event.seats,
        options=event.options,
        opening=match.rules.start(event.options),
        clocks=tuple(first_state(match.control) for _ in event.seats) if match.control else (),
        **_new_turn(match, at),
    )


def _with_moves(match: Match, run: Sequence[Recorded], known: Mapping[int, Position]) -> Match:
    """The match after moves in a row, to be played when asked for: each as `evolve` would have it.

    One change of the match for all of them: a long one is opened many times as fast.
    """
    plies, earlier = list(match.plies), _predecessor(match)
    offer, rules, clocks = match.draw_offer, match.rules, match.clocks
    for each in run:
        move = each.event
        assert isinstance(move, Played)
        play = partial(_played_text, rules, move.text)
        after = known.get(each.seq)
        earlier = Ply(move.seat, move.text, each.seq, each.at, play, earlier, after)
        plies.append(earlier)
        offer = offer if offer == move.seat else None
        clocks = _moved_clocks(match.control, clocks, move)
    return replace(
        match,
        plies=tuple(plies),
        draw_offer=offer,
        clocks=clocks,
        seq=run[-1].seq,
        board_seq=run[-1].seq,
        updated=run[-1].at,
        **_new_turn(match, run[-1].at),
    )


def _moved_clocks(control: TimeControl | None, clocks: Clocks, move: Played) -> Clocks:
    """The clocks once a move was made that took so much of its player's time."""
    if control is None:
        return clocks
    used = timedelta(microseconds=move.used or 0)
    return _with_clock(clocks, move.seat, after_move(control, clocks[move.seat - 1], used))


def _grace_used(match: Match, event: GraceUsed) -> Match:
    clock = match.clocks[event.seat - 1]
    excused = replace(clock, extra=clock.extra + timedelta(microseconds=event.late))
    # Whoever is told of their grace needs no reminder besides.
    clocks = _with_clock(match.clocks, event.seat, use_grace(excused))
    return replace(match, clocks=clocks, reminded=True)


def _with_clock(clocks: Clocks, seat: int, clock: ClockState) -> Clocks:
    return (*clocks[: seat - 1], clock, *clocks[seat:])


def _played_text(rules: Game[Any, Any], text: str, position: Position) -> Turn[Any]:
    return resolve_text(rules, position, text).turn


def _left(rules: Game[Any, Any], seat: int, position: Position) -> Turn[Any]:
    return rules.leave(position, seat)


def _resigned(match: Match, event: Resigned, recorded: Recorded) -> Match:
    if len(match.playing) <= 2:
        return replace(match, draw_offer=None)
    play = partial(_left, match.rules, event.seat)
    word = "late" if event.late else "resign"
    ply = Ply(event.seat, word, recorded.seq, recorded.at, play, _predecessor(match))
    left = replace(match, plies=(*match.plies, ply), out=match.out | {event.seat}, draw_offer=None)
    return left if left.turn == match.turn else replace(left, **_new_turn(match, recorded.at))


def _ended(match: Match, event: Ended) -> Match:
    return replace(
        match,
        status=Status.ENDED,
        outcome=Outcome(event.winners, event.reason),
        draw_offer=None,
        since=None,
        overdue=False,
        held=False,
    )


def _predecessor(match: Match) -> Ply | Position:
    """What the next move is made behind."""
    last = match.plies[-1] if match.plies else match.opening
    assert last is not None, "only a match that has started is played"
    return last


def _new_turn(match: Match, at: datetime) -> dict[str, Any]:
    return {
        "since": at,
        "reminded": False,
        "overdue": False,
        "held": False,
        "declined_draw": None,
    }


def arrange_seats(key: str, options: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    """The options with every value that is given per seat put into a new order of seats."""
    per_seat = {option.name for option in entry(key).options if option.kind == "per_seat"}
    return {
        name: [value[place] for place in order]
        if name in per_seat and isinstance(value, list | tuple)
        else value
        for name, value in options.items()
    }
