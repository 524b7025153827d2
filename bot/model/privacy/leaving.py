"""How somebody who is deleted leaves a match that goes on without them. Pure.

They are taken out of the match before, so it is whoever goes by a number below zero.
"""

from datetime import datetime

from bot.model.commands import (
    AnswerReplacement,
    Command,
    Decline,
    Resign,
    Withdraw,
    WithdrawReplacement,
)
from bot.model.match import Match, Replacement
from bot.model.records import Status


def leaving_command(match: Match, now: datetime) -> Command | None:
    """The next thing that a deleted player does in the match as if it were by their own will; None
    where none of them has a part in how it goes on."""
    if match.status is Status.INVITED:
        return _before_play(match)
    if match.status is not Status.RUNNING:
        return None
    asked = match.replacing.asked
    if asked and now < asked.until and (answer := _answer(asked)):
        return answer
    playing = (match.person(seat) for seat in match.playing)
    return next((Resign(person.id) for person in playing if person.is_deleted), None)


def _answer(asked: Replacement) -> Command | None:
    for awaited in asked.awaited:
        if awaited < 0:
            return AnswerReplacement(awaited, yes=False)
    # Whoever has agreed to play on can't any more.
    for person in (asked.person, asked.by):
        if person.is_deleted:
            return WithdrawReplacement(person.id, manager=True)
    return None


def _before_play(match: Match) -> Command | None:
    if match.host.is_deleted:
        return Withdraw(match.host)
    asked = (person for person in match.invited if person and person.is_deleted)
    return next((Decline(person) for person in asked), None)
