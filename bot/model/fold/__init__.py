"""A match is the fold of its events: what each event changes. Pure."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial, reduce
from itertools import groupby
from types import MappingProxyType
from typing import Any

from bot.catalog import entry
from bot.games.core import Position
from bot.model.events import Challenged, Event, Played, Recorded, Resigned, Started
from bot.model.events.play import with_moves
from bot.model.fold.positions import readable_positions
from bot.model.match import Match
from bot.model.records import MatchId
from bot.model.refusals import BrokenMatch

NOTHING_KEPT: Mapping[int, str] = MappingProxyType({})


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
            moves = [(r.seq, r.event, r.at) for r in run if isinstance(r.event, Played)]
            match = with_moves(match, moves, known)
        else:
            match = reduce(partial(_guarded, partial(_trust, known=known)), run, match)
    for each in recorded[trusted:]:
        match = _guarded(evolve, match, each)
    return match


def evolve(match: Match, recorded: Recorded) -> Match:
    """The match once this event has happened to it, by the rules."""
    changed = recorded.event.applied(match, recorded.seq, recorded.at)
    if len(changed.plies) > len(match.plies) or (changed.last_undone and changed.plies):
        # The last turn of the line is what everybody looks at.
        changed.plies[-1].play_once()
    return changed


def _trust(match: Match, recorded: Recorded, known: Mapping[int, Position]) -> Match:
    # The match once this event has happened to it, its move left to be played when asked for.
    changed = recorded.event.applied(match, recorded.seq, recorded.at)
    if len(changed.plies) > len(match.plies):
        changed.plies[-1].known = known.get(recorded.seq)
    return changed


def _known_positions(recorded: Sequence[Recorded], kept: Mapping[int, str]) -> dict[int, Position]:
    # The kept positions that can be read, none of them behind the last move. The last move is
    # played in any case: its effects are what everybody looks at.
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
    return asked.begun(match_id, recorded.seq, recorded.at)
