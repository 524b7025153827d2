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


async def test_what_belongs_to_a_server_goes_a_month_after_the_bot(short: World) -> None:
    await short.manager.slash(short.channel, "lobby", post=True)
    await short.server_wishes(theme="dark")
    assert await known(short) == {short.guild.id: True}
    await put_out(short)
    assert await known(short) == {short.guild.id: False}
    await short.env.advance_time(MONTH - DAY)
    assert await is_there(short)
    await short.env.advance_time(2 * DAY)
    await short.env.settle()
    assert not await is_there(short)
    assert await known(short) == {}
    assert str(short.guild.id) not in short.everything


async def test_at_the_start_servers_of_its_own_shards_are_missed_alone(world: World) -> None:
    elsewhere = (1 << 22) * 3 + 1
    now = world.env.now()
    await world.client.store.note_servers([4, 5, elsewhere], [5], now, now)
    await world.restart(shards=((0,), 2))
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


async def test_let_in_again_everything_stays(short: World) -> None:
    await put_out(short)
    await short.env.advance_time(MONTH - DAY)
    guild = short.guild.id
    await short.client.service.servers.joined(guild)
    await short.env.advance_time(2 * MONTH)
    await short.env.settle()
    assert await is_there(short)
    assert await known(short) == {guild: True}
