"""The dates of seasons and who plays where, reckoned by the stated rules alone."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from tests.service.competitions.reckoned import Row

WEEK = timedelta(days=7)


def first_monday(now: datetime) -> datetime:
    """The next Monday, 18:00 UTC."""
    evening = now.replace(hour=18, minute=0, second=0, microsecond=0)
    return next(
        day
        for day in (evening + timedelta(days=days) for days in range(9))
        if day > now and day.isoweekday() == 1
    )


def require_dates(begins: datetime, ends: datetime, weeks: int) -> None:
    """A season begins on a Monday and ends on a Sunday, both at 18:00 UTC."""
    assert begins.strftime("%A %H:%M:%S.%f %Z") == "Monday 18:00:00.000000 UTC"
    assert ends.strftime("%A %H:%M:%S.%f %Z") == "Sunday 18:00:00.000000 UTC"
    assert ends - begins == timedelta(days=7 * weeks - 1)


def planned_begin(planned: datetime, now: datetime) -> datetime:
    """When a season has begun that was planned for then and was begun now, as the bot was away:
    less than a week late it is as long as planned, otherwise whole weeks are put on."""
    while now - planned >= WEEK:
        planned += WEEK
    return planned


def division_sizes(people: int, size: int) -> list[int]:
    """The first divisions are full; the last ones, two or more, as even as can be, with three or
    more people in each."""
    count = -(-people // size)
    if people % size == 0:
        return [size] * count
    for full in range(count - 2, -1, -1):
        left, parts = people - full * size, count - full
        rest = sorted((left // parts + (n < left % parts) for n in range(parts)), reverse=True)
        if rest[-1] >= 3:
            return [size] * full + rest
    return [people]


def require_places(
    found: Sequence[tuple[int | None, int, int]],
    order: Sequence[int],
    going: Collection[int],
    size: int,
) -> None:
    """Those are in the divisions in which they belong, with their seeds: the people of that order.
    Some of it are `going`: they may be deleted by now or be none of them."""
    sizes = division_sizes(len(found), size)
    belongs = [(place, seed) for place, n in enumerate(sizes, 1) for seed in range(1, n + 1)]
    assert [each[1:] for each in found] == belongs
    people = iter(person for person, _, _ in found)
    person = next(people, 0)
    for each in order:
        if person == each or (person is None and each in going):
            person = next(people, 0)
        else:
            assert each in going, f"{each} takes part"
    assert person == 0, "nobody else takes part"


def next_order(
    tables: Sequence[Sequence[Row]], people: Mapping[int, int | None]
) -> list[int | None]:
    """The people of a season that has ended in their order for the next one: the first of each
    division changes places with the last of the one above, and two of each between two divisions
    of five where there are six or more."""
    standing = [[row[0] for row in table] for table in tables]
    cuts = [2 if len(standing) >= 6 and len(a) == len(b) == 5 else 1 for a, b in pairwise(standing)]
    new = [list(each) for each in standing]
    for upper, many in enumerate(cuts):
        down, up = standing[upper][-many:], standing[upper + 1][:many]
        new[upper] = [n for n in new[upper] if n not in down] + up
        new[upper + 1] = down + [n for n in new[upper + 1] if n not in up]
    return [people[number] for each in new for number in each]
