"""The order of an inbox, its pages, and the way from one match to the next. All of it is pure."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.records import MatchId, MatchSummary
from bot.service.inbox import PAGE, Kind, counted_page, next_after, order, waiting_for
from tests.helpers.people import ADA, GRACE, LINUS
from tests.store.contract import NOW, row_of

ME = ADA.id


def row(number: int, *awaited: int, days: int | None = 7, **changes: object) -> MatchSummary:
    """A match that waits for those, and for so many days."""
    deadline = None if days is None else NOW + timedelta(days=days)
    plain = row_of(MatchId(number), deadline=deadline, awaited=awaited)
    return replace(plain, **changes)  # type: ignore[arg-type]


def numbers(rows: list[MatchSummary]) -> list[int]:
    return [int(each.match) for each in rows]


def test_what_waits_for_the_person_alone_comes_first_then_what_runs_out_first() -> None:
    rows = [
        row(1, GRACE.id, days=1),
        row(2, ME, days=None),
        row(3, ME, GRACE.id, days=1),
        row(4, ME, days=5),
        row(5, ME, days=2),
        row(6, GRACE.id, days=1, people=(GRACE, LINUS)),
    ]

    assert numbers(sorted(rows, key=lambda each: order(each, ME))) == [5, 4, 2, 3, 1, 6]
    assert numbers(waiting_for(rows, ME)) == [5, 4, 2, 3]


@pytest.mark.parametrize(
    ("total", "asked", "number", "shown", "more"),
    [
        (0, 0, 0, 0, False),
        (PAGE, 0, 0, PAGE, False),
        (PAGE + 1, 0, 0, PAGE, True),
        (PAGE + 1, 1, 1, 1, False),
        (PAGE + 1, 7, 1, 1, False),
    ],
)
def test_pages_hold_nine_and_the_last_one_stands_for_those_that_are_gone(
    total: int, asked: int, number: int, shown: int, more: bool
) -> None:
    page = counted_page(Kind.MINE, [row(n) for n in range(1, total + 1)], asked, 0)

    assert (page.number, len(page.rows), page.more, page.total) == (number, shown, more, total)
    assert page.pages == max(1, (total + PAGE - 1) // PAGE)


@pytest.mark.parametrize(
    ("match", "follows"), [(3, 1), (1, 2), (2, 4), (4, 1)], ids=["played", "first", "mid", "last"]
)
def test_the_next_match_is_the_one_behind_or_the_first(match: int, follows: int) -> None:
    found = next_after([row(1, ME), row(2, ME), row(4, ME)], match)

    assert found is not None
    assert found.match == follows


def test_a_match_does_not_follow_itself() -> None:
    assert next_after([row(1, ME)], 1) is None
    assert next_after([], 1) is None
