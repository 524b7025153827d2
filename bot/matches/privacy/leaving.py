"""How somebody who is deleted leaves a match that goes on without them. Pure."""

from datetime import datetime

from bot.matches.commands import (
    AnswerReplacement,
    Command,
    Decline,
    Resign,
    Withdraw,
    WithdrawReplacement,
)
from bot.matches.events import Person
from bot.matches.match import Match
from bot.matches.records import Status


def leaving_command(match: Match, person: Person, now: datetime) -> Command | None:
    """The next thing that they do in the match as if it were by their own will; None where they
    have no part in how it goes on."""
    if match.status is Status.INVITED:
        return _before_play(match, person)
    if match.status is not Status.RUNNING:
        return None
    asked = match.replacement if match.replacement and now < match.replacement.until else None
    if asked and person.id in asked.awaited:
        return AnswerReplacement(person.id, yes=False)
    if asked and person.id in (asked.person.id, asked.by.id):
        # Whoever has agreed to play on can't any more.
        return WithdrawReplacement(person.id, manager=True)
    return Resign(person.id) if match.is_playing(person.id) else None


def _before_play(match: Match, person: Person) -> Command | None:
    if match.host.id == person.id:
        return Withdraw(person)
    is_asked = any(each and each.id == person.id for each in match.invited)
    return Decline(person) if is_asked else None
