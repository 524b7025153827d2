"""The commands with which the owner excludes people and announces something, beside a bot."""

import sqlite3
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

from bot.model.privacy.owner import Excluded
from bot.model.records import GuildId, PersonId
from bot.service.owner import OwnerBook
from bot.store.sqlite import SqliteStore
from tests.helpers.commands import bumpbot
from tests.service.conftest import Clock
from tests.store.contracts.matches import new_match
from tests.store.memory import empty_database

ADA = PersonId(4100000000000000001)


async def test_a_running_bot_heeds_what_the_commands_write(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    path.write_bytes(empty_database())

    def say(*words: str) -> CompletedProcess[str]:
        return bumpbot(*words, BUMPBOT_DATABASE=str(path))

    store = await SqliteStore.open_alone(path)
    book = OwnerBook(store, Clock())
    assert await book.look() is False
    assert say("exclude").stdout == "Nobody is excluded.\n"
    done = say("exclude", "person", str(ADA), "--reason", " Insults ")
    assert (done.returncode, done.stderr) == (0, "")
    assert say("exclude", "server", "70", "--reason", "Floods").returncode == 0
    assert await book.look() is False
    found = book.exclusion(ADA, None)
    assert found
    assert found.reason == "Insults"
    assert book.exclusion(PersonId(1), GuildId(70)) == book.exclusion(PersonId(2), GuildId(70))
    assert book.exclusion(PersonId(1), GuildId(71)) is None
    person, server = say("exclude").stdout.splitlines()
    assert person.startswith(f"person {ADA}, since ")
    assert server.endswith(" UTC: Floods")

    assert say("exclude", "person", str(ADA), "--end").returncode == 0
    await book.look()
    assert not book.is_excluded(Excluded.PERSON, ADA)
    for words, why in (
        (("person", str(ADA), "--end"), "is not excluded"),
        (("person",), "by its number"),
        (("server", "71"), "--reason"),
        (("person", "1", "--reason", "x" * 1501), "1500 characters"),
    ):
        refused = say("exclude", *words)
        assert refused.returncode == 2
        assert why in refused.stderr

    await new_match(store)
    assert say("announce").returncode == 2
    assert "in 1 server," in say("announce", "I restart at 20:00 UTC.").stdout
    assert await book.look() is True
    assert await book.look() is False
    assert say("announce", "--end").returncode == 0
    assert await book.announcement() is None
    await store.close()


def test_a_database_that_is_missing_or_of_another_version_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    missing = bumpbot("exclude", BUMPBOT_DATABASE=str(path))
    assert missing.returncode == 2
    assert not path.exists()
    path.write_bytes(empty_database())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations)"
        )
        connection.commit()
    refused = bumpbot("announce", "Hello", BUMPBOT_DATABASE=str(path))
    assert refused.returncode == 2
    assert "migrate" in refused.stderr
