"""What managers do with leagues, and what nobody else may."""

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.front.competitions.finding import IN_SERVERS
from bot.model.competitions.lengths import season_weeks
from bot.service.competitions.leagues import WEEKS
from tests.front.competitions.seasons import (
    CALM,
    GIVEN,
    found,
    league_of,
    members_of,
    post_of,
    season_of,
    sign_up,
    to_start,
)
from tests.front.conftest import World, labels, said
from tests.front.snapshot import snapshot
from tests.helpers.posting import forbid, lock, spoken, thread_of
from tests.helpers.spots import away

MANAGING = ("found", "change", "rest", "resume", "close")


async def asked(world: World, who: Any, command: str, **given: Any) -> str:
    return said(await who.slash(world.channel, f"league {command}", **given))


async def test_only_managers_of_the_channel_found_change_and_close(world: World) -> None:
    await found(world)
    before, posts = await league_of(world), len(spoken(world))
    for command in MANAGING:
        given = {"game": "heap", "name": "Mine"} if command == "found" else {}
        told = await asked(world, world.ada, command, **given)
        lacking = "That takes the permission **Manage Messages** or **Manage Channels**"
        assert told.startswith(lacking), command
    assert await league_of(world) == before
    assert len(await world.client.service.leagues.of_guild(world.guild.id)) == 1
    assert len(spoken(world)) == posts


async def test_in_messages_between_two_there_are_none(world: World) -> None:
    for command in ("show", "list", "join", "leave", *MANAGING):
        given = {"game": "heap", "name": "Mine"} if command == "found" else {}
        snapshot(said(await world.ada.user.slash(f"league {command}", **given)))


async def test_what_can_not_be_founded_says_why_and_leaves_nothing(world: World) -> None:
    refused: dict[str, dict[str, Any]] = {
        "1 to 60 visible characters": {"name": " \u200b"},
        "I don't know `foo` of Heap": {"options": "foo"},
        "I can't read `soon` as a day": {"begins": "soon"},
        "A season begins on a Monday at 18:00 UTC": {"begins": "2026-01-06"},
        "and within a year": {"begins": "2028-01-03"},
    }
    for reason, given in refused.items():
        assert reason in await found(world, **given)
    snapshot(await _without_right(world))
    await world.server_wishes(channels=[world.guild.create_text_channel("elsewhere").id])
    snapshot(await found(world))
    assert await world.client.service.leagues.of_guild(world.guild.id) == []
    assert spoken(world) == []


async def _without_right(world: World) -> str:
    forbid(world, send_messages=False)
    try:
        return await found(world)
    finally:
        forbid(world, send_messages=True)


async def test_single_matches_with_a_known_first_seat_are_told_to_managers(world: World) -> None:
    known = (
        "\n-# On 8 by 8 whoever began won 123 of 200 matches of strong play. In pairs each of two"
    )
    told = await found(world, game="clump", options="size: 8 by 8", pairs=False)
    assert known in told
    snapshot(told)
    assert known not in await asked(world, world.manager, "change", pairs=True)
    assert known in await asked(world, world.manager, "change", pairs=False)
    assert known not in await found(world, name="Pairs", game="clump", options="size: 8 by 8")


async def test_a_league_lasts_as_long_as_its_game_takes_and_says_what_it_asks(world: World) -> None:
    snapshot(await found(world, game="bump"))
    league = await league_of(world)
    assert league.weeks == season_weeks(league.terms, WEEKS) > WEEKS[0]
    assert "Bump takes about" in post_of(world).content
    snapshot(
        await asked(world, world.manager, "change", game="bump", options="reserve: 3", weeks=4)
    )


async def test_a_board_whose_winner_is_known_is_not_offered(world: World) -> None:
    offered = await world.manager.autocomplete(
        world.channel, "league found", "options", "", game="clump", name="Winter"
    )
    sizes = [each["value"] for each in offered]
    assert sizes[0] == "size: 8 by 8"
    assert "size: 6 by 6" not in sizes
    snapshot(await found(world, game="clump", options="size: 6 by 6"))
    assert await world.client.service.leagues.of_guild(world.guild.id) == []


async def test_a_season_begins_on_the_monday_that_is_chosen(world: World) -> None:
    offered = await world.manager.autocomplete(
        world.channel, "league found", "begins", "january", game="heap", name="Winter"
    )
    assert [each["name"] for each in offered][-1] == "Monday 26 January 2026, 18:00 UTC"
    await found(world, begins=offered[-1]["value"])
    begins = (await league_of(world)).begins
    snapshot(f"{begins:%Y-%m-%d %H:%M}")
    snapshot(await asked(world, world.manager, "change", begins="2026-02-02"))
    begins = (await league_of(world)).begins
    assert f"{begins:%Y-%m-%d}" == "2026-02-02"
    assert "<t:" in post_of(world).content


