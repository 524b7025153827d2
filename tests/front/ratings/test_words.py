"""What is said of ratings and results."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.front.ratings import (
    WHY_NOT,
    game_line,
    ranked_lines,
    rated_line,
    rating_text,
    reader_line,
    tally_text,
)
from bot.model.ratings.rating import Contest, Eligibility, Rating, RatingPoint
from bot.model.records import MatchId
from bot.model.results.result import Tally
from bot.service.results.ratings import RatingChange

NOW = datetime(2026, 3, 2, tzinfo=UTC)
KNOWN, NEW = Rating(1512.4, 60.0), Rating(1490.0, 200.0)
CONTEST = Contest(MatchId(7), "heap", 70, NOW, (1, 2), (1, 2))
RATED = RatingChange(
    CONTEST, Eligibility.COUNTED, (KNOWN, NEW), (Rating(1534.0, 59.0), Rating(1471.2, 190.0))
)


def test_the_end_of_a_contest_tells_what_it_did_to_each_rating() -> None:
    assert rated_line(RATED, {1: "**Ada**", 2: "**Grace**"}) == (
        "Rated: **Ada** 1512 → 1534 and **Grace** 1490 → 1471 (provisional)."
    )


def test_of_somebody_who_was_deleted_no_rating_is_told() -> None:
    gone = replace(RATED, contest=replace(CONTEST, people=(1, -1)))
    assert rated_line(gone, {1: "**Ada**"}) == "Rated: **Ada** 1512 → 1534."
    both = replace(RATED, contest=replace(CONTEST, people=(-2, -1)))
    assert rated_line(both, {}) == ""


@pytest.mark.parametrize("why", [each for each in Eligibility if each != Eligibility.COUNTED])
def test_a_contest_that_does_not_count_says_why(why: Eligibility) -> None:
    told = rated_line(replace(RATED, eligibility=why), {1: "Ada", 2: "Grace"})
    assert told == f"Not rated: {WHY_NOT[why]}."


def test_a_rating_tells_how_sure_it_is() -> None:
    assert rating_text(KNOWN) == "1512 ±120"
    assert rating_text(NEW) == "1490 ±400, provisional"


def test_results_of_a_game_stand_on_a_line_behind_the_rating() -> None:
    assert game_line("Heap", Tally(12, 0, 8), KNOWN, 14) == (
        "**Heap**: 1512 ±120 after 14 results · 12 won, 8 lost"
    )
    assert game_line("Heap", Tally(0, 1, 0), None) == "**Heap**: 1 shared"
    assert game_line("Heap", None, NEW, 1) == ("**Heap**: 1490 ±400, provisional after 1 result")
    assert tally_text(Tally()) == "none"


def test_equal_ratings_share_a_place() -> None:
    rows = [("Ada", KNOWN, 9), ("Grace", replace(KNOWN, rating=1511.6), 3), ("Linus", NEW, 1)]
    assert list(ranked_lines(rows)) == [
        "` 1` Ada 1512 ±120 · 9 results",
        "` 1` Grace 1512 ±120 · 3 results",
        "` 3` Linus 1490 ±400, provisional · 1 result",
    ]


def test_whoever_is_not_on_a_leaderboard_hears_why() -> None:
    def told(rating: Rating, last: float | None = None, *, listed: bool = True) -> str:
        point = RatingPoint(1, "heap", NOW.date(), rating, 12)
        bottom = Rating(last) if last else None
        where = {"where": "in this server", "months": "12 months"}
        return reader_line(point, listed=listed, last=bottom, **where)

    assert told(NEW) == "You: 1490 ±400, provisional, so not ranked yet. It takes some ten results."
    assert told(KNOWN, listed=False).endswith("You chose in `/settings` not to be named in lists.")
    assert told(KNOWN, 1513.0) == "You: 1512 ±120, behind these 20."
    for last in (None, 1500.0):
        assert "Nothing of yours counted in this server within 12 months" in told(KNOWN, last)
