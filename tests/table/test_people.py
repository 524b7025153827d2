"""The people of the table are the same every time."""

import discord

from bot.table.env import TableEnv
from bot.table.people import furnish


def test_the_table_is_furnished_the_same_every_time() -> None:
    env = TableEnv(discord.Client(intents=discord.Intents.none()))
    room = furnish(env)
    guild, robot = env.backend.guilds[room.people[0].guild.id], env.backend.bot_user.id
    people = [person.id for person in room.people]
    # The databases of players hold these ids.
    numbers = [each - 1456074443980800000 for each in (robot, *people, guild.id, room.channel.id)]
    assert numbers == [1, 2, 3, 4, 5, 7]
    assert guild.owner_id == people[0]
    assert set(guild.members) == {robot, *people}, "nobody else is in the room"
