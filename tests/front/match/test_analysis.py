"""Hints, claims of proven wins and reviews. On the smallest board of Clump the first player wins
with their second move."""

from typing import Any

import pytest

from bot.model.commands import ClaimProven
from bot.model.records import Status
from bot.model.refusals import StaleMatch
from tests.front.conftest import World, labels, said
from tests.front.snapshot import snapshot

SMALL = {"size": "4 by 4"}


async def small_match(world: World, **options: Any) -> None:
    await world.begin("clump", **SMALL, **options)


def pictures(message: Any) -> list[str]:
    return [each.filename for each in message.attachments]


# Claims


async def test_a_proven_win_is_claimed_and_drawn_where_agreed_to(world: World) -> None:
    await small_match(world, claims=True)
    snapshot(await world.ask(world.ada, "claim"))
    match = await world.match()
    assert match.status is Status.ENDED
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.outcome.reason == "proven"
    assert len(match.proof) == 3
    snapshot(world.words)
    assert len(pictures(world.last)) == 4
    shown = await world.grace.click(world.last, label="Show the win")
    assert all(text in said(shown) for text in match.proof)
    assert len(pictures(shown.response)) == 3


async def test_between_people_nothing_is_hinted_reviewed_or_claimed_unagreed(world: World) -> None:
    await small_match(world)
    snapshot(await world.ask(world.ada, "claim"))
    snapshot(await world.ask(world.ada, "hint"))
    snapshot(await world.ask(world.linus, "hint", match=1))
    snapshot(await world.ask(world.ada, "review", match=1))
    assert (await world.match()).status is Status.RUNNING


async def test_nothing_is_claimed_unproven_or_out_of_turn(world: World) -> None:
    await world.begin("clump", claims=True)
    snapshot(await world.ask(world.ada, "claim"))
    snapshot(await world.ask(world.grace, "claim"))
    assert (await world.match()).status is Status.RUNNING


async def test_a_claim_counts_only_for_the_board_that_it_was_proven_on(world: World) -> None:
    await small_match(world, claims=True)
    before = await world.match()
    proof = await world.client.service.analysis.claimed(before, world.ada.id)
    first = next(text for text in proof.winning)
    await world.move(world.ada, first)
    claim = ClaimProven(world.ada.id, proof.line)
    with pytest.raises(StaleMatch, match="has gone on"):
        await world.client.matches.do(before, claim, seq=before.board_seq)
    assert (await world.match()).status is Status.RUNNING


# Hints


async def test_a_hint_is_drawn_and_says_why(world: World) -> None:
    await world.challenge("clump", world.robot, first="me", **SMALL)
    hinted = await world.ada.slash(world.channel, "hint")
    text = said(hinted)
    match = await world.match()
    best = (await world.client.service.analysis.hint(match, world.ada.id)).text
    snapshot(text)
    assert text.partition("\n")[0].endswith(f" `{best}`")
    assert text.count(best) == 1
    assert len(pictures(hinted.response)) == 1
    assert {"Move", "My view"} <= set(labels(hinted.response))
    assert not (await world.match()).plies


async def test_a_hint_that_ends_the_match_expects_no_answer(world: World) -> None:
    await world.challenge("heap", world.robot, first="me", size="small")
    hinted = said(await world.ada.slash(world.channel, "hint"))
    snapshot(hinted)
    assert "answered" not in hinted


# Reviews


async def played_carelessly(world: World) -> str:
    """A match in which Ada lets her win in two go with the first move, and gives up later. Returns
    that move."""
    await small_match(world)
    match = await world.match()
    proof = await world.client.service.analysis.proof(match, 3, 100_000, world.ada.id)
    legal = [match.rules.format(match.position, m) for m in match.rules.moves(match.position)]
    losing = next(text for text in legal if text not in proof.winning)
    await world.move(world.ada, losing)
    await world.resign(world.ada)
    return losing


async def test_a_review_tells_the_win_that_was_let_go_and_draws_it(world: World) -> None:
    losing = await played_carelessly(world)
    reviewed = await world.grace.slash(world.channel, "review", match=1)
    snapshot(reviewed)
    shown = await world.grace.click(reviewed.response, label="Turn 1")
    snapshot(said(shown))
    assert "**Instead:**" in said(shown)
    assert said(shown).count(f"`{losing}`") == 1
    assert len(pictures(shown.response)) == 4
    assert said(await world.grace.click(world.last, label="Review")) == said(reviewed)


async def test_without_a_number_the_last_match_that_ended_here_is_reviewed(world: World) -> None:
    snapshot(await world.ask(world.ada, "review"))
    await played_carelessly(world)
    await small_match(world)
    snapshot(await world.ask(world.ada, "review"))
    snapshot(await world.ask(world.linus, "review"))


async def test_what_never_became_a_match_is_not_said_to_run(world: World) -> None:
    await world.challenge("clump", world.grace)
    snapshot(await world.ask(world.ada, "review", match=1))
    await world.tap(world.grace, "Decline")
    snapshot(await world.ask(world.ada, "review", match=1))
    await small_match(world)
    await world.resign(world.ada)
    snapshot(await world.ask(world.ada, "review", match=2))


async def test_a_review_without_finds_says_what_was_looked_for(world: World) -> None:
    await world.begin("clump")
    await world.move(world.ada, "a1-b1")
    await world.resign(world.grace)
    snapshot(await world.ask(world.ada, "review", match=1))


async def test_moves_are_counted_among_as_many_as_play(world: World) -> None:
    await world.begin_three(world.grace, world.linus, claims=True)
    snapshot(await world.ask(world.ada, "claim"))


async def test_the_end_against_the_bot_tells_the_last_win_let_go(world: World) -> None:
    await world.challenge("clump", world.robot, first="me", level=5, **SMALL)
    match = await world.match()
    analysis = world.client.service.analysis
    proof = await analysis.proof(match, 3, 100_000, world.ada.id)
    while match.status is Status.RUNNING:
        rules, position = match.rules, match.position
        legal = [rules.format(position, move) for move in rules.moves(position)]
        losing = next(text for text in legal if match.plies or text not in proof.winning)
        await world.move(world.ada, losing)
        match = await world.match()
    assert match.outcome is not None
    assert match.outcome.winners == (2,)
    missed = await analysis.last_missed(match, world.ada.id)
    assert missed is not None
    who = ("Ada", "Bumpbot")[missed.seat - 1]
    assert f"In turn {missed.ply} **{who}** missed a win in " in world.words
    shown = await world.ada.click(world.last, label="Show")
    assert "**Instead:**" in said(shown)
    assert pictures(shown.response)
