"""What must not happen is refused privately, kindly and with the next step; nothing is public."""

import asyncio
import re

import pytest

from tests.front import heap
from tests.front.conftest import World, labels, said


async def test_only_the_players_move(world: World) -> None:
    await world.start()
    posts = len(world.public())
    assert "You don't play in match 1." in said(await world.move(world.linus, "1", match=1))
    pressed = await world.linus.click(world.last, label="Move")
    assert "You do not play in match 1: it is between Ada and Grace." in said(pressed)
    assert "`/challenge` begins one of your own." in said(pressed)
    assert "It is not your turn." in await world.tap(world.grace, "Move")
    assert "It is not your turn." in said(await world.move(world.grace, "1"))
    assert len(world.public()) == posts


async def test_only_the_one_who_is_asked_answers_a_challenge(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    post = world.last
    for who, label, answer in [
        (world.linus, "Accept", "This challenge is for Grace."),
        (world.ada, "Accept", "You are already in."),
        (world.ada, "Decline", "This challenge is your own."),
        (world.linus, "Decline", "This challenge does not ask for you by name."),
        (world.grace, "Withdraw", "Only Ada can take this challenge back."),
    ]:
        assert answer in await world.tap(who, label, post)
    assert world.public() == [post]
    assert labels(world.last) == ["Accept", "Decline", "Withdraw", "How to play"]


async def test_a_second_click_changes_nothing_and_one_person_gets_the_open_seat(
    world: World,
) -> None:
    for number, others in ((1, (world.grace, world.grace)), (2, (world.grace, world.linus))):
        invited = {"opponent": world.grace} if number == 1 else {}
        await world.ada.slash(world.channel, "challenge heap", first="me", **invited)
        post = world.last
        with world.env.time_context():
            for who in others:
                await world.press(who, post, f"accept:{number}:1")
        await world.env.settle()
        assert len(world.public()) == 2 * number
    assert any("has been accepted already" in text for text in world.private_texts())


async def test_of_two_moves_at_once_one_counts_and_the_other_is_told(world: World) -> None:
    await world.start(spare=9)
    board = world.last
    form = await world.form(world.ada, board)
    other = await world.form(world.ada, board)
    done = await world.confirm(world.ada, await world.ada.submit_modal(form, {"move": "1"}))
    late = await world.ada.submit_modal(other, {"move": "2"})
    assert "is played" in said(done)
    assert "has gone on since that board" in said(late)
    assert f"The current board: https://discord.com/channels/{world.guild.id}/" in said(late)
    assert str(world.last.id) in said(late)
    stored = world.env.backend.get_message(world.channel.id, world.last.id)
    stored.components[0]["components"][0]["custom_id"] = "castle:1:3"
    # As a version long gone had it.
    long_gone = await world.ada.click(world.last, custom_id="castle:1:3")
    assert "I no longer have what this button did." in said(long_gone)
    assert len((await world.match()).plies) == 1


async def test_an_ended_match_takes_nothing_more(world: World) -> None:
    await world.start()
    await world.move(world.ada, "3")
    posts = len(world.public())
    for command, options in [
        ("move", {"move": "1"}),
        ("resign", {}),
        ("draw", {}),
        ("claim", {}),
        ("draw", {"answer": "agree"}),
    ]:
        over = await world.grace.slash(world.channel, command, match=1, **options)
        assert "Match 1 is over: Ada won." in said(over), command
        none = await world.grace.slash(world.channel, command, **options)
        assert "You have no match running here." in said(none), command
    again = await world.linus.click(world.last, label="Rematch")
    assert "Only those who played match 1 can ask for a rematch." in said(again)
    assert len(world.public()) == posts


async def test_a_match_that_never_was_or_is_of_another_server_is_refused(world: World) -> None:
    for command in ("board", "resign", "draw", "claim"):
        for number in (99, 2**53 - 1):
            assert f"match {number}" in await world.ask(world.ada, command, match=number)
    await world.start()
    elsewhere = world.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("other")
    linus = elsewhere.add_member(world.linus.user)
    assert "There is no match 1 here." in said(await linus.slash(channel, "board", match=1))
    ada = elsewhere.add_member(world.ada.user)
    assert "It is your turn." in said(await ada.slash(channel, "board", match=1))


MISCHIEF = [
    "",
    " ",
    "nonsense",
    "x" * 6000,
    "1" * 6000,
    "`" * 500,
    "```\n# big\n```",
    "@everyone @here <@1> <@&2> **bold** ||spoiler||",
    "[click](https://example.com) https://example.com",
    "\u202egnp\u0000\n\nx",
    "99",
]


async def test_no_typed_text_pings_styles_or_breaks_anything(world: World) -> None:
    await world.start()
    for text in MISCHIEF:
        answer = await world.move(world.ada, text)
        assert said(answer)
        assert len(said(answer)) <= 2000
        for bad in ("@everyone", "@here", "<@", "**bold**", "https://", "```"):
            assert bad not in said(answer)
        form = await world.form(world.ada, world.last)
        if 0 < len(text) <= 200:
            assert said(await world.ada.submit_modal(form, {"move": text}))
        assert not (await world.match()).plies
        assert world.pings() == [[world.grace.id], [world.ada.id]]


async def test_an_illegal_move_names_what_is_in_the_way_and_what_is_near(world: World) -> None:
    await world.ada.slash(world.channel, "challenge bump", opponent=world.grace, first="me")
    await world.grace.click(world.last, label="Accept")
    answer = await world.ada.slash(world.channel, "move", move="01,11")
    first, near, help_ = said(answer).split("\n")
    assert first.startswith("The way to 11 ") or "11" in first
    assert near.startswith("Legal and close to it: `01,")
    assert help_ == "`/move` offers every legal move as you type, and `/board` shows the board."


async def test_names_are_shown_as_they_are_and_ping_nobody(world: World) -> None:
    rogue = world.guild.add_member(
        world.env.create_user("rogue", global_name="**@everyone** `x` <@1>")
    )
    await rogue.slash(
        world.channel, "challenge heap", opponent=world.grace, first="me", size="small"
    )
    await world.grace.click(world.last, label="Accept")
    await world.move(rogue, "3")
    for post in world.public():
        assert "@everyone" not in post.content
        assert "<@1>" not in post.content
    assert world.pings() == [[world.grace.id], [rogue.id], [world.grace.id]]


async def test_a_store_that_fails_is_said_and_loses_nothing(world: World) -> None:
    await world.start()
    world.sql("PRAGMA query_only = 1")
    answer = await world.move(world.ada, "1")
    assert said(answer)
    assert "is played" not in said(answer)
    world.sql("PRAGMA query_only = 0")
    assert not (await world.match()).plies
    assert "is played" in said(await world.move(world.ada, "1"))
    await world.client.store.close()
    assert await world.ask(world.grace, "board")
    await world.restart()
    assert "It is your turn." in await world.ask(world.grace, "board")


def _broken(*_: object) -> str:
    raise RuntimeError("a fault in the rules")


async def test_trouble_of_our_own_is_told_with_a_number_that_is_in_the_log(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start()
    await world.move(world.ada, "1")
    monkeypatch.setitem(vars(heap.GAME), "tell", _broken)
    for answer in (
        await world.ada.slash(world.channel, "board"),
        await world.ada.click(world.last, label="My view"),
    ):
        found = re.search("error `([0-9a-f]{8})`", said(answer))
        assert found
        assert f"error {found[1]}" in caplog.text
    assert "a fault in the rules" in caplog.text
    assert len(world.env.errors) == 1


async def test_two_matches_do_not_wait_for_each_other(world: World) -> None:
    await world.start(spare=9)
    await world.ada.slash(
        world.channel, "challenge heap", opponent=world.linus, first="them", spare=9
    )
    await world.linus.click(world.last, label="Accept")
    boards = {m.content.split("match ")[1][0]: m for m in world.public() if m.components}
    with world.env.time_context():
        await asyncio.gather(
            world.press(world.ada, boards["1"], "view:1:3"),
            world.press(world.linus, boards["2"], "view:2:3"),
        )
    await world.env.settle()
    assert sum("It is " in text for text in world.private_texts()) == 2


async def test_a_double_tap_on_rematch_begins_one_match(world: World) -> None:
    await world.start()
    await world.move(world.ada, "3")
    over = world.last
    await world.ada.click(over, label="Rematch")
    (rematch,) = (b.custom_id for b in over.components[0].children if b.label == "Rematch")  # type: ignore[union-attr]
    with world.env.time_context():
        for _ in range(2):
            await world.press(world.grace, over, str(rematch))
    await world.env.settle()
    reply = [text for text in world.private_texts() if "You are in for the rematch" in text]
    assert reply == ["You are in for the rematch: match 2."] * 2
    assert len(await world.client.matches.of_person(world.grace.id, open_only=False)) == 2


async def test_too_many_open_challenges_are_refused_with_what_to_do(world: World) -> None:
    for _ in range(25):
        await world.ada.slash(world.channel, "challenge heap")
    assert await world.ask(world.ada, "challenge heap") == (
        "25 challenges of yours wait for an answer already. Wait until one is answered, or take "
        "one back. `/games` lists them, and **Withdraw** below one takes it back."
    )
