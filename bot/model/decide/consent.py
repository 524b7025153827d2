"""Draws, time and takebacks, which a player asks the other side for. Pure.

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
    require_not_declined,
    require_seat,
    require_turn,
)
from bot.model.decide.timing import past_deadline, require_time, used_of_bank
from bot.model.events import (
    DrawOffered,
    Ended,
    Event,
    TakebackAsked,
    TakenBack,
    TimeAsked,
    TimeGiven,
)
from bot.model.events.base import clocks_after_takeback
from bot.model.events.requests import request_of_seat
from bot.model.match import Match, Ply
from bot.model.records import Person, PersonId, Seat
from bot.model.refusals import Refused
from bot.model.requests import DRAW, TAKEBACK, TIME, Request


class OfferDraw(Command):
    """The person offers a draw."""

    person_id: PersonId

    def decided(self, match: Match, at: Moment) -> list[Event]:
        seat = require_seat(match, self.person_id)
        if len(match.playing) > 2:
            raise Refused(
                f"A draw takes just two, and {len(match.playing)} of you are still playing. "
                "Play on, or resign and leave the match to the others."
            )
        offer, asked = match.requests.draw, request_of_seat(match, DRAW, seat)
        if offer and offer.seat != seat:
            # Two offers are an agreement.
            return [Ended((), "agreed")]
        if offer:
            raise Refused("You have offered a draw already. Wait for the answer, or play on.")
        require_not_declined(
            match,
            asked,
            f"{_other(match, seat).name} has said no to a draw in this turn already. Play on: "
            "after the next move you may offer one again.",
        )
        return [DrawOffered(seat)]


class AskTime(Command):
    """The person asks the other side for this many more hours."""

    person_id: PersonId
    hours: int

    def decided(self, match: Match, at: Moment) -> list[Event]:
        seat = require_turn(match, self.person_id)
        _require_two_on_time(match)
        other, asked = _other(match, seat).name, request_of_seat(match, TIME, seat, self.hours)
        if pending := match.requests.time:
            raise Refused(
                f"You have asked for {_length(pending.amount)} already. "
                f"Wait for {other}'s answer, or move."
            )
        require_not_declined(
            match,
            asked,
            f"{other} has said no to {_length(self.hours)} in this turn already. "
            "Ask for another length of time, or move.",
        )
        # Time that could not be given is not asked for.
        give_time(match.clocks[seat - 1], timedelta(hours=self.hours))
        return [TimeAsked(seat, self.hours)]


def granted_time(match: Match, asked: Request, person: PersonId, at: Moment) -> list[Event]:
    """The time that was asked for, from the person."""
    return [_gift(match, require_seat(match, person), asked.amount, at)]


class GiveTime(Command):
    """The person gives the other side this many more hours, unasked."""

    person_id: PersonId
    hours: int

    def decided(self, match: Match, at: Moment) -> list[Event]:
        return [_gift(match, require_giver(match, self.person_id), self.hours, at)]


def require_giver(match: Match, person_id: PersonId) -> Seat:
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
    has_clocks = match.control is not None and not match.is_by_bank
    return has_clocks and len(match.playing) == 2 and match.turn is not None


def _require_two_on_time(match: Match) -> None:
    if match.control is None:
        raise Refused("This match has no time limit, so nobody needs more time.")
    if match.is_by_bank:
        raise Refused(
            "In a league or tournament each player has a bank of half the time, so there is none "
            "to give or to ask for. Play on."
        )
    if len(match.playing) > 2:
        raise Refused(
            f"Time is given where just two play, and {len(match.playing)} of you are still playing."
        )


def _gift(match: Match, giver: Seat, hours: int, at: Moment) -> TimeGiven:
    # The gift, if the clock can hold it. Raises Refused.
    seat = _other_seat(match, giver)
    give_time(match.clocks[seat - 1], timedelta(hours=hours))
    return TimeGiven(seat, giver, hours, max(0, past_deadline(match, at.now, at.history)))


def _other_seat(match: Match, seat: Seat) -> Seat:
    return next(other for other in match.playing if other != seat)


def _other(match: Match, seat: Seat) -> Person:
    return match.person(_other_seat(match, seat))


def _length(hours: int) -> str:
    return "24 hours" if hours == 24 else long_text(timedelta(hours=hours))


LEFT = ("resign", "late")
"""The texts of turns in which a player left while others play on."""


class TakeBack(Command):
    """The person takes their last move back, or asks for it.

    `free`: nobody else has seen the move, or the other side is the bot, which always agrees. The
    service sets it; any earlier value is ignored.
    """

    person_id: PersonId
    free: bool = False

    def decided(self, match: Match, at: Moment) -> list[Event]:
        seat = require_seat(match, self.person_id)
        require_time(match, at)
        undone = undoable(match, seat)
        _play_before(match, len(undone))
        if self.free:
            return [_taken_back(match, seat, undone, at, free=True)]
        if len(match.playing) > 2:
            raise Refused(
                f"With {len(match.playing)} of you playing, a move is taken back only before "
                "anybody else has seen it, and only once. This one stands."
            )
        _require_may_ask(match, seat, len(undone))
        return [TakebackAsked(seat, len(undone))]


def granted_takeback(match: Match, asked: Request, person: PersonId, at: Moment) -> list[Event]:
    """What was asked to be taken back is, as the person agrees."""
    _play_before(match, asked.amount)
    return [_taken_back(match, asked.seat, match.plies[-asked.amount :], at)]


def _taken_back(
    match: Match, seat: Seat, undone: Sequence[Ply], at: Moment, *, free: bool = False
) -> TakenBack:
    # Raises Refused if the bank of the player would be spent by it.
    taken = TakenBack(seat, len(undone), free, used_of_bank(match, at))
    running = timedelta(microseconds=taken.used or 0)
    if taken.used is not None and free and match.clocks[seat - 1].left <= running:
        raise Refused("Your move stands: taking it back would spend all the time you have left.")
    return taken


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
    asked = match.requests.takeback
    if asked is None or match.turn != asked.seat or match.clock is None:
        return None
    if match.is_by_bank:
        # All time used stays used.
        return None
    first = match.plies[-asked.amount]
    gifts = [gift for seq, gift in match.gifts if seq > first.seq]
    clock = clocks_after_takeback(first, gifts)[asked.seat - 1]
    used = used_time(match.clock, match.updated, match.history)
    grace = match.clock.grace_used and not clock.grace_used
    return Forgiven(clock.budget, used, grace) if used >= HOUR else None


def undoable(match: Match, seat: Seat) -> Sequence[Ply]:
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


def may_take_back(match: Match, person_id: PersonId) -> bool:
    """Whether the person may take their last move back, or at least ask for it."""
    if not match.is_playing(person_id):
        return False
    seat = require_seat(match, person_id)
    try:
        _require_may_ask(match, seat, len(undoable(match, seat)))
    except Refused:
        return False
    return len(match.playing) == 2 or not was_taken_back_freely(match)


def was_taken_back_freely(match: Match) -> bool:
    """Whether the last move replaces another that was taken back without asking."""
    made = next((undone.made for undone in reversed(match.undone) if undone.free), None)
    return made == len(match.plies) - 1


def _require_may_ask(match: Match, seat: Seat, plies: int) -> None:
    other, pending = _other(match, seat).name, match.requests.takeback
    if pending and pending.seat == seat:
        raise Refused("You have asked to take your move back already. Wait for the answer.")
    if pending:
        raise Refused(f"{other} asks to take a move back. Answer that first.")
    require_not_declined(
        match,
        request_of_seat(match, TAKEBACK, seat, plies),
        f"{other} has said no to that in this turn already. Play on: after the next move you may "
        "ask again.",
    )


def _play_before(match: Match, undone: int) -> None:
    # Play the turn that will be the last one, which everybody looks at next. Before a stored
    # position it may not have been played, nor many before it.
    if len(match.plies) > undone:
        match.plies[-undone - 1].play_once()
