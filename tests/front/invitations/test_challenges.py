"""Challenges: what is agreed on, who can be asked, where, and by whom not: `/block`, `/unblock`."""

from dataclasses import replace

import discord
import pytest

from bot.catalog import Option, catalog
from bot.front.commands.invite import KINDS, fields_of
from bot.front.invitations.challenging import agreed
from bot.front.people.blocks import SHOWN, UnblockId, block_panel
from bot.model.clock.time_control import BANKS, days_a_move
from bot.model.events import Person
from bot.model.records import PersonId, Status
from bot.service.personal.preferences import USUAL
from tests.front.conftest import World, labels, said
from tests.front.panels import menus
from tests.front.snapshot import snapshot


def test_every_kind_of_option_becomes_parameters() -> None:
    terms = (
        *("level", "ladder", "first", "time", "ending"),
        *("claims", "rated", "pair", "finishes", "answers", "standing"),
    )
    assert [field.name for field in fields_of(catalog()["heap"])] == [
        *("opponent", "opponent2", "opponent3", "players", *terms),
        *("size", "spare", "your_luck", "their_luck"),
    ]
    assert [field.name for field in fields_of(catalog()["bump"])] == [
        *("opponent", *terms, "your_reserve", "their_reserve")
    ]
    assert {option.kind for option in catalog()["heap"].options} == set(KINDS)
    # One without a default is left to the game.
    assert "lucky" not in dict(agreed(catalog()["heap"], {}, 2))
    assert Option("x", "integer", "d").default is None


async def test_everything_that_was_said_reaches_the_match(world: World) -> None:
    terms = {"time": "3 days a move", "size": "small", "spare": 2}
    await world.challenge("heap", world.grace, first="them", your_luck=1, their_luck=3, **terms)
    match = await world.match()
    assert dict(match.options) == {"size": 3, "spare": 2, "luck": [1, 3]}
    assert (match.first, match.control) == ("guest", days_a_move(3))
    assert (match.channel, match.guild) == (world.channel.id, world.guild.id)
    shown = "3 days a move · you begin · size: small · spare: 2 · luck: **Ada** 1, **Grace** 3"
    assert shown in world.last.content
    await world.grace.click(world.last, label="Accept")
    begun = await world.match()
    assert [p.name for p in begun.seats] == ["Grace", "Ada"]
    assert begun.options["luck"] == [3, 1]


