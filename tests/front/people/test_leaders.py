"""The role for a person who leads a game: chosen by managers, moved by the bot."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any

import discord
import pytest
from simcord.components import walk_components

from bot.model.ratings.port import LeaderRole
from bot.model.records import GuildId, PersonId
from bot.service.results.leader_roles import AGAIN, LeaderRoleBook
from tests.front.conftest import World, pressed
from tests.front.panels import delete
from tests.front.snapshot import snapshot

GIVING = discord.Permissions(manage_guild=True, manage_roles=True)
HEAP = "leader:heap"


async def opened(world: World, who: Any = None) -> Any:
    """The page, as a manager has it before them."""
    who = who or world.manager
    shown = await who.slash(world.channel, "settings", server=True)
    return await pressed(who, shown.response, "ratings")


def chosen(message: Any) -> list[str]:
    """What stands chosen in its menus, from the second on."""
    parts = walk_components(message.components)
    options = [each for part in parts for each in part.get("options", ()) if each.get("default")]
    return [each["label"] for each in options[1:]]


class Club:
    """A server in which some people lead the small game, with roles to choose."""

    def __init__(self, world: World) -> None:
        self.world, self.first = world, list[PersonId]()
        self.meanwhile = list[Callable[[], Awaitable[None]]]()
        client = world.client

        def now() -> datetime:
            return world.env.now()

        book = LeaderRoleBook(client.store, self.ranking, now, client.service.queue.wake)
        world.patch.setattr(client.service, "leader_roles", book)
        self.role, self.hero = (world.guild.create_role(name) for name in ("champion", "hero"))
        self.above = above = world.guild.create_role("owners", permissions=GIVING)
        world.env.backend.reorder_roles(world.guild.id, [{"id": above.id, "position": 99}])
        self.owner = world.guild.add_member(world.env.create_user("Olga"), roles=[above])

    async def ranking(self, guild: GuildId, game: str) -> Sequence[PersonId]:
        found = [*self.first] if (guild, game) == (self.world.guild.id, "heap") else ()
        if self.meanwhile:
            await self.meanwhile.pop()()
        return found

    async def choose(self, who: Any, *roles: Any) -> Any:
        """The page after somebody chose the role for the leader of the small game."""
        shown = await opened(self.world, who)
        game = await who.select(shown, ["heap"], custom_id="panel:server:leader")
        shown = game.response
        chosen = await who.select(shown, [*roles], custom_id=HEAP)
        await self.world.env.settle()
        return chosen

    async def led_by(self, *people: Any) -> None:
        """These lead from now on, best first, and it is looked at."""
        self.first = [each.id for each in people]
        await self.world.client.service.leader_roles.look(self.world.guild.id, "heap")
        await self.world.env.settle()

    def holders(self, role: Any) -> list[str]:
        members = self.world.env.backend.get_guild(self.world.guild.id).members
        have = (user for user, each in members.items() if role.id in each.role_ids)
        return sorted(self.world.env.backend.users[user].name for user in have)


@pytest.fixture
def club(world: World) -> Club:
    return Club(world)


@pytest.fixture
async def led(club: Club) -> Club:
    """The club in which Ada leads, and has the role."""
    club.first = [club.world.ada.id]
    await club.choose(club.owner, club.role)
    return club


async def test_the_role_goes_to_the_leader_and_on_to_the_next(world: World, club: Club) -> None:
    # A leader who is no member is passed over.
    club.first = [PersonId(world.env.create_user("Stranger").id), world.ada.id, world.grace.id]
    await club.choose(club.owner, club.role)
    assert club.holders(club.role) == ["Ada"]
    await club.led_by(world.grace, world.ada)
    assert club.holders(club.role) == ["Grace"]
    shown = await opened(world, club.owner)
    snapshot(shown.content)
    await club.led_by()
    assert club.holders(club.role) == []


async def test_a_leader_who_is_overtaken_while_they_get_the_role_loses_it_again(
    world: World, club: Club
) -> None:
    async def overtaken() -> None:
        club.first = [world.grace.id]
        await world.client.service.leader_roles.look(world.guild.id, "heap")

    club.first = [world.ada.id]
    club.meanwhile.append(overtaken)
    await club.choose(club.owner, club.role)
    assert club.holders(club.role) == ["Grace"]


async def test_who_gets_a_role_is_recorded_before_so_that_no_crash_leaves_it_with_them(
    world: World, club: Club
) -> None:
    give, recorded = discord.Member.add_roles, list[int | None]()

    async def give_late(member: discord.Member, *roles: Any) -> None:
        (kept,) = await world.client.store.find(LeaderRole, guild=world.guild.id)
        recorded.append(kept.holder)
        await give(member, *roles)

    world.patch.setattr(discord.Member, "add_roles", give_late)
    club.first = [world.ada.id]
    await club.choose(club.owner, club.role)
    assert recorded == [world.ada.id]


async def test_another_role_or_none_is_taken_from_the_holder_of_the_first(
    world: World, led: Club
) -> None:
    await led.choose(led.owner, led.hero)
    assert (led.holders(led.role), led.holders(led.hero)) == ([], ["Ada"])
    await led.choose(led.owner)
    assert led.holders(led.hero) == []
    assert await world.client.store.find(LeaderRole, guild=world.guild.id) == []


async def test_a_person_who_has_everything_deleted_loses_the_role_too(
    world: World, led: Club
) -> None:
    led.first = []
    await delete(world, world.ada)
    assert led.holders(led.role) == []
    (kept,) = await world.client.store.find(LeaderRole, guild=world.guild.id)
    assert kept.holder is None


async def test_a_role_that_can_not_be_given_is_told_of_once(world: World, led: Club) -> None:
    world.env.backend.reorder_roles(world.guild.id, [{"id": led.role.id, "position": 98}])
    for _ in range(2):
        await led.led_by(world.grace)
    told = [each for each in world.public() if "I could not move" in each.content]
    assert len(told) == 1
    snapshot((await opened(world, led.owner)).content)
    world.env.backend.reorder_roles(world.guild.id, [{"id": led.role.id, "position": 1}])
    await world.env.advance_time(AGAIN.total_seconds() + 60)
    assert led.holders(led.role) == ["Grace"]
    snapshot((await opened(world, led.owner)).content)


async def test_a_first_role_that_can_not_be_given_is_told_of_once_too(
    world: World, club: Club
) -> None:
    await club.choose(club.owner, club.role)
    world.env.backend.reorder_roles(world.guild.id, [{"id": club.role.id, "position": 98}])
    await club.led_by(world.ada)
    told = [each for each in world.public() if "I could not move" in each.content]
    assert len(told) == 1


async def test_a_role_that_is_gone_is_told_of_and_not_looked_at_again(
    world: World, led: Club
) -> None:
    world.env.backend.delete_role(world.guild.id, led.role.id)
    await led.led_by(world.grace)
    snapshot(world.last.content)
    (kept,) = await world.client.store.find(LeaderRole, guild=world.guild.id)
    assert kept.due is None


async def test_nobody_gets_a_role_chosen_that_they_could_not_hand_out(
    world: World, club: Club
) -> None:
    club.first = [world.manager.id]
    answer = await club.choose(world.manager, club.role)
    snapshot(str([each.content for each in answer.followups]))
    answer = await club.choose(club.owner, club.above)
    snapshot(str([each.content for each in answer.followups]))
    power = world.guild.create_role("power", permissions=discord.Permissions(ban_members=True))
    answer = await club.choose(club.owner, power)
    snapshot(str([e.content for e in answer.followups]))
    high = world.guild.create_role("high")
    world.env.backend.reorder_roles(world.guild.id, [{"id": high.id, "position": 98}])
    answer = await club.choose(club.owner, high)
    snapshot(str([e.content for e in answer.followups]))
    assert await world.client.store.find(LeaderRole, guild=world.guild.id) == []


# The page of `/settings`


async def test_a_manager_says_whether_challenges_are_usually_rated(world: World) -> None:
    book = world.client.service.preferences
    shown = await opened(world)
    assert chosen(shown) == ["Challenges: rated only if they say so", "Leader of Bump"]
    assert (await book.of_server(world.guild.id)).rated is False
    shown = await pressed(world.manager, shown, "on")
    assert chosen(shown) == ["Challenges: rated unless they say otherwise", "Leader of Bump"]
    assert (await book.of_server(world.guild.id)).rated is True
    shown = await pressed(world.manager, shown, "Reset")
    assert chosen(shown) == ["Challenges: rated only if they say so", "Leader of Bump"]
    assert (await book.of_server(world.guild.id)).rated is False
