"""Of those who begin to learn, who comes to a first match within seven days."""

from datetime import UTC, datetime, timedelta

from bot.model.exercises.newcomers import FirstMatch, Newcomer, first_matches, span

BEGUN = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY, MOMENT = timedelta(days=1), timedelta(microseconds=1)


def test_the_seventh_day_counts_and_who_played_before_stands_for_themselves() -> None:
    instants = (
        *(BEGUN - MOMENT, BEGUN - 99 * DAY, BEGUN, BEGUN + 7 * DAY - MOMENT, BEGUN + 7 * DAY),
        *(BEGUN + DAY, None),
    )
    assert first_matches(Newcomer(BEGUN, first) for first in instants) == {
        FirstMatch.BEFORE: 2,
        FirstMatch.WITHIN: 3,
        FirstMatch.NOT: 2,
    }
    assert first_matches([]) == dict.fromkeys(FirstMatch, 0)


def test_everybody_who_is_counted_has_had_their_seven_days() -> None:
    since, until = span(BEGUN)
    assert (until - since, BEGUN - until) == (7 * DAY, 7 * DAY)
