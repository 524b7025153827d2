"""A player who leaves is replaced, by consent or by a manager. Pure.

The successor always has to agree, the other players too unless a manager asks, and the one who
leaves unless they ask themselves, a manager does, or they have left already.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from bot.model.decide import Command, Moment
from bot.model.decide.requirements import listed_people, require_running
from bot.model.events import (
    Event,
    Person,
    Replaced,
    ReplacementAgreed,
    ReplacementAsked,
    ReplacementDeclined,
    ReplacementExpired,
    ReplacementWithdrawn,
)
from bot.model.match import Match, Replacement
from bot.model.refusals import Reason, Refused

ASKED_FOR = timedelta(days=3)
"""How long a request for a replacement lasts. It outlasts moves: the successor, who does not follow
the match, needs time to answer, and no move changes what was asked."""


def has_left(match: Match, seat: int) -> bool:
    """Whether a player counts as gone: it is their turn, and their time has run out, or the match
    is about to end as abandoned."""
    return match.turn == seat and (match.overdue or match.warned is not None)


class AskReplacement(Command):
    """`by` asks that the successor plays on for the one who is leaving.

    `manager`: they manage the channel. `gone`: the one who is leaving is no longer in the server.
    `agreeing` are people, by id, who agree to anything: the bot. The service sets it; any earlier
    value is ignored. `level` is the wish for the bot's level from then on; the service makes of it
    what `Replaced` says.
    """

    by: Person
    leaving: Person
    successor: Person
    manager: bool = False
    gone: bool = False
    agreeing: frozenset[int] = frozenset()
    level: int | None = None

    def decided(self, match: Match, at: Moment) -> list[Event]:
        require_running(match)
        _require_may_ask(match, self)
        seat = _seat_that_leaves(match, self)
        _require_free(match, self)
        if (seat, self.successor.id) in match.replacing.declined and not _is_managed(match, self):
            raise Refused(
                f"That {self.successor.name} plays on was declined in this turn already. Name "
                "somebody else, or ask again after the next move."
            )
        gone = self.by.id != self.leaving.id and (self.gone or has_left(match, seat))
        awaited = tuple(_awaited(match, self, gone=gone))
        if not awaited:
            return [Replaced(seat, self.successor, match.person(seat), self.by, self.level)]
        until = at.now + ASKED_FOR
        return [ReplacementAsked(seat, self.successor, self.by, until, awaited, gone, self.level)]


class AnswerReplacement(Command):
    """The person agrees to the requested replacement, as its successor or as one who plays in the
    match, or declines."""

    person_id: int
    yes: bool

    def decided(self, match: Match, at: Moment) -> list[Event]:
        asked, person = open_request(match, at.now), self.person_id
        if person not in asked.awaited:
            raise _not_awaited(match, asked, person)
        if not self.yes:
            return [ReplacementDeclined(person)]
        if asked.awaited != (person,):
            return [ReplacementAgreed(person)]
        former = match.person(asked.seat)
        done = Replaced(asked.seat, asked.person, former, asked.by, asked.level)
        return [ReplacementAgreed(person), done]


class WithdrawReplacement(Command):
    """The person withdraws the request for a replacement: its author, or a manager."""

    person_id: int
    manager: bool = False

    def decided(self, match: Match, at: Moment) -> list[Event]:
        asked = open_request(match, at.now)
        if self.person_id != asked.by.id and not self.manager:
            raise Refused(
                f"Only {asked.by.name}, who asked for that, can take it back. Say no if you are "
                "asked."
            )
        return [ReplacementWithdrawn(self.person_id)]


def decide_replacement_expiry(match: Match, now: datetime) -> list[Event]:
    """The end of a request that not everybody agreed to in time."""
    asked = match.replacing.asked
    return [ReplacementExpired()] if asked and now >= asked.until else []


def open_request(match: Match, now: datetime) -> Replacement:
    """The open request for a replacement."""
    require_running(match)
    asked = match.replacing.asked
    if asked is None or now >= asked.until:
        raise Refused(
            "Nobody asks for a replacement now: it was answered, taken back or not answered in "
            "time, or the match went on so that it no longer holds.",
            Reason.NO_REPLACEMENT,
        )
    return asked


def _is_managed(match: Match, asked: AskReplacement) -> bool:
    # Whether a manager decides alone. One who plays in the match or wants to needs consent like all
    # others.
    involved = match.is_playing(asked.by.id) or asked.by.id == asked.successor.id
    return asked.manager and not involved


def _require_may_ask(match: Match, asked: AskReplacement) -> None:
    if not asked.manager and not match.is_playing(asked.by.id):
        raise Refused(
            f"Only those who play match {match.id} ({listed_people(_playing(match))}), and "
            "managers of its channel, can ask that somebody plays on for another. Ask one of them.",
            Reason.NO_SEAT,
        )
    if pending := match.replacing.asked:
        raise _one_at_a_time(match, pending, asked.by.id)


def _one_at_a_time(match: Match, pending: Replacement, person: int) -> Refused:
    leaving = match.person(pending.seat).name
    if person == pending.by.id:
        return Refused(
            f"You have an open request already, about the seat of {leaving}. Wait for the "
            "answers, or press Withdraw below it first."
        )
    return Refused(
        f"{pending.by.name} asks already who plays on for {leaving}: {pending.person.name}. Wait "
        f"for the answers, or ask {pending.by.name} or a manager to withdraw that first."
    )


def _seat_that_leaves(match: Match, asked: AskReplacement) -> int:
    seat = match.seat_of(asked.leaving.id)
    if seat is None or seat in match.out:
        players = listed_people(_playing(match))
        raise Refused(
            f"{asked.leaving.name} does not play in match {match.id}: {players} do. "
            "Name one of them as the player who leaves."
        )
    return seat


def _require_free(match: Match, asked: AskReplacement) -> None:
    if match.seat_of(asked.successor.id) is not None:
        raise Refused(
            f"{asked.successor.name} has a seat in match {match.id} already, and nobody plays on "
            "two. Name somebody who does not play in it."
        )


def _awaited(match: Match, asked: AskReplacement, *, gone: bool) -> Iterator[int]:
    agreeing = asked.agreeing | {asked.by.id}
    if asked.successor.id not in agreeing:
        yield asked.successor.id
    if _is_managed(match, asked):
        return
    excused = agreeing | ({asked.leaving.id} if gone else frozenset())
    yield from (person.id for person in _playing(match) if person.id not in excused)


def _not_awaited(match: Match, asked: Replacement, person: int) -> Refused:
    missing = listed_people([p for p in _people(match, asked) if p.id in asked.awaited])
    if person == asked.by.id:
        return Refused(f"The request is your own. It waits for {missing}.")
    if person == asked.person.id or match.is_playing(person):
        return Refused(f"Nothing more is asked of you. It waits for {missing}.")
    return Refused(f"This is asked of {missing}, not of you. Just leave it.", Reason.NO_SEAT)


def _people(match: Match, asked: Replacement) -> list[Person]:
    return [asked.person, *_playing(match)]


def _playing(match: Match) -> list[Person]:
    return [match.person(seat) for seat in match.playing]
