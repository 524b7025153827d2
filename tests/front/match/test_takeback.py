"""Moves prepared and moves taken back: what the channel sees, whom it calls, and who answers."""

from typing import Any

import pytest

from bot.model.commands import Tick
from bot.model.records import MatchId
from tests.front.conftest import World, labels, said
from tests.front.panels import pixels
from tests.front.snapshot import snapshot

ONE = MatchId(1)
DAY = 24 * 3600.0


async def begin(world: World, moves: int = 1) -> Any:
    """A long match with moves in turn, and the answer to the last of them. Ada begins."""
    await world.start(spare=9)
    answer = None
    for number in range(moves):
        answer = await world.move((world.ada, world.grace)[number % 2], "1")
    return answer


async def plies(world: World) -> int:
    return len((await world.match()).plies)


async def test_a_slip_is_taken_back_from_the_answer_to_the_move(world: World) -> None:
    made = await begin(world)
    board = world.last
    pings = len(world.pings())
    assert labels(made.response) == ["Take back"]

    snapshot(await world.tap(world.ada, "Take back", made.response))
    assert await plies(world) == 0
    snapshot(world.last)
    assert "<@" not in world.last.content
    # Who took it back knows of the turn, and nobody else has one.
    assert [p for p in world.pings()[pings:] if p] == []
    assert labels(world.shown(board)) == []
    # The turn that comes again calls again.
    await world.move(world.ada, "2")
    snapshot(world.last)
    # A press on the first answer that was on its way all the time takes no other move back.
    snapshot(await world.forge(world.ada, "takeback:1:4"))
    assert await plies(world) == 1


async def test_a_takeback_that_is_told_late_still_tells_of_it(world: World) -> None:
    await begin(world)
    matches = world.client.matches
    snapshot(await world.ask(world.ada, "takeback"))
    snapshot(await world.ask(world.linus, "board"))
    await matches.do(ONE, Tick())
    await world.restart()
    assert (await world.match()).turn_known


async def test_who_consents_is_told_what_time_would_not_count(world: World) -> None:
    await world.spend_no_vacation()
    await world.start(spare=9, time="3 days a move")
    await world.env.advance_time(3600)
    await world.move(world.ada, "1")
    await world.move(world.grace, "1")
    await world.env.advance_time(8 * DAY)

    await world.ada.slash(world.channel, "takeback")

    time = (
        "It would be **Ada**'s turn again, with 2 d 23 h: the 8 d they have used in this one and "
        "their grace of 24 h would not count."
    )
    assert time in world.last.content
    snapshot(await world.ask(world.grace, "takeback"))
    await world.tap(world.grace, "Let them take it back")
    snapshot(world.last.content)


async def test_once_it_was_seen_the_other_is_asked_and_may_agree(world: World) -> None:
    made = await begin(world)
    board = world.last
    await world.grace.slash(world.channel, "board")

    snapshot(await world.tap(world.ada, "Take back", made.response))
    assert await plies(world) == 1
    request = world.last
    snapshot(request)
    assert world.pings()[-1] == [world.grace.id]

    snapshot(await world.tap(world.ada, "Let them take it back", request))
    snapshot(await world.tap(world.linus, "Let them take it back", request))

    await world.env.advance_time(DAY)
    await world.grace.click(request, label="Let them take it back")

    assert await plies(world) == 0
    snapshot(world.last)
    snapshot(world.shown(board).content)
    # Ada asked a day ago, and is called like anybody.
    assert labels(world.shown(request)) == []
    # The board as it was does not stand above the one as it is.
    assert not world.shown(request).attachments


async def test_an_answer_goes_with_the_move_and_both_are_named_and_drawn(bumps: World) -> None:
    await bumps.move(bumps.ada, "011,12-3")
    await bumps.move(bumps.grace, "pass")
    board = bumps.last

    await bumps.ada.slash(bumps.channel, "takeback")

    snapshot(bumps.words)
    assert bumps.last.attachments[0].description
    assert await pixels(bumps.last) != await pixels(board)
    answer = await bumps.grace.slash(bumps.channel, "takeback")
    snapshot(said(answer))
    await bumps.grace.click(answer.response, label="Let them take it back")
    assert await plies(bumps) == 0
    snapshot(bumps.last.content)


async def test_a_no_holds_for_the_turn_and_buttons_go_with_the_next_move(world: World) -> None:
    await begin(world, 2)
    await world.ada.slash(world.channel, "takeback")
    request = world.last
    await world.grace.click(request, label="No")

    reply = f"<@{world.ada.id}>, **Grace** declined: your move stands."
    assert world.last.content.startswith(reply)
    snapshot(world.shown(request))
    assert world.pings()[-1] == [world.ada.id]
    snapshot(await world.ask(world.ada, "takeback"))

    await world.move(world.ada, "1")
    await world.grace.slash(world.channel, "board")
    await world.grace.slash(world.channel, "takeback")
    request = world.last
    custom_id = request.components[0].children[0].custom_id  # type: ignore[union-attr]
    await world.move(world.grace, "1")
    assert labels(world.shown(request)) == []
    snapshot(await world.forge(world.ada, str(custom_id)))
    assert await plies(world) == 4