async def test_what_was_left_out_is_the_usual_and_no_limit_a_choice(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    match = await world.match()
    assert dict(match.options) == {"size": 5, "spare": 0, "luck": [0, 0]}
    assert (match.first, match.control) == ("random", days_a_move(7))
    snapshot(world.last.content)
    asked = {"opponent": world.linus, "time": "no time limit"}
    snapshot(await world.ask(world.ada, "challenge heap", ending="hard", **asked))
    assert len(world.public()) == 1
    await world.ada.slash(world.channel, "challenge heap", **asked)
    assert (await world.match(2)).control is None
    snapshot(world.last.content)


async def test_who_could_never_play_is_refused(world: World) -> None:
    hidden = world.guild.create_text_channel(
        "hidden", overwrites={world.grace: discord.PermissionOverwrite(view_channel=False)}
    )
    refused = await world.ada.slash(hidden, "challenge heap", opponent=world.grace)
    snapshot(said(refused))
    for whom, answer in (
        (world.ada, "You can't challenge yourself."),
        (
            world.env.create_user("Beep", bot=True),
            "**Beep** is a bot and can't play. I can: challenge me.",
        ),
        (
            world.env.create_user("Eve"),
            "**Eve** is not in this server, and would not see the board.",
        ),
    ):
        assert answer in await world.ask(world.ada, "challenge heap", opponent=whom)
    two = {"opponent": world.grace, "opponent2": world.linus}
    refused = await world.ask(world.ada, "challenge heap", players=2, **two)
    snapshot(refused)
    assert world.public() == []
    # That it is oneself is said beside an open challenge, too.
    await world.ada.slash(world.channel, "challenge heap")
    refused = await world.ask(world.ada, "challenge heap", opponent=world.ada)
    snapshot(refused)


async def test_a_free_seat_next_to_the_bot_is_in_nobodys_way(world: World) -> None:
    asked = {"opponent": world.robot, "first": "me"}
    snapshot(await world.ask(world.ada, "challenge urchins", players=3, **asked))
    snapshot(await world.ask(world.ada, "challenge urchins", **asked))


async def test_only_an_equal_challenge_that_still_waits_is_in_the_way(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    pings = world.pings()
    again = await world.ask(world.ada, "challenge heap", opponent=world.grace, first="me")
    snapshot(again)
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{world.last.id}"
    assert link in again
    assert world.pings() == pings
    assert len(world.public()) == 1

    await world.grace.slash(world.channel, "challenge heap", opponent=world.ada)
    await world.ada.slash(world.channel, "challenge bump", opponent=world.grace)
    await world.ada.slash(world.channel, "challenge heap", opponent=world.linus)
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.ada.slash(elsewhere, "challenge heap", opponent=world.grace)
    assert len(world.public()) == 4
    assert len(world.public(elsewhere)) == 1

    await world.grace.click(world.public()[0], label="Decline")
    snapshot(await world.ask(world.ada, "challenge heap", opponent=world.grace))


async def test_a_bank_that_ends_hard_is_agreed_on_and_the_rematch_has_it_too(world: World) -> None:
    bank = "bank 10 d + 36 h a move, at most 10 d"
    await world.start(time=bank, ending="hard")
    terms = "A bank of 10 days, which gains 36 hours by each move and holds 10 days at most"
    snapshot(world.public()[0].content)
    await world.resign(world.ada)
    await world.grace.click(world.last, label="Rematch")
    assert (await world.match(2)).control == replace(BANKS[1], hard=True)
    assert terms in world.last.content


UNWELCOME = (
    "{name} doesn't take challenges from you at the moment. Challenge somebody else, or leave the "
    "seat open to anyone. `/lobby` lists the challenges here that anybody may take."
)


async def test_a_blocked_person_is_refused_without_learning_why(world: World) -> None:
    blocked = await world.grace.slash(world.channel, "block", person=world.ada)
    assert blocked.response.ephemeral
    snapshot(said(blocked))

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
    snapshot(await world.ask(world.ada, "unblock", person=world.grace))
    # Whom I have blocked I unblock before I challenge them.
    await world.ada.slash(world.channel, "block", person=world.grace)
    snapshot(await world.ask(world.ada, "challenge heap", opponent=world.grace))

    await world.ada.slash(world.channel, "block", person=world.linus)
    await world.restart()
    shown = await world.ada.slash(world.channel, "block")
    snapshot(shown)
    left = await world.ada.click(shown.response, label="Unblock Grace")
    assert labels(left.response) == ["Unblock Linus"]
    snapshot(await world.ask(world.ada, "unblock", person=world.linus))
    await world.grace.slash(world.channel, "challenge heap", opponent=world.ada)
    snapshot(world.last.content)
    snapshot(said(await world.grace.slash(world.channel, "block")))


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
    snapshot(await world.ask(world.ada, "challenge bump", opponent=world.grace))
    snapshot(await world.forge(world.manager, "wish:server:challenges:nobody"))


@pytest.mark.parametrize("count", [1, SHOWN, SHOWN + 3, 400])
def test_a_long_list_fits(count: int) -> None:
    people = [Person(PersonId(10**17 + n), f"**{'W' * 29}**") for n in range(count)]
    text, _, view = block_panel(people, USUAL, "x" * 60)
    assert len(text) <= 2000
    rows = view.to_components()
    assert len(rows) <= 5
    buttons = [button for row in rows[2:] for button in row["components"]]
    assert len(buttons) == min(count, SHOWN)
    assert all(len(button["label"]) <= 38 for button in buttons)
    assert UnblockId.parse(buttons[0]["custom_id"]) == UnblockId(PersonId(10**17))
