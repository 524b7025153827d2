"""Whom an open match waits for. Pure."""

from collections.abc import Iterator

from bot.model.match import Match
from bot.model.records import Status


def awaited(match: Match) -> tuple[int, ...]:
    """The people that a match waits for: to say whether they play, to move, or to answer what the
    other side asked for."""
    if match.status is Status.INVITED:
        return tuple(_asked(match))
    if match.status is not Status.RUNNING:
        return ()
    request = match.replacing.asked
    agreeing = request.awaited if request else ()
    return tuple(
        match.person(seat).id
        for seat in match.playing
        if seat == match.turn
        or match.person(seat).id in agreeing
        or any(asked.is_for(seat) for asked in match.asking.values())
    )


def _asked(match: Match) -> Iterator[int]:
    accepted = {person.id for person in match.accepted}
    if match.muster.until is not None:
        yield from (p for p in (match.host.id, *accepted) if p not in match.muster.ready)
    else:
        yield from (p.id for p in match.invited if p is not None and p.id not in accepted)