async def test_more_offers_it_and_the_moves_so_far_strike_it_through(world: World) -> None:
    await begin(world, 3)
    more = await world.ada.click(world.last, label="More…")
    assert "Take back" in labels(more.response)
    assert "Take back" not in labels((await world.linus.click(world.last, label="More…")).response)
    await world.ada.click(more.response, label="Take back")
    await world.move(world.ada, "2")
    more = await world.linus.click(world.last, label="More…")
    snapshot(await world.tap(world.linus, "Moves so far", more.response))


# What somebody has seen, and what stands


@pytest.mark.parametrize("is_lost", [False, True])
async def test_who_saw_a_move_is_told_that_it_was_taken_back(world: World, is_lost: bool) -> None:
    """Also where the board that was seen can't be had any more."""
    await begin(world)
    await world.grace.slash(world.channel, "board")
    await world.ada.slash(world.channel, "takeback")
    await world.grace.click(world.last, label="Let them take it back")
    await world.move(world.ada, "3")
    if is_lost:
        world.sql("UPDATE events SET kind = 'unheard_of' WHERE match_id = 1 AND seq = 2")

    since = await world.grace.slash(world.channel, "board", since=True)

    snapshot(since)
    if not is_lost:
        snapshot(said(since))
        snapshot(await world.ask(world.grace, "board", since=True))


async def test_who_saw_neither_hears_of_what_stands_alone(world: World) -> None:
    await begin(world, 0)
    await world.linus.slash(world.channel, "board")
    await world.move(world.ada, "1")
    await world.ada.slash(world.channel, "takeback")
    await world.move(world.ada, "3")
    snapshot(await world.ask(world.linus, "board", since=True))


async def test_the_replay_shows_the_line_that_stands(world: World) -> None:
    await begin(world, 3)
    await world.ada.slash(world.channel, "takeback")
    snapshot(await world.tap(world.ada, "Replay"))
    await world.move(world.ada, "3")
    snapshot(await world.ask(world.ada, "replay", match=1))


async def test_an_answer_is_prepared_in_private_and_played_at_once(short: World) -> None:
    await short.wishes(short.grace, prepared="at_once")
    before, pings = len(short.public()), len(short.pings())
    snapshot(await short.ask(short.grace, "premove", **{"if": "1", "then": "1"}))
    assert len(short.public()) == before
    await short.ada.slash(short.channel, "move", move="1", preview=False)
    first, second = [message.content for message in short.public()[before:]]
    snapshot(first)
    snapshot(second)
    # Nobody is pinged for a turn that was played already.
    assert short.pings()[pings:] == [[], [short.ada.id]]


async def test_it_lists_refuses_in_private_and_clears_by_command_or_button(short: World) -> None:
    snapshot(await short.ask(short.grace, "premove"))
    snapshot(await short.ask(short.grace, "premove", then="1"))
    both = await short.grace.slash(short.channel, "premove", **{"if": "2", "then": "1"})
    special, general = said(both).splitlines()[:2]
    snapshot(special)
    snapshot(general)
    # One after the other, each drawn and removed by itself.
    assert len(both.response.attachments) == 2
    second = await short.grace.click(both.response, label="Next")
    assert said(second).splitlines()[1].startswith("▶")
    first = await short.grace.click(second.response, label="Previous")
    left = await short.grace.click(first.response, label="Remove")
    snapshot(said(left))
    assert labels(left.response) == ["Remove", "Remove all"]
    snapshot(await short.ask(short.grace, "premove", clear=True))

    snapshot(await short.ask(short.ada, "premove", **{"if": "1", "then": "1"}))
    assert await short.ask(short.grace, "premove", **{"if": "@everyone", "then": "1"})
    assert await short.ask(short.grace, "premove", **{"if": "1", "then": "3"})
    snapshot(said(await short.grace.slash(short.channel, "premove")))
    assert all(users == [] for users in short.pings()[2:])

    shown = await short.grace.slash(short.channel, "premove", then="1")
    await short.restart()
    cleared = await short.grace.click(shown.response, label="Remove all")

    snapshot(cleared.response.content)
    assert not cleared.response.components
    await short.ada.slash(short.channel, "move", move="1", preview=False)
    match = await short.match()
    assert [ply.seat for ply in match.plies] == [1]


async def test_autocomplete_follows_the_move_named(short: World) -> None:
    theirs = await short.grace.autocomplete(short.channel, "premove", "if", "")
    assert [c["value"] for c in theirs] == ["3`*", "1`*", "2`*"]
    mine = await short.grace.autocomplete(short.channel, "premove", "then", "", **{"if": "1"})
    assert [c["value"] for c in mine] == ["2`*", "1`*"]
    assert not await short.grace.autocomplete(short.channel, "premove", "then", "2")
    assert not await short.ada.autocomplete(short.channel, "premove", "if", "")

    # Of several matches it is the one in which the other is to move, unless there are more.
    await short.start(first="them")
    assert await short.grace.autocomplete(short.channel, "premove", "if", "") == theirs
    snapshot(await short.ask(short.grace, "premove", **{"if": "1", "then": "1"}))
    await short.start()
    assert not await short.grace.autocomplete(short.channel, "premove", "if", "")
    # The command asks which one is meant, and keeps what was typed.
    asked = await short.grace.slash(short.channel, "premove", **{"if": "1", "then": "2"})
    snapshot(asked)
    done = await short.grace.click(asked.response, label=labels(asked.response)[0])
    snapshot(said(done))
