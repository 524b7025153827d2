"""Over random histories, with the process killed between saying and marking, the real bot on the
real database calls everybody to each turn once, and pings nobody else."""

import json
import random
from typing import Any

import pytest

from bot.front.discord.markdown import post_number
from bot.model.notices.notice_settings import CADENCES, Destination
from bot.model.places import PAUSE, FastStretch
from bot.model.records import MatchId, Status
from tests.front.conftest import World
from tests.helpers.long_runs import mostly_long
from tests.helpers.posting import HOUR, POSTS, choose, direct, dying

STEPS = 25
MATCHES = (MatchId(1), MatchId(2))

Call = tuple[int, int, int, bool]
"""Whom a message called to which turn of which match, and whether it did so directly."""


class History:
    """Two matches between Ada and Grace, and what is done in them."""

    def __init__(self, world: World, dice: random.Random) -> None:
        self.world, self.dice = world, dice
        self.made: dict[Call, set[tuple[int, int]]] = {}

    async def run(self) -> None:
        """Some random steps; then all works for a while."""
        for _ in MATCHES:
            await self.world.start(spare=9, time="no time limit")
        steps: list[Any] = [
            *([self.move] * 5 + [self.wait] * 3 + [self.kill] * 2),
            *(self.choose, self.lose_requests, self.refuse, self.restart),
            *(self.play_on, self.play_on, self.one_post_a_turn, self.replace, self.replace),
            self.kill_after_replacement,
        ]
        for step in self.dice.choices(steps, k=STEPS):
            await step()
            await self.note_calls()
        self.world.env.backend.faults.clear()
        await self.world.env.advance_time(72 * HOUR)
        await self.note_calls()

    async def note_calls(self) -> None:
        """Note who is called by what stands now: once a turn has passed, its post calls nobody."""
        for call, messages in (await calls(self.world)).items():
            self.made.setdefault(call, set()).update(messages)

    async def move(self) -> None:
        number = self.dice.choice(MATCHES)
        match = await self.world.match(number)
        if match.status is Status.RUNNING and match.turn_person:
            who = {p.id: p for p in people(self.world)}[match.turn_person.id]
            await self.world.move(who, "1", match=number)

    async def replace(self) -> None:
        """A player is replaced by a manager, and one who has no seat agrees."""
        number = self.dice.choice(MATCHES)
        match = await self.world.match(number)
        free = [p for p in people(self.world) if match.seat_of(p.id) is None]
        if match.status is not Status.RUNNING or match.requests.replacement or not free:
            return
        leaving = self.dice.choice([p for p in people(self.world) if p not in free])
        to, channel = self.dice.choice(free), self.world.channel
        await self.world.manager.slash(channel, "replace", player=leaving, by=to, match=number)
        if asked := (await self.world.match(number)).requests.replacement:
            await self.world.press(to, self.world.last, f"takeover:{number}:{asked.seq}")
            await self.world.env.settle()

    async def kill_after_replacement(self) -> None:
        """The process ends after that was said, and before it is marked."""
        dying(self.world)
        await self.replace()
        await self.world.restart()

    async def play_on(self) -> None:
        number, due = self.dice.choice(MATCHES), self.world.env.now() + PAUSE
        seq = (await self.world.match(number)).seq
        stretch = FastStretch(number, seq, self.world.ada.id, due)
        await self.world.client.store.begin_stretch(stretch)
        await self.written()

    async def one_post_a_turn(self) -> None:
        number = self.dice.choice(MATCHES)
        await self.world.client.store.finish_stretch(number, self.world.env.now())
        await self.written()

    async def written(self) -> None:
        self.world.client.service.queue.wake()
        await self.world.env.settle()

    async def choose(self) -> None:
        who = self.dice.choice(people(self.world))
        begin, end = self.dice.choice([(None, None), (22, 8), (8, 20), (0, 12)])
        place = self.dice.choice([Destination.CHANNEL, Destination.DIRECT, Destination.BOTH])
        await choose(
            self.world,
            who,
            destination=place,
            cadence=self.dice.choice(CADENCES),
            quiet_from=begin,
            quiet_to=end,
            digest=self.dice.choice([None, 18]),
        )

    async def wait(self) -> None:
        await self.world.env.advance_time(self.dice.choice([60, HOUR, 7 * HOUR, 25 * HOUR]))

    async def lose_requests(self) -> None:
        status, times = self.dice.choice([500, 502, 429]), self.dice.choice([1, 2])
        self.world.env.inject_error("POST", POSTS, status=status, times=times)

    async def refuse(self) -> None:
        self.world.env.inject_error("POST", POSTS, status=403, code=50007, times=1)

    async def restart(self) -> None:
        await self.world.restart()

    async def kill(self) -> None:
        """The process ends after something was said, and before that is marked."""
        dying(self.world)
        await self.move()
        await self.world.restart()


def people(world: World) -> tuple[Any, ...]:
    """Those who play, some of them only later."""
    return world.ada, world.grace, world.linus


async def calls(world: World) -> dict[Call, set[tuple[int, int]]]:
    """The calls that stand, read off the messages themselves, with the messages and their posts."""
    rows = world.sql("SELECT id, match_id, seq, kind, about FROM outbox")
    posts = {row[0]: row[1:] for row in rows}
    found: dict[Call, set[tuple[int, int]]] = {}
    for who in people(world):
        here = [m for m in world.public() if f"<@{who.id}>" in m.content]
        for message in (*here, *direct(who)):
            number_of_post = post_number(message.content)
            assert number_of_post, message.content
            match, seq, kind_of_post, about = posts[number_of_post]
            items = json.loads(about) if about else [[match, seq, kind_of_post]]
            is_direct = message not in here
            for number, event, kind in items:
                if kind in ("turn", "pause"):
                    then = await world.client.matches.at(MatchId(number), event)
                    call = number, then.turn_seq, who.id, is_direct
                    found.setdefault(call, set()).add((message.id, number_of_post))
    return found


@pytest.mark.parametrize("seed", mostly_long(range(8), 0, 1, 2))
async def test_nobody_is_called_twice_or_never(world: World, seed: int) -> None:
    history = History(world, random.Random(seed))
    await history.run()

    made = history.made
    assert {len(messages) for messages in made.values()} == {1}, made
    for number in MATCHES:
        match = await world.match(number)
        if match.turn_person:
            mine = {call[2] for call in made if call[:2] == (number, match.turn_seq)}
            assert mine == {match.turn_person.id}
    by_turn: dict[tuple[int, int], set[int]] = {}
    for match_id, seq, person, _ in made:
        by_turn.setdefault((match_id, seq), set()).add(person)
    assert all(len(people) == 1 for people in by_turn.values())
