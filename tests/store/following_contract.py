"""What every store must do about followers and private notes. A store's test file subclasses it."""

from datetime import datetime

import pytest

from bot.model.events import Played
from bot.model.notices.records import PAUSE, NoticePlan
from bot.model.ports import Store
from bot.model.post_kinds import PostKind
from bot.model.records import MatchId, NoticeItem, Post, Status
from tests.store.contract import ADA, GRACE, LATER, LINUS, NOW, append, new_match, row_of

EDSGER = 7


async def turn(store: Store, match: MatchId, after: int, at: datetime = NOW) -> None:
    """One more event, with which a turn begins."""
    row = row_of(match, after + 1, turn=GRACE.id, turn_seq=after + 1, updated=at)
    await append(store, match, after, [Played(1, "a")], at, row, [])


async def held(store: Store, person: int) -> list[NoticeItem]:
    return [each.item for each in await store.held_mentions(person)]


class FollowingContract:
    async def test_only_the_newest_turn_is_held_for_each_who_follows(self, store: Store) -> None:
        match, other = await new_match(store, turn_seq=1), await new_match(store, turn_seq=1)
        await store.follow(LINUS.id, match)
        await store.follow(EDSGER, match)
        await store.follow(EDSGER, other)
        await turn(store, match, 1)
        await turn(store, other, 1)
        await turn(store, match, 2, LATER)
        assert await held(store, LINUS.id) == [NoticeItem(match, 3, PostKind.FOLLOWED)]
        assert sorted(await held(store, EDSGER)) == [
            NoticeItem(match, 3, PostKind.FOLLOWED),
            NoticeItem(other, 2, PostKind.FOLLOWED),
        ]
        assert await held(store, ADA.id) == []
        assert await store.due_people(NOW, 5) == []
        assert await store.due_people(NOW + PAUSE, 5) == [EDSGER]
        assert await store.due_people(LATER + PAUSE, 5) == [EDSGER, LINUS.id]

    async def test_what_begins_no_turn_is_not_told(self, store: Store) -> None:
        match = await new_match(store, turn_seq=1)
        await store.follow(LINUS.id, match)
        same = row_of(match, 2, turn_seq=1)
        await append(store, match, 1, [Played(1, "a")], NOW, same, [])
        robots = row_of(match, 3, turn=99, turn_seq=None)
        await append(store, match, 2, [Played(1, "a")], NOW, robots, [])
        assert await held(store, LINUS.id) == []
        await turn(store, match, 3)
        assert await held(store, LINUS.id) == [NoticeItem(match, 4, PostKind.FOLLOWED)]

    @pytest.mark.parametrize("status", [Status.ENDED, Status.WITHDRAWN])
    async def test_the_end_is_held_and_following_ends(self, store: Store, status: Status) -> None:
        match = await new_match(store, turn_seq=1)
        await store.follow(LINUS.id, match)
        await turn(store, match, 1)
        over = row_of(match, 3, status=status, turn=None, turn_seq=None)
        await append(store, match, 2, [Played(1, "a")], NOW, over, [])
        assert await held(store, LINUS.id) == [NoticeItem(match, 3, PostKind.FOLLOWED)]
        assert await store.followed(LINUS.id) == []

    async def test_everybody_follows_alone_and_hears_nothing_behind_it(self, store: Store) -> None:
        one, other = await new_match(store, turn_seq=1), await new_match(store, turn_seq=1)
        for _ in range(2):
            await store.follow(LINUS.id, other)
        await store.follow(LINUS.id, one)
        await store.follow(EDSGER, other)
        assert await store.followed(LINUS.id) == [one, other]
        for each in (one, other):
            await turn(store, each, 1)
        assert await store.unfollow(LINUS.id, one)
        assert not await store.unfollow(LINUS.id, one)
        assert await held(store, LINUS.id) == [NoticeItem(other, 2, PostKind.FOLLOWED)]
        assert await store.followed(LINUS.id) == [other]
        assert await store.followed(EDSGER) == [other]
        assert await store.followed(ADA.id) == []

    async def test_it_is_known_when_somebody_was_last_told(self, store: Store) -> None:
        match = await new_match(store)
        item = NoticeItem(match, 1, PostKind.FOLLOWED)
        followed, personal = PostKind.FOLLOWED, PostKind.PERSONAL
        for kind, at in ((followed, NOW), (followed, LATER), (personal, LATER)):
            who = LINUS.id if kind is followed else ADA.id
            post = Post(match, 1, kind, person=who, direct=True, about=(item,), written=at)
            await store.write_notices(NoticePlan((post,)))
            if kind is followed:
                assert await store.follower_notified(LINUS.id) == at
        assert await store.follower_notified(ADA.id) is None

    async def test_who_can_not_be_told_follows_nothing_and_finds_a_note(self, store: Store) -> None:
        over, match, other = [await new_match(store, turn_seq=1) for _ in range(3)]
        for each in (match, other):
            await store.follow(LINUS.id, each)
            await turn(store, each, 1)
        await store.follow(EDSGER, other)
        await store.leave_note(LINUS.id, other, "First.")

        await store.end_following(LINUS.id, [over, match], "Closed.")

        assert await store.followed(LINUS.id) == []
        assert await held(store, LINUS.id) == []
        assert await store.followed(EDSGER) == [other]
        assert await store.take_note(LINUS.id, over) == "Closed."
        assert await store.take_note(LINUS.id, match) == "Closed."
        assert await store.take_note(LINUS.id, other) == "First. Closed."
        assert await store.take_note(EDSGER, other) is None

    async def test_a_note_is_of_one_person_on_one_match(self, store: Store) -> None:
        match, other = await new_match(store), await new_match(store)
        assert await store.private_note(ADA.id, match) == ""
        await store.save_private_note(ADA.id, match, "Watch the corner.")
        await store.save_private_note(ADA.id, match, "Watch the center.")
        assert await store.private_note(ADA.id, match) == "Watch the center."
        assert await store.private_note(ADA.id, other) == ""
        assert await store.private_note(GRACE.id, match) == ""
        await store.save_private_note(ADA.id, match, "")
        assert await store.private_note(ADA.id, match) == ""
