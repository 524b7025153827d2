"""All ratings are folded again from the events of a database, of either kind."""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import astuple, fields, replace
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.__main__ import main
from bot.model import fold as folding
from bot.model.clock.units import DAY
from bot.model.commands import Accept, AskReplacement, Play, Resign
from bot.model.events import Rated, Recorded
from bot.model.fold import positions_to_keep, rules_version
from bot.model.ports import Store
from bot.model.ratings.contests import FEWEST_PLIES, contest_of, contests_of, leg_of
from bot.model.ratings.folding import fold_ratings
from bot.model.ratings.port import CurrentRating, Settled
from bot.model.ratings.rating import Contest, RatedContest, RatingPoint
from bot.model.records import MatchId, MatchSummary, PersonId, Post, Seat, Status
from bot.model.refusals import StoreTrouble
from bot.model.results import MatchResult
from bot.model.terms import Terms
from bot.store.auditing import audit_ratings, compare_derived, mend_derived, mend_ratings
from bot.store.opening import Kept, open_store
from bot.store.ratings import PUT_CURRENT, PUT_POINT
from bot.store.schema import CURRENT, POINTS
from bot.store.sqlite.migrator import connect
from bot.store.tables import Tables
from tests.helpers.people import ADA, GRACE, LINUS
from tests.helpers.playing import known
from tests.helpers.stores import opened, running_match
from tests.model.ratings.contests import MONDAY, RATED, history, won_by
from tests.service.conftest import Club
from tests.store.contracts.matches import row_of
from tests.store.memory import empty_database

MATCHES = 12
ROBOT = PersonId(9)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "matches.sqlite3"
    path.write_bytes(empty_database())
    return path


def played(terms: Terms = RATED) -> list[list[Recorded]]:
    """Matches among three, by what happened in each; every seventh is short."""
    random, found = Random(5), []
    for n in range(1, MATCHES + 1):
        people, at = random.sample([1, 2, 3], 2), MONDAY + n * 2 * DAY
        won = won_by(Seat(random.choice([1, 2])))
        won = won if n % 7 else [*won[:3], won[-1]]
        found.append(history(*won, people=people, terms=terms, at=at))
    return found


def settled(matches: Iterable[list[Recorded]]) -> dict[MatchId, Rated]:
    """What is found when they are settled; their numbers are to be 1, 2, ..."""
    contests = [
        contest_of(known(leg_of(MatchId(n), recorded))) for n, recorded in enumerate(matches, 1)
    ]
    return {each.contest.number: _event(each) for each in fold_ratings(contests)}


def _event(rated: RatedContest) -> Rated:
    ruling = rated.ruling
    before = tuple(astuple(each) for each in ruling.before)
    return Rated(ruling.eligibility, before, ruling.weights)


async def fill(kept: Kept, matches: Iterable[list[Recorded]], found: dict[MatchId, Rated]) -> None:
    store = await open_store(kept)
    for n, recorded in enumerate(matches, 1):
        number = MatchId(n)
        every = [each.event for each in recorded]
        every += [found[number]] if number in found else []

        def summarize(given: MatchId, last: int = len(every)) -> tuple[MatchSummary, list[Post]]:
            row = row_of(given, last, status=Status.ENDED, turn=None, deadline=None, due=None)
            return row, []

        assert await store.create(every, recorded[-1].at, summarize) == number
    assert isinstance(store, Tables)
    for point in sorted(await points_of(store, list(found)), key=lambda each: each.order):
        await store._write_alone(PUT_POINT, POINTS.values(point))
        values = {each.name: getattr(point, each.name) for each in fields(point)}
        current = CurrentRating(**values, called="", certain_until=point.at, points=0)
        await store._write_alone(PUT_CURRENT, CURRENT.values(current))
    await store.close()


async def points_of(store: Store, numbers: Sequence[MatchId]) -> list[RatingPoint]:
    """All points that follow from these matches."""
    legs = [leg_of(each, await store.events(each)) for each in numbers]
    rated = fold_ratings(contests_of(leg for leg in legs if leg))
    return [point for each in rated for point in each.points]


async def points(kept: Kept) -> list[RatingPoint]:
    """All points of everybody, as the events tell them."""
    async with opened(open_store(kept)) as store:
        return await points_of(store, [MatchId(n) for n in range(1, MATCHES + 1)])


async def test_a_file_that_keeps_what_its_events_say_has_no_difference(file: Path) -> None:
    await fill(file, played(), settled(played()))

    found = await audit_ratings(file)

    assert (found.settled, found.waiting, found.difference) == (MATCHES, 0, 0.0)
    assert 0 < found.counted < MATCHES


async def test_a_server_that_keeps_what_events_say_has_no_difference(postgres_ready: str) -> None:
    await fill(postgres_ready, played(), settled(played()))

    found = await audit_ratings(postgres_ready)

    assert (found.settled, found.waiting, found.difference) == (MATCHES, 0, 0.0)


