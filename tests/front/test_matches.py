"""Whole matches, from the challenge to the end, as people play them."""

from bot.front.discord.layouts import words_of
from tests.front.conftest import World, labels, said


async def test_two_people_play_a_whole_match_with_commands(world: World) -> None:
    sent = await world.ada.slash(
        world.channel, "challenge heap", opponent=world.grace, first="me", size="small"
    )
    assert "Your challenge is match 1" in said(sent)
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
    assert labels(world.last) == ["Rematch", "Replay"]
    assert world.pings() == [[world.grace.id], [world.ada.id], [world.grace.id], [world.ada.id]]
    # The end offers a rematch with the seats swapped.
    assert "Your challenge for a rematch is match 2." in await world.tap(world.grace, "Rematch")
    await world.ada.click(world.last, label="Accept")
    assert f"<@{world.grace.id}>, it is your turn." in world.words


async def test_two_people_play_a_whole_match_with_the_form(world: World) -> None:
    await world.start()
    for who, text in [(world.ada, "2"), (world.grace, "1")]:
        form = await world.form(who)
        assert form.modal["title"] == "Heap · match 1"
        answer = await world.confirm(who, await who.submit_modal(form, {"move": text}))
        assert f"`` {text}`* `` is played." in said(answer)
    assert "🏆 **Grace** wins!" in world.words


async def test_a_whole_match_of_bump_is_played_and_drawn(world: World) -> None:
    await world.ada.slash(world.channel, "challenge bump", opponent=world.grace, first="me")
    await world.grace.click(world.last, label="Accept")
    turns = []
    for who, text in zip([world.ada, world.grace] * 5, QUICK_WIN, strict=True):
        board = world.last
        turns.append(world.words)
        listed = "**they stand on your center**" in await world.ask(who, "games")
        assert listed == ("Guard your center!" in world.words)
        assert board.attachments[0].filename.startswith("bump-1-")
        answer = await world.move(who, text)
        assert "is played" in said(answer), text
    assert "**Ada** held the opposing center for a whole turn. 🏆 **Ada** wins!" in world.words
    assert world.last.attachments
    assert all("it is your turn" in each for each in turns)
    assert not any("it is your turn" in words_of(m) for m in world.public())
    assert any("Guard your center!" in each for each in turns)
    assert len(world.pings()) == len(QUICK_WIN) + 2
    assert all(len(pinged) == 1 for pinged in world.pings())


QUICK_WIN = [
    "011,12-3",
    "pass",
    "11,22-2",
    "pass",
    "25,281",
    "pass",
    "281,291",
    "pass",
    "291,C",
    "pass",
]


