"""What has to hold after every trouble: no move lost or doubled, every post once and in order."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from tests.discord import truth
from tests.discord.players import Players, Try
from tests.discord.records import DIRECT, Message
from tests.discord.world import FakeDiscord

STAMP = re.compile(r"^-# (?:.*?match (\d+)\b)?.* · post (\d+)$", re.MULTILINE | re.IGNORECASE)
"""The small print below a post: its match, which what is for one person leaves out, and its number.
"""

CALL = "it is your turn"


@dataclass(frozen=True, slots=True)
class Stamped:
    """A version of a message that is a post."""

    match: int
    """Nothing where the small print names none."""

    post: int
    message: int
    version: int
    lane: int
    """Nothing for what all see, else the direct messages that it stands in."""

    pinged: tuple[int, ...]


def posts(fake: FakeDiscord) -> list[Stamped]:
    """Every post that ever stood in public or in direct messages, the oldest first."""
    return [each for message in fake.messages for each in posts_of(fake, message)]


def posts_of(fake: FakeDiscord, message: Message) -> Iterator[Stamped]:
    if message.is_private:
        return
    direct = fake.channels[message.channel].type == DIRECT
    lane = message.channel if direct else 0
    for version in message.versions:
        if stamp := stamp_of(version.content):
            yield Stamped(*stamp, message.id, version.number, lane, version.pinged)


@cache
def stamp_of(content: str) -> tuple[int, int] | None:
    """The match and the number of the post that a message is, if it is one."""
    stamp = STAMP.search(content)
    return (int(stamp[1] or 0), int(stamp[2])) if stamp else None


def posted_twice(fake: FakeDiscord) -> list[str]:
    where: dict[int, set[int]] = defaultdict(set)
    for each in posts(fake):
        where[each.post].add(each.message)
    return [f"post {post} stands {len(m)} times" for post, m in where.items() if len(m) > 1]


def out_of_order(fake: FakeDiscord) -> list[str]:
    """Posts of a match in a channel that stand above earlier ones."""
    last: dict[tuple[int, int], int] = {}
    found = []
    for each in posts(fake):
        if each.version or not each.match:
            continue
        lane = (each.match, each.lane)
        if each.post < last.get(lane, 0):
            found.append(f"match {each.match}: post {each.post} below post {last[lane]}")
        last[lane] = max(each.post, last.get(lane, 0))
    return found


def called_twice(fake: FakeDiscord) -> list[str]:
    calls = Counter((each.post, person) for each in posts(fake) for person in each.pinged)
    return [f"post {post} calls {who} {n} times" for (post, who), n in calls.items() if n > 1]


def missing_posts(fake: FakeDiscord, written: Iterable[int]) -> list[str]:
    """Posts that the database counts as delivered and that stand nowhere."""
    seen = {each.post for each in posts(fake)}
    return [f"post {post} stands nowhere" for post in written if post not in seen]


def acknowledged_of(tries: Iterable[Try]) -> Counter[tuple[int, int, str]]:
    """The moves that people were told are played; one sent again and told of twice, once."""
    moves = {id(each.first or each): each for each in tries if each.is_acknowledged}
    return Counter((each.match, each.user, each.text) for each in moves.values())


def wrong_moves(tries: Iterable[Try], plies: Mapping[int, Iterable[tuple[int, str]]]) -> list[str]:
    """Moves acknowledged and not played, played more often than sent, or sent by nobody.

    `plies` are the moves of each match, as person and text.
    """
    tries = list(tries)
    sent = Counter((each.match, each.user, each.text) for each in tries)
    acknowledged = acknowledged_of(tries)
    played = Counter((match, who, text) for match, made in plies.items() for who, text in made)
    lost = acknowledged - played
    more = played - sent
    return [
        *(f"acknowledged and lost: {move} {count} times" for move, count in lost.items()),
        *(f"played and never sent: {move} {count} times" for move, count in more.items()),
    ]


def troubles(fake: FakeDiscord) -> list[str]:
    """All that the channels show to be wrong."""
    unknown = [f"the fake can't {request}" for request in sorted(fake.unknown)]
    return [*posted_twice(fake), *out_of_order(fake), *called_twice(fake), *unknown]


async def wrong(players: Players, database: str) -> list[str]:
    """All that was lost, doubled or out of order, once all is said."""
    await truth.all_is_said(database)
    return [
        *wrong_moves(players.tries, await truth.plies_of(database)),
        *troubles(players.fake),
        *missing_posts(players.fake, await truth.delivered(database)),
        *(f"post {post} was given up" for post in await truth.given_up(database)),
    ]


def most_in_a_second(times: list[float]) -> int:
    first, most = 0, 0
    for last, at in enumerate(times):
        while times[first] < at - 1:
            first += 1
        most = max(most, last - first + 1)
    return most
