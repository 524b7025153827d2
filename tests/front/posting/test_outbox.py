"""What happened in a match is said in its channel once, in order, whatever goes wrong between."""

import signal
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.front.posting.outgoing import nonce
from bot.model.post_kinds import PostKind
from bot.model.records import MessageId, Post, Seq
from tests.front.conftest import ON_FILE, World, labels, said
from tests.front.snapshot import TO_TURN, snapshot
from tests.helpers.long_runs import pairs
from tests.helpers.posting import FIRST, HOUR, POSTS, killed_at, refuse_here

WHOLE_MATCH: dict[str, Callable[[World], Awaitable[Any]]] = {
    "challenge": lambda world: world.ada.slash(
        world.channel, "challenge heap", opponent=world.grace, first="me", size="small"
    ),
    "accept": lambda world: world.grace.click(_challenge(world), label="Accept"),
    "offer": lambda world: world.offer_draw(world.ada),
    "decline": lambda world: world.grace.slash(world.channel, "draw", answer="play on"),
    "play": lambda world: world.move(world.ada, "1"),
    "win": lambda world: world.move(world.grace, "2"),
}
"""The steps of a match of the small game. Each has a post of its own."""

STEPS = list(WHOLE_MATCH)


def sends(world: World) -> int:
    """How often a message was to be made in the channel."""
    here = f"/channels/{world.channel.id}/messages"
    return sum(r.method == "POST" and r.path.endswith(here) for r in world.env.http_requests)


async def made_by_another(world: World) -> None:
    """Another process makes the post that was refused to this one."""
    store = world.client.store
    (refused,) = await store.pending(world.env.now() + timedelta(hours=1))
    await store.delivered(refused, world.channel.id, MessageId(world.last.id))


def _challenge(world: World) -> discord.Message:
    return next(m for m in world.public() if "challenges you" in m.content)


@pytest.mark.parametrize(("step", "status"), pairs(STEPS, [429, 500, 502]))
async def test_a_post_not_taken_comes_later_in_order(world: World, step: str, status: int) -> None:
    for each in WHOLE_MATCH:
        if each == step:
            world.env.inject_error("POST", POSTS, status=status, times=2)
            await WHOLE_MATCH[each](world)
            before = len(world.public())
            assert before == STEPS.index(step)
            await world.env.advance_time(6)
            assert len(world.public()) == before
            await world.env.advance_time(11)
        else:
            await WHOLE_MATCH[each](world)
    assert len(world.public()) == len(WHOLE_MATCH)
    assert "Rematch" in labels(world.last)


@pytest.mark.parametrize(("step", "error"), pairs(STEPS[1:], [(403, 50013), (404, 10003)]))
async def test_a_forbidden_post_is_kept_and_the_player_notified(
    world: World, step: str, error: tuple[int, int]
) -> None:
    for each in STEPS[: STEPS.index(step)]:
        await WHOLE_MATCH[each](world)
    posts, (status, code) = len(world.public()), error
    world.env.inject_error("POST", POSTS, status=status, code=code, message="No", times=None)
    await WHOLE_MATCH[step](world)
    assert len(world.public()) == posts
    assert "refused: 40" in world.log.text
    board = await world.ada.slash(world.channel, "board", match=1)
    assert f"<#{world.channel.id}> (No)" in said(board)
    assert (await world.match()).seq > 0
    world.env.backend.faults.clear()
    await world.env.advance_time(600)
    assert len(world.public()) == posts + 1


@pytest.mark.parametrize(
    "meanwhile", ["nothing", "an outage", "another refusal", "another process"]
)
async def test_a_match_goes_on_after_a_refused_post(begun: World, meanwhile: str) -> None:
    refuse_here(begun, times=2)
    await begun.move(begun.ada, "1")
    snapshot(await begun.ask(begun.ada, "board"))
    if meanwhile == "an outage":
        begun.env.inject_error("POST", POSTS, status=503, times=1)
    if meanwhile == "another refusal":
        # With its picture and without: this time not for its place, but for what it says.
        refuse_here(begun, code=240000, times=2)
    if meanwhile == "another process":
        await made_by_another(begun)
    await begun.move(begun.grace, "1")
    if meanwhile in ("nothing", "an outage"):
        await begun.env.advance_time(60)
        snapshot(begun.public()[-2])
        snapshot(await begun.ask(begun.ada, "board"))
    snapshot(begun.last.content)


