"""Whole matches, from the challenge to the end, as people play them."""

import json
from pathlib import Path
from typing import Any

import pytest
from simcord.backend.errors import BackendError

from bot.catalog import entry
from bot.front.discord.layouts import words_of
from bot.games.clump import GAME
from tests.front.conftest import World, labels, play, pressed, said
from tests.front.snapshot import TO_TURN, snapshot
from tests.front.text.stories import QUICK_WIN
from tests.helpers.playing import known


async def test_two_people_play_a_whole_match_with_commands(world: World) -> None:
    snapshot(await world.challenge("heap", world.grace, first="me", size="small"))
    snapshot(world.last)

    await world.grace.click(world.last, label="Accept")
    assert labels(world.public()[0]) == []
    snapshot(world.last)
    snapshot(world.last.attachments[0].description)

    snapshot(said(await world.move(world.ada, "1")))
    assert labels(world.public()[1]) == []
    snapshot(world.words)

    await world.move(world.grace, "2")
    snapshot(world.last)
    assert world.pings() == [[world.grace.id], [world.ada.id], [world.grace.id], [world.ada.id]]
    # The end offers a rematch with the seats swapped.
    snapshot(await world.tap(world.grace, "Rematch"))
    await world.ada.click(world.last, label="Accept")
    snapshot(world.words)


async def test_two_people_play_a_whole_match_with_the_form(short: World) -> None:
    for who, text in [(short.ada, "2"), (short.grace, "1")]:
        form = await short.form(who)
        assert form.modal["title"] == "Heap · match 1"
        snapshot(said(await short.confirm(who, await who.submit_modal(form, {"move": text}))))
    snapshot(short.words)


async def test_a_whole_match_of_bump_is_played_and_drawn(bumps: World) -> None:
    turns = []
    for who, text in zip([bumps.ada, bumps.grace] * 5, QUICK_WIN, strict=True):
        board = bumps.last
        turns.append(bumps.words)
        listed = "**they stand on your center**" in await bumps.ask(who, "games")
        assert listed == ("Guard your center!" in bumps.words)
        assert board.attachments[0].filename.startswith("bump-1-")
        snapshot(said(await bumps.move(who, text)))
    snapshot(bumps.last)
    assert all(TO_TURN in each for each in turns)
    assert not any(TO_TURN in words_of(m) for m in bumps.public())
    assert any("Guard your center!" in each for each in turns)
    assert len(bumps.pings()) == len(QUICK_WIN) + 2
    assert all(len(pinged) == 1 for pinged in bumps.pings())


BLOCKS = {"blocks": "one to three"}
"""With which a turn of Bi-Pod has 80,000 moves."""


async def test_the_bot_plays_every_game(world: World) -> None:
    for game, terms in (("bounce", {}), ("clump", {}), ("urchins", {}), ("bipod", BLOCKS)):
        await world.challenge(game, world.robot, first="them", **terms)
        await world.env.settle()
        snapshot(world.words)


async def test_one_channel_holds_many_matches_and_each_goes_its_way(short: World) -> None:
    await short.ada.slash(short.channel, "challenge heap", opponent=short.linus, first="them")
    await short.linus.click(short.last, label="Accept")
    # It is Ada's turn in the first match only, so nothing needs to be named.
    await short.move(short.ada, "1")
    snapshot(short.words)
    await short.move(short.linus, "1")
    await short.move(short.grace, "1")
    snapshot(await short.move(short.ada, "1"))
    snapshot(await short.ask(short.ada, "resign"))
    snapshot(said(await short.move(short.ada, "1", match=2)))


