"""What players of a season hear when it begins, and its tables by a button, whenever pressed."""

import threading
from dataclasses import replace
from typing import Any

from bot.front.competitions import tables
from bot.front.competitions.showing import OWN, TablesId
from bot.front.discord.layouts import buttons_in
from bot.model.events import Person
from bot.model.notices.notice_settings import Destination
from bot.model.notices.planning import GATHERED
from bot.model.records import MatchSummary
from tests.front.competitions.seasons import TERMS, begun, end_tomorrow
from tests.front.conftest import World, labels
from tests.front.snapshot import TO_TURN, snapshot
from tests.helpers.people import SECOND
from tests.helpers.posting import DAY, choose, direct

PAIRS = replace(TERMS, pair=True)
LONGER = GATHERED.total_seconds() + 90


async def test_each_player_is_called_once_for_all_matches_that_they_begin(world: World) -> None:
    await begun(world, terms=PAIRS)
    await world.env.advance_time(60)
    rows = await world.client.store.find(MatchSummary, competition=1)
    assert len(rows) == 6
    assert [people for people in world.pings() if people] == []

    await world.env.advance_time(LONGER)

    called = sorted(people for people in world.pings() if people)
    people = sorted(who.id for who in (world.ada, world.grace, world.linus))
    assert called == [[person] for person in people]
    texts = [m.content for m in world.public() if f"{TO_TURN}:" in m.content]
    lines = [line for text in texts for line in text.splitlines() if line.startswith("- ")]
    assert len(texts) == 3
    assert all(any(f"match {row.match} of a pair " in line for line in lines) for row in rows)


async def test_the_first_to_move_is_no_longer_called(world: World) -> None:
    await begun(world, terms=PAIRS)
    await world.env.advance_time(30)
    rows = await world.client.store.find(MatchSummary, competition=1)
    own = [row.match for row in rows if row.turn == world.ada.id]
    await world.move(world.ada, "1", match=int(own[0]))
    await world.env.advance_time(LONGER)
    [text] = [
        message.content
        for place in (world.channel, *world.channel.threads)
        for message in world.public(place)
        if message.content.startswith(f"<@{world.ada.id}>, {TO_TURN}")
    ]
    snapshot(text)


async def test_later_turns_are_called_as_in_any_match(world: World) -> None:
    await begun(world, terms=PAIRS)
    await world.env.advance_time(60 + LONGER)
    before = len(world.pings())
    row = next(
        row
        for row in await world.client.store.find(MatchSummary, competition=1)
        if row.turn == world.ada.id
    )
    match = await world.client.matches.match(row.match)
    other = match.person(SECOND).id
    await world.move(world.ada, "1", match=int(row.match))
    await world.env.advance_time(5)
    assert [other] in world.pings()[before:]


async def test_those_who_want_direct_messages_get_one_too(world: World) -> None:
    await choose(world, world.ada, destination=Destination.DIRECT)
    await begun(world, terms=PAIRS)
    await world.env.advance_time(60 + LONGER)
    [told] = direct(world.ada)
    assert told.content.count(" of a pair · ") == 2


async def test_a_call_for_single_matches_names_no_pair(world: World) -> None:
    await begun(world)
    await world.env.advance_time(60 + LONGER)
    [text, *_] = [m.content for m in world.public() if f"{TO_TURN}:" in m.content]
    assert "pair" not in text


async def two_divisions(world: World) -> Any:
    """A season of three in the first division and three in the second; its post."""
    others = [world.guild.add_member(world.env.create_user(f"P{n}")) for n in range(3)]
    await begun(world, [Person(each.id, each.name) for each in others])
    return next(m for m in world.public() if buttons_in(m) == [str(TablesId(1, OWN))])


async def test_a_press_shows_ones_own_division_and_leads_to_the_others(world: World) -> None:
    post = await two_divisions(world)
    many = len(world.public())
    shown = (await world.ada.click(post, label="Tables")).response
    assert shown.ephemeral
    [file] = shown.attachments
    snapshot(file.description)
    snapshot(shown)
    second = (await world.ada.click(shown, label="Next")).response
    snapshot(second.attachments[0].description)
    assert labels(second) == ["Back"]
    # A person who reads text boards has the table in characters too.
    await world.wishes(world.ada, text=True)
    shown = (await world.ada.click(post, label="Tables")).response
    assert "```" in shown.content
    assert shown.attachments
    assert len(world.public()) == many


async def test_an_old_button_works_after_restarts_and_tells_how_it_ended(world: World) -> None:
    post = await two_divisions(world)
    await end_tomorrow(world)
    await world.env.advance_time(DAY + 600)
    await world.restart()
    snapshot((await world.linus.click(world.shown(post), label="Tables")).response)


async def test_tables_of_another_server_are_not_shown(world: World) -> None:
    await begun(world)
    world.sql("UPDATE competitions SET guild = 5")
    snapshot(await world.forge(world.ada, str(TablesId(1, 1))))
    snapshot(await world.forge(world.ada, str(TablesId(99, 1))))


async def test_no_table_is_made_on_the_event_loop(world: World) -> None:
    seen, chart = set[str](), tables._Division.chart

    def noted(*args: Any) -> Any:
        seen.add(threading.current_thread().name.rsplit("_", 1)[0])
        return chart(*args)

    world.patch.setattr(tables._Division, "chart", noted)
    post = await two_divisions(world)
    await world.ada.click(post, label="Tables")
    ends = (await end_tomorrow(world)).ends
    await world.env.advance_time((ends - world.env.now()).total_seconds() + 600)
    assert seen == {"extras", "views"}
