"""Premoves: answers prepared for what may follow, played when they fit, dropped if they don't."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from bot.games.core import IllegalMove, NotationError
from bot.model.clock.units import SECOND
from bot.model.commands import Play
from bot.model.decide import decide
from bot.model.decide.requirements import is_current, require_current
from bot.model.events import Event
from bot.model.match import Match
from bot.model.ports import Store
from bot.model.records import (
    NEXT,
    NO_EVENT,
    DueKind,
    DueReply,
    Keeping,
    MatchId,
    PersonId,
    Premove,
    Seq,
    WaitingNote,
)
from bot.model.refusals import StaleMatch, TimeSpent
from bot.model.studies.prepared import (
    ANYTHING,
    ahead,
    answers_in,
    fitting_premove,
    look_at_prepared,
    require_preparing,
    require_room,
    require_waiting,
    unfit_note,
)
from bot.model.studies.study import MovePath
from bot.service.folded import FoldedMatches, MayAnswer
from bot.service.locks import Locks
from bot.service.personal.preferences import PERSON, USUAL, PreferenceBook
from bot.service.queue import REST, About, DueSource

log = logging.getLogger(__name__)

SOONEST, LATEST = 60 * SECOND, 120 * SECOND
"""An answer that is not to be played at once is played after a time between them, drawn again each
time."""


def reply_events(match: Match, premove: Premove, now: datetime, chance: Random) -> list[Event]:
    """The events of playing an answer; none if it is not legal."""
    try:
        asked = Play(premove.person, premove.then, prepared=True)
        return decide(match, asked, now, chance, match.history)
    except (NotationError, IllegalMove):
        log.info("match %s: premove is not legal", match.id)
        return []


@dataclass(eq=False)
class PreparedAnswers(DueSource[DueReply]):
    """Plays or drops premoves, under the lock of the match.

    Each turn makes those of its match due in the transaction that writes it. The queue plays them,
    except those to be played at once, so that whoever moves waits for nothing that others prepared.
    """

    kind = DueKind.REPLY
    about = About(match="match")

    _store: Store
    _load: Callable[[MatchId], Awaitable[Match]]
    _append: Callable[[Match, Sequence[Event], datetime], Awaitable[MayAnswer]]
    _lock: Locks[MatchId]
    _clock: Callable[[], datetime]
    _chance: Random

    async def answer(self, before: Match, after: Match, *, has_premoves: bool) -> Match:
        """The match after the answer that is to be played at once, if one fits. All else is left
        to the queue."""
        if not has_premoves or len(after.plies) <= len(before.plies):
            return after
        try:
            made = await self._store.find(Premove, match=after.id)
            premove = fitting_premove(after, made)
            if premove and premove.at_once:
                return await self._replied(after, premove) or after
            return after
        except StaleMatch:
            pass  # Another process was faster.
        except Exception:
            # The move itself is stored and confirmed to the mover; the queue tries this again.
            log.exception("match %s: premove failed; retrying", after.id)
        return await self._load(after.id)

    def key(self, item: DueReply) -> MatchId:
        return item.match

    async def do(self, item: DueReply) -> datetime | None:
        async with self._lock(item.match):
            match = await self._load(item.match)
            looked = look_at_prepared(match, await self._store.find(Premove, match=item.match))
            for person, note in looked.notes.items():
                await self._store.put(WaitingNote(person, match.id, note))
            await drop_premoves(self._store, looked.gone)
            if looked.answer is None:
                await self._store.drop(DueReply, match=match.id, changes=item.changes)
                return None
            at = self._time_of(match, looked.answer, item)
            if at > self._clock():
                drawn = DueReply(match.id, match.board_seq, at, item.changes + 1)
                await self._store.save_next(drawn)
                return None
            return await self._reply(match, looked.answer)

    def _time_of(self, match: Match, premove: Premove, item: DueReply) -> datetime:
        # When the answer is played: what was drawn for this turn has come.
        now = self._clock()
        is_drawn = item.seq == match.board_seq
        is_short = match.deadline is not None and now + LATEST >= match.deadline
        if premove.at_once or is_drawn or is_short:
            return now
        seconds = self._chance.uniform(SOONEST.total_seconds(), LATEST.total_seconds())
        return now + timedelta(seconds=seconds)

    async def _reply(self, match: Match, premove: Premove) -> datetime | None:
        # Play the answer, or drop it if it is not legal. Returns until when it is left alone.
        try:
            if await self._replied(match, premove) is None:
                await self._drop_illegal(match, premove)
        except StaleMatch:
            pass  # Another process was faster, which makes the rest due again.
        except TimeSpent:
            # The clock ends the match; its end makes the rest due again.
            return self._clock() + REST
        return None

    async def _replied(self, match: Match, premove: Premove) -> Match | None:
        # The match after the answer; None if it is not legal.
        now = self._clock()
        played = await asyncio.to_thread(reply_events, match, premove, now, self._chance)
        if not played:
            return None
        after, _ = await self._append(match, played, now)
        return after

    async def _drop_illegal(self, match: Match, premove: Premove) -> None:
        note = unfit_note(match.plies[-1].text, [premove])
        await self._store.put(WaitingNote(premove.person, match.id, note))
        await drop_premoves(self._store, [premove])


async def drop_premoves(store: Keeping, premoves: Iterable[Premove]) -> None:
    """Drop these answers, and none that were prepared in their place meanwhile."""
    for each in premoves:
        await store.drop(
            Premove,
            person=each.person,
            match=each.match,
            plies=each.plies,
            when=each.when,
            then=each.then,
            board_seq=each.board_seq,
        )


@dataclass(frozen=True, slots=True, eq=False)
class PremoveBook:
    """Premoves, and the notes about those that did not fit.

    `lock` keeps a match from going on while an answer is prepared in it.
    """

    _store: Store
    _matches: FoldedMatches
    _lock: Locks[MatchId]
    _preferences: PreferenceBook
    _clock: Callable[[], datetime]
    _wake: Callable[[], None]

    async def prepare(self, match_id: MatchId, person: PersonId, when: str, then: str) -> Premove:
        """Store the answer `then` to the other's next move `when`, empty for any. Raises
        PlayerError."""
        match = await self._matches.match(match_id)
        require_preparing(match, person)
        require_waiting(match, person)
        line, seen = (when.strip(), then), match.board_seq
        (premove,) = await self.prepare_lines(match_id, person, [line], seq=seen)
        return premove

    async def prepare_lines(
        self,
        match_id: MatchId,
        person: PersonId,
        lines: Sequence[Sequence[str]],
        *,
        seq: Seq | None = None,
    ) -> list[Premove]:
        """Store the person's answers in these lines from the board of the match on, all or none:
        see `answers_in`. They replace those for the same moves. `seq` is the event whose board the
        lines are from. Raises PlayerError, and StaleMatch if the board has changed since."""
        at_once = await self._is_at_once(person)
        async with self._lock(match_id):
            match = await self._matches.match(match_id)
            if seq is not None:
                require_current(match, seq)
            added = await asyncio.to_thread(answers_in, match, person, lines, at_once=at_once)
            waits = {each.when for each in added}
            there = await self._alive(match, person)
            kept = [each for each, path in there if NEXT.join(path) not in waits]
            require_room(kept, added)
            replaced = self._replaced(there, kept, added)
            await self._store.prepare(match_id, added, replaced)
            if not is_current(await self._matches.match(match_id), match.board_seq):
                # Another process may have made the move before it could find this answer.
                await self._look_soon(match_id)
            return added

    @staticmethod
    def _replaced(
        there: Iterable[tuple[Premove, object]], kept: Sequence[Premove], added: Sequence[Premove]
    ) -> list[Premove]:
        # Those that another answer for the same moves has replaced, under another key.
        keys = {(each.plies, each.when) for each in (*kept, *added)}
        return [each for each, _ in there if (each.plies, each.when) not in keys]

    async def _is_at_once(self, person: PersonId) -> bool:
        stored = await self._preferences.stored(PERSON, person)
        return stored.over(USUAL).prepared == "at_once"

    async def _look_soon(self, match: MatchId) -> None:
        # Whoever looks at them just now may not have found the newest.
        while not await self._made_due(match):
            pass
        self._wake()

    async def _made_due(self, match: MatchId) -> bool:
        due = DueReply(match, NO_EVENT, self._clock())
        found = await self._store.find_one(DueReply, match=match)
        if found is None:
            return await self._store.add(due)
        return await self._store.save_next(due._replace(changes=found.changes + 1))

    async def current(self, match_id: MatchId, person: PersonId) -> list[Premove]:
        """The person's premoves that still fit the match, in the order of the moves they wait
        for."""
        match = await self._matches.match(match_id)
        return [each for each, _ in await self._alive(match, person)]

    async def _alive(self, match: Match, person: PersonId) -> list[tuple[Premove, MovePath]]:
        made = await self._store.find(Premove, person=person, match=match.id)
        found = [(each, path) for each in made if (path := ahead(match, each)) is not None]
        # Those for anything after those for a move.
        return sorted(found, key=lambda both: [(move == ANYTHING, move) for move in both[1]])

    async def remove(self, match_id: MatchId, person: PersonId, chosen: Premove) -> None:
        """Forget an answer, and those that would follow it."""
        async with self._lock(match_id):
            match = await self._matches.match(match_id)
            there = await self._alive(match, person)
            at = next((path for each, path in there if each == chosen), None)
            if at is not None:
                line = (*at, chosen.then)
                later = [each for each, path in there if path[: len(line)] == line]
                await drop_premoves(self._store, [chosen, *later])

    async def clear(self, match_id: MatchId, person: PersonId) -> None:
        """Forget all that a person has prepared in a match."""
        async with self._lock(match_id):
            await self._store.drop(Premove, person=person, match=match_id)
