"""Seeing turns again: in motion, step by step through a chain, turn by turn through a match."""

from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from simcord import interactions

from bot.front.board import animations, replay
from bot.front.board.replay import (
    END,
    ReplayPosition,
    step_after,
    step_before,
    turn_after,
    turn_before,
)
from bot.model.records import MatchId
from tests.front.conftest import World, labels, said
from tests.front.panels import adjust, pixels
from tests.front.snapshot import snapshot
from tests.helpers.posting import forbid as forbid

CHAIN = ["011,12-3", "pass", "11,22-2", "pass"]
ROW = ["◀ Turn", "◀ Step", "Play", "Step ▶", "Turn ▶"]


async def played(world: World, *moves: str, game: str = "bump") -> None:
    """A match between Ada, who begins, and Grace, after those moves."""
    await world.begin(game)
    for number, text in enumerate(moves):
        await world.move((world.ada, world.grace)[number % 2], text)


async def frames(message: Any) -> tuple[str, int]:
    with Image.open(BytesIO(await pixels(message))) as image:
        return str(image.format), int(getattr(image, "n_frames", 1))


def leading(message: Any) -> list[str]:
    """The labels of the buttons that lead somewhere."""
    items = [item for row in message.components for item in row["components"]]
    return [item["label"] for item in items if not item.get("disabled")]


# The button


async def test_every_turn_is_replayed_in_private_and_gone_through_close_up(world: World) -> None:
    await played(world, *CHAIN[:2])
    before = await world.ada.click(world.last, label="Replay")
    snapshot(said(before))
    assert "Turn ▶" not in leading(before.response)
    await world.move(world.ada, CHAIN[2])

    shown = await world.linus.click(world.last, label="Replay")
    assert shown.response.ephemeral
    snapshot(said(shown))
    kind, count = await frames(shown.response)
    assert kind == "GIF"
    assert count > 1, "the turn is told step by step"
    assert labels(shown.response) == [*ROW, "Whole board"]
    last = await pixels((await world.linus.click(world.last, label="Replay")).response)
    whole = (await world.linus.click(shown.response, label="Whole board")).response
    assert await frames(whole) == ("GIF", count)
    assert await pixels(whole) != last
    assert labels(whole) == [*ROW, "Close-up"]
    snapshot(shown.response.attachments[0].description)
    # The one before stays with its turn, and leads on.
    again = await world.ada.click(before.response, label="Play")
    snapshot(again.response.content)
    newer = await world.ada.click(again.response, label="Turn ▶")
    snapshot(newer.response.content)

    replay = await world.ada.click(world.last, label="Replay")
    step = await world.ada.click(replay.response, label="Step ▶")
    assert step.response.id == replay.response.id
    snapshot(step.response.content.partition("\n")[0])
    assert await frames(step.response) == ("PNG", 1)
    before = await world.ada.click(step.response, label="◀ Step")
    snapshot(before.response.content)
    snapshot(before.response.attachments[0].description)
    turn = await world.ada.click(before.response, label="◀ Step")
    snapshot(turn.response.content)
    again = await world.ada.click(turn.response, label="Play")
    snapshot(again.response.content)
    assert (await frames(again.response))[0] == "GIF"

    replay = await world.ada.click(world.last, label="Replay")
    step = await world.ada.click(replay.response, label="Step ▶")
    near = await pixels(step.response)
    assert labels(step.response) == [*ROW, "Whole board"]
    whole = await world.ada.click(step.response, label="Whole board")
    far = await pixels(whole.response)
    assert far != near
    assert whole.response.content == step.response.content
    assert labels(whole.response) == [*ROW, "Close-up"]
    back = await world.ada.click(whole.response, label="Close-up")
    assert await pixels(back.response) == near
    # Whole boards stay whole from step to step.
    whole = await world.ada.click(back.response, label="Whole board")
    assert "Close-up" in labels((await world.ada.click(whole.response, label="Step ▶")).response)
    await adjust(world, world.ada, "Close-ups: on")
    again = await world.ada.click(world.last, label="Replay")
    plain = await world.ada.click(again.response, label="Step ▶")
    assert await pixels(plain.response) == far
    assert labels(plain.response) == ROW


