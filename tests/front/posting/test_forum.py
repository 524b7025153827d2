"""In a forum a match has a post of its own; its tags say the game and how it stands."""

from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.front.posting import place_worker as worker
from bot.model.places import State, begun
from tests.front.conftest import World, labels, said
from tests.front.snapshot import snapshot
from tests.helpers.posting import (
    FIRST,
    archive,
    direct,
    follow,
    meta,
    place,
    play_to_followers,
    resign,
    spoken,
)
from tests.helpers.spots import at, begin, forum


def tags_of(forum: Any, post: Any) -> list[str]:
    names = {int(tag["id"]): tag["name"] for tag in forum._channel.available_tags}
    return [names[tag] for tag in post._channel.applied_tags]


@pytest.mark.parametrize("tags", [(), ("heap", "Running", "Finished", "Chess")])
async def test_a_match_has_a_post_of_its_own(world: World, tags: tuple[str, ...]) -> None:
    await world.server_wishes(posting="thread")
    made, first = await forum(world, *tags)
    await begin(world, at(world, first))
    (post,) = [each for each in made.threads if each.id != first.id]
    assert post.name == "Heap 1 · Ada \N{EN DASH} Grace"
    assert tags_of(made, post) == list(tags[:2])
    await world.move(world.ada, "1", channel=first)
    board = spoken(world, post)[-1]
    snapshot(board.content)
    assert f"<#{post.id}>" in spoken(world, first)[-1].content
    await world.move(world.grace, "1", channel=post)
    await resign(world, world.ada, post)
    assert labels(spoken(world, first)[-1]) == ["Rematch", "Replay", "Review", "Study"]
    await world.env.advance_time(worker.SOON.total_seconds() + 1)
    assert (meta(post).archived, meta(post).locked) == (True, True)
    assert tags_of(made, post) == [tag for tag in tags if tag in {"heap", "Finished"}]


async def test_a_post_that_is_made_late_costs_no_turn_its_words_and_picture(world: World) -> None:
    await world.server_wishes(posting="thread")
    _, first = await forum(world)
    world.env.inject_error("POST", "/channels/*/threads", status=503, times=2)
    await begin(world, at(world, first))
    await world.move(world.ada, "1", channel=first)
    turn = spoken(world, first)[-1]
    snapshot(turn.content)
    await world.env.advance_time(120)
    await world.move(world.grace, "1", match=1, channel=first)
    post = (await place(world)).thread
    (told,) = [m for m in spoken(world, first) if f"<#{post}>" in m.content]
    snapshot(told)


async def test_what_chance_draws_at_the_start_costs_no_match_its_post(world: World) -> None:
    await world.server_wishes(posting="thread")
    made, first = await forum(world)
    await world.ada.slash(first, "challenge urchins", opponent=world.grace, first="me")
    await world.grace.click(spoken(world, first)[-1], label="Accept")
    (post,) = [each for each in made.threads if each.id != first.id]
    first_post = spoken(world, post)[0]
    assert first_post.flags.silent
    snapshot(first_post.content)


async def test_a_crash_makes_no_second_post(world: World) -> None:
    await world.server_wishes(posting="thread")
    made, first = await forum(world)
    await begin(world, at(world, first))
    assert len(made.threads) == 2
    before = await place(world)
    await world.client.service.places.change(FIRST, lambda _: begun(before, None, world.env.now()))
    await world.restart()
    assert len(made.threads) == 2
    assert (await place(world)).thread == before.thread
    assert (await place(world)).state is State.OPEN


async def test_usually_a_match_stays_in_the_post_in_which_it_was_asked_for(world: World) -> None:
    made, first = await forum(world)
    await begin(world, at(world, first))
    await world.move(world.ada, "1", channel=first)
    assert len(made.threads) == 1
    snapshot(spoken(world, first)[-1].content)


async def test_a_forum_that_takes_no_post_leaves_the_match_where_it_is(world: World) -> None:
    """Such as one that asks for a tag which only its managers may set."""
    await world.server_wishes(posting="thread")
    made, first = await forum(world, "Staff", needs_tag=True, moderated=True)
    await begin(world, at(world, first))
    await world.move(world.ada, "1", channel=first)
    snapshot(spoken(world, first)[-1])
    assert len(made.threads) == 1


async def test_a_match_goes_on_where_the_post_it_began_in_was_put_away(world: World) -> None:
    await world.server_wishes(posting="thread")
    made, first = await forum(world)
    await begin(world, at(world, first))
    (post,) = [each for each in made.threads if each.id != first.id]
    archive(world, first)
    await world.env.settle()
    assert world.client.get_channel(first.id) is None
    stranger = world.env.create_user("Edsger")
    snapshot(said(await stranger.slash("board", match=1)))
    snapshot(await follow(world, world.linus, match=1))
    await play_to_followers(world, world.ada, channel=post)
    snapshot(direct(world.linus)[-1].content)
    snapshot(said(await world.linus.user.slash("board", match=1)))
    snapshot(await world.ask(world.manager, "quiet", mode="posts", match=1))
    await world.server_wishes(posting="thread", channels=[made.id])
    await resign(world, world.ada, post)
    line = spoken(world, first)[-1]
    archive(world, first)
    await world.env.settle()
    await world.ada.click(line, label="Rematch")
    snapshot(spoken(world, first)[-1].content)


@pytest.mark.parametrize("manages", [True, False])
async def test_a_tag_of_the_managers_is_set_by_a_manager_only(world: World, manages: bool) -> None:
    await world.server_wishes(posting="thread")
    made, first = await forum(world, "heap", "Running", moderated=True)
    rights = discord.PermissionOverwrite(manage_threads=manages).pair()
    allow, deny = (each.value for each in rights)
    overwrite = Overwrite(world.guild.default_role.id, OverwriteType.ROLE, allow, deny)
    world.env.backend.set_overwrite(made.id, overwrite)
    await world.env.settle()
    await begin(world, at(world, first))
    (post,) = [each for each in made.threads if each.id != first.id]
    assert tags_of(made, post) == (["heap", "Running"] if manages else [])
