"""Moves and draws, and matches that a manager ends. Pure."""

from datetime import datetime

from bot.matches.clock.changes import History
from bot.matches.decide.endings import ending
from bot.matches.decide.timing import used
from bot.matches.events import DrawDeclined, DrawOffered, Ended, Event, Played, Withdrawn
from bot.matches.match import Match
from bot.matches.records import Status
from bot.matches.refusals import Reason, Refused
from bot.matches.standing import require_running, require_seat, require_turn
from bot.matches.turns import resolve_text


def decide_play(
    match: Match, person_id: int, text: str, now: datetime, history: History = ()
) -> list[Event]:
    """A move, and the end of the match where it is one."""
    seat = require_turn(match, person_id)
    resolved = resolve_text(match.rules, match.position, text)
    outcome = match.rules.outcome(resolved.turn.position)
    return [Played(seat, resolved.text, used(match, now, history)), *ending(outcome)]


def decide_offer_draw(match: Match, person_id: int) -> list[Event]:
    """The offer of a draw; two of them agree."""
    seat = require_seat(match, person_id)
    if len(match.playing) > 2:
        raise Refused(
            f"A draw takes just two, and {len(match.playing)} of you are still playing. "
            "Play on, or resign and leave the match to the others."
        )
    if match.draw.offer == seat:
        raise Refused("You have offered a draw already. Wait for the answer, or play on.")
    # Two offers are an agreement.
    return [Ended((), "agreed")] if match.draw.offer else [DrawOffered(seat)]


def decide_answer_draw(match: Match, person_id: int, yes: bool) -> list[Event]:
    """The answer to the other side's offer of a draw."""
    seat = require_seat(match, person_id)
    if match.draw.offer is None:
        raise Refused(
            "There is no offer of a draw to answer; an offer is gone once the other side moves.",
            Reason.NO_DRAW_OFFER,
        )
    if match.draw.offer == seat:
        raise Refused("The offer is your own. The other side has to answer it.")
    return [Ended((), "agreed") if yes else DrawDeclined(seat)]


def decide_call_off(match: Match, person_id: int) -> list[Event]:
    """The end of a match that a manager wants to end."""
    if match.status is Status.INVITED:
        return [Withdrawn(person_id)]
    require_running(match)
    return [Ended((), "called_off")]
