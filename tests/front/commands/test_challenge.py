"""Challenges: what is agreed on, who can be asked, and where."""

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.catalog import Option, catalog
from bot.front.commands.challenge import KINDS, fields_of
from bot.front.invitations.challenging import agreed
from bot.model.clock.time_control import BANKS, days_a_move
from bot.model.match import Match
from bot.model.records import MatchId
from tests.front.conftest import World, said


async def _match(world: World, number: int = 1) -> Match:
    return await world.client.matches.match(MatchId(number))


NO_LIMIT = {"time": "no time limit"}


def test_every_kind_of_option_becomes_parameters() -> None:
    names = [field.name for field in fields_of(catalog()["heap"])]
    assert names == [
        *("opponent", "opponent2", "opponent3", "opponent4")[:3],
        *("players", "first", "time", "ending", "finishes", "answers", "standing"),
        *("size", "spare", "your_luck", "their_luck"),
    ]
    assert {option.kind for option in catalog()["heap"].options} == set(KINDS)


def test_a_game_for_two_asks_for_one_opponent_only() -> None:
    names = [field.name for field in fields_of(catalog()["bump"])]
    assert names == [
        *("opponent", "first", "time", "ending", "finishes", "answers", "standing"),
        *("your_reserve", "their_reserve"),
    ]


async def test_everything_that_was_said_reaches_the_match(world: World) -> None:
    await world.ada.slash(
        world.channel,
        "challenge heap",
        opponent=world.grace,
        first="them",
        time="3 days a move",
        size="small",
        spare=2,
        your_luck=1,
        their_luck=3,
    )
    match = await _match(world)
    assert dict(match.options) == {"size": 3, "spare": 2, "luck": [1, 3]}
    assert (match.first, match.control) == ("guest", days_a_move(3))
    assert (match.channel, match.guild) == (world.channel.id, world.guild.id)
    terms = "3 days a move · you begin · size: small · spare: 2 · luck: **Ada** 1, **Grace** 3"
    assert terms in world.last.content
    await world.grace.click(world.last, label="Accept")
    begun = await _match(world)
    assert [p.name for p in begun.seats] == ["Grace", "Ada"]
    assert begun.options["luck"] == [3, 1]


async def test_what_was_left_out_is_the_usual(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    match = await _match(world)
    assert dict(match.options) == {"size": 5, "spare": 0, "luck": [0, 0]}
    assert (match.first, match.control) == ("random", days_a_move(7))
    assert "7 days a move · chance decides who begins\n" in world.last.content


async def test_no_limit_is_a_choice(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace, **NO_LIMIT)
    assert (await _match(world)).control is None
    assert "No time limit" in world.last.content


def test_an_option_without_a_default_is_left_to_the_game() -> None:
    game = catalog()["heap"]
    assert "lucky" not in dict(agreed(game, {}, 2))
    assert Option("x", "integer", "d").default is None


async def test_challenging_yourself_is_refused_as_that_beside_an_open_challenge(
    world: World,
) -> None:
    await world.ada.slash(world.channel, "challenge heap")
    refused = await world.ada.slash(world.channel, "challenge heap", opponent=world.ada)
    assert said(refused).startswith("You can't challenge yourself.")


@pytest.mark.parametrize(
    ("whom", "answer"),
    [
        ("ada", "You can't challenge yourself."),
        ("bot", "**Beep** is a bot and can't play. I can: challenge me."),
        ("stranger", "**Eve** is not in this server, and would not see the board."),
    ],
)
async def test_who_could_never_play_is_refused(world: World, whom: str, answer: str) -> None:
    people: dict[str, Any] = {
        "ada": world.ada,
        "bot": world.env.create_user("Beep", bot=True),
        "stranger": world.env.create_user("Eve"),
    }
    assert answer in await world.ask(world.ada, "challenge heap", opponent=people[whom])
    assert world.public() == []


async def test_somebody_who_can_not_see_the_channel_is_refused(world: World) -> None:
    hidden = world.guild.create_text_channel(
        "hidden", overwrites={world.grace: discord.PermissionOverwrite(view_channel=False)}
    )
    refused = await world.ada.slash(hidden, "challenge heap", opponent=world.grace)
    assert "**Grace** can't see this channel." in said(refused)


async def test_more_opponents_than_players_are_refused(world: World) -> None:
    refused = await world.ada.slash(
        world.channel, "challenge heap", opponent=world.grace, opponent2=world.linus, players=2
    )
    assert "You name 2 opponents for 2 players." in said(refused)


async def test_alone_with_the_bot_only_the_bot_can_be_challenged(world: World) -> None:
    ada = world.ada.user
    for options in ({"opponent": world.grace.user}, {}):
        refused = await ada.slash("challenge heap", **options)
        assert "Nobody but us two sees these messages." in said(refused)
    begun = await ada.slash("challenge heap", opponent=world.robot, first="me", size="small")
    assert "Match 1 begins" in said(begun)
    asked = await ada.slash("move", move="1")
    await ada.click(asked.response, label="Confirm")
    await world.env.settle()
    assert "wins!" in world.public(ada.dm_channel)[-1].content


async def test_a_second_challenge_like_the_first_says_that_one_waits(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    pings = world.pings()
    again = await world.ada.slash(world.channel, "challenge heap", opponent=world.grace, first="me")

    assert "match 1 waits for their answer" in said(again)
    assert f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{world.last.id}" in (
        said(again)
    )
    assert world.pings() == pings
    assert len(world.public()) == 1


async def test_only_an_equal_challenge_that_still_waits_stands_in_the_way(world: World) -> None:
    await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    await world.grace.slash(world.channel, "challenge heap", opponent=world.ada)
    await world.ada.slash(world.channel, "challenge bump", opponent=world.grace)
    await world.ada.slash(world.channel, "challenge heap", opponent=world.linus)
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.ada.slash(elsewhere, "challenge heap", opponent=world.grace)
    assert len(world.public()) == 4
    assert len(world.public(elsewhere)) == 1

    await world.grace.click(world.public()[0], label="Decline")
    again = await world.ada.slash(world.channel, "challenge heap", opponent=world.grace)
    assert "Your challenge is match 6." in said(again)


async def test_a_bank_that_ends_hard_is_agreed_on_and_the_rematch_has_it_too(
    world: World,
) -> None:
    bank = "bank 10 d + 36 h a move, at most 10 d"
    await world.start(time=bank, ending="hard")
    terms = "A bank of 10 days, which gains 36 hours by each move and holds 10 days at most, hard"
    assert f"{terms}: who runs out of time loses · **Ada** begins" in world.public()[0].content
    await world.resign(world.ada)
    await world.grace.click(world.last, label="Rematch")
    assert (await _match(world, 2)).control == replace(BANKS[1], hard=True)
    assert terms in world.last.content


async def test_without_a_limit_nothing_can_end_hard(world: World) -> None:
    refused = await world.ada.slash(
        world.channel, "challenge heap", opponent=world.grace, ending="hard", **NO_LIMIT
    )
    assert "Without a time limit nobody runs out of time." in said(refused)
    assert world.public() == []