async def test_people_have_three_days_to_sign_up_for_the_first_season(world: World) -> None:
    monday = datetime(2026, 1, 12, 17, 59, tzinfo=UTC)
    await world.env.advance_time((monday - world.env.now()).total_seconds())
    await found(world)
    assert (await league_of(world)).begins == datetime(2026, 1, 19, 18, tzinfo=UTC)


async def test_what_is_not_named_in_a_change_stays(world: World) -> None:
    await found(world, options="size: small", pairs=False)
    before = await league_of(world)
    await asked(world, world.manager, "change", name="Spring", weeks=6, rated=False)
    after = await league_of(world)
    assert (after.name, after.weeks, after.size) == ("Spring", 6, 4)
    assert after.terms.options == before.terms.options
    assert (after.terms.pair, after.terms.rated, after.terms.unprepared) == (False, False, False)
    await asked(world, world.manager, "change", pairs=True, preparing=False)
    after = await league_of(world)
    assert (after.terms.banks, after.terms.pair, after.terms.unprepared) == (True, True, True)
    await asked(world, world.manager, "change", game="meadow", divisions=5)
    after = await league_of(world)
    assert (after.terms.game, after.size, after.terms.rated) == ("meadow", 5, False)
    assert "size" not in after.terms.options
    await world.env.advance_time(CALM)
    assert "Meadow" in post_of(world, "Spring").content
    assert "no prepared answers" in post_of(world, "Spring").content


async def test_a_league_moves_with_its_post_to_another_channel(world: World) -> None:
    await found(world)
    [old] = spoken(world)
    other = world.guild.create_text_channel("league")
    await asked(world, world.manager, "change", channel=other)
    await world.env.advance_time(CALM)
    [note] = spoken(world)
    assert (note.id, labels(note)) == (old.id, [])
    snapshot(note.content)
    await sign_up(world, post_of(world, channel=other), world.ada)
    assert await members_of(world) == ["Ada"]


async def test_a_league_rests_and_goes_on(world: World) -> None:
    await found(world)
    snapshot(await asked(world, world.manager, "rest"))
    await world.env.advance_time(CALM)
    snapshot(post_of(world).content)
    snapshot(said(await world.ada.click(post_of(world), label="Sign up")))
    snapshot(await asked(world, world.manager, "resume"))
    assert (await league_of(world)).begins
    assert await members_of(world) == ["Ada"]


async def test_a_league_is_closed_once_that_is_confirmed_by_a_manager(world: World) -> None:
    post = await season_of(world)
    question = (await world.manager.slash(world.channel, "league close")).response
    snapshot(question.content)
    snapshot(await world.tap(world.manager, "No, leave it", question))
    question = (await world.manager.slash(world.channel, "league close")).response
    snapshot(await world.tap(world.manager, "Yes, close it", question))
    ended = world.shown(post)
    assert (ended.content, labels(ended)) == (
        "**Winter** is closed. Nobody can sign up any more.",
        [],
    )
    assert len(await world.client.matches.of_person(world.ada.id)) == 4


async def test_a_button_that_somebody_should_not_have_does_nothing(world: World) -> None:
    await found(world)
    before = await league_of(world)
    snapshot(await world.forge(world.ada, "league:close:1"))
    snapshot(await world.forge(world.ada, "league:join:9"))
    snapshot(await world.forge(world.ada, "league:giveup:9"))
    snapshot(await world.forge(world.ada, "league:burn:1"))
    assert await league_of(world) == before


async def test_leagues_of_channels_that_somebody_can_not_read_are_not_named(world: World) -> None:
    await found(world)
    other = world.guild.create_text_channel("other")
    lock(world, world.ada)
    for command in ("list", "show", "join"):
        snapshot(said(await world.ada.slash(other, f"league {command}")))
    assert await world.ada.autocomplete(other, "league join", "league", "") == []
    assert await members_of(world) == []
    assert "**Winter**" in said(await world.grace.slash(other, "league list"))


