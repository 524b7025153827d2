"""Requests for time and their answers, and takebacks. Pure.

A move is taken back without asking while nobody has seen it, else by consent.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from bot.model.clock.clock_state import give_time, used_time
from bot.model.clock.time_control import long_text
from bot.model.clock.units import HOUR
from bot.model.decide import Command, Moment
from bot.model.decide.requirements import (
    ladder_sentence,
    require_others,
    require_seat,
    require_turn,
)
from bot.model.decide.timing import past_deadline
from bot.model.events import (
    Event,
    TakebackAsked,
    TakebackDeclined,
    TakenBack,
    TimeAsked,
    TimeDeclined,
    TimeGiven,
)
from bot.model.events.base import clocks_after_takeback
from bot.model.match import Match, Ply
from bot.model.refusals import Reason, Refused


class AskTime(Command):
    """The person asks the other side for this many more hours."""

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
        # Time that could not be given is not asked for.
        give_time(match.clocks[seat - 1], timedelta(hours=self.hours))
        return [asked]


class AnswerTime(Command):
    """The person gives the time that was asked for, or declines."""

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
        require_others(seat, asked.seat, "request")
        if not self.yes:
            return [TimeDeclined(seat)]
        return [_gift(match, seat, asked.hours, at)]


class GiveTime(Command):
    """The person gives the other side this many more hours, unasked."""

    person_id: int
    hours: int

    def decided(self, match: Match, at: Moment) -> list[Event]:
        return [_gift(match, require_giver(match, self.person_id), self.hours, at)]


def require_giver(match: Match, person_id: int) -> int:
    """The seat of the person, who may give time unasked. Raises Refused."""
    seat = require_seat(match, person_id)
    _require_two_on_time(match)
    if match.turn == seat:
        raise Refused(
            "It is your own turn, and time is given to the player to move. Move, or ask for time."
        )
    return seat


def may_share_time(match: Match) -> bool:
    """Whether time can be given in the match: two play, and with clocks."""
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


LEFT = ("resign", "late")
"""The texts of turns in which a player left while others play on."""


class TakeBack(Command):
    """The person takes their last move back, or asks for it.

    `free`: nobody else has seen the move, or the other side is the bot, which always agrees. The
    service sets it; any earlier value is ignored.
    """

    person_id: int
    free: bool = False

    def decided(self, match: Match, at: Moment) -> list[Event]:
        seat = require_seat(match, self.person_id)
        undone = undoable(match, seat)
        _play_before(match, len(undone))
        if self.free:
            return [TakenBack(seat, len(undone), free=True)]
        if len(match.playing) > 2:
            raise Refused(
                f"With {len(match.playing)} of you playing, a move is taken back only before "
                "anybody else has seen it, and only once. This one stands."
            )
        _require_may_ask(match, seat)
        return [TakebackAsked(seat, len(undone))]


class AnswerTakeback(Command):
    """The person lets the other side take their move back, or does not."""

    person_id: int
    yes: bool

    def decided(self, match: Match, at: Moment) -> list[Event]:
        seat, asked = require_seat(match, self.person_id), match.takeback.asked
        if asked is None:
            raise Refused(
                "Nobody asks to take a move back now; such a request is gone once somebody moves.",
                Reason.NO_TAKEBACK,
            )
        require_others(seat, asked.seat, "request")
        if self.yes:
            _play_before(match, asked.plies)
            return [TakenBack(asked.seat, asked.plies)]
        return [TakebackDeclined(seat)]


class Forgiven(NamedTuple):
    """What a takeback gives back to the person who asks for it: they would have `left` for their
    turn; the time `used` in the running one would not count, nor would their `grace` if it began
    since the move."""

    left: timedelta
    used: timedelta
    grace: bool


def forgiven(match: Match) -> Forgiven | None:
    """What of the running turn would not count, as of the match's last event, if the requested
    takeback took effect; None if that is less than an hour."""
    asked = match.takeback.asked
    if asked is None or match.turn != asked.seat or match.clock is None:
        return None
    first = match.plies[-asked.plies]
    gifts = [gift for seq, gift in match.gifts if seq > first.seq]
    clock = clocks_after_takeback(first, gifts)[asked.seat - 1]
    used = used_time(match.clock, match.updated, match.history)
    grace = match.clock.grace_used and not clock.grace_used
    return Forgiven(clock.budget, used, grace) if used >= HOUR else None


def undoable(match: Match, seat: int) -> Sequence[Ply]:
    """The player's last move with all after it, to be undone together. Raises Refused if it can't
    be."""
    mine = match.person(seat).id
    places = [place for place, ply in enumerate(match.plies) if match.mover_of(ply).id == mine]
    if not places:
        raise Refused(
            f"You have made no move in match {match.id} yet, so there is nothing to take back."
        )
    undone = match.plies[places[-1] :]
    if match.terms.ladder:
        raise Refused(f"{ladder_sentence(match)} Your move stands.")
    if any(ply.text in LEFT for ply in undone):
        raise Refused("Somebody has left the match since your move, so it stands. Play on.")
    if match.successions and undone[0].seq < match.successions[-1].seq:
        raise Refused("Somebody else plays on for a player since your move, so it stands. Play on.")
    if len(undone) > 2 or (len(undone) == 2 and len(match.playing) > 2):
        raise Refused("The others have moved since your move, so it stands. Play on.")
    return undone


def may_take_back(match: Match, person_id: int) -> bool:
    """Whether the person may take their last move back, or at least ask for it."""
    if not match.is_playing(person_id):
        return False
    seat = require_seat(match, person_id)
    try:
        undoable(match, seat)
        _require_may_ask(match, seat)
    except Refused:
        return False
    return len(match.playing) == 2 or not was_taken_back_freely(match)


def was_taken_back_freely(match: Match) -> bool:
    """Whether the last move replaces another that was taken back without asking."""
    made = next((undone.made for undone in reversed(match.undone) if undone.free), None)
    return made == len(match.plies) - 1


def _require_may_ask(match: Match, seat: int) -> None:
    asked, no = match.takeback.asked, match.takeback.declined
    if asked and asked.seat == seat:
        raise Refused("You have asked to take your move back already. Wait for the answer.")
    if asked:
        name = match.person(asked.seat).name
        raise Refused(f"{name} asks to take a move back. Answer that first.")
    if no is not None and no != seat:
        raise Refused(
            f"{match.person(no).name} has said no to that in this turn already. Play on: after the "
            "next move you may ask again."
        )


def _play_before(match: Match, undone: int) -> None:
    # Play the turn that will be the last one, which everybody looks at next. Before a stored
    # position it may not have been played, nor many before it.
    if len(match.plies) > undone:
        match.plies[-undone - 1].play_once()
