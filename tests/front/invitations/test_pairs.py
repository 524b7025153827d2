"""Two matches, seats swapped, one result: from the challenge to both ends."""

from typing import Any

import pytest

from bot.front.text.ratings import WHY_NOT
from bot.model.ratings.rating import Eligibility
from bot.model.records import MatchId, MatchSummary, Status
from tests.front.conftest import World, labels, said
from tests.front.panels import delete
from tests.front.snapshot import snapshot
from tests.helpers.posting import mentioned
from tests.helpers.spots import KINDS, begun_away

HEAP: dict[str, Any] = {"size": "small", "first": "me", "pair": True}


async def begin_pair(world: World, **options: Any) -> None:
    """A pair of Ada, who begins the first match, and Grace."""
    await world.challenge("heap", world.grace, **HEAP | options)
    await world.grace.click(world.last, label="Accept")


def about(world: World, number: int) -> Any:
    """The newest public message with the title of that match."""
    return next(m for m in reversed(world.public()) if f"Heap · match {number} · " in m.content)


async def test_a_pair_begins_with_both_boards_and_has_one_result(world: World) -> None:
    await world.challenge("heap", world.grace, **HEAP)
    challenge = world.last
    snapshot(challenge.content)
    await world.grace.click(challenge, label="Accept")

    first, second = about(world, 1), about(world, 2)
    assert (mentioned(first), mentioned(second)) == ([world.ada.id], [world.grace.id])
    for number, board in enumerate((first, second), 1):
        assert f"-# Heap · match {number} · of a pair · turn 1 · " in board.content
    await world.move(world.grace, "1", match=2)
    moved = about(world, 2)
    assert f" · the other: [match 1]({first.jump_url})" in moved.content
    assert [(await world.match(n)).status for n in (1, 2)] == [Status.RUNNING] * 2

    await world.resign(world.grace, match=1)
    end = about(world, 1)
    assert f"The other one of this pair, [match 2]({moved.jump_url}), was still running then." in (
        end.content
    )
    snapshot(end.content)
    refused = said(await world.grace.click(end, label="Rematch"))
    snapshot(refused)
    assert moved.jump_url in refused

    await world.resign(world.grace, match=2)
    last = about(world, 2)
    snapshot(last.content)
    assert f"The other match was [match 1]({end.jump_url})." in last.content
    # What the earlier one said is as true as it was.
    assert world.shown(end).content == end.content
    assert labels(last)[0] == "Rematch"


async def test_matches_of_a_pair_name_each_other_and_it_is_shared_where_each_wins_once(
    world: World,
) -> None:
    await begin_pair(world)
    snapshot(await world.ask(world.ada, "games"))
    snapshot(await world.ask(world.grace, "games"))
    board = await world.ask(world.ada, "board", match=1)
    assert f"-# The other match of the pair: [match 2]({about(world, 2).jump_url})" in board
    await world.resign(world.grace, match=2)
    await world.resign(world.ada, match=1)
    snapshot(about(world, 1).content)


async def test_a_rated_pair_says_how_many_moves_each_match_takes(world: World) -> None:
    await begin_pair(world, rated=True)
    for number in (1, 2):
        for who in (world.ada, world.grace) if number == 1 else (world.grace, world.ada):
            await world.move(who, "1", match=number)
        await world.resign(world.grace, match=number)
    snapshot(about(world, 2).content)


@pytest.mark.parametrize("is_first_over", [False, True])
async def test_of_a_pair_of_somebody_deleted_both_ends_say_the_same_of_ratings(
    world: World, is_first_over: bool
) -> None:
    await begin_pair(world, rated=True, spare=9)
    for number in (1, 2):
        for who in (world.ada, world.grace)[:: 1 if number == 1 else -1] * 2:
            await world.move(who, "1", match=number)
    if is_first_over:
        await world.resign(world.grace, match=1)
        # What it does to ratings depends on the other, and so it says no more.
        snapshot(about(world, 1).content)
    await delete(world, world.grace)
    ends = {number: about(world, number).content for number in (1, 2)}
    assert WHY_NOT[Eligibility.DELETED] in ends[2]
    assert (WHY_NOT[Eligibility.DELETED] in ends[1]) != is_first_over
    for end in ends.values():
        snapshot(end)


async def test_a_pair_one_of_which_is_called_off_has_no_result(world: World) -> None:
    await begin_pair(world)
    await world.call_off(1)
    await world.resign(world.ada, match=2)
    snapshot(about(world, 2).content)


async def test_a_rematch_of_a_pair_is_a_pair_however_it_is_asked_for(world: World) -> None:
    await begin_pair(world)
    for number in ("1", "2"):
        await world.resign(world.grace, match=int(number))
    ends = [about(world, 1), about(world, 2)]
    await world.ada.click(ends[0], label="Rematch")
    snapshot(world.last.content)
    snapshot(said(await world.grace.click(ends[1], label="Rematch")))
    rows = await world.client.store.find(MatchSummary, pair=[MatchId(3)])
    assert [row.match for row in rows] == [3, 4]
    # Asked for again it is the one that runs.
    await world.ada.click(ends[1], label="Rematch")
    assert len(await world.client.matches.of_person(world.ada.id)) == 2


async def test_a_pair_with_the_bot_begins_with_both_from_the_form(world: World) -> None:
    snapshot(await world.challenge("heap", world.robot, pair=True, first="me"))
    one, two = await world.match(1), await world.match(2)
    assert [one.seats[0].id, two.seats[1].id] == [world.ada.id] * 2
    assert two.terms.pair_of == 1


async def test_a_pair_of_three_or_on_the_ladder_is_refused(world: World) -> None:
    snapshot(await world.challenge("urchins", world.grace, world.linus, pair=True))
    snapshot(await world.ask(world.ada, "challenge heap", ladder=True, pair=True))
    assert world.public() == []


async def test_anybody_may_take_a_pair_and_a_standing_one_is_renewed(world: World) -> None:
    await world.challenge("heap", **HEAP, standing=True)
    await world.grace.click(world.last, label="Accept")
    matches = [await world.match(number) for number in (1, 2, 3)]
    assert [match.terms.pair for match in matches] == [True] * 3
    statuses = sorted(match.status for match in matches)
    assert statuses == [Status.INVITED, Status.RUNNING, Status.RUNNING]


async def test_newcomers_have_room_for_a_pair_where_they_have_it_for_both(world: World) -> None:
    await world.server_wishes(newcomers=1)
    snapshot(await world.challenge("heap", world.grace, **HEAP))
    await world.server_wishes(newcomers=2)
    await begin_pair(world)
    assert (await world.match(2)).status is Status.RUNNING


@KINDS
async def test_where_the_bot_only_answers_both_boards_are_answers(world: World, kind: str) -> None:
    spot = await begun_away(world, kind, pair=True)
    challenge, *boards = world.public(spot.channel)
    snapshot(challenge.content)
    assert sorted(int(board.content.split("match ")[1][0]) for board in boards) == [1, 2]
    assert all(board.attachments for board in boards)


async def test_each_match_of_a_pair_has_a_thread_of_its_own(world: World) -> None:
    await world.server_wishes(posting="thread")
    await begin_pair(world)
    assert len(world.channel.threads) == 2
    for number in (1, 2):
        await world.resign(world.grace, match=number)
    ends = [message.content for message in world.public() if "resigned." in message.content]
    snapshot(ends[0])
    snapshot(ends[1])
