"""`/privacy`: what is stored is told, handed out and deleted."""

import json
from typing import Any

from bot.front.discord.context import LEAVING
from bot.front.pages.privacy_panel import BEGUN, DONE, TYPED_WRONG
from bot.model.events.base import DELETED
from bot.model.records import Status
from tests.front.conftest import World, labels, said

SETTLED = 61.0
"""Seconds until what somebody had begun is over."""


async def delete(world: World, who: Any) -> None:
    """Go all the way, and wait until it is done."""
    asked = await who.slash(world.channel, "privacy delete")
    form = await who.click(asked.response, label="Delete my data…")
    assert BEGUN in said(await who.submit_modal(form, {"word": "Delete "}))
    await world.env.advance_time(SETTLED)
    await world.env.settle()
    assert await world.client.service.privacy.under_way() == frozenset()


async def test_what_is_stored_is_told_and_deleted_and_meanwhile_nothing_is_done_for_them(
    world: World,
) -> None:
    told = await world.ask(world.ada, "privacy about")
    assert "`/privacy export`" in told
    assert "http" not in told
    asked = await world.ada.slash(world.channel, "privacy delete")
    # Who has no open match is warned of none.
    assert "You leave" not in said(asked)
    assert "can't be undone.**\n- In the matches of others you become" in said(asked)
    form = await world.ada.click(asked.response, label="Delete my data…")
    await world.ada.submit_modal(form, {"word": "delete"})
    assert LEAVING in await world.ask(world.ada, "games")
    assert LEAVING in await world.tap(world.ada, "Delete my data…", asked.response)
    await world.env.advance_time(SETTLED)
    await world.env.settle()
    assert LEAVING not in await world.ask(world.ada, "games")


async def test_the_export_is_a_file_for_programs_and_one_to_read(world: World) -> None:
    await world.start()
    await world.move(world.ada, "1")
    answer = await world.ada.slash(world.channel, "privacy export")
    record, text = [await each.read() for each in answer.response.attachments]
    reply = json.loads(record)
    assert reply["person"] == str(world.ada.id)
    assert [each["kind"] for each in reply["matches"][0]["events"]][-1] == "played"
    assert str(world.grace.id) not in record.decode()
    assert "Grace" in record.decode()
    assert "### Match 1: Heap" in text.decode()
    assert "Your moves: 1" in text.decode()


async def test_who_types_another_word_stays(world: World) -> None:
    await world.start()
    asked = await world.ada.slash(world.channel, "privacy delete")
    assert "- You leave your open match: what runs ends" in said(asked)
    assert labels(asked.response) == ["Delete my data…"]
    form = await world.ada.click(asked.response, label="Delete my data…")
    assert TYPED_WRONG in said(await world.ada.submit_modal(form, {"word": "no"}))
    assert (await world.match()).status is Status.RUNNING


async def test_a_deleted_person_leaves_no_trace_and_their_opponent_keeps_the_match(
    world: World,
) -> None:
    await world.start()
    await world.move(world.ada, "1")
    await world.move(world.grace, "1")
    await world.ada.slash(world.channel, "settings")
    await delete(world, world.ada)
    match = await world.match()
    assert match.status is Status.ENDED
    assert {person.name for person in match.seats} == {DELETED, "Grace"}
    kept = world.everything
    assert str(world.ada.id) not in kept
    assert "Ada" not in kept
    for command, options in (
        ("games", {}),
        ("profile", {}),
        ("board", {"match": 1}),
        ("replay", {"match": 1}),
        ("describe", {"match": 1, "space": "1"}),
    ):
        answer = await world.grace.slash(world.channel, command, **options)
        assert "Something went wrong" not in said(answer)
        assert "<@-1>" not in said(answer)
    reply = [message.content for message in world.ada.user.dm_channel.history()]
    assert DONE in reply


async def test_nobody_plays_again_with_somebody_who_is_deleted_and_nobody_calls_them(
    world: World,
) -> None:
    await world.start()
    await world.resign(world.ada)
    end = world.last
    assert "Rematch" in labels(end)
    await world.begin("bump")
    await delete(world, world.ada)
    assert "deleted their data" in await world.tap(world.grace, "Rematch", end)
    assert all("<@-" not in message.content for message in world.public())
    world.pings()
    # Who was deleted may begin again like anybody.
    await world.start()
    assert (await world.match(3)).status is Status.RUNNING


async def test_a_post_that_waits_names_nobody_who_is_deleted(world: World) -> None:
    await world.start()
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, times=None)
    await delete(world, world.ada)
    assert "resigned" not in world.last.content
    world.env.backend.faults.clear()
    await world.env.advance_time(24 * 3600)
    await world.env.settle()
    assert f"**{DELETED}** resigned" in world.last.content
    assert "Ada" not in world.last.content
    assert f"<@{world.ada.id}>" not in world.last.content
    assert labels(world.last) == ["Replay"]


async def test_three_play_on_as_two_without_the_one_who_is_deleted(world: World) -> None:
    await world.begin_three(world.grace, world.linus)
    number = (await world.client.matches.of_person(world.ada.id))[0].match
    assert (await world.client.matches.match(number)).status is Status.RUNNING
    await delete(world, world.ada)
    match = await world.client.matches.match(number)
    assert match.status is Status.RUNNING
    assert [person.is_deleted for person in match.seats].count(True) == 1
    mover = world.grace if match.turn_person and match.turn_person.name == "Grace" else world.linus
    assert "Something went wrong" not in await world.ask(mover, "games")
    assert "Ada" not in await world.ask(mover, "board", match=number, text=True)
    more = await mover.click(world.last, label="More…")
    assert "Something went wrong" not in said(more)
    assert "Ada" not in await world.tap(mover, "Moves so far", more.response)
    assert all("<@-" not in message.content for message in world.public())
