"""Leagues in the simulated server: joined by button, begun by themselves, posted once."""

from datetime import timedelta
from typing import Any

from bot.model.competitions.divisions import FEWEST
from bot.model.records import MatchId, MatchSummary
from tests.front.competitions.seasons import (
    CALM,
    found,
    league_of,
    members_of,
    post_of,
    season_of,
    sign_up,
    to_start,
)
from tests.front.conftest import World, labels, said
from tests.front.panels import delete
from tests.front.snapshot import snapshot
from tests.helpers.posting import spoken


async def test_a_league_is_founded_and_posted_once_silently(world: World) -> None:
    snapshot(await found(world))
    [post] = spoken(world)
    snapshot(post)
    assert post.flags.suppress_notifications
    assert world.pings() == [[]]
    await world.env.advance_time(3600)
    assert len(spoken(world)) == 1


async def test_people_sign_up_by_button_and_the_post_changes_after_a_pause(world: World) -> None:
    await found(world)
    post = post_of(world)
    answer = await world.ada.click(post, label="Sign up")
    assert answer.response.ephemeral
    snapshot(said(answer))
    snapshot(said(await world.ada.click(post, label="Sign up")))
    await sign_up(world, post, world.grace, world.grace)
    snapshot(post_of(world).content)
    await world.env.advance_time(CALM)
    snapshot(post_of(world).content)
    snapshot(said(await world.ada.click(post, label="Withdraw")))
    snapshot(said(await world.linus.click(post, label="Withdraw")))
    await world.env.advance_time(CALM)
    snapshot(post_of(world).content)
    assert world.pings() == [[]]


async def test_a_season_begins_on_its_date_with_all_who_signed_up(world: World) -> None:
    await found(world)
    people = (world.ada, world.grace, world.linus)
    await sign_up(world, post_of(world), *people)
    await world.restart()
    await to_start(world)
    league = await league_of(world)
    assert (league.season, len(await members_of(world))) == (1, FEWEST)
    post = post_of(world)
    snapshot(post)
    rows = await world.client.matches.of_person(world.ada.id)
    assert len(rows) == 4
    shown = await world.ada.slash(world.channel, "league show")
    snapshot(shown.response.content)
    assert shown.followups[-1].ephemeral
    assert shown.followups[-1].attachments
    assert (await world.linus.click(post, label="Tables")).response.attachments
    snapshot(said(await world.manager.click(post, label="Sign up")))


async def test_with_too_few_it_is_put_off_by_a_week_and_the_post_says_so(world: World) -> None:
    await found(world)
    await sign_up(world, post_of(world), world.ada, world.grace)
    before = (await league_of(world)).begins
    await to_start(world)
    after = (await league_of(world)).begins
    assert before
    assert after == before + timedelta(weeks=1)
    snapshot(post_of(world).content)


async def test_a_person_who_withdraws_within_a_season_may_play_on_or_give_it_up(
    world: World,
) -> None:
    asked = await world.ada.click(await season_of(world), label="Withdraw")
    snapshot(said(asked))
    assert await members_of(world) == ["Grace", "Linus"]
    assert len(await world.client.matches.of_person(world.ada.id)) == 4
    question = asked.response
    snapshot(await world.tap(world.ada, "Give up the season", question))
    await world.env.advance_time(CALM)
    assert await world.client.matches.of_person(world.ada.id) == []
    # It stands for that season alone, however long it is kept.
    button = f"league:giveup:{(await league_of(world)).current}"
    await sign_up(world, post_of(world), world.ada)
    told = await world.forge(world.ada, button)
    snapshot(told.strip())
    assert "Ada" in await members_of(world)
    snapshot(said(await world.ada.click(post_of(world), label="Withdraw")))


