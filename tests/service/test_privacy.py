"""Deleting somebody goes through every match, whatever happens in it meanwhile."""

import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.model.clock.units import SECOND
from bot.model.commands import AnswerReplacement, AskReplacement, CallOff, Play
from bot.model.events import Person
from bot.model.events.base import DELETED
from bot.model.match import Match
from bot.model.records import Status
from bot.model.refusals import NoSuchMatch, Refused, StoreTrouble
from bot.service.build import Service
from bot.service.privacy import SETTLING
from tests.helpers.rounds import do_once
from tests.service.conftest import Clock
from tests.store.memory import MemoryStore
from tests.store.personal.life import GRACE, LINUS, ME, ROBOT, begun, moved, served


class Interrupted(MemoryStore):
    """A store in which something happens right before the next append."""

    def __init__(self) -> None:
        super().__init__()
        self.before: list[Callable[[], Awaitable[Any]]] = []

    async def append(self, *values: Any) -> None:
        while self.before:
            await self.before.pop()()
        await super().append(*values)


@pytest.fixture
def store() -> Interrupted:
    return Interrupted()


@pytest.fixture
def service(store: Interrupted, clock: Clock) -> Service:
    return served(store, clock)


async def done(store: Interrupted, service: Service, clock: Clock) -> int:
    """Wait until nobody is being deleted; how many steps it took."""
    clock.now += SETTLING + SECOND
    steps = 0
    while await service.privacy.under_way():
        due = await do_once(store, service.privacy, clock.now)
        if due and due > clock.now:
            clock.now = due
        steps += 1
    return steps


async def first_text(match: Match) -> Play:
    assert match.turn_person
    move = next(iter(match.rules.moves(match.position)))
    return Play(match.turn_person.id, match.rules.format(match.position, move))


async def test_a_move_made_in_the_same_moment_counts(
    service: Service, store: Interrupted, clock: Clock
) -> None:
    three = await begun(service.matches, GRACE, ME, LINUS, game="urchins")
    await service.privacy.request_deletion(ME.id)
    store.before.append(lambda: store.anonymize(ME.id, [three.id], ROBOT.id))
    after = await service.matches.do(three.id, await first_text(three))
    assert len(after.plies) == 1
    assert [each.name for each in after.seats] == ["Grace", DELETED, "Linus"]
    assert ME.name not in store.everything


async def test_a_move_of_the_person_themselves_is_found_too(
    service: Service, store: Interrupted, clock: Clock
) -> None:
    await service.privacy.request_deletion(ME.id)
    await do_once(store, service.privacy, clock.now)
    two = await moved(service.matches, await begun(service.matches, ME, GRACE))
    await done(store, service, clock)
    ended = await service.matches.match(two.id)
    assert ended.status is Status.ENDED
    assert ended.outcome
    assert ended.outcome.reason == "resigned"
    assert str(ME.id) not in store.everything


async def test_they_are_named_no_more_at_once_and_what_was_begun_is_waited_for(
    service: Service, store: Interrupted, clock: Clock
) -> None:
    matches, asked = service.matches, clock.now
    two = await begun(matches, ME, GRACE)
    over = await begun(matches, ME, LINUS)
    await matches.do(over.id, CallOff(LINUS.id))
    robot = await begun(matches, ME, ROBOT)
    terms: dict[str, Any] = {"game": "bump", "options": {}, "channel": 7, "guild": 70}
    mine = await matches.challenge(host=ME, invited=(GRACE,), **terms)
    standing = await matches.challenge(host=ME, invited=(None,), standing=True, **terms)
    other = await matches.challenge(host=GRACE, invited=(ME,), **terms)
    assert await service.privacy.request_deletion(ME.id)
    assert not await service.privacy.request_deletion(ME.id)
    while (due := await do_once(store, service.privacy, clock.now)) == clock.now:
        pass
    assert due == asked + SETTLING
    for match in (two, over, robot):
        left = await matches.match(match.id)
        assert left.status is Status.ENDED
        assert left.seats[0] == Person(-1, DELETED)
    assert ME.name not in store.everything

    await done(store, service, clock)
    # Challenges are taken back, and invitations declined.
    assert (await matches.match(mine.id)).status is Status.WITHDRAWN
    assert (await matches.match(other.id)).status is Status.DECLINED
    for gone in (standing.id, robot.id):
        with pytest.raises(NoSuchMatch):
            await matches.match(gone)
    assert store.sql("SELECT * FROM standing_challenges") == []


