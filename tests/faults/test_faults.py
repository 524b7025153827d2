"""The real bot while every kind of fault comes, and a run in which what is wrong is found."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.front.discord.errors import SORRY
from bot.store.database import NEXT, WRITING
from tests.discord import checks
from tests.discord.fake.faults import PASSING
from tests.discord.fake.records import Message
from tests.faults import verdict
from tests.faults.harness import Harness, Plan, Stalled, harness
from tests.faults.kinds import Deck, Said, Trouble, counts, possible

PATIENCE = 1200
"""Seconds after which it is not slow, but stands still."""

SHORT = Plan(faults=50, at_once=3, moves=6, servers=2, requests=0.2, standstill=600)


@pytest.mark.long
async def test_every_kind_of_fault_loses_and_doubles_nothing(tmp_path: Path) -> None:
    async with harness(SHORT, tmp_path) as made:
        async with asyncio.timeout(PATIENCE):
            await made.run()
        assert made.wrong == {}
        happened = dict(made.faults)
    assert {f"request: {each}" for each in PASSING} | {*Said, *possible()} == happened.keys()
    assert sum(happened.values()) == sum(counts(SHORT.faults).values())
    assert made.troubles.told > 0


def test_the_long_run_has_as_many_faults_as_asked_for() -> None:
    wanted = counts(10_000)
    assert sum(wanted.values()) == 10_000
    assert {*PASSING, *Said, *possible()} == wanted.keys()
    assert wanted["kill -9"] > 100


def test_a_seed_gives_the_same_faults_in_the_same_order() -> None:
    first, same, other = (Deck(counts(500), seed) for seed in (1, 1, 2))
    assert (first.requests, first.troubles) == (same.requests, same.troubles)
    assert first.troubles != other.troubles
    assert sorted(first.troubles) == sorted(other.troubles)


CALM = Plan(faults=1, at_once=1, moves=3, given_up=0.0, servers=1)


@contextmanager
def changed(made: Harness, folder: Path) -> Iterator[sqlite3.Connection]:
    """A copy of the file and of what the channels show, to plant something in."""
    right, messages = made.bot.database, list(made.fake.messages)
    texts = [list(each.interaction.texts) for each in made.people.tries]
    shutil.copytree(Path(right).parent, folder)
    made.bot.database = str(folder / Path(right).name)
    try:
        with closing(sqlite3.connect(made.bot.database, isolation_level=None)) as connection:
            connection.execute("PRAGMA foreign_keys = OFF")
            yield connection
    finally:
        made.bot.database, made.fake.messages = right, messages
        for tried, before in zip(made.people.tries, texts, strict=True):
            tried.interaction.texts = before


async def found_in(made: Harness) -> str:
    wrong = await verdict.in_the_end(made.fake, made.bot.database, made.people.tries)
    return "\n".join(wrong)


def turn_post(made: Harness, connection: sqlite3.Connection) -> tuple[Message, int]:
    """The message of the last turn that somebody is called to, and its post."""
    turns = {int(post) for (post, *_) in connection.execute(verdict.TURNS)}
    shown = [each for each in checks.posts(made.fake) if each.post in turns and each.pinged]
    last = max(shown, key=lambda each: each.post)
    return next(each for each in made.fake.messages if each.id == last.message), last.post


def lose_a_move(_: Harness, connection: sqlite3.Connection) -> None:
    last = "SELECT match_id, max(seq) FROM events WHERE kind = 'played'"
    connection.execute(f"DELETE FROM events WHERE (match_id, seq) = ({last})")


def double_a_post(made: Harness, connection: sqlite3.Connection) -> None:
    message, _ = turn_post(made, connection)
    made.fake.messages.append(replace(message, id=message.id + 1))


def call_twice(made: Harness, connection: sqlite3.Connection) -> None:
    """Two posts of one turn, each of which calls."""
    message, post = turn_post(made, connection)
    connection.execute(
        "INSERT INTO outbox (id, match_id, seq, kind, channel, message)"
        " SELECT 999, match_id, seq, kind, channel, message FROM outbox WHERE id = ?",
        (post,),
    )
    content = message.content.replace(f"post {post}", "post 999")
    version = replace(message.versions[0], content=content)
    made.fake.messages.append(replace(message, id=message.id + 1, versions=[version]))


def lose_a_post(made: Harness, connection: sqlite3.Connection) -> None:
    message, _ = turn_post(made, connection)
    made.fake.messages = [each for each in made.fake.messages if each is not message]


def turn_posts_around(made: Harness, connection: sqlite3.Connection) -> None:
    message, _ = turn_post(made, connection)
    made.fake.messages.remove(message)
    made.fake.messages.insert(0, message)


def write_no_post(made: Harness, connection: sqlite3.Connection) -> None:
    message, post = turn_post(made, connection)
    connection.execute("DELETE FROM outbox WHERE id = ?", (post,))
    made.fake.messages.remove(message)


def refuse_what_is_played(made: Harness, _: sqlite3.Connection) -> None:
    tried = next(each for each in made.people.tries if each.is_acknowledged)
    tried.interaction.texts = [f"{WRITING} {NEXT}"]


def say_an_unknown_error(made: Harness, _: sqlite3.Connection) -> None:
    made.people.tries[0].interaction.texts.append(SORRY.format(id="0a1b2c"))


PLANTED: dict[str, Callable[[Harness, sqlite3.Connection], None]] = {
    "acknowledged and lost": lose_a_move,
    "stands 2 times": double_a_post,
    "for the turn of event": call_twice,
    "stands nowhere": lose_a_post,
    "below post": turn_posts_around,
    "nobody is told": write_no_post,
    "refused and played": refuse_what_is_played,
    "unknown error": say_an_unknown_error,
}
"""What is planted, by what is to be found."""


async def test_whatever_is_planted_is_found(tmp_path: Path) -> None:
    async with harness(CALM, tmp_path, deck=Deck({Trouble.KILL: 1}, 1)) as made:
        await made.run()
    assert made.wrong == {}
    for number, (words, plant) in enumerate(PLANTED.items()):
        with changed(made, tmp_path / str(number)) as connection:
            plant(made, connection)
            assert words in await found_in(made)
        assert await found_in(made) == ""


async def test_a_run_that_is_stuck_says_what_it_waits_for(tmp_path: Path) -> None:
    async with harness(replace(CALM, standstill=1.0), tmp_path) as made:
        made.fake.gateway.refused_tokens.add(made.bot.token)
        with pytest.raises(Stalled, match="the bot waits until it has started"):
            await made.run()
