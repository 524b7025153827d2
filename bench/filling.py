"""What every bench plays and stores: random games from a fixed seed, and a store for them."""

import random
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

from bench.timing import scratch
from bot.catalog import entry
from bot.model.commands import Accept
from bot.model.decide.challenge import challenge_event
from bot.model.events import Event, Person, Played, Started
from bot.model.fold import fold, record_events
from bot.model.ports import Appended, Store
from bot.model.post_kinds import PostKind
from bot.model.projection import posts_for, summary_of
from bot.model.records import (
    NO_EVENT,
    ChannelId,
    GuildId,
    MatchId,
    MatchSummary,
    PersonId,
    Post,
    Seat,
    Seq,
)
from bot.service.matches import WEEK, Matches
from bot.store.sqlite import SqliteStore

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ADA, GRACE = Person(PersonId(1), "Ada"), Person(PersonId(2), "Grace")
SEED = 7
TURNS = 25
"""Turns of a random game."""

GAMES = 100
"""Different random games in a database that has many matches."""


def random_game(seed: int, turns: int = TURNS) -> list[Event]:
    """A game of Bump between random players, not yet at its end."""
    game = entry("bump").game
    dice = random.Random(seed)
    while True:
        position, texts = game.start({}), list[str]()
        while game.outcome(position) is None and len(texts) < turns:
            move = dice.choice(list(game.moves(position)))
            texts.append(game.format(position, move))
            position = game.play(position, move).position
        if len(texts) == turns and game.outcome(position) is None:
            break
    asked = challenge_event("bump", {}, ADA, (GRACE,), ChannelId(7), GuildId(70), "host", WEEK, NOW)
    moves = (Played(Seat(1 + ply % 2), text) for ply, text in enumerate(texts))
    return [asked, Started((ADA, GRACE), {}), *moves]


def random_texts(seed: int) -> list[str]:
    return [each.text for each in random_game(seed) if isinstance(each, Played)]


@cache
def random_rows() -> list[tuple[int, int, str, str]]:
    """The events of all random games: the game's number, then the event's number and content."""
    return [
        (number, seq, each.kind, each.payload())
        for number in range(GAMES)
        for seq, each in enumerate(random_game(SEED + number), 1)
    ]


def summary(events: Sequence[Event]) -> Callable[[MatchId], tuple[MatchSummary, list[Post]]]:
    """What is written with the events of a new match."""

    def summarize(number: MatchId) -> tuple[MatchSummary, list[Post]]:
        match = fold(record_events(events, NO_EVENT, NOW), number)
        return summary_of(match), posts_for(None, match, events)

    return summarize


async def begun(
    matches: Matches,
    people: tuple[Person, Person],
    place: tuple[int, int],
    *,
    game: str = "bump",
    options: Mapping[str, Any] | None = None,
) -> MatchId:
    """A match in a channel of a server that the second of the people has just accepted."""
    host, guest = people
    channel, guild = place
    asked = await matches.challenge(
        game=game,
        options=options or {},
        host=host,
        invited=(guest,),
        channel=ChannelId(channel),
        guild=GuildId(guild),
        first="host",
    )
    await matches.do(asked.id, Accept(guest))
    return asked.id


async def append_move(store: Store, row: MatchSummary, at: datetime) -> MatchSummary:
    """Write an undecided move, with its post, after the summary; returns the summary after it."""
    seq = row.seq + 1
    turn = (ADA, GRACE)[seq % 2].id
    after = replace(row, seq=Seq(seq), turn=turn, turn_seq=Seq(seq), updated=at)
    event, post = Played(Seat(1 + seq % 2), "03,05-1"), Post(row.match, Seq(seq), PostKind.TURN)
    stored = await store.append(Appended(row, [event], at, after, [post]))
    return replace(after, digest=stored.digest)


@asynccontextmanager
async def stored() -> AsyncIterator[SqliteStore]:
    """The store over an empty database in a temporary folder."""
    with scratch() as path:
        store = await SqliteStore.open(path)
        try:
            yield store
        finally:
            await store.close()
