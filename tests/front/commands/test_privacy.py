"""`/privacy`: what is stored is told, handed out and deleted."""

import json

from bot.front.discord.context import LEAVING
from bot.front.pages.privacy_panel import DONE, TYPED_WRONG
from bot.model.events.base import DELETED
from bot.model.records import Status
from tests.front.conftest import World, labels, said
from tests.front.panels import SETTLED, delete


async def test_what_is_stored_is_told_and_deleted(world: World) -> None:
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


async def test_who_types_another_word_stays_and_the_export_is_two_files(short: World) -> None:
    asked = await short.ada.slash(short.channel, "privacy delete")
    assert "- You leave your open match: what runs ends" in said(asked)
    assert labels(asked.response) == ["Delete my data…"]
    form = await short.ada.click(asked.response, label="Delete my data…")
    assert TYPED_WRONG in said(await short.ada.submit_modal(form, {"word": "no"}))
    assert (await short.match()).status is Status.RUNNING

    await short.move(short.ada, "1")
    answer = await short.ada.slash(short.channel, "privacy export")
    record, text = [await each.read() for each in answer.response.attachments]
    reply = json.loads(record)
    assert reply["person"] == str(short.ada.id)
    assert [each["kind"] for each in reply["matches"][0]["events"]][-1] == "played"
    assert str(short.grace.id) not in record.decode()
    assert "Grace" in record.decode()
    assert "### Match 1: Heap" in text.decode()
    assert "Your moves: 1" in text.decode()


async def test_a_deleted_person_leaves_no_trace_and_the_match_stays(short: World) -> None:
    await short.move(short.ada, "1")
    await short.move(short.grace, "1")
    await short.ada.slash(short.channel, "settings")
    await delete(short, short.ada)
    match = await short.match()
    assert match.status is Status.ENDED
    assert {person.name for person in match.seats} == {DELETED, "Grace"}
    kept = short.everything
    assert str(short.ada.id) not in kept
    assert "Ada" not in kept
    for command, options in (
        ("games", {}),
        ("profile", {}),
        ("board", {"match": 1}),
        ("replay", {"match": 1}),
        ("describe", {"match": 1, "space": "1"}),
    ):
        answer = await short.grace.slash(short.channel, command, **options)
        assert "Something went wrong" not in said(answer)
        assert "<@-1>" not in said(answer)
    reply = [message.content for message in short.ada.user.dm_channel.history()]
    assert DONE in reply


async def test_nobody_plays_again_with_or_calls_somebody_deleted(short: World) -> None:
    await short.resign(short.ada)
    end = short.last
    assert "Rematch" in labels(end)
    await short.begin("bump")
    await delete(short, short.ada)
    assert "deleted their data" in await short.tap(short.grace, "Rematch", end)
    assert all("<@-" not in message.content for message in short.public())
    short.pings()
    # Who was deleted may begin again like anybody.
    await short.start()
    assert (await short.match(3)).status is Status.RUNNING
