"""Deleting somebody goes through every match, whatever happens in it meanwhile."""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

import pytest

from bot.model.clock.units import SECOND
from bot.model.commands import Accept, AnswerRequest, AskReplacement, CallOff
from bot.model.events import Person
from bot.model.events.base import DELETED
from bot.model.ports import Stored
from bot.model.records import PersonId, Status
from bot.model.refusals import NoSuchMatch, Refused, StoreTrouble
from bot.model.requests import REPLACEMENT
from bot.service.privacy import SETTLING
from tests.helpers.rounds import do_once
from tests.service.conftest import Club
from tests.store.memory import MemoryStore
from tests.store.personal.life import GRACE, LINUS, ME, ROBOT


class Interrupted(MemoryStore):
    """A store in which something happens right before the next append."""

    def __init__(self) -> None:
        super().__init__()
        self.before: list[Callable[[], Awaitable[Any]]] = []

    async def append(self, *values: Any) -> Stored:
        while self.before:
            await self.before.pop()()
        return await super().append(*values)


@pytest.fixture
def club() -> Club:
    return Club(Interrupted(), robot=ROBOT)


async def step(club: Club) -> datetime | None:
    """One step of the deletion; when the next is due."""
    return await do_once(club.store, club.service.privacy, club.clock.now)


async def done(club: Club) -> None:
    """Wait until nobody is being deleted."""
    club.clock.now += SETTLING + SECOND
    while await club.service.privacy.under_way():
        due = await step(club)
        if due and due > club.clock.now:
            club.clock.now = due


async def test_a_move_made_in_the_same_moment_counts(club: Club) -> None:
    three = await club.begin(ME, LINUS, host=GRACE, game="urchins")
    await club.service.privacy.request_deletion(ME.id)
    club.store.before.append(lambda: club.store.anonymize(ME.id, [three.id], ROBOT.id))
    after = await club.moved(three)
    assert len(after.plies) == 1
    assert [each.name for each in after.seats] == ["Grace", DELETED, "Linus"]
    assert ME.name not in club.store.everything


async def test_a_move_of_the_person_themselves_is_found_too(club: Club) -> None:
    await club.service.privacy.request_deletion(ME.id)
    await step(club)
    asked = await club.ask(None, host=GRACE, game="bump", first="guest")
    two = await club.moved(await club.do(asked.id, Accept(ME)))
    await done(club)
    ended = await club.match(two.id)
    assert ended.status is Status.ENDED
    assert ended.outcome
    assert ended.outcome.reason == "resigned"
    assert str(ME.id) not in club.store.everything


async def test_they_are_named_no_more_at_once_and_what_was_begun_is_waited_for(club: Club) -> None:
    asked = club.clock.now
    two = await club.begin(GRACE, host=ME, game="bump")
    over = await club.begin(LINUS, host=ME, game="bump")
    await club.do(over.id, CallOff(LINUS.id))
    robot = await club.begin(ROBOT, host=ME, game="bump")
    mine = await club.ask(GRACE, host=ME, game="bump")
    standing = await club.ask(None, host=ME, game="bump", standing=True)
    other = await club.ask(ME, host=GRACE, game="bump")
    assert await club.service.privacy.request_deletion(ME.id)
    assert not await club.service.privacy.request_deletion(ME.id)
    while (due := await step(club)) == club.clock.now:
        pass
    assert due == asked + SETTLING
    for match in (two, over, robot):
        left = await club.match(match.id)
        assert left.status is Status.ENDED
        assert left.seats[0] == Person(PersonId(-1), DELETED)
    assert ME.name not in club.store.everything

    await done(club)
    # Challenges are taken back, and invitations declined.
    assert (await club.match(mine.id)).status is Status.WITHDRAWN
    assert (await club.match(other.id)).status is Status.DECLINED
    for gone in (standing.id, robot.id):
        with pytest.raises(NoSuchMatch):
            await club.match(gone)
    assert club.store.sql("SELECT * FROM standing_challenges") == []


async def test_killed_between_taking_them_out_and_leaving_it_is_left_all_the_same(
    club: Club,
) -> None:
    two, three = (
        await club.begin(GRACE, host=ME, game="bump"),
        await club.begin(LINUS, host=GRACE, game="bump"),
    )
    await club.do(three.id, AskReplacement(GRACE, GRACE, ME))
    mine, other = [
        await club.ask(guest, host=host, game="bump") for host, guest in ((ME, GRACE), (GRACE, ME))
    ]
    await club.service.privacy.request_deletion(ME.id)
    named = [two.id, three.id, mine.id, other.id]
    await club.store.anonymize(ME.id, named, ROBOT.id, leaving=True)
    after = club.restarted()
    while await step(after) == after.clock.now:
        pass
    assert (await after.match(two.id)).status is Status.ENDED
    assert (await after.match(three.id)).requests.replacement is None
    assert (await after.match(mine.id)).status is Status.WITHDRAWN
    assert (await after.match(other.id)).status is Status.DECLINED
    await done(after)
    assert await club.store.matches_naming(ME.id, 0, 9) == []


async def test_nobody_is_replaced_by_the_person_who_is_deleted(club: Club) -> None:
    two = await club.begin(LINUS, host=GRACE, game="bump")
    await club.do(two.id, AskReplacement(GRACE, GRACE, ME))
    await club.do(two.id, AnswerRequest(REPLACEMENT, ME.id, True))
    await club.service.privacy.request_deletion(ME.id)
    await done(club)
    after = await club.match(two.id)
    assert after.requests.replacement is None
    assert after.seats == (GRACE, LINUS)
    with pytest.raises(Refused):
        await club.do(two.id, AnswerRequest(REPLACEMENT, LINUS.id, True))


async def test_a_match_that_can_not_be_left_is_gone_through_all_the_same(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    two = await club.begin(GRACE, host=ME, game="bump")
    club.matches._folded._kept.clear()
    # Its first event is lost.
    club.store.sql("DELETE FROM outbox WHERE match_id = ?", two.id)
    club.store.sql("DELETE FROM events WHERE match_id = ? AND seq = 3", two.id)
    await club.service.privacy.request_deletion(ME.id)
    with caplog.at_level(logging.CRITICAL):
        await done(club)
    assert str(ME.id) not in club.store.everything


async def test_trouble_with_the_store_puts_it_off(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(person: PersonId, most: int) -> bool:
        raise StoreTrouble("The disk is full.")

    await club.service.privacy.request_deletion(ME.id)
    with monkeypatch.context() as patch:
        patch.setattr(club.store, "forget", broken)
        due = await step(club)
    assert due
    assert due > club.clock.now
    assert await step(club) == due
    club.clock.now = due
    await done(club)


async def test_they_are_told_that_it_is_done_before_it_is_forgotten(club: Club) -> None:
    told: list[tuple[int, frozenset[int]]] = []

    async def tell(person: PersonId) -> None:
        told.append((person, await made.service.privacy.under_way()))

    made = Club(club.store, club.clock, on_deleted=tell)
    await made.service.privacy.request_deletion(ME.id)
    await done(made)
    assert told == [(ME.id, frozenset({ME.id}))]


async def test_nobody_asks_the_deleted_for_a_rematch(club: Club) -> None:
    two = await club.begin(GRACE, host=ME, game="bump")
    await club.do(two.id, CallOff(LINUS.id))
    await club.service.privacy.request_deletion(ME.id)
    await done(club)
    with pytest.raises(Refused, match="deleted their data"):
        await club.matches.rematch(two.id, GRACE)
    assert Person(PersonId(-1), DELETED) in (await club.match(two.id)).seats
