"""Leagues in the simulated server: joined by button, begun by themselves, posted once."""

from datetime import timedelta
from typing import Any

from bot.model.competitions.divisions import FEWEST
from bot.model.records import MatchId
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
from tests.helpers.posting import spoken


async def test_a_league_is_founded_and_posted_once_silently(world: World) -> None:
    told = await found(world)
    assert told.startswith(
        f"League 1 is founded: **Winter**. Its post appears in a moment in <#{world.channel.id}>"
    )
    [post] = spoken(world)
    assert post.content.startswith("**League: Winter**\nHeap · 1 day a move")
    assert "Nobody is signed up yet." in post.content
    assert labels(post) == ["Sign up", "Withdraw"]
    assert post.flags.suppress_notifications
    assert world.pings() == [[]]
    await world.env.advance_time(3600)
    assert len(spoken(world)) == 1


async def test_people_sign_up_by_button_and_the_post_changes_after_a_pause(world: World) -> None:
    await found(world)
    post = post_of(world)
    answer = await world.ada.click(post, label="Sign up")
    assert answer.response.ephemeral
    told = said(answer)
    assert "You are signed up for **Winter**.\nSeason 1 begins <t:" in told
    assert "everybody of your division, all at once" in told
    assert "or use `/league leave`" in told
    told = said(await world.ada.click(post, label="Sign up"))
    assert "You are signed up for **Winter** already, so nothing has changed.\nSeason 1" in told
    assert "everybody of your division" not in told
    await sign_up(world, post, world.grace, world.grace)
    assert "Nobody is signed up yet." in post_of(world).content
    await world.env.advance_time(CALM)
    assert "if 1 more signs up by then" in post_of(world).content
    assert "2 players signed up: **Ada**, **Grace**." in post_of(world).content
    told = said(await world.ada.click(post, label="Withdraw"))
    assert told == "You are signed out of **Winter**: no further season will include you."
    told = said(await world.linus.click(post, label="Withdraw"))
    assert told == "You are not signed up for **Winter**, so nothing has changed."
    await world.env.advance_time(CALM)
    assert "1 player signed up: **Grace**." in post_of(world).content
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
    assert "Season 1 lasts until <t:" in post.content
    assert "Season 2 begins <t:" in post.content
    assert labels(post) == ["Sign up", "Withdraw", "Tables"]
    rows = await world.client.matches.of_person(world.ada.id)
    assert len(rows) == 4
    shown = await world.ada.slash(world.channel, "league show")
    assert "3 players signed up" in shown.response.content
    assert shown.followups[-1].ephemeral
    assert shown.followups[-1].attachments
    assert (await world.linus.click(post, label="Tables")).response.attachments
    told = said(await world.manager.click(post, label="Sign up"))
    assert "Newcomers start in the last division." in told


async def test_with_too_few_it_is_put_off_by_a_week_and_the_post_says_so(world: World) -> None:
    await found(world)
    await sign_up(world, post_of(world), world.ada, world.grace)
    before = (await league_of(world)).begins
    await to_start(world)
    after = (await league_of(world)).begins
    assert before
    assert after == before + timedelta(weeks=1)
    assert f"Season 1 begins <t:{int(after.timestamp())}:f>" in post_of(world).content


async def test_a_person_who_withdraws_within_a_season_may_play_on_or_give_it_up(
    world: World,
) -> None:
    asked = await world.ada.click(await season_of(world), label="Withdraw")
    assert "Your matches of **Winter: season 1** go on until it ends <t:" in said(asked)
    assert await members_of(world) == ["Grace", "Linus"]
    assert len(await world.client.matches.of_person(world.ada.id)) == 4
    question = asked.response
    told = await world.ada.click(question, label="Give up the season")
    assert "You have given up **Winter: season 1**." in said(told)
    await world.env.advance_time(CALM)
    assert await world.client.matches.of_person(world.ada.id) == []
    # It stands for that season alone, however long it is kept.
    button = f"league:giveup:{(await league_of(world)).current}"
    await sign_up(world, post_of(world), world.ada)
    told = await world.forge(world.ada, button)
    assert told.strip() == "You play in that season no more, so nothing has changed."
    assert "Ada" in await members_of(world)
    assert "Give up" not in said(await world.ada.click(post_of(world), label="Withdraw"))


async def test_the_commands_do_what_the_buttons_do(world: World) -> None:
    assert "There is no league here." in await world.ask(world.ada, "league list")
    await found(world)
    assert "You are signed up for **Winter**." in await world.ask(world.ada, "league join")
    shown = await world.ada.slash(world.channel, "league show")
    assert "**League: Winter**" in said(shown)
    assert labels(shown.response) == ["Withdraw"]
    assert labels((await world.grace.slash(world.channel, "league show")).response) == ["Sign up"]
    await found(world, name="Summer")
    listed = await world.ask(world.ada, "league list")
    assert listed.splitlines()[0].startswith(
        f"**1** **Winter** in <#{world.channel.id}>: Heap · 1 day a move"
    )
    assert "1 player signed up, you too." in listed
    assert "0 players signed up. Season 1 begins" in listed
    several = "There are several leagues here. Name one with the option `league`"
    assert several in await world.ask(world.ada, "league leave")
    assert "`spring`" in await world.ask(world.ada, "league leave", league="spring")
    assert "You are signed out" in await world.ask(world.ada, "league leave", league="wINTER")
    assert "You are signed up" in await world.ask(world.ada, "league join", league="2")
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
    first, second = await world.client.store.matches_of_pairs([MatchId(1)])
    await world.call_off(int(first.match))
    loser = next(p for p in (world.ada, world.grace, world.linus) if p.id == second.people[0].id)
    await world.resign(loser, match=int(second.match))
    places = (world.channel, *world.channel.threads)
    told = "\n".join(m.content for place in places for m in world.public(place))
    assert "Match 1 was not played to the end: the table says what this pair counts." in told
    assert "The pair has no result" not in told


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
    assert "Season 1 lasts until" in post_of(world).content


async def test_a_deleted_one_comes_again_when_the_league_is_changed(world: World) -> None:
    await found(world)
    world.env.backend.delete_message(world.channel.id, post_of(world).id)
    await world.ask(world.ada, "league join")
    await world.env.advance_time(CALM)
    assert spoken(world) == []
    await world.ask(world.manager, "league change")
    await world.env.advance_time(CALM)
    assert "1 player signed up: **Ada**." in post_of(world).content


async def test_a_deleted_person_is_no_longer_in_it(world: World) -> None:
    await found(world)
    await sign_up(world, post_of(world), world.ada, world.grace)
    await world.env.advance_time(CALM)
    assert "**Ada**" in post_of(world).content
    await delete(world, world.ada)
    await world.env.advance_time(240)
    assert await members_of(world) == ["Grace"]
    assert "Ada" not in post_of(world).content