async def test_killed_between_taking_them_out_and_leaving_it_is_left_all_the_same(
    service: Service, store: Interrupted, clock: Clock
) -> None:
    two, three = await begun(service.matches, ME, GRACE), await begun(service.matches, GRACE, LINUS)
    await service.matches.do(three.id, AskReplacement(GRACE, GRACE, ME))
    mine, other = [
        await service.matches.challenge(
            game="bump", options={}, host=host, invited=(guest,), channel=7, guild=70
        )
        for host, guest in ((ME, GRACE), (GRACE, ME))
    ]
    await service.privacy.request_deletion(ME.id)
    named = [two.id, three.id, mine.id, other.id]
    await store.anonymize(ME.id, named, ROBOT.id, leaving=True)
    after = served(store, clock)
    while await do_once(store, after.privacy, clock.now) == clock.now:
        pass
    assert (await after.matches.match(two.id)).status is Status.ENDED
    assert (await after.matches.match(three.id)).replacing.asked is None
    assert (await after.matches.match(mine.id)).status is Status.WITHDRAWN
    assert (await after.matches.match(other.id)).status is Status.DECLINED
    await done(store, after, clock)
    assert await store.matches_naming(ME.id, 0, 9) == []


async def test_nobody_is_replaced_by_the_person_who_is_deleted(
    service: Service, store: Interrupted, clock: Clock
) -> None:
    two = await begun(service.matches, GRACE, LINUS)
    await service.matches.do(two.id, AskReplacement(GRACE, GRACE, ME))
    await service.matches.do(two.id, AnswerReplacement(ME.id, True))
    await service.privacy.request_deletion(ME.id)
    await done(store, service, clock)
    after = await service.matches.match(two.id)
    assert after.replacing.asked is None
    assert after.seats == (GRACE, LINUS)
    with pytest.raises(Refused):
        await service.matches.do(two.id, AnswerReplacement(LINUS.id, True))


async def test_a_match_that_can_not_be_left_is_gone_through_all_the_same(
    service: Service, store: Interrupted, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    two = await begun(service.matches, ME, GRACE)
    service.matches._folded._kept.clear()
    # Its first event is lost.
    store.sql("DELETE FROM outbox WHERE match_id = ?", two.id)
    store.sql("DELETE FROM events WHERE match_id = ? AND seq = 3", two.id)
    await service.privacy.request_deletion(ME.id)
    with caplog.at_level(logging.CRITICAL):
        await done(store, service, clock)
    assert str(ME.id) not in store.everything


async def test_trouble_with_the_store_puts_it_off(
    service: Service, store: Interrupted, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(person: int, most: int) -> bool:
        raise StoreTrouble("The disk is full.")

    await service.privacy.request_deletion(ME.id)
    with monkeypatch.context() as patch:
        patch.setattr(store, "forget", broken)
        due = await do_once(store, service.privacy, clock.now)
    assert due
    assert due > clock.now
    assert await do_once(store, service.privacy, clock.now) == due
    clock.now = due
    await done(store, service, clock)


async def test_they_are_told_that_it_is_done_before_it_is_forgotten(
    store: Interrupted, clock: Clock
) -> None:
    told: list[tuple[int, frozenset[int]]] = []

    async def tell(person: int) -> None:
        told.append((person, await made.privacy.under_way()))

    made = Service(store, clock=clock, chance=random.Random(1), on_deleted=tell)
    await made.privacy.request_deletion(ME.id)
    await done(store, made, clock)
    assert told == [(ME.id, frozenset({ME.id}))]


async def test_nobody_asks_the_deleted_for_a_rematch(
    service: Service, store: Interrupted, clock: Clock
) -> None:
    two = await begun(service.matches, ME, GRACE)
    await service.matches.do(two.id, CallOff(LINUS.id))
    await service.privacy.request_deletion(ME.id)
    await done(store, service, clock)
    with pytest.raises(Refused, match="deleted their data"):
        await service.matches.rematch(two.id, GRACE)
    assert Person(-1, DELETED) in (await service.matches.match(two.id)).seats
