"""What a match answers to a command: the events that follow, or a refusal the player can read.

Pure: the time and the dice come in as arguments. Every refusal says what, why and what next.
"""

from datetime import datetime
from functools import singledispatch
from random import Random

from bot.games.core import PlayerError
from bot.matches.challenge import is_complete, start_event
from bot.matches.commands import (
    Accept,
    AnswerDraw,
    Begin,
    CallOff,
    Claim,
    Command,
    Decline,
    OfferDraw,
    Play,
    Resign,
    Tick,
    Withdraw,
)
from bot.matches.events import (
    Accepted,
    Claimed,
    Declined,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Expired,
    Overdue,
    Played,
    Recorded,
    Reminded,
    Resigned,
    Status,
    Withdrawn,
)
from bot.matches.fold import evolve
from bot.matches.match import Match
from bot.matches.projection import reminder_at
from bot.matches.refusals import (
    closed_sentence,
    is_already_in,
    listed_people,
    not_a_player_sentence,
    waits_sentence,
)


def decide(match: Match, command: Command, now: datetime, chance: Random) -> list[Event]:
    """The events that follow from the command. Raises PlayerError with a sentence."""
    return _answer(command, match, now, chance)


@singledispatch
def _answer(command: Command, match: Match, now: datetime, chance: Random) -> list[Event]:
    raise NotImplementedError(type(command).__name__)


@_answer.register
def _(command: Accept, match: Match, now: datetime, chance: Random) -> list[Event]:
    _asking(match)
    if is_already_in(match, command.person.id):
        raise PlayerError(f"You are already in. {waits_sentence(match)}")
    if not _is_invited(match, command.person.id) and None not in match.invited:
        raise PlayerError(
            f"This challenge is for {listed_people(match.others(match.host.id))}. "
            "Start one of your own with /challenge."
        )
    return _and_begin(match, Accepted(command.person), now, chance)


@_answer.register
def _(command: Decline, match: Match, now: datetime, chance: Random) -> list[Event]:
    _asking(match)
    if command.person.id == match.host.id:
        raise PlayerError("This challenge is your own. Withdraw it if you want to take it back.")
    if not _is_invited(match, command.person.id):
        raise PlayerError("Nobody asked you by name, so there is nothing to decline.")
    return _and_begin(match, Declined(command.person.id), now, chance)


@_answer.register
def _(command: Withdraw, match: Match, now: datetime, chance: Random) -> list[Event]:
    _asking(match)
    if command.person.id != match.host.id and not command.manager:
        raise PlayerError(
            f"Only {match.host.name} can take this challenge back. Decline it if it is for you."
        )
    return [Withdrawn(command.person.id)]


@_answer.register
def _(command: Begin, match: Match, now: datetime, chance: Random) -> list[Event]:
    _asking(match)
    if command.person.id != match.host.id:
        raise PlayerError(f"Only {match.host.name} can begin before everyone has answered.")
    if 1 + len(match.accepted) < match.rules.players.start:
        raise PlayerError(
            f"Too few have accepted: it takes {match.rules.players.start} to play. "
            f"{waits_sentence(match)}"
        )
    return [start_event(match, chance)]


@_answer.register
def _(command: Play, match: Match, now: datetime, chance: Random) -> list[Event]:
    seat = _seat(match, command.person_id)
    if match.turn != seat:
        raise PlayerError(
            f"It is not your turn. {waits_sentence(match)} You will be told when it is yours."
        )
    rules, position = match.rules, match.position
    move = rules.parse(position, command.text)
    turn = rules.play(position, move)
    outcome = rules.outcome(turn.position)
    ended = [Ended(outcome.winners, outcome.reason)] if outcome else []
    return [Played(seat, rules.format(position, move)), *ended]


@_answer.register
def _(command: Resign, match: Match, now: datetime, chance: Random) -> list[Event]:
    return _leaving(match, _seat(match, command.person_id))


