"""A match is the fold of its events: what each event changes. Pure.

Positions of long matches are stored with the events so that opening one replays only its end. They
are only a cache: any that is missing, of another version or unreadable is replayed.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from functools import cache, partial, reduce
from hashlib import sha256
from importlib.resources import files
from itertools import groupby
from types import MappingProxyType
from typing import Any

from bot.catalog import entry
from bot.games.core import Position
from bot.games.guide import Game
from bot.model.events import Challenged, Event, Played, Recorded, Resigned, Started
from bot.model.events.play import with_moves
from bot.model.match import Match
from bot.model.records import MatchId, Seq
from bot.model.refusals import ASK_OWNER, BrokenMatch

EVERY = 50
"""A position is stored after this many turns."""


def encode_position(position: Position) -> str:
    """The position's fields as JSON; its text would omit what only the rules remember.

    Raises TypeError for a position that holds anything but numbers, texts, bytes and tuples.
    """
    values = [getattr(position, each.name) for each in fields(position)]  # type: ignore[arg-type]
    return json.dumps(list(map(_to_json, values)), separators=(",", ":"))


def decode_position(text: str, kind: type[Any]) -> Any:
    """The position of that class. An unreadable one raises TypeError, ValueError or KeyError."""
    return kind(*map(_from_json, json.loads(text)))


def _to_json(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if isinstance(value, tuple):
        return list(map(_to_json, value))
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"a position holds a {type(value).__name__}, which can't be kept")


def _from_json(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_from_json, value))
    if isinstance(value, float):
        raise TypeError("no position holds a fraction")
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


def readable_positions(kept: Mapping[Seq, str], opening: Position) -> dict[Seq, Position]:
    """The positions by event, without unreadable ones."""
    found = {}
    for seq, text in kept.items():
        try:
            found[seq] = decode_position(text, type(opening))
        except (TypeError, ValueError, KeyError, RecursionError):
            continue
    return found


def positions_to_keep(match: Match, kept: Mapping[Seq, str]) -> dict[Seq, str]:
    """The positions of the match that are worth storing and are not stored yet, by event."""
    worth = (ply for ply in match.plies[EVERY - 1 :: EVERY] if ply.seq not in kept)
    return {ply.seq: encode_position(ply.after) for ply in worth}


def rules_version(rules: Game[Any, Any]) -> str:
    """A text that changes whenever the source of the game's rules does."""
    return _digest(rules.start.__module__.rpartition(".")[0])


@cache
def _digest(package: str) -> str:
    digest = sha256()
    for folder in ("bot.games", package):
        found = sorted((f.name, f) for f in files(folder).iterdir() if f.name.endswith(".py"))
        for name, file in found:
            digest.update(name.encode() + file.read_bytes())
    return digest.hexdigest()[:16]


NOTHING_KEPT: Mapping[Seq, str] = MappingProxyType({})


def fold(
    recorded: Sequence[Recorded], match_id: MatchId, kept: Mapping[Seq, str] = NOTHING_KEPT
) -> Match:
    """The match from all its events. Raises BrokenMatch if they do not fit together.

    `kept` are positions by the event they followed: the moves before the last of them are taken as
    recorded, and played only when their effects are asked for.
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
    """The match after this event, by the rules."""
    changed = recorded.event.applied(match, recorded.seq, recorded.at)
    if len(changed.plies) > len(match.plies) or (changed.last_undone and changed.plies):
        # The last turn of the line is the one that everybody looks at.
        changed.plies[-1].play_once()
    return changed


def _trust(match: Match, recorded: Recorded, known: Mapping[Seq, Position]) -> Match:
    # The match after this event; its move is played only when asked for.
    changed = recorded.event.applied(match, recorded.seq, recorded.at)
    if len(changed.plies) > len(match.plies):
        changed.plies[-1].known = known.get(recorded.seq)
    return changed


def _known_positions(recorded: Sequence[Recorded], kept: Mapping[Seq, str]) -> dict[Seq, Position]:
    # The stored positions that can be read, none of them after the last move. The last move is
    # always played: everybody looks at its effects.
    moves = [each.seq for each in recorded if isinstance(each.event, Played | Resigned)]
    before = {seq: text for seq, text in kept.items() if moves and seq < moves[-1]}
    if not before:
        return {}
    asked = recorded[0].event
    assert isinstance(asked, Challenged), "a match begins with its challenge"
    start = next(each.event for each in recorded if isinstance(each.event, Started))
    return readable_positions(before, entry(asked.game).game.start(start.options))


def record_events(events: Sequence[Event], after: Seq, at: datetime) -> list[Recorded]:
    """The events as they are recorded after event `after`."""
    return [Recorded(Seq(seq), event, at) for seq, event in enumerate(events, after + 1)]


def _guarded(step: Callable[[Any, Recorded], Match], so_far: Any, recorded: Recorded) -> Match:
    try:
        return step(so_far, recorded)
    except Exception as error:
        number = so_far.id if isinstance(so_far, Match) else so_far
        raise BrokenMatch(
            f"Match {number} can't be replayed: its event {recorded.seq} "
            f"({recorded.event.kind}) does not fit. {ASK_OWNER}"
        ) from error


def _begun(match_id: MatchId, recorded: Recorded) -> Match:
    asked = recorded.event
    assert isinstance(asked, Challenged), "a match begins with its challenge"
    return asked.begun(match_id, recorded.seq, recorded.at)