async def test_a_member_can_leave_if_the_channel_is_gone(world: World) -> None:
    hall = world.guild.create_text_channel("hall")
    await found(world, channel=hall)
    for who in (world.ada, world.grace):
        snapshot(said(await who.slash(hall, "league join")))
    world.env.backend.delete_channel(hall.id)
    await world.env.settle()
    snapshot(await asked(world, world.linus, "leave"))
    assert "**League: Winter**" in await asked(world, world.ada, "show")
    offered = [
        await who.autocomplete(world.channel, "league leave", "league", "")
        for who in (world.ada, world.linus)
    ]
    assert [[each["value"] for each in some] for some in offered] == [["1"], []]
    snapshot(await asked(world, world.ada, "leave"))
    await world.challenge("heap", world.linus)
    snapshot(await world.forge(world.grace, "league:leave:1"))
    assert await members_of(world) == []


async def test_an_old_button_shows_no_tables_of_a_hidden_channel(world: World) -> None:
    await season_of(world)
    button = f"tables:{(await league_of(world)).current}:p1"
    snapshot(await world.forge(world.ada, button))
    lock(world, world.ada)
    snapshot(await world.forge(world.ada, button))


async def test_a_league_whose_channel_is_gone_is_given_another(world: World) -> None:
    other = world.guild.create_text_channel("league")
    await found(world, channel=other)
    world.env.backend.delete_channel(other.id)
    await world.env.settle()
    gone = "⚠️ I don't see its channel any more, so nothing is posted: `/league change`"
    for command in ("list", "show"):
        assert gone in await asked(world, world.manager, command)
    await asked(world, world.manager, "change", channel=world.channel)
    assert (await league_of(world)).channel == world.channel.id
    await world.env.advance_time(CALM)
    assert labels(post_of(world)) == ["Sign up", "Withdraw"]
    assert "⚠️" not in await asked(world, world.manager, "list")


@pytest.mark.parametrize("is_gone", [True, False])
async def test_a_season_moves_where_its_channel_is_gone(world: World, is_gone: bool) -> None:
    other = world.guild.create_text_channel("league")
    await found(world, channel=other)
    for who in (world.ada, world.grace, world.linus):
        await who.slash(other, "league join")
    await to_start(world)
    if is_gone:
        world.env.backend.delete_channel(other.id)
        await world.env.settle()
    await asked(world, world.manager, "change", channel=world.channel)
    await world.env.advance_time(600)
    tables = [m for m in world.public() if m.content.startswith("**Winter: season 1**")]
    assert len(tables) == is_gone
    season = await world.client.service.competitions.competition(1)
    assert season.channel == (world.channel if is_gone else other).id


async def test_leagues_and_options_are_offered_while_one_types(world: World) -> None:
    await found(world)
    await found(world, name="Summer")
    offered = await world.ada.autocomplete(world.channel, "league join", "league", "wint")
    assert [(each["name"], each["value"]) for each in offered] == [("1: Winter", "1")]
    offered = await world.manager.autocomplete(
        world.channel, "league change", "options", "small", league="1"
    )
    assert [each["name"] for each in offered] == ["size: small"]


async def test_a_manager_signs_somebody_out_who_has_left(world: World) -> None:
    await found(world)
    await sign_up(world, post_of(world), world.ada, world.grace)
    given = (world.channel, "league leave", "member", "gr")
    assert await world.ada.autocomplete(*given) == []
    offered = await world.manager.autocomplete(*given)
    assert [each["name"] for each in offered] == ["Grace"]
    snapshot(await asked(world, world.ada, "leave", member=offered[0]["value"]))
    assert await members_of(world) == ["Ada", "Grace"]
    snapshot(await asked(world, world.manager, "leave", member=offered[0]["value"]))
    assert await members_of(world) == ["Ada"]
    snapshot(await asked(world, world.manager, "leave", member="Grace"))


async def test_a_league_that_is_founded_in_a_thread_is_posted_in_its_channel(world: World) -> None:
    world.env.backend.create_thread(world.channel.id, "talk", world.manager.id)
    await world.manager.slash(thread_of(world), "league found", **GIVEN)
    assert (await league_of(world)).channel == world.channel.id


async def test_where_the_bot_may_only_answer_there_are_none(world: World) -> None:
    spot = await away(world, "server")
    told = said(await spot.ada.slash(spot.channel, "league list"))
    assert told == IN_SERVERS
    snapshot(said(await spot.ada.slash(spot.channel, "profile")))


async def test_a_profile_names_the_leagues_of_the_server(world: World) -> None:
    await found(world)
    snapshot(await world.ask(world.ada, "profile"))
    await sign_up(world, post_of(world), world.ada)
    snapshot(await world.ask(world.ada, "profile"))
    snapshot(await world.ask(world.grace, "profile", person=world.ada))
