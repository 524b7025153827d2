"""What every store must do for limits. A store's own test file subclasses this."""

import asyncio
from datetime import timedelta

import pytest

from bot.model.events import Person, Played
from bot.model.limits import Charge, OpenCounts
from bot.model.ports import Store
from bot.model.records import Draft, Status
from tests.store.contract import ADA, GRACE, LINUS, NOW, append, new_match, row_of

SECOND = timedelta(seconds=1)


def charge(owner: int = ADA.id, cost: int = 1, most: int = 3, scope: str = "person") -> Charge:
    """So many seconds of an allowance that is full again after `most`."""
    return Charge(scope, owner, cost * SECOND, most * SECOND)


async def begun(
    store: Store, host: Person, guest: Person, status: Status, guild: int | None
) -> None:
    turn = host.id if status is Status.RUNNING else None
    await new_match(store, people=(host, guest), status=status, guild=guild, turn=turn)


class LimitsContract:
    async def test_what_is_open_is_counted_by_host_player_and_server(self, store: Store) -> None:
        for host, guest, status, guild in (
            (ADA, GRACE, Status.INVITED, 70),
            (ADA, GRACE, Status.INVITED, None),
            (GRACE, ADA, Status.INVITED, 70),
            (GRACE, ADA, Status.RUNNING, 70),
            (ADA, LINUS, Status.RUNNING, 71),
            (LINUS, GRACE, Status.RUNNING, None),
            (ADA, GRACE, Status.ENDED, 70),
            (ADA, GRACE, Status.WITHDRAWN, 70),
        ):
            await begun(store, host, guest, status, guild)

        assert await store.open_counts(ADA.id, 70) == OpenCounts(2, 2, 2, 1)
        assert await store.open_counts(GRACE.id, 71) == OpenCounts(1, 2, 0, 1)
        assert await store.open_counts(LINUS.id, None) == OpenCounts(0, 2, 0, 0)
        assert await store.open_counts(99, 99) == OpenCounts(0, 0, 0, 0)

    async def test_what_ends_counts_no_longer(self, store: Store) -> None:
        match = await new_match(store, status=Status.INVITED, turn=None)
        assert await store.open_counts(ADA.id, 70) == OpenCounts(1, 0, 1, 0)
        for seq, status, counts in (
            (2, Status.RUNNING, OpenCounts(0, 1, 0, 1)),
            (3, Status.ENDED, OpenCounts(0, 0, 0, 0)),
        ):
            row = row_of(match, seq, status=status, turn=None)
            await append(store, match, seq - 1, [Played(1, "a")], NOW, row, [])
            assert await store.open_counts(ADA.id, 70) == counts

    async def test_drafts_are_counted_that_hold_something_and_run(self, store: Store) -> None:
        running = [await new_match(store) for _ in range(3)]
        over = await new_match(store, status=Status.ENDED, turn=None)
        await store.save_draft(Draft(ADA.id, running[0], 1, ("a",), changes=1))
        await store.save_draft(Draft(ADA.id, running[1], 1, (), "a1", changes=1))
        await store.save_draft(Draft(ADA.id, running[2], 1, changes=1))
        await store.save_draft(Draft(ADA.id, over, 1, ("a",), changes=1))
        await store.save_draft(Draft(GRACE.id, running[0], 1, (), None, ("a",), 1))

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
