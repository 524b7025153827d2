"""The levels fit together: every game has them all, each looks at more than the one below."""

from itertools import pairwise

import pytest

from bot.catalog import catalog
from bot.opponents.levels import (
    DEEP,
    LEVELS,
    NoSuchLevel,
    level_named,
    level_of,
    level_words,
    levels_of,
    offered,
)

KEYS = sorted(catalog())


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_every_level_and_each_looks_at_more(key: str) -> None:
    levels = levels_of(key)
    assert [level.number for level in levels] == list(range(1, DEEP + 1))
    assert all(one.nodes < two.nodes for one, two in pairwise(levels))
    assert len({level.name for level in levels}) == DEEP
    assert all(level.line.endswith(".") for level in levels)


def test_a_level_with_its_line_is_read_whole_on_a_phone() -> None:
    for number in range(1, DEEP + 1):
        name, line = level_words(number)
        assert len(f"{name}: {line}") <= 45


@pytest.mark.parametrize("number", [0, 7, -1])
def test_a_number_that_is_no_level_is_refused(number: int) -> None:
    with pytest.raises(NoSuchLevel, match="1 to 6"):
        level_of(KEYS[0], number)


@pytest.mark.parametrize(
    ("typed", "number"), [("1", 1), ("06", 6), ("master", 5), (" First  Evening ", 1), ("DEEP", 6)]
)
def test_a_level_is_known_by_its_number_and_by_its_name(typed: str, number: int) -> None:
    assert level_named(typed) == number


@pytest.mark.parametrize("typed", ["", "mast", "²", "-1", "0", "9", "1.5"])
def test_what_names_no_level_is_refused_with_those_there_are(typed: str) -> None:
    with pytest.raises(NoSuchLevel, match=r"1 First evening, 2 Beginner, .* and 6 Deep"):
        level_named(typed)


def test_everybody_is_offered_the_five() -> None:
    assert list(offered())[:5] == list(LEVELS)
