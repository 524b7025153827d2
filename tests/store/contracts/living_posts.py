"""What every store must do for posts that follow something. A store's test file subclasses this."""

from dataclasses import replace
from typing import Any

import pytest

from bot.model.clock.units import HOUR
from bot.model.competitions.competition import Entrant, Member
from bot.model.events import Ended
from bot.model.places import LONG_AGO, LivingKind, PostState
from bot.model.ports import Store
from bot.model.records import ChannelId, DueKind, MessageId, Status
from tests.helpers.people import CHANNEL, FIRST, GUILD
from tests.helpers.playing import known
from tests.store.contracts.competitions import announced, founded
from tests.store.contracts.invitation import asked
from tests.store.contracts.matches import ADA, ASKED, GRACE, NOW, append, new_match

EVERY_KIND = pytest.mark.parametrize("kind", LivingKind)
LIST = PostState(LivingKind.LOBBY, 7, GUILD, CHANNEL, message=MessageId(900), posted="é")


async def state_of(store: Store, kind: LivingKind, subject: int) -> PostState:
    return known(await store.find_one(PostState, kind=kind, subject=subject))


async def show_all(store: Store) -> None:
    """All posts show what there is now."""
    for post in await store.find(PostState):
        await store.note_post(post, replace(post, shown=post.changes))


async def stale(store: Store, now: Any = NOW) -> list[tuple[str, int]]:
    """What is followed by those that are due."""
    found = await store.due(DueKind.LIVING_POST, now)
    return [(each.kind, each.subject) for each in found]


