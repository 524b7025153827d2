"""Whole matches, from the challenge to the end, as people play them."""

from bot.front.discord.layouts import words_of
from tests.front.conftest import World, labels, said
from tests.front.text.stories import QUICK_WIN


async def test_two_people_play_a_whole_match_with_commands(world: World) -> None:
    sent = await world.challenge("heap", world.grace, first="me", size="small")
    assert "Your challenge is match 1" in sent
    assert f"<@{world.grace.id}>: **Ada** challenges you to **Heap**" in world.words
    assert labels(world.last) == ["Accept", "Decline", "Withdraw", "How to play"]

    await world.grace.click(world.last, label="Accept")
    assert labels(world.public()[0]) == []
    assert f"<@{world.ada.id}>, it is your turn." in world.words
    assert world.last.attachments[0].description == "A heap of 3; Ada is to move."
    assert labels(world.last) == ["Move", "My view", "How to play", "More…"]

    assert "`` 1`* `` is played." in said(await world.move(world.ada, "1"))
    assert labels(world.public()[1]) == []
    assert world.words.startswith("**Ada** takes 1. `` 1`* ``")

    await world.move(world.grace, "2")
    assert "**Grace** took the last one. 🏆 **Grace** wins!" in world.words
    assert labels(world.last) == ["Rematch", "Replay", "Review", "Puzzle"]
    assert world.pings() == [[world.grace.id], [world.ada.id], [world.grace.id], [world.ada.id]]
    # The end offers a rematch with the seats swapped.
    assert "Your challenge for a rematch is match 2." in await world.tap(world.grace, "Rematch")
    await world.ada.click(world.last, label="Accept")
    assert f"<@{world.grace.id}>, it is your turn." in world.words


async def test_two_people_play_a_whole_match_with_the_form(short: World) -> None:
    for who, text in [(short.ada, "2"), (short.grace, "1")]:
        form = await short.form(who)
        assert form.modal["title"] == "Heap · match 1"
        answer = await short.confirm(who, await who.submit_modal(form, {"move": text}))
        assert f"`` {text}`* `` is played." in said(answer)
    assert "🏆 **Grace** wins!" in short.words


async def test_a_whole_match_of_bump_is_played_and_drawn(bumps: World) -> None:
    turns = []
    for who, text in zip([bumps.ada, bumps.grace] * 5, QUICK_WIN, strict=True):
        board = bumps.last
        turns.append(bumps.words)
        listed = "**they stand on your center**" in await bumps.ask(who, "games")
        assert listed == ("Guard your center!" in bumps.words)
        assert board.attachments[0].filename.startswith("bump-1-")
        answer = await bumps.move(who, text)
        assert "is played" in said(answer), text
    assert "**Ada** held the opposing center for a whole turn. 🏆 **Ada** wins!" in bumps.words
    assert bumps.last.attachments
    assert all("it is your turn" in each for each in turns)
    assert not any("it is your turn" in words_of(m) for m in bumps.public())
    assert any("Guard your center!" in each for each in turns)
    assert len(bumps.pings()) == len(QUICK_WIN) + 2
    assert all(len(pinged) == 1 for pinged in bumps.pings())


BLOCKS = {"blocks": "one to three"}
"""With which a turn of Bi-Pod has 80,000 moves."""


async def test_the_bot_plays_every_game(world: World) -> None:
    for game, terms in (("bounce", {}), ("clump", {}), ("urchins", {}), ("bipod", BLOCKS)):
        await world.challenge(game, world.robot, first="them", **terms)
        await world.env.settle()
        assert f"<@{world.ada.id}>, it is your turn" in world.words


async def test_one_channel_holds_many_matches_and_each_goes_its_way(short: World) -> None:
    await short.ada.slash(short.channel, "challenge heap", opponent=short.linus, first="them")
    await short.linus.click(short.last, label="Accept")
    # It is Ada's turn in the first match only, so nothing needs to be named.
    await short.move(short.ada, "1")
    assert "match 1 " in short.words
    await short.move(short.linus, "1")
    await short.move(short.grace, "1")
    unclear = await short.move(short.ada, "1")
    assert "You have several matches here. Which one is `1` for?" in said(unclear)
    assert labels(unclear.response) == [
        "2 · Heap with Linus · your turn",
        "1 · Heap with Grace · your turn",
    ]
    assert "You have several matches here: 2 (Heap with **Linus**) and 1 (Heap with **Grace**)" in (
        await short.ask(short.ada, "resign")
    )
    assert "is played" in said(await short.move(short.ada, "1", match=2))


async def test_a_draw_is_offered_and_agreed_on_with_buttons(short: World) -> None:
    await short.offer_draw(short.ada)
    assert "**Ada** offers a draw. Do you agree?" in await short.ask(short.grace, "draw")
    await short.grace.slash(short.channel, "draw", answer="play on")
    assert f"<@{short.ada.id}>, no draw: **Grace** plays on." in short.words
    nothing = await short.ask(short.grace, "draw", answer="agree")
    assert "There is no offer of a draw to answer" in nothing
    await short.move(short.ada, "1")
    await short.move(short.grace, "1")
    assert "You offer" in said(await short.offer_draw(short.ada))
    assert short.words.startswith(f"<@{short.grace.id}>: **Ada** offers a draw.")
    notice = short.last
    assert "The offer is your own" in await short.tap(short.ada, "Agree to the draw", notice)
    await short.grace.click(notice, label="Agree to the draw")
    assert "The players agreed on a draw. Nobody wins." in short.words
    reply = (
        "The match is over: The players agreed on a draw. Nobody wins. Grace takes 1. A heap of 1."
    )
    assert short.last.attachments[0].description == reply
    shown = await short.grace.slash(short.channel, "board", match=1, text=True)
    assert "```\nThe players agreed on a draw. Nobody wins.\n1" in said(shown)
    assert labels(short.shown(notice)) == []


async def test_a_challenge_that_was_answered_no_longer_says_when_it_ends(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    await world.grace.click(world.last, label="Decline")
    assert f"<@{world.ada.id}>, your challenge was declined." in world.words
    assert labels(world.public()[0]) == []
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    await world.ada.click(world.last, label="Withdraw")
    assert "was taken back" in world.words
    assert world.pings() == [[world.grace.id], [world.ada.id], [world.grace.id], []]
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace, first="me")
    asked = world.last
    assert "the invitation ends <t:" in asked.content
    await world.grace.click(asked, label="Accept")
    call, terms, small = world.shown(asked).content.splitlines()
    assert call == "**Ada** challenged **Grace** to **Heap**."
    assert terms == "7 days a move · **Ada** begins"
    assert small == "-# Match 3 · accepted · post 5"


async def test_resigning_is_asked_about_first(short: World) -> None:
    sure = await short.ada.slash(short.channel, "resign")
    assert "Give up match 1 against **Grace**?" in said(sure)
    kept = await short.ada.click(sure.response, label="No, play on")
    assert "The match goes on." in kept.response.content
    more = await short.ada.click(short.last, label="More…")
    sure = await short.ada.click(more.response, label="Resign…")
    await short.ada.click(sure.response, label="Yes, resign")
    asked = short.env.backend.get_message(short.channel.id, sure.response.id)
    assert not asked.components
    assert f"**Ada** resigned. 🏆 **Grace** wins! <@{short.grace.id}>" in short.words
    reply = "The match is over: Ada resigned. Grace wins! A heap of 3."
    assert short.last.attachments[0].description == reply
