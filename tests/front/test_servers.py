"""What belongs to a server that the bot has left goes after 30 days."""

from datetime import timedelta

from bot.model.events import Person
from bot.model.records import MatchId
from bot.model.refusals import NoSuchMatch
from tests.front.conftest import World

MONTH = timedelta(days=30).total_seconds()
DAY = timedelta(days=1).total_seconds()


async def is_there(world: World, match: int = 1) -> bool:
    try:
        await world.client.matches.summary(MatchId(match))
    except NoSuchMatch:
        return False
    return True


async def put_out(world: World) -> None:
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    await world.env.settle()
    assert world.client.get_guild(world.guild.id) is None


async def known(world: World) -> dict[int, bool]:
    """The servers that are known, and whether the bot is there."""
    found = await world.client.store.servers()
    return {guild: left is None for guild, left in found.items()}


async def test_what_belongs_to_a_server_goes_a_month_after_the_bot(world: World) -> None:
    await world.start()
    await world.manager.slash(world.channel, "lobby", post=True)
    await world.client.store.change_preferences(
        "guild", world.guild.id, lambda _: {"theme": "dark"}
    )
    assert await known(world) == {world.guild.id: True}
    await put_out(world)
    assert await known(world) == {world.guild.id: False}
    await world.env.advance_time(MONTH - DAY)
    assert await is_there(world)
    await world.env.advance_time(2 * DAY)
    await world.env.settle()
    assert not await is_there(world)
    assert await known(world) == {}
    assert str(world.guild.id) not in world.everything


async def test_at_the_start_servers_of_its_own_shards_are_missed_alone(world: World) -> None:
    elsewhere = (1 << 22) * 3 + 1
    now = world.env.now()
    await world.client.store.note_servers([4, 5, elsewhere], [5], now, now)
    await world.client.store.close()
    await world.env.restart_bot(world.make(shards=((0,), 2)))
    await world.env.settle()
    assert await known(world) == {world.guild.id: True, 4: False, elsewhere: True}
    # An outage is no leaving.
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.env.settle()
    assert (await known(world))[world.guild.id]
    await world.client.on_ready()
    assert (await known(world))[world.guild.id]


async def test_a_server_that_never_had_the_bot_is_not_touched(world: World) -> None:
    ada, robot = Person(world.ada.id, "Ada"), Person(world.robot.id, "Bumpbot")
    await world.client.matches.challenge(
        game="bump", options={}, host=ada, invited=(robot,), channel=9, guild=99
    )
    await world.env.advance_time(2 * MONTH)
    await world.env.settle()
    assert await is_there(world)
    assert 99 not in await known(world)


async def test_let_in_again_everything_stays(world: World) -> None:
    await world.start()
    await put_out(world)
    await world.env.advance_time(MONTH - DAY)
    guild = world.guild.id
    await world.client.service.servers.joined(guild)
    await world.env.advance_time(2 * MONTH)
    await world.env.settle()
    assert await is_there(world)
    assert await known(world) == {guild: True}