class LivingPostsContract:
    async def test_the_channels_in_use_have_the_newest_running_matches(self, store: Store) -> None:
        assert await store.channels_in_use() == []
        for guild, channel, status in (
            *((70, 7, Status.RUNNING), (70, 8, Status.RUNNING), (70, 9, Status.ENDED)),
            *((71, 5, Status.INVITED), (None, 6, Status.RUNNING), (72, 0, Status.RUNNING)),
        ):
            await new_match(store, guild=guild, channel=channel, status=status)
        assert await store.channels_in_use() == [(70, 8)]

    @EVERY_KIND
    async def test_a_post_is_due_until_it_shows_all_changes(
        self, store: Store, kind: LivingKind
    ) -> None:
        other = LivingKind.LEAGUE if kind is LivingKind.LOBBY else LivingKind.LOBBY
        for post in (
            PostState(kind, 9, GUILD, CHANNEL, NOW),
            PostState(other, 9, GUILD, CHANNEL, NOW + HOUR),
        ):
            await store.put_post(post)
        assert (await store.upcoming(NOW))[DueKind.LIVING_POST] == NOW
        assert await stale(store) == [(kind, 9)]
        assert await stale(store, NOW + HOUR) == [(kind, 9), (other, 9)]
        before = await state_of(store, kind, 9)
        after = replace(before, message=MessageId(5), posted="é", shown=0, due=NOW + 2 * HOUR)
        await store.note_post(before, after)
        assert await state_of(store, kind, 9) == after
        assert (await store.upcoming(NOW))[DueKind.LIVING_POST] == NOW + HOUR
        assert await stale(store, NOW + 3 * HOUR) == [(other, 9)]

    @EVERY_KIND
    async def test_what_is_noted_of_a_post_does_not_hold_for_the_next_one(
        self, store: Store, kind: LivingKind
    ) -> None:
        old = replace(LIST, kind=kind)
        await store.put_post(old)
        for new in (replace(old, message=MessageId(901)), replace(old, channel=ChannelId(8))):
            await store.put_post(new)
            before = await state_of(store, kind, 7)
            assert (before.message, before.channel, before.shown) == (new.message, new.channel, -1)
            await store.note_post(old, replace(old, shown=9, due=NOW))
            assert await state_of(store, kind, 7) == before
        await store.drop_post(replace(old, message=MessageId(901)))
        assert await store.find_one(PostState, subject=7)
        await store.drop_post(old)
        assert await store.find_one(PostState, subject=7) is None
        await store.note_post(old, replace(old, shown=9))
        assert await store.find_one(PostState, subject=7) is None

    async def test_a_league_and_a_tournament_have_one_that_counts_their_changes(
        self, store: Store
    ) -> None:
        league, tournament = await founded(store), await announced(store)
        posts = [(LivingKind.LEAGUE, league.number), (LivingKind.COMPETITION, tournament.number)]
        assert (await store.upcoming(NOW))[DueKind.LIVING_POST] == LONG_AGO
        assert sorted(await stale(store)) == sorted(posts)
        await show_all(store)
        assert await stale(store) == []
        await store.save_league(replace(league, changes=1))
        await store.save_competition(replace(tournament, changes=1))
        assert sorted(await stale(store)) == sorted(posts)
        await show_all(store)
        # One that was refused has changed nothing.
        assert not await store.save_league(replace(league, changes=1))
        assert not await store.save_competition(replace(tournament, changes=1))
        assert not await store.withdraw(league.number, ADA.id)
        assert await stale(store) == []
        member = Member(league.number, ADA.id, "Ada", NOW)
        for change in (store.sign_up(member), store.withdraw(league.number, ADA.id)):
            assert await change
            assert await stale(store) == posts[:1]
            await show_all(store)
        assert await store.close_league(replace(league, changes=3))
        assert [each.kind for each in await store.find(PostState)] == [LivingKind.COMPETITION]

    async def test_in_another_channel_it_is_another_post(self, store: Store) -> None:
        league, tournament = await founded(store), await announced(store)
        for post in await store.find(PostState):
            shown = replace(
                post, message=MessageId(5), posted="é", shown=post.changes, due=NOW + HOUR
            )
            await store.note_post(post, shown)
        await store.save_league(replace(league, channel=ChannelId(8), changes=1))
        await store.save_competition(replace(tournament, channel=ChannelId(8), changes=1))
        for post in await store.find(PostState):
            kept = (post.channel, post.message, post.posted, post.due)
            assert kept == (8, None, "", LONG_AGO)
            assert not post.is_current

    async def test_a_match_that_begins_or_ends_changes_that_of_its_competition(
        self, store: Store
    ) -> None:
        tournament, _ = await announced(store), await announced(store)
        number = tournament.number
        await show_all(store)
        match = await new_match(store, competition=number)
        assert await stale(store) == [(LivingKind.COMPETITION, number)]
        await show_all(store)
        await append(store, match, 1, ASKED, competition=number)
        assert await stale(store) == []
        over: dict[str, Any] = {"status": Status.ENDED, "turn": None, "turn_seq": None}
        await append(store, match, 2, Ended((FIRST,), "center"), competition=number, **over)
        assert await stale(store) == [(LivingKind.COMPETITION, number)]

    async def test_one_that_names_somebody_deleted_is_due_again(self, store: Store) -> None:
        league, _ = await founded(store, host=GRACE.id), await founded(store, host=GRACE.id)
        tournament, _ = await announced(store), await announced(store)
        await store.sign_up(Member(league.number, ADA.id, "Ada", NOW))
        mine = Entrant(tournament.number, 1, ADA.id, "Ada")
        await store.save_competition(replace(tournament, changes=1), entrants=[mine])
        await show_all(store)
        while not await store.forget(ADA.id, 1):
            pass
        assert sorted(await stale(store)) == [
            (LivingKind.COMPETITION, tournament.number),
            (LivingKind.LEAGUE, league.number),
        ]

    async def test_a_list_changes_with_every_challenge_of_its_channel(self, store: Store) -> None:
        await store.put_post(LIST)
        await store.put_post(replace(LIST, subject=8, channel=ChannelId(8), message=MessageId(901)))
        assert len(await stale(store)) == 2
        await show_all(store)
        match = await asked(store)
        before = await state_of(store, LivingKind.LOBBY, 7)
        await append(store, match, 1, status=Status.INVITED)
        # What came after it was read is not shown yet.
        await store.note_post(before, replace(before, shown=before.changes))
        for status in (None, Status.RUNNING):
            if status:
                await append(store, match, 2, status=status)
            assert await stale(store) == [(LivingKind.LOBBY, 7)]
            await show_all(store)
        await append(store, match, 3, status=Status.RUNNING)
        await new_match(store)
        assert await stale(store) == []
