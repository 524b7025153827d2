"""Matches between two who both prepare answers, beside an oracle that knows only what was said.

    python -m tests.service.personal.prepared_play 300 1000

plays that many, of up to 300 plies each, from seed 1000 on, and says what happened in them.

What must hold, whatever is killed and whoever is faster:

- a turn that says that it was prepared is an answer that its player has prepared, not removed, and
  no move was taken back since; the match went just the way that was said with it;
- all others are moves that somebody made by hand, each once;
- an answer that fits is played, after a minute or two, or at once if its player wants that; never
  earlier;
- what fits no more is forgotten, and nothing else.
"""

import asyncio
import random
import sys
from collections import Counter
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import bot.catalog
from bot.model.commands import AnswerRequest, Play, TakeBack
from bot.model.match import Match
from bot.model.records import MatchId, PersonId, Premove, Status
from bot.model.refusals import Refused, StaleMatch
from bot.model.requests import TAKEBACK
from bot.model.studies.prepared import ANYTHING, MOST, NOTHING_TO_ANSWER
from tests.helpers import pile
from tests.helpers.people import ADA, GRACE
from tests.helpers.playing import known
from tests.helpers.rounds import Mortal, outlived, without_threads
from tests.service.conftest import Club
from tests.store.memory import MemoryStore

MINUTE, TWO = timedelta(minutes=1), timedelta(minutes=2)
PEOPLE = (ADA.id, GRACE.id)
Moves = tuple[str, ...]


class Oracle:
    """What each has prepared: answers by all moves of the match before them."""

    def __init__(self) -> None:
        self.history: Moves = ()
        self.prepared: dict[PersonId, dict[Moves, str]] = {each: {} for each in PEOPLE}
        self.since: dict[tuple[PersonId, Moves], int] = {}

    def prepare(self, person: PersonId, lines: list[list[str]]) -> None:
        mine = len(self.history) % 2 == PEOPLE.index(person)
        # Of several for the same moves the first counts.
        for line in reversed(lines):
            for at in range(2 if mine else 1, len(line), 2):
                path = (*self.history, *line[:at])
                self.prepared[person][path] = line[at]
                self.since[person, path] = len(self.history)

    def remove(self, person: PersonId, path: Moves) -> None:
        answer = self.prepared[person].pop(path)
        for each in [p for p in self.prepared[person] if p[: len(path) + 1] == (*path, answer)]:
            del self.prepared[person][each]

    def taken_back(self, history: Moves) -> None:
        self.history = history
        self.prepared = {each: {} for each in PEOPLE}

    def played(self, text: str) -> None:
        self.history = (*self.history, text)
        for person, answers in self.prepared.items():
            self.prepared[person] = {p: a for p, a in answers.items() if self._fits(p)}

    def _fits(self, path: Moves) -> bool:
        so_far = len(self.history)
        if len(path) < so_far:
            return False
        return all(a in (ANYTHING, b) for a, b in zip(path, self.history, strict=False))

    def due(self, person: PersonId) -> Moves | None:
        """The path of the answer that is to be played now."""
        answers, so_far = self.prepared[person], len(self.history)
        if not so_far or so_far % 2 != PEOPLE.index(person):
            return None
        if self.history in answers:
            return self.history
        general = (*self.history[:-1], ANYTHING)
        # By a branch that was there before that move.
        is_named = any(
            path[so_far - 1] == self.history[-1] and self.since[person, path] < so_far
            for path in answers
        )
        return general if general in answers and not is_named else None


