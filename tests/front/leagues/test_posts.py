"""The post of a league stands once, whatever comes between, and says what holds."""

from datetime import timedelta

import pytest

from bot.front.posting.channel_posts import REFUSED
from bot.service.queue import REST
from tests.front.conftest import World, labels
from tests.front.leagues.founding import (
    CALM,
    found,
    league_of,
    members_of,
    post_of,
    sign_up,
    to_start,
)
from tests.front.panels import delete
from tests.helpers.posting import EDITS, POSTS, forbid, refuse_here, spoken


async def test_killed_between_posting_and_noting_it_is_not_posted_twice(world: World) -> None:
    await found(world)
    [post] = spoken(world)
    # As it is noted before it is posted.
    begun = (world.env.now() + REST).isoformat()
    await world.client.store.close()
    world.sql("UPDATE leagues SET message = NULL, shown = -1, shows = ?", begun)
    await world.env.restart_bot(world.make())
    await sign_up(world, post, world.ada)
    await world.env.advance_time(REST.total_seconds() + 5)
    assert (await league_of(world)).message == post.id
    assert "**Ada**" in post_of(world).content


async def test_killed_before_anything_was_posted_it_is_posted_after_the_start(world: World) -> None:
    await world.restart()
    refuse_here(world, status=503, code=0, times=1)
    await found(world)
    assert spoken(world) == []
    await world.restart()
    await world.env.advance_time(REST.total_seconds() + 5)
    assert labels(post_of(world)) == ["Sign up", "Withdraw"]


async def test_what_got_lost_on_the_way_is_tried_again_and_stands_once(world: World) -> None:
    world.env.inject_error("POST", POSTS, status=503, times=2)
    await found(world)
    assert spoken(world) == []
    await world.env.advance_time(600)
    post = post_of(world)
    world.env.inject_error("PATCH", EDITS, status=503, times=2)
    await sign_up(world, post, world.ada)
    await world.env.advance_time(600)
    assert "**Ada**" in post_of(world).content


@pytest.mark.parametrize("known", [True, False])
async def test_without_the_right_to_post_it_is_made_later(world: World, known: bool) -> None:
    refuse_here(world, times=1)
    await found(world)
    if known:
        forbid(world, send_messages=False)
        await world.env.advance_time(3700)
    assert spoken(world) == []
    shown = await world.ask(world.manager, "league show")
    assert ("I may not post in" in shown) == known
    assert "I may not post in" not in await world.ask(world.ada, "league show")
    forbid(world, send_messages=True)
    await world.env.advance_time(3700)
    assert labels(post_of(world)) == ["Sign up", "Withdraw"]


async def test_one_that_was_deleted_comes_again_with_the_next_season(world: World) -> None:
    await found(world)
    post = post_of(world)
    people = (world.ada, world.grace, world.linus)
    await sign_up(world, post, *people)
    world.env.backend.delete_message(world.channel.id, post.id)
    await world.env.advance_time(CALM)
    await world.ask(world.ada, "league leave")
    await world.ask(world.ada, "league join")
    await world.env.advance_time(timedelta(days=1).total_seconds())
    assert not any("League: Winter" in m.content for m in world.public())
    await to_start(world)
    assert "Season 1 lasts until" in post_of(world).content


async def test_a_deleted_one_comes_again_when_the_league_is_changed(world: World) -> None:
    await found(world)
    world.env.backend.delete_message(world.channel.id, post_of(world).id)
    await world.ask(world.ada, "league join")
    await world.env.advance_time(CALM)
    assert spoken(world) == []
    await world.ask(world.manager, "league change")
    await world.env.advance_time(CALM)
    assert "1 player signed up: **Ada**." in post_of(world).content


async def test_it_is_edited_once_for_all_that_comes_within_minutes(world: World) -> None:
    await found(world)
    await world.env.advance_time(CALM)
    before = _edits(world)
    for _ in range(3):
        await world.ask(world.ada, "league join")
        await world.ask(world.ada, "league leave")
    await world.ask(world.grace, "league join")
    await world.env.advance_time(CALM)
    assert _edits(world) - before == 2
    assert "1 player signed up: **Grace**." in post_of(world).content
    await world.env.advance_time(timedelta(hours=3).total_seconds())
    assert _edits(world) - before == 2


def _edits(world: World) -> int:
    asked = ((r.method, r.path) for r in world.env.http_requests)
    here = f"/channels/{world.channel.id}/messages/"
    return sum(method == "PATCH" and path.startswith(here) for method, path in asked)


async def test_whoever_is_deleted_stands_in_it_no_more(world: World) -> None:
    await found(world)
    await sign_up(world, post_of(world), world.ada, world.grace)
    await world.env.advance_time(CALM)
    assert "**Ada**" in post_of(world).content
    await delete(world, world.ada)
    await world.env.advance_time(240)
    assert await members_of(world) == ["Grace"]
    assert "Ada" not in post_of(world).content


async def test_with_the_channel_gone_the_post_waits_and_nothing_fails(world: World) -> None:
    other = world.guild.create_text_channel("league")
    await found(world, channel=other)
    await sign_up(world, post_of(world, channel=other), world.ada)
    world.env.backend.delete_channel(other.id)
    await world.env.advance_time(CALM)
    assert "league_post: post refused" in world.log.text
    # Nobody asks for it again before something changes, such as its channel.
    assert (await league_of(world)).shown == (await league_of(world)).changes
    before = len(world.env.http_requests)
    await world.env.advance_time(2 * REFUSED.total_seconds())
    assert [r for r in world.env.http_requests[before:] if r.method in ("POST", "PATCH")] == []
    await world.ask(world.manager, "league change", channel=world.channel)
    await world.env.advance_time(CALM)
    assert "1 player signed up: **Ada**." in post_of(world).content
