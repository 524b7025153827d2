"""“Challenge to a game” in the menu of a person: one form, and what becomes of it."""

from dataclasses import replace
from typing import Any

import discord

from bot.catalog import entry
from bot.front.invitations.challenge_form import ChallengeFormId, challenge_form
from bot.model.clock.time_control import days_a_move
from bot.model.records import PersonId, Status
from tests.front.conftest import World, said
from tests.front.snapshot import snapshot

MENU = "Challenge to a game"
FORM = {"game": "heap", "time": "3 days a move", "first": "me", "more": "hard"}


async def opened(world: World, who: Any = None, whom: Any = None, channel: Any = None) -> Any:
    """The form, as somebody opens it from the menu of a person."""
    return await (who or world.ada).context_menu(
        channel or world.channel, MENU, whom or world.grace
    )


async def fill(world: World, shown: Any, form: dict[str, str]) -> Any:
    """Choose in the menus of the form and its groups of buttons, and send it."""
    values = {name: value if name == "first" else [value] for name, value in form.items()}
    return await world.ada.submit_modal(shown, values)


async def test_one_form_makes_the_challenge(world: World) -> None:
    shown = await opened(world)
    assert shown.modal["title"] == "Challenge Grace to a game"
    assert "`" not in str(shown.modal), "nothing in a form is styled"
    assert shown.modal["custom_id"] == f"ask:{world.grace.id}"
    menus = {
        each["component"]["custom_id"]: each["component"] for each in shown.modal["components"]
    }
    assert list(menus) == [*FORM]
    boxes = [each["value"] for each in menus["more"]["options"]]
    assert boxes == ["hard", "claims", "rated", "pair"]
    usual = {
        name: [option["value"] for option in menu["options"] if option.get("default")]
        for name, menu in menus.items()
    }
    assert usual == {"game": ["bump"], "time": ["7 days a move"], "first": ["random"], "more": []}

    sent = await fill(world, shown, FORM)

    match = await world.match()
    assert (match.game, match.first, match.status) == ("heap", "host", Status.INVITED)
    assert match.control == replace(days_a_move(3), hard=True)
    assert [p and p.name for p in match.invited] == ["Grace"]
    snapshot(said(sent))
    assert world.pings() == [[world.grace.id]]
    await world.grace.click(world.last, label="Accept")
    assert (await world.match()).status is Status.RUNNING


async def test_it_outlives_a_restart_and_is_read_with_care(world: World) -> None:
    shown = await opened(world)
    snapshot(said(await fill(world, await opened(world), FORM | {"time": "no time limit"})))
    for changed in ({"game": "chess"}, {"time": "1 second"}, {"first": ""}):
        forged = {"custom_id": f"ask:{world.grace.id}", "components": _filled(FORM | changed)}
        [answer] = await world.send(world.ada, 5, forged)
        snapshot(answer)
    left = {"custom_id": "ask:12345", "components": _filled(FORM)}
    [answer] = await world.send(world.ada, 5, left)
    snapshot(answer)
    assert world.public() == []

    for ending in ("x", "hard"):
        with_buttons = {
            "custom_id": left["custom_id"],
            "components": _filled(FORM | {"ending": ending}),
        }
        with_buttons["custom_id"] = f"ask:{world.grace.id}"
        [answer] = await world.send(world.ada, 5, with_buttons)
        assert ("This button no longer does anything." in answer) == (ending == "x")

    await world.restart()
    await fill(world, shown, FORM)
    snapshot(world.last.content)


async def test_the_bot_begins_at_once(world: World) -> None:
    form = {"custom_id": f"ask:{world.robot.id}", "components": _filled(FORM)}
    await world.send(world.ada, 5, form)
    snapshot(world.last.content)
    shown = (await world.ada.slash(world.channel, "help")).response
    tips = await world.ada.click(shown, label="Good to know")
    snapshot(await world.tap(world.ada, "All commands", tips.followups[-1]))


async def test_the_form_below_the_rules_asks_a_friend_or_anyone(world: World) -> None:
    rules = (await world.ada.slash(world.channel, "rules", game="bounce")).response
    for _ in entry("bounce").rules[1:]:
        rules = (await world.ada.click(rules, label="Next")).response
    shown = await world.ada.click(rules, label="Challenge…")
    parts = [each["component"] for each in shown.modal["components"]]
    assert [each["custom_id"] for each in parts] == ["opponent", *FORM]
    [usual] = [option["value"] for option in parts[1]["options"] if option.get("default")]
    assert usual == "bounce"
    await world.ada.submit_modal(
        shown,
        {"opponent": [world.grace], "game": ["bounce"], "time": [FORM["time"]], "first": "me"},
    )
    snapshot(world.last.content)
    await world.ada.submit_modal(
        await world.ada.click(rules, label="Challenge…"),
        {
            "opponent": [],
            "game": ["heap"],
            "time": [FORM["time"]],
            "first": "me",
            "more": ["hard", "standing"],
        },
    )
    match = await world.match(2)
    assert (match.game, match.invited) == ("heap", (None,))
    assert match.control == replace(days_a_move(3), hard=True)
    assert await world.client.service.standing.until(match.id)


def _filled(form: dict[str, str]) -> list[dict[str, Any]]:
    return [
        {"type": 18, "id": n, "component": {"type": 3, "custom_id": name, "values": [value]}}
        for n, (name, value) in enumerate(form.items(), 1)
    ]


async def test_who_can_not_or_will_not_play_is_refused_before_the_form(world: World) -> None:
    beep = world.guild.add_member(world.env.create_user("Beep", bot=True))
    hidden = world.guild.create_text_channel(
        "hidden", overwrites={world.grace: discord.PermissionOverwrite(view_channel=False)}
    )
    for whom, channel, answer in (
        (world.ada, None, "You can't challenge yourself."),
        (beep, None, "**Beep** is a bot and can't play. I can: challenge me."),
        (world.grace, hidden, "**Grace** can't see this channel."),
    ):
        refused = await opened(world, whom=whom, channel=channel)
        assert answer in said(refused)
        assert refused.modal is None
    assert world.public() == []

    shown = await opened(world)
    await world.grace.slash(world.channel, "block", person=world.ada)
    snapshot(said(await fill(world, shown, FORM)))
    again = await opened(world)
    snapshot(said(again))
    assert again.modal is None
    blocker = await opened(world, who=world.grace, whom=world.ada)
    snapshot(said(blocker))
    assert blocker.modal is None
    assert world.public() == []


async def test_the_form_fits_whatever_somebody_is_called() -> None:
    form = challenge_form(PersonId(10**20 - 1), "**W**" * 8 + "\n")
    assert len(form.title) <= 45
    assert ChallengeFormId.parse(form.custom_id) == ChallengeFormId(PersonId(10**20 - 1))
    body = form.to_dict()
    assert len(body["components"]) <= 5
    for part in body["components"]:
        assert len(part["label"]) <= 45
        options = part["component"]["options"]
        assert 1 <= len(options) <= 25
        assert all(len(o["label"]) <= 100 and len(o["value"]) <= 100 for o in options)
        assert all(len(o.get("description") or "") <= 100 for o in options)
        boxes = part["component"]["custom_id"] == "more"
        assert sum(bool(o.get("default")) for o in options) == (not boxes)
    form.stop()
