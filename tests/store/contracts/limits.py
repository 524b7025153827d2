"""What every store must do about limits, followers and private notes."""

import asyncio
from datetime import datetime

import pytest

from bot.model.clock.units import SECOND
from bot.model.events import Person
from bot.model.limits import Charge, OpenCounts
from bot.model.notices.records import PAUSE, FollowedMatch, FollowerNotified, NoticePlan
from bot.model.ports import Store
from bot.model.post_kinds import PostKind
from bot.model.records import (
    Draft,
    DueKind,
    GuildId,
    MatchId,
    NoticeItem,
    PersonId,
    Post,
    PrivateNote,
    Seq,
    Status,
    WaitingNote,
)
from tests.helpers.people import GUILD, ROBOT
from tests.store.contracts.matches import ADA, GRACE, LATER, LINUS, NOW, append, new_match
from tests.store.contracts.rows import followed, private_note, taken_note


def charge(owner: int = ADA.id, cost: int = 1, most: int = 3, scope: str = "person") -> Charge:
    """So many seconds of an allowance that is full again after `most`."""
    return Charge(scope, owner, cost * SECOND, most * SECOND)


async def begun(
    store: Store, host: Person, guest: Person, status: Status, guild: GuildId | None
) -> None:
    turn = host.id if status is Status.RUNNING else None
    await new_match(store, people=(host, guest), status=status, guild=guild, turn=turn)


class LimitsContract:
    async def test_what_is_open_is_counted_by_host_player_and_server(self, store: Store) -> None:
        for host, guest, status, guild in (
            (ADA, GRACE, Status.INVITED, GUILD),
            (ADA, GRACE, Status.INVITED, None),
            (GRACE, ADA, Status.INVITED, GUILD),
            (GRACE, ADA, Status.RUNNING, GUILD),
            (ADA, LINUS, Status.RUNNING, GuildId(71)),
            (LINUS, GRACE, Status.RUNNING, None),
            (ADA, GRACE, Status.ENDED, GUILD),
            (ADA, GRACE, Status.WITHDRAWN, GUILD),
        ):
            await begun(store, host, guest, status, guild)

        assert (await store.for_seat(ADA.id, [], GUILD)).counts == OpenCounts(2, 2, 2, 1)
        assert (await store.for_seat(GRACE.id, [], GuildId(71))).counts == OpenCounts(1, 2, 0, 1)
        assert (await store.for_seat(LINUS.id, [], None)).counts == OpenCounts(0, 2, 0, 0)
        assert (await store.for_seat(ROBOT.id, [], GuildId(99))).counts == OpenCounts(0, 0, 0, 0)

    async def test_what_ends_counts_no_longer(self, store: Store) -> None:
        match = await new_match(store, status=Status.INVITED, turn=None)
        assert (await store.for_seat(ADA.id, [], GUILD)).counts == OpenCounts(1, 0, 1, 0)
        for seq, status, counts in (
            (2, Status.RUNNING, OpenCounts(0, 1, 0, 1)),
            (3, Status.ENDED, OpenCounts(0, 0, 0, 0)),
        ):
            await append(store, match, seq - 1, status=status, turn=None)
            assert (await store.for_seat(ADA.id, [], GUILD)).counts == counts

    async def test_drafts_are_counted_that_hold_something_and_run(self, store: Store) -> None:
        running = [await new_match(store) for _ in range(3)]
        over = await new_match(store, status=Status.ENDED, turn=None)
        await store.save_draft(Draft(ADA.id, running[0], Seq(1), ("a",), changes=1))
        await store.save_draft(Draft(ADA.id, running[1], Seq(1), (), "a1", changes=1))
        await store.save_draft(Draft(ADA.id, running[2], Seq(1), changes=1))
        await store.save_draft(Draft(ADA.id, over, Seq(1), ("a",), changes=1))
        await store.save_draft(Draft(GRACE.id, running[0], Seq(1), (), None, ("a",), 1))

        assert [await store.drafts_held(each.id) for each in (ADA, GRACE, LINUS)] == [2, 1, 0]

    async def test_an_allowance_is_used_up_and_then_comes_back(self, store: Store) -> None:
        for _ in range(3):
            assert await store.take_allowance("pictures", [charge()], NOW) is None
        assert await store.take_allowance("pictures", [charge()], NOW) == NOW + SECOND
        later = NOW + SECOND / 2
        assert await store.take_allowance("pictures", [charge()], later) == NOW + SECOND
        assert await store.take_allowance("pictures", [charge()], NOW + SECOND) is None
        assert await store.take_allowance("pictures", [charge()], NOW + SECOND) == NOW + 2 * SECOND
        # Unused for long it is no more than full.
        much_later = NOW + 1000 * SECOND
        for _ in range(3):
            assert await store.take_allowance("pictures", [charge()], much_later) is None
        assert await store.take_allowance("pictures", [charge()], much_later) is not None

    async def test_allowances_are_apart_by_name_person_and_server(self, store: Store) -> None:
        whole = charge(cost=3)
        assert await store.take_allowance("pictures", [whole], NOW) is None
        assert await store.take_allowance("exports", [whole], NOW) is None
        assert await store.take_allowance("pictures", [charge(GRACE.id, 3)], NOW) is None
        assert await store.take_allowance("pictures", [charge(LINUS.id, 3)], NOW) is None
        assert await store.take_allowance("pictures", [charge(scope="guild", cost=3)], NOW) is None
        assert await store.take_allowance("pictures", [whole], NOW) == NOW + 3 * SECOND

    @pytest.mark.parametrize("full", ["person", "guild"])
    async def test_of_two_allowances_both_are_taken_or_none(self, store: Store, full: str) -> None:
        both = [charge(), charge(70, scope="guild")]
        used = [each._replace(cost=each.most) for each in both if each.scope == full]
        assert await store.take_allowance("pictures", used, NOW) is None
        assert await store.take_allowance("pictures", both, NOW) == NOW + SECOND
        (other,) = (each._replace(cost=each.most) for each in both if each.scope != full)
        assert await store.take_allowance("pictures", [other], NOW) is None

    async def test_many_at_once_get_no_more_than_there_is(self, store: Store) -> None:
        both = [charge(most=10), charge(70, most=7, scope="guild")]
        asked = (store.take_allowance("pictures", both, NOW) for _ in range(30))
        assert (await asyncio.gather(*asked)).count(None) == 7

    async def test_sweeping_forgets_what_is_full_and_nothing_else(self, store: Store) -> None:
        await store.take_allowance("pictures", [charge(ADA.id)], NOW)
        await store.take_allowance("pictures", [charge(GRACE.id, cost=3)], NOW)
        await store.sweep_allowances(NOW + 2 * SECOND)
        late = NOW + 2 * SECOND
        assert await store.take_allowance("pictures", [charge(ADA.id, 3)], late) is None
        assert await store.take_allowance("pictures", [charge(GRACE.id, 3)], late) is not None


