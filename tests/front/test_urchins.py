"""Urchins in the channel: five people, one of whom leaves, from the challenge to the end."""

import re
from typing import Any

import pytest

from bot.games.urchins import GAME
from bot.games.urchins.board import LOCATIONS, START, Position
from bot.model.match import Match
from bot.model.records import Seat, Status
from tests.front.conftest import World, labels, said
from tests.front.snapshot import snapshot
from tests.helpers.playing import first_legal


@pytest.fixture
def five(world: World) -> dict[str, Any]:
    """The people who play, by name."""
    edsger = world.guild.add_member(world.env.create_user("Edsger"))
    people = (world.ada, world.grace, world.linus, world.manager, edsger)
    return dict(zip(("Ada", "Grace", "Linus", "Margaret", "Edsger"), people, strict=True))


async def board(world: World) -> Position:
    match = await world.match()
    assert isinstance(match.position, Position)
    return match.position


async def challenge(world: World, five: dict[str, Any], **terms: Any) -> Any:
    """Ada's challenge to the four others; the post with its buttons."""
    snapshot(await world.challenge("urchins", *list(five.values())[1:], **terms))
    return world.last


async def begin(world: World, five: dict[str, Any], **terms: Any) -> None:
    post = await challenge(world, five, **terms)
    for who in list(five.values())[1:]:
        await who.click(post, label="Accept")


async def move(world: World, five: dict[str, Any], text: str = "") -> Match:
    """A move by the player to move: the one named, or the first of the rules."""
    match = await world.match()
    assert match.turn_person
    text = text or first_legal(match)
    snapshot(
        said(
            await five[match.turn_person.name].slash(
                world.channel, "move", preview=False, move=text
            )
        )
    )
    return await world.match()


async def test_five_accept_one_by_one_and_chance_draws_their_seats(
    world: World, five: dict[str, Any]
) -> None:
    post = await challenge(world, five)
    assert labels(post) == [
        *("Accept", "Learn it first", "Decline", "Begin", "Withdraw", "How to play")
    ]
    assert world.pings() == [[who.id for who in list(five.values())[1:]]]
    for who in list(five.values())[1:4]:
        await who.click(post, label="Accept")
        assert (await world.match()).status is Status.INVITED
    snapshot(world.words)
    await five["Edsger"].click(post, label="Accept")
    match = await world.match()
    assert {p.name for p in match.seats} == set(five)
    assert match.options["players"] == 5
    assert len(match.options["constables"]) == 6
    snapshot(world.words)
    picture = world.last.attachments[0]
    assert picture.description
    snapshot(picture.description)
    (asked,) = [m for m in world.public() if m.id == post.id]
    # No word of before claims any more that a seat is free.
    assert not any("still open" in m.content for m in world.public())
    assert any(m.content.startswith("In by then: **Ada** and **Grace**.\n") for m in world.public())
    snapshot(asked)


async def test_a_declined_seat_is_free_and_it_may_begin_without(
    world: World, five: dict[str, Any]
) -> None:
    post = await challenge(world, five, first="me")
    await five["Grace"].click(post, label="Accept")
    await five["Linus"].click(post, label="Decline")
    snapshot(world.public()[0].content)
    told = "Joined so far: **Ada** and **Grace**. Not playing: **Linus**. 3 seats still open."
    assert told in world.words
    guest = world.guild.add_member(world.env.create_user("Barbara"))
    await guest.click(post, label="Accept")
    snapshot(await world.tap(guest, "Begin", post))
    await world.ada.click(post, label="Begin")
    snapshot(world.words)
    assert len((await board(world)).columns) == 4


@pytest.mark.long
async def test_a_match_of_five_goes_on_when_one_resigns(world: World, five: dict[str, Any]) -> None:
    await begin(world, five, first="me")
    for _ in range(12):
        await move(world, five)
    assert (await world.match()).turn == 3
    # Somebody leaves who is not on turn: the turn stays where it is.
    await world.resign(five["Margaret"])
    snapshot(world.last)
    assert "leave" in world.words
    # Linus was called to it before.
    assert 4 not in dict((await board(world)).pieces()).values()
    snapshot(said(await five["Margaret"].slash(world.channel, "move", preview=False, move="steal")))
    snapshot(said(await five["Margaret"].click(world.last, label="Move")))

    while (await world.match()).status is Status.RUNNING:
        match = await move(world, five)
        assert match.turn != 4
    assert match.outcome
    assert 4 not in match.outcome.winners
    for seat in match.outcome.winners:
        assert f"**{match.person(Seat(seat)).name}**" in world.words
    assert "🏆" in world.words
    assert labels(world.last) == ["Rematch", "Replay", "Review", "Study"]
    turns = world.pings()[5:-1]
    assert [len(pinged) for pinged in turns].count(0) == 1
    assert max(map(len, turns)) == 1
    assert five["Margaret"].id not in [who for pinged in world.pings()[-5:] for who in pinged]
    snapshot(await world.tap(five["Grace"], "Rematch"))


