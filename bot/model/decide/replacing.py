"""A player who leaves is replaced, by consent or by a manager. Pure.

The successor always has to agree, the other players too unless a manager asks, and the one who
leaves unless they ask themselves, a manager does, or they have left already.
"""

from collections.abc import Iterator
from datetime import timedelta

from bot.model.decide import Command, Moment
from bot.model.decide.requirements import listed_people, require_not_declined, require_running
from bot.model.decide.timing import used_of_bank
from bot.model.events import (
    Event,
    Person,
    Replaced,
    ReplacementAgreed,
    ReplacementAsked,
)
from bot.model.match import Match
from bot.model.records import PersonId, Seat
from bot.model.refusals import Reason, Refused
from bot.model.requests import Replacement, Request

ASKED_FOR = timedelta(days=3)
"""How long a request for a replacement lasts. It outlasts moves: the successor, who does not follow
the match, needs time to answer, and no move changes what was asked."""


def has_left(match: Match, seat: Seat) -> bool:
    """Whether a player counts as gone: it is their turn, and they have left the server, their time
    has run out, or the match is about to end as abandoned."""
    is_late = match.overdue or match.warned is not None or match.gone is not None
    return match.turn == seat and is_late


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
    agreeing: frozenset[PersonId] = frozenset()
    level: int | None = None

    def decided(self, match: Match, at: Moment) -> list[Event]:
        require_running(match)
        if match.terms.practice:
            raise Refused("Practice is for one person and the bot, so nobody else can play on.")
        _require_may_ask(match, self)
        seat = _seat_that_leaves(match, self)
        _require_free(match, self)
        gone = self.by.id != self.leaving.id and (self.gone or has_left(match, seat))
        awaited, until = tuple(_awaited(match, self, gone=gone)), at.now + ASKED_FOR
        event = ReplacementAsked(seat, self.successor, self.by, until, awaited, gone, self.level)
        asked = event.request(match)
        if not _is_managed(match, self):
            require_not_declined(
                match,
                asked,
                f"That {self.successor.name} plays on was declined in this turn already. Name "
                "somebody else, or ask again after the next move.",
            )
        return [event] if awaited else [_replaced(match, asked, at)]


def granted_replacement(match: Match, asked: Request, person: PersonId, at: Moment) -> list[Event]:
    """The person agrees to the requested replacement, and if nobody else has to, it is made."""
    assert isinstance(asked, Replacement), "a replacement is agreed to"
    done = [_replaced(match, asked, at)] if asked.awaited == (person,) else []
    return [ReplacementAgreed(person), *done]


def _replaced(match: Match, asked: Replacement, at: Moment) -> Replaced:
    spent = used_of_bank(match, at) if match.turn == asked.seat else None
    return Replaced(asked.seat, asked.person, asked.former, asked.by, asked.level, spent)


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
    if pending := match.requests.replacement:
        raise _one_at_a_time(pending, asked.by.id)


def _one_at_a_time(pending: Replacement, person: PersonId) -> Refused:
    leaving, author = pending.former.name, pending.by.name
    if person == pending.by.id:
        return Refused(
            f"You have an open request already, about the seat of {leaving}. Wait for the "
            "answers, or press Withdraw below it first."
        )
    return Refused(
        f"{author} asks already who plays on for {leaving}: {pending.person.name}. Wait for the "
        f"answers, or ask {author} or a manager to withdraw that first."
    )


def _seat_that_leaves(match: Match, asked: AskReplacement) -> Seat:
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


def _awaited(match: Match, asked: AskReplacement, *, gone: bool) -> Iterator[PersonId]:
    agreeing = asked.agreeing | {asked.by.id}
    if asked.successor.id not in agreeing:
        yield asked.successor.id
    if _is_managed(match, asked):
        return
    excused = agreeing | ({asked.leaving.id} if gone else frozenset())
    yield from (person.id for person in _playing(match) if person.id not in excused)


def _playing(match: Match) -> list[Person]:
    return [match.person(seat) for seat in match.playing]