@_answer.register
def _(command: OfferDraw, match: Match, now: datetime, chance: Random) -> list[Event]:
    seat = _seat(match, command.person_id)
    if len(match.playing) > 2:
        raise PlayerError(
            f"A draw takes just two, and {len(match.playing)} of you are still playing. "
            "Play on, or resign and leave the match to the others."
        )
    if match.draw_offer == seat:
        raise PlayerError("You have offered a draw already. Wait for the answer, or play on.")
    # Two offers are an agreement.
    return [Ended((), "agreed")] if match.draw_offer else [DrawOffered(seat)]


@_answer.register
def _(command: AnswerDraw, match: Match, now: datetime, chance: Random) -> list[Event]:
    seat = _seat(match, command.person_id)
    if match.draw_offer is None:
        raise PlayerError(
            "There is no offer of a draw to answer; an offer is gone once the other side moves. "
            "Make one yourself with /draw."
        )
    if match.draw_offer == seat:
        raise PlayerError("The offer is your own. The other side has to answer it.")
    return [Ended((), "agreed") if command.yes else DrawDeclined(seat)]


@_answer.register
def _(command: Claim, match: Match, now: datetime, chance: Random) -> list[Event]:
    seat, late = _seat(match, command.person_id), match.turn
    if late is None or late == seat:
        raise PlayerError("It is your own turn, so there is nothing to claim. Make your move.")
    if not match.overdue and (match.deadline is None or now < match.deadline):
        raise PlayerError(f"{match.person(late).name} still has time. {waits_sentence(match)}")
    if len(match.playing) > 2:
        return [Claimed(seat), *_leaving(match, late, is_late=True)]
    return [Claimed(seat), Ended((seat,), "time")]


@_answer.register
def _(command: CallOff, match: Match, now: datetime, chance: Random) -> list[Event]:
    if match.status is Status.INVITED:
        return [Withdrawn(command.person_id)]
    _running(match)
    return [Ended((), "called_off")]


@_answer.register
def _(command: Tick, match: Match, now: datetime, chance: Random) -> list[Event]:
    if match.status is Status.INVITED:
        return [Expired()] if now >= match.expires else []
    if match.turn is None or match.deadline is None or match.overdue:
        return []
    if now >= match.deadline:
        return [Overdue(match.turn)]
    due = reminder_at(match)
    return [Reminded(match.turn)] if due and now >= due else []


def _asking(match: Match) -> None:
    if match.status is Status.RUNNING:
        raise PlayerError(f"This challenge has been accepted already. {waits_sentence(match)}")
    if match.status is not Status.INVITED:
        raise PlayerError(closed_sentence(match))


def _running(match: Match) -> None:
    if match.status is Status.INVITED:
        raise PlayerError(f"Match {match.id} has not begun yet. {waits_sentence(match)}")
    if match.status is not Status.RUNNING:
        raise PlayerError(closed_sentence(match))


def _seat(match: Match, person_id: int) -> int:
    """The seat of somebody who still plays in the running match; refused to anyone else."""
    _running(match)
    seat = match.seat_of(person_id)
    if seat is None:
        raise PlayerError(not_a_player_sentence(match))
    if seat in match.out:
        raise PlayerError(f"You have left match {match.id}; the others play on without you.")
    return seat


def _is_invited(match: Match, person_id: int) -> bool:
    return any(p is not None and p.id == person_id for p in match.invited)


def _and_begin(match: Match, event: Event, now: datetime, chance: Random) -> list[Event]:
    """The answer to a challenge, and the start if it was the last one missing."""
    after = evolve(match, Recorded(match.seq + 1, event, now))
    begins = after.status is Status.INVITED and is_complete(after)
    return [event, start_event(after, chance)] if begins else [event]


def _leaving(match: Match, seat: int, *, is_late: bool = False) -> list[Event]:
    """A player is out: the last one left wins, two or more play on."""
    left = [other for other in match.playing if other != seat]
    if len(left) == 1:
        reason = "resigned" if len(match.seats) == 2 else "last"
        return [Resigned(seat), Ended((left[0],), reason)]
    outcome = match.rules.outcome(match.rules.leave(match.position, seat).position)
    ended = [Ended(outcome.winners, outcome.reason)] if outcome else []
    return [Resigned(seat, is_late), *ended]
