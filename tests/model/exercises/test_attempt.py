"""What becomes of an attempt, press by press."""

from datetime import timedelta

from bot.model.exercises.attempt import Attempt
from tests.service.conftest import START

FIRST = Attempt(1, "puzzle", "bump", "a1", START, START)
LATER = START + timedelta(minutes=1)


def test_a_wrong_try_leaves_the_board_and_is_counted_until_it_is_done() -> None:
    on = FIRST.gone_on(("a", "b"), LATER)
    made = on.with_draft(on.draft, LATER)
    wrong = made.after_wrong(("c", "d"), "reply", LATER)
    assert (wrong.line, wrong.wrong, wrong.reason) == (("a", "b"), ("c", "d"), "reply")
    assert (wrong.tries, wrong.keys, wrong.reached) == (1, (), False)
    done = wrong.at_end(("a", "b", "e"), LATER)
    assert (done.reached, done.done, done.wrong, done.reason) == (True, LATER, (), "")
    assert done.anew(LATER).after_wrong(("f",), "", LATER).tries == 1


def test_every_change_counts_as_one() -> None:
    changed = (
        FIRST.after_wrong((), "", LATER),
        FIRST.gone_on((), LATER),
        FIRST.at_end((), LATER),
        FIRST.with_hint(LATER),
        FIRST.with_solution(LATER),
        FIRST.anew(LATER),
    )
    assert {(each.changes, each.at, each.begun) for each in changed} == {(1, LATER, START)}


def test_a_move_in_the_making_comes_and_goes_as_a_draft() -> None:
    draft = FIRST.gone_on(("a", "b"), LATER).draft
    assert (draft.person, draft.match, draft.keys, draft.changes) == (1, 0, (), 1)
    after = FIRST.with_draft(draft, LATER)
    assert (after.draft.changes, after.at) == (1, LATER)


def test_help_counts_until_it_is_done_and_what_comes_later_never() -> None:
    helped, given_up = FIRST.with_hint(LATER), FIRST.with_solution(LATER)
    assert (helped.hints, helped.helped, given_up.solution_shown) == (1, True, True)
    assert helped.anew(LATER).hints == 1
    done = FIRST.at_end(("a",), LATER)
    again = done.with_hint(LATER).with_solution(LATER)
    assert (again.hints, again.helped, again.solution_shown) == (1, False, False)
    assert again.anew(LATER).hints == 0
    assert again.at_end(("a",), LATER + timedelta(days=1)).done == LATER