async def test_all_leave_but_one_who_wins_and_all_join_a_rematch(
    world: World, five: dict[str, Any]
) -> None:
    await begin(world, five, first="me")
    # The one to move leaves: the next one is to move.
    await world.resign(five["Ada"])
    snapshot(world.words)
    more = await five["Grace"].click(world.last, label="More…")
    assert labels(more.response) == ["Resign…", "Rules", "Moves so far", "Since I last looked"]
    before = await world.match()
    await world.restart()
    assert await world.match() == before
    await move(world, five)
    assert world.words.splitlines()[0].endswith("`")

    await world.resign(five["Edsger"])
    await world.resign(five["Linus"])
    more = await five["Grace"].click(world.last, label="More…")
    assert labels(more.response)[:2] == ["Draw…", "Resign…"]
    await world.resign(five["Grace"])
    end = world.last
    snapshot(end.content)
    assert world.pings()[-1] == [five["Margaret"].id]

    snapshot(await world.tap(five["Linus"], "Rematch", end))
    for name in ("Ada", "Grace", "Margaret", "Edsger"):
        snapshot(await world.tap(five[name], "Rematch", end))
    again = await world.match(2)
    assert again.status is Status.RUNNING
    assert again.seats[0].name == "Linus"
    assert len(again.options["constables"]) == 6


async def test_who_runs_out_of_time_is_played_on_without(
    world: World, five: dict[str, Any]
) -> None:
    await world.spend_no_vacation()
    await begin(world, five, first="me", time="1 day a move")
    await world.env.advance_time(2 * 24 * 3600)
    snapshot(world.last)
    await five["Linus"].click(world.last, label="Play on without them")
    snapshot(world.words)


async def test_a_move_is_typed_or_made_by_three_presses(world: World, five: dict[str, Any]) -> None:
    await begin(world, five, first="me")
    # What is refused says what is in the way, and what comes near.
    snapshot(await world.ask(world.ada, "move", preview=False, move="A5-3"))
    snapshot(await world.ask(world.ada, "move", preview=False, move="home"))
    position = await board(world)
    offered = await world.ada.autocomplete(world.channel, "move", "move", "enter b")
    texts = [choice["value"] for choice in offered]
    assert texts
    assert all(text.startswith("enter B") for text in texts)
    assert {GAME.parse(position, text) for text in texts} <= set(GAME.moves(position))
    snapshot(await world.ask(world.ada, "describe", space="a5"))
    snapshot(await world.ask(world.ada, "describe", space="A"))

    free = next(n for n in position.locations if position.constables[n] != START)
    opened = await five["Ada"].click(world.last, label="Move")
    snapshot(opened.response.content)
    whole = await five["Ada"].click(opened.response, label=f"Enter {LOCATIONS[free]}")
    snapshot(whole.response)
    await five["Ada"].click(whole.response, label="Confirm")
    # The next one lands on Ada's urchin, and says where it goes.
    opened = await five["Grace"].click(world.last, label="Move")
    up, down = (f"Enter {LOCATIONS[free]} {way}" for way in "↑↓")
    assert {up, down} < set(labels(opened.response))
    whole = await five["Grace"].click(opened.response, label=up)
    # Chance has put the constable beside it, or not.
    shoved = rf"from {LOCATIONS[free]}5 (past the constable )?to {LOCATIONS[free]}"
    assert re.search(shoved, whole.response.content)
    await five["Grace"].click(whole.response, label="Confirm")
    assert [ply.text for ply in (await world.match()).plies] == [
        f"enter {LOCATIONS[free]}",
        f"enter {LOCATIONS[free]}^",
    ]
