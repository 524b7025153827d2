"""Typed moves with other signs between their parts, read where a single legal move has those."""

import re
from contextlib import suppress
from itertools import islice
from random import Random

import pytest

from bot.catalog import catalog, entry
from bot.games.core import NotationError
from tests.helpers.playing import Player, sentences

SIGNS = r"[\s,;:./>→()-]+|(?<=[0-9])x(?=[a-z])"
"""What may stand between the parts of a move."""


@sentences(
    "game typed meant",
    {
        "a minus for a comma": ("bump", "01-02", "01,02"),
        "a blank": ("bump", "01 02", "01,02"),
        "a turn after blanks": ("bump", "01 02 1", "01,02-1"),
        "an arrow": ("bounce", "b2>a3", "b2-a3"),
        "two letters": ("clump", "a1 > b1", "a1-b1"),
        "without a minus": ("urchins", "enter-A", "enter A"),
    },
)
def test_other_signs_are_read(game: str, typed: str, meant: str) -> None:
    rules = entry(game).game
    start = rules.start(rules.prepare({}, rules.players.start, Random(0)))
    assert Player(rules).written(start, [rules.parse(start, typed)]) == [meant]


@pytest.mark.parametrize("typed", ["01", "0102", "01-", "01-02-1-1", "01 nowhere", "-", ""])
def test_half_a_move_and_more_than_one_are_not_read(typed: str) -> None:
    rules = entry("bump").game
    with pytest.raises(NotationError):
        rules.parse(rules.start({}), typed)


@pytest.mark.parametrize("key", catalog())
def test_what_two_moves_could_mean_is_never_read_as_one(key: str) -> None:
    rules, chance = entry(key).game, Random(key)
    player = Player(rules)
    position = rules.start(rules.prepare({}, rules.players.start, chance))
    for _ in range(20):
        legal = [*islice(rules.moves(position), 400)]
        if not legal:
            break
        texts = player.written(position, legal)
        for text in chance.sample(texts, min(20, len(texts))):
            meant = [each for each in texts if _parts(each) == _parts(text)]
            with suppress(NotationError):
                read = rules.parse(position, " ".join(_parts(text)))
                assert [rules.format(position, read)] == meant
        position = rules.play(position, chance.choice(legal)).position


def _parts(text: str) -> tuple[str, ...]:
    return tuple(filter(None, re.split(SIGNS, text.casefold())))
