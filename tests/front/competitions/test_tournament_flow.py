"""A tournament of an evening in the simulated server, from its announcement to its end."""

import asyncio
import re
from typing import Any

import discord
import pytest

from bot.front.discord.layouts import buttons_in, words_of
from bot.model.commands import Play
from bot.model.competitions.competition import Competition, Phase, Presence, Settlement
from bot.model.records import MatchId, MatchSummary, Status
from tests.front.conftest import ON_FILE, World, labels
from tests.front.snapshot import TO_TURN, snapshot
from tests.helpers.playing import known

HOUR = 3600.0
CUP = {"name": "Cup", "game": "heap", "options": "size: small", "begins": "in 2 hours"}
EVENING = CUP | {"round": "30 minutes", "pairs": False}


async def announced(world: World, **asked: Any) -> Any:
    await world.ask(world.manager, "tournament announce", **asked)
    return world.last


async def entered(world: World, *those: Any) -> Any:
    """The post of one for an evening that they have entered, or else everybody."""
    post = await announced(world, **EVENING)
    for who in those or people(world):
        await world.tap(who, "Enter", post)
    return post


async def begun(world: World) -> None:
    """One for an evening begins with everybody in it."""
    await entered(world)
    await world.ask(world.manager, "tournament begin")


async def found(world: World) -> Competition:
    return await world.client.service.competitions.competition(1)


async def running(world: World) -> list[int]:
    rows = await world.client.store.find(MatchSummary, competition=1)
    return [int(row.match) for row in rows if row.status is Status.RUNNING]


def people(world: World) -> list[Any]:
    return [world.ada, world.grace, world.linus, world.manager]


async def win(world: World, number: int) -> None:
    """The player to move in that match of three takes them all, and wins."""
    match = await world.match(number)
    mover = match.person(known(match.turn)).id
    [who] = [each for each in people(world) if each.id == mover]
    snapshot(await world.ask(who, "move", match=number, move="3", preview=False))


async def settled(world: World, number: int) -> dict[int, Settlement | None]:
    view = await world.client.service.competitions.view(number)
    last = view.competition.round
    return {e.fixture.board: e.fixture.settlement for e in view.fixtures if e.fixture.round == last}


@ON_FILE
async def test_an_evening_goes_by_itself_from_the_announcement_to_the_end(world: World) -> None:
    post = await announced(world, **EVENING)
    snapshot(post)
    assert post.flags.suppress_notifications
    for who in people(world):
        snapshot(await world.tap(who, "Enter", post))
    snapshot(await world.tap(world.linus, "Withdraw", post))
    await world.tap(world.linus, "Enter", post)
    await world.env.advance_time(60)
    snapshot(world.shown(post).content)
    assert world.pings() == [[]]

    await world.env.advance_time(2 * HOUR)
    assert (await found(world)).round == 1
    table = world.shown(post)
    assert "tables:1:p0" in buttons_in(table), "the same post is its table now"
    snapshot(table.content)
    assert [each.description for each in table.attachments]
    for played in (1, 2, 3):
        assert (await found(world)).round == played
        first, second = await running(world)
        await win(world, first)
        if played == 2:
            await world.restart()
            assert await running(world) == [second]
        await win(world, second)
        await world.env.settle()
    assert (await found(world)).phase is Phase.ENDED
    assert await running(world) == []
    # A table of an evening is touched every minute at most, and the last post goes with it.
    await world.env.advance_time(65)
    [last] = [m for m in world.public() if "**Cup** has ended" in words_of(m) and m.id != post.id]
    assert last.id > post.id
    assert "👑" in last.content


async def test_boards_name_the_tournament_and_the_end_of_the_round(world: World) -> None:
    await begun(world)
    first, _ = await running(world)
    ends = int((await found(world)).round_ends.timestamp())  # type: ignore[union-attr]
    part = f"Cup, until <t:{ends}:f>"
    boards = [m.content for m in world.public() if TO_TURN in m.content]
    assert [part in each for each in boards] == [True, True]
    mover = known((await world.match(first)).turn_person)
    player = next(who for who in people(world) if who.id == mover.id)
    assert f"Part of {part}" in await world.ask(player, "board", match=first)
    deadline = int(known((await world.match(first)).deadline).timestamp())
    assert f"runs out <t:{deadline}:R>" in await world.ask(player, "games")
    before = world.public()
    await world.client.service.competitions.call_off(1)
    await world.env.advance_time(65)
    after = [world.shown(m) for m in before if TO_TURN in m.content]
    assert [m.content for m in after] == [each.replace(f" · {part}", "") for each in boards]
    assert labels(after[0]) == ["Move", "My view", "How to play", "More…"]


