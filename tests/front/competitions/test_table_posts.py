"""The posts of competitions in the simulated server: a living table, and one post at the end."""

from dataclasses import replace
from typing import Any

import discord
import pytest
from simcord.components import walk_components

from bot.front.competitions.showing import OWN, TablesId
from bot.front.competitions.table_posts import CALM, ENDED
from bot.front.discord.layouts import buttons_in, words_of
from bot.front.living import REFUSED, state_of
from bot.model.events import Person
from bot.model.places import LivingKind, PostState
from bot.model.records import MatchSummary
from bot.service.queue import REST
from tests.front.competitions.seasons import TERMS, begun, end_tomorrow, founded, person, to
from tests.front.conftest import ON_FILE, World, labels
from tests.front.snapshot import snapshot
from tests.helpers.long_runs import mostly_long
from tests.helpers.playing import known
from tests.helpers.posting import POSTS, forbid, kill_at_note

SOON = CALM.total_seconds() + 5


async def table_of(world: World) -> PostState:
    return known(await state_of(world.client, LivingKind.COMPETITION, 1))


async def to_end(world: World) -> None:
    """Until the season has ended, and what was shown just before may be touched again."""
    await to(world, (await end_tomorrow(world)).ends)
    await world.env.advance_time(SOON)


def tables(world: World, number: int = 1, channel: Any = None) -> list[discord.Message]:
    """The posts of a competition, which have a button to its tables first."""
    return [m for m in world.public(channel) if buttons_in(m)[:1] == [str(TablesId(number, OWN))]]


def strangers(world: World, many: int) -> list[Person]:
    return [person(world.guild.add_member(world.env.create_user(f"P{n}"))) for n in range(many)]


def pictures(message: discord.Message) -> list[str]:
    """The alternative texts of what a message shows."""
    parts = list(walk_components([row.to_dict() for row in message.components]))
    shown = [item for part in parts for item in part.get("items", ())]
    return [each.get("description") or "" for each in shown] + [
        each.description or "" for each in message.attachments if not shown
    ]


async def resign_all(world: World) -> None:
    """The player to move in a match of the season gives it up."""
    for row in await world.client.store.find(MatchSummary, competition=1):
        match = await world.client.matches.match(row.match)
        if match.turn is not None and match.outcome is None:
            who = next(p for p in (world.ada, world.grace, world.linus) if match.seat_of(p.id) == 1)
            await world.resign(who, match=int(row.match))


async def test_a_season_has_one_silent_post_with_links_until_called_off(world: World) -> None:
    await begun(world)
    [post] = tables(world)
    assert post.flags.suppress_notifications
    snapshot(post)
    [alt] = pictures(post)
    assert "Ada" in alt
    at = world.public().index(post)
    assert world.pings()[at] == []
    await world.env.advance_time(SOON)
    [post] = tables(world)
    snapshot(post.content)
    assert post.content.count(f"https://discord.com/channels/{world.guild.id}/") == 3
    await world.client.service.competitions.call_off(1)
    await world.env.advance_time(SOON)
    [post] = tables(world)
    snapshot(post.content)


async def test_the_post_is_edited_when_something_has_changed_and_seldom(world: World) -> None:
    await begun(world)
    await world.env.advance_time(SOON)
    await resign_all(world)
    [post] = tables(world)
    before = edits(world, post)
    await world.env.advance_time(30)
    assert edits(world, post) == before
    await world.env.advance_time(SOON)
    [post] = tables(world)
    assert edits(world, post) == before + 1
    snapshot(post.content)
    await world.env.advance_time(SOON)
    assert edits(world, post) == before + 1


def edits(world: World, message: discord.Message) -> int:
    requests = [r for r in world.env.http_requests if r.method == "PATCH"]
    return len([r for r in requests if r.path.endswith(str(message.id))])


async def test_the_end_has_a_post_of_its_own_that_says_who_won_and_what_comes(world: World) -> None:
    await begun(world)
    await resign_all(world)
    await to_end(world)
    living, end = tables(world)
    snapshot(living.content)
    snapshot(end.content)
    assert end.flags.suppress_notifications
    assert len(pictures(end)) == 1
    assert (await table_of(world)).posted == ENDED
    await world.env.advance_time(SOON)
    assert len(tables(world)) == 2


async def test_what_was_not_finished_is_told_with_how_it_was_settled(world: World) -> None:
    await begun(world, terms=replace(TERMS, control=None))
    await to_end(world)
    *_, end = tables(world)
    snapshot(end.content)


