"""Challenges as they come in sequences."""

from bot.model.commands import (
    AnswerReplacement,
    AnswerTakeback,
    AskReplacement,
    Command,
    Play,
    TakeBack,
)
from bot.model.match import Match
from tests.helpers.people import (
    ADA,
    EDSGER,
    GRACE,
    LINUS,
)


def asked_of(match: Match, step: Command | str) -> Command:
    """The command of a step: itself, or a move by whoever is to move."""
    if isinstance(step, Command):
        return step
    if step in ("undo", "ask"):
        last = match.person(match.plies[-1].seat).id if match.plies else ADA.id
        return TakeBack(last, free=step == "undo")
    if step == "let":
        asker = match.takeback.asked.seat if match.takeback.asked else 1
        return AnswerTakeback(match.people[asker % len(match.people)].id, yes=True)
    mover = match.turn_person or ADA
    if step == "leave":
        free = [p for p in (ADA, GRACE, LINUS, EDSGER) if p not in match.people]
        return AskReplacement(mover, mover, (*free, ADA)[0])
    if step == "agree":
        awaited = match.replacing.asked.awaited if match.replacing.asked else (ADA.id,)
        return AnswerReplacement(awaited[0], yes=True)
    return Play(match.turn_person.id if match.turn_person else ADA.id, step)
