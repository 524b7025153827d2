"""Premoves: answers prepared for the other's move, played at once if they fit, dropped if they
don't."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random

from bot.games.core import IllegalMove, NotationError
from bot.model.commands import Play
from bot.model.decide import decide
from bot.model.decide.requirements import is_current, is_turn, require_seat
from bot.model.events import Event
from bot.model.match import Match
from bot.model.ports import People, Store
from bot.model.records import MatchId, PersonId, Premove, Seq, Status, WaitingNote
from bot.model.refusals import Reason, Refused
from bot.model.turns import resolve_text
from bot.service.folded import FoldedMatches, MayAnswer
from bot.service.locks import Locks
from bot.service.queue import LeftOver

log = logging.getLogger(__name__)

MOST = 9
"""Most premoves of one person in a match."""

LONGEST = 80
"""Characters of an answer that can't be checked before the other has moved."""


def prepared_premove(match: Match, person: PersonId, when: str, then: str) -> Premove:
    """The answer `then` to the other's move `when`, or to any move if that is empty.

    Raises PlayerError if either could not be played now.
    """
    _require_waiting(match, person)
    if not when.strip():
        if not then.strip() or len(then) > LONGEST:
            raise Refused("Enter your answer as you would type the move.")
        return _premove(match, person, "", then.strip())
    theirs = resolve_text(match.rules, match.position, when)
    if match.rules.outcome(theirs.turn.position):
        raise IllegalMove("That move ends the game; there is nothing to answer.")
    mine = resolve_text(match.rules, theirs.turn.position, then)
    return _premove(match, person, theirs.text, mine.text)


def _premove(match: Match, person: PersonId, when: str, then: str) -> Premove:
    return Premove(person, match.id, len(match.plies), when, then, match.board_seq)


def _require_waiting(match: Match, person: PersonId) -> None:
    require_seat(match, person)
    if len(match.playing) != 2:
        raise Refused("Answers can be prepared only in matches of two. Wait for your turn here.")
    if is_turn(match, person):
        raise Refused("It is your turn: nothing to wait for.", Reason.YOUR_TURN)


def reply_events(
    match: Match, premoves: Sequence[Premove], now: datetime, chance: Random
) -> list[Event]:
    """The events of playing the answer that fits the move just made; none if none fits."""
    premove = fitting_premove(match, premoves)
    try:
        asked = premove and Play(premove.person, premove.then)
        return decide(match, asked, now, chance, match.history) if asked else []
    except (NotationError, IllegalMove):
        log.info("match %s: premove is not legal", match.id)
        return []


def fitting_premove(match: Match, premoves: Sequence[Premove]) -> Premove | None:
    """The answer to what was just played: the one to that very move, else the one to any."""
    played = match.plies[-1].text
    current = {p.when: p for p in premoves if is_premove_current(match, p)}
    return current.get(played) or current.get("")


def is_premove_current(match: Match, premove: Premove) -> bool:
    """Whether it was prepared for the move that was just made, not for an earlier one."""
    return premove.plies == len(match.plies) - 1 and not _is_undone_since(match, premove)


def _is_undone_since(match: Match, premove: Premove) -> bool:
    # Whether a move was taken back since, so that it was prepared for another board.
    return bool(match.undone) and match.undone[-1].seq > premove.board_seq


def unfit_note(match: Match, premoves: Sequence[Premove]) -> str:
    """The note to a person whose answers did not fit what was played."""
    answers = " or ".join(p.then for p in premoves)
    return f"Your prepared answer {answers} does not fit {match.plies[-1].text}; it is dropped."


async def drop_after_takeback(store: People, match: Match) -> None:
    """Drop all premoves of a match in which a move was taken back, and say so."""
    first = match.undone[-1].plies[0].text
    for player in match.people:
        made = await store.find(Premove, person=player.id, match=match.id)
        if not made:
            continue
        answers = " or ".join(premove.then for premove in made)
        note = f"Your prepared answer {answers} is dropped, because {first} was taken back."
        await store.put(WaitingNote(player.id, match.id, note))
        await drop_older(store, made, match.board_seq)


async def drop_older(store: People, made: Iterable[Premove], board_seq: Seq) -> None:
    """Drop those of the premoves that were made on an earlier board. What was made meanwhile
    stays."""
    for each in made:
        if each.board_seq < board_seq:
            await store.drop(
                Premove,
                person=each.person,
                match=each.match,
                when=each.when,
                board_seq=each.board_seq,
            )


