"""What every store must do about invitations. A store's own test file subclasses this."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.model.events import Person
from bot.model.invitations import BlockedPerson, StandingChallenge, StandingTerm
from bot.model.ports import Store
from bot.model.privacy.records import Deletion
from bot.model.records import Arrangement, ChannelId, MatchId, MatchSummary, PersonId, Status
from bot.model.refusals import StaleMatch
from bot.model.results import pair_name
from tests.helpers.people import CHANNEL, GUILD, MARGARET, ROBOT
from tests.store.contracts.matches import (
    ADA,
    ASKED,
    GRACE,
    LATER,
    LINUS,
    NOW,
    append,
    new_match,
    row_of,
)
from tests.store.contracts.rows import (
    arranged,
    blocked,
    standing_of,
    standing_until,
    taken_standing,
    to_arrange,
)

INVITED: dict[str, Any] = {"status": Status.INVITED, "turn": None}


async def asked(store: Store, standing: StandingTerm | None = None) -> MatchId:
    """A challenge of Ada's in channel 7."""
    return await store.create(
        [ASKED], NOW, lambda number: (row_of(number, **INVITED), []), standing
    )


async def paired(
    store: Store, pair: MatchId | None = None, once: str | None = None, **row: Any
) -> MatchId:
    """A match of that pair, or the first of a new one."""
    return await store.create(
        [ASKED], NOW, lambda number: (row_of(number, pair=pair or number, **row), []), once=once
    )


def of_owner(owner: int) -> Callable[[Any], dict[str, Any]]:
    return lambda _: {"of": owner}


