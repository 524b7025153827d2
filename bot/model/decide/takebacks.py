"""Moves that are taken back: alone while nobody has seen them, else by consent. Pure."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from bot.model.clock.clock_state import used_time
from bot.model.clock.time_control import HOUR
from bot.model.decide.base import Command, Moment
from bot.model.decide.requirements import ladder_sentence, require_seat
from bot.model.events import Event, TakebackAsked, TakebackDeclined, TakenBack
from bot.model.events.turn import clocks_after_takeback
from bot.model.match import Match, Ply
from bot.model.refusals import Reason, Refused

LEFT = ("resign", "late")
"""The texts of turns in which a player left while others play on."""


class TakeBack(Command):
    """The person takes their last move back, or asks for it.

    `free`: nobody else has seen the move, or the other side is the bot, which always agrees. The
    service finds that out; whatever stood there before counts for nothing.
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
        if asked.seat == seat:
            raise Refused("The request is your own. The other side has to answer it.")
        if self.yes:
            _play_before(match, asked.plies)
            return [TakenBack(asked.seat, asked.plies)]
        return [TakebackDeclined(seat)]


class Forgiven(NamedTuple):
    """What a takeback gives back to whoever asks for it: they would have `left` for their turn, the
    time `used` in the running one would not count, and neither would their `grace`, where it began
    since the move."""

    left: timedelta
    used: timedelta
    grace: bool


def forgiven(match: Match) -> Forgiven | None:
    """What of the running turn would not count, as of the match's last event, if the takeback that
    is asked for came about; None where that is less than an hour."""
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
    """The player's last move with all after it, to be undone together. Refused where it stands."""
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
    """Whether the last move stands for another that was taken back without asking."""
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
    # Play the turn that will be the last one, which everybody looks at next. Behind a position that
    # was kept it may not have been played, and many before it neither.
    if len(match.plies) > undone:
        match.plies[-undone - 1].play_once()
