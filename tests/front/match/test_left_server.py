"""A player who is to move leaves the server: what is said, claimed, and who comes back."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import aiohttp
import pytest

from bot.model.competitions.competition import Presence
from bot.model.events import Person
from bot.model.records import MatchSummary, Status
from tests.front.competitions.seasons import TERMS
from tests.front.competitions.seasons import begun as season_begun
from tests.front.conftest import World, labels
from tests.front.snapshot import snapshot
from tests.helpers.posting import DAY, HOUR

PAIRS = replace(TERMS, pair=True)
MEMBER = "/guilds/*/members/*"


def looks(world: World, who: Any) -> int:
    """How often Discord was asked whether somebody is a member."""
    path = f"/members/{who.id}"
    return sum(each.path.endswith(path) for each in world.env.http_requests)


async def test_the_opponent_hears_it_once_and_claims_the_win_after_a_day(world: World) -> None:
    await world.start(time="3 days a move")
    world.guild.remove_member(world.ada)
    await world.env.advance_time(2 * DAY + 60)
    post = world.last
    snapshot(post)
    assert world.pings()[-1] == [world.grace.id]
    count = len(world.public())
    snapshot(await world.tap(world.grace, "Claim the win", post))
    await world.env.advance_time(DAY)
    assert looks(world, world.ada) == 1
    assert len(world.public()) == count
    snapshot(await world.ask(world.grace, "games"))
    snapshot(await world.tap(world.grace, "Claim the win", post))
    snapshot(world.last)
    snapshot(world.shown(post))
    assert looks(world, world.ada) == 2


async def test_who_comes_back_plays_on(world: World) -> None:
    await world.start(time="3 days a move")
    world.guild.remove_member(world.ada)
    await world.env.advance_time(2 * DAY + 60)
    post = world.last
    assert "has left the server" in post.content
    world.guild.add_member(world.ada)
    await world.env.advance_time(DAY)
    snapshot(await world.tap(world.grace, "Claim the win", post))
    assert (await world.match()).gone is None
    await world.move(world.ada, "1")
    snapshot(world.shown(post))
    assert "Move" in labels(world.last)


@pytest.mark.parametrize("how", ["dropped", "refused", "no server"])
async def test_without_an_answer_they_count_as_still_there(world: World, how: str) -> None:
    await world.start(time="3 days a move")
    world.guild.remove_member(world.ada)
    if how == "dropped":

        async def drop(*_: Any) -> None:
            raise aiohttp.ClientConnectionError

        world.patch.setattr("discord.Guild.fetch_member", drop)
    else:
        status, code = {"refused": (403, 50001), "no server": (404, 10004)}[how]
        world.env.inject_error("GET", MEMBER, status=status, code=code, times=None)
    await world.env.advance_time(3 * DAY + 60)
    assert (await world.match()).gone is None
    assert "grace" in world.words


async def test_a_call_is_preceded_by_a_look_only_after_a_quiet_day(world: World) -> None:
    await world.start(time="no time limit")
    await world.move(world.ada, "1")
    assert looks(world, world.grace) + looks(world, world.ada) == 0
    await world.env.advance_time(1.5 * DAY)
    world.guild.remove_member(world.ada)
    before = len(world.pings())
    await world.move(world.grace, "1")
    assert world.pings()[before:] == [[]], "nobody is called who is not there"
    await world.env.advance_time(10 * 60)
    assert "**Ada** has left the server" in world.words
    assert [each for each in world.pings()[before:] if each] == [[world.grace.id]]


async def test_in_a_league_they_are_withdrawn_at_once(world: World) -> None:
    await season_begun(world, terms=TERMS)
    world.guild.remove_member(world.ada)
    await world.env.advance_time(20 * 60)
    service = world.client.service
    view = await service.competitions.view(1)
    [ada] = [each for each in view.entrants if each.person == world.ada.id]
    assert ada.presence is Presence.WITHDRAWN
    assert world.ada.id not in {each.person for each in await service.leagues.members(1)}
    ends = [m.content for m in world.public() if "Ada" in m.content and "🏆" in m.content]
    rows = await world.client.store.find(MatchSummary, competition=1)
    theirs = [row for row in rows if world.ada.id in {each.id for each in row.people}]
    assert len(ends) == len(theirs) == 2
    assert any("**Ada** has left the server." in each for each in ends)
    assert [world.ada.id] not in world.pings()
    assert {row.status for row in theirs} == {Status.ENDED}


@pytest.mark.long
async def test_who_never_comes_is_called_four_times_in_all(world: World) -> None:
    others = [world.guild.add_member(world.env.create_user(f"P{n}")) for n in range(2)]
    await season_begun(world, [Person(each.id, each.name) for each in others], terms=PAIRS)
    people = {who.id: who for who in (world.grace, world.linus, *others)}
    began = world.env.now()
    for _ in range(30):
        for row in await world.client.store.find(MatchSummary, competition=1):
            # Her turns begin one after the other.
            with_ada = world.ada.id in {each.id for each in row.people}
            wait = timedelta(hours=3 * int(row.match) if with_ada else 0)
            if row.turn in people and world.env.now() >= began + wait:
                await world.move(people[row.turn], "1", match=int(row.match))
        await world.env.advance_time(8 * HOUR)
    rows = await world.client.store.find(MatchSummary, competition=1)
    hers = [row for row in rows if world.ada.id in {each.id for each in row.people}]
    assert len(hers) == 8
    assert not [row for row in hers if row.status is Status.RUNNING]
    sent = list(messages(world))
    pinging = [text for text, people in sent if world.ada.id in people and "🏆" not in text]
    assert len([text for text in pinging if "withdrawn" in text]) == 1
    assert len([text for text in pinging if "withdrawn" not in text]) == 4
    # Each opponent hears of each match once, by its end; a line in the channel pings nobody.
    lost = ("**Ada** did not come", "**Ada** resigned")
    told = [people for text, people in sent if any(each in text for each in lost)]
    assert sum(map(len, told)) == 8


def messages(world: World) -> Iterator[tuple[str, list[int]]]:
    """What was sent to the channels, and whom it pinged."""
    for request in world.env.http_requests:
        if request.method == "POST" and request.path.endswith("/messages"):
            body = request.json or {}
            body = body.get("data") or body
            yield body["content"], [int(each) for each in body["allowed_mentions"].get("users", [])]
