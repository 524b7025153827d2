"""What is to hold after every trouble, and what is to hold once all is said."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from bot.front.discord.errors import SORRY
from bot.model.records import ChannelId
from bot.store.database import READING, WRITING
from tests.discord import checks
from tests.discord.fake.records import Interaction
from tests.discord.fake.world import FakeDiscord
from tests.discord.players import Try

PLAYED = "SELECT match_id, json_extract(payload, '$.text') FROM events WHERE kind = 'played'"
TURNS = "SELECT id, match_id, seq FROM outbox WHERE kind = 'turn' AND person IS NULL"
UNTOLD = """SELECT match_id, seq FROM events AS event
WHERE kind = 'played' AND NOT EXISTS (
    SELECT 1 FROM outbox
    WHERE match_id = event.match_id AND seq >= event.seq AND kind IN ('turn', 'end')
)"""
WAITING = """SELECT count(*), coalesce(sum(outbox.refused), 0)
FROM outbox JOIN matches ON matches.id = match_id
WHERE matches.channel = {channel} AND person IS NULL AND retry_at IS NOT NULL"""

NOTHING = "nothing has changed"
assert NOTHING in WRITING
SAYS_SO = (NOTHING, READING.rstrip("."))
"""What a person reads if the database can't take their move."""

UNKNOWN_ERROR = re.compile(re.escape(SORRY).replace(re.escape("{id}"), "[0-9a-f]+"))

Turns = Mapping[int, tuple[int, int]]
"""The match and the event of each post that tells of a turn."""


def says_so(tried: Try) -> bool:
    """Whether the answer to a move says that it could not be saved."""
    return any(words in text for words in SAYS_SO for text in tried.interaction.texts)


def was_refused(tried: Try) -> bool:
    """Whether a person read that nothing has changed, and nothing else."""
    texts = tried.interaction.texts
    return bool(texts) and all(NOTHING in text for text in texts)


def refused_and_played(tries: Iterable[Try], played: Mapping[tuple[int, str], int]) -> list[str]:
    """Moves of which everybody who sent them was told that nothing has changed, and which are
    played."""
    may = Counter((each.match, each.text) for each in tries if not was_refused(each))
    more = Counter(played) - may
    return [f"refused and played: {move} {count} times" for move, count in more.items()]


def lost_moves(
    acknowledged: Mapping[tuple[int, str], int], played: Mapping[tuple[int, str], int]
) -> list[str]:
    """Moves that were acknowledged and are not played."""
    lost = Counter(acknowledged) - Counter(played)
    return [f"acknowledged and lost: {move} {count} times" for move, count in lost.items()]


def acknowledged_of(tries: Iterable[Try]) -> Counter[tuple[int, str]]:
    """The moves that people were told are played."""
    found: Counter[tuple[int, str]] = Counter()
    for (match, _, text), count in checks.acknowledged_of(tries).items():
        found[match, text] += count
    return found


def called_again(fake: FakeDiscord, turns: Turns) -> list[str]:
    """People who were called more than once for one turn, by whichever posts."""
    seen = checks.posts(fake)
    calls = Counter((turns[p.post], who) for p in seen if p.post in turns for who in p.pinged)
    return [
        f"match {match}: called {who} {count} times for the turn of event {seq}"
        for ((match, seq), who), count in calls.items()
        if count > 1
    ]


def unknown_errors(interactions: Iterable[Interaction]) -> list[str]:
    """Answers of which nobody knows what they mean."""
    return [
        f"somebody was told of an unknown error: {text}"
        for each in interactions
        for text in each.texts
        if UNKNOWN_ERROR.search(text)
    ]


async def played(database: str) -> Counter[tuple[int, str]]:
    return Counter((int(match), str(text)) for match, text in await checks.rows(database, PLAYED))


async def turns(database: str) -> Turns:
    """The posts that tell of turns."""
    found = await checks.rows(database, TURNS)
    return {int(post): (int(match), int(seq)) for post, match, seq in found}


async def waiting(database: str, channel: ChannelId) -> tuple[int, int]:
    """How many posts to all wait in the matches of a channel, and how many of those for a right."""
    ((count, refused),) = await checks.rows(database, WAITING.format(channel=channel))
    return int(count), int(refused)


async def at_once(fake: FakeDiscord, database: str, tries: list[Try]) -> list[str]:
    """What is wrong at any moment, while everything goes on."""
    acknowledged = acknowledged_of(tries)
    delivered = await checks.delivered(database)
    return [
        *lost_moves(acknowledged, await played(database)),
        *checks.missing_posts(fake, delivered),
        *called_again(fake, await turns(database)),
        *checks.troubles(fake),
        *unknown_errors(fake.interactions.values()),
    ]


async def in_the_end(fake: FakeDiscord, database: str, tries: list[Try]) -> list[str]:
    """What is wrong once all is said."""
    wrong = await at_once(fake, database, tries)
    untold = await checks.rows(database, UNTOLD)
    return [
        *wrong,
        *await checks.wrong_rows(database),
        *checks.wrong_moves(tries, await checks.plies_of(database)),
        *refused_and_played(tries, await played(database)),
        *(f"match {match}: nobody is told of event {seq}" for match, seq in untold),
        *(f"post {post} was given up" for post in await checks.given_up(database)),
    ]
