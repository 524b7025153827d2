"""What every store must do for the roles of leaders. A store's own test file subclasses this."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from bot.model.ports import Store
from bot.model.ratings.leader_roles import LeaderRole
from bot.model.records import DueKind
from tests.store.contract import ADA, NOW

HOUR = timedelta(hours=1)
ROLE = LeaderRole(11, 70, "bump", 7, due=NOW + HOUR, changes=1)


class LeaderRolesContract:
    async def test_a_role_of_a_leader_is_read_as_it_was_written(self, store: Store) -> None:
        other = replace(ROLE, role=12, game="clump", holder=ADA.id, ends=True, due=None)
        other = replace(other, trouble="é")
        for each in (ROLE, other, replace(ROLE, role=13, guild=71)):
            assert await store.save_leader_role(each)
        assert await store.leader_roles(70) == [ROLE, other]
        assert await store.roles_held(ADA.id) == [other]

    async def test_of_two_changes_of_a_leaders_role_one_is_refused(self, store: Store) -> None:
        both = [replace(ROLE, holder=holder) for holder in (1, 2)]
        assert sorted(await asyncio.gather(*map(store.save_leader_role, both))) == [False, True]
        assert await store.save_leader_role(replace(ROLE, changes=2))
        assert not await store.drop_leader_role(ROLE)
        assert await store.drop_leader_role(replace(ROLE, changes=2))
        assert await store.leader_roles(70) == []

    async def test_a_leader_is_looked_at_earlier_where_somebody_says_so(self, store: Store) -> None:
        later = {11: NOW + 2 * HOUR, 12: NOW + 3 * HOUR, 13: None, 14: NOW}
        for role, due in later.items():
            await store.save_leader_role(replace(ROLE, role=role, due=due))
        await store.save_leader_role(replace(ROLE, role=15, game="clump", due=NOW + 2 * HOUR))
        assert (await store.upcoming(NOW))[DueKind.LEADER_ROLE] == NOW
        assert [each.role for each in await store.due_leader_roles(NOW, 9)] == [14]
        await store.look_at_leader(70, "bump", NOW + HOUR)
        await store.look_at_leader(71, "clump", NOW + HOUR)
        found = await store.due_leader_roles(NOW + HOUR, 9)
        times = {each.role: each.due for each in found}
        assert times == {14: NOW, 11: NOW + HOUR, 12: NOW + HOUR}

    async def test_a_deleted_person_holds_no_role_of_a_leader(self, store: Store) -> None:
        await store.save_leader_role(replace(ROLE, holder=ADA.id))
        while not await store.forget(ADA.id, 5):
            pass
        (left,) = await store.leader_roles(70)
        assert left == replace(ROLE, changes=2)

    async def test_with_a_server_its_roles_of_leaders_go(self, store: Store) -> None:
        await store.note_servers([], [70], NOW, NOW)
        for role, guild in ((11, 70), (12, 71)):
            await store.save_leader_role(replace(ROLE, role=role, guild=guild))
            await store.forget_server(guild, NOW)
        assert await store.leader_roles(70) == []
        assert len(await store.leader_roles(71)) == 1
