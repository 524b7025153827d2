"""Whom matches wait for, what is new in them, and the inbox of a store."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.commands import Accept, CallOff, Command, Decline, OfferDraw, Play, Resign
from bot.model.events import TakebackAsked, TimeAsked
from bot.model.match import MoreTime, Muster, Takeback
from bot.model.projection import awaited
from bot.service.inbox import LAST_PAGE, PAGE, Kind
from bot.service.personal.recap import NO_CHANGES, changes_for
from tests.helpers.matches import after, asked, begun, play_all
from tests.helpers.people import ADA, EDSGER, GRACE, LINUS
from tests.service.conftest import START, Club

# Whom a match waits for


def test_a_match_waits_for_those_asked_the_unready_the_mover_and_the_answer_to_a_request() -> None:
    match = asked(GRACE, LINUS, None)
    assert awaited(match) == (GRACE.id, LINUS.id)
    assert awaited(after(match, Accept(GRACE))) == (LINUS.id,)
    assert awaited(after(match, Decline(GRACE))) == (LINUS.id,)
    assert awaited(asked(None)) == ()
    gathered = after(asked(GRACE, None, None), Accept(GRACE), Accept(LINUS))
    unready = replace(gathered, muster=Muster(START, frozenset({GRACE.id})))
    assert set(awaited(unready)) == {ADA.id, LINUS.id}
    match = begun()
    assert awaited(match) == (ADA.id,)
    assert awaited(after(match, OfferDraw(ADA.id))) == (ADA.id, GRACE.id)
    assert awaited(after(match, OfferDraw(GRACE.id))) == (ADA.id,)
    assert awaited(replace(match, more_time=MoreTime(TimeAsked(1, 24)))) == (ADA.id, GRACE.id)
    assert awaited(replace(match, takeback=Takeback(TakebackAsked(2, 1)))) == (ADA.id,)
    assert awaited(after(match, Resign(ADA.id))) == ()


# What is new


def test_a_board_never_seen_is_new_and_the_turns_before_it_were_missed() -> None:
    match = play_all(begun(), "1")
    found = changes_for(match, GRACE.id, None)
    assert found.new
    assert [ply.text for ply in found.missed] == ["1"]
    assert changes_for(match, GRACE.id, match.seq) == NO_CHANGES
    assert changes_for(match, LINUS.id, None) == NO_CHANGES
    # One's own last move is a look at the board.
    found = changes_for(play_all(begun(LINUS, GRACE), "1 1 1"), ADA.id, None)
    assert ([ply.text for ply in found.missed], found.new) == (["1", "1"], False)


def test_what_the_other_side_asks_for_is_told_and_what_one_asks_oneself_is_not() -> None:
    match = replace(
        after(begun(), OfferDraw(GRACE.id)),
        takeback=Takeback(TakebackAsked(2, 1)),
        more_time=MoreTime(TimeAsked(1, 24)),
    )
    assert changes_for(match, ADA.id, match.seq).asks == ("draw", "takeback")
    assert changes_for(match, GRACE.id, match.seq).asks == ("time",)


@pytest.mark.parametrize(
    ("end", "ada", "grace"),
    [(Resign(GRACE.id), True, False), (CallOff(LINUS.id), True, True)],
)
def test_an_end_is_new_to_who_did_not_bring_it(end: Command, ada: bool, grace: bool) -> None:
    match = after(begun(), end)
    assert changes_for(match, ADA.id, None).new is ada
    assert changes_for(match, GRACE.id, None).new is grace
    assert not changes_for(match, ADA.id, match.seq).new


# The book


async def test_the_inbox_holds_what_waits_and_leaves_out_the_rest(club: Club) -> None:
    mine, theirs = await club.begin(), await club.begin()
    await club.do(theirs.id, Play(ADA.id, "1"))
    over = await club.begin()
    await club.do(over.id, Resign(ADA.id))
    others = await club.ask(LINUS, host=EDSGER)
    asked_me = await club.ask(ADA, host=EDSGER, channel=8)

    async def found(kind: Kind, channel: int = 7) -> list[int]:
        return [row.match for row in (await club.service.inbox.page(ADA.id, kind, 0, channel)).rows]

    assert await found(Kind.WAITING) == [mine.id, asked_me.id]
    assert await found(Kind.MINE) == [mine.id, asked_me.id, theirs.id]
    assert await found(Kind.HERE) == [mine.id, theirs.id, others.id]
    assert await found(Kind.HERE, 8) == [asked_me.id]
    assert await found(Kind.FINISHED) == [over.id]
    assert [row.match for row in await club.service.inbox.waiting(GRACE.id)] == [theirs.id]


async def test_an_offered_draw_waits_for_who_is_not_to_move_and_seats_do(club: Club) -> None:
    match = await club.begin()
    await club.do(match.id, OfferDraw(ADA.id))
    assert [row.match for row in await club.service.inbox.waiting(GRACE.id)] == [match.id]
    await club.do(match.id, Play(ADA.id, "1"))
    await club.do(match.id, Play(GRACE.id, "1"))
    assert await club.service.inbox.waiting(GRACE.id) == []
    # Who took a seat that was anyone's has the match in their inbox.
    match = await club.ask(GRACE, None)
    await club.do(match.id, Accept(LINUS))
    [row] = (await club.service.inbox.page(LINUS.id, Kind.MINE, 0, 7)).rows
    assert (row.match, row.awaited) == (match.id, (GRACE.id,))


async def test_what_is_over_has_pages_too_the_newest_first(club: Club) -> None:
    for _ in range(PAGE + 2):
        match = await club.begin()
        await club.do(match.id, Resign(GRACE.id))
        club.clock.now += timedelta(hours=1)
    first = await club.service.inbox.page(ADA.id, Kind.FINISHED, 0, 7)
    second = await club.service.inbox.page(ADA.id, Kind.FINISHED, 1, 7)
    assert [row.match for row in first.rows] == list(range(11, 2, -1))
    assert (first.more, first.pages) == (True, None)
    assert [row.match for row in second.rows] == [2, 1]
    assert not second.more
    assert (await club.service.inbox.page(ADA.id, Kind.FINISHED, 999, 7)).number == LAST_PAGE
