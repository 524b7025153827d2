"""Moves prepared and moves taken back: what the channel sees, whom it calls, and who answers."""

from typing import Any

import pytest

from bot.model.commands import Tick
from bot.model.records import MatchId
from tests.front.conftest import World, labels, said
from tests.front.panels import pixels

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

    back = await world.ada.click(made.response, label="Take back")

    assert "You took back `` 1`* ``, and it became your turn again." in said(back)
    assert await plies(world) == 0
    assert world.last.content.startswith("**Ada** took back `` 1`* ``.\nIt is **Ada**'s turn.")
    assert "<@" not in world.last.content
    assert labels(world.last) == ["Move", "My view", "How to play", "More…"]
    assert world.last.attachments
    # Who took it back knows of the turn, and nobody else has one.
    assert [p for p in world.pings()[pings:] if p] == []
    assert labels(world.shown(board)) == []
    # The turn that comes again calls again.
    await world.move(world.ada, "2")
    assert world.last.content.startswith("**Ada** takes 2. `` 2`* ``")
    assert world.pings()[-1] == [world.grace.id]
    # A press on the first answer that was on its way all the time takes no other move back.
    assert "You have taken that move back already" in await world.forge(world.ada, "takeback:1:4")
    assert await plies(world) == 1


async def test_a_takeback_that_is_told_late_still_tells_of_it(world: World) -> None:
    await begin(world)
    matches = world.client.matches
    assert "You took back" in await world.ask(world.ada, "takeback")
    shown = await world.linus.slash(world.channel, "board")
    assert said(shown).startswith("**Ada** took back `` 1`* ``.\nIt is **Ada**'s turn.")
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
    assert f"{time} Do you let them?" in await world.ask(world.grace, "takeback")
    await world.tap(world.grace, "Let them take it back")
    until = int(world.env.now().timestamp() + 3 * DAY - 3600)
    assert f"Your time runs out <t:{until}:R>." in world.last.content


async def test_once_it_was_seen_the_other_is_asked_and_may_agree(world: World) -> None:
    made = await begin(world)
    board = world.last
    await world.grace.slash(world.channel, "board")

    asked = await world.ada.click(made.response, label="Take back")

    assert "You asked **Grace** to let you take back `` 1`* ``. Unless it is answered," in said(
        asked
    )
    assert await plies(world) == 1
    request = world.last
    assert request.content.startswith(
        f"<@{world.grace.id}>: **Ada** asks to take back `` 1`* ``. "
        "It would be **Ada**'s turn again."
    )
    assert world.pings()[-1] == [world.grace.id]
    assert labels(request) == ["Let them take it back", "No"]
    assert request.attachments

    assert "The request is your own" in await world.tap(world.ada, "Let them take it back", request)
    stranger = await world.linus.click(request, label="Let them take it back")
    assert "You do not play in match 1" in said(stranger)

    await world.env.advance_time(DAY)
    await world.grace.click(request, label="Let them take it back")

    assert await plies(world) == 0
    assert world.last.content.startswith(
        f"**Grace** let **Ada** take back `` 1`* ``.\n<@{world.ada.id}>, it is your turn."
    )
    assert "`` 1`* `` It was taken back.\n" in world.shown(board).content
    # Ada asked a day ago, and is called like anybody.
    assert world.pings()[-1] == [world.ada.id]
    assert labels(world.shown(request)) == []
    # The board as it was does not stand above the one as it is.
    assert not world.shown(request).attachments
    assert world.last.attachments


async def test_an_answer_goes_with_the_move_and_both_are_named_and_drawn(bumps: World) -> None:
    await bumps.move(bumps.ada, "011,12-3")
    await bumps.move(bumps.grace, "pass")
    board = bumps.last

    await bumps.ada.slash(bumps.channel, "takeback")

    assert "asks to take back `011,12-3`, and your answer `pass` goes with it." in bumps.words
    assert bumps.last.attachments[0].description
    assert await pixels(bumps.last) != await pixels(board)
    answer = await bumps.grace.slash(bumps.channel, "takeback")
    assert "**Ada** asks to take back `011,12-3`" in said(answer)
    assert "Do you let them?" in said(answer)
    await bumps.grace.click(answer.response, label="Let them take it back")
    assert await plies(bumps) == 0
    assert bumps.last.content.startswith(
        "**Grace** let **Ada** take back `011,12-3`, and **Grace**'s answer `pass` went with it."
    )


async def test_a_no_holds_for_the_turn_and_buttons_go_with_the_next_move(world: World) -> None:
    await begin(world, 2)
    await world.ada.slash(world.channel, "takeback")
    request = world.last
    await world.grace.click(request, label="No")

    reply = f"<@{world.ada.id}>, your move stands: **Grace** does not let you take it back."
    assert world.last.content.startswith(reply)
    assert labels(world.shown(request)) == []
    assert "**Grace** did not agree." in world.shown(request).content
    assert world.pings()[-1] == [world.ada.id]
    again = await world.ask(world.ada, "takeback")
    assert "Grace has said no to that in this turn already. Play on:" in again

    await world.move(world.ada, "1")
    await world.grace.slash(world.channel, "board")
    await world.grace.slash(world.channel, "takeback")
    request = world.last
    custom_id = request.components[0].children[0].custom_id  # type: ignore[union-attr]
    await world.move(world.grace, "1")
    assert labels(world.shown(request)) == []
    assert "has gone on since that board" in await world.forge(world.ada, str(custom_id))
    assert await plies(world) == 4


