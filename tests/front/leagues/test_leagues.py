"""Leagues in the simulated server: founded by managers, joined by button, kept in one post."""

from tests.front.conftest import World, labels, said
from tests.front.leagues.founding import found
from tests.helpers.posting import spoken


async def test_a_league_is_founded_and_posted_once_silently(world: World) -> None:
    told = await found(world)
    assert "League 1 is founded: **Winter**." in told
    [post] = spoken(world)
    assert post.content.startswith("**League: Winter**")
    assert labels(post) == ["Sign up", "Withdraw"]
    assert post.flags.suppress_notifications
    assert world.pings() == [[]]
    await world.env.advance_time(3600)
    assert len(spoken(world)) == 1


async def test_people_sign_up_by_button_and_the_post_changes_after_a_pause(world: World) -> None:
    await found(world)
    [post] = spoken(world)
    answer = said(await world.ada.click(post, label="Sign up"))
    assert "You are signed up for **Winter**." in answer
    await world.grace.click(post, label="Sign up")
    await world.env.advance_time(130)
    assert "2 players signed up: **Ada**, **Grace**." in spoken(world)[0].content
    answer = said(await world.ada.click(post, label="Withdraw"))
    assert "You are signed out of **Winter**" in answer
    await world.env.advance_time(130)
    assert "1 player signed up: **Grace**." in spoken(world)[0].content
