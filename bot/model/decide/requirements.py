"""Checks of a person in a match: may they move, is their board current, whom does it wait for."""

from collections.abc import Sequence

from bot.games.phrases import comma_list
from bot.model.clock.running import Cause
from bot.model.events import Person
from bot.model.match import Match
from bot.model.records import PersonId, Seat, Seq, Status
from bot.model.refusals import Reason, Refused, StaleMatch
from bot.model.requests import Request


def is_current(match: Match, seq: Seq) -> bool:
    """Whether the board after event `seq` is still current."""
    return seq >= match.board_seq


def require_current(match: Match, seq: Seq) -> None:
    """Refuse a request for an outdated board. Raises StaleMatch."""
    if not is_current(match, seq):
        raise StaleMatch(f"Match {match.id} has gone on since that board.")


def is_turn(match: Match, person_id: PersonId) -> bool:
    return match.turn_person is not None and match.turn_person.id == person_id


def require_turn(match: Match, person_id: PersonId) -> Seat:
    """The seat of the person, whose turn it must be. Raises Refused."""
    seat = require_seat(match, person_id)
    if match.turn != seat:
        raise Refused(f"It is not your turn. {waits_sentence(match)}", Reason.NOT_YOUR_TURN)
    return seat


def require_seat(match: Match, person_id: PersonId) -> Seat:
    """The seat of the person, who must still play in the running match. Raises Refused."""
    require_running(match)
    seat = match.seat_of(person_id)
    if seat is None:
        players = listed_people(match.seats)
        raise Refused(
            f"You do not play in match {match.id}: it is between {players}.", Reason.NO_SEAT
        )
    if seat in match.out:
        raise Refused(f"You have left match {match.id}; the others play on without you.")
    return seat


def require_not_declined(match: Match, asked: Request, why: str) -> None:
    """Refuse what got a no in this turn already, in that sentence. Raises Refused."""
    if any(no.request.essence == asked.essence for no in match.declined_in_turn(asked.kind)):
        raise Refused(why)


def require_hints(match: Match, robot: PersonId) -> None:
    """Refuse help from the bot if it would help against a person, and on the ladder."""
    require_running(match)
    if sum(person.id != robot for person in match.people) > 1:
        raise Refused(
            "There are no hints in a match between people. Against me you may have them.",
            Reason.NO_HINTS,
        )
    if match.terms.ladder:
        raise Refused(
            "On the ladder there are no hints, and nothing is pointed out: a rung is climbed "
            "alone.",
            Reason.ON_LADDER,
        )


def require_over(match: Match) -> None:
    """Refuse what needs a match that was played and is over."""
    if match.status is Status.RUNNING:
        raise Refused(
            f"Match {match.id} is not over, so it is not reviewed yet: what is missed in it could "
            "still be played.",
            Reason.NOT_OVER,
        )
    if match.outcome is None:
        # It never began, and is refused like a match that does not run.
        require_running(match)
    if not match.plies:
        raise Refused(
            f"Nothing was played in match {match.id}, so there is nothing to review.", Reason.OVER
        )


def require_claims(match: Match) -> None:
    """Refuse to end a match by a proof if that was not agreed to."""
    if not match.terms.claims:
        raise Refused(
            f"In match {match.id} a win is played out: claims were not agreed to in its challenge.",
            Reason.NO_CLAIMS,
        )


def require_running(match: Match) -> None:
    """Refuse what needs a match that has begun and is not over."""
    if match.status is Status.INVITED:
        raise Refused(
            f"Match {match.id} has not begun yet. {waits_sentence(match)}", Reason.NOT_RUNNING
        )
    if match.status is not Status.RUNNING:
        raise Refused(closed_sentence(match), Reason.OVER)


def require_invited(match: Match) -> None:
    """Refuse what needs a challenge that still waits for answers."""
    if match.status is Status.RUNNING:
        raise Refused(f"This challenge has been accepted already. {waits_sentence(match)}")
    if match.status is not Status.INVITED:
        raise Refused(closed_sentence(match), Reason.OVER)


# Sentences. Names are as people wrote them, without markup.

WHY_STOPPED = {Cause.SLEEP: "asleep", Cause.WEEKEND: "weekend", Cause.VACATION: "on vacation"}
"""Why a person's clock is stopped, in a word or two."""

CLOSED = {
    Status.DECLINED: "was declined",
    Status.WITHDRAWN: "was taken back",
    Status.EXPIRED: "ran out before it was accepted",
}

WITHOUT_WINNER = {
    "called_off": "it was called off",
    "abandoned": "nobody had moved for long, and nobody won",
}
"""How a match ended that nobody won, by the reason; else it was a draw."""


AT = "%Y-%m-%d %H:%M UTC"
"""How sentences write an instant: the front may replace it by the reader's own time."""


def listed_people(people: Sequence[Person]) -> str:
    """Names in a row: `Ada, Grace and Linus`."""
    return comma_list([p.name for p in people])


def waits_sentence(match: Match) -> str:
    """Whom an open match waits for, and until when."""
    if match.turn_person is not None:
        until = f" until {match.deadline:{AT}}" if match.deadline else ""
        return f"Match {match.id} waits for {match.turn_person.name}{until}.{_clock_stopped(match)}"
    if match.awaited:
        return f"It waits for {listed_people(match.awaited)} to say “I'm ready”."
    missing = [p.name for p in match.invited if p and p not in match.accepted]
    if None in match.invited:
        missing.append("somebody to take the open seat")
    return f"It waits for {comma_list(missing)}."


def _clock_stopped(match: Match) -> str:
    if match.halt is None:
        return ""
    halt = match.halt
    return f" Their clock is stopped until {halt.until:{AT}} ({WHY_STOPPED[halt.cause]})."


def ladder_sentence(match: Match) -> str:
    """Why some things are refused in a match on the ladder."""
    return f"Match {match.id} is on the ladder, where there are no takebacks and no hints."


def closed_sentence(match: Match) -> str:
    if match.outcome is None:
        return f"This challenge {CLOSED[match.status]}."
    if match.outcome.winners:
        winners = listed_people([match.seats[seat - 1] for seat in match.outcome.winners])
        return f"Match {match.id} is over: {winners} won."
    how = WITHOUT_WINNER.get(match.outcome.reason, "it was a draw")
    return f"Match {match.id} is over: {how}."
