"""Tables in private: by the button below a post, whenever it is pressed."""

import threading
from typing import Any

from bot.front.competitions import tables
from bot.front.competitions.showing import OWN, TablesId
from bot.front.discord.layouts import buttons_in
from bot.model.events import Person
from tests.front.competitions.seasons import begun, end_tomorrow
from tests.front.conftest import World, labels
from tests.helpers.posting import DAY


async def two_divisions(world: World) -> Any:
    """A season of three in the first division and three in the second; its post."""
    others = [world.guild.add_member(world.env.create_user(f"P{n}")) for n in range(3)]
    await begun(world, [Person(each.id, each.name) for each in others])
    return next(m for m in world.public() if buttons_in(m) == [str(TablesId(1, OWN))])


async def test_a_press_shows_ones_own_division_and_leads_to_the_others(world: World) -> None:
    post = await two_divisions(world)
    many = len(world.public())
    shown = (await world.ada.click(post, label="Tables")).response
    assert shown.ephemeral
    [file] = shown.attachments
    assert "Division 1" in file.description
    assert "**Winter: season 1**" in shown.content
    assert "**Still playing**" in shown.content
    assert labels(shown) == ["Next ▶"]
    second = (await world.ada.click(shown, label="Next ▶")).response
    assert "Division 2" in second.attachments[0].description
    assert labels(second) == ["◀ Before"]
    # Whoever reads text boards has the table in characters too.
    await world.wishes(world.ada, text=True)
    shown = (await world.ada.click(post, label="Tables")).response
    assert "```" in shown.content
    assert shown.attachments
    assert len(world.public()) == many


async def test_an_old_button_works_after_restarts_and_tells_how_it_ended(world: World) -> None:
    post = await two_divisions(world)
    await end_tomorrow(world)
    await world.env.advance_time(DAY + 600)
    await world.restart()
    shown = (await world.linus.click(world.shown(post), label="Tables")).response
    assert "has ended" in shown.content
    assert shown.attachments


async def test_tables_of_another_server_are_not_shown(world: World) -> None:
    await begun(world)
    world.sql("UPDATE competitions SET guild = 5")
    told = await world.forge(world.ada, str(TablesId(1, 1)))
    assert "There is no season or tournament 1." in told
    assert "There is no" in await world.forge(world.ada, str(TablesId(99, 1)))


async def test_no_table_is_made_on_the_event_loop(world: World) -> None:
    seen, chart = set[str](), tables._Division.chart

    def noted(*args: Any) -> Any:
        seen.add(threading.current_thread().name.rsplit("_", 1)[0])
        return chart(*args)

    world.patch.setattr(tables._Division, "chart", noted)
    post = await two_divisions(world)
    await world.ada.click(post, label="Tables")
    ends = (await end_tomorrow(world)).ends
    await world.env.advance_time((ends - world.env.now()).total_seconds() + 600)
    assert seen == {"extras", "views"}
