"""What follows from a command: events, or a refusal the player can read.

Pure: the time and the dice come in as arguments. Every refusal says what and why.
"""

from datetime import datetime, timedelta
from random import Random
from typing import assert_never

from bot.games.core import Outcome
from bot.matches.challenge import is_complete, start_event
from bot.matches.clock.clock_state import Verdict, expire, used_time
from bot.matches.commands import (
    Accept,
    Announce,
    AnswerDraw,
    Begin,
    CallOff,
    Claim,
    Command,
    Decline,
    Hold,
    OfferDraw,
    Play,
    Resign,
    Tick,
    Withdraw,
)
from bot.matches.events import (
    Accepted,
    Announced,
    Claimed,
    Declined,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Expired,
    GraceUsed,
    Held,
    Overdue,
    Person,
    Played,
    Reminded,
    Resigned,
    Withdrawn,
)
from bot.matches.fold import evolve
from bot.matches.match import NO_PAUSES, Match
from bot.matches.projection import reminder_at
from bot.matches.records import Recorded, Status
from bot.matches.refusals import Reason, Refused
from bot.matches.standing import (
    listed_people,
    require_invited,
    require_running,
    require_seat,
    require_turn,
    waits_sentence,
)
from bot.matches.turns import resolve_text


def decide(match: Match, command: Command, now: datetime, chance: Random) -> list[Event]:
    """The events that follow from the command. Raises PlayerError with a sentence."""
    match command:
        case Accept(person):
            return _accept(match, person, now, chance)
        case Decline(person):
            return _decline(match, person, now, chance)
        case Withdraw(person, manager):
            return _withdraw(match, person, manager)
        case Begin(person):
            return _begin(match, person, chance)
        case Play(person_id, text):
            return _play(match, person_id, text, now)
        case Resign(person_id):
            return _leave(match, require_seat(match, person_id))
        case OfferDraw(person_id):
            return _offer_draw(match, person_id)
        case AnswerDraw(person_id, yes):
            return _answer_draw(match, person_id, yes)
        case Claim(person_id):
            return _claim(match, person_id, now)
        case CallOff(person_id):
            return _call_off(match, person_id)
        case Tick():
            return _pass_time(match, now)
        case Hold(seq):
            return _hold(match, seq)
        case Announce(seq, said_at):
            return _announce(match, seq, said_at)
        case _:
            assert_never(command)


def _accept(match: Match, person: Person, now: datetime, chance: Random) -> list[Event]:
    require_invited(match)
    if person.id in {match.host.id, *(p.id for p in match.accepted)}:
        raise Refused(f"You are already in. {waits_sentence(match)}")
    if not _is_invited(match, person.id) and None not in match.invited:
        asked = listed_people(match.others(match.host.id))
        raise Refused(f"This challenge is for {asked}.", Reason.NO_SEAT)
    return _and_begin(match, Accepted(person), now, chance)


def _decline(match: Match, person: Person, now: datetime, chance: Random) -> list[Event]:
    require_invited(match)
    if person.id == match.host.id:
        raise Refused("This challenge is your own. Withdraw it if you want to take it back.")
    if not _is_invited(match, person.id):
        raise Refused(
            "This challenge does not ask for you by name. Just leave it; no answer is needed."
        )
    return _and_begin(match, Declined(person.id), now, chance)


def _withdraw(match: Match, person: Person, manager: bool) -> list[Event]:
    require_invited(match)
    if person.id != match.host.id and not manager:
        raise Refused(
            f"Only {match.host.name} can take this challenge back. Decline it if it is for you."
        )
    return [Withdrawn(person.id)]


def _begin(match: Match, person: Person, chance: Random) -> list[Event]:
    require_invited(match)
    if person.id != match.host.id:
        raise Refused(f"Only {match.host.name} can begin before everyone has answered.")
    fewest = match.rules.players.start
    if 1 + len(match.accepted) < fewest:
        raise Refused(f"Too few have accepted: it takes {fewest} to play. {waits_sentence(match)}")
    return [start_event(match, chance)]


def _play(match: Match, person_id: int, text: str, now: datetime) -> list[Event]:
    seat = require_turn(match, person_id)
    resolved = resolve_text(match.rules, match.position, text)
    outcome = match.rules.outcome(resolved.turn.position)
    return [Played(seat, resolved.text, _used(match, now)), *_ending(outcome)]


def _offer_draw(match: Match, person_id: int) -> list[Event]:
    seat = require_seat(match, person_id)
    if len(match.playing) > 2:
        raise Refused(
            f"A draw takes just two, and {len(match.playing)} of you are still playing. "
            "Play on, or resign and leave the match to the others."
        )
    if match.draw_offer == seat:
        raise Refused("You have offered a draw already. Wait for the answer, or play on.")
    # Two offers are an agreement.
    return [Ended((), "agreed")] if match.draw_offer else [DrawOffered(seat)]


