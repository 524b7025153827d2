"""What changes in a match as somebody is asked to play on for another, and does. Pure."""

from dataclasses import replace
from typing import TypeAlias, assert_never

from bot.matches.clock.clock_state import first_state
from bot.matches.events import (
    Replaced,
    ReplacementAgreed,
    ReplacementAsked,
    ReplacementDeclined,
    ReplacementExpired,
    ReplacementWithdrawn,
)
from bot.matches.fold.plies import new_turn
from bot.matches.match import CalledOff, Match, Replacement, Succession
from bot.matches.records import Recorded

Replacing: TypeAlias = (
    ReplacementAsked
    | ReplacementAgreed
    | ReplacementDeclined
    | ReplacementWithdrawn
    | ReplacementExpired
    | Replaced
)
"""What can happen about a replacement."""


def apply_replacing(match: Match, event: Replacing, recorded: Recorded) -> Match:
    """The match once that has happened to the request that stands, or is made."""
    asked = match.replacement
    match event:
        case ReplacementAsked(seat, person, by, until, awaited, gone):
            made = Replacement(recorded.seq, seat, person, by, until, awaited, gone)
            return replace(match, replacement=made, replacement_off=None)
        case ReplacementAgreed(who):
            assert asked is not None, "what is agreed to was asked for"
            left = tuple(each for each in asked.awaited if each != who)
            return replace(match, replacement=replace(asked, awaited=left))
        case ReplacementDeclined(who):
            assert asked is not None, "what is declined was asked for"
            declined = match.declined_replacements | {(asked.seat, asked.person.id)}
            return replace(_off(match, "declined", who), declined_replacements=declined)
        case ReplacementWithdrawn(who):
            return _off(match, "withdrawn", who)
        case ReplacementExpired():
            return _off(match, "expired", None)
        case Replaced():
            return _replaced(match, event, recorded)
        case _:
            assert_never(event)


def _off(match: Match, how: str, who: int | None) -> Match:
    asked = match.replacement
    assert asked is not None, "what is off was asked for"
    return replace(match, replacement=None, replacement_off=CalledOff(asked, how, who))


def _replaced(match: Match, event: Replaced, recorded: Recorded) -> Match:
    """The match with another person on the seat, who has the whole time agreed on.

    Whatever was asked among the players before is off, and so is what was said no to.
    """
    place = event.seat - 1
    clocks = match.clocks
    if match.control:
        clocks = (*clocks[:place], first_state(match.control), *clocks[place + 1 :])
    after = replace(
        match,
        seats=(*match.seats[:place], event.person, *match.seats[place + 1 :]),
        clocks=clocks,
        successions=(*match.successions, Succession(recorded.seq, event.seat, event.former)),
        replacement=None,
        replacement_off=None,
        draw_offer=None,
        declined_draw=None,
        time_asked=None,
        time_declined=(),
        takeback_asked=None,
        declined_takeback=None,
    )
    return replace(after, **new_turn(recorded.at)) if match.turn == event.seat else after
