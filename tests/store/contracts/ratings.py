"""What every store must do for results, ratings and the roles of leaders."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.model.clock.units import HOUR, WEEK
from bot.model.events import Ended
from bot.model.ports import Appended, Store
from bot.model.ratings.port import CurrentRating, DueContest, LeaderRole, Settled
from bot.model.ratings.rating import Contest, Eligibility, Rating, RatingPoint, Ruling
from bot.model.records import DueKind, GuildId, MatchId, PersonId, Seat, Status
from bot.model.results import LOST, SETTLING, SHARED, WON, Feat, Feats, MatchEnd, MatchResult, Tally
from bot.store.schema import OF_MATCH
from tests.helpers.people import CHANNEL, FIRST, GUILD, SECOND
from tests.helpers.playing import known
from tests.store.contracts.matches import ADA, GRACE, LINUS, NOW, new_match, row_of

FAR = datetime(2099, 1, 1, tzinfo=UTC)
CERTAIN = Rating(1612.25, 60.5, 0.059999999)
RESULT = MatchResult(
    *(ADA.id, MatchId(0), "bump", GUILD, NOW, FIRST, 2, WON, GRACE.id, "resigned", 40, 3, 5, True)
)


async def ended(
    store: Store,
    *results: MatchResult,
    at: datetime = NOW,
    contest: MatchId | None = None,
    rated: bool = False,
) -> MatchId:
    """A match that has ended with those results; as a contest of its own where it is `rated`, as
    the second of a pair where that is the number of the first."""
    match = await new_match(store)
    row = row_of(match, 2, status=Status.ENDED, turn=None, deadline=None, due=None, updated=at)
    number = contest or (match if rated else None)
    told = tuple(replace(each, match=match) for each in results)
    end = MatchEnd(told, number, match if contest else None)
    before = await store.summary(match)
    await store.append(Appended(before, [Ended((FIRST,), "resigned")], at, row, end=end))
    return match


def contest_of(number: MatchId, at: datetime = NOW, **changes: Any) -> Contest:
    """A contest that Ada won against Grace, and that counts."""
    ruling = Ruling(Eligibility.COUNTED, (Rating(), CERTAIN), (1.0, 0.3))
    people, moved = (ADA.id, GRACE.id), (at - HOUR, None)
    plain = Contest(number, "bump", GUILD, at, people, (1, 2), ruling=ruling, moved=moved)
    return replace(plain, **changes)


async def settled(
    store: Store,
    contest: Contest,
    ratings: Sequence[Rating] = (CERTAIN, Rating(1400.5, 200.0)),
    count: int = 1,
    best: Sequence[float | None] = (1512.25, 1450.0),
    **changes: Any,
) -> bool:
    """Settle it: its people have these ratings after it, from so many contests, and the best whom
    they have beaten had those."""
    points = [
        RatingPoint(person, contest.pool, contest.number, contest.at, rating, count, beaten)
        for person, rating, beaten in zip(contest.people, ratings, best, strict=False)
    ]
    editions = ((contest.number, (await store.summary(contest.number)).edition),)
    called = tuple(f"P{person}" for person in contest.people)
    version = await store.ratings_version()
    found = Settled(contest, editions, version, tuple(points), called)
    return await store.settle(replace(found, **changes))


async def due(store: Store, now: datetime = FAR) -> list[MatchId]:
    return [each.number for each in await store.due(DueKind.CONTEST, now, 99)]


class ResultsContract:
    async def test_results_are_read_as_they_were_written_with_the_end(self, store: Store) -> None:
        theirs = MatchResult(
            *(LINUS.id, MatchId(0), "bump", None, NOW, SECOND, 3, LOST, None, "time “é”", 40, 0, 5),
            rated=False,
            competition=2**40,
        )
        assert await store.find(MatchResult, match=MatchId(1)) == []
        match = await ended(store, theirs, RESULT)
        found = [replace(RESULT, match=match), replace(theirs, match=match)]
        assert sorted(await store.find(MatchResult, match=match), key=lambda r: r.seat) == found
        await ended(store, RESULT)
        assert await store.results_in(7) == []
        writer: Any = store
        await writer._write_alone("UPDATE matches SET competition = 7 WHERE id = ?", (match,))
        assert await store.results_in(7) == found

    async def test_results_are_counted_by_game_and_by_opponent(self, store: Store) -> None:
        for points in (WON, WON, SHARED, LOST):
            await ended(store, replace(RESULT, points=points))
        for each in range(5):
            await ended(
                store, replace(RESULT, opponent=LINUS.id, points=LOST, seat=Seat(each % 2 + 1))
            )
        await ended(store, replace(RESULT, opponent=None, players=3))
        await ended(
            store, replace(RESULT, game="clump"), replace(RESULT, person=GRACE.id, seat=SECOND)
        )
        assert await store.by_game(ADA.id) == {"bump": Tally(3, 1, 6), "clump": Tally(1)}
        assert await store.by_game(LINUS.id) == {}
        found = [(LINUS.id, Tally(0, 0, 5)), (GRACE.id, Tally(2, 1, 1))]
        assert await store.by_opponent(ADA.id, "bump", 9) == found
        assert await store.by_opponent(ADA.id, "bump", 1) == found[:1]
        assert await store.by_opponent(ADA.id, "bipod", 9) == []
        assert await store.against(ADA.id, "bump", GRACE.id) == (Tally(2, 1, 1), 4)
        assert await store.against(ADA.id, "bump", ADA.id) == (Tally(), None)
        assert await store.against(ADA.id, "bipod", GRACE.id) == (Tally(), None)

    async def test_of_feats_that_are_alike_the_first_is_told(self, store: Store) -> None:
        assert await store.feats(ADA.id, "bump") == Feats(None, None)
        await ended(store, replace(RESULT, chain=0, captures=0))
        assert await store.feats(ADA.id, "bump") == Feats(None, None)
        first, best, _ = [
            await ended(store, replace(RESULT, chain=chain, captures=captures))
            for chain, captures in ((2, 9), (4, 1), (4, 9))
        ]
        await ended(store, replace(RESULT, game="clump", chain=9, captures=99))
        await ended(store, replace(RESULT, person=GRACE.id, chain=9, captures=99))
        assert await store.feats(ADA.id, "bump") == Feats(Feat(best, 4), Feat(first, 9))

    async def test_older_matches_come_from_the_newest_to_the_oldest(self, store: Store) -> None:
        assert await store.next_older() is None
        first, second, _ = [await ended(store) for _ in range(3)]
        await new_match(store)
        assert await store.next_older() is None
        # As the migration does where there are matches.
        writer: Any = store
        begin = """INSERT INTO counters (name, value) VALUES ('older_results', ?)
ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
        await writer._write_alone(begin, (second + 1,))
        for match in (second, first):
            row = await store.next_older()
            assert row == await store.summary(match)
            assert not await store.keep_older(replace(row, edition=9), [])
            assert await store.keep_older(row, [replace(RESULT, match=match)])
            assert await store.find(MatchResult, match=match) == [replace(RESULT, match=match)]
        assert await store.next_older() is None

    async def test_results_are_kept_once(self, store: Store) -> None:
        match = await ended(store, RESULT)
        row = await store.summary(match)
        assert await store.keep_older(row, [replace(RESULT, match=match, points=LOST)])
        assert await store.find(MatchResult, match=match) == [replace(RESULT, match=match)]
        assert not await store.keep_older(replace(row, edition=row.edition + 1), [])


