"""The people of the table are the same every time."""

import discord

from bot.table.env import TableEnv
from bot.table.people import furnish


def furnished() -> list[int]:
    env = TableEnv(discord.Client(intents=discord.Intents.none()))
    room = furnish(env)
    people = [person.id for person in room.people]
    return [env.backend.bot_user.id, *people, room.people[0].guild.id, room.channel.id]


def test_ids_are_those_that_the_databases_of_players_hold() -> None:
    assert furnished() == [1456074443980800000 + number for number in (1, 2, 3, 4, 5, 7)]


def test_the_first_person_owns_the_server() -> None:
    env = TableEnv(discord.Client(intents=discord.Intents.none()))
    room = furnish(env)
    assert env.backend.guilds[room.people[0].guild.id].owner_id == room.people[0].id


def test_nobody_else_is_in_the_room() -> None:
    env = TableEnv(discord.Client(intents=discord.Intents.none()))
    room = furnish(env)
    members = env.backend.guilds[room.people[0].guild.id].members
    assert set(members) == {env.backend.bot_user.id, *(person.id for person in room.people)}
