"""Time that one player asks the other for, and the other gives. Pure."""

from datetime import timedelta

from bot.model.clock.clock_state import give_time
from bot.model.clock.time_control import long_text
from bot.model.decide.base import Command, Moment
from bot.model.decide.requirements import require_seat, require_turn
from bot.model.decide.timing import past_deadline
from bot.model.events import Event, TimeAsked, TimeDeclined, TimeGiven
from bot.model.match import Match
from bot.model.refusals import Reason, Refused


class AskTime(Command):
    """The person asks the other side for so many hours more."""

    person_id: int
    hours: int

    def decided(self, match: Match, at: Moment) -> list[Event]:
        seat = require_turn(match, self.person_id)
        _require_two_on_time(match)
        other = match.person(_other(match, seat)).name
        if match.more_time.asked is not None:
            raise Refused(
                f"You have asked for {_length(match.more_time.asked.hours)} already. "
                f"Wait for {other}'s answer, or move."
            )
        asked = TimeAsked(seat, self.hours)
        if asked in match.more_time.declined:
            raise Refused(
                f"{other} has said no to {_length(self.hours)} in this turn already. "
                "Ask for another length of time, or move."
            )
        # What could not be given is not asked for.
        give_time(match.clocks[seat - 1], timedelta(hours=self.hours))
        return [asked]


class AnswerTime(Command):
    """The person gives the time that was asked for, or says no."""

    person_id: int
    yes: bool

    def decided(self, match: Match, at: Moment) -> list[Event]:
        seat, asked = require_seat(match, self.person_id), match.more_time.asked
        if asked is None:
            raise Refused(
                "There is no request for time to answer; it is gone once it is answered, or a move "
                "is made.",
                Reason.NO_TIME_REQUEST,
            )
        if asked.seat == seat:
            raise Refused("The request is your own. The other side has to answer it.")
        if not self.yes:
            return [TimeDeclined(seat)]
        return [_gift(match, seat, asked.hours, at)]


class GiveTime(Command):
    """The person gives the other side so many hours more, unasked."""

    person_id: int
    hours: int

    def decided(self, match: Match, at: Moment) -> list[Event]:
        seat = require_seat(match, self.person_id)
        _require_two_on_time(match)
        if match.turn == seat:
            raise Refused(
                "It is your own turn, and time is given to whoever is to move. Move, or ask for "
                "time."
            )
        return [_gift(match, seat, self.hours, at)]


def may_share_time(match: Match) -> bool:
    """Whether time can be given in the match: two are playing, and they play on time."""
    return match.control is not None and len(match.playing) == 2 and match.turn is not None


def _require_two_on_time(match: Match) -> None:
    if match.control is None:
        raise Refused("This match has no time limit, so nobody needs more time.")
    if len(match.playing) > 2:
        raise Refused(
            f"Time is given where just two play, and {len(match.playing)} of you are still playing."
        )


def _gift(match: Match, giver: int, hours: int, at: Moment) -> TimeGiven:
    # The gift, if the clock can hold it. Raises Refused.
    seat = _other(match, giver)
    give_time(match.clocks[seat - 1], timedelta(hours=hours))
    return TimeGiven(seat, giver, hours, max(0, past_deadline(match, at.now, at.history)))


def _other(match: Match, seat: int) -> int:
    return next(other for other in match.playing if other != seat)


def _length(hours: int) -> str:
    return "24 hours" if hours == 24 else long_text(timedelta(hours=hours))
