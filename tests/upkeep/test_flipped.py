"""One byte that can't be trusted, anywhere in a file: every command ends in a sentence, and a bot
that runs plays on elsewhere."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bot.games.core import PlayerError
from bot.model.fold import fold
from bot.model.records import MatchId
from bot.model.refusals import StoreTrouble
from bot.store.auditing import audit_ratings, compare_derived, events_in
from bot.store.moving import move
from bot.store.opening import open_store
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.maintenance import (
    backup,
    doctor,
    migrate,
    overview_of_file,
    restore,
    restored_for_trial,
)
from tests.helpers.long_runs import LONG, some
from tests.helpers.stores import opened, running_match
from tests.service.conftest import Club
from tests.store.memory import PAGE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite3"


@pytest.fixture
async def whole(path: Path) -> bytes:
    async with opened(SqliteStore.open(path)) as store:
        for _ in range(3):
            await running_match(store)
    return path.read_bytes()  # noqa: ASYNC240 - a file of half a megabyte


async def opening(path: Path) -> None:
    await (await open_store(path)).close()


def commands(path: Path) -> Sequence[Callable[[], object]]:
    """What the commands do with the file, each with others that it makes."""
    fresh = path.with_name("fresh")
    return (
        lambda: doctor(path, fold, every=True),
        lambda: overview_of_file(path),
        lambda: backup(path, fresh),
        lambda: restore(path, fresh),
        lambda: restored_for_trial(path, fold),
        lambda: migrate(path),
        lambda: asyncio.run(compare_derived(path, every=True)),
        lambda: asyncio.run(audit_ratings(path)),
        lambda: asyncio.run(events_in(path, MatchId(1))),
        lambda: asyncio.run(move(path, fresh)),
        lambda: asyncio.run(opening(path)),
    )


MOVING = 9
"""The one of them that reads rows in their order."""


def try_all(path: Path, changed: bytes, which: Sequence[int] = ()) -> None:
    """Every command, or those numbers, on a file with that in it. Raises what is no sentence."""
    for number in which or range(len(commands(path))):
        for each in path.parent.iterdir():
            each.unlink()
        path.write_bytes(changed)
        # A PlayerError is what the command line prints; anything else would be a traceback.
        with suppress(PlayerError):
            commands(path)[number]()


def test_whichever_byte_is_flipped_every_command_ends_in_a_sentence(
    path: Path, whole: bytes
) -> None:
    # After a change of a name in the schema, the driver's error quotes what is no text.
    name = whole.index(b"tablematches") + len("table")
    starts = some(range(0, len(whole), 2 * PAGE), 3)
    pages = [(at + 8 + number % 64, 0x80) for number, at in enumerate(starts)]
    for place, bits in [(name, 0xFF), *pages]:
        changed = bytearray(whole)
        changed[place] ^= bits
        try_all(path, bytes(changed))


def test_whichever_pages_are_swapped_or_inverted_every_command_ends_in_a_sentence(
    path: Path, whole: bytes
) -> None:
    pages = [whole[at : at + PAGE] for at in range(0, len(whole), PAGE)]
    with closing(sqlite3.connect(path)) as connection:
        roots = dict(connection.execute("SELECT name, rootpage - 1 FROM sqlite_schema"))
    # With what looks like events and has texts for numbers.
    swaps = [(roots["events"], roots["matches_by_due"])]
    swaps += [(at, at + 1) for at in range(20, len(pages) - 1, 60)]
    for one, other in swaps if LONG else swaps[:1]:
        swapped, inverted = list(pages), list(pages)
        swapped[one], swapped[other] = pages[other], pages[one]
        inverted[one] = bytes(byte ^ 0xFF for byte in pages[one])
        try_all(path, b"".join(swapped), () if LONG else [MOVING])
        if LONG:
            try_all(path, b"".join(inverted))


async def test_a_page_that_goes_bad_stops_its_matches_and_no_other(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(SqliteStore.open(path)) as store:
        numbers = [await running_match(store) for _ in range(40)]
    with closing(sqlite3.connect(path)) as connection:
        leaves = connection.execute(
            "SELECT pageno FROM dbstat WHERE name = 'events' AND pagetype = 'leaf' ORDER BY path"
        ).fetchall()
    async with opened(SqliteStore.open(path)) as store:
        await store.events(numbers[-1])
        with path.open("r+b") as file:
            file.seek((leaves[0][0] - 1) * PAGE)
            file.write(b"\xa5" * PAGE)
        with pytest.raises(StoreTrouble, match="can't be read just now"):
            await store.events(numbers[0])
        assert len(await store.events(numbers[-1])) == 4
        another = await running_match(store)
        assert len(await store.events(another)) == 4
        # As after an update from before digests, of which it has the oldest matches.
        await store._write_alone("UPDATE matches SET digest = NULL")
        await store._write_alone(
            "INSERT INTO counters VALUES ('undigested', ?)", (numbers[-1] + 1,)
        )
        club = Club(store)
        for _ in range(3):
            await club.later(seconds=1)
        digested = {each for each in numbers if (await store.summary(each)).digest is not None}
        assert numbers[0] not in digested
        assert len(digested) > len(numbers) / 2
        assert await store.undigested(1) == []
    assert [each.levelname for each in caplog.records] == ["WARNING"]