EDSGER = PersonId(7)


async def turn(store: Store, match: MatchId, after: int, at: datetime = NOW) -> None:
    """One more event, with which a turn begins."""
    await append(store, match, after, at=at, turn=GRACE.id, turn_seq=after + 1)


async def held(store: Store, person: PersonId) -> list[NoticeItem]:
    return [each.item for each in await store.held_mentions(person)]


class FollowingContract:
    async def test_only_the_newest_turn_is_held_for_each_who_follows(self, store: Store) -> None:
        match, other = await new_match(store, turn_seq=1), await new_match(store, turn_seq=1)
        await store.put(FollowedMatch(match, LINUS.id))
        await store.put(FollowedMatch(match, EDSGER))
        await store.put(FollowedMatch(other, EDSGER))
        await turn(store, match, 1)
        await turn(store, other, 1)
        await turn(store, match, 2, LATER)
        assert await held(store, LINUS.id) == [NoticeItem(match, Seq(3), PostKind.FOLLOWED)]
        assert sorted(await held(store, EDSGER)) == [
            NoticeItem(match, Seq(3), PostKind.FOLLOWED),
            NoticeItem(other, Seq(2), PostKind.FOLLOWED),
        ]
        assert await held(store, ADA.id) == []
        assert await store.due(DueKind.PERSON, NOW, 5) == []
        assert await store.due(DueKind.PERSON, NOW + PAUSE, 5) == [EDSGER]
        assert await store.due(DueKind.PERSON, LATER + PAUSE, 5) == [EDSGER, LINUS.id]

    async def test_what_begins_no_turn_is_not_told(self, store: Store) -> None:
        match = await new_match(store, turn_seq=1)
        await store.put(FollowedMatch(match, LINUS.id))
        await append(store, match, 1, turn_seq=1)
        await append(store, match, 2, turn=99, turn_seq=None)
        assert await held(store, LINUS.id) == []
        await turn(store, match, 3)
        assert await held(store, LINUS.id) == [NoticeItem(match, Seq(4), PostKind.FOLLOWED)]

    @pytest.mark.parametrize("status", [Status.ENDED, Status.WITHDRAWN])
    async def test_the_end_is_held_and_following_ends(self, store: Store, status: Status) -> None:
        match = await new_match(store, turn_seq=1)
        await store.put(FollowedMatch(match, LINUS.id))
        await turn(store, match, 1)
        await append(store, match, 2, status=status, turn=None, turn_seq=None)
        assert await held(store, LINUS.id) == [NoticeItem(match, Seq(3), PostKind.FOLLOWED)]
        assert await followed(store, LINUS.id) == []

    async def test_everybody_follows_alone_and_hears_nothing_behind_it(self, store: Store) -> None:
        one, other = await new_match(store, turn_seq=1), await new_match(store, turn_seq=1)
        for _ in range(2):
            await store.put(FollowedMatch(other, LINUS.id))
        await store.put(FollowedMatch(one, LINUS.id))
        await store.put(FollowedMatch(other, EDSGER))
        assert await followed(store, LINUS.id) == [one, other]
        for each in (one, other):
            await turn(store, each, 1)
        assert await store.unfollow(LINUS.id, one)
        assert not await store.unfollow(LINUS.id, one)
        assert await held(store, LINUS.id) == [NoticeItem(other, Seq(2), PostKind.FOLLOWED)]
        assert await followed(store, LINUS.id) == [other]
        assert await followed(store, EDSGER) == [other]
        assert await followed(store, ADA.id) == []

    async def test_it_is_known_when_somebody_was_last_told(self, store: Store) -> None:
        match = await new_match(store)
        item = NoticeItem(match, Seq(1), PostKind.FOLLOWED)
        followed, personal = PostKind.FOLLOWED, PostKind.PERSONAL
        for kind, at in ((followed, NOW), (followed, LATER), (personal, LATER)):
            who = LINUS.id if kind is followed else ADA.id
            post = Post(match, Seq(1), kind, person=who, direct=True, about=(item,), written=at)
            await store.write_notices(NoticePlan((post,)))
            if kind is followed:
                assert await store.find(FollowerNotified) == [FollowerNotified(LINUS.id, at)]
        assert len(await store.find(FollowerNotified)) == 1

    async def test_who_can_not_be_told_follows_nothing_and_finds_a_note(self, store: Store) -> None:
        over, match, other = [await new_match(store, turn_seq=1) for _ in range(3)]
        for each in (match, other):
            await store.put(FollowedMatch(each, LINUS.id))
            await turn(store, each, 1)
        await store.put(FollowedMatch(other, EDSGER))
        await store.put(WaitingNote(LINUS.id, other, "First."))

        await store.end_following(LINUS.id, [over, match], "Closed.")

        assert await followed(store, LINUS.id) == []
        assert await held(store, LINUS.id) == []
        assert await followed(store, EDSGER) == [other]
        assert await taken_note(store, LINUS.id, over) == "Closed."
        assert await taken_note(store, LINUS.id, match) == "Closed."
        assert await taken_note(store, LINUS.id, other) == "First. Closed."
        assert await taken_note(store, EDSGER, other) is None

    async def test_a_note_is_of_one_person_on_one_match(self, store: Store) -> None:
        match, other = await new_match(store), await new_match(store)
        assert await private_note(store, ADA.id, match) == ""
        await store.put(PrivateNote(ADA.id, match, "Watch the corner."))
        await store.put(PrivateNote(ADA.id, match, "Watch the center."))
        assert await private_note(store, ADA.id, match) == "Watch the center."
        assert await private_note(store, ADA.id, other) == ""
        assert await private_note(store, GRACE.id, match) == ""
        await store.drop(PrivateNote, person=ADA.id, match=match)
        assert await private_note(store, ADA.id, match) == ""