async def test_turns_are_replayed_from_the_first_to_the_last(world: World) -> None:
    await world.begin("heap")
    snapshot(await world.forge(world.ada, "replay:1:2"))
    snapshot(await world.ask(world.ada, "replay"))
    await world.move(world.ada, "3")
    await world.move(world.grace, "2")
    snapshot(await world.tap(world.ada, "Replay"))
    # When it is over the last match of a channel can be seen again.
    snapshot(await world.ask(world.linus, "replay", **{"from": 2}))
    offered = await world.ada.autocomplete(world.channel, "replay", "match", "")
    assert [choice["value"] for choice in offered] == [1]


# Stepping


async def test_a_match_is_gone_through_from_one_end_to_the_other(world: World) -> None:
    await played(world, "1", game="heap")
    replay = await world.ada.click(world.last, label="Replay")
    first = await world.ada.click(replay.response, label="◀ Turn")
    await world.move(world.grace, "1")
    await world.restart()
    again = await world.ada.click(first.response, label="Turn ▶")
    snapshot(again.response.content)
    assert "Turn ▶" in leading(again.response), "newer turns are found after a restart"

    at = await world.ada.click(world.last, label="Replay")
    assert leading(at.response) == ROW[:4]
    for _ in range(2):
        at = await world.ada.click(at.response, label="◀ Turn")
    snapshot(at.response.content)
    assert leading(at.response) == ROW[3:]
    seen = []
    while "Step ▶" in leading(at.response):
        at = await world.ada.click(at.response, label="Step ▶")
        seen.append(at.response.content.split(":**")[0])
    assert seen == ["**Turn 1 of 2, step 1 of 1", "**Turn 2 of 2, step 1 of 1"]
    assert leading(at.response) == ["◀ Turn", "◀ Step", "Play"]


async def test_a_turn_that_was_taken_back_leads_to_the_last_there_is(world: World) -> None:
    await played(world, "1", "1", game="heap")
    shown = await world.grace.click(world.last, label="Replay")
    step = await world.grace.click(shown.response, label="Step ▶")
    await world.grace.slash(world.channel, "takeback")
    assert len((await world.match()).plies) == 1

    again = await world.grace.click(step.response, label="Play")
    assert again.response.content.startswith("**Turn 1 of 1:** ")
    assert again.response.attachments, "it is drawn"


HERE = MatchId(1)


@given(st.lists(st.integers(1, 5), min_size=1, max_size=6))
def test_forward_and_back_pass_through_every_step_of_every_turn(steps: list[int]) -> None:
    lengths, last = [0, *steps], len(steps)
    at: ReplayPosition | None = ReplayPosition(HERE, 0, 0)
    forward = []
    while at:
        forward.append(at)
        at = step_after(at, lengths[at.turn], last)
    shown = [(turn, step) for turn, many in enumerate(steps, 1) for step in range(1, many + 1)]
    assert [(m.turn, m.step) for m in forward[1:]] == shown
    at, back = forward[-1], []
    while at:
        step = min(at.step or 0, lengths[at.turn])
        back.append((at.turn, step))
        at = step_before(ReplayPosition(HERE, at.turn, step), lengths[at.turn])
    # Going back, the board before a turn is seen too.
    assert [each for each in reversed(back) if each[1]] == shown


def test_an_animation_leads_into_its_turn() -> None:
    replay = ReplayPosition(HERE, 3)
    assert step_after(replay, 4, 3) == ReplayPosition(HERE, 3, 1)
    assert step_before(replay, 4) == ReplayPosition(HERE, 3, 3)
    assert turn_before(replay) == ReplayPosition(HERE, 2)
    assert turn_after(replay, 3) is None
    assert turn_before(ReplayPosition(HERE, 0, 0)) is None
    assert step_before(ReplayPosition(HERE, 1, 0), 2) == ReplayPosition(HERE, 0, END)


