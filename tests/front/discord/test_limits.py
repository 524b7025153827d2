"""What somebody is told who asks for too much, and that it stops nobody from playing."""

from collections.abc import Awaitable, Callable
from typing import Any

from bot.model.limits import (
    EXPORTS,
    MOST_SERVER_CHALLENGES,
    MOST_SERVER_MATCHES,
    PICTURES,
    Charge,
    Rate,
)
from bot.model.records import Draft, MatchId, Status
from tests.front.conftest import World, labels, said
from tests.front.snapshot import snapshot
from tests.helpers.spots import away

TOO_MANY_BOARDS = "There were very many private boards in a short time, so this one is not made."
TOO_MANY_EXPORTS = (
    "There were very many replays, comparisons or exports in a short time, so this one is not made."
)


async def use_up(
    world: World, rate: Rate, who: Any = None, guild: Any = None, left: int = 0
) -> None:
    """Nothing, or so many, are left of what the person, or the server, may have for a minute."""
    scope, owner = ("guild", guild.id) if guild else ("person", who.id)
    allowance = rate.server if guild else rate.person
    whole = allowance.burst * allowance.interval
    charge = Charge(scope, owner, whole - left * allowance.interval, whole)
    assert await world.client.store.take_allowance(rate.name, [charge], world.env.now()) is None


BOARDS: list[Callable[[World, Any], Awaitable[Any]]] = [
    lambda world, who: who.slash(world.channel, "board"),
    lambda world, who: who.slash(world.channel, "games"),
    lambda world, who: who.slash(world.channel, "rules", game="heap"),
    lambda world, who: who.click(world.last, label="My view"),
]


async def test_too_many_boards_are_refused_in_words_and_come_back(begun: World) -> None:
    for ask in BOARDS:
        await use_up(begun, PICTURES, begun.ada)
        refused = said(await ask(begun, begun.ada))
        assert refused.startswith(f"{TOO_MANY_BOARDS} Try again in 5 seconds.")
        # Nobody else is, and it comes back.
        assert TOO_MANY_BOARDS not in said(await ask(begun, begun.grace))
        await begun.env.advance_time(6)
        assert TOO_MANY_BOARDS not in said(await ask(begun, begun.ada))
        await begun.env.advance_time(600)


async def test_a_page_of_boards_counts_as_so_many(begun: World) -> None:
    await begun.start(spare=9)
    await use_up(begun, PICTURES, begun.ada, left=10)
    pages = 0
    while TOO_MANY_BOARDS not in await begun.ask(begun.ada, "games"):
        pages += 1
    assert pages == 5


async def test_a_person_who_has_looked_too_often_can_still_play(begun: World) -> None:
    asked = await begun.ada.slash(begun.channel, "move", move="1", preview=True)
    # What was taken in advance is gone after a minute.
    await begun.env.advance_time(61)
    await use_up_rest(begun)
    await begun.ada.click(asked.response, label="Confirm")
    snapshot(begun.last.content)
    await begun.move(begun.grace, "1")
    snapshot(said(await begun.ada.slash(begun.channel, "board")))
    snapshot(await begun.ask(begun.ada, "move", move="1", preview=False))


async def test_too_many_boards_or_replays_are_refused_and_all_else_goes_on(begun: World) -> None:
    await use_up(begun, PICTURES, begun.ada)
    refused = await begun.ada.slash(begun.channel, "move", move="9", preview=False)
    snapshot(refused)
    await begun.move(begun.ada, "1", preview=False)
    await use_up(begun, PICTURES, begun.grace)
    more = await begun.grace.click(begun.last, label="More…")
    assert {"Draw…", "Resign…", "Since I last looked"} <= set(labels(more.response))

    await begun.env.advance_time(600)
    await use_up(begun, EXPORTS, begun.grace)
    for command in ("replay", "compare"):
        refused = said(await begun.grace.slash(begun.channel, command))
        assert refused.startswith(f"{TOO_MANY_EXPORTS} Try again in 5 seconds.")
    assert (await begun.grace.slash(begun.channel, "board")).response.attachments


async def use_up_rest(world: World) -> None:
    """The same of Ada's boards, where she has had some."""
    store, now = world.client.store, world.env.now()
    whole = PICTURES.person.burst * PICTURES.person.interval
    while not await store.take_allowance(
        "pictures", [Charge("person", world.ada.id, PICTURES.person.interval, whole)], now
    ):
        pass


async def test_a_refused_press_leaves_the_half_made_move_as_it_was(begun: World) -> None:
    picker = await begun.ada.click(begun.last, label="Move")
    (match,) = await begun.client.matches.of_person(begun.ada.id)
    before = await begun.client.store.find_one(Draft, person=begun.ada.id, match=match.match)
    await begun.env.advance_time(61)
    await use_up_rest(begun)
    choice = next(label for label in labels(picker.response) if label not in {"Type it…", "Cancel"})
    assert TOO_MANY_BOARDS in await begun.tap(begun.ada, choice, picker.response)
    assert (
        await begun.client.store.find_one(Draft, person=begun.ada.id, match=match.match) == before
    )


async def test_a_server_limit_holds_where_the_bot_is_somebodys_own_app(world: World) -> None:
    spot = await away(world, "server")
    await spot.ada.slash(spot.channel, "challenge heap", opponent=spot.grace, first="me")
    await spot.grace.click(world.public(spot.channel)[-1], label="Accept")
    await use_up(world, PICTURES, guild=spot.channel.guild)
    assert TOO_MANY_BOARDS in said(await spot.grace.slash(spot.channel, "board"))


async def test_direct_messages_have_no_server_limit(begun: World) -> None:
    await use_up(begun, PICTURES, guild=begun.guild)
    assert TOO_MANY_BOARDS in said(await begun.ada.slash(begun.channel, "board"))
    assert TOO_MANY_BOARDS not in said(await begun.ada.user.slash("board", match=1))


# Rematches in a full server


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
    snapshot(await world.tap(world.ada, "Rematch", end))
    assert (len(world.public()), len(world.pings())) == (posts, pings)
    # The button stays: it will do later.
    assert labels(world.shown(end)) == ["Rematch", "Replay"]
    assert len(await world.client.matches.of_person(world.ada.id)) == 0
    free_one(world)
    await world.ada.click(end, label="Rematch")
    snapshot(world.last.content)
    await world.grace.click(world.last, label="Accept")
    assert (await world.client.matches.match(MatchId(FIRST + 5000))).status is Status.RUNNING


async def test_a_server_that_fills_up_meanwhile_keeps_the_rematch_waiting(world: World) -> None:
    end = await ended(world)
    await world.ada.click(end, label="Rematch")
    challenge = world.last
    fill(world, Status.RUNNING, MOST_SERVER_MATCHES)
    for message, label in ((end, "Rematch"), (challenge, "Accept")):
        snapshot(said(await world.grace.click(message, label=label)))
    match = await world.match(2)
    assert (match.status, match.accepted) == (Status.INVITED, ())
    assert labels(world.shown(challenge)) == ["Accept", "Decline", "Withdraw", "How to play"]
    snapshot(await world.tap(world.ada, "Rematch", end))
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
    snapshot(await world.tap(world.ada, "Rematch"))
    assert len(world.public()) == posts