async def test_the_commands_do_what_the_buttons_do(world: World) -> None:
    snapshot(await world.ask(world.ada, "league list"))
    await found(world)
    snapshot(await world.ask(world.ada, "league join"))
    snapshot(await world.ada.slash(world.channel, "league show"))
    assert labels((await world.grace.slash(world.channel, "league show")).response) == ["Sign up"]
    await found(world, name="Summer")
    listed = await world.ask(world.ada, "league list")
    snapshot(listed.splitlines()[0])
    snapshot(listed)
    several = "There are several leagues here. Name one with the option `league`"
    assert several in await world.ask(world.ada, "league leave")
    assert "`spring`" in await world.ask(world.ada, "league leave", league="spring")
    snapshot(await world.ask(world.ada, "league leave", league="wINTER"))
    snapshot(await world.ask(world.ada, "league join", league="2"))
    assert (await members_of(world), await members_of(world, 2)) == ([], ["Ada"])


async def test_a_league_of_that_name_as_a_number_is_meant_by_its_number(world: World) -> None:
    await found(world, name="2")
    await found(world, name="1")
    await world.ask(world.ada, "league join", league="1")
    assert (await members_of(world), await members_of(world, 2)) == (["Ada"], [])


# The boards of its matches


def boards(world: World) -> list[Any]:
    return [each for each in world.public() if " · turn " in each.content]


async def test_a_board_says_of_which_season_it_is_and_when_that_ends(world: World) -> None:
    await season_of(world, pairs=False)
    current = (await league_of(world)).current
    assert current
    season = await world.client.service.competitions.competition(current)
    ends = f"<t:{int(season.ends.timestamp())}:f>"
    assert len(boards(world)) == 3
    assert all(f" · Winter: season 1, until {ends}" in each.content for each in boards(world))
    await world.client.service.leagues.close(1)
    match = await world.match(1)
    mover = next(p for p in (world.ada, world.grace, world.linus) if p.id == match.turn_person.id)  # type: ignore[union-attr]
    await world.move(mover, "1", match=1)
    assert "Winter" not in boards(world)[-1].content, "the league is closed"


async def test_a_pair_one_of_which_is_called_off_is_left_to_the_table(world: World) -> None:
    await season_of(world)
    first, second = await world.client.store.find(MatchSummary, pair=[MatchId(1)])
    await world.call_off(int(first.match))
    loser = next(p for p in (world.ada, world.grace, world.linus) if p.id == second.people[0].id)
    await world.resign(loser, match=int(second.match))
    places = (world.channel, *world.channel.threads)
    title = f"match {second.match} "
    said_of_it = [m for place in places for m in world.public(place) if title in m.content]
    snapshot(said_of_it[-1].content)


async def test_one_that_was_deleted_comes_again_with_the_next_season(world: World) -> None:
    await found(world)
    post = post_of(world)
    people = (world.ada, world.grace, world.linus)
    await sign_up(world, post, *people)
    world.env.backend.delete_message(world.channel.id, post.id)
    await world.env.advance_time(CALM)
    await world.ask(world.ada, "league leave")
    await world.ask(world.ada, "league join")
    await world.env.advance_time(timedelta(days=1).total_seconds())
    assert not any("League: Winter" in m.content for m in world.public())
    await to_start(world)
    snapshot(post_of(world).content)


async def test_a_deleted_one_comes_again_when_the_league_is_changed(world: World) -> None:
    await found(world)
    world.env.backend.delete_message(world.channel.id, post_of(world).id)
    await world.ask(world.ada, "league join")
    await world.env.advance_time(CALM)
    assert spoken(world) == []
    await world.ask(world.manager, "league change")
    await world.env.advance_time(CALM)
    snapshot(post_of(world).content)


async def test_a_deleted_person_is_no_longer_in_it(world: World) -> None:
    await found(world)
    await sign_up(world, post_of(world), world.ada, world.grace)
    await world.env.advance_time(CALM)
    assert "**Ada**" in post_of(world).content
    await delete(world, world.ada)
    await world.env.advance_time(240)
    assert await members_of(world) == ["Grace"]
    assert "Ada" not in post_of(world).content