async def test_more_offers_it_and_the_moves_so_far_strike_it_through(world: World) -> None:
    await begin(world, 3)
    more = await world.ada.click(world.last, label="More…")
    assert "Take back" in labels(more.response)
    assert "Take back" not in labels((await world.linus.click(world.last, label="More…")).response)
    await world.ada.click(more.response, label="Take back")
    await world.move(world.ada, "2")
    more = await world.linus.click(world.last, label="More…")
    assert (await world.tap(world.linus, "Moves so far", more.response)).splitlines()[1:] == [
        "1. `` 1`* ``",
        "2. `` 1`* ``",
        "~~3. `` 1`* ``~~ taken back",
        "3. `` 2`* ``",
    ]


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

    assert "let **Ada** take back `` 1`* ``." in said(since)
    assert since.response.attachments
    if not is_lost:
        assert said(since).startswith("**Since you last looked:** **Grace** let **Ada**")
        assert " **Then:** 1 turn (`` 3`* ``)." in said(since)
        assert "took back" not in await world.ask(world.grace, "board", since=True)


async def test_who_saw_neither_hears_of_what_stands_alone(world: World) -> None:
    await begin(world, 0)
    await world.linus.slash(world.channel, "board")
    await world.move(world.ada, "1")
    await world.ada.slash(world.channel, "takeback")
    await world.move(world.ada, "3")
    since = await world.linus.slash(world.channel, "board", since=True)
    assert said(since).startswith("**Since you last looked:** 1 turn (`` 3`* ``).")


async def test_the_replay_shows_the_line_that_stands(world: World) -> None:
    await begin(world, 3)
    await world.ada.slash(world.channel, "takeback")
    assert "**Turn 2 of 2:**" in await world.tap(world.ada, "Replay")
    await world.move(world.ada, "3")
    assert "of 3, played by" in await world.ask(world.ada, "replay", match=1)


async def test_an_answer_is_prepared_in_private_and_played_at_once(short: World) -> None:
    before, pings = len(short.public()), len(short.pings())
    answer = await short.ask(short.grace, "premove", **{"if": "1", "then": "1"})
    assert "If **Ada** plays `` 1`* ``, you play `` 1`* ``." in answer
    assert len(short.public()) == before
    await short.ada.slash(short.channel, "move", move="1", preview=False)
    first, second = [message.content for message in short.public()[before:]]
    assert "**Ada** takes 1." in first
    assert "**Grace** takes 1." in second
    # Nobody is pinged for a turn that was played already.
    assert short.pings()[pings:] == [[], [short.ada.id]]


async def test_it_lists_refuses_in_private_and_clears_by_command_or_button(short: World) -> None:
    assert "Nothing is prepared in match 1." in await short.ask(short.grace, "premove")
    alone = await short.grace.slash(short.channel, "premove", then="1")
    assert said(alone).startswith("- Whatever **Ada** plays, you play")
    both = await short.grace.slash(short.channel, "premove", **{"if": "2", "then": "1"})
    special, general = said(both).splitlines()[:2]
    assert special.startswith("- If **Ada** plays `` 2`* ``, you play")
    assert general.startswith("- If **Ada** plays anything else, you play")
    assert "Nothing is prepared in match 1." in await short.ask(short.grace, "premove", clear=True)

    assert "It is your turn" in await short.ask(short.ada, "premove", **{"if": "1", "then": "1"})
    assert await short.ask(short.grace, "premove", **{"if": "@everyone", "then": "1"})
    assert await short.ask(short.grace, "premove", **{"if": "1", "then": "3"})
    assert "Nothing is prepared" in said(await short.grace.slash(short.channel, "premove"))
    assert all(users == [] for users in short.pings()[2:])

    shown = await short.grace.slash(short.channel, "premove", then="1")
    await short.restart()
    cleared = await short.grace.click(shown.response, label="Clear")

    assert "Nothing is prepared in match 1." in cleared.response.content
    assert not cleared.response.components
    await short.ada.slash(short.channel, "move", move="1", preview=False)
    match = await short.match()
    assert [ply.seat for ply in match.plies] == [1]


async def test_autocomplete_follows_the_move_named(short: World) -> None:
    theirs = await short.grace.autocomplete(short.channel, "premove", "if", "")
    assert [c["value"] for c in theirs] == ["1`*", "2`*", "3`*"]
    mine = await short.grace.autocomplete(short.channel, "premove", "then", "", **{"if": "1"})
    assert [c["value"] for c in mine] == ["1`*", "2`*"]
    unnamed = await short.grace.autocomplete(short.channel, "premove", "then", "2")
    assert [c["value"] for c in unnamed] == ["2"]
    [early] = await short.ada.autocomplete(short.channel, "premove", "if", "")
    assert early["name"].startswith("It is your turn")

    # Of several matches it is the one in which the other is to move, unless there are more.
    await short.start(first="them")
    assert await short.grace.autocomplete(short.channel, "premove", "if", "") == theirs
    answer = await short.ask(short.grace, "premove", **{"if": "1", "then": "1"})
    assert answer.endswith("Match 1 · played at once when it fits, else dropped")
    await short.start()
    [several] = await short.grace.autocomplete(short.channel, "premove", "if", "")
    assert several["name"] == "You have several matches here. Name one with the option match first."
