"""`/block`, `/unblock`, and who may challenge somebody, as the people concerned see it."""

import pytest

from bot.front.invitations.block_panel import SHOWN, block_panel
from bot.front.ui.base import UnblockId
from bot.model.events import Person
from bot.model.records import Status
from bot.service.personal.preferences import USUAL
from tests.front.conftest import World, labels, said
from tests.front.panels import menus

UNWELCOME = (
    "{name} doesn't take challenges from you at the moment. Challenge somebody else, or leave the "
    "seat open to anyone. `/lobby` lists the challenges here that anybody may take."
)


async def test_whoever_is_blocked_is_refused_without_being_told_so(world: World) -> None:
    blocked = await world.grace.slash(world.channel, "block", person=world.ada)
    assert blocked.response.ephemeral
    assert said(blocked).startswith(
        "**Ada** is blocked.\n**You have blocked 1 person.** They can't challenge you"
    )
    assert "- **Ada**" in said(blocked)

    refused = await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)

    assert said(refused) == UNWELCOME.format(name="Grace")
    assert world.public() == []
    assert world.pings() == []


async def test_the_blocked_take_no_seat_and_get_no_rematch(short: World) -> None:
    asked = await short.ada.slash(short.channel, "resign")
    await short.ada.slash(short.channel, "block", person=short.grace)
    await short.ada.click(asked.response, label="Yes, resign")
    assert await short.tap(short.grace, "Rematch") == UNWELCOME.format(name="Ada")
    await short.ada.slash(short.channel, "challenge heap")
    challenge = short.last
    assert await short.tap(short.grace, "Accept", challenge) == UNWELCOME.format(name="Ada")
    await short.linus.click(challenge, label="Accept")
    assert (await short.match(2)).status is Status.RUNNING


async def test_the_list_is_private_lasts_and_refuses_in_words(world: World) -> None:
    for person, answer in (
        (world.ada, "You can't block yourself."),
        (world.robot, "I challenge nobody, so there is nothing to block."),
    ):
        assert answer in await world.ask(world.ada, "block", person=person)
    refused = await world.ask(world.ada, "unblock", person=world.grace)
    assert "You have not blocked Grace, so nothing is changed." in refused
    # Whom I have blocked I unblock before I challenge them.
    await world.ada.slash(world.channel, "block", person=world.grace)
    assert await world.ask(world.ada, "challenge heap", opponent=world.grace) == (
        "You have blocked Grace, who could not take that seat. Unblock Grace first, or challenge "
        "somebody else. `/unblock` does that."
    )

    await world.ada.slash(world.channel, "block", person=world.linus)
    await world.restart()
    shown = await world.ada.slash(world.channel, "block")
    assert said(shown).startswith("**You have blocked 2 people.**")
    assert labels(shown.response) == ["Unblock Grace", "Unblock Linus"]
    left = await world.ada.click(shown.response, label="Unblock Grace")
    assert labels(left.response) == ["Unblock Linus"]
    none = await world.ada.slash(world.channel, "unblock", person=world.linus)
    assert said(none).startswith("**Linus** may challenge you again.\nYou have blocked nobody.")
    await world.grace.slash(world.channel, "challenge heap", opponent=world.ada)
    assert "**Grace** challenges you" in world.last.content
    assert said(await world.grace.slash(world.channel, "block")).startswith("You have blocked nob")


async def test_the_settings_say_who_may_challenge_somebody(world: World) -> None:
    of_server = await world.manager.slash(world.channel, "settings", server=True)
    assert "Challenges" not in str(menus(of_server.response)), "it does not say it for its people"
    panel = await world.grace.slash(world.channel, "block")
    menu = menus(panel.response)[1]
    assert [o["label"] for o in menu["options"] if o.get("default")] == ["Challenges: from anybody"]
    for who in ("played", "nobody"):
        panel = await world.grace.select(
            panel.response, [who], custom_id="wish:me:challenges:chosen"
        )
        chosen = [o["value"] for o in menus(panel.response)[1]["options"] if o.get("default")]
        assert chosen == [who]
        refused = await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
        assert said(refused) == UNWELCOME.format(name="Grace")
    await world.grace.select(panel.response, ["played"], custom_id="wish:me:challenges:chosen")
    await world.grace.slash(world.channel, "challenge heap", opponent=world.ada)
    await world.ada.click(world.last, label="Accept")
    again = await world.ada.slash(world.channel, "challenge bump", opponent=world.grace)
    assert "Your challenge is match 2." in said(again)
    forged = await world.forge(world.manager, "wish:server:challenges:nobody")
    assert "There is no such setting any more." in forged


@pytest.mark.parametrize("count", [1, SHOWN, SHOWN + 3, 400])
def test_a_long_list_fits(count: int) -> None:
    people = [Person(10**17 + n, f"**{'W' * 29}**") for n in range(count)]
    text, _, view = block_panel(people, USUAL, "x" * 60)
    assert len(text) <= 2000
    rows = view.to_components()
    assert len(rows) <= 5
    buttons = [button for row in rows[2:] for button in row["components"]]
    assert len(buttons) == min(count, SHOWN)
    assert all(len(button["label"]) <= 38 for button in buttons)
    assert UnblockId.parse(buttons[0]["custom_id"]) == UnblockId(10**17)