async def test_deleting_somebody_leaves_the_ratings_of_the_others_as_they_are(file: Path) -> None:
    await fill(file, played(), settled(played()))
    before = await points(file)

    async with opened(open_store(file)) as store:
        await store.anonymize(GRACE.id, [MatchId(n) for n in range(1, MATCHES + 1)], ROBOT)
        await store.forget(GRACE.id, 100)

    assert (await audit_ratings(file)).difference == 0.0
    assert await points(file) == [each for each in before if each.person != 2]
    assert {each.person for each in before} == {1, 2, 3}


async def test_a_point_that_is_kept_otherwise_is_a_difference(file: Path) -> None:
    await fill(file, played(), settled(played()))
    with closing(connect(file)) as connection:
        connection.execute("UPDATE rating_points SET rating = '[1500.0, 200.0, 0.06]'")

    assert 1 < (await audit_ratings(file)).difference < 1000


async def test_a_match_that_can_not_be_read_is_named_and_believed(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await fill(file, played(), settled(played()))
    with closing(connect(file)) as connection:
        connection.execute("INSERT INTO contests (number, at) VALUES (2, '')")
    async with opened(open_store(file)) as store:
        second = (await _contests(store))[1]
        version = await store.ratings_version()
        every = await points_of(store, [MatchId(n) for n in range(1, MATCHES + 1)])
        own = tuple(each for each in every if each.number == second.number)
        assert await store.settle(Settled(second, (), version, own, ("Ada", "Grace")))
    with closing(connect(file)) as connection:
        connection.execute("UPDATE events SET kind = 'nonsense' WHERE match_id = 2 AND seq = 3")

    monkeypatch.setenv("BUMPBOT_DATABASE", str(file))
    assert await asyncio.to_thread(main, ["ratings", "check"]) == 1
    *_, last = lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("TROUBLE: Match 2 can't be read")] == lines[
        :1
    ]
    assert last == "0"


async def _contests(store: Store) -> list[Contest]:
    """All contests with their rulings, in order."""
    legs = [leg_of(MatchId(n), await store.events(MatchId(n))) for n in range(1, MATCHES + 1)]
    return sorted(contests_of(leg for leg in legs if leg), key=lambda each: each.order)


SPOILT = {
    1: ("seats", "DELETE FROM seats WHERE match_id = 1"),
    2: ("status", "UPDATE matches SET status = 'ended' WHERE id = 2"),
    3: ("due", "UPDATE matches SET due = NULL WHERE id = 3"),
    4: ("seats", "UPDATE seats SET status = 'ended' WHERE match_id = 4"),
    5: ("turn, people", "UPDATE matches SET turn = 9, people = '[]' WHERE id = 5"),
    6: ("the turn's notice", "DELETE FROM notices WHERE match_id = 6"),
    7: ("turn_seq", "UPDATE matches SET turn_seq = NULL WHERE id = 7"),
    8: ("its row", "UPDATE matches SET awaited = '{}' WHERE id = 8"),
}


@pytest.fixture(params=["file", "server"])
def kept(request: pytest.FixtureRequest, file: Path) -> Kept:
    return file if request.param == "file" else request.getfixturevalue("postgres_address")


async def test_rows_that_are_not_what_the_events_say_are_named_and_mended(kept: Kept) -> None:
    async with opened(open_store(kept)) as store:
        for _ in range(len(SPOILT) + 1):
            await running_match(store)
        assert await compare_derived(kept, every=True) == []
        before = [await store.summary(MatchId(n)) for n in SPOILT]
        spoiling: Any = store
        for _, sql in SPOILT.values():
            await spoiling._write_alone(sql)
        found = await compare_derived(kept)
        # What seems to be over is only found among all.
        assert [each.match for each in found] == [1, 3, 4, 5, 6, 7, 8]
    found = await compare_derived(kept, every=True)
    assert {each.match: ", ".join(each.differing) for each in found} == {
        number: differing for number, (differing, _) in SPOILT.items()
    }
    assert found[0].text.startswith("match 1: what is stored for lists and clocks differs (")

    assert await mend_derived(kept, found) == len(SPOILT)

    assert await compare_derived(kept, every=True) == []
    async with opened(open_store(kept)) as store:
        for was in before:
            now = await store.summary(was.match)
            assert replace(now, due=was.due, deadline=was.deadline) == was


SPOILT_RATINGS = (
    "UPDATE rating_points SET rating = '[1500.0, 200.0, 0.06]' WHERE number = 3",
    "DELETE FROM rating_points WHERE number = 5 AND person = 1",
    "UPDATE ratings SET contests = contests + 1, points = 7 WHERE person = 2",
    "INSERT INTO rating_points SELECT 77, pool, number, at, rating, contests, best"
    " FROM rating_points WHERE number = 3 AND person = 1",
    "INSERT INTO rated_guilds SELECT 77, 70, pool, at, 9, at FROM ratings WHERE person = 1",
)