async def test_several_divisions_are_laid_out_below_each_other(world: World) -> None:
    await begun(world, strangers(world, 5))
    [post] = tables(world)
    assert len(pictures(post)) == 2
    assert not post.content
    snapshot(words_of(post))
    await world.env.advance_time(SOON)
    assert len(pictures(tables(world)[0])) == 2
    await to_end(world)
    living, end = tables(world)
    snapshot(words_of(end))
    assert len(pictures(living)) == len(pictures(end)) == 2


async def test_without_a_right_to_attach_files_the_tables_stand_in_characters(world: World) -> None:
    begins = await founded(world)
    forbid(world, attach_files=False)
    # What gets lost on the way is tried again, and stands once.
    world.env.inject_error("POST", POSTS, status=503, times=3)
    await to(world, begins)
    await world.env.advance_time(300)
    [post] = tables(world)
    assert not post.attachments
    assert "```" in post.content


async def test_if_a_picture_is_refused_the_table_is_in_characters(world: World) -> None:
    await begun(world)
    [post] = tables(world)
    world.env.inject_error("PATCH", of(world, post), status=413, times=1)
    await resign_all(world)
    await world.env.advance_time(SOON)
    [post] = tables(world)
    assert "```" in post.content
    assert not post.attachments


def of(world: World, message: discord.Message) -> str:
    return f"/channels/{world.channel.id}/messages/{message.id}"


def forbid_in(world: World, channel: Any, **rights: bool) -> None:
    here, world.channel = world.channel, channel
    try:
        forbid(world, **rights)
    finally:
        world.channel = here


async def test_an_end_that_may_not_be_posted_is_tried_again(world: World) -> None:
    await begun(world)
    await resign_all(world)
    forbid(world, send_messages=False)
    await to_end(world)
    assert len(tables(world)) == 1
    forbid(world, send_messages=True)
    await world.env.advance_time(2 * REFUSED.total_seconds())
    _, end = tables(world)
    snapshot(end.content)


async def test_a_deleted_table_is_posted_again_only_at_the_end(world: World) -> None:
    await begun(world)
    [post] = tables(world)
    world.env.backend.delete_message(world.channel.id, post.id)
    await resign_all(world)
    await world.env.advance_time(SOON)
    assert tables(world) == []
    assert (await table_of(world)).message is None
    await to_end(world)
    [end] = tables(world)
    snapshot(end.content)


async def test_who_did_nothing_in_a_season_is_signed_out_and_named(world: World) -> None:
    await begun(world)
    rows = await world.client.store.find(MatchSummary, competition=1)
    for row in rows:
        if row.turn == world.ada.id:
            await world.move(world.ada, "1", match=int(row.match))
    season = await end_tomorrow(world)
    await to(world, season.ends)
    await world.env.advance_time(400)
    [post] = [m for m in world.public() if "not signed up any more" in words_of(m)]
    [line] = [each for each in words_of(post).splitlines() if "not signed up any more" in each]
    snapshot(line)
    assert labels(post) == ["Tables", "Sign up"]
    assert not any(world.pings()[-1:])
    members = world.client.service.leagues.members
    assert [each.person for each in await members(1)] == [world.ada.id]
    snapshot(await world.tap(world.grace, "Sign up", post))
    assert {each.person for each in await members(1)} == {world.ada.id, world.grace.id}


LATER = (CALM + REST).total_seconds() + 5


@ON_FILE
@pytest.mark.parametrize("behind", [False, True])
@pytest.mark.parametrize("notes", mostly_long([1, 2, 3], 2))
async def test_the_end_has_one_post_wherever_the_process_is_killed(
    world: World, notes: int, behind: bool
) -> None:
    await to(world, await founded(world, terms=TERMS))
    await world.env.advance_time(LATER)
    living = (await table_of(world)).message
    ends = (await end_tomorrow(world)).ends
    await to(world, ends - CALM - REST)
    kill_at_note(world, notes, behind=behind)
    await to(world, ends)
    await world.env.advance_time(LATER)
    await world.restart()
    await world.env.advance_time(LATER)
    wanted = [str(TablesId(1, OWN))]
    first, last = (m for m in world.public() if buttons_in(m)[:1] == wanted)
    assert (first.id, last.id == living) == (living, False)
    after = await table_of(world)
    assert (after.posted, after.is_current) == (ENDED, True)
