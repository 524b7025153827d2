"""Moves in the making: what is chosen, taken back, written down, and what would come of it."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from bot.games.core import IllegalMove, NotationError, PlayerError
from bot.games.guide import Choice, Step
from bot.model.commands import Accept, OfferDraw, Play
from bot.model.decide.challenge import challenge_event
from bot.model.decide.requirements import is_current
from bot.model.fold import fold, record_events
from bot.model.match import Match
from bot.model.records import Draft, MatchId, Status
from bot.service.matches import WEEK
from bot.service.personal import drafts
from tests.helpers import pile
from tests.helpers.matches import after, begun, play_all
from tests.helpers.people import ADA, GRACE
from tests.service.conftest import START


def bump() -> Match:
    """A match of Bump in which Ada is to make the first move."""
    asked = challenge_event("bump", {}, ADA, (GRACE,), 7, 70, "host", WEEK, START)
    return after(fold(record_events([asked], 0, START), MatchId(12)), Accept(GRACE))


def made(match: Match, *keys: str) -> Draft:
    """Ada's draft after these choices."""
    draft = drafts.new_draft(match, ADA.id)
    for key in keys:
        draft = drafts.with_choice(match, draft, key)
    return draft


def test_choices_lead_to_a_whole_move_and_back_to_the_beginning_and_every_change_is_counted() -> (
    None
):
    match = bump()
    assert drafts.whole_move(match, made(match)) is None
    half = made(match, "011", "d2")
    assert half.move is None
    assert drafts.whole_move(match, half) == "011,12"
    further = drafts.with_choice(match, half, "t3")
    assert further.move == "011,12-3"
    assert [d.changes for d in (made(match), half, further)] == [0, 2, 3]
    # The draft before it stays.
    assert half.keys == ("011", "d2")
    draft = made(match, "011", "d1", "d2", "t2")
    seen = []
    while draft.keys:
        draft = drafts.without_last_choice(match, draft)
        seen.append(draft.keys)
    assert seen == [("011", "d1", "d2"), ("011", "d1"), ("011",), ()]
    assert draft.move is None
    assert drafts.without_last_choice(match, draft).keys == ()


@pytest.mark.parametrize("keys", [("C1",), ("011", "d4"), ("011", "t1"), ("pass", "pass")])
def test_what_is_not_offered_can_not_be_chosen(keys: Sequence[str]) -> None:
    with pytest.raises(IllegalMove, match="no longer fits the board"):
        made(bump(), *keys)


def test_a_written_move_must_be_legal_and_in_turn_and_is_let_go_whole() -> None:
    match = bump()
    draft = drafts.with_typed_move(match, made(match, "011"), " 01 , 02 ", START)
    assert draft.move == "01,02"
    assert drafts.whole_move(match, draft) == "01,02"
    back = drafts.without_last_choice(match, draft)
    assert (back.keys, back.move) == (("011",), None)
    for text, error in [("01,11", IllegalMove), ("?!", NotationError)]:
        with pytest.raises(error):
            drafts.with_typed_move(match, drafts.new_draft(match, ADA.id), text, START)
    with pytest.raises(PlayerError, match="not your turn"):
        drafts.with_typed_move(match, drafts.new_draft(match, GRACE.id), "09,08", START)


def forked(position: object, so_far: Sequence[str]) -> Step[int]:
    """Stones with a fork before and a step behind it that leaves no choice."""
    match list(so_far):
        case []:
            return Step("Which hand?", (Choice("left", "Left"), Choice("right", "Right")))
        case [_]:
            return Step("No choice", (Choice("only", "Only this"),))
        case [_, _]:
            return Step("How many?", (Choice("1", "One"), Choice("2", "Two")))
    return Step("", (), int(so_far[-1]))


def test_steps_that_leave_no_choice_are_taken_by_themselves_both_ways(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(vars(pile.GAME), "steps", forked)
    match = begun()
    half = made(match, "left")
    assert half.keys == ("left", "only")
    whole = drafts.with_choice(match, half, "2")
    assert whole.move == "2"
    assert drafts.without_last_choice(match, whole).keys == ("left", "only")
    assert drafts.without_last_choice(match, half).keys == ()


def test_a_draft_belongs_to_one_board_and_looking_ahead_changes_nothing() -> None:
    match = bump()
    draft = made(match, "011")
    assert is_current(match, draft.seq)
    assert is_current(after(match, OfferDraw(GRACE.id)), draft.seq)
    assert not is_current(after(match, Play(ADA.id, "pass")), draft.seq)
    later = drafts.match_after(match, ADA.id, "011,12-3", START)
    assert later.plies[-1].text == "011,12-3"
    assert later.turn_person == GRACE
    assert match.plies == ()
    won = drafts.match_after(play_all(begun(), "3 3 3"), GRACE.id, "2", START)
    assert won.status is Status.ENDED
    assert won.outcome


def test_the_move_made_on_a_board_is_known_for_its_makers_own() -> None:
    match = bump()
    seq = match.board_seq
    assert drafts.move_made_since(match, seq, ADA.id) is None
    moved = after(match, Play(ADA.id, "01,02"), Play(GRACE.id, "pass"))
    answer = drafts.move_made_since(moved, seq, ADA.id)
    assert answer
    assert answer.text == "01,02"
    assert drafts.move_made_since(moved, seq, GRACE.id) is None


def test_what_promises_most_goes_on_from_the_draft_and_is_legal() -> None:
    match = bump()
    first = drafts.promising(match, made(match), 9)
    assert len(set(first)) == 9
    onward = drafts.promising(match, made(match, "011"), 9)
    assert len(set(onward)) == 9
    assert all(text.startswith("011,") for text in onward)
    for text in first + onward:
        assert drafts.match_after(match, ADA.id, text, START).plies
    assert drafts.promising(match, made(match, "pass"), 9) == ["pass"]


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_chosen_can_be_played_and_taken_back(seed: int) -> None:
    chance = random.Random(seed)
    match: Any = bump()
    for _ in range(6):
        draft = drafts.new_draft(match, match.turn_person.id)
        while draft.move is None:
            choices = drafts.next_step(match, draft).choices
            longer = drafts.with_choice(match, draft, chance.choice(choices).key)
            assert drafts.without_last_choice(match, longer).keys == draft.keys
            draft = longer
        match = drafts.match_after(match, draft.person, draft.move, START)
