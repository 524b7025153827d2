"""The commands with which the owner excludes people and announces something, beside a bot."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.model.privacy.owner import Excluded
from bot.model.records import GuildId, PersonId
from bot.service.owner import OwnerBook
from bot.store.sqlite import SqliteStore
from tests.service.conftest import Clock
from tests.store.contracts.matches import new_match
from tests.store.memory import empty_database

ADA = PersonId(4100000000000000001)

Say = Callable[..., Awaitable[tuple[int, str]]]
"""Runs a command beside: its exit status, and what it says."""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "matches.sqlite3"
    path.write_bytes(empty_database())
    monkeypatch.setenv("BUMPBOT_DATABASE", str(path))
    return path


@pytest.fixture
def say(path: Path, capsys: pytest.CaptureFixture[str]) -> Say:
    async def run(*words: str) -> tuple[int, str]:
        status = await asyncio.to_thread(main, words)
        told = capsys.readouterr()
        return status, told.out or told.err

    return run


async def test_a_running_bot_heeds_what_the_commands_write(path: Path, say: Say) -> None:
    store = await SqliteStore.open_alone(path)
    book = OwnerBook.beside(store, Clock())
    assert await book.look() is False
    assert await say("exclude") == (0, "Nobody is excluded.\n")
    assert (await say("exclude", "person", str(ADA), "--reason", " Insults "))[0] == 0
    assert (await say("exclude", "server", "70", "--reason", "Floods"))[0] == 0
    assert await book.look() is False
    found = book.exclusion(ADA, None)
    assert found
    assert found.reason == "Insults"
    assert book.exclusion(PersonId(1), GuildId(70)) == book.exclusion(PersonId(2), GuildId(70))
    assert book.exclusion(PersonId(1), GuildId(71)) is None
    person, server = (await say("exclude"))[1].splitlines()
    assert person.startswith(f"person {ADA}, since ")
    assert server.endswith(" UTC: Floods")

    assert (await say("exclude", "person", str(ADA), "--end"))[0] == 0
    await book.look()
    assert not book.is_excluded(Excluded.PERSON, ADA)

    await new_match(store)
    assert "in 1 server," in (await say("announce", "I restart at 20:00 UTC."))[1]
    assert await book.look() is True
    assert await book.look() is False
    assert (await say("announce", "--end"))[0] == 0
    assert await book.announcement() is None
    await store.close()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("exclude", "person", str(ADA), "--end"), "is not excluded"),
        (("exclude", "person"), "by its number"),
        (("exclude", "server", "71"), "--reason"),
        (("exclude", "person", "1", "--reason", "x" * 1501), "1500 characters"),
        (("announce",), "what to announce"),
        (("announce", "--end"), "Nothing is announced"),
    ],
)
async def test_what_makes_no_sense_is_refused(say: Say, words: tuple[str, ...], why: str) -> None:
    status, told = await say(*words)
    assert status == 2
    assert why in told


async def test_a_database_that_is_missing_or_of_another_version_stays_as_it_is(
    path: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(path)) as connection:
        newest = "SELECT max(number) FROM migrations"
        connection.execute(f"DELETE FROM migrations WHERE number = ({newest})")
        connection.commit()
    status, told = await say("announce", "Hello")
    assert status == 2
    assert "migrate" in told
    monkeypatch.setenv("BUMPBOT_DATABASE", f"{path}.missing")
    first = await say("exclude")
    assert first[0] == 2
    # It is not made either.
    assert await say("exclude") == first
