"""People who play over the fake Discord, with all that was said to them."""

import asyncio
import random
import re
from collections import Counter
from dataclasses import dataclass, field

from tests.discord.fake.records import COMPLETION, PRESS, Channel, Interaction, Message, User
from tests.discord.fake.world import FakeDiscord
from tests.discord.processes import BotProcess

PATIENCE = 10.0
"""Seconds after which somebody who got no answer tries again. Each time in vain they wait longer,
so that on a slow machine, too, an answer comes in time."""

GLANCE = 3.0
"""The same for moves that are offered as one types, for which Discord waits as long."""

MOMENT = 0.25
"""Seconds until somebody looks again."""

PLAYED = "is played."
"""What an answer says that acknowledges a move."""

NAMES = ("Zephyrinequist", "Quillonautica")
PLACE = "Harborwrathium"
"""As nobody and nothing is called by chance, so that they are found wherever they stand."""

NUMBER = re.compile(r"\bmatch (\d+)\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Try:
    """A move that somebody has sent."""

    match: int
    user: int
    text: str
    interaction: Interaction
    first: "Try | None" = None
    """The same move, which they had sent before and heard nothing of when they sent this one. Both
    are answered with what has become of it."""

    @property
    def is_acknowledged(self) -> bool:
        """Whether they were told that it is played."""
        return any(f"`{self.text}` {PLAYED}" in text for text in self.interaction.texts)


@dataclass
class Table:
    """Two people with a match in a channel."""

    channel: Channel
    people: tuple[User, User]
    game: str
    match: int = 0
    rated: bool = False


def table_of(fake: FakeDiscord, game: str = "bounce") -> Table:
    """Two people in a server."""
    (table,) = tables_of(fake, 1, game)
    return table


def tables_of(fake: FakeDiscord, count: int, game: str = "bounce") -> list[Table]:
    """Two people in each channel of a server."""
    host, guest = NAMES
    return [
        Table(channel, (fake.person(host), fake.person(guest)), game)
        for channel in fake.guild(PLACE, count).channels.values()
    ]


async def begun(
    fake: FakeDiscord, bot: BotProcess, game: str = "bounce"
) -> tuple[Table, "Players"]:
    """The bot started, and two people in a match at a table."""
    table, players = table_of(fake, game), Players(fake)
    await bot.start()
    await players.begin(table)
    return table, players


@dataclass
class Players:
    """Everybody who plays, with the moves that they have sent."""

    fake: FakeDiscord
    dice: random.Random = field(default_factory=lambda: random.Random(1))
    patience: float = PATIENCE
    trouble: float = 0.0
    """The share of interactions that come late, and of those that come twice."""

    tries: list[Try] = field(default_factory=list)
    in_vain: int = 0
    """How many interactions on end got no answer."""

    counts: Counter[str] = field(default_factory=Counter)

    async def send(self, interaction: Interaction) -> bool:
        """Send it, and wait for the answer. Whether one came."""
        if self.dice.random() < self.trouble:
            self.counts["interaction late"] += 1
            await asyncio.sleep(self.dice.random())
        await self.fake.deliver(interaction)
        if self.dice.random() < self.trouble:
            self.counts["interaction twice"] += 1
            await self.fake.deliver(interaction)
        patience = GLANCE if interaction.type == COMPLETION else self.patience
        answered = await interaction.settled(patience * (1 + self.in_vain))
        if interaction.lost.is_set():
            # Nobody listens: they look again in a moment.
            self.counts["interaction that nobody heard"] += 1
            await asyncio.sleep(MOMENT)
        else:
            self.counts["interaction unanswered"] += not answered
            self.in_vain = 0 if answered else self.in_vain + 1
        return answered

    async def press(self, user: User, message: Message, action: str) -> Interaction:
        """Press the button of a message whose custom id begins with that word."""
        ids = [str(each["custom_id"]) for each in message.buttons()]
        custom_id = next(each for each in ids if each.split(":")[0] == action)
        channel = self.fake.channels[message.channel]
        data = {"custom_id": custom_id, "component_type": 2}
        pressed = self.fake.new_interaction(PRESS, user, channel, data, message)
        await self.send(pressed)
        return pressed

    async def begin(self, table: Table) -> None:
        """Challenge, accept, and go on trying until the match runs."""
        host, guest = table.people
        path = f"challenge {table.game}"
        while not table.match:
            asked = self.fake.command(
                host, table.channel, path, opponent=guest, first="me", rated=table.rated
            )
            if await self.send(asked) and (number := NUMBER.search(asked.text)):
                table.match = int(number[1])
        challenge = await self._challenge(table)
        while not await self.choices(table, host):
            if any(each["custom_id"].startswith("accept") for each in challenge.buttons()):
                await self.press(guest, challenge, "accept")
            await asyncio.sleep(MOMENT)

    async def _challenge(self, table: Table) -> Message:
        """The message with the challenge, as soon as it stands."""
        wanted = f"accept:{table.match}:"
        while True:
            changed = self.fake.changed
            for message in table.channel.messages.values():
                if any(b["custom_id"].startswith(wanted) for b in message.buttons()):
                    return message
            await changed.wait()

    async def choices(self, table: Table, user: User, channel: Channel | None = None) -> list[str]:
        """The moves that Discord offers somebody as they type. None if it is not their turn, the
        match does not run, or no answer comes."""
        asked = self.fake.command(
            user,
            channel or table.channel,
            "move",
            kind=COMPLETION,
            focused="move",
            move="",
            match=table.match,
        )
        if not await self.send(asked):
            return []
        # A line that only informs is worth what was typed, or a question mark.
        return [str(each["value"]) for each in asked.choices or () if each["value"] != "?"]

    async def offered(self, table: Table) -> tuple[User, list[str]]:
        """Who is to move, and what they are offered, asked for until an answer comes in time."""
        while True:
            for user in table.people:
                if found := await self.choices(table, user):
                    return user, found

    async def try_move(
        self, table: Table, user: User, text: str, channel: Channel | None = None
    ) -> Try:
        """Send a move that is to be played at once."""
        tried = self.move_of(table, user, text, channel)
        await self.send(tried.interaction)
        return tried

    def move_of(self, table: Table, user: User, text: str, channel: Channel | None = None) -> Try:
        """A move that is about to be sent."""
        interaction = self.fake.command(
            user, channel or table.channel, "move", move=text, preview=False, match=table.match
        )
        tried = Try(table.match, user.id, text, interaction, self._unanswered(table, user, text))
        self.tries.append(tried)
        return tried

    def _unanswered(self, table: Table, user: User, text: str) -> Try | None:
        """The first time that they sent that move and still wait to hear of it."""
        move = (table.match, user.id, text)
        same = (each for each in self.tries if (each.match, each.user, each.text) == move)
        return next((each.first or each for each in same if not each.interaction.texts), None)

    async def move(self, table: Table) -> None:
        """One move by the player to move, tried until it is acknowledged or they are told that it
        is no longer their turn."""
        while True:
            for user in table.people:
                offered = await self.choices(table, user)
                if not offered:
                    continue
                tried = await self.try_move(table, user, self.dice.choice(offered))
                if tried.interaction.done.is_set():
                    return
            await asyncio.sleep(MOMENT)

    async def resign(self, table: Table) -> None:
        """The guest gives the match up, and goes on trying until it is over."""
        _, guest = table.people
        over = f"Match {table.match} is over"
        while True:
            asked = self.fake.command(guest, table.channel, "resign", match=table.match)
            if await self.send(asked) and over in asked.text:
                return
            if asked.original and asked.original.buttons():
                await self.press(guest, asked.original, "resign")
            await asyncio.sleep(MOMENT)

    async def race(self, table: Table) -> None:
        """Two moves of the player to move at once, in the channel and in direct messages, which
        different processes hear of."""
        for user in table.people:
            offered = await self.choices(table, user)
            if offered and len(offered) > 1:
                texts = self.dice.sample(offered, 2)
                places = (table.channel, self.fake.direct_with(user))
                pairs = zip(texts, places, strict=True)
                self.counts["race for a match"] += 1
                await asyncio.gather(*(self.try_move(table, user, t, p) for t, p in pairs))
                return

    async def play(self, table: Table, moves: int) -> None:
        await self.begin(table)
        for _ in range(moves):
            await self.move(table)