async def test_a_draw_is_offered_and_agreed_on_with_buttons(short: World) -> None:
    await short.offer_draw(short.ada)
    snapshot(await short.ask(short.grace, "draw"))
    await short.grace.slash(short.channel, "draw", answer="play on")
    snapshot(short.words)
    snapshot(await short.ask(short.grace, "draw", answer="agree"))
    await short.move(short.ada, "1")
    await short.move(short.grace, "1")
    snapshot(said(await short.offer_draw(short.ada)))
    snapshot(short.words)
    notice = short.last
    snapshot(await short.tap(short.ada, "Agree to the draw", notice))
    await short.grace.click(notice, label="Agree to the draw")
    snapshot(short.words)
    reply = (
        "The match is over: The players agreed on a draw. Nobody wins. Grace takes 1. A heap of 1."
    )
    assert short.last.attachments[0].description == reply
    snapshot(await short.ask(short.grace, "board", match=1, text=True))
    assert labels(short.shown(notice)) == []


async def test_a_challenge_that_was_answered_no_longer_says_when_it_ends(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    await world.grace.click(world.last, label="Decline")
    snapshot(world.words)
    assert labels(world.public()[0]) == []
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    await world.ada.click(world.last, label="Withdraw")
    snapshot(world.words)
    assert world.pings() == [[world.grace.id], [world.ada.id], [world.grace.id], []]
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace, first="me")
    asked = world.last
    snapshot(asked.content)
    # She was called to it a moment ago, and had not answered.
    assert world.pings()[-1] == []
    await world.grace.click(asked, label="Accept")
    call, terms, small = world.shown(asked).content.splitlines()
    snapshot(call)
    snapshot(terms)
    snapshot(small)


async def test_resigning_is_asked_about_first(short: World) -> None:
    sure = await short.ada.slash(short.channel, "resign")
    snapshot(said(sure))
    kept = await short.ada.click(sure.response, label="No, play on")
    snapshot(kept.response.content)
    more = await short.ada.click(short.last, label="More…")
    asked = (await short.ada.click(more.response, label="Resign…")).response
    snapshot(await short.tap(short.ada, "Yes, resign", asked))
    # The question is answered, and gone.
    with pytest.raises(BackendError, match="Unknown Message"):
        short.env.backend.get_message(short.channel.id, asked.id)
    snapshot(short.words)
    reply = "The match is over: Ada resigned. Grace wins! A heap of 3."
    assert short.last.attachments[0].description == reply


async def offered(world: World, who: Any, typed: str) -> list[str]:
    return [c["value"] for c in await who.autocomplete(world.channel, "move", "move", typed)]


async def test_several_stones_a_turn_and_a_win_by_adopting(world: World) -> None:
    await world.begin("bipod", blocks="one to three")
    snapshot(world.public()[0].content)
    # A move is built stone by stone while typing.
    first = await offered(world, world.ada, "")
    assert first[0] == "adopt"
    assert 20 < len(first) <= 25
    assert await offered(world, world.ada, "e") == ["e1", "e3", "e5"]
    assert (await offered(world, world.ada, "e1"))[:3] == ["e1", "e1,g1", "e1,d2"]
    assert (await offered(world, world.ada, "e1,f2"))[0] == "e1,f2"
    assert await offered(world, world.ada, "e1,f2,e3") == ["e1,f2,e3"]

    before = world.last.id
    snapshot(await world.ask(world.ada, "move", preview=False, move="i1"))
    snapshot(await world.ask(world.ada, "move", preview=False, move="e2"))
    assert world.last.id == before

    await play(world, "g1h2", "k1,j2")
    snapshot(world.words)
    await play(world, "adopt")
    snapshot(world.words)


async def test_a_backtick_is_shown_as_it_is_and_styles_nothing(world: World) -> None:
    await world.begin("bipod", blocks="one to three")
    await play(world, "`2,=1")
    snapshot(world.words)
    snapshot(await world.ask(world.grace, "board"))
    snapshot(await world.ask(world.grace, "move", preview=False, move="`2,'2"))
    snapshot(known(world.last.attachments[0].description))
    described = await world.ask(world.grace, "describe", space="`2")
    assert "\\`2" in described
    assert "`2" not in described.replace("\\`", "")


async def test_stones_are_placed_with_buttons_one_by_one(world: World) -> None:
    await world.begin("bipod", blocks="one to three")
    opened = await pressed(world.ada, world.last, "Move", "e1")
    snapshot(opened.content)
    further = await pressed(world.ada, opened, "2", "`2")
    snapshot(further.content)
    await pressed(world.ada, further, "Confirm")
    snapshot(world.words)