class InvitationContract:
    async def test_everybody_has_a_list_of_their_own(self, store: Store) -> None:
        for _ in range(2):
            await store.put(BlockedPerson(ADA.id, LINUS.id, LINUS.name))
        await store.put(BlockedPerson(ADA.id, GRACE.id, GRACE.name))
        await store.put(BlockedPerson(GRACE.id, ADA.id, "Ada Lovelace"))

        assert await blocked(store, ADA.id) == [GRACE, LINUS]
        assert await blocked(store, GRACE.id) == [Person(ADA.id, "Ada Lovelace")]
        assert await blocked(store, LINUS.id) == []
        found = await store.for_seat(LINUS.id, [GRACE.id, ADA.id], None)
        assert found.blocks == {(ADA.id, LINUS.id)}
        assert (await store.for_seat(LINUS.id, [GRACE.id], None)).blocks == set()
        both = {(ADA.id, GRACE.id), (GRACE.id, ADA.id)}
        assert (await store.for_seat(GRACE.id, [ADA.id, LINUS.id], None)).blocks == both
        assert await store.drop(BlockedPerson, person=ADA.id, blocked=LINUS.id)
        assert not await store.drop(BlockedPerson, person=ADA.id, blocked=LINUS.id)
        assert await blocked(store, ADA.id) == [GRACE]

    async def test_with_whom_one_may_sit_depends_on_preferences(self, store: Store) -> None:
        for scope, owner in (
            *(("person", each) for each in (ADA.id, GRACE.id, LINUS.id)),
            *(("guild", each) for each in (70, 71)),
            ("notices", ADA.id),
        ):
            await store.change_preferences(scope, owner, of_owner(owner))
        found = await store.for_seat(ADA.id, [GRACE.id], GUILD)
        assert found.own == {ADA.id: {"of": ADA.id}, GRACE.id: {"of": GRACE.id}}
        assert found.common == {"of": 70}
        alone = await store.for_seat(LINUS.id, [], None)
        assert (alone.own, alone.common) == ({LINUS.id: {"of": LINUS.id}}, {})

    async def test_who_is_being_deleted_takes_no_seat(self, store: Store) -> None:
        await store.add(Deletion(GRACE.id, NOW))
        assert (await store.for_seat(ADA.id, [LINUS.id, GRACE.id], GUILD)).barred == {GRACE.id}
        assert (await store.for_seat(GRACE.id, [ADA.id], None)).barred == {GRACE.id}
        assert (await store.for_seat(ADA.id, [LINUS.id], None)).barred == set()

    @pytest.mark.parametrize(
        ("status", "played"),
        [
            (Status.RUNNING, True),
            (Status.ENDED, True),
            (Status.INVITED, False),
            (Status.DECLINED, False),
            (Status.WITHDRAWN, False),
            (Status.EXPIRED, False),
        ],
    )
    async def test_who_shares_a_match_that_began_has_played(
        self, store: Store, status: Status, played: bool
    ) -> None:
        await new_match(store, people=(ADA, LINUS), status=Status.ENDED)
        await new_match(store, people=(ADA, GRACE), status=status)
        await new_match(store, people=(GRACE, Person(MARGARET.id, "Edsger")), status=Status.ENDED)

        assert await store.have_played(ADA.id, GRACE.id) is played
        assert await store.have_played(GRACE.id, ADA.id) is played
        assert await store.have_played(ADA.id, LINUS.id)
        assert not await store.have_played(GRACE.id, LINUS.id)
        assert not await store.have_played(ADA.id, ROBOT.id)

    async def test_a_match_among_many_of_both_is_found(self, store: Store) -> None:
        others = [Person(PersonId(100 + n), "N") for n in range(4)]
        for number in range(24):
            one = (ADA, GRACE)[number % 2]
            await new_match(store, people=(one, others[number % 4]), status=Status.ENDED)
            if number == 7:
                await new_match(store, people=(ADA, GRACE, LINUS), status=Status.ENDED)

        assert await store.have_played(ADA.id, GRACE.id)
        assert await store.have_played(LINUS.id, GRACE.id)
        assert not await store.have_played(LINUS.id, PersonId(100))

    async def test_a_standing_challenge_moves_on_to_the_next_match(self, store: Store) -> None:
        first = await asked(store, StandingTerm(LATER))
        plain = await asked(store)
        assert await standing_until(store, plain, first) == {first: LATER}
        assert await standing_of(store, ADA.id, CHANNEL) == [first]
        assert await standing_of(store, ADA.id, ChannelId(8)) == []
        assert await standing_of(store, GRACE.id, CHANNEL) == []
        assert await taken_standing(store) == []

        await append(store, first, 1, status=Status.RUNNING)
        await append(store, plain, 1, status=Status.RUNNING)
        assert await taken_standing(store) == [first]
        second = await asked(store, StandingTerm(LATER, first))

        assert await taken_standing(store) == []
        assert await standing_until(store, first, second) == {second: LATER}
        assert await standing_of(store, ADA.id, CHANNEL) == [second]

    async def test_no_two_challenges_follow_one_match(self, store: Store) -> None:
        first = await asked(store, StandingTerm(LATER))
        with pytest.raises(StaleMatch):
            await asked(store, StandingTerm(LATER, first))
        await append(store, first, 1, status=Status.RUNNING)
        second = await asked(store, StandingTerm(LATER, first))
        with pytest.raises(StaleMatch):
            await asked(store, StandingTerm(LATER, first))

        assert [each.match for each in await store.summaries()] == [second, first]

    @pytest.mark.parametrize("status", [Status.WITHDRAWN, Status.EXPIRED, Status.DECLINED])
    async def test_what_nobody_took_is_followed_by_none(self, store: Store, status: Status) -> None:
        first = await asked(store, StandingTerm(LATER))
        await append(store, first, 1, status=status)
        assert await standing_until(store, first) == {}
        assert await taken_standing(store) == []

    async def test_one_that_ended_at_once_was_taken_and_can_be_let_go(self, store: Store) -> None:
        first = await asked(store, StandingTerm(LATER))
        await append(store, first, 1, status=Status.ENDED)
        assert await taken_standing(store) == [first]
        await store.drop(StandingChallenge, match=first)
        assert await taken_standing(store) == []

    async def test_with_the_first_of_a_pair_its_second_is_noted(self, store: Store) -> None:
        first = await paired(store, **INVITED)
        assert await to_arrange(store) == []
        await append(store, first, 1, status=Status.RUNNING, pair=first)
        assert await to_arrange(store) == [pair_name(first)]
        assert await arranged(store, pair_name(first)) is None
        await append(store, first, 2, status=Status.ENDED, pair=first)
        assert await to_arrange(store) == [pair_name(first)]

        second = await paired(store, first, pair_name(first))
        assert await to_arrange(store) == []
        with pytest.raises(StaleMatch):
            await paired(store, first, pair_name(first))
        await store.drop(Arrangement, name=pair_name(first), match=None)
        assert await arranged(store, pair_name(first)) == second

    async def test_a_pair_that_begins_at_once_waits_for_the_second(self, store: Store) -> None:
        first = await paired(store)
        assert await to_arrange(store) == [pair_name(first)]
        await store.drop(Arrangement, name=pair_name(first), match=None)
        assert await to_arrange(store) == []

    async def test_matches_of_pairs_are_found_by_the_firsts_number(self, store: Store) -> None:
        one, other, _ = [await paired(store) for _ in range(3)]
        await new_match(store)
        seconds = [await paired(store, each) for each in (other, one)]

        found = await store.find(MatchSummary, pair=[other, one])
        assert [each.match for each in found] == [one, other, *seconds]
        assert {each.pair for each in found} == {one, other}
        assert await store.find(MatchSummary, pair=[]) == []

    async def test_one_match_is_arranged_under_a_name(self, store: Store) -> None:
        assert await arranged(store, "pair 7") is None
        made = await store.create([ASKED], NOW, lambda number: (row_of(number), []), once="pair 7")
        for _ in range(2):
            with pytest.raises(StaleMatch):
                await store.create([ASKED], NOW, lambda n: (row_of(n), []), once="pair 7")
        other = await store.create([ASKED], NOW, lambda n: (row_of(n), []), once="pair 70")

        assert await arranged(store, "pair 7") == made
        assert await arranged(store, "pair 70") == other
        assert [each.match for each in await store.summaries()] == [other, made]
