"""What somebody is told who asks for too much, and that it stops nobody from playing."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.model.limits import EXPORTS, PICTURES, Charge, Rate
from tests.front.conftest import World, labels, said
from tests.front.posting.places.spots import away

TOO_MANY_BOARDS = "There were very many private boards in a short time, so this one is not made."
TOO_MANY_EXPORTS = (
    "There were very many replays, comparisons or exports in a short time, so this one is not made."
)


async def use_up(world: World, rate: Rate, who: Any = None, guild: Any = None) -> None:
    """Nothing is left of what the person, or the server, may have for a minute."""
    scope, owner = ("guild", guild.id) if guild else ("person", who.id)
    allowance = rate.server if guild else rate.person
    whole = allowance.burst * allowance.interval
    charge = Charge(scope, owner, whole, whole)
    assert await world.client.store.take_allowance(rate.name, [charge], world.env.now()) is None


BOARDS: list[Callable[[World, Any], Awaitable[Any]]] = [
    lambda world, who: who.slash(world.channel, "board"),
    lambda world, who: who.slash(world.channel, "games"),
    lambda world, who: who.slash(world.channel, "rules", game="heap"),
    lambda world, who: who.click(world.last, label="My view"),
]


async def test_too_many_boards_are_refused_in_words_and_come_back(world: World) -> None:
    await world.start(spare=9)
    for ask in BOARDS:
        await use_up(world, PICTURES, world.ada)
        refused = said(await ask(world, world.ada))
        assert refused.startswith(f"{TOO_MANY_BOARDS} Try again in 5 seconds.")
        # Nobody else is, and it comes back.
        assert TOO_MANY_BOARDS not in said(await ask(world, world.grace))
        await world.env.advance_time(6)
        assert TOO_MANY_BOARDS not in said(await ask(world, world.ada))
        await world.env.advance_time(600)


async def test_whoever_has_looked_too_often_can_still_play(world: World) -> None:
    await world.start(spare=9)
    asked = await world.ada.slash(world.channel, "move", move="1", preview=True)
    # What was taken in advance is gone after a minute.
    await world.env.advance_time(61)
    await use_up_rest(world)
    await world.ada.click(asked.response, label="Confirm")
    assert "**Ada** takes 1." in world.last.content
    await world.move(world.grace, "1")
    refused = said(await world.ada.slash(world.channel, "board"))
    assert refused.endswith("with `/move` and its `preview` set to False.")
    assert "is played" in await world.ask(world.ada, "move", move="1", preview=False)


async def test_what_shows_no_picture_is_open_to_whoever_has_seen_too_many(world: World) -> None:
    await world.start(spare=9)
    await use_up(world, PICTURES, world.ada)
    refused = await world.ada.slash(world.channel, "move", move="9", preview=False)
    assert "You can't take 9: take 1 to 3 of the 12." in said(refused)
    assert not refused.response.attachments
    await world.move(world.ada, "1", preview=False)
    await use_up(world, PICTURES, world.grace)
    more = await world.grace.click(world.last, label="More…")
    assert {"Draw…", "Resign…", "Since I last looked"} <= set(labels(more.response))


async def use_up_rest(world: World) -> None:
    """The same of Ada's boards, where she has had some."""
    store, now = world.client.store, world.env.now()
    whole = PICTURES.person.burst * PICTURES.person.interval
    while not await store.take_allowance(
        "pictures", [Charge("person", world.ada.id, PICTURES.person.interval, whole)], now
    ):
        pass


async def test_a_refused_press_leaves_the_half_made_move_as_it_was(world: World) -> None:
    await world.start(spare=9)
    picker = await world.ada.click(world.last, label="Move")
    (match,) = await world.client.matches.of_person(world.ada.id)
    before = await world.client.store.draft(world.ada.id, match.match)
    await world.env.advance_time(61)
    await use_up_rest(world)
    choice = next(label for label in labels(picker.response) if label not in {"Type it…", "Cancel"})
    assert TOO_MANY_BOARDS in await world.tap(world.ada, choice, picker.response)
    assert await world.client.store.draft(world.ada.id, match.match) == before


async def test_too_many_replays_and_comparisons_are_refused_and_boards_are_not(
    world: World,
) -> None:
    await world.start(spare=9)
    await world.move(world.ada, "1")
    await use_up(world, EXPORTS, world.grace)
    for command in ("replay", "compare"):
        refused = said(await world.grace.slash(world.channel, command))
        assert refused.startswith(f"{TOO_MANY_EXPORTS} Try again in 5 seconds.")
    assert (await world.grace.slash(world.channel, "board")).response.attachments


async def test_a_server_limit_holds_where_the_bot_is_somebodys_own_app(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    spot = await away(world, monkeypatch, "server")
    await spot.ada.slash(spot.channel, "challenge heap", opponent=spot.grace, first="me")
    await spot.grace.click(world.public(spot.channel)[-1], label="Accept")
    await use_up(world, PICTURES, guild=spot.channel.guild)
    assert TOO_MANY_BOARDS in said(await spot.grace.slash(spot.channel, "board"))


async def test_direct_messages_have_no_server_limit(world: World) -> None:
    await world.start(spare=9)
    await use_up(world, PICTURES, guild=world.guild)
    assert TOO_MANY_BOARDS in said(await world.ada.slash(world.channel, "board"))
    assert TOO_MANY_BOARDS not in said(await world.ada.user.slash("board", match=1))
