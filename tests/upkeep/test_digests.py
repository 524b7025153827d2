"""Damage that leaves a match readable is seen by the digests of its events, in either kind of
database; and what only looks like damage is none."""

import asyncio
import inspect
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.games.core import PlayerError
from bot.model.commands import Resign
from bot.model.events import DrawOffered, Played, Recorded
from bot.model.events.digests import Sealed, StoredEvent
from bot.model.fold import fold
from bot.model.ports import Appended
from bot.model.records import DueKind, MatchId
from bot.model.refusals import RewrittenMatch, StoreTrouble
from bot.store.auditing import compare_derived, mend_derived, open_snapshot
from bot.store.digests import disagreement
from bot.store.maintenance import MATCHES, disagreement_of
from bot.store.matches import EVENTS
from bot.store.opening import Kept, open_store, require_postgres
from bot.store.sqlite import maintenance as of_file
from tests.helpers.long_runs import LONG
from tests.helpers.people import ADA, FIRST
from tests.helpers.stores import opened, running_match
from tests.service.conftest import START, Club
from tests.store.contracts.matches import append
from tests.store.memory import MemoryStore, empty_database

ROBOT = ADA.id

SET = "UPDATE events SET {} WHERE match_id = {{0}} AND seq = {}"
LOSE = "DELETE FROM events WHERE match_id = {{0}} AND seq = {}"
DAMAGES: dict[str, tuple[int, tuple[str, ...]]] = {
    "another legal move": (4, (SET.format("""payload = '{{"seat":1,"text":"a3-a2"}}'""", 4),)),
    "two swapped": (2, tuple(SET.format(f"seq = {b}", a) for a, b in ((2, 9), (3, 2), (9, 3)))),
    "one lost": (3, (LOSE.format(2),)),
    "the last lost": (3, (LOSE.format(4),)),
    "and not counted": (3, (LOSE.format(4), "UPDATE matches SET seq = 3 WHERE id = {0}")),
    "another time": (3, (SET.format("at = '2020-01-01T00:00:00.000000+00:00'", 3),)),
    "digests of another match": (
        1,
        (
            """UPDATE events SET digest = (SELECT digest FROM events AS other
            WHERE other.match_id = 1 AND other.seq = events.seq) WHERE match_id = {0}""",
            "UPDATE matches SET digest = (SELECT digest FROM matches WHERE id = 1) WHERE id = {0}",
        ),
    ),
}
"""What happens to a match of four events, as statements; first, the event that is named then."""