class RatingsContract:
    async def test_contests_are_due_a_while_after_their_end_in_order(self, store: Store) -> None:
        ends = (NOW + WEEK, NOW, NOW)
        last, first, second = [await ended(store, RESULT, at=at, rated=True) for at in ends]
        await ended(store, RESULT, at=NOW)
        assert (await store.upcoming(NOW))[DueKind.CONTEST] == NOW + SETTLING
        assert await due(store, NOW) == []
        assert await due(store) == [first, second, last]
        assert await store.due(DueKind.CONTEST, NOW + SETTLING, 1) == [
            DueContest(first, NOW + SETTLING, NOW)
        ]

    async def test_a_contest_can_be_put_aside_until_later_or_for_ever(self, store: Store) -> None:
        match = await ended(store, RESULT, rated=True)
        (found,) = await store.due(DueKind.CONTEST, FAR, 9)
        await store.put_aside(found._replace(due=NOW), NOW + 2 * WEEK)
        assert await store.due(DueKind.CONTEST, FAR, 9) == [found]
        await store.put_aside(found, NOW + WEEK)
        assert await due(store, NOW + WEEK - SETTLING) == []
        again = found._replace(due=NOW + WEEK)
        assert await store.due(DueKind.CONTEST, FAR, 9) == [again]
        await store.put_aside(again)
        assert await due(store) == []
        assert await store.settled_contest(match) is None

    async def test_a_pair_is_one_contest_and_due_with_its_second(self, store: Store) -> None:
        first = await ended(store, RESULT, rated=True)
        assert await store.second_of_pair(first) is None
        (found,) = await store.due(DueKind.CONTEST, FAR, 9)
        await store.put_aside(found)
        second = await ended(store, RESULT, at=NOW + WEEK, contest=first)
        assert await store.second_of_pair(first) == second
        assert await due(store) == [first]

    async def test_a_settled_contest_is_read_as_it_was_written(self, store: Store) -> None:
        match = await ended(store, RESULT, rated=True)
        assert await store.settled_contest(match) is None
        contest = contest_of(match, timed_out=frozenset([GRACE.id]))
        assert await settled(store, contest)
        assert await store.settled_contest(match) == contest
        assert await due(store) == []
        for name in Eligibility:
            barred = replace(contest, ruling=Ruling(name, (Rating(), Rating()), (0.0, 0.0)))
            assert await settled(store, barred, ratings=())
            assert known(await store.settled_contest(match)).ruling == barred.ruling

    async def test_contests_that_count_are_found_by_any_of_their_people(self, store: Store) -> None:
        ends = [(NOW - WEEK, "bump"), (NOW, "clump"), (NOW, "bump"), (NOW + WEEK, "bump")]
        made = [
            contest_of(await ended(store, RESULT, at=at, rated=True), at, pool=pool)
            for at, pool in ends
        ]
        made[2] = replace(made[2], people=(LINUS.id, PersonId(-5)))
        made[3] = replace(made[3], ruling=Ruling(Eligibility.SHORT, (Rating(), Rating())))
        for each in made:
            assert await settled(store, each)
        assert await store.counted_contests([ADA.id, GRACE.id], NOW - WEEK) == [made[1]]
        assert await store.counted_contests([ADA.id, LINUS.id], NOW - 2 * WEEK) == made[:3]
        assert await store.counted_contests([PersonId(77)], NOW - 2 * WEEK) == []

    async def test_points_are_the_curve_and_the_last_of_them_the_rating(self, store: Store) -> None:
        better = Rating(1700.000000001, 55.5)
        weeks = [NOW - 2 * WEEK, NOW - WEEK, NOW]
        for count, (at, rating) in enumerate(zip(weeks, (Rating(), CERTAIN, better), strict=True)):
            match = await ended(store, RESULT, at=at, rated=True)
            assert await settled(store, contest_of(match, at), (rating, Rating()), count + 1)
        match = await ended(store, RESULT, at=NOW, rated=True)
        await settled(store, contest_of(match, NOW, pool="clump"))
        curve = await store.find(RatingPoint, person=ADA.id, pool="bump")
        assert [(each.rating, each.contests) for each in curve] == [
            (Rating(), 1),
            (CERTAIN, 2),
            (better, 3),
        ]
        newest = await store.find(CurrentRating, person=ADA.id)
        assert [(each.pool, each.rating) for each in newest] == [
            ("bump", better),
            ("clump", CERTAIN),
        ]
        theirs = await store.find(RatingPoint, person=GRACE.id, pool="bump")
        third = contest_of(curve[2].number, people=(ADA.id, GRACE.id, LINUS.id, PersonId(-4)))
        assert await store.last_points(third) == [curve[1], theirs[1]]
        assert await store.last_points(replace(third, number=MatchId(99))) == [curve[2], theirs[2]]
        assert await store.last_points(replace(third, number=MatchId(1))) == [curve[1], theirs[1]]
        assert await store.last_points(replace(third, at=NOW - 2 * WEEK, number=MatchId(1))) == []

    async def test_nobody_is_listed_far_above_the_best_they_have_beaten(self, store: Store) -> None:
        match = await ended(store, RESULT, rated=True)
        ratings = (Rating(2000, 50), Rating(1990, 50))
        await settled(store, contest_of(match), ratings, best=(1512.25, None))
        listed = await store.ranked("bump", NOW, None, NOW - WEEK, 9)
        points = [(each.current.person, each.current.points) for each in listed]
        assert points == [(ADA.id, 1_912_250_000), (GRACE.id, 1_500_000_000)]

    async def test_what_was_settled_is_settled_again_without_its_match(self, store: Store) -> None:
        first, second = [await ended(store, RESULT, rated=True) for _ in range(2)]
        contest = contest_of(second, NOW + WEEK)
        assert await settled(store, contest)
        assert await store.contest_of_deleted(second) is None
        late = contest_of(first, NOW)
        assert await settled(store, late)
        assert await due(store) == [second]
        assert await store.settled_contest(second) is None
        writer: Any = store
        for table in OF_MATCH:
            await writer._write_alone(f"DELETE FROM {table} WHERE match_id = ?", (second,))
        await writer._write_alone("DELETE FROM matches WHERE id = ?", (second,))
        assert await store.contest_of_deleted(second) == contest
        again = Settled(contest, (), await store.ratings_version(), (), ("", ""))
        assert await store.settle(again)
        assert await store.settled_contest(second) == contest
        (known, _) = await store.find(CurrentRating, pool="bump")
        assert (known.person, known.called, known.number) == (ADA.id, f"P{ADA.id}", first)

    async def test_a_point_that_a_contest_does_not_give_any_more_goes(self, store: Store) -> None:
        match = await ended(store, RESULT, rated=True)
        await settled(store, contest_of(match))
        short = contest_of(match, ruling=Ruling(Eligibility.SHORT, (Rating(), Rating())))
        assert await settled(store, short, ratings=(), called=("Ada", "Grace"))
        assert await store.find(RatingPoint, person=ADA.id, pool="bump") == []
        assert await store.find(CurrentRating, person=GRACE.id) == []
        assert await store.ranked("bump", NOW, None, NOW - WEEK, 9) == []

    async def test_one_that_never_counted_leaves_the_later_points(self, store: Store) -> None:
        first = await ended(store, RESULT, at=NOW, rated=True)
        second = await ended(store, RESULT, at=NOW + timedelta(minutes=1), rated=True)
        assert await settled(store, contest_of(second, NOW + timedelta(minutes=1)))
        kept = await store.find(RatingPoint, person=ADA.id, pool="bump")
        short = contest_of(first, NOW, ruling=Ruling(Eligibility.SHORT, (Rating(), Rating())))
        assert await settled(store, short, ratings=(), called=("Ada", "Grace"))
        assert await store.find(RatingPoint, person=ADA.id, pool="bump") == kept != []
        assert await store.settled_contest(second)

    async def test_what_was_read_with_a_person_who_is_deleted_is_refused(
        self, store: Store
    ) -> None:
        match, other = [await ended(store, RESULT, rated=True) for _ in range(2)]
        await settled(store, contest_of(match))
        version = await store.ratings_version()
        await store.forget(GRACE.id, 9)
        assert not await settled(store, contest_of(other), version=version)
        assert await settled(store, contest_of(other))

    async def test_of_two_who_settle_at_once_one_is_refused(self, store: Store) -> None:
        match = await ended(store, RESULT, rated=True)
        version = await store.ratings_version()
        tries = [settled(store, contest_of(match), version=version) for _ in range(2)]
        assert sorted(await asyncio.gather(*tries)) == [False, True]
        assert await store.ratings_version() == version + 1
        assert not await settled(store, contest_of(match), version=version)

    async def test_nothing_is_kept_of_a_contest_that_was_rewritten(self, store: Store) -> None:
        match = await ended(store, RESULT, rated=True)
        assert not await settled(store, contest_of(match), editions=((match, 9),))
        assert await store.settled_contest(match) is None
        assert await store.find(RatingPoint, person=ADA.id, pool="bump") == []
        assert await due(store) == [match]

    async def test_what_ended_later_is_due_behind_a_late_contest(self, store: Store) -> None:
        ends = (NOW - WEEK, NOW, NOW, NOW + WEEK)
        made = [await ended(store, RESULT, at=at, rated=True) for at in ends]
        early, late, same, later = made
        for match, at in ((early, NOW - WEEK), (same, NOW), (later, NOW + WEEK)):
            await settled(store, contest_of(match, at))
        assert await due(store) == [late]
        short = contest_of(late, ruling=Ruling(Eligibility.SHORT, (Rating(), Rating())))
        await settled(store, short, ratings=())
        assert await due(store) == []
        assert await store.settled_after(NOW)
        assert not await store.settled_after(NOW + WEEK)
        await settled(store, contest_of(late))
        assert await due(store) == [same, later]
        assert await store.settled_contest(early)
        assert await store.settled_contest(late)
        assert await store.settled_contest(same) is None

    async def test_the_best_are_ranked_as_long_as_they_are_certain(self, store: Store) -> None:
        best = Rating(1800.0, 50.0)
        for at, people, pool, guild in (
            (NOW, (ADA.id, GRACE.id), "bump", 70),
            (NOW + WEEK, (LINUS.id, 44), "bump", None),
            (NOW + WEEK, (55, 66), "clump", 70),
        ):
            match = await ended(store, RESULT, at=at, rated=True)
            contest = contest_of(match, at, people=people, pool=pool, guild=guild)
            ratings = (CERTAIN, best) if people[0] == ADA.id else (best, Rating())
            await settled(store, contest, ratings)

        async def ranked(*asked: Any) -> list[int]:
            return [each.current.person for each in await store.ranked("bump", *asked)]

        soon = NOW + WEEK
        assert await ranked(soon, None, NOW, 9) == [GRACE.id, LINUS.id, ADA.id]
        assert await ranked(soon, None, soon, 9) == [LINUS.id]
        assert await ranked(soon, 70, NOW, 9) == [GRACE.id, ADA.id]
        assert await ranked(soon, 71, NOW, 9) == []
        assert await ranked(FAR, None, NOW, 9) == []
        for guild in (None, GuildId(70)):
            everybody, page = await ranked(soon, guild, NOW, 9), list[int]()
            last: Any = None
            while found := await store.ranked("bump", soon, guild, NOW, 1, last):
                page += [each.current.person for each in found]
                last = found[-1].current
            assert page == everybody
        first, *_ = await store.ranked("bump", soon, GUILD, NOW, 1)
        assert (first.current.called, first.current.rating) == (f"P{GRACE.id}", best)
        assert (first.current.at, first.current.points) == (NOW, 1_800_000_000)
        assert first.listed
        await store.change_preferences("person", GRACE.id, lambda _: {"listed": False})
        listed = [each.listed for each in await store.ranked("bump", soon, None, NOW, 9)]
        assert listed == [False, True, True]