@pytest.mark.parametrize(
    ("status", "code", "times"), [(403, 50013, 4), (403, 50001, 4), (404, 10003, 2)]
)
async def test_posts_keep_their_order_as_a_right_comes_back(
    world: World, status: int, code: int, times: int
) -> None:
    """What may be about the picture is tried again without it."""
    await world.start(spare=9)
    posts = len(world.public())
    refuse_here(world, status=status, code=code, times=times)
    await world.move(world.ada, "1")
    await world.env.advance_time(300)
    # The first of them is refused again, and from then on nothing would be.
    await world.move(world.grace, "1")
    assert len(world.public()) == posts
    match = await world.match()
    assert (match.held, match.deadline) == (True, None)
    snapshot(said(await world.ada.slash(world.channel, "board")))
    await world.env.advance_time(21 * 60)
    reply = [m.content.splitlines()[0] for m in world.public()[posts:]]
    assert reply == ["**Ada** takes 1. `` 1`* ``", "**Grace** takes 1. `` 1`* ``"]
    assert [labels(m)[:1] for m in world.public()[posts:]] == [[], ["Move"]]
    # She was called in a direct message meanwhile, and is not called twice.
    texts = [m.content for m in world.ada.user.dm_channel.history()]
    assert sum(TO_TURN in text.lower() for text in texts) == 1
    match = await world.match()
    assert match.deadline
    assert match.deadline - world.env.now() > timedelta(days=6, hours=23)
    await world.move(world.ada, "1")
    assert len(world.public()) == posts + 3


async def test_what_waits_behind_a_refusal_is_not_tried_in_vain(begun: World) -> None:
    refuse_here(begun)
    for number in range(4):
        await begun.move((begun.ada, begun.grace)[number % 2], "1")
    # The first of them once a move, with its picture and without.
    assert sends(begun) == 2 + 2 * 4
    await begun.restart()
    begun.env.backend.faults.clear()
    await begun.restart()
    posts = begun.public()[-4:]
    assert [m.content.split("**")[1] for m in posts] == ["Ada", "Grace", "Ada", "Grace"]
    assert [bool(labels(m)) for m in posts] == [False, False, False, True]


async def test_a_refused_post_goes_once_the_earlier_one_is_posted(begun: World) -> None:
    refuse_here(begun, times=4)
    await begun.move(begun.ada, "1")
    await begun.move(begun.grace, "1")
    await made_by_another(begun)
    await begun.client.store.retry_refused(begun.env.now())
    begun.client.service.queue.wake()
    await begun.env.advance_time(1)
    snapshot(begun.last.content)


async def test_a_post_is_made_later_also_where_the_list_of_challenges_stands(begun: World) -> None:
    begun.env.inject_error("POST", POSTS, status=503, times=1)
    await begun.move(begun.ada, "1")
    await begun.manager.slash(begun.channel, "lobby", post=True)
    await begun.env.advance_time(16)
    snapshot(begun.last.content)


async def test_a_post_that_fails_for_days_is_tried_ever_more_rarely(world: World) -> None:
    world.env.inject_error("POST", POSTS, status=503, times=None)
    await WHOLE_MATCH["challenge"](world)
    await world.env.advance_time(3600)
    assert 8 < sends(world) < 16
    world.env.backend.faults.clear()
    await world.env.advance_time(15 * 60)
    assert len(world.public()) == 1


async def test_a_post_that_discord_refuses_again_and_again_blocks_no_other(begun: World) -> None:
    # Twice a try: once with the picture, once without.
    refuse_here(begun, status=400, code=50035, times=8)
    await begun.move(begun.ada, "1")
    await begun.env.advance_time(60)
    assert len(begun.public()) == 2
    await begun.move(begun.grace, "1")
    assert len(begun.public()) == 3
    snapshot(begun.last.content)
    await begun.env.advance_time(7 * 3600)
    snapshot(begun.last)
    assert labels(begun.public()[-2]) != []


async def test_posts_that_come_late_call_nobody_whose_turn_is_over(begun: World) -> None:
    begun.env.inject_error("POST", POSTS, status=503, times=None)
    await begun.move(begun.ada, "1")
    await begun.move(begun.grace, "2")
    begun.env.backend.faults.clear()
    await begun.env.advance_time(60)
    late, current = begun.public()[-2:]
    snapshot(late)
    assert "turn." not in late.content
    snapshot(current)
    assert begun.pings()[-2:] == [[], [begun.ada.id]]


async def test_a_question_that_comes_late_says_how_it_was_answered(begun: World) -> None:
    begun.env.inject_error("POST", POSTS, status=503, times=None)
    await begun.offer_draw(begun.ada)
    await begun.grace.slash(begun.channel, "draw", answer="agree")
    begun.env.backend.faults.clear()
    await begun.env.advance_time(60)
    snapshot(begun.public()[-2])


async def test_a_late_request_for_a_move_to_be_taken_back_shows_no_former_board(
    begun: World,
) -> None:
    await begun.move(begun.ada, "1")
    await begun.grace.slash(begun.channel, "board")
    begun.env.inject_error("POST", POSTS, status=503, times=None)
    await begun.ada.slash(begun.channel, "takeback")
    answer = await begun.grace.slash(begun.channel, "takeback")
    await begun.grace.click(answer.response, label="Let them take it back")
    begun.env.backend.faults.clear()
    await begun.env.advance_time(60)
    late, current = begun.public()[-2:]
    snapshot(late)
    assert current.attachments


