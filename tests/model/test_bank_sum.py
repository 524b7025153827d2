"""Two plain banks make up the whole time of a match, whatever is played and taken back in it."""

import random
from datetime import timedelta

from hypothesis import event, given, settings
from hypothesis import strategies as st

from bot.model.clock.time_control import plain_bank
from bot.model.clock.units import DAY, HOUR, MINUTE, ZERO
from bot.model.commands import Accept, Tick
from bot.model.decide.timing import bank_left
from bot.model.records import Status
from tests.helpers.long_runs import examples
from tests.helpers.matches import Recording, asked_of, challenge
from tests.helpers.people import FIRST, GRACE, SECOND
from tests.service.conftest import START

BANK = 2 * DAY

MOVES = st.sampled_from(["1", "1", "2"])
TAKEBACKS = st.sampled_from(["undo", "ask", "let", "let"])
WAITS = st.sampled_from([ZERO, timedelta(microseconds=1), MINUTE, HOUR, 7 * HOUR, 20 * HOUR])


@settings(max_examples=examples(500))
@given(st.lists(st.tuples(MOVES | TAKEBACKS, WAITS), max_size=25))
def test_what_both_have_left_and_the_time_that_has_passed_make_up_both_banks(
    steps: list[tuple[str, timedelta]],
) -> None:
    recording, chance, now = (
        Recording(challenge(GRACE, control=plain_bank(BANK))),
        random.Random(1),
        START,
    )
    recording.do(Accept(GRACE), chance)
    for step, wait in steps:
        now += wait
        recording.do(Tick(), chance, now)
        undone = len(recording.match.undone)
        recording.do(asked_of(recording.match, step), chance, now)
        match = recording.match
        if match.status is not Status.RUNNING:
            assert now - START < 2 * BANK + wait
            break
        event(f"taken back by {step}", str(len(match.undone) > undone))
        left = [bank_left(match, seat, now) for seat in (FIRST, SECOND)]
        assert sum(left, ZERO) == 2 * BANK - (now - START)
