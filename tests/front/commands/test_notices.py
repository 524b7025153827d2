"""`/notices`: what holds, in words, and everything that can be changed."""

from typing import Any

from bot.model.notices.notice_settings import CADENCES, Destination, NoticeSettings
from tests.front.conftest import World, labels, said


async def settings(world: World, who: Any) -> NoticeSettings:
    return await world.client.service.notices.settings(who.id)


async def panel(world: World) -> Any:
    return (await world.ada.slash(world.channel, "notices")).response


async def choose(world: World, shown: Any, custom_id: str, value: str) -> None:
    await world.send(
        world.ada, 3, {"custom_id": custom_id, "component_type": 3, "values": [value]}, shown.id
    )


async def test_the_panel_says_what_holds(world: World) -> None:
    assert (await world.ask(world.ada, "notices")).splitlines()[:4] == [
        "**When it is your turn, you are called once.** Here you say where and when.",
        "- Calls: in the channel of the match",
        "- Reminders: every 2 days; after 5 times only while your time runs, one warning before "
        "your time runs out",
        "- Quiet: while you sleep, on your weekend and on a vacation you planned. What comes up "
        "then is one message when it ends.",
    ]


async def test_place_and_pace_are_chosen_from_menus_that_name_them(world: World) -> None:
    shown = await panel(world)
    placeholders = [row["components"][0].get("placeholder") for row in shown.components[1:4]]
    assert placeholders == ["Where you are called", "Reminders", "When what was held is told"]
    for destination in Destination:
        await choose(world, shown, "notices:destination:chosen", destination.value)
        assert (await settings(world, world.ada)).destination is destination
        assert (await settings(world, world.grace)).destination is Destination.CHANNEL
    for hours in CADENCES:
        await choose(world, shown, "notices:cadence:chosen", str(hours))
        assert (await settings(world, world.ada)).cadence == hours


async def test_quiet_hours_have_a_page_of_their_own_and_both_ends_at_once(world: World) -> None:
    shown = await panel(world)
    await world.ada.click(shown, label="Quiet hours…")
    await choose(world, shown, "notices:from:chosen", "23")
    assert (await settings(world, world.ada)).quiet_hours == (23, 8)
    await choose(world, shown, "notices:to:chosen", "7")
    await world.ada.click(shown, label="Back")
    await choose(world, shown, "notices:digest:chosen", "18")
    again = await world.ada.slash(world.channel, "notices")
    assert "from 23:00 to 07:00 and while you sleep, on your weekend" in said(again)
    assert "one message at 18:00" in said(again)
    await world.ada.click(shown, label="Quiet hours…")
    await choose(world, shown, "notices:from:chosen", "none")
    assert (await settings(world, world.ada)).quiet_hours is None


async def test_switches_turn_off_and_on_and_all_can_be_reset(world: World) -> None:
    shown = await panel(world)
    for label, name in (
        ("Warning before time runs out: on", "warning"),
        ("Quiet while my clock stands: on", "calendar"),
    ):
        await world.ada.click(shown, label=label)
        assert not getattr(await settings(world, world.ada), name)
        await world.ada.click(shown, label=label.replace(": on", ": off"))
        assert getattr(await settings(world, world.ada), name)
    await choose(world, shown, "notices:destination:chosen", "none")
    await world.ada.click(shown, label="Reset")
    assert await settings(world, world.ada) == NoticeSettings()


async def test_what_cannot_be_chosen_is_refused_in_words(short: World) -> None:
    for chosen in ("cadence:47", "nothing:1", "warning:maybe", "from:24"):
        answer = await short.forge(short.ada, f"notices:{chosen}")
        assert "There is no such choice any more" in answer
        assert await settings(short, short.ada) == NoticeSettings()


async def test_a_change_holds_for_the_turn_that_runs(world: World) -> None:
    await world.start(time="no time limit")
    await choose(world, await panel(world), "notices:cadence:chosen", "12")
    await world.env.advance_time(12 * 3600)
    assert f"<@{world.ada.id}>, your move is awaited" in world.last.content
    assert labels(world.last) == ["Move", "Off for this turn"]