@dataclass
class Play300:
    """One match, with what is random in it."""

    chance: random.Random
    plies: int
    club: Club = field(default_factory=lambda: Club(MemoryStore()))
    second: Club = field(init=False)
    oracle: Oracle = field(default_factory=Oracle)
    done: Counter[str] = field(default_factory=Counter)
    at_once: set[PersonId] = field(default_factory=set)
    number: MatchId = field(init=False)

    async def run(self) -> Counter[str]:
        self.second = self.club.restarted()
        match = await self.club.begin(options={"stones": self.plies * 3 + 9})
        self.number = match.id
        for person in (ADA, GRACE):
            if self.chance.random() < 0.4:
                await self.club.answer_at_once(person)
                self.at_once.add(person.id)
        steps = (
            *[self.prepare] * 5,
            *[self.hand] * 3,
            *[self.killed_hand, self.race, self.race, self.wait, self.wait, self.killed_tick],
            *[self.take_back, self.remove],
        )
        while len(self.oracle.history) < self.plies:
            step = self.chance.choice(steps)
            if step is self.take_back and self.chance.random() < 0.9:
                continue
            await step()
        await self.settle()
        return self.done

    async def now(self) -> Match:
        return await self.second.match(self.number)

    # What people do

    async def prepare(self) -> None:
        person, match = self.chance.choice(PEOPLE), await self.now()
        lines = [self._line(match, person) for _ in range(self.chance.randint(1, 3))]
        try:
            await self.club.service.premoves.prepare_lines(self.number, person, lines)
        except Refused as refused:
            is_full = len(self.oracle.prepared[person]) > MOST - 16
            if is_full or NOTHING_TO_ANSWER in str(refused):
                return
            raise
        self.oracle.prepare(person, lines)
        self.done["lines prepared"] += len(lines)

    def _line(self, match: Match, person: PersonId) -> list[str]:
        mine = known(match.turn_person).id == person
        length = self.chance.choice([2, 2, 4, 6, 10, 12]) + mine
        line = [self.chance.choice("123") for _ in range(length)]
        if self.chance.random() < 0.3:
            line[-2] = ANYTHING
        return line

    async def remove(self) -> None:
        person = self.chance.choice(PEOPLE)
        if self.chance.random() < 0.2:
            await self.club.service.premoves.clear(self.number, person)
            self.oracle.prepared[person] = {}
        elif answers := self.oracle.prepared[person]:
            path = self.chance.choice(sorted(answers))
            for each in await self.club.service.premoves.current(self.number, person):
                if self._path(await self.now(), each) == path:
                    await self.club.service.premoves.remove(self.number, person, each)
            self.oracle.remove(person, path)
        self.done["removed"] += 1

    def _move(self) -> str:
        # Often one that somebody has thought of.
        so_far = len(self.oracle.history)
        thought = [
            path[so_far]
            for answers in self.oracle.prepared.values()
            for path in answers
            if len(path) > so_far and path[so_far]
        ]
        return self.chance.choice(
            sorted(thought) if thought and self.chance.random() < 0.8 else "123"
        )

    async def hand(self) -> None:
        text, match = self._move(), await self.now()
        await self.club.do(self.number, Play(known(match.turn_person).id, text))
        await self.look(text)
        self.done["by hand"] += 1

    async def killed_hand(self) -> None:
        """A move in a process that is killed on its way, perhaps just behind the append."""
        text, match = self._move(), await self.now()
        mortal = self._mortal(range(1, 9))
        club = Club(mortal, self.club.clock)
        try:
            await club.do(self.number, Play(known(match.turn_person).id, text))
        except asyncio.CancelledError:
            self.done["killed with a move"] += 1
        await self.look(text)

    async def race(self) -> None:
        """The answer that is due, the same looked for by another process, and the hand."""
        await self.club.tick()
        await self.look()
        self.club.pass_by(seconds=self.chance.choice([0, 130, 130]))
        text, match = self._move(), await self.now()
        hand = Play(known(match.turn_person).id, text)
        found = await asyncio.gather(
            self.club.tick(),
            self._late(self.second.tick()),
            self._late(self.second.do(self.number, hand, seq=match.board_seq)),
            return_exceptions=True,
        )
        for each in found:
            assert not isinstance(each, BaseException) or isinstance(each, StaleMatch), each
        self.done["races"] += 1
        self.done["races lost by the hand"] += isinstance(found[2], StaleMatch)
        await self.look("" if isinstance(found[2], StaleMatch) else text)

    async def _late(self, work: Coroutine[Any, Any, Any]) -> Any:
        for _ in range(self.chance.randrange(12)):
            await asyncio.sleep(0)
        return await work

    async def take_back(self) -> None:
        match, person = await self.now(), self.chance.choice(PEOPLE)
        other = PEOPLE[1 - PEOPLE.index(person)]
        try:
            after = await self.club.do(self.number, TakeBack(person))
            if len(after.undone) == len(match.undone):
                after = await self.club.do(self.number, AnswerRequest(TAKEBACK, other, yes=True))
        except Refused:
            return
        self.oracle.taken_back(tuple(ply.text for ply in after.plies))
        self.done["taken back"] += 1

    # What time does

    async def wait(self) -> None:
        self.club.pass_by(seconds=self.chance.choice([1, 70, 130]))
        await self.club.tick()
        await self.look()

    async def killed_tick(self) -> None:
        self.club.pass_by(seconds=self.chance.choice([0, 130]))
        mortal = self._mortal(range(1, 20))
        lived = await outlived(Club(mortal, self.club.clock).service.queue, mortal)
        self.done["killed at work"] += not lived
        await self.look()

    def _mortal(self, lives: range) -> Mortal:
        count, behind = self.chance.choice(lives), self.chance.random() < 0.5
        return Mortal(self.club.store, count, behind=behind)

    async def settle(self) -> None:
        """Nothing more is done by hand: all that fits is played, and the rest is forgotten."""
        await self.club.tick()
        await self.look()
        while (path := self._due()) and (await self.now()).status is Status.RUNNING:
            self.club.pass_by(minutes=2)
            await self.club.tick()
            before = self.oracle.history
            await self.look()
            assert self.oracle.history != before, path
        await self.club.tick()
        match = await self.now()
        stored = await self.club.store.find(Premove)
        left = sorted((each.person, self._path(match, each), each.then) for each in stored)
        assert left == sorted(self._answers())
        self.done["matches"] += 1

    def _due(self) -> Moves | None:
        return next(filter(None, map(self.oracle.due, PEOPLE)), None)

    def _answers(self) -> Iterator[tuple[PersonId, Moves, str]]:
        for person, answers in self.oracle.prepared.items():
            yield from ((person, path, answer) for path, answer in answers.items())

    def _path(self, match: Match, premove: Premove) -> Moves:
        return (*(ply.text for ply in match.plies[: premove.plies]), *premove.path)

    # What is checked after each

    async def look(self, hand: str = "") -> None:
        """Each new turn is an answer that fitted, or the one by hand."""
        match = await self.now()
        for ply in match.plies[len(self.oracle.history) :]:
            person = match.seats[ply.seat - 1].id
            if ply.prepared:
                path = self.oracle.due(person)
                assert path is not None, (self.oracle.history, ply)
                assert self.oracle.prepared[person][path] == ply.text
                self._require_time(match, ply.seq)
                self.done["answers played"] += 1
            else:
                assert hand == ply.text, (hand, ply)
                hand = ""
            self.oracle.played(ply.text)
        assert tuple(ply.text for ply in match.plies) == self.oracle.history

    def _require_time(self, match: Match, seq: int) -> None:
        at = next(n for n, ply in enumerate(match.plies) if ply.seq == seq)
        ply = match.plies[at]
        if match.seats[ply.seat - 1].id not in self.at_once:
            assert ply.at - match.plies[at - 1].at >= MINUTE


async def played(seeds: range, most: int) -> Counter[str]:
    """What happened in the matches of these seeds, of up to so many plies."""
    without_threads(asyncio.get_running_loop())
    done: Counter[str] = Counter()
    for seed in seeds:
        chance = random.Random(seed)
        done += await Play300(chance, chance.randint(most // 3, most)).run()
    return done


def main(count: int, first: int = 0) -> None:
    offered = {**bot.catalog.catalog(), "pile": pile.ENTRY}
    bot.catalog.catalog = lambda: offered  # type: ignore[assignment]
    for what, number in sorted(asyncio.run(played(range(first, first + count), 300)).items()):
        print(f"{number:7} {what}")


if __name__ == "__main__":
    main(int(sys.argv[1]), *map(int, sys.argv[2:]))