def _answer_draw(match: Match, person_id: int, yes: bool) -> list[Event]:
    seat = require_seat(match, person_id)
    if match.draw_offer is None:
        raise Refused(
            "There is no offer of a draw to answer; an offer is gone once the other side moves.",
            Reason.NO_DRAW_OFFER,
        )
    if match.draw_offer == seat:
        raise Refused("The offer is your own. The other side has to answer it.")
    return [Ended((), "agreed") if yes else DrawDeclined(seat)]


def _claim(match: Match, person_id: int, now: datetime) -> list[Event]:
    seat, late = require_seat(match, person_id), match.turn
    if late is None or late == seat:
        raise Refused("It is your own turn, so there is nothing to claim.", Reason.YOUR_TURN)
    verdict = _verdict(match, now)
    if verdict is Verdict.LOST:
        raise Refused("In this match lost time ends it by itself, so there is nothing to claim.")
    if verdict is Verdict.GRACE:
        raise Refused(f"{match.person(late).name} still has a grace of 24 hours. Wait for its end.")
    if not match.overdue and verdict is None:
        raise Refused(f"{match.person(late).name} still has time. {waits_sentence(match)}")
    if len(match.playing) > 2:
        return [Claimed(seat), *_leave(match, late, is_late=True)]
    return [Claimed(seat), Ended((seat,), "time")]


def _call_off(match: Match, person_id: int) -> list[Event]:
    if match.status is Status.INVITED:
        return [Withdrawn(person_id)]
    require_running(match)
    return [Ended((), "called_off")]


def _pass_time(match: Match, now: datetime) -> list[Event]:
    if match.status is Status.INVITED:
        return [Expired()] if now >= match.expires else []
    if match.turn is None:
        return []
    match _verdict(match, now):
        case Verdict.GRACE:
            return [GraceUsed(match.turn, _microseconds(_past_deadline(match, now)))]
        case Verdict.CLAIMABLE:
            return [Overdue(match.turn)]
        case Verdict.LOST:
            return _lose(match, match.turn)
    due = None if match.overdue else reminder_at(match)
    return [Reminded(match.turn)] if due and now >= due else []


def _verdict(match: Match, now: datetime) -> Verdict | None:
    """What comes of the turn's time; None while there is some, or once it is known to be over."""
    if match.clock is None or match.control is None or match.overdue:
        return None
    expiry = expire(match.control, match.clock, NO_PAUSES, now)
    return expiry and expiry.verdict


def is_time_lost(match: Match, now: datetime) -> bool:
    """Whether the time of the player to move is over for good, so that the match ends by itself."""
    return _verdict(match, now) is Verdict.LOST


def _lose(match: Match, late: int) -> list[Event]:
    """A player's time is over for good: the other wins, or the others play on."""
    others = tuple(seat for seat in match.playing if seat != late)
    if len(others) == 1:
        return [Ended(others, "time_lost")]
    return _leave(match, late, is_late=True)


def _used(match: Match, now: datetime) -> int | None:
    """How many microseconds the clock has run in this turn; None without a limit."""
    if match.control is None:
        return None
    return _microseconds(used_time(match.clock, now, NO_PAUSES) if match.clock else timedelta(0))


def _past_deadline(match: Match, now: datetime) -> timedelta:
    clock = match.clock
    return used_time(clock, now, NO_PAUSES) - clock.budget if clock else timedelta(0)


def _microseconds(time: timedelta) -> int:
    return time // timedelta(microseconds=1)


def _hold(match: Match, seq: int) -> list[Event]:
    if match.turn is None or match.deadline is None or match.board_seq != seq:
        return []
    return [Held(match.turn)]


PROMPT = timedelta(minutes=5)
"""A turn announced within this time of its beginning has lost nothing worth counting."""


def _announce(match: Match, seq: int, said_at: datetime) -> list[Event]:
    if match.turn is None or match.control is None or match.board_seq != seq:
        return []
    fair = said_at - PROMPT
    return [Announced(match.turn)] if match.since is None or match.since < fair else []


def _is_invited(match: Match, person_id: int) -> bool:
    return any(p is not None and p.id == person_id for p in match.invited)


def _and_begin(match: Match, event: Event, now: datetime, chance: Random) -> list[Event]:
    """The answer to a challenge, and the start if it was the last one missing."""
    after = evolve(match, Recorded(match.seq + 1, event, now))
    begins = after.status is Status.INVITED and is_complete(after)
    return [event, start_event(after, chance)] if begins else [event]


def _leave(match: Match, seat: int, *, is_late: bool = False) -> list[Event]:
    """A player is out: the last one left wins, two or more play on."""
    left = [other for other in match.playing if other != seat]
    if len(left) == 1:
        reason = "resigned" if len(match.seats) == 2 else "last"
        return [Resigned(seat), Ended((left[0],), reason)]
    outcome = match.rules.outcome(match.rules.leave(match.position, seat).position)
    return [Resigned(seat, is_late), *_ending(outcome)]


def _ending(outcome: Outcome | None) -> list[Event]:
    """The end of the match, where the game has one."""
    return [Ended(outcome.winners, outcome.reason)] if outcome else []
