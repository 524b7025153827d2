"""What the bot does as a player: it moves as its level plays, and answers what it is asked."""

import logging
from dataclasses import dataclass, replace

from bot.model.commands import AnswerDraw, AnswerTime, Command, OfferDraw, Play
from bot.model.events import Person
from bot.model.match import Match
from bot.opponents.levels import BEFORE_LEVELS
from bot.opponents.search import Found
from bot.opponents.sides import PROVEN
from bot.opponents.thinking import Question
from bot.opponents.workers import SearchFailed
from bot.service.invitations.levels import level_played
from bot.service.opponents.thinking import ShowThinking, Thinking, show_nothing

log = logging.getLogger(__name__)

AT_ONCE = range(1, 3)
"""Levels that answer before anybody could see that the bot thinks."""

LATE = 120
"""Moves after which a match has gone on for so long that neither side may be getting anywhere."""

EVEN = 100
"""Points, to either side, up to which a position is even."""

WORSE = 1000
"""Points that somebody has to be behind who takes a draw early: about a piece."""

OFFERS = 20
"""Moves between two offers of a draw."""


@dataclass(frozen=True, slots=True)
class Robot:
    """Decides for the bot, which is `_person`. It plays every match to its end."""

    _thinking: Thinking
    _person: Person
    _show: ShowThinking = show_nothing

    async def commands(self, match: Match) -> list[Command]:
        """What it does, in order, when the match waits for it: give time, answer an offer of a
        draw, or move. The same match has the same answer. Raises SearchFailed."""
        me = self._person.id
        seat = match.seat_of(me)
        assert seat is not None, "the robot sits in the match"
        if match.more_time.is_for(seat):
            return [AnswerTime(me, yes=True)]
        if match.draw.is_for(seat):
            return [AnswerDraw(me, yes=takes_draw(match, seat, await self._found(match)))]
        found = await self._found(match)
        moves: list[Command] = [Play(me, found.text)]
        return [*moves, OfferDraw(me)] if offers_draw(match, found) else moves

    async def _found(self, match: Match) -> Found:
        position, level = match.position, level_in(match)
        assert position is not None, "the match is running"
        question = Question(match.game, position, level, seed_of(match))
        # Those who wait for it take turns with their own questions.
        person = match.others(self._person.id)[0].id
        if level in AT_ONCE:
            return await self._answer(question, person, match)
        async with self._show(match):
            return await self._answer(question, person, match)

    async def _answer(self, question: Question, person: int, match: Match) -> Found:
        try:
            return await self._thinking.ask(question, person=person)
        except SearchFailed:
            log.exception("match %s: the search failed; moving by the rules alone", match.id)
            return await self._thinking.ask(replace(question, plain=True), person=person)


def level_in(match: Match) -> int:
    """How strong the bot plays in the match."""
    return level_played(match.level or BEFORE_LEVELS)


def seed_of(match: Match) -> int:
    """The dice for the match's next move: a search that is repeated finds the same."""
    return match.id << 16 | len(match.plies)


def takes_draw(match: Match, seat: int, found: Found) -> bool:
    """Whether a draw is no worse for the seat than what is to come, by what was found for whoever
    is to move: early only for somebody who is a piece behind, late for who is not better."""
    worth = found.worth if match.turn == seat else -found.worth
    return worth <= (EVEN if len(match.plies) >= LATE else -WORSE)


def offers_draw(match: Match, found: Found) -> bool:
    """Whether whoever moves now offers a draw with it: in a late match that is even, now and then,
    and where nothing was offered in this turn."""
    plies = len(match.plies)
    is_time = plies >= LATE and plies % OFFERS < 2
    is_free = match.draw.offer is None and match.draw.declined is None and len(match.playing) == 2
    return is_time and is_free and abs(found.worth) <= EVEN and not abs(found.worth) > PROVEN
