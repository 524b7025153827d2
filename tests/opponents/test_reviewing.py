"""A review tells what is proven: checked by walking every legal move of the rules."""

from random import Random
from typing import Any

import pytest

from bot.catalog import entry
from bot.games.core import Turn
from bot.model.records import Seat
from bot.opponents.reviewing import (
    Missed,
    Mistake,
    ReviewQuestion,
    mistake_of,
    worst,
)
from tests.helpers.playing import known

GAME = entry("bounce").game


def taken(turn: Turn[Any], seat: Seat) -> int:
    """How many stacks of the player are covered in the turn."""
    return sum(effect.kind == "cover" and effect.player == seat for effect in turn.effects)


def careless_match(seed: int, plies: int = 60) -> tuple[Any, list[str]]:
    """A match in which nobody looks for anything but captures."""
    chance, position = Random(seed), GAME.start({})
    texts: list[str] = []
    opening = position
    while len(texts) < plies and GAME.outcome(position) is None:
        moves = list(GAME.moves(position))
        captures = [m for m in moves if taken(GAME.play(position, m), 3 - position.turn)]
        move = chance.choice(captures if captures and chance.random() < 0.6 else moves)
        texts.append(GAME.format(position, move))
        position = GAME.play(position, move).position
    return opening, texts


def wins_at_once(position: Any) -> set[str]:
    """The moves that end the game with a win, by the rules alone."""
    found = set()
    for move in GAME.moves(position):
        outcome = GAME.outcome(GAME.play(position, move).position)
        if outcome and position.turn in outcome.winners:
            found.add(GAME.format(position, move))
    return found


def after(position: Any, texts: tuple[str, ...] | list[str]) -> Any:
    for text in texts:
        position = GAME.play(position, GAME.parse(position, text)).position
    return position


def question(seed: int, plies: int = 3) -> ReviewQuestion:
    opening, texts = careless_match(seed)
    return ReviewQuestion("bounce", opening, tuple(texts), plies, 20_000)


MATCHES = range(8)


@pytest.mark.parametrize("seed", MATCHES)
def test_every_win_in_one_that_was_missed_is_told_and_is_one(seed: int) -> None:
    asked = question(seed, plies=1)
    told = {m.ply: m for m in asked.answer() if m.missed is Missed.WIN}
    for number, text in enumerate(asked.texts, 1):
        before = after(asked.opening, asked.texts[: number - 1])
        winning = wins_at_once(before)
        if winning and text not in winning:
            assert told[number].count == 1
        if number in told and told[number].count == 1:
            assert set(told[number].line) <= winning


@pytest.mark.parametrize("seed", MATCHES)
def test_every_line_that_is_told_plays_out_as_it_is_told(seed: int) -> None:
    asked = question(seed)
    for mistake in asked.answer():
        before = after(asked.opening, asked.texts[: mistake.ply - 1])
        assert before.turn == mistake.seat
        if mistake.missed is Missed.WIN:
            end = known(GAME.outcome(after(before, mistake.line)))
            assert end.winners == (mistake.seat,)
        elif mistake.missed is Missed.SAVE:
            end = known(GAME.outcome(after(before, (asked.texts[mistake.ply - 1], *mistake.reply))))
            assert end.winners == (3 - mistake.seat,)
            assert not wins_at_once(after(before, mistake.line))
        else:
            turn = GAME.play(before, GAME.parse(before, mistake.line[0]))
            assert taken(turn, Seat(3 - mistake.seat)) == mistake.count


def test_careless_matches_have_moments_of_every_kind() -> None:
    found = [mistake for seed in MATCHES for mistake in question(seed).answer()]
    assert {mistake.missed for mistake in found} == set(Missed)


def test_the_worst_moments_are_wins_and_stand_in_order() -> None:
    mistakes = [
        Mistake(3, 1, Missed.CAPTURE, 2, ("a",)),
        Mistake(5, 2, Missed.SAVE, 1, ("b",), ("c",)),
        Mistake(7, 1, Missed.WIN, 2, ("d",)),
    ]
    assert worst(mistakes, 2) == (mistakes[1], mistakes[2])


def test_one_turn_alone_is_told_as_in_the_review() -> None:
    asked = question(1)
    told = {mistake.ply: mistake for mistake in asked.answer()}
    assert told
    for ply in range(1, len(asked.texts) + 1):
        assert mistake_of(asked, ply) == told.get(ply)


def test_a_move_with_which_the_others_win_at_once_saves_nobody() -> None:
    # In Clump a swap can join the path of the other player. On the smallest board nothing saves
    # whoever answers this first move.
    opening = entry("clump").game.start({"size": 4})
    asked = ReviewQuestion("clump", opening, ("a3-b3", "b1-b2", "d2-c2"), 5, 5_000)
    assert asked.answer() == ()


def test_no_capture_is_told_after_which_the_other_wins() -> None:
    for seed in range(12, 30):
        asked = question(seed)
        for mistake in asked.answer():
            if mistake.missed is Missed.CAPTURE:
                before = after(asked.opening, asked.texts[: mistake.ply - 1])
                assert not wins_at_once(after(before, mistake.line))
