"""Killed anywhere, in a match or in the queue, nothing is lost and nothing done twice."""

import random
import subprocess
import sys
import time
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.model.events import Ended, Person
from bot.model.places import LivingKind, Place, PostState
from bot.model.ports import Appended
from bot.model.privacy.records import Deletion
from bot.model.records import DueKind, DueReply, GuildId, MatchId, PersonId, Seq, Status
from bot.model.results import MatchEnd
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.maintenance import doctor
from tests.helpers.commands import ROOT, Program
from tests.helpers.people import CHANNEL, FIRST
from tests.helpers.stores import opened
from tests.postgres import schema
from tests.store.contracts.competitions import LEAGUE, SWISS
from tests.store.contracts.matches import ADA, LATER, NOW, deliver_all, new_match, play
from tests.store.contracts.places import stretch_of
from tests.store.contracts.ratings import ROLE

MATCH = MatchId(1)


def answered_until_killed(path: Path, seconds: float) -> int:
    """The last event that was answered by a process that is killed so long after its first."""
    process = Program("tests.store.playing", str(path), "ever")
    assert process.stdout.readline() == "begun\n"
    first = process.stdout.readline()
    time.sleep(seconds)
    # A line that the kill cut short has no end.
    rest = process.kill().splitlines(keepends=True)
    return max(int(line) for line in [first, *rest] if line.endswith("\n"))


async def kept(path: Path) -> tuple[list[Seq], list[Seq], Seq]:
    """The numbers of the match's events, of its posts, and of the last event by its row."""
    async with opened(SqliteStore.open(path)) as store:
        seqs = [each.seq for each in await store.events(MATCH)]
        found = [post.seq for post in await deliver_all(store, LATER)]
        return seqs, found, (await store.summary(MATCH)).seq


async def test_a_move_answered_before_a_kill_is_there_with_its_post(path: Path) -> None:
    answered = answered_until_killed(path, 0)

    seqs, found, _ = await kept(path)

    # One more may have reached the disk without having been answered.
    assert len(seqs) in (answered, answered + 1)
    assert seqs == list(range(1, len(seqs) + 1))
    assert found == seqs


STARTING = """
import os, signal, sys
from tests.helpers.commands import begin
told = begin("tests.store.playing", sys.argv[1:], os.environ, 0, 1, 2)
signal.pause()
"""


def test_what_the_tests_start_ends_with_them_also_where_they_are_killed(path: Path) -> None:
    command, pipe = [sys.executable, "-c", STARTING, str(path)], subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "begun\n"
        process.kill()
        # What it prints ends with the last of those that have it.
        assert process.stdout.read() == ""


@pytest.mark.long
async def test_killed_at_any_instant_the_database_stays_whole(path: Path) -> None:
    dice = random.Random(7)
    answered = 0
    for _ in range(6):
        answered = max(answered, answered_until_killed(path, dice.uniform(0, 0.05)))
        report = doctor(path, lambda recorded, match: None)
        assert report.healthy, report.lines

    seqs, found, last = await kept(path)
    assert seqs == list(range(1, len(seqs) + 1))
    assert len(seqs) >= answered
    assert last == len(seqs)
    assert found == seqs


# Killed again and again, the queue loses nothing, does nothing again, and keeps the order


MATCHES, TURNS, SERVERS = 12, 3, 6
NEVER = LATER + timedelta(days=1)

OF_SERVERS = (
    *(DueKind.DELETION, DueKind.SERVER, DueKind.LEAGUE, DueKind.LEADER_ROLE),
    *(DueKind.COMPETITION, DueKind.CONTEST),
)


async def filled(store: SqliteStore | PostgresStore) -> None:
    """Something due of every kind."""
    for number in range(MATCHES):
        match = await new_match(store, due=None, says=["challenge"])
        for turn in range(1, TURNS + 1):
            await play(store, match, turn, says="turn")
        await store.save_place(Place(match, due=NOW), Place(match))
        other = await new_match(store, due=None, turn_seq=None)
        assert await store.begin_stretch(stretch_of(other, due=NOW)), number
        assert await store.add(DueReply(other, Seq(0), NOW))
        called = Person(PersonId(100 + number), "N")
        called_to: dict[str, Any] = {"turn": called.id, "turn_seq": 1, "turn_known": True}
        await new_match(store, due=NOW, people=(called, ADA), **called_to)
    for number in range(70, 70 + SERVERS):
        for kind in LivingKind:
            await store.put_post(PostState(kind, 1000 + number, GuildId(7), CHANNEL, NOW))
        await store.add(Deletion(PersonId(number), NOW))
        over = await store.summary(await new_match(store, due=None, turn_seq=None))
        ended = replace(over, seq=Seq(over.seq + 1), status=Status.ENDED)
        end = MatchEnd((), over.match)
        await store.append(Appended(over, [Ended((FIRST,), "last")], NOW, ended, end=end))
        await store.save_next(replace(ROLE, role=number, due=NOW))
        # What is done with them changes their posts, which are due later.
        for kind, subject in (
            (LivingKind.LEAGUE, await store.found_league(replace(LEAGUE, guild=GuildId(7)))),
            (LivingKind.COMPETITION, await store.announce(replace(SWISS, guild=GuildId(7)))),
        ):
            await store.put_post(PostState(kind, subject, GuildId(7), CHANNEL, NEVER))
    await store.note_servers([], map(GuildId, range(70, 70 + SERVERS)), NOW, NOW)
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
        **dict.fromkeys((DueKind.PERSON, DueKind.PLACE, DueKind.STRETCH, DueKind.REPLY), MATCHES),
        **dict.fromkeys(OF_SERVERS, SERVERS),
        DueKind.LIVING_POST: len(LivingKind) * SERVERS,
        DueKind.MATCH: 2 * MATCHES,  # Those with posts have their turns until later.
        DueKind.POST: MATCHES * (TURNS + 1),
        DueKind.OLD_POST: MATCHES * TURNS,
    }
    # Those who fill in results go from match to match, and may do the same one twice.
    assert set(counts) == set(DueKind) - {DueKind.OLDER_RESULTS, DueKind.OLDER_DIGESTS}
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
