"""Following matches of others on the simulated Discord: what is told, when, and to whom."""

import re
from typing import Any

import discord

from bot.model.notices.notice_settings import Destination
from tests.front.conftest import World, labels, said
from tests.front.snapshot import snapshot
from tests.helpers.posting import (
    HOUR,
    choose,
    close_direct,
    direct,
    follow,
    lock,
    play_to_followers,
    resign,
    until,
)
from tests.store.contracts.rows import followed


def reply(who: Any) -> list[str]:
    """What somebody was told directly, without the small print."""
    return [message.content.partition("\n-# ")[0] for message in direct(who)]


def line(turn: str, match: int = 1) -> str:
    """The pattern of what is told of a turn of that match."""
    return rf"Heap between \*\*Ada\*\* and \*\*Grace\*\*: {turn} · match {match} · \[board\]\(.+\)"


async def test_the_turns_of_an_hour_are_one_message_about_where_they_led(begun: World) -> None:
    await begun.start(spare=9)
    for match in (1, 2):
        await follow(begun, begun.linus, match=match)
    await play_to_followers(begun, begun.ada, match=1)
    await play_to_followers(begun, begun.grace, match=1)
    await play_to_followers(begun, begun.ada, match=2)
    await play_to_followers(begun, begun.ada, match=1)
    assert len(direct(begun.linus)) == 1

    await begun.env.advance_time(HOUR)
    head, *lines = reply(begun.linus)[1].splitlines()
    snapshot(head)
    first, second = sorted(lines, key=lambda each: "match 2" in each)
    assert re.fullmatch("- " + line(r"turn 4 · \*\*Grace\*\* is to move"), first)
    assert re.fullmatch("- " + line(r"turn 2 · \*\*Grace\*\* is to move", 2), second)
    last = direct(begun.linus)[-1]
    assert sorted(labels(last)) == ["View match 1", "View match 2"]
    await begun.env.advance_time(5 * HOUR)
    assert len(direct(begun.linus)) == 2


async def test_the_quiet_hours_of_a_follower_are_kept(world: World) -> None:
    await choose(world, world.linus, quiet_from=22, quiet_to=8, destination=Destination.NONE)
    await until(world, 23)
    await world.start(spare=9)
    await follow(world, world.linus)
    await play_to_followers(world, world.ada)
    await world.env.advance_time(3 * HOUR)
    await play_to_followers(world, world.grace)
    await until(world, 7)
    assert direct(world.linus) == []
    await until(world, 8)
    (text,) = reply(world.linus)
    assert re.fullmatch(line(r"turn 3 · \*\*Ada\*\* is to move"), text)


async def test_the_result_is_told_and_following_ends(begun: World) -> None:
    await follow(begun, begun.linus)
    await resign(begun, begun.ada)
    await begun.env.advance_time(61)
    (text,) = reply(begun.linus)
    snapshot(text)
    assert (await begun.linus.user.click(direct(begun.linus)[0], label="View")).response.attachments
    assert await followed(begun.client.store, begun.linus.id) == []
    snapshot(await follow(begun, begun.linus, match=1))


async def test_following_outlasts_a_restart_and_ends_when_asked_again(begun: World) -> None:
    await follow(begun, begun.linus)
    await begun.restart()
    await play_to_followers(begun, begun.ada)
    await play_to_followers(begun, begun.grace)
    snapshot(await follow(begun, begun.linus))
    await play_to_followers(begun, begun.ada)
    await begun.env.advance_time(2 * HOUR)
    assert len(direct(begun.linus)) == 1


async def test_an_onlooker_follows_by_button_and_hears_of_a_turn_in_one_line(begun: World) -> None:
    more = await begun.linus.click(begun.last, label="More…")
    followed = await begun.linus.click(more.response, label="Follow")
    snapshot(said(followed))
    snapshot(await begun.tap(begun.linus, "Unfollow", followed.response))
    assert "Follow" not in labels((await begun.ada.click(begun.last, label="More…")).response)
    snapshot(await follow(begun, begun.ada, match=1))

    before = len(begun.public())
    snapshot(await follow(begun, begun.linus))
    assert len(begun.public()) == before
    await play_to_followers(begun, begun.ada)

    (message,) = direct(begun.linus)
    assert re.fullmatch(line(r"turn 2 · \*\*Grace\*\* is to move"), reply(begun.linus)[0])
    assert str(begun.last.id) in message.content
    assert not message.attachments
    assert labels(message) == ["View"]
    assert direct(begun.ada) == direct(begun.grace) == []

    shown = await begun.linus.user.click(message, label="View")
    assert shown.response.ephemeral
    assert len(shown.response.attachments) == 1
    more = await begun.linus.user.click(shown.response, label="More…")
    assert "Unfollow" in labels(more.response)


