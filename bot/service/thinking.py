"""Runs the service's searches and turns their answers into moves, hints and reviews."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from bot.games.phrases import counted
from bot.model.commands import AnswerRequest, Command, OfferDraw, Play
from bot.model.decide.consent import LEFT
from bot.model.decide.requirements import require_claims, require_hints, require_over, require_turn
from bot.model.events import Person
from bot.model.match import Match
from bot.model.records import PersonId, Seat
from bot.model.refusals import Reason, Refused
from bot.model.requests import DRAW, TIME
from bot.model.turns import resolve_text
from bot.opponents.kernel import PROVEN
from bot.opponents.levels import BEFORE_LEVELS, LEVELS, level_of
from bot.opponents.proofs import Proof
from bot.opponents.reviewing import Missed as Missed
from bot.opponents.reviewing import Mistake as Mistake
from bot.opponents.reviewing import ReviewQuestion
from bot.opponents.reviewing import own_moves as own_moves
from bot.opponents.reviewing import worst as worst
from bot.opponents.search import Found as Found
from bot.opponents.thinking import (
    Answerable,
    LastMistakesQuestion,
    MistakeQuestion,
    ProofQuestion,
    Question,
)
from bot.opponents.workers import LONGEST, SearchFailed
from bot.service.invitations.levels import level_played

log = logging.getLogger(__name__)

A = TypeVar("A")


class Thinking(Protocol):
    """Answers questions about positions, off the event loop. `Workers` does it in processes."""

    async def ask(
        self,
        question: Answerable[A],
        *,
        person: PersonId,
        background: bool = False,
        within: float = LONGEST,
    ) -> A:
        """The answer, for that person. Background questions wait for those people wait for.
        A search is aborted after `within` seconds.

        Raises SearchFailed.
        """

    async def close(self) -> None:
        """Stop computing. Callers that wait are cancelled."""


async def answer_to(
    thinking: Thinking, question: Answerable[A], person: PersonId, *, background: bool = False
) -> A:
    """The answer, for that person. Raises Refused if the search failed, which is logged."""
    try:
        return await thinking.ask(question, person=person, background=background)
    except SearchFailed as error:
        log.exception("%s failed", type(question).__name__)
        raise Refused(
            "My search failed, so there is no answer and nothing is changed. Ask again in a "
            "minute; if it goes on, tell the person who runs the bot."
        ) from error


ShowThinking = Callable[[Match], AbstractAsyncContextManager[None]]
"""Shows, while the block lasts, that the bot thinks about its move in a match."""


def show_nothing(match: Match) -> AbstractAsyncContextManager[None]:
    return nullcontext()


BEST = LEVELS[-1]
"""The level that gives hints."""

CLAIM_SHARE = 2
"""A claim is searched for twice as long as a move of the best level."""

LOOKED_BACK = 16
"""Turns before the end in which the last missed win is searched for."""

PATIENCE = 6.0
"""Seconds that the end of a match may wait for that."""

REVIEWED_MOVES = 8
"""A whole match is reviewed for as long as the best level thinks about this many moves."""

PARTS_OF_MOVE = 3
"""The turns of one part of a review take a third of a move, or one turn does."""

LEAST_PART = 12
"""Each of its turns gets at least this fraction of a move, and at most a move."""


@dataclass(eq=False)
class Analysis:
    """Answers about a match. `robot` is the person whose moves the bot makes."""

    _thinking: Thinking
    _robot: PersonId

    def own_moves(self, match: Match) -> int:
        """The number of the winner's moves within which wins are proven in that match."""
        return own_moves(_depth(match.game)[0], len(match.seats))

    async def hint(self, match: Match, person: PersonId) -> Found:
        """A good move for the person, whose turn it is. Raises Refused in a match between people,
        and on the ladder."""
        require_hints(match, self._robot)
        require_turn(match, person)
        assert match.position is not None, "a match that runs has a position"
        question = Question(match.game, match.position, BEST, match.seq)
        found = await answer_to(self._thinking, question, person)
        resolve_text(match.rules, match.position, found.text)
        return found

    async def claimed(self, match: Match, person: PersonId) -> Proof:
        """The forced win of the person, whose turn it is. Raises Refused if none is proven, and if
        claims were not agreed to."""
        require_turn(match, person)
        require_claims(match)
        plies, nodes = _depth(match.game)
        proof = await self.proof(match, plies, nodes * CLAIM_SHARE, person)
        if not proof.winning:
            moves = own_moves(plies, len(match.playing))
            raise Refused(nothing_proven(proof, moves), Reason.NOTHING_PROVEN)
        return proof

    async def proof(self, match: Match, plies: int, nodes: int, person: PersonId) -> Proof:
        """What can be proven of a win of the player to move in a running match."""
        assert match.position is not None, "a match that runs has a position"
        question = ProofQuestion(match.game, match.position, plies, nodes)
        return await answer_to(self._thinking, question, person)

    async def review(self, match: Match, person: PersonId) -> tuple[Mistake, ...]:
        """What was missed in a match that is over, as far as it is proven."""
        require_over(match)
        whole = _question(match)
        # In parts, between which the worker is free for what people wait for.
        turns = max(1, _depth(match.game)[1] // PARTS_OF_MOVE // whole.nodes)
        found: list[Mistake] = []
        for first in range(0, len(whole.texts), turns):
            part = _part(match, whole, first, first + turns)
            mistakes = await answer_to(self._thinking, part, person, background=True)
            found += (replace(each, ply=each.ply + first) for each in mistakes)
        return tuple(found)

    async def mistake(self, match: Match, ply: int, person: PersonId) -> Mistake | None:
        """What was missed in turn `ply`, from 1, of a match that is over."""
        require_over(match)
        return await answer_to(self._thinking, MistakeQuestion(_question(match), ply), person)

    async def last_missed(self, match: Match, person: PersonId) -> Mistake | None:
        """The last turn of a match that is over in which a win was missed, among the last few
        turns; None also if that was not known in time."""
        late, before = _late(match)
        found = await self._in_time(match, MistakeQuestion(late, None), person)
        return found and replace(found, ply=found.ply + before)

    async def last_mistakes(self, match: Match, person: PersonId) -> tuple[Mistake, ...]:
        """The last win that each player missed or allowed in the last few turns of a match that is
        over, latest first; none if that was not known in time."""
        late, before = _late(match)
        # There are twice as many proofs as for wins alone.
        question = LastMistakesQuestion(replace(late, nodes=max(1, late.nodes // 2)))
        found = await self._in_time(match, question, person) or ()
        return tuple(replace(each, ply=each.ply + before) for each in found)

    async def _in_time(self, match: Match, question: Answerable[A], person: PersonId) -> A | None:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._thinking.ask(question, person=person)
        except (TimeoutError, SearchFailed):
            log.info("match %s: mistakes not searched in time", match.id)
            return None


def _late(match: Match) -> tuple[ReviewQuestion, int]:
    # The last turns of a match that is over, and how many came before them.
    asked = _question(match)
    first = max(0, len(asked.texts) - LOOKED_BACK)
    return _part(match, asked, first), first


def _part(
    match: Match, asked: ReviewQuestion, first: int, last: int | None = None
) -> ReviewQuestion:
    # The turns from index `first` until `last`, which then count from 1.
    opening = match.plies[first].before if first else asked.opening
    return replace(asked, opening=opening, texts=asked.texts[first:last])


def nothing_proven(proof: Proof, moves: int) -> str:
    """Why a claim failed that looked for a win within that many own moves."""
    if proof.known:
        return (
            f"There is no win within {counted(moves, 'move')} of yours here that no answer could "
            "stop, so there is nothing to claim. Play on."
        )
    return (
        "I could not prove a win here in the time I have for it, so there is nothing to claim. "
        "Play on, and claim it when it is nearer."
    )


def _depth(key: str) -> tuple[int, int]:
    # The plies within which wins are proven, and the scored moves for one proof.
    best = level_of(key, BEST)
    return best.proof, best.nodes


def _question(match: Match) -> ReviewQuestion:
    assert match.opening is not None, "what was played had a beginning"
    plies, nodes = _depth(match.game)
    # Who leaves makes no move, and the search knows nothing of what comes after.
    left = (number for number, ply in enumerate(match.plies) if ply.text in LEFT)
    texts = tuple(ply.text for ply in match.plies[: next(left, None)])
    each = max(nodes // LEAST_PART, nodes * REVIEWED_MOVES // max(REVIEWED_MOVES, len(texts)))
    return ReviewQuestion(match.game, match.opening, texts, plies, each)


AT_ONCE = range(1, 3)
"""Levels that answer before anybody could see that the bot thinks."""

LATE = 120
"""Moves after which a match is so long that perhaps neither side makes progress."""

EVEN = 100
"""Points, to either side, within which a position is even."""

WORSE = 1000
"""Points that a player must be behind to take a draw early: about a piece."""

OFFERS = 20
"""Moves between two draw offers."""


@dataclass(frozen=True, slots=True)
class Robot:
    """Decides for the bot, which is `_person`. It plays every match to its end."""

    _thinking: Thinking
    _person: Person
    _show: ShowThinking = show_nothing

    async def commands(self, match: Match) -> list[Command]:
        """What it does, in order, when the match waits for it: give time, answer a draw offer, or
        move. Deterministic for the same match. Raises SearchFailed."""
        me = self._person.id
        seat = match.seat_of(me)
        assert seat is not None, "the robot sits in the match"
        asked = {each.kind for each in match.requests.awaiting(me)}
        if TIME in asked:
            return [AnswerRequest(TIME, me, yes=True)]
        if DRAW in asked:
            return [AnswerRequest(DRAW, me, yes=takes_draw(match, seat, await self._found(match)))]
        found = await self._found(match)
        moves: list[Command] = [Play(me, found.text)]
        return [*moves, OfferDraw(me)] if offers_draw(match, found) else moves

    async def _found(self, match: Match) -> Found:
        position, level = match.position, level_in(match)
        assert position is not None, "the match is running"
        question = Question(match.game, position, level, seed_of(match))
        # People's questions take turns with its own.
        person = match.others(self._person.id)[0].id
        if level in AT_ONCE:
            return await self._answer(question, person, match)
        async with self._show(match):
            return await self._answer(question, person, match)

    async def _answer(self, question: Question, person: PersonId, match: Match) -> Found:
        try:
            return await self._thinking.ask(question, person=person)
        except SearchFailed:
            log.exception("match %s: the search failed; moving by the rules alone", match.id)
            return await self._thinking.ask(replace(question, plain=True), person=person)


def level_in(match: Match) -> int:
    """How strong the bot plays in the match."""
    return level_played(match.level or BEFORE_LEVELS)


def seed_of(match: Match) -> int:
    """The random seed of the match's next move: a repeated search finds the same."""
    return match.id << 16 | len(match.plies)


def takes_draw(match: Match, seat: Seat, found: Found) -> bool:
    """Whether a draw is no worse for the seat than playing on, by the score of the player to move:
    early only if a piece behind, late if not better."""
    worth = found.worth if match.turn == seat else -found.worth
    return worth <= (EVEN if len(match.plies) >= LATE else -WORSE)


def offers_draw(match: Match, found: Found) -> bool:
    """Whether the player who moves now offers a draw with it: in a late, even match, now and then,
    if none was offered in this turn."""
    plies = len(match.plies)
    is_time = plies >= LATE and plies % OFFERS < 2
    was_offered = match.requests.draw or match.declined_in_turn(DRAW)
    is_free = not was_offered and len(match.playing) == 2
    return is_time and is_free and abs(found.worth) <= EVEN and not abs(found.worth) > PROVEN
