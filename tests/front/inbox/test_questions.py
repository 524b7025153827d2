"""What a match asks of somebody beside a move, answered from the inbox."""

from bot.front.ui.next_button import NONE_WAITS
from tests.front.conftest import World, labels, said
from tests.front.panels import games, rows


async def test_a_request_for_time_is_answered_from_the_inbox(begun: World) -> None:
    await begun.begin("meadow")
    await begun.move(begun.ada, "a1", match=2)
    await begun.ada.slash(begun.channel, "time ask", length=72, match=1)
    page = await games(begun, begun.grace)
    assert "**they ask for more time** · waits for you and 1 other" in "".join(rows(page))
    asked = await begun.grace.click(page, custom_id="answer:1:4")
    assert said(asked).startswith("**Ada** asks for 3 days more. Do you give it?\n")
    assert labels(asked.response) == ["Give it", "Not now", "My view", "Next game (1 waits)"]
    given = await begun.grace.click(asked.response, label="Give it")
    assert "You give the time that was asked for." in said(given)
    [answer] = given.followups
    assert labels(answer) == ["Next game (1 waits)"]
    await begun.grace.click(answer, label="Next game (1 waits)")
    assert (await begun.match()).more_time.given
    late = await begun.grace.click(page, custom_id="answer:1:4")
    assert "asks for" not in said(late)
    assert "It is **Ada**'s turn." in said(late)


async def test_a_takeback_is_answered_from_the_inbox_though_it_is_their_turn(begun: World) -> None:
    await begun.move(begun.ada, "1")
    await begun.grace.slash(begun.channel, "board")
    await begun.ada.slash(begun.channel, "takeback")
    page = await games(begun, begun.grace)
    assert "**they ask for a move back** · your turn" in rows(page)[0]
    asked = await begun.grace.click(page, label="Answer…")
    assert "**Ada** asks to take back `` 1`* ``. Do you let them?" in said(asked)
    assert labels(asked.response) == ["Let them take it back", "No", "Move", "My view"]
    kept = await begun.grace.click(asked.response, label="No")
    assert said(kept).endswith(f"You do not let them take it back.\n-# {NONE_WAITS}")
    # It is still their turn.
    [answer] = kept.followups
    assert labels(answer) == ["Move"]


async def test_two_questions_of_a_match_come_one_after_the_other(begun: World) -> None:
    await begun.offer_draw(begun.ada)
    await begun.ada.slash(begun.channel, "time ask", length=24)
    page = await games(begun, begun.grace)
    draw = await begun.grace.click(page, label="Answer…")
    assert "offers a draw. Do you agree?" in said(draw)
    refused = await begun.grace.click(draw.response, label="Play on")
    [answer] = refused.followups
    assert labels(answer) == ["Answer…"]
    asked = await begun.grace.click(answer, label="Answer…")
    assert "**Ada** asks for 24 hours more. Do you give it?" in said(asked)


async def test_who_is_awaited_says_so_from_the_inbox_which_stays(world: World) -> None:
    await world.challenge("heap", world.grace, first="me", time="no time limit")
    challenge = world.last
    await world.env.advance_time(3 * 3600)
    await world.grace.click(challenge, label="Accept")
    page = await games(world, world.ada)
    assert "waits only for you to press **I'm ready** · runs out <t:" in rows(page)[0]
    ready = await world.ada.click(page, label="I'm ready")
    assert "You are ready, and so is everybody: the match begins." in said(ready)
    [answer] = ready.followups
    assert labels(answer) == ["Move"]
    assert labels(page) == ["I'm ready", "Refresh"]
    again = await world.ada.click(page, label="I'm ready")
    assert "accepted already. Match 1 waits for Ada." in said(again)
    assert labels(page) == ["I'm ready", "Refresh"]
    assert labels((await world.ada.click(page, label="Refresh")).response) == ["Move", "Refresh"]


async def test_several_who_are_awaited_are_named(world: World) -> None:
    await world.challenge("urchins", world.grace, world.linus, time="no time limit")
    challenge = world.last
    await world.grace.click(challenge, label="Accept")
    await world.env.advance_time(3 * 3600)
    await world.linus.click(challenge, label="Accept")
    named = rows(await games(world, world.linus))[0]
    assert "waits for **Ada** and **Grace** to press **I'm ready** · runs out <t:" in named
    mine = rows(await games(world, world.ada))[0]
    assert "waits for you and 1 other to press **I'm ready**" in mine
    # Asked in the list of the channel, somebody who only looks on has nothing to press.
    assert labels(await games(world, world.manager, here=True)) == ["Board", "Refresh"]