@pytest.mark.parametrize("is_replaced", [False, True])
async def test_a_board_loses_the_tournament_alone_and_only_while_it_is_the_newest(
    world: World, is_replaced: bool
) -> None:
    await begun(world)
    first, _ = await running(world)
    board = next(m for m in world.public() if f"match {first} ·" in m.content)
    posts, fetch = world.client.service.posts, discord.PartialMessageable.fetch_message

    async def fetch_late(place: discord.PartialMessageable, number: int) -> discord.Message:
        found = await fetch(place, number)
        if number == board.id and is_replaced:
            match = await world.client.service.matches.match(MatchId(first))
            await world.client.service.matches.do(match, Play(known(match.turn_person).id, "3"))
            while known(await posts.last_board(MatchId(first))).message == number:  # noqa: ASYNC110
                await asyncio.sleep(0)
        elif number == board.id:
            await place.get_partial_message(number).edit(view=None)
        return found

    world.patch.setattr(discord.PartialMessageable, "fetch_message", fetch_late)
    await world.client.service.competitions.call_off(1)
    await world.env.advance_time(65)
    now = world.shown(board)
    assert labels(now) == []
    assert (TO_TURN in now.content, "Cup" in now.content) == (not is_replaced, False)


async def test_an_unreadable_time_is_answered_with_times_that_are_taken(world: World) -> None:
    answer = await world.ask(world.manager, "tournament announce", **EVENING | {"begins": "soon"})
    assert "`soon`" in answer
    shown = re.findall("`([^`/]*)`", answer)[1:]
    assert shown == ["in 2 hours", "20:00", "tomorrow 20:00", "24 Dec 18:00"]
    for text in shown[:3]:
        taken = EVENING | {"begins": text, "name": text}
        snapshot(await world.ask(world.manager, "tournament announce", **taken))
    assert len(await world.client.service.competitions.tournaments_of(world.guild.id)) == 3


async def test_who_does_not_come_is_withdrawn_and_the_next_round_begins(world: World) -> None:
    await begun(world)
    first, second = await running(world)
    await win(world, first)
    # A quarter of their fifteen minutes.
    await world.env.advance_time(HOUR / 16 - 10)
    assert (await found(world)).round == 1
    await world.env.advance_time(30)
    over = await world.match(second)
    assert known(over.outcome).reason == "did_not_come"
    assert (await found(world)).round == 2
    late, on_time = over.seats
    ends = [m.content for m in world.public() if "did not come" in m.content]
    assert len(ends) == 1
    assert f"<@{on_time.id}>" in ends[0]
    assert f"<@{late.id}>" not in ends[0]
    await world.env.advance_time(120)
    told = [m.content for m in world.public() if "you are withdrawn" in m.content]
    assert len(told) == 1
    assert f"<@{late.id}>" in told[0]


async def test_who_leaves_in_a_round_loses_what_runs_and_forfeits_the_rest(world: World) -> None:
    await begun(world)
    asked = await world.ada.slash(world.channel, "tournament leave")
    await world.ada.click(asked.response, label="Yes, withdraw")
    await world.env.settle()
    [left] = await running(world)
    await win(world, left)
    await world.env.settle()
    assert (await found(world)).round == 2
    assert sorted(map(str, (await settled(world, 1)).values())) == ["None", "forfeited"]
    view = await world.client.service.competitions.view(1)
    last = view.entrant(view.tables[0][-1].entrant)
    assert (last.person, last.presence) == (world.ada.id, Presence.WITHDRAWN)


async def test_with_two_people_it_is_called_off_and_the_post_says_why(world: World) -> None:
    post = await entered(world, world.ada, world.grace)
    await world.env.advance_time(2 * HOUR + 60)
    assert (await found(world)).phase is Phase.CALLED_OFF
    snapshot(world.shown(post))
