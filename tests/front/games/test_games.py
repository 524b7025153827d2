"""Matches of Bi-Pod, Bounce and Clump in a channel, as people play them."""

import json
from pathlib import Path
from typing import Any

from bot.catalog import entry
from bot.front.discord.layouts import is_laid_out
from bot.games.clump import GAME
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


VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "bounce.json").read_text())


def shortest(variant: str) -> list[str]:
    games = [game for game in VECTORS["games"] if game["options"]["variant"] == variant]
    steps: list[dict[str, Any]] = min((game["steps"] for game in games), key=len)
    return [step["move"] for step in steps]


VARIANTS = {value: label for label, value in entry("bounce").options[0].choices}


async def test_a_whole_accelerating_match_is_played_and_drawn(world: World) -> None:
    await world.begin("bounce", variant=VARIANTS["accelerating"])
    assert "**Ada** (dot) and **Grace** (diamond) play **Bounce**" in world.words
    for ply, text in enumerate(shortest("accelerating")):
        assert world.last.attachments[0].filename == f"bounce-1-{ply}.png"
        await play(world, text)
    assert "**Ada** covered the last stack of **Grace**. 🏆 **Ada** wins!" in world.words
    assert labels(world.last) == ["Rematch", "Replay", "Review", "Puzzle"]
    assert "Ada has won" in (world.last.attachments[0].description or "")
    assert all(len(pinged) == 1 for pinged in world.pings())
    assert is_laid_out(world.last)


async def test_a_run_is_told_below_the_board_or_refused_with_what_can_be_played(
    world: World,
) -> None:
    await world.begin("bounce")
    before = len(world.public())
    refused = await world.ask(world.ada, "move", preview=False, move="b2-d4")
    assert "A single cup runs one square, diagonally forward" in refused
    assert "b2-c3" in refused
    assert len(world.public()) == before
    await world.ada.slash(world.channel, "move", preview=False, move="A1 x B2 - C3")
    assert "**Ada** runs a1 to c3, and covers their own cup on b2: a stack of 2." in world.words
    described = world.last.attachments[0].description or ""
    assert "Ada (dot, P, forward is up) has c1 P, c3 PP" in described


async def test_a_challenge_tells_what_the_first_seat_is_worth(world: World) -> None:
    await world.challenge("bounce", world.grace)
    assert "> -# Whoever began won 22 of 30 matches of strong play. `pair`" in world.words
    await world.challenge("bounce", world.linus, variant=VARIANTS["ten"])
    assert "Whoever began" not in world.words


SHORT = ["a1-b1", "c2-c3", "b4-a4", "a2-a3"]
"""A whole match on the smallest board; Blue wins."""


async def test_a_whole_match_is_played_and_drawn(world: World) -> None:
    await world.begin("clump", size="4 by 4")
    assert "size: 4 by 4" in world.public()[0].content
    assert "**Ada** (red) and **Grace** (blue) play **Clump**." in world.words
    for text in SHORT:
        picture = world.last.attachments[0]
        assert picture.filename.startswith("clump-1-")
        assert "Clump." in (picture.description or "")
        await play(world, text)
    assert "A blue path joins left and right." in world.words
    assert "A path of **Grace**'s stones joins both of their sides" in world.words
    assert "🏆 **Grace** wins!" in world.words
    assert world.last.attachments
    assert labels(world.last) == ["Rematch", "Replay", "Review", "Puzzle"]
    assert len(world.pings()) == len(SHORT) + 2


async def test_a_swap_is_typed_or_refused_in_the_games_own_words(world: World) -> None:
    await world.begin("clump")
    usual = "12: BRBRBRBRBRBR, 11: RBRBRBRBRBRB"
    assert usual in (world.last.attachments[0].description or ""), "it is twelve by twelve"
    assert GAME.start({}).size == 8, "as in matches whose size was never named"
    offered = await world.ada.autocomplete(world.channel, "move", "move", "c3")
    assert {"c3-b3", "c3-c2", "c3-c4", "c3-d3"} == {choice["value"] for choice in offered}
    posts = len(world.public())
    refused = await world.ask(world.ada, "move", preview=False, move="d3-c3")
    assert "Your own stone comes first: write c3-d3." in refused
    assert len(world.public()) == posts
    await world.ada.slash(world.channel, "move", preview=False, move="C3 D3")
    assert "**Ada** swaps c3 with d3, forms a red group of 4 on d3" in world.words
    assert "Mark Steere, August 2023" in await world.ask(world.ada, "rules", game="clump")


async def test_a_swap_is_made_with_buttons_by_the_part_of_the_board(world: World) -> None:
    await world.begin("clump", size="8 by 8")
    opened = await pressed(world.ada, world.last, "Move")
    assert labels(opened)[:5] == ["a-b 7-8", "c-d 7-8", "e-f 7-8", "g-h 7-8", "a-b 5-6"]
    whole = await pressed(world.ada, opened, "a-b 5-6", "b6-b5")
    assert "**Play this?**" in whole.content
    await pressed(world.ada, whole, "Confirm")
    assert world.words.startswith("**Ada** swaps b6 with b5")
    assert "**Grace** diminishes" not in world.words


async def test_a_challenge_says_what_the_first_seat_is_worth(world: World) -> None:
    await world.challenge("clump", world.grace, size="8 by 8")
    known = "> -# On 8 by 8 whoever began won 18 of 20 matches of strong play."
    assert f"{known} `pair` in `/challenge` asks for two matches with" in world.words
    await world.challenge("clump", world.linus, size="6 by 6", pair=True)
    assert "> -# On 6 by 6 the game is solved: whoever begins can win" in world.words
    assert "In a pair each of you begins once." in world.words
    await world.challenge("clump", world.manager)
    assert "whoever beg" not in world.words, "of the usual board nothing is known"
