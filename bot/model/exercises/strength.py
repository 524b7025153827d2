"""How hard a puzzle somebody gets, by the ones they had. Pure."""

from collections.abc import Iterable

from bot.model.exercises.attempt import Trial

EASIEST, HARDEST = 1, 5
"""The difficulties of puzzles."""

CLEAN = 3
"""So many reached in a row at the first try, and the next one is harder by one."""

GIVEN_UP = 2
"""So many given up in a row, and the next one is easier by one."""


def strength_of(trials: Iterable[Trial]) -> int:
    """The difficulty that fits somebody after these puzzles, in the order they had them.

    It begins with the easiest. One that was neither reached at the first try nor given up ends
    both rows; one that is still open counts for nothing.
    """
    strength, clean, given_up = EASIEST, 0, 0
    for trial in trials:
        if not (trial.done or trial.solution_shown):
            continue
        clean = clean + 1 if trial.is_clean else 0
        given_up = given_up + 1 if trial.solution_shown else 0
        if clean == CLEAN:
            strength, clean = min(strength + 1, HARDEST), 0
        if given_up == GIVEN_UP:
            strength, given_up = max(strength - 1, EASIEST), 0
    return strength
