"""A rematch in a server that has as many matches or challenges as it may."""

from typing import Any

from bot.model.limits import MOST_SERVER_CHALLENGES, MOST_SERVER_MATCHES
from bot.model.records import MatchId, Status
from tests.front.conftest import World, labels, said

FIRST = 10_000
"""The number of the first match of others."""

FILL = """WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers LIMIT ?4)
INSERT INTO matches (id, seq, game, status, channel, guild, people, updated, awaited)
SELECT ?1 + n, 1, 'heap', ?2, 77, ?3, '[{"id": 901, "name": "Barbara"}]', '2025-12-01', '[]'
FROM numbers"""


def fill(world: World, status: Status, count: int) -> None:
    world.sql(FILL, FIRST, status, world.guild.id, count)


def free_one(world: World) -> None:
    world.sql("UPDATE matches SET status = 'ended' WHERE id = ?", FIRST)


async def ended(world: World) -> Any:
    await world.start(spare=9)
    await world.resign(world.grace)
    assert labels(world.last) == ["Rematch", "Replay"]
    return world.last


async def test_a_full_server_takes_the_rematch_once_a_match_of_it_has_ended(world: World) -> None:
    end = await ended(world)
    fill(world, Status.RUNNING, MOST_SERVER_MATCHES)
    posts, pings = len(world.public()), len(world.pings())
    refused = await world.ada.click(end, label="Rematch")
    assert "5000 matches run in the server of this one already" in said(refused)
    assert (len(world.public()), len(world.pings())) == (posts, pings)
    # The button stays: it will do later.
    assert labels(world.shown(end)) == ["Rematch", "Replay"]
    assert len(await world.client.matches.of_person(world.ada.id)) == 0
    free_one(world)
    await world.ada.click(end, label="Rematch")
    assert f"<@{world.grace.id}>: **Ada** challenges you" in world.last.content
    await world.grace.click(world.last, label="Accept")
    assert (await world.client.matches.match(MatchId(FIRST + 5000))).status is Status.RUNNING


async def test_a_server_that_fills_up_meanwhile_keeps_the_rematch_waiting(world: World) -> None:
    end = await ended(world)
    await world.ada.click(end, label="Rematch")
    challenge = world.last
    fill(world, Status.RUNNING, MOST_SERVER_MATCHES)
    for message, label in ((end, "Rematch"), (challenge, "Accept")):
        refused = await world.grace.click(message, label=label)
        assert "5000 matches run in the server of this one already" in said(refused)
    match = await world.match(2)
    assert (match.status, match.accepted) == (Status.INVITED, ())
    assert labels(world.shown(challenge)) == ["Accept", "Decline", "Withdraw", "How to play"]
    again = await world.ada.click(end, label="Rematch")
    assert "You have asked for a rematch already: match 2." in said(again)
    free_one(world)
    await world.grace.click(end, label="Rematch")
    assert (await world.match(2)).status is Status.RUNNING
    assert labels(world.shown(challenge)) == []


async def test_a_server_full_of_challenges_takes_only_answers_to_rematches(world: World) -> None:
    end = await ended(world)
    await world.ada.click(end, label="Rematch")
    fill(world, Status.INVITED, MOST_SERVER_CHALLENGES)
    await world.grace.click(end, label="Rematch")
    assert (await world.match(2)).status is Status.RUNNING
    await world.resign(world.ada)
    posts = len(world.public())
    refused = await world.ada.click(world.last, label="Rematch")
    assert "500 challenges wait for an answer in this server already" in said(refused)
    assert len(world.public()) == posts