@pytest.fixture(params=["file", "server"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    if request.param == "server":
        address: str = request.getfixturevalue("postgres_address")
        return address
    (path := tmp_path / "matches.sqlite3").write_bytes(empty_database())
    return path


def keeper(kept: Kept) -> Any:
    return of_file if isinstance(kept, Path) else require_postgres()


async def done(result: Any) -> Any:
    return await result if inspect.isawaitable(result) else result


async def spoil(kept: Kept, *statements: str) -> None:
    async with opened(open_store(kept)) as store:
        spoiling: Any = store
        for sql in statements:
            await spoiling._write_alone(sql)


async def disagreeing(kept: Kept) -> dict[int, str]:
    """What digests say is wrong, by match."""
    found = {}
    async with open_snapshot(kept) as read:
        for row in await read(MATCHES):
            found[row[0]] = disagreement_of(row, await read(EVENTS, row[0]))
    return {number: said for number, said in found.items() if said}


async def test_damage_is_named_by_match_and_event_and_not_restored_unasked(
    kept: Kept, tmp_path: Path, server_programs: None
) -> None:
    async with opened(open_store(kept)) as store:
        for _ in range(len(DAMAGES) + 1):
            await running_match(store)
    assert await disagreeing(kept) == {}
    numbered = dict(enumerate(DAMAGES.values(), 2))

    await spoil(kept, *(sql.format(n) for n, (_, damage) in numbered.items() for sql in damage))

    found = await disagreeing(kept)
    assert {n: int(said.split("event ")[1][0]) for n, said in found.items()} == {
        n: seq for n, (seq, _) in numbered.items()
    }
    report = await done(keeper(kept).doctor(kept, fold))
    assert {f"TROUBLE: {said}" for said in found.values()} <= set(report.lines)
    if isinstance(kept, str) and not LONG:
        return  # Programs of the server, which take seconds.
    backup = tmp_path / "backup"
    await done(keeper(kept).backup(kept, backup))
    if isinstance(kept, Path):
        assert len(of_file.restored_for_trial(backup, fold)) >= len(found)
    again = {"overwrite": True}
    with pytest.raises(StoreTrouble, match=r"nothing was replaced. Match 2: .* 4 more.* --force"):
        await done(keeper(kept).restore(backup, kept, **again))
    assert await disagreeing(kept) == found
    await done(keeper(kept).restore(backup, kept, **again, force=True))
    assert await disagreeing(kept) == found


async def test_events_of_a_version_without_digests_are_no_damage(kept: Kept) -> None:
    async with opened(open_store(kept)) as store:
        played, rewritten, newer = [await running_match(store) for _ in range(3)]
    await spoil(
        kept,
        "INSERT INTO events (match_id, seq, kind, payload, at) "
        "SELECT match_id, 5, kind, payload, at FROM events WHERE match_id = 1 AND seq = 4",
        "UPDATE matches SET seq = 5 WHERE id = 1",
        SET.format("""payload = '{{"seat":1,"text":"a3-a2"}}'""", 4).format(rewritten),
        f"UPDATE matches SET edition = edition + 1 WHERE id = {rewritten}",
        f"UPDATE matches SET digest = NULL, sealed = NULL WHERE id = {newer}",
        f"UPDATE events SET digest = NULL WHERE match_id = {newer}",
    )
    async with opened(open_store(kept)) as store:
        await append(store, played, 5)

    assert await disagreeing(kept) == {}
    found = await compare_derived(kept)
    # The first of them can't be played any more.
    assert [each.differing for each in found] == [(), ("no digest",), ("no digest",)]
    assert await mend_derived(kept, found) == 2
    await spoil(kept, SET.format("kind = 'resigned'", 3).format(rewritten))
    assert list(await disagreeing(kept)) == [rewritten]


async def test_matches_from_before_digests_get_theirs_in_the_background(kept: Kept) -> None:
    async with opened(open_store(kept)) as store:
        numbers = [await running_match(store) for _ in range(3)]
    await spoil(
        kept,
        "UPDATE events SET digest = NULL",
        "UPDATE matches SET digest = NULL, sealed = NULL",
        "INSERT INTO counters VALUES ('undigested', 4)",
    )
    async with opened(open_store(kept)) as store:
        before = await store.summary(numbers[0])
        assert await store.undigested(1) == [3]
        # A killed process goes on with those that are left.
        club = Club(store)
        await club.tick()
        await club.later(seconds=1)
        assert DueKind.OLDER_DIGESTS not in await store.upcoming(club.clock())
        assert (await store.summary(numbers[0])).digest is not None
        # Who has read it before has no digest to go on from.
        with pytest.raises(RewrittenMatch):
            await store.append(Appended(before, [Played(FIRST, "a")], START, before))


async def test_a_deleted_person_leaves_the_digests_right_and_damage_seen(kept: Kept) -> None:
    async with opened(open_store(kept)) as store:
        whole, damaged = [await running_match(store) for _ in range(2)]
    await spoil(kept, DAMAGES["another legal move"][1][0].format(damaged))
    async with opened(open_store(kept)) as store:
        # Who is asked for twice is found twice.
        await store.anonymize(ADA.id, [whole, damaged, whole], None)
        summary = await store.summary(whole)
        assert summary.sealed == summary.edition == 1

    assert list(await disagreeing(kept)) == [damaged]


def test_what_was_damaged_is_mended_only_where_its_owner_accepts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (path := tmp_path / "matches.sqlite3").write_bytes(empty_database())
    monkeypatch.setenv("BUMPBOT_DATABASE", str(path))

    async def damage() -> None:
        async with opened(open_store(path)) as store:
            for _ in range(4):
                await running_match(store)
        other = DAMAGES["another legal move"][1][0]
        unfit = SET.format("kind = 'resigned'", 3).format(3)
        damaged = "INSERT INTO rating_points VALUES (1, 'bump', 1, '2026', 'x', 1, NULL)"
        await spoil(path, "DELETE FROM seats", other.format(1), other.format(2), unfit, damaged)

    def left(*words: str) -> list[str]:
        assert main(["doctor", *words]) == 1
        said = capsys.readouterr().out
        assert "mended: 1 of 1 matches" in said
        found = asyncio.run(compare_derived(path))
        # What was accepted is no trouble any more.
        named = [each.match for each in found if f"match {each.match}: its digest" in said]
        assert len(named) == said.count(": its digest")
        # Only a backup brings back one that can't be read: to accept it would change nothing.
        assert "match 3: its digest" in said
        assert "accept 3" not in said
        return [f"{each.match} {', '.join(each.differing)}" for each in found]

    asyncio.run(damage())
    # A rating that can't be read keeps no match from being mended, or named.
    assert left("--mend", "--all") == ["1 seats, digest", "2 seats, digest", "3 "]
    assert left("--accept", "2", "3") == ["1 seats, digest", "3 "]


class GoneOn(MemoryStore):
    """A store in which another process moves between the reading of a summary and of events."""

    goes_on = False

    async def events(self, match: MatchId) -> list[Recorded]:
        if self.goes_on:
            self.goes_on = False
            await append(self, match, 4, DrawOffered(FIRST))
        return await super().events(match)


async def test_a_match_that_goes_on_while_it_is_read_is_digested_from_its_last_event() -> None:
    store = GoneOn()
    club, number = Club(store), await running_match(store)
    store.goes_on = True
    assert (await club.match(number)).seq == 5
    with suppress(PlayerError):
        await club.do(number, Resign(ADA.id))
    events = [StoredEvent(*each) for each in store.sql(EVENTS.replace("?", str(number)))]
    (seal,) = store.sql("SELECT digest, sealed, edition FROM matches")
    assert events[-1].kind == "ended"
    assert disagreement(number, Sealed(*seal), events) is None
