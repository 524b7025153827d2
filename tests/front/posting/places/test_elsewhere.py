"""What people ask for in the thread of a match holds for the channel that the match belongs to."""

from typing import Any

from bot.model.records import MatchId
from tests.front.conftest import World, said
from tests.front.following.test_following import follow, play
from tests.front.invitations.test_lobby import lists, text_of
from tests.front.posting.places.spots import forum
from tests.front.posting.places.test_forum import challenge
from tests.front.posting.places.test_threads import spoken, thread_of, usual
from tests.front.posting.test_notices import direct
from tests.front.posting.test_outbox import forbid


def put_away(world: World, thread: Any) -> None:
    """Archive a thread, as Discord does where nobody writes for a while."""
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})


async def forum_match(world: World) -> tuple[Any, Any]:
    """A match in a post of its own; that post, and the one put away in which it was asked for."""
    await usual(world, "thread")
    made, first = await forum(world)
    await challenge(world, first)
    (post,) = [each for each in made.threads if each.id != first.id]
    put_away(world, first)
    await world.env.settle()
    assert world.client.get_channel(first.id) is None
    return post, first


async def test_the_list_of_open_challenges_is_that_of_the_channel(world: World) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    await world.ada.slash(world.channel, "challenge heap", first="me")
    await world.manager.slash(thread_of(world), "lobby", post=True)
    (posted,) = lists(world)
    assert "Heap · match 2" in text_of(posted)


async def test_no_challenge_is_made_that_could_not_be_posted_in_the_channel(world: World) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    forbid(world, send_messages=False, send_messages_in_threads=True)
    await world.env.settle()
    refused = await world.ada.slash(thread, "challenge heap", opponent=world.linus)
    assert f"I may not post in <#{world.channel.id}>" in said(refused)
    assert len(await world.client.matches.of_channel(world.channel.id)) == 1


async def test_followers_hear_of_a_match_whose_first_post_was_put_away(world: World) -> None:
    post, _ = await forum_match(world)
    assert "You follow match 1" in await follow(world, world.linus, match=1)
    await play(world, world.ada, channel=post)
    assert "turn 2" in direct(world.linus)[-1].content
    assert "It is **Grace**'s turn." in said(await world.linus.user.slash("board", match=1))


async def test_managers_manage_a_match_whose_first_post_was_put_away(world: World) -> None:
    post, _ = await forum_match(world)
    assert "stays in" in await world.ask(world.manager, "quiet", mode="posts", match=1)
    assert (await world.client.matches.match(MatchId(1))).plies == ()
    assert spoken(world, post)


async def test_a_match_whose_first_post_was_put_away_stays_hidden_from_others(
    world: World,
) -> None:
    await forum_match(world)
    stranger = world.env.create_user("Edsger")
    assert "There is no match 1 here." in said(await stranger.slash("board", match=1))


async def test_what_was_refused_is_said_once_the_bot_may_post_in_threads_again(
    world: World,
) -> None:
    await usual(world, "thread")
    await world.start(spare=9)
    thread = thread_of(world)
    forbid(world, send_messages=False, send_messages_in_threads=False)
    await world.env.settle()
    await world.move(world.ada, "1", channel=thread)
    assert spoken(world, thread) == []
    forbid(world, send_messages=False, send_messages_in_threads=True)
    await world.env.settle()
    (board,) = spoken(world, thread)
    assert "**Ada** takes 1." in board.content


async def test_a_rematch_is_asked_for_in_a_post_that_was_put_away(world: World) -> None:
    post, first = await forum_match(world)
    parent = first._channel.parent_id
    wish = {"posting": "thread", "channels": [parent]}
    await world.client.store.change_preferences("guild", world.guild.id, lambda _: wish)
    asked = await world.ada.slash(post, "resign")
    await world.ada.click(asked.response, label="Yes, resign")
    line = spoken(world, first)[-1]
    put_away(world, first)
    await world.env.settle()
    await world.ada.click(line, label="Rematch")
    assert "challenges you" in spoken(world, first)[-1].content