async def test_a_no_that_comes_late_calls_nobody_who_got_the_time_since(short: World) -> None:
    await short.ada.slash(short.channel, "time ask", length=24)
    short.env.inject_error("POST", POSTS, status=503, times=None)
    await short.grace.click(short.last, label="Not now")
    await short.grace.slash(short.channel, "time give", length=24)
    short.env.backend.faults.clear()
    await short.env.advance_time(60)
    no, given = short.public()[-2:]
    snapshot(no.content)
    snapshot(given.content)
    assert short.pings()[-2:] == [[], [short.ada.id]]


@pytest.mark.parametrize("status", [429, 500])
async def test_what_the_clock_has_to_say_survives_an_outage_too(world: World, status: int) -> None:
    await world.spend_no_vacation()
    await world.start(time="1 day a move")
    for hours, text in (
        (15, "your time is running out"),
        (8, "You have 24 hours of grace"),
        (24, "has run out of time"),
    ):
        await world.env.advance_time(hours * HOUR)
        world.env.inject_error("POST", POSTS, status=status, times=2)
        await world.env.advance_time(2 * HOUR)
        await world.env.advance_time(60)
        assert sum(text in m.content for m in world.public()) == 1


async def test_a_restart_says_nothing_twice_and_buttons_of_before_still_work(short: World) -> None:
    form = await short.form(short.ada)
    short.env.http_requests.clear()
    await short.restart()
    assert len(short.public()) == 2
    assert not [r for r in short.env.http_requests if r.method == "PUT"]
    # Even a form that was open meanwhile.
    snapshot(
        said(await short.confirm(short.ada, await short.ada.submit_modal(form, {"move": "1"})))
    )
    await short.restart()
    snapshot(await short.tap(short.grace, "My view"))
    await short.move(short.grace, "2")
    await short.restart()
    await short.grace.click(short.last, label="Rematch")
    await short.restart()
    await short.ada.click(short.last, label="Accept")
    snapshot(short.last.content)
    assert len(short.public()) == 6


async def test_a_post_that_can_not_be_marked_is_not_repeated(short: World) -> None:
    short.sql(
        "CREATE TEMP TRIGGER full BEFORE UPDATE OF message ON outbox "
        "BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
    )
    await short.move(short.ada, "1")
    assert len(short.public()) == 3
    await short.env.advance_time(3600)
    assert len(short.public()) == 3
    short.sql("DROP TRIGGER full")
    await short.env.advance_time(3600)
    await short.move(short.grace, "2")
    assert len(short.public()) == 4


@ON_FILE
async def test_what_was_written_before_kill_9_is_said_after_it_once(world: World) -> None:
    here, ada, grace = world.channel, world.ada, world.grace
    for number, step in enumerate(
        [
            ["challenge", here.id, world.guild.id, ada.id, grace.id],
            ["accept", grace.id],
            ["play", ada.id, "01,04"],
        ]
    ):
        await world.client.store.close()
        assert killed_at(world, *step) == -signal.SIGKILL
        assert len(world.public()) == number
        await world.env.restart_bot(world.make())
        assert len(world.public()) == number + 1
        await world.restart()
        assert len(world.public()) == number + 1
    snapshot(world.last)


async def test_a_deleted_channel_costs_no_match(short: World) -> None:
    elsewhere = short.guild.create_text_channel("other")
    short.env.backend.delete_channel(short.channel.id)
    await short.env.settle()
    snapshot(said(await short.move(short.ada, "1", channel=elsewhere, match=1)))
    assert "refused: 404" in short.log.text
    snapshot(said(await short.grace.slash(elsewhere, "games")))
    snapshot(said(await short.grace.slash(elsewhere, "board", match=1)))


async def test_every_post_carries_a_nonce_of_its_own_that_a_retry_repeats(world: World) -> None:
    world.env.inject_error("POST", POSTS, status=500)
    await WHOLE_MATCH["challenge"](world)
    await world.env.advance_time(6)
    await world.grace.click(_challenge(world), label="Accept")
    sent = [
        r.json
        for r in world.env.http_requests
        if r.method == "POST" and r.path.endswith("/messages") and r.json
    ]
    nonces = [m["nonce"] for m in sent]
    assert all(m["enforce_nonce"] for m in sent)
    assert nonces[0] == nonces[1]
    assert len(set(nonces)) == len(nonces) - 1
    assert all(len(n) <= 25 for n in nonces)


def test_a_nonce_has_at_most_25_characters() -> None:
    far = discord.utils.utcnow().replace(year=9999)
    assert len(nonce(Post(FIRST, Seq(1), PostKind.TURN, id=2**63), far)) <= 25


async def test_a_damaged_match_holds_up_no_other(world: World) -> None:
    world.env.inject_error("POST", POSTS, status=500)
    await WHOLE_MATCH["challenge"](world)
    await world.client.store.close()
    world.sql("UPDATE events SET kind = 'withdrawn' WHERE match_id = 1")
    await world.env.restart_bot(world.make())
    await world.env.advance_time(60)
    assert "match 1: post 1 (challenge) failed; retrying" in world.log.text
    await world.ada.slash(world.channel, "challenge heap", opponent=world.linus)
    snapshot(world.last.content)
    snapshot(await world.ask(world.ada, "board", match=1))
