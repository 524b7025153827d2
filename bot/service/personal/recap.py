"""What a person has seen of a match, and what has happened since. Pure, and may compute."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.games.guide import losses
from bot.model.decide.consent import was_taken_back_freely
from bot.model.match import Match, Ply, Undone
from bot.model.ports import People
from bot.model.records import NO_EVENT, Draft, MatchId, PersonId, Seat, Seq, Visit, seats_of
from bot.model.requests import RequestKind
from bot.model.results import ADJUDICATED, CUT_SHORT, DID_NOT_COME, GONE, LESS_TIME


def last_seen(match: Match, person: PersonId, visited: Seq | None) -> Seq:
    """The event whose board the person saw last: by looking at it, or by moving on it."""
    return max(visited or NO_EVENT, last_move(match, person) or NO_EVENT)


def last_move(match: Match, person: PersonId) -> Seq | None:
    """The event of the person's own last move; None if they made none."""
    own = (ply.seq for ply in reversed(match.plies) if match.mover_of(ply).id == person)
    return next(own, None)


def plies_after(match: Match, seq: Seq) -> tuple[Ply, ...]:
    """The turns that were made after an event, in order."""
    return tuple(ply for ply in match.plies if ply.seq > seq)


def undone_after(match: Match, seq: Seq) -> tuple[Undone, ...]:
    """The moves on the board of an event that were taken back after it, in order."""
    return tuple(
        undone for undone in match.undone if undone.seq > seq and undone.plies[0].seq <= seq
    )


def losses_by_seat(match: Match, plies: tuple[Ply, ...]) -> dict[Seat, int]:
    """How many pieces each seat lost in those turns, for the seats that lost any."""
    effects = [effect for ply in plies for effect in ply.effects]
    counts = {seat: losses(effects, seat) for seat in seats_of(len(match.seats))}
    return {seat: count for seat, count in counts.items() if count}


@dataclass(frozen=True, slots=True, eq=False)
class Visits:
    """The newest board of each match that each person has seen."""

    _store: People
    _clock: Callable[[], datetime]

    async def last_seen(self, match: Match, person: PersonId) -> Seq:
        """The event whose board the person saw last, 0 for none."""
        return last_seen(match, person, await seen_board(self._store, person, match.id))

    async def record(self, match: Match, person: PersonId) -> None:
        await self._store.visit(person, match.id, match.seq, self._clock())


async def seen_board(store: People, person: PersonId, match: MatchId) -> Seq | None:
    """The event whose board the person has last seen, None for none."""
    visit = await store.find_one(Visit, person=person, match=match)
    return visit and visit.seq


async def is_takeback_free(
    store: People, match: Match, person_id: PersonId, robot: PersonId
) -> bool:
    """Whether the person may take their last move back without asking.

    The robot always agrees. Of people nobody may have seen the move or answered it, and it is free
    only once: otherwise they could try moves out on the others.
    """
    others = [p.id for p in map(match.person, match.playing) if p.id != person_id]
    if others == [robot]:
        return True
    seat, last = match.seat_of(person_id), match.plies[-1] if match.plies else None
    if last is None or last.seat != seat or was_taken_back_freely(match):
        return False
    if match.acted - {seat}:
        return False
    return not any([await _has_seen(store, match, other, last.seq) for other in others])


async def _has_seen(store: People, match: Match, person_id: PersonId, seq: Seq) -> bool:
    visited = await seen_board(store, person_id, match.id)
    if visited is not None and visited >= seq:
        return True
    draft = await store.find_one(Draft, person=person_id, match=match.id)
    return draft is not None and draft.seq >= seq


@dataclass(frozen=True, slots=True)
class Changes:
    """The turns that were `missed`, how many pieces of their own they `lost` in them, and whether
    it is all `new` to them: a match whose board they never saw, or an end they don't know of.
    `asks` are the requests that they have to answer. `threat` is what they must deal with in their
    turn, empty if nothing."""

    missed: tuple[Ply, ...] = ()
    lost: int = 0
    new: bool = False
    asks: tuple[RequestKind, ...] = ()
    threat: str = ""


NO_CHANGES = Changes()
"""For people who have seen it all."""


def changes_for(match: Match, person: PersonId, visited: Seq | None) -> Changes:
    """What is new to a player who saw the board of the event `visited` last, None for none.

    To an onlooker, nothing is.
    """
    seen, seat = last_seen(match, person, visited), match.seat_of(person)
    if seat is None:
        return NO_CHANGES
    missed = plies_after(match, seen)
    lost = losses_by_seat(match, missed).get(seat, 0)
    new = bool(missed) or _came_unasked(match, seat, seen) if match.outcome else not seen
    return Changes(missed, lost, new, asked_for(match, person), _threat_to(match, seat))


def _threat_to(match: Match, seat: Seat) -> str:
    if match.turn != seat or not match.plies:
        return ""
    return next((effect.threat for effect in match.plies[-1].effects if effect.threat), "")


UNASKED = frozenset(
    {
        "time_lost",
        DID_NOT_COME,
        GONE,
        LESS_TIME,
        CUT_SHORT,
        ADJUDICATED,
        "abandoned",
        "called_off",
    }
)
"""The ends that no player brings about."""


def _came_unasked(match: Match, seat: Seat, seen: Seq) -> bool:
    # Whether a match ended without the player on a seat, since the event they saw last.
    ended = match.outcome
    if ended is None or seen == match.seq:
        return False
    return ended.reason in UNASKED or (ended.reason == "resigned" and seat in ended.winners)


def asked_for(match: Match, person: PersonId) -> tuple[RequestKind, ...]:
    """What a player is asked for by others, as long as the match runs."""
    asked = match.requests.awaiting(person) if match.is_playing(person) else ()
    return tuple(each.kind for each in asked)
