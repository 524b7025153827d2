"""What an ended match came to, read off the match. Pure, but long: all its moves are played out."""

from collections.abc import Iterator

from bot.games.core import Effect
from bot.model.match import Match, Ply
from bot.model.records import MatchId, Status
from bot.model.results.result import LOST, SHARED, WITHOUT_RESULT, WON, MatchEnd, MatchResult


def match_end(match: Match, robot: int) -> MatchEnd | None:
    """What is kept of the match's end; None where it has not ended."""
    if match.status is not Status.ENDED or match.outcome is None:
        return None
    number = MatchId(match.terms.pair_of) if match.terms.pair_of else match.id
    second = None if number == match.id else match.id
    contest = number if match.terms.rated else None
    return MatchEnd(tuple(_results(match, robot)), contest, second)


def _results(match: Match, robot: int) -> Iterator[MatchResult]:
    outcome = match.outcome
    assert outcome is not None, "only ended matches have results"
    if outcome.reason in WITHOUT_RESULT:
        return
    turns = [(match.mover_of(ply).id, played_effects(ply)) for ply in match.plies]
    for seat, person in enumerate(match.seats, 1):
        if person.is_deleted or person.id == robot:
            continue
        own = [effects for mover, effects in turns if mover == person.id]
        yield MatchResult(
            person=person.id,
            match=match.id,
            game=match.game,
            guild=match.guild,
            at=match.updated,
            seat=seat,
            players=len(match.seats),
            points=_points(seat, outcome.winners, len(match.seats)),
            opponent=_opponent(match, seat),
            ending=outcome.reason,
            plies=len(match.plies),
            chain=max((sum(e.hits for e in effects) for effects in own), default=0),
            captures=sum(e.takes and e.player != seat for effects in own for e in effects),
            rated=match.terms.rated,
            competition=match.terms.competition,
        )


def _points(seat: int, winners: tuple[int, ...], seats: int) -> int:
    if len(winners) in (0, seats):
        return SHARED
    return WON if seat in winners else LOST


def _opponent(match: Match, seat: int) -> int | None:
    if len(match.seats) != 2:
        return None
    other = match.person(3 - seat)
    return None if other.is_deleted else other.id


def played_effects(ply: Ply) -> tuple[Effect, ...]:
    """What a move changed; nothing where it can't be played out, as in a damaged record, which
    keeps no match from ending."""
    try:
        return ply.effects
    except Exception:
        return ()
