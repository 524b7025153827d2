"""Killed again and again, the queue loses nothing, does nothing again, and keeps the order."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from bot.model.places.place import Place
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from tests.postgres import schema
from tests.store.contract import NOW, new_match, play
from tests.store.contract_stretches import stretch_of

ROOT = Path(__file__).parents[2]
MATCHES, TURNS, SERVERS = 12, 3, 6


async def filled(store: SqliteStore | PostgresStore) -> None:
    """Something due of several kinds."""
    for number in range(MATCHES):
        match = await new_match(store, due=None, says=["challenge"])
        for turn in range(1, TURNS + 1):
            await play(store, match, turn, says="turn")
        await store.save_place(Place(match, due=NOW), Place(match))
        other = await new_match(store, due=None, turn_seq=None)
        assert await store.begin_stretch(stretch_of(other, due=NOW)), number
    await store.note_servers([], range(70, 70 + SERVERS), NOW, NOW)
    await store.close()


def run(place: str, kills: int) -> list[list[str]]:
    """What the program told of, line by line, killed so often in the middle of it."""
    dice, found = random.Random(7), list[list[str]]()
    for left in reversed(range(kills + 1)):
        command = [sys.executable, "-m", "tests.store.killed_queue", place]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            wanted = dice.randint(5, 25)
            for count, line in enumerate(process.stdout, 1):
                found.append(line.split())
                if left and count == wanted:
                    process.kill()
        assert left or process.returncode == 0
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
    posts = MATCHES * (TURNS + 1)
    assert counts["post"] == posts
    assert counts["old_post"] == MATCHES * TURNS
    assert (counts["place"], counts["stretch"], counts["server"]) == (MATCHES, MATCHES, SERVERS)
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