async def test_ratings_that_are_not_what_the_events_say_are_computed_again(kept: Kept) -> None:
    async with opened(open_store(kept)) as store:
        club = Club(store)
        for n, loser in enumerate((GRACE, LINUS, GRACE, GRACE, LINUS, GRACE), 1):
            match = await club.begin(loser, game="clump", options={"size": 4}, terms=RATED)
            for _ in range(FEWEST_PLIES):
                match = await club.moved(match)
            await club.do(match.id, Resign(loser.id))
            await club.later(days=n)
        assert (await audit_ratings(kept)).difference == 0.0
        spoiling: Any = store
        before = await store.find(CurrentRating, pool="clump")
        for sql in SPOILT_RATINGS:
            await spoiling._write_alone(sql)
        checked = await audit_ratings(kept)
        assert len(checked.faults) >= len(SPOILT_RATINGS) - 1
        # The bot is at work beside, and settles them.
        await mend_ratings(kept, checked)
        await club.later(seconds=10)
        assert (await audit_ratings(kept)).faults == []
        assert await store.find(CurrentRating, pool="clump") == before
        # Who has no rating is on no page of a leaderboard.
        listed = await spoiling._read("SELECT points FROM rated_guilds WHERE person = 77")
        assert [tuple(each) for each in listed] == [(None,)]


AFTER_THE_END = {
    "results": "UPDATE results SET points = 1",
    "contest": "DELETE FROM contests",
    "people named in it": "DELETE FROM involvements",
    "positions": "UPDATE positions SET position = '[7]'",
}


async def test_what_followed_from_a_match_is_compared_and_mended(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "EVERY", 1)
    async with opened(open_store(kept)) as store:
        club = Club(store)
        match = await club.ask(GRACE, game="clump", options={"size": 4}, terms=RATED)
        await club.do(match.id, Accept(GRACE))
        await club.do(match.id, AskReplacement(ADA, GRACE, LINUS))
        match = await club.do(match.id, Play(ADA.id, "a1-a2"))
        match = await club.do(match.id, Resign(GRACE.id))
        await store.save_positions(
            match.id, rules_version(match.rules), positions_to_keep(match, {})
        )
        spoiling: Any = store
        for sql in AFTER_THE_END.values():
            await spoiling._write_alone(sql)
        # The bot, and whoever plays, are at work beside.
        (found,) = await compare_derived(kept, every=True, robot=ROBOT)
        assert set(found.differing) == set(AFTER_THE_END)
        assert await mend_derived(kept, [found], robot=ROBOT) == 1
        assert await compare_derived(kept, every=True, robot=ROBOT) == []
        assert [each.points for each in await store.find(MatchResult, match=match.id)] == [2, 0]
        assert await store.positions(match.id, rules_version(match.rules)) == {}


async def test_what_was_found_otherwise_is_a_difference(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = settled(played())
    first = found[MatchId(1)]
    found[MatchId(1)] = Rated("short", first.before)

    await fill(file, played(), found)

    assert (await audit_ratings(file)).difference == inf
    monkeypatch.setenv("BUMPBOT_DATABASE", str(file))
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert await asyncio.to_thread(main, ["doctor", "--all"]) == 1
    assert "ratings differ from what the events say: " in capsys.readouterr().out


async def test_matches_that_are_not_rated_or_not_settled_change_nothing(file: Path) -> None:
    found = settled(played())
    del found[MatchId(MATCHES)]

    await fill(file, [*played(), *played(Terms())], found)

    checked = await audit_ratings(file)
    assert (checked.settled, checked.waiting, checked.difference) == (MATCHES - 1, 1, 0.0)


async def test_a_file_of_nobody_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreTrouble, match="not there"):
        await audit_ratings(tmp_path / "none.sqlite3")


async def test_a_bot_at_work_on_the_file_is_not_in_the_way(file: Path) -> None:
    await fill(file, played(), settled(played()))
    async with opened(open_store(file)):
        assert (await audit_ratings(file)).difference == 0.0


@pytest.mark.parametrize(("spoil", "status", "last"), [(False, 0, "0"), (True, 1, "inf")])
def test_the_command_prints_the_largest_difference_on_the_last_line(
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    spoil: bool,
    status: int,
    last: str,
) -> None:
    found = settled(played())
    if spoil:
        found[MatchId(1)] = replace(found[MatchId(1)], eligibility="short")
    asyncio.run(fill(file, played(), found))
    monkeypatch.setenv("BUMPBOT_DATABASE", str(file))

    assert main(["ratings", "check"]) == status

    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == last
    assert any(line.startswith("TROUBLE: contest 1:") for line in lines) == spoil