async def test_an_odd_column_that_is_pointed_out_styles_nothing(world: World) -> None:
    await world.begin("bipod")
    await play(world, "adopt", "h2 o", "a3", "f2 o", "d6", "d2 o", "f6", "b2 o")
    shown = await world.grace.click(world.last, label="My view")
    marked = await world.grace.select(shown.response, ["0"])
    snapshot(marked.response.content)
    snapshot(marked.response.attachments[0].description)


VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "bounce.json").read_text())


def shortest(variant: str) -> list[str]:
    games = [game for game in VECTORS["games"] if game["options"]["variant"] == variant]
    steps: list[dict[str, Any]] = min((game["steps"] for game in games), key=len)
    return [step["move"] for step in steps]


VARIANTS = {value: label for label, value in entry("bounce").options[0].choices}


async def test_a_run_is_told_below_the_board_or_refused_with_what_can_be_played(
    world: World,
) -> None:
    await world.begin("bounce")
    before = len(world.public())
    refused = await world.ask(world.ada, "move", preview=False, move="b2-d4")
    snapshot(refused)
    assert "b2-c3" in refused
    assert len(world.public()) == before
    await world.ada.slash(world.channel, "move", preview=False, move="A1 x B2 - C3")
    snapshot(world.words)
    snapshot(world.last.attachments[0].description or "")


async def test_a_challenge_tells_what_the_first_seat_is_worth(world: World) -> None:
    await world.challenge("bipod", world.grace)
    snapshot(world.words)
    await world.challenge("bipod", world.linus, adopt="to run", blocks="one or two")
    snapshot(world.words)
    await world.challenge("bipod", world.manager, adopt="to run")
    snapshot(world.words)


SHORT = ["a1-b1", "c2-c3", "b4-a4", "a2-a3"]
"""A whole match on the smallest board; Blue wins."""


async def test_a_whole_match_of_clump_is_played_and_drawn(world: World) -> None:
    await world.begin("clump", size="4 by 4")
    snapshot(world.public()[0].content)
    snapshot(world.words)
    for text in SHORT:
        picture = world.last.attachments[0]
        assert picture.filename.startswith("clump-1-")
        assert "Clump." in (picture.description or "")
        await play(world, text)
    snapshot(world.last)
    assert len(world.pings()) == len(SHORT) + 2


async def test_a_swap_is_typed_or_refused_in_the_games_own_words(world: World) -> None:
    await world.begin("clump")
    usual = "14: BRBRBRBRBRBRBR, 13: RBRBRBRBRBRBRB"
    assert usual in (world.last.attachments[0].description or ""), "it is fourteen by fourteen"
    assert GAME.start({}).size == 8, "as in matches whose size was never named"
    offered = await world.ada.autocomplete(world.channel, "move", "move", "c3")
    assert {"c3-b3", "c3-c2", "c3-c4", "c3-d3"} == {choice["value"] for choice in offered}
    posts = len(world.public())
    snapshot(await world.ask(world.ada, "move", preview=False, move="d3-c3"))
    assert len(world.public()) == posts
    await world.ada.slash(world.channel, "move", preview=False, move="C3 D3")
    snapshot(world.words)


async def test_a_swap_is_made_with_buttons_by_its_file(world: World) -> None:
    await world.begin("clump", size="8 by 8")
    opened = await pressed(world.ada, world.last, "Move")
    assert {*"abcdefgh"} < {*labels(opened)}
    whole = await pressed(world.ada, opened, "/b|", "b6|b5")
    snapshot(whole.content)
    await pressed(world.ada, whole, "Confirm")
    snapshot(world.words)


async def test_a_challenge_says_what_the_first_seat_of_clump_is_worth(world: World) -> None:
    await world.challenge("clump", world.grace, size="8 by 8")
    snapshot(world.words)
    await world.challenge("clump", world.linus, size="6 by 6", pair=True)
    snapshot(world.words)
    await world.challenge("clump", world.manager)
    snapshot(world.words)
