"""People whose interactions come late, twice, out of order, or too late for any answer."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from aiohttp import web

from tests.discord.fake.faults import Fault, Faults
from tests.discord.fake.records import COMPLETION, Interaction, User
from tests.discord.players import MOMENT, Players, Table, Try
from tests.faults.kinds import Deck, Said

PATIENCE, GLANCE = 3.0, 1.5
"""Seconds after which somebody who got no answer tries again, and the same for moves that are
offered as one types. Each time in vain they wait longer, by as much."""

MOST_IN_VAIN = 8
"""After so many times no longer."""


@dataclass
class DealtFaults(Faults):
    """Faults of requests out of a deck, at such a rate, as long as there are any."""

    deck: Deck = field(kw_only=True)

    def next_for(self, request: web.Request) -> Fault | None:
        """What happens to that request."""
        fault = self._planned_for(request)
        if fault is None and self._comes_to(request):
            fault = Fault(self.deck.requests.pop())
            self.deck.dealt_to_requests[fault] += 1
        if fault:
            self.counts[fault] += 1
        return fault

    def _comes_to(self, request: web.Request) -> bool:
        may = self.where(request) and self.dice.random() < self.rate
        return may and bool(self.deck.requests) and not self.deck.is_ahead


@dataclass(kw_only=True)
class People(Players):
    """Everybody who plays. What goes wrong with their interactions is dealt from a deck."""

    deck: Deck
    waits: dict[str, str] = field(default_factory=dict)
    """Who waits for what, for when nothing goes on any more."""

    said: Counter[str] = field(default_factory=Counter)
    """What has gone wrong with interactions, and how often."""

    def _dealt(self) -> Said | None:
        """What goes wrong with the next interaction. The order of moves is left to moves."""
        heap = self.deck.interactions
        if self.dice.random() >= self.trouble or not heap or self.deck.is_ahead:
            return None
        if heap[-1] == Said.TURNED:
            return None
        self.said[heap[-1]] += 1
        return Said(heap.pop())

    async def send(self, interaction: Interaction) -> bool:
        """Send it, and wait for the answer. Whether one came."""
        trouble = self._dealt()
        if trouble is Said.OVER:
            return await self._send_for_nothing(interaction)
        if trouble is Said.LATE:
            await asyncio.sleep(self.dice.random())
        await self.fake.deliver(interaction)
        if trouble is Said.TWICE:
            await self.fake.deliver(interaction)
        return await self._answered(interaction)

    async def _answered(self, interaction: Interaction) -> bool:
        patience = GLANCE if interaction.type == COMPLETION else self.patience
        answered = await interaction.settled(patience * (1 + self.in_vain))
        again = min(self.in_vain + 1, MOST_IN_VAIN)
        self.in_vain = 0 if answered or interaction.lost.is_set() else again
        if not answered:
            self.counts["interaction unanswered"] += 1
            await asyncio.sleep(MOMENT)
        return answered

    async def _send_for_nothing(self, interaction: Interaction) -> bool:
        """Discord takes no answer to it any more. What it asks for may be done."""
        del self.fake.interactions[interaction.token]
        await self.fake.deliver(interaction)
        await asyncio.sleep(MOMENT)
        interaction.lost.set()
        return False

    async def turn(self, table: Table) -> tuple[User, list[str]]:
        """Whose turn it is, and what they may play."""
        name = f"match {table.match}"
        while True:
            for user in table.people:
                self.waits[name] = f"to hear what {user.name} may play"
                if offered := await self.choices(table, user):
                    del self.waits[name]
                    return user, offered
            await asyncio.sleep(MOMENT)

    async def step(self, table: Table) -> None:
        """A move by the person to move; two of them, the later first, if the deck says so."""
        user, offered = await self.turn(table)
        heap = self.deck.interactions
        turned = heap and heap[-1] == Said.TURNED and not self.deck.is_ahead
        if turned and len(offered) > 1:
            self.said[heap.pop()] += 1
            await self._turned(table, user, self.dice.sample(offered, 2))
        else:
            await self._tried(table, user, self.dice.choice(offered))

    async def _tried(self, table: Table, user: User, text: str) -> Try:
        name = f"match {table.match}"
        self.waits[name] = f"for an answer to {user.name}, who plays {text}"
        tried = await self.try_move(table, user, text)
        del self.waits[name]
        return tried

    async def _turned(self, table: Table, user: User, texts: list[str]) -> None:
        first, second = (self.move_of(table, user, text) for text in texts)
        await self.fake.deliver(second.interaction)
        await self.fake.deliver(first.interaction)
        await asyncio.gather(*(self._answered(each.interaction) for each in (first, second)))

    async def advance(self, table: Table) -> None:
        """Try until a move is acknowledged: the match goes on."""
        while True:
            user, offered = await self.turn(table)
            if (await self._tried(table, user, self.dice.choice(offered))).is_acknowledged:
                return

    async def insist(self, table: Table, user: User, offered: list[str]) -> Try:
        """Send a move until the person learns what has become of it."""
        while True:
            tried = await self._tried(table, user, self.dice.choice(offered))
            if tried.interaction.texts:
                return tried