async def test_anyone_may_take_an_open_challenge(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", first="them")
    assert world.words.startswith("**Ada** looks for an opponent at **")
    assert world.pings() == [[]]
    await world.linus.click(world.last, label="Accept")
    assert "**Linus** (dot) and **Ada** (diamond) play **Heap**." in world.words


async def test_the_bot_itself_is_an_opponent(world: World) -> None:
    answer = await world.ada.slash(
        world.channel, "challenge heap", opponent=world.robot, first="me", size="small"
    )
    assert "Match 1 begins" in said(answer)
    await world.move(world.ada, "1")
    await world.env.settle()
    assert "takes 2." in world.words
    assert "wins!" in world.words
    assert world.public()[0].content.startswith("**Ada** (dot)")


async def test_four_play_on_when_one_of_them_leaves(world: World) -> None:
    await world.ada.slash(
        world.channel,
        "challenge heap",
        opponent=world.grace,
        opponent2=world.linus,
        players=4,
        first="me",
        spare=9,
    )
    post = world.last
    assert labels(post) == ["Accept", "Decline", "Begin", "Withdraw", "How to play"]
    await world.grace.click(post, label="Accept")
    assert "Joined so far: **Ada** and **Grace**. 2 seats still open." in world.words
    assert "Joined so far: **Ada** and **Grace**." in world.public()[0].content
    assert world.public()[0].content.endswith(" · post 1")
    await world.linus.click(post, label="Accept")
    await world.manager.click(post, label="Accept")
    assert "**Ada** (dot), **Grace** (diamond), **Linus** (triangle) and **Margaret** (square)" in (
        world.words
    )
    await world.move(world.ada, "1")
    await world.resign(world.grace)
    assert "**Grace** resigned." in world.words
    assert f"<@{world.linus.id}>, it is your turn" in world.words
    assert [len(p) for p in world.pings()] == [2, 0, 0, 1, 1, 1]


async def test_the_host_begins_with_those_who_came(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", players=3, first="me")
    post = world.last
    await world.grace.click(post, label="Accept")
    assert "Only Ada can begin" in await world.tap(world.grace, "Begin", post)
    await world.ada.click(post, label="Begin")
    assert "**Ada** (dot) and **Grace** (diamond) play **Heap**." in world.words


async def test_one_channel_holds_many_matches_and_each_goes_its_way(world: World) -> None:
    await world.start()
    await world.ada.slash(world.channel, "challenge heap", opponent=world.linus, first="them")
    await world.linus.click(world.last, label="Accept")
    # It is Ada's turn in the first match only, so nothing needs to be named.
    await world.move(world.ada, "1")
    assert "match 1 " in world.words
    await world.move(world.linus, "1")
    await world.move(world.grace, "1")
    unclear = await world.move(world.ada, "1")
    assert "You have several matches here. Which one is `1` for?" in said(unclear)
    assert labels(unclear.response) == [
        "2 · Heap with Linus · your turn",
        "1 · Heap with Grace · your turn",
    ]
    assert "You have several matches here: 2 (Heap with **Linus**) and 1 (Heap with **Grace**)" in (
        await world.ask(world.ada, "resign")
    )
    assert "is played" in said(await world.move(world.ada, "1", match=2))


async def test_a_draw_is_offered_and_agreed_on_with_buttons(world: World) -> None:
    await world.start()
    await world.offer_draw(world.ada)
    assert "**Ada** offers a draw. Do you agree?" in await world.ask(world.grace, "draw")
    await world.grace.slash(world.channel, "draw", answer="play on")
    assert "**Grace** declines the draw that **Ada** offered" in world.words
    nothing = await world.ask(world.grace, "draw", answer="agree")
    assert "There is no offer of a draw to answer" in nothing
    await world.move(world.ada, "1")
    await world.move(world.grace, "1")
    assert "You offer" in said(await world.offer_draw(world.ada))
    assert world.words.startswith(f"<@{world.grace.id}>: **Ada** offers a draw.")
    notice = world.last
    assert "The offer is your own" in await world.tap(world.ada, "Agree to the draw", notice)
    await world.grace.click(notice, label="Agree to the draw")
    assert "The players agreed on a draw. Nobody wins." in world.words
    reply = (
        "The match is over: The players agreed on a draw. Nobody wins. Grace takes 1. A heap of 1."
    )
    assert world.last.attachments[0].description == reply
    shown = await world.grace.slash(world.channel, "board", match=1, text=True)
    assert "```\nThe players agreed on a draw. Nobody wins.\n1" in said(shown)
    assert labels(world.shown(notice)) == []


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


async def test_resigning_is_asked_about_first(world: World) -> None:
    await world.start()
    sure = await world.ada.slash(world.channel, "resign")
    assert "Give up match 1 against **Grace**?" in said(sure)
    kept = await world.ada.click(sure.response, label="No, play on")
    assert "The match goes on." in kept.response.content
    more = await world.ada.click(world.last, label="More…")
    sure = await world.ada.click(more.response, label="Resign…")
    await world.ada.click(sure.response, label="Yes, resign")
    asked = world.env.backend.get_message(world.channel.id, sure.response.id)
    assert not asked.components
    assert f"**Ada** resigned. 🏆 **Grace** wins! <@{world.grace.id}>" in world.words
    reply = "The match is over: Ada resigned. Grace wins! A heap of 3."
    assert world.last.attachments[0].description == reply
