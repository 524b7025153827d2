"""Killed again and again, the queue loses nothing, does nothing again, and keeps the order."""

import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.model.events import Person
from bot.model.invitations import LobbyPost
from bot.model.places.place import Place
from bot.model.records import DueKind
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from tests.helpers.commands import Program
from tests.postgres import schema
from tests.store.contract import ADA, NOW, new_match, play
from tests.store.contract_stretches import stretch_of

MATCHES, TURNS, SERVERS = 12, 3, 6


async def filled(store: SqliteStore | PostgresStore) -> None:
    """Something due of every kind."""
    for number in range(MATCHES):
        match = await new_match(store, due=None, says=["challenge"])
        for turn in range(1, TURNS + 1):
            await play(store, match, turn, says="turn")
        await store.save_place(Place(match, due=NOW), Place(match))
        other = await new_match(store, due=None, turn_seq=None)
        assert await store.begin_stretch(stretch_of(other, due=NOW)), number
        called = Person(100 + number, "N")
        called_to: dict[str, Any] = {"turn": called.id, "turn_seq": 1, "turn_known": True}
        await new_match(store, due=NOW, people=(called, ADA), **called_to)
    for number in range(70, 70 + SERVERS):
        await store.save_lobby(LobbyPost(number, 7, 900))
        await store.request_deletion(number, NOW)
    await store.note_servers([], range(70, 70 + SERVERS), NOW, NOW)
    await store.close()


def run(place: str, kills: int) -> list[list[str]]:
    """What the program told of, line by line, killed so often in the middle of it."""
    dice, found = random.Random(7), list[list[str]]()
    for left in reversed(range(kills + 1)):
        process = Program("tests.store.killed_queue", place)
        found += [line.split() for line in islice(process.stdout, dice.randint(5, 25))]
        status, rest = (0, process.kill()) if left else process.end()
        found += map(str.split, rest.splitlines())
        assert status == 0
    return found


def nothing_is_lost_doubled_or_turned(found: list[list[str]]) -> None:
    done = [tuple(words) for state, *words in found if state == "done"]
    assert len(done) == len(set(done))
    finished = set[tuple[str, ...]]()
    for state, *words in found:
        assert tuple(words) not in finished, words
        finished |= {tuple(words)} if state == "done" else set()
    begun = list(dict.fromkeys(tuple(words) for state, *words in found if state == "begun"))
    counts = {kind: sum(each[0] == kind for each in begun) for kind, *_ in begun}
    assert counts == {
        **dict.fromkeys((DueKind.PERSON, DueKind.PLACE, DueKind.STRETCH), MATCHES),
        **dict.fromkeys((DueKind.LOBBY, DueKind.DELETION, DueKind.SERVER), SERVERS),
        DueKind.MATCH: 2 * MATCHES,  # Those with posts have their turns until later.
        DueKind.POST: MATCHES * (TURNS + 1),
        DueKind.OLD_POST: MATCHES * TURNS,
    }
    assert set(counts) == set(DueKind)
    order = [(int(match), int(post)) for kind, match, post in (e for e in begun if len(e) == 3)]
    for match in {match for match, _ in order}:
        of_match = [post for each, post in order if each == match]
        assert of_match == sorted(of_match)


async def test_on_a_file(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    await filled(await SqliteStore.open(path))
    nothing_is_lost_doubled_or_turned(run(str(path), 4))


@pytest.mark.long
async def test_on_a_server(postgres_server: str) -> None:
    async with schema(postgres_server) as address:
        await filled(await PostgresStore.open(address))
        nothing_is_lost_doubled_or_turned(run(address, 3))
