"""What a server says of itself: where matches are begun, their usual time, what posts tell."""

import re
from typing import Any

import discord
import pytest
from simcord.components import walk_components

from bot.front.text.posts import post_content
from bot.model.clock.time_control import (
    OFFERED_BY_KEY,
    control_key,
    control_text,
    days_a_move,
    offered_controls,
)
from bot.model.events import Ended, Played, Resigned
from bot.model.fold import fold, record_events
from bot.model.post_kinds import PostKind
from bot.model.records import NO_EVENT, MatchId, Post
from tests.front.conftest import World, labels, said
from tests.front.panels import menus
from tests.front.snapshot import snapshot
from tests.front.text.stories import BEGUN, NOW, THREE
from tests.helpers.people import FIRST, SECOND

CHANNELS, TIME, VERBOSITY = (
    f"wish:server:{name}:chosen" for name in ("channels", "time", "verbosity")
)


async def page(world: World, name: str) -> Any:
    """A page of the server's settings, as its manager opens it."""
    shown = (await world.manager.slash(world.channel, "settings", server=True)).response
    return (await world.manager.select(shown, [name], custom_id="panel:server:pages")).response


async def set_server(world: World, where: str, menu: str, *values: Any) -> Any:
    """Choose this in a menu of a page; the page after it."""
    shown = await page(world, where)
    return (await world.manager.select(shown, list(values), custom_id=menu)).response


async def challenge(world: World, channel: Any = None, **options: Any) -> str:
    asked = await world.ada.slash(
        channel or world.channel, "challenge heap", **({"opponent": world.grace} | options)
    )
    return said(asked)


def picked(message: Any) -> list[str]:
    """The channels that stand chosen in the menu of the page."""
    menu = next(p for p in walk_components(message.components) if p.get("custom_id") == CHANNELS)
    return [each["id"] for each in menu.get("default_values", ())]


# Where


async def test_matches_are_begun_in_the_channels_of_the_server_alone(world: World) -> None:
    arena = world.guild.create_text_channel("arena")
    attic = world.guild.create_text_channel("attic")
    shown = await set_server(world, "play", CHANNELS, arena, attic)
    snapshot(shown.content)
    assert {str(arena.id), str(attic.id)} == set(map(str, picked(shown)))

    refusal = (
        "New matches are allowed only in certain channels of this server. "
        f"Start one in <#{arena.id}> or <#{attic.id}>."
    )
    assert await challenge(world) == refusal
    assert await challenge(world, opponent=world.robot) == refusal
    menu = await world.ada.context_menu(world.channel, "Challenge to a game", world.grace)
    assert (said(menu), menu.modal) == (refusal, None)
    assert await world.client.matches.of_channel(world.channel.id) == []
    await world.restart()
    assert await challenge(world) == refusal
    snapshot(await challenge(world, arena))
    # A thread goes with its channel.
    inside, outside = await thread(world, arena), await thread(world, world.channel)
    assert await challenge(world, outside) == refusal
    snapshot(await challenge(world, inside))
    # No server reaches messages between two.
    snapshot(said(await world.ada.user.slash("challenge heap", opponent=world.robot)))


async def test_all_channels_are_free_again_by_a_button_or_an_empty_menu(world: World) -> None:
    arena = world.guild.create_text_channel("arena")
    shown = await set_server(world, "play", CHANNELS, arena)
    freed = (await world.manager.click(shown, label="All channels")).response
    snapshot(freed)
    shown = (await world.manager.select(freed, [arena], custom_id=CHANNELS)).response
    assert "All channels" in labels(shown)
    freed = (await world.manager.select(shown, [], custom_id=CHANNELS)).response
    snapshot(freed.content)
    # No channel of another server is kept.
    for values in (["1"], ["x"], [str(world.channel.id), "7"]):
        data = {"custom_id": CHANNELS, "component_type": 8, "values": values}
        (answer,) = await world.send(world.manager, 3, data, freed.id)
        snapshot(answer)
    assert await world.client.store.preferences("guild", world.guild.id) == {}
    snapshot(await challenge(world))


async def thread(world: World, channel: Any) -> Any:
    """A thread of a channel, in which everybody reads."""
    place = world.client.get_channel(channel.id)
    assert isinstance(place, discord.TextChannel)
    await place.create_thread(name="inside", type=discord.ChannelType.public_thread)
    await world.env.settle()
    (made,) = channel.threads
    return made