# Whole matches


async def test_a_match_is_one_animation_or_some_of_its_turns(world: World) -> None:
    await played(world, *CHAIN, *["pass"] * 4)
    shown = await world.linus.slash(world.channel, "replay")
    assert shown.response.ephemeral
    snapshot(said(shown))
    assert await frames(shown.response) == ("GIF", 9)
    snapshot(shown.response.attachments[0].description)
    into = await world.linus.click(shown.response, label="◀ Step")
    snapshot(into.response.content)
    few = await world.ada.slash(world.channel, "replay", **{"from": 1, "to": 4})
    kind, count = await frames(few.response)
    assert kind == "GIF"
    assert count > 5, "a few turns are told step by step"
    for first, last, answer in (
        (6, 7, "**Turns 6 to 7** of 8"),
        (7, 99, "**Turns 7 to 8** of 8"),
        (6, 6, "**Turn 6 of 8:** **Grace** passes. `pass`"),
        (3, 2, "`from` is the first turn and `to` the last, so `to` can't be the smaller number"),
        (9, 10, "There have been 8 turns so far."),
    ):
        answered = await world.ask(world.ada, "replay", **{"from": first, "to": last})
        assert answered.startswith(answer)

    world.patch.setattr(animations, "LONGEST", 3)
    snapshot(await world.ask(world.ada, "replay"))
    world.patch.setattr(animations, "LONGEST", 300)
    take_files_up_to(world.patch, 100)
    snapshot(await world.ask(world.ada, "replay", **{"from": 2}))


def take_files_up_to(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    """Let the simulated Discord take no larger files in answers."""
    given = interactions.base_payload

    def stingy(*args: Any, **kwargs: Any) -> Any:
        record, payload = given(*args, **kwargs)
        return record, payload | {"attachment_size_limit": limit}

    monkeypatch.setattr(interactions, "base_payload", stingy)


# Sharing


async def test_a_replay_is_shared_as_server_and_channel_would_have_it(world: World) -> None:
    await played(world, *CHAIN)
    await adjust(world, world.ada, theme="night")
    mine = await world.ada.slash(world.channel, "replay")
    shared = await world.ada.slash(world.channel, "replay", share=True)
    snapshot(shared.response.content)
    assert shared.response.ephemeral
    snapshot(world.last.content)
    assert world.last.attachments[0].filename.endswith(".gif")
    assert world.last.attachments[0].description
    assert await pixels(world.last) != await pixels(mine.response)
    assert all(len(pinged) <= 1 for pinged in world.pings())

    posts = len(world.public())
    forbid(world, attach_files=False)
    snapshot(await world.ask(world.ada, "replay", share=True))
    assert (await world.ada.slash(world.channel, "replay")).response.attachments
    assert len(world.public()) == posts

    server = world.env.create_guild("Elsewhere")
    elsewhere, ada = server.create_text_channel("other"), server.add_member(world.ada.user)
    snapshot(said(await ada.slash(elsewhere, "replay", match=1, share=True)))
    snapshot(said(await ada.slash(elsewhere, "replay", match=1)))
    assert world.public(elsewhere) == []


# When pictures fail


async def test_a_turn_that_can_not_be_drawn_is_told_in_words(world: World) -> None:
    await played(world, *CHAIN[:2])
    world.patch.setattr(replay, "animate", None)
    shown = await world.ada.click(world.last, label="Replay")
    snapshot(shown)
    assert "turn 2 not drawn" in world.log.text
    snapshot(await world.ask(world.ada, "replay", share=True))
    still = await world.ada.click(shown.response, label="◀ Turn")
    snapshot(still.response.content)
