"""Bi-Pod in a channel: whole matches, and cell names that mean something to Discord."""

from typing import Any

from tests.front.conftest import World, labels, play, pressed


async def offered(world: World, who: Any, typed: str) -> list[str]:
    return [c["value"] for c in await who.autocomplete(world.channel, "move", "move", typed)]


async def test_a_whole_match_is_played_to_the_runners_win(world: World) -> None:
    await world.begin("bipod")
    assert "play **Bi-Pod**" in world.words
    assert world.last.attachments[0].filename.startswith("bipod-1-")
    await play(world, "adopt")
    assert "**Ada** adopts and is the Blocker now; **Grace** is the Runner. `adopt`" in world.words
    running = ["g1 o", "e1 o", "c1 o", "a1 o", "=1 o", "u1 O", "w1 O", "y1 O", "-1 O"]
    blocking = ["d6", "f6", "h6", "j6", "l6", "n6", "p6", "r6", "t6"]
    for stone, block in zip(running, blocking, strict=True):
        await play(world, stone, block)
    assert "The dots (o) are joined: from i1 to the side at =1." in "".join(
        m.content for m in world.public()
    )
    await play(world, ";1 O")
    assert "**Grace** led both colors to a short side. 🏆 **Grace** wins!" in world.words
    assert labels(world.last) == ["Rematch", "Replay", "Review"]
    assert all(len(pinged) == 1 for pinged in world.pings())


async def test_several_stones_a_turn_and_a_win_by_adopting(world: World) -> None:
    await world.begin("bipod", blocks="one to three")
    assert "blocks: one to three" in world.public()[0].content
    # A move is built stone by stone while typing.
    first = await offered(world, world.ada, "")
    assert first[0] == "adopt"
    assert 20 < len(first) <= 25
    assert await offered(world, world.ada, "e") == ["e1", "e3", "e5"]
    assert (await offered(world, world.ada, "e1"))[:3] == ["e1", "e1,g1", "e1,f2"]
    assert (await offered(world, world.ada, "e1,f2"))[0] == "e1,f2"
    assert await offered(world, world.ada, "e1,f2,e3") == ["e1,f2,e3"]

    before = world.last.id
    refused = await world.ask(world.ada, "move", preview=False, move="i1")
    assert "On i1 stands the start stone of o." in refused
    assert "Legal and close to it: `g1`, `k1` or `h2`." in refused
    unknown = await world.ask(world.ada, "move", preview=False, move="e2")
    assert "The board has no cell e2. In row 2 the nearest ones are d2 and f2." in unknown
    assert world.last.id == before

    await play(world, "g1h2", "k1,j2")
    assert "**Grace** places black stones on k1 and j2. `k1,j2`" in world.words
    await play(world, "adopt")
    assert "The dots (o) are cut off" in world.words
    assert "**Ada** cut a color off from every short side. 🏆 **Ada** wins!" in world.words


async def test_a_backtick_is_shown_as_it_is_and_styles_nothing(world: World) -> None:
    await world.begin("bipod", blocks="one to three")
    await play(world, "`2,=1")
    assert world.words.startswith("**Ada** places black stones on =1 and \\`2. `` =1,`2 ``")
    assert "on =1 and \\`2." in await world.ask(world.grace, "board")
    taken = await world.ask(world.grace, "move", preview=False, move="`2,'2")
    assert "On \\`2 stands a black stone." in taken
    assert "Legal and close to it: `'2`" in taken
    alt = world.last.attachments[0].description
    assert alt is not None
    assert "Black stones: =1, `2." in alt
    described = await world.ask(world.grace, "describe", space="`2")
    assert "\\`2" in described
    assert "`2" not in described.replace("\\`", "")


async def test_every_odd_column_survives_the_way_through_discord(world: World) -> None:
    await world.begin("bipod")
    cells = ["=1", "`2", "-1", "-3", "'2", ";1"]
    for cell, player in zip(cells, [world.ada, world.grace] * 3, strict=True):
        assert await offered(world, player, cell) == [cell]
        await play(world, cell)
    match = await world.match()
    assert [ply.text for ply in match.plies] == cells


async def test_stones_are_placed_with_buttons_one_by_one(world: World) -> None:
    await world.begin("bipod", blocks="one to three")
    opened = await pressed(world.ada, world.last, "Move", "A · e1")
    assert (
        "**1 of up to 3 stones: place another, or stop there? For any other cell choose its row.**"
        in opened.content
    )
    assert "If it ends here: **Ada** places a black stone on e1. `e1`" in opened.content
    further = await pressed(world.ada, opened, "Row 2", "A · `2")
    assert "places black stones on e1 and \\`2" in further.content
    await pressed(world.ada, further, "Confirm")
    assert world.words.startswith("**Ada** places black stones")


async def test_adopting_and_running_take_buttons_alone(world: World) -> None:
    await world.begin("bipod")
    adopting = await pressed(world.ada, world.last, "Move")
    assert "Adopt: You become the Blocker" in adopting.content
    await pressed(world.ada, adopting, "Adopt", "Confirm")
    # The runner is offered both colors, typed or with buttons.
    assert await offered(world, world.grace, "v2") == ["v2 o", "v2 O"]
    assert await offered(world, world.grace, "v2 O") == ["v2 O", "v2 o"]
    running = await pressed(world.grace, world.last, "Move")
    assert "o is 5 short of a side; O is 5 short of a side." in running.content
    running = await pressed(world.grace, running, "O row 3", "N · -3")
    await pressed(world.grace, running, "Confirm")
    assert world.words.startswith("**Grace** places a diamond (O) on -3. `-3 O`")


async def test_an_odd_column_that_is_pointed_out_styles_nothing(world: World) -> None:
    await world.begin("bipod")
    await play(world, "adopt", "h2 o", "a3", "f2 o", "d6", "d2 o", "f6", "b2 o")
    shown = await world.grace.click(world.last, label="My view")
    marked = await world.grace.select(shown.response, ["0"])
    assert "A shortest way of each color: b2 to \\`2; " in marked.response.content
    assert marked.response.attachments[0].description.startswith(
        "A shortest way of each color: b2 to `2; "
    )