@dataclass(slots=True, eq=False)
class PreparedAnswers:
    """Plays or drops premoves, under the lock of the match.

    `left_over` are the matches with premoves that a crash or trouble left undone.
    """

    _store: Store
    _load: Callable[[MatchId], Awaitable[Match]]
    _append: Callable[[Match, Sequence[Event], datetime], Awaitable[MayAnswer]]
    _lock: Locks[MatchId]
    _clock: Callable[[], datetime]
    _chance: random.Random
    _wake: Callable[[], None]
    left_over: LeftOver[MatchId] = field(init=False)

    def __post_init__(self) -> None:
        self.left_over = LeftOver("reply", self._with_premoves, self._reply_again)

    async def answer(self, before: Match, after: Match, *, has_premoves: bool) -> Match:
        """The match after its premoves are played, or dropped because a move was taken back."""
        try:
            if len(after.plies) < len(before.plies):
                await drop_after_takeback(self._store, after)
            elif has_premoves and len(after.plies) > len(before.plies):
                return await self._replied(after)
            return after
        except Exception:
            # The move itself is stored and confirmed to the mover; this is tried again.
            log.exception("match %s: premove failed; retrying", after.id)
            self.left_over.look_again()
            return await self._load(after.id)

    async def _with_premoves(self) -> Sequence[MatchId]:
        return sorted({each.match for each in await self._store.find(Premove)})

    def look_again(self) -> None:
        """Answer what was not answered yet."""
        self.left_over.look_again()
        self._wake()

    async def _reply_again(self, match_id: MatchId) -> None:
        # Play the premoves of a match; if it has ended, drop them.
        async with self._lock(match_id):
            match = await self._load(match_id)
            if match.status is not Status.RUNNING:
                for player in match.people:
                    await self._store.drop(Premove, person=player.id, match=match.id)
            elif match.plies:
                await self._replied(match)
                self._wake()

    async def _replied(self, match: Match) -> Match:
        # The match after the answer that was prepared for the move just made, if one fits.
        player = match.turn_person
        made = await self._store.find(Premove, person=player.id, match=match.id) if player else []
        if player is None or not made:
            return match
        now = self._clock()
        current = [premove for premove in made if is_premove_current(match, premove)]
        played = await asyncio.to_thread(reply_events, match, current, now, self._chance)
        after, _ = await self._append(match, played, now)
        if current and not played:
            note = WaitingNote(player.id, match.id, unfit_note(match, current))
            await self._store.put(note)
        # Dropped only now: an answer that a crash left over is played at the next start. What
        # another process has prepared on the new board meanwhile stays.
        await drop_older(self._store, made, after.board_seq)
        return after


@dataclass(frozen=True, slots=True, eq=False)
class PremoveBook:
    """Premoves, and the notes about those that did not fit.

    `lock` keeps a match from going on while an answer is prepared in it.
    """

    _store: People
    _matches: FoldedMatches
    _lock: Locks[MatchId]
    _prepared: PreparedAnswers

    async def prepare(self, match_id: MatchId, person: PersonId, when: str, then: str) -> Premove:
        """Store the answer `then` to the other's move `when`. Raises PlayerError."""
        async with self._lock(match_id):
            match = await self._matches.match(match_id)
            premove = await asyncio.to_thread(prepared_premove, match, person, when, then)
            stored = await self.current(match_id, person)
            if len({premove.when, *(p.when for p in stored)}) > MOST:
                raise Refused(f"{MOST} prepared answers are the most. Clear them first.")
            if not stored:
                # Not what another process has just prepared on this board.
                made = await self._store.find(Premove, person=person, match=match_id)
                await drop_older(self._store, made, match.board_seq)
            await self._store.put(premove)
            if not is_current(await self._matches.match(match_id), match.board_seq):
                # Another process may have made the move before it could find this answer.
                self._prepared.look_again()
            return premove

    async def current(self, match_id: MatchId, person: PersonId) -> list[Premove]:
        """The person's premoves for the move that is awaited."""
        match = await self._matches.match(match_id)
        made = await self._store.find(Premove, person=person, match=match_id)
        return [
            premove
            for premove in made
            if premove.plies == len(match.plies) and not _is_undone_since(match, premove)
        ]