ROLE = LeaderRole(11, GUILD, "bump", CHANNEL, due=NOW + HOUR, changes=1)


class LeaderRolesContract:
    async def test_a_role_of_a_leader_is_read_as_it_was_written(self, store: Store) -> None:
        other = replace(ROLE, role=12, game="clump", holder=ADA.id, ends=True, due=None)
        other = replace(other, trouble="é")
        for each in (ROLE, other, replace(ROLE, role=13, guild=GuildId(71))):
            assert await store.save_next(each)
        assert await store.find(LeaderRole, guild=70) == [ROLE, other]
        assert await store.find(LeaderRole, holder=ADA.id) == [other]

    async def test_of_two_changes_of_a_leaders_role_one_is_refused(self, store: Store) -> None:
        both = [replace(ROLE, holder=PersonId(holder)) for holder in (1, 2)]
        assert sorted(await asyncio.gather(*map(store.save_next, both))) == [False, True]
        assert await store.save_next(replace(ROLE, changes=2))
        assert not await store.drop(LeaderRole, role=ROLE.role, changes=ROLE.changes)
        newer = replace(ROLE, changes=2)
        assert await store.drop(LeaderRole, role=ROLE.role, changes=2) == [newer]
        assert await store.find(LeaderRole, guild=70) == []

    async def test_a_leader_is_looked_at_earlier_where_somebody_says_so(self, store: Store) -> None:
        later = {11: NOW + 2 * HOUR, 12: NOW + 3 * HOUR, 13: None, 14: NOW}
        for role, due in later.items():
            await store.save_next(replace(ROLE, role=role, due=due))
        await store.save_next(replace(ROLE, role=15, game="clump", due=NOW + 2 * HOUR))
        assert (await store.upcoming(NOW))[DueKind.LEADER_ROLE] == NOW
        assert [each.role for each in await store.due(DueKind.LEADER_ROLE, NOW, 9)] == [14]
        await store.look_at_leader(GUILD, "bump", NOW + HOUR)
        await store.look_at_leader(GuildId(71), "clump", NOW + HOUR)
        found = await store.due(DueKind.LEADER_ROLE, NOW + HOUR, 9)
        times = {each.role: each.due for each in found}
        assert times == {14: NOW, 11: NOW + HOUR, 12: NOW + HOUR}

    async def test_a_look_at_a_leader_counts_also_while_one_is_looked_up(
        self, store: Store
    ) -> None:
        await store.save_next(replace(ROLE, due=NOW))
        (taken,) = await store.due(DueKind.LEADER_ROLE, NOW, 9)
        await store.look_at_leader(GUILD, "bump", NOW + HOUR)
        outdated = replace(taken, holder=ADA.id, due=NOW + 2 * HOUR, changes=taken.changes + 1)
        assert not await store.save_next(outdated)
        assert [each.due for each in await store.due(DueKind.LEADER_ROLE, NOW, 9)] == [NOW]

    async def test_a_deleted_person_holds_no_role_of_a_leader(self, store: Store) -> None:
        await store.save_next(replace(ROLE, holder=ADA.id))
        while not await store.forget(ADA.id, 5):
            pass
        (left,) = await store.find(LeaderRole, guild=70)
        assert left == replace(ROLE, changes=2)

    async def test_with_a_server_its_roles_of_leaders_go(self, store: Store) -> None:
        await store.note_servers([], [GUILD], NOW, NOW)
        for role, guild in ((11, 70), (12, 71)):
            await store.save_next(replace(ROLE, role=role, guild=GuildId(guild)))
            await store.forget_server(GuildId(guild), NOW)
        assert await store.find(LeaderRole, guild=70) == []
        assert len(await store.find(LeaderRole, guild=71)) == 1
