"""Contests are settled one after the other, and come to what all events folded again come to."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.model.commands import Play, Resign
from bot.model.events import Ended, Rated
from bot.model.ratings.counting import LEAST
from bot.model.ratings.port import CurrentRating, RankedRating
from bot.model.ratings.rating import Eligibility, RatedContest, Rating
from bot.model.records import DueKind, GuildId, MatchId, PersonId
from bot.model.results import Feat, MatchResult, Tally
from bot.model.terms import Terms
from bot.service.results import ratings
from bot.service.results.ratings import ManyUnsettled
from bot.store.auditing import audit_ratings
from bot.store.postgres import PostgresStore
from bot.store.ratings import PUT_CURRENT
from bot.store.schema import CURRENT
from bot.store.sqlite import SqliteStore
from tests.helpers.people import ADA, CHANNEL, GRACE, GUILD, LINUS, ROBOT
from tests.helpers.playing import known
from tests.helpers.rounds import Mortal, outlived
from tests.helpers.stores import opened
from tests.service.conftest import START, Club
from tests.service.results.seasons import FAR, HELD, RATED, folded, kept, lost, season
from tests.store.memory import MemoryStore, empty_database


async def test_ratings_are_what_all_events_folded_again_come_to(club: Club) -> None:
    await season(club)
    await club.later(seconds=10)
    assert len(await kept(club)) > 6
    assert await kept(club) == await folded(club)


async def test_a_contest_that_comes_late_has_those_behind_it_settled_again(club: Club) -> None:
    first = await lost(club, ADA, GRACE)
    club.store.sql(f"UPDATE contests SET due_at = NULL WHERE number = {first}")
    club.pass_by(days=9)
    await lost(club, GRACE, ADA)
    await club.later(seconds=10)
    assert len(await kept(club)) == 2
    club.store.sql(f"UPDATE contests SET due_at = at WHERE number = {first}")
    await club.restarted().tick()
    assert len(await kept(club)) == 4
    assert await kept(club) == await folded(club)


async def test_a_contest_that_can_not_be_read_holds_up_no_other(club: Club) -> None:
    broken = await lost(club, ADA, GRACE)
    (kept_kind,) = club.store.sql(f"SELECT kind FROM events WHERE match_id = {broken} AND seq = 3")
    club.store.sql(f"UPDATE events SET kind = 'nonsense' WHERE match_id = {broken} AND seq = 3")
    club = club.restarted()
    later = await lost(club, GRACE, LINUS)
    await club.later(seconds=10)
    assert [point.person for point in await kept(club)] == [GRACE.id, LINUS.id]
    tries = list[timedelta]()
    for _ in range(8):
        (due,) = await club.store.due(DueKind.CONTEST, FAR, 9)
        tries.append(due.due - due.at)
        await club.later(seconds=(due.due - club.clock.now).total_seconds())
    assert [due.number for due in await club.store.due(DueKind.CONTEST, FAR, 9)] == [broken]
    assert tries == sorted(set(tries))
    assert timedelta(minutes=1) < tries[0] < timedelta(minutes=2)
    assert tries[-1] > timedelta(hours=2)
    sql = f"UPDATE events SET kind = '{kept_kind[0]}' WHERE match_id = {broken} AND seq = 3"
    club.store.sql(sql)
    await club.later(days=1)
    assert len(await kept(club)) == 4
    assert await kept(club) == await folded(club)
    assert await club.store.settled_contest(later)


@pytest.mark.parametrize("others", [True, False])
async def test_a_contest_read_late_counts_if_none_came_after_it(club: Club, others: bool) -> None:
    late = await lost(club, ADA, GRACE)
    hide = "UPDATE contests SET due_at = {} WHERE number = " + str(late)
    club.store.sql(hide.format("NULL"))
    club.pass_by(days=9)
    if others:
        await lost(club, GRACE, LINUS)
    await club.later(days=20)
    before = await kept(club), await _events(club)
    club.store.sql(hide.format("at"))
    await club.restarted().tick()
    change = await rated(club, late)
    assert change.eligibility is (Eligibility.TOO_LATE if others else Eligibility.COUNTED)
    if others:
        assert (await kept(club), await _events(club)) == (before[0], before[1] + 1)
    assert await kept(club) == await folded(club)
    assert len(await kept(club)) == 2


async def test_once_a_contest_is_settled_it_is_looked_who_leads_the_game(club: Club) -> None:
    for role, guild, game in ((11, 70, "pile"), (12, 70, "clump"), (13, 71, "pile")):
        await club.service.leader_roles.choose(GuildId(guild), game, role, CHANNEL)
        (wanted,) = [r for r in await club.store.due(DueKind.LEADER_ROLE, FAR, 9) if r.role == role]
        await club.service.leader_roles.settled(wanted, ADA.id)
    await lost(club, GRACE, ADA)
    await club.later(seconds=10)
    due = await club.store.due(DueKind.LEADER_ROLE, club.clock.now, 9)
    assert [each.role for each in due] == [11]


async def test_ratings_are_behind_until_all_that_is_due_is_settled(club: Club) -> None:
    await lost(club, GRACE, ADA)
    assert not await club.service.ratings.is_behind()
    club.pass_by(seconds=10)
    assert await club.service.ratings.is_behind()
    await club.tick()
    assert not await club.service.ratings.is_behind()


async def test_killed_before_it_was_settled_a_contest_is_told_of_once(club: Club) -> None:
    await season(club)
    await club.later(seconds=10)
    before = await kept(club), await _events(club)
    # The events stand, and nothing else of them.
    club.store.sql("UPDATE contests SET eligibility = NULL, due_at = at")
    club.store.sql("DELETE FROM rating_points")
    await club.restarted().tick()
    assert (await kept(club), await _events(club)) == before


async def rated(club: Club, match: MatchId) -> RatedContest:
    return known(await club.service.ratings.rated(match))


async def _events(club: Club) -> int:
    rows = await club.store.summaries(limit=1000)
    return sum([len(await club.store.events(row.match)) for row in rows])


@pytest.fixture
async def clubs(postgres_ready: str) -> AsyncIterator[tuple[Club, Club]]:
    """Two processes on one server."""
    async with (
        opened(PostgresStore.open(postgres_ready)) as first,
        opened(PostgresStore.open(postgres_ready)) as second,
    ):
        one = Club(first)
        yield one, Club(second, one.clock)


async def test_two_processes_come_to_the_same_ratings(clubs: tuple[Club, Club]) -> None:
    one, two = clubs
    dice = Random(5)
    for _ in range(6):
        first, second = (dice.sample([ADA, GRACE, LINUS], 2) for _ in range(2))
        await asyncio.gather(lost(one, first[0], first[1]), lost(two, second[0], second[1]))
        one.pass_by(days=dice.choice([0, 3]), seconds=10)
        await asyncio.gather(one.tick(), two.tick())
    one.pass_by(minutes=5)
    await asyncio.gather(one.tick(), two.tick())
    found = await kept(one), await folded(one)
    assert len(found[0]) > 4
    assert found[0] == found[1]


async def test_while_one_process_settles_a_contest_no_other_settles_a_later_one(
    clubs: tuple[Club, Club],
) -> None:
    one, two = clubs
    first = await lost(one, ADA, GRACE)
    one.pass_by(days=9)
    second = await lost(two, GRACE, ADA)
    one.pass_by(seconds=10)
    assert [due.number for due in await one.store.due(DueKind.CONTEST, one.clock.now, 1)] == [first]
    await two.tick()
    assert not await two.store.settled_contest(second)
    assert DueKind.CONTEST not in await two.store.upcoming(one.clock.now)
    await one.tick()
    found = await kept(one), await folded(one)
    settled = [
        [type(each.event) for each in await one.store.events(match)].count(Rated)
        for match in (first, second)
    ]
    assert found[0] == found[1]
    assert settled == [1, 1]


async def test_while_another_process_settles_them_contests_are_foreseen_as_they_will_be(
    clubs: tuple[Club, Club],
) -> None:
    one, two = clubs
    ended = [await lost(one, ADA, GRACE) for _ in range(5)]
    one.pass_by(seconds=10)
    assert await one.store.due(DueKind.CONTEST, one.clock.now, 1)
    foreseen = await rated(two, ended[-1])
    await one.tick()
    settled = await rated(one, ended[-1])
    assert foreseen == settled
    assert settled.ruling.weights == (LEAST, LEAST)


@pytest.mark.long
async def test_killed_again_and_again_two_processes_rate_the_same(
    postgres_ready: str, clubs: tuple[Club, Club]
) -> None:
    clock, dice, kills = clubs[0].clock, Random(6), 0
    for _ in range(10):
        pairs = [dice.sample([ADA, GRACE, LINUS], 2) for _ in clubs]
        await asyncio.gather(*(lost(c, a, b) for c, (a, b) in zip(clubs, pairs, strict=True)))
        clock.pass_by(days=dice.choice([0, 3]), seconds=10)
        for _ in range(6):
            mortals = [
                Mortal(each.store, dice.randrange(1, 60), behind=dice.random() < 0.5)
                for each in clubs
            ]
            queues = [Club(mortal, clock).service.queue for mortal in mortals]
            lived = await asyncio.gather(*map(outlived, queues, mortals))
            kills += lived.count(False)
    clock.pass_by(minutes=5)
    await asyncio.gather(*(each.tick() for each in clubs))
    found = await kept(clubs[0]), await folded(clubs[0])
    checked = await audit_ratings(postgres_ready)
    assert (checked.waiting, checked.difference, checked.faults) == (0, 0.0, [])
    assert len(found[0]) > 8
    assert found[0] == found[1]
    assert kills > 5


async def test_what_a_contest_does_is_told_before_it_is_settled(club: Club) -> None:
    match = await lost(club, ADA, GRACE)
    foreseen = await rated(club, match)
    await club.later(seconds=10)
    settled = await rated(club, match)
    assert foreseen == settled
    winner, loser = map(known, foreseen.after)
    assert winner.rating.rating > 1600 > 1400 > loser.rating.rating


async def test_contests_that_end_at_once_are_told_as_they_will_be_settled(club: Club) -> None:
    ended = [await lost(club, ADA, GRACE) for _ in range(5)]
    ended.append(await lost(club, GRACE, LINUS))
    foreseen = [await rated(club, each) for each in ended]
    await club.later(seconds=10)
    settled = [await rated(club, each) for each in ended]
    found = [each.ruling.weights[0] for each in foreseen]
    assert found == [1, *[LEAST] * 4, 1]
    assert foreseen == settled


async def test_what_can_not_be_foreseen_is_not_said(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "MOST_FORESEEN", 2)
    await lost(club, ADA, GRACE)
    last = await lost(club, ADA, GRACE)
    with pytest.raises(ManyUnsettled):
        await rated(club, last)
    await club.later(seconds=10)
    assert await rated(club, last)


async def test_one_that_can_not_be_read_is_left_out_of_what_is_foreseen(club: Club) -> None:
    broken = await lost(club, ADA, GRACE)
    club.store.sql(f"UPDATE events SET kind = 'nonsense' WHERE match_id = {broken} AND seq = 3")
    club = club.restarted()
    told = await rated(club, await lost(club, GRACE, LINUS))
    assert told.ruling.before[0].rating == 1500


async def test_a_pair_is_settled_once_when_both_of_its_matches_have_ended(club: Club) -> None:
    first = await lost(club, ADA, GRACE, replace(RATED, pair=True))
    await club.later(seconds=10)
    assert await club.service.ratings.rated(first) is None
    other = known(await club.service.pairs.other(await club.match(first)))
    second = other.id
    for text in HELD.split():
        mover = known((await club.match(second)).turn_person)
        await club.do(second, Play(mover.id, text))
    await club.do(second, Resign(ADA.id))
    await club.later(seconds=10)
    shared = await rated(club, second)
    assert shared.contest.number == first
    assert shared.contest.ranks == (1, 1)
    assert await kept(club) == await folded(club)


async def test_a_match_that_was_settled_posts_its_end_once(club: Club) -> None:
    match = await lost(club, ADA, GRACE)
    await club.later(seconds=10)
    events = [each.event for each in await club.store.events(match)]
    assert isinstance(events[-2], Ended)
    assert isinstance(events[-1], Rated)
    kinds = club.store.sql(f"SELECT kind FROM outbox WHERE match_id = {match} AND kind = 'end'")
    assert len(kinds) == 1


async def test_deleting_somebody_leaves_the_ratings_of_the_others(club: Club) -> None:
    await season(club)
    await club.later(seconds=10)
    before = [point for point in await kept(club) if point.person != GRACE.id]
    await club.service.privacy.request_deletion(GRACE.id)
    for _ in range(3):
        await club.tick()
        club.pass_by(minutes=2)
    assert await kept(club) == before == await folded(club)
    assert GRACE.id not in [o for o, _ in await club.service.results.by_opponent(ADA.id, "pile", 9)]
    await lost(club, ADA, LINUS)
    await club.later(seconds=10)
    assert await kept(club) == await folded(club)


async def test_with_the_matches_of_a_server_no_rating_goes(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    path.write_bytes(empty_database())
    store = await SqliteStore.open(path)
    club = Club(store)
    await season(club)
    await club.later(seconds=10)
    before = await kept(club)
    await club.service.servers.left(GUILD)
    for _ in range(3):
        await club.later(days=70)
    assert await store.summaries() == []
    assert await kept(club) == before
    assert await club.service.ratings.leaderboard("pile", guild=GUILD) == []
    await store.close()
    found = await audit_ratings(path)
    assert found.points == len(before)
    assert found.difference == 0.0


async def test_a_leaderboard_names_neither_the_provisional_nor_the_unlisted(club: Club) -> None:
    ratings = club.service.ratings
    await lost(club, ADA, GRACE)
    await club.later(seconds=10)
    assert await ratings.leaderboard("pile") == []
    for table in ("ratings", "rated_guilds"):
        certain = "certain_until = '2099-01-01T00:00:00.000000+00:00'"
        club.store.sql(f"UPDATE {table} SET {certain}")
    ranked = await ratings.leaderboard("pile")
    assert [(row.person, row.name, row.contests) for row in ranked] == [
        (ADA.id, ADA.name, 1),
        (GRACE.id, GRACE.name, 1),
    ]
    assert len(await ratings.leaderboard("pile", limit=1)) == 1
    assert await ratings.leaderboard("pile", guild=GuildId(71)) == []
    assert len(await ratings.leaderboard("pile", guild=GUILD)) == 2
    assert await ratings.leaderboard("pile", since=club.clock.now) == []
    await club.store.change_preferences("person", ADA.id, lambda _: {"listed": False})
    assert [row.person for row in await ratings.leaderboard("pile", guild=GUILD)] == [GRACE.id]


class Falling(MemoryStore):
    """A store in which the best of all loses between two pages of a leaderboard."""

    async def ranked(self, *asked: Any) -> list[RankedRating]:
        found = await super().ranked(*asked)
        await self._write_alone("UPDATE ratings SET points = 0 WHERE person = 1")
        return found


async def test_nobody_is_on_a_leaderboard_twice_or_left_off_between_pages() -> None:
    store = Falling()
    club, rating = Club(store), Rating(1500.0, 50.0, 0.06)
    for n in range(1, 31):
        rated = CurrentRating(
            *(PersonId(n), "pile", MatchId(1), START, rating, 9, None, f"P{n}"),
            certain_until=START + timedelta(days=9),
            points=20 - n // 10,
        )
        await store._write_alone(PUT_CURRENT, CURRENT.values(rated))
        if 1 < n < 25:
            await store.change_preferences("person", PersonId(n), lambda _: {"listed": False})
    found = await club.service.ratings.leaderboard("pile", limit=8)
    assert [row.person for row in found] == [1, *range(25, 31)]


async def test_results_are_kept_with_the_end_and_those_of_older_matches_later(club: Club) -> None:
    won = await lost(club, ADA, GRACE, Terms())
    await club.resigned(LINUS)
    robot = await club.begin(ROBOT, moves="1")
    await club.do(robot.id, Resign(ADA.id))
    found = club.service.results
    assert await found.by_game(ADA.id) == {"pile": Tally(2, 0, 1)}
    assert await found.by_opponent(ADA.id, "pile", 1) == [(GRACE.id, Tally(1))]
    assert await found.by_game(ROBOT.id) == {}
    before = await club.store.find(MatchResult, match=won)
    assert [(each.person, each.points) for each in before] == [(ADA.id, 2), (GRACE.id, 0)]
    assert (await found.feats(ADA.id, "pile")).chain in (None, Feat(won, 1))
    club.store.sql("DELETE FROM results")
    club.store.sql("INSERT INTO counters VALUES ('older_results', 1000)")
    for _ in range(5):
        await club.tick()
        club.pass_by(seconds=1)
    assert await club.store.find(MatchResult, match=won) == before
    assert await found.by_game(ADA.id) == {"pile": Tally(2, 0, 1)}
    assert club.store.sql("SELECT value FROM counters WHERE name = 'older_results'") == [(0,)]
