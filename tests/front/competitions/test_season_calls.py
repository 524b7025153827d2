"""What the players of a season hear when all of its matches begin at once."""

from dataclasses import replace

from bot.model.notices.notice_settings import Destination
from bot.model.notices.planning import GATHERED
from tests.front.competitions.seasons import TERMS, begun
from tests.front.conftest import World
from tests.helpers.posting import choose, direct

PAIRS = replace(TERMS, pair=True)
LONGER = GATHERED.total_seconds() + 90


async def test_each_player_is_called_once_for_all_matches_that_they_begin(world: World) -> None:
    await begun(world, terms=PAIRS)
    await world.env.advance_time(60)
    rows = await world.client.store.matches_of_competition(1)
    assert len(rows) == 6
    assert [people for people in world.pings() if people] == []

    await world.env.advance_time(LONGER)

    called = sorted(people for people in world.pings() if people)
    people = sorted(who.id for who in (world.ada, world.grace, world.linus))
    assert called == [[person] for person in people]
    texts = [m.content for m in world.public() if ", it is your turn:" in m.content]
    lines = [line for text in texts for line in text.splitlines() if line.startswith("- ")]
    assert len(texts) == 3
    assert all(any(f"match {row.match} of a pair " in line for line in lines) for row in rows)


async def test_whoever_moves_first_is_not_called_to_that_any_more(world: World) -> None:
    await begun(world, terms=PAIRS)
    await world.env.advance_time(30)
    rows = await world.client.store.matches_of_competition(1)
    own = [row.match for row in rows if row.turn == world.ada.id]
    await world.move(world.ada, "1", match=int(own[0]))
    await world.env.advance_time(LONGER)
    [text] = [
        message.content
        for place in (world.channel, *world.channel.threads)
        for message in world.public(place)
        if message.content.startswith(f"<@{world.ada.id}>, it is your turn:")
    ]
    assert f"match {own[0]} " not in text
    assert f"match {own[1]} " in text


async def test_later_turns_are_called_as_in_any_match(world: World) -> None:
    await begun(world, terms=PAIRS)
    await world.env.advance_time(60 + LONGER)
    before = len(world.pings())
    row = next(
        row
        for row in await world.client.store.matches_of_competition(1)
        if row.turn == world.ada.id
    )
    match = await world.client.matches.match(row.match)
    other = match.person(2).id
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
    [text, *_] = [m.content for m in world.public() if ", it is your turn:" in m.content]
    assert "pair" not in text
