"""Whom an open match waits for. Pure."""

from collections.abc import Iterator

from bot.matches.match import Match
from bot.matches.records import Status


def awaited(match: Match) -> tuple[int, ...]:
    """The people that a match waits for: to say whether they play, to move, or to answer what the
    other side asked for."""
    if match.status is Status.INVITED:
        return tuple(_asked(match))
    if match.status is not Status.RUNNING:
        return ()
    seats = {match.turn, *(seat for by in requests(match) for seat in match.playing if seat != by)}
    asked = match.replacement.awaited if match.replacement else ()
    playing = [(seat, match.person(seat).id) for seat in match.playing]
    return tuple(person for seat, person in playing if seat in seats or person in asked)


def requests(match: Match) -> Iterator[int]:
    """The seats that wait for an answer of the other side: to a draw, for time, or to take a move
    back."""
    if match.draw_offer is not None:
        yield match.draw_offer
    if match.time_asked:
        yield match.time_asked.seat
    if match.takeback_asked:
        yield match.takeback_asked.seat


def _asked(match: Match) -> Iterator[int]:
    """Who has to answer a challenge, or to say that they are ready once all seats are taken."""
    accepted = {person.id for person in match.accepted}
    if match.muster_until is not None:
        yield from (p for p in (match.host.id, *accepted) if p not in match.ready)
    else:
        yield from (p.id for p in match.invited if p is not None and p.id not in accepted)
