"""The text to find a match by, against the labels of matches of people with any names."""

from types import SimpleNamespace
from typing import Any

from bot.front.find_match import _labeled, bold_match_label, match_label
from bot.model.events import Person
from bot.model.records import MatchId, Status
from tests.fuzz.target import Target, check, picked, text_of
from tests.fuzz.targets.texts import LIVE
from tests.store.contract import row_of

STATES = (Status.INVITED, Status.RUNNING, Status.ENDED)


def find_label(data: bytes) -> None:
    """What is typed finds the matches whose labels have it; a label is short and safe to show.

    The first line is what is typed, the others are names; each match has some of the people.
    """
    which, rest = picked(data, len(STATES) * 4)
    typed, *names = text_of(rest).split("\n")
    people = [Person(number, name) for number, name in enumerate(names[:8], 1)]
    rows = [
        row_of(
            MatchId(number),
            1,
            people=tuple(people[: number % 5]),
            status=STATES[which % len(STATES)],
            turn=which // len(STATES),
        )
        for number in range(1, 31)
    ]
    reader: Any = SimpleNamespace(user=SimpleNamespace(id=which // len(STATES)))
    choices = _labeled(reader, rows, typed)
    check(len(choices) <= 25)
    check(all(0 < len(each.name) <= 100 for each in choices), choices)
    check(all(typed.casefold() in each.name.casefold() for each in choices), choices)
    if len(typed) == 0:
        check([each.value for each in choices] == list(range(1, 26)))
    for row in rows[:5]:
        check("\n" not in bold_match_label(row, reader.user.id))
        check(not LIVE.search(bold_match_label(row, reader.user.id)))
        check(match_label(row, reader.user.id).startswith(f"{row.match} · "))


WORDS = (
    *("Bump", "with", "between", "your turn", "a challenge", " · ", "\n", "anyone", "ß", "İ", "@"),
)

TARGETS = (Target("labels", find_label, 20, WORDS, 300),)