async def test_who_takes_no_direct_messages_follows_no_more_and_is_told_so(begun: World) -> None:
    await follow(begun, begun.linus)
    await play_to_followers(begun, begun.ada)
    close_direct(begun, begun.linus)
    await begun.env.advance_time(HOUR)
    public = len(begun.public())
    await play_to_followers(begun, begun.grace)

    assert await followed(begun.client.store, begun.linus.id) == []
    assert len(begun.public()) == public + 1
    snapshot(said(await begun.linus.slash(begun.channel, "board")))
    snapshot(said(await begun.linus.slash(begun.channel, "board")))


async def test_who_lost_the_channel_or_the_server_is_told_nothing(begun: World) -> None:
    await follow(begun, begun.linus)
    await follow(begun, begun.manager)
    await play_to_followers(begun, begun.ada)
    (message,) = direct(begun.linus)
    assert len(direct(begun.manager)) == 1
    lock(begun, begun.linus)
    await begun.env.advance_time(HOUR)
    await play_to_followers(begun, begun.grace)

    assert len(direct(begun.linus)) == 1
    assert len(direct(begun.manager)) == 2
    snapshot(await begun.tap(begun.linus.user, "View", message))
    begun.guild.remove_member(begun.manager)
    await begun.env.advance_time(HOUR)
    await play_to_followers(begun, begun.ada)
    assert len(direct(begun.manager)) == 2


async def test_a_follower_who_takes_the_seat_is_called_as_a_player(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", first="me", spare=9)
    await follow(world, world.linus, match=1)
    await world.linus.click(world.last, label="Accept")
    await play_to_followers(world, world.ada)
    await world.env.advance_time(2 * HOUR)
    assert world.linus.user.dm_channel is None or direct(world.linus) == []


async def test_only_a_match_that_can_be_seen_is_followed(world: World) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False)
    other = world.guild.create_text_channel("hidden", overwrites={world.linus: hidden})
    await world.ada.slash(other, "challenge heap", opponent=world.grace)
    snapshot(await follow(world, world.linus))
    snapshot(await follow(world, world.linus, match=1))
    assert await followed(world.client.store, world.linus.id) == []


async def test_only_matches_of_others_are_offered_and_asked_about(short: World) -> None:
    snapshot(await follow(short, short.ada))
    for _ in range(2):
        await short.grace.slash(short.channel, "challenge heap", opponent=short.linus)
        await short.linus.click(short.last, label="Accept")
    snapshot(await follow(short, short.ada))
    offered = await short.ada.autocomplete(short.channel, "follow", "match", "")
    assert {choice["value"] for choice in offered} == {2, 3}


# Private notes


async def note(world: World, who: Any, **given: Any) -> str:
    return said(await who.slash(world.channel, "note", **given))


async def test_a_note_is_with_its_writers_board_until_it_is_removed(begun: World) -> None:
    text = "*" * 500
    assert "\\*" * 500 in await note(begun, begun.ada, text=text)
    for command in ("board", "play"):
        shown = said(await begun.ada.slash(begun.channel, command))
        assert "\\*" * 500 in shown
        assert shown.splitlines()[-1].startswith("-# ")
        assert len(shown) <= 2000

    public = len(begun.public())
    snapshot(await note(begun, begun.ada, text="watch the *corner*"))
    snapshot(said(await begun.ada.slash(begun.channel, "board")))
    snapshot(said(await begun.ada.slash(begun.channel, "play")))
    assert "📝" not in said(await begun.grace.slash(begun.channel, "board"))
    assert "📝" not in said(await begun.linus.slash(begun.channel, "board"))
    assert len(begun.public()) == public
    await begun.move(begun.ada, "1")
    assert "corner" not in begun.last.content

    snapshot(await note(begun, begun.linus))
    await note(begun, begun.linus, match=1, text="first")
    await note(begun, begun.linus, match=1, text="second\n  line")
    snapshot(await note(begun, begun.linus, match=1))
    assert "📝" not in said(await begun.linus.slash(begun.channel, "board"))