async def test_lost_channels_do_not_count_and_hidden_ones_have_no_name(world: World) -> None:
    denied = discord.PermissionOverwrite(view_channel=False)
    hidden = world.guild.create_text_channel("hidden", overwrites={world.ada: denied})
    arena = world.guild.create_text_channel("arena")
    await set_server(world, "play", CHANNELS, hidden, arena)
    snapshot(await challenge(world))
    assert str(hidden.id) not in await challenge(world)
    await delete(world, arena)
    snapshot(await challenge(world))
    snapshot((await page(world, "play")).content)
    await delete(world, hidden)
    shown = await page(world, "play")
    snapshot(shown.content)
    assert picked(shown) == []
    snapshot(await challenge(world))


async def delete(world: World, channel: Any) -> None:
    world.env.backend.delete_channel(channel.id)
    await world.env.settle()


async def test_open_challenges_and_matches_go_on_if_no_more_may_begin(world: World) -> None:
    arena = world.guild.create_text_channel("arena")
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace, first="me")
    await set_server(world, "play", CHANNELS, arena)
    await world.grace.click(world.last, label="Accept")
    await world.move(world.ada, "1")
    snapshot(world.last.content)
    await world.resign(world.ada)
    snapshot(await world.tap(world.grace, "Rematch"))


# How long


async def test_who_asks_for_no_time_has_that_of_the_server(world: World) -> None:
    snapshot(said(await world.ada.slash(world.channel, "challenge heap")))
    shown = await set_server(world, "play", TIME, "72-72-72")
    assert [o["label"] for o in menus(shown)[1]["options"] if o.get("default")] == [
        "Usual time: 3 days a move"
    ]
    text = await challenge(world)
    reply = "-# Time to think: 3 days a move, as is usual in this server. `time` asks for another."
    assert reply in text.splitlines()
    snapshot(world.last.content)
    assert (await world.match(2)).control == days_a_move(3)

    assert reply in (await world.ask(world.ada, "challenge bump", ending="hard")).splitlines()
    assert (await world.match(3)).control == days_a_move(3, hard=True)
    snapshot(await world.ask(world.ada, "challenge bump", time="14 days a move"))
    assert (await world.match(4)).control == days_a_move(14)

    await set_server(world, "play", TIME, "none")
    shown = await world.ada.context_menu(world.channel, "Challenge to a game", world.grace)
    fields = [part["component"] for part in shown.modal["components"]]
    (menu,) = [each for each in fields if each["custom_id"] == "time"]
    assert [o["value"] for o in menu["options"] if o.get("default")] == ["no time limit"]
    # A time that is offered no more gives way to the usual.
    await world.server_wishes(time="1-1-1")
    await challenge(world, opponent=world.linus)
    assert (await world.match(5)).control == days_a_move(7)


def test_every_time_on_offer_has_a_key_and_a_name_of_its_own() -> None:
    offered = offered_controls(hard=False)
    assert [OFFERED_BY_KEY[control_key(each)] for each in offered] == list(offered)
    assert len(OFFERED_BY_KEY) == len({control_text(each) for each in offered}) == len(offered)


# What posts tell


async def test_a_quiet_server_posts_the_move_alone(short: World) -> None:
    await short.move(short.ada, "1")
    snapshot(short.last.content.splitlines()[0])
    await set_server(short, "posts", VERBOSITY, "quiet")
    await short.move(short.grace, "1")
    first, second, *_ = short.last.content.splitlines()
    assert re.fullmatch(r"\*\*Grace\*\*: `[^a-z]+`", first)
    snapshot(second)
    snapshot(await short.ask(short.ada, "board"))


@pytest.mark.parametrize("kind", ["turn", "thinking"])
def test_a_quiet_post_keeps_whose_turn_it_is(kind: str) -> None:
    match = fold(record_events((*BEGUN, Played(FIRST, "2")), NO_EVENT, NOW), MatchId(8)).timed(
        (), NOW
    )
    post = Post(MatchId(8), match.seq, PostKind(kind))
    whole, quiet = (post_content(post, match, terse=each).text for each in (False, True))
    snapshot(whole.splitlines()[0])
    snapshot(quiet.splitlines()[0])
    assert whole.splitlines()[1:] == quiet.splitlines()[1:]


def test_a_quiet_end_has_its_result_and_who_leaves_is_still_named() -> None:
    ended = (*BEGUN, Played(FIRST, "3"), Played(SECOND, "2"), Ended((SECOND,), "last_taken"))
    match = fold(record_events(ended, NO_EVENT, NOW), MatchId(8)).timed((), NOW)
    text = post_content(Post(MatchId(8), match.seq, PostKind.END), match, terse=True).text
    snapshot(text.splitlines()[0])
    snapshot(text)
    left = fold(record_events((*THREE, Resigned(FIRST)), NO_EVENT, NOW), MatchId(8)).timed((), NOW)
    text = post_content(Post(MatchId(8), left.seq, PostKind.TURN), left, terse=True).text
    snapshot(text.splitlines()[0])
