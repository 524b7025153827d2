"""Records of matches, which anybody may send: read, played and written again, or refused."""

import re
from collections.abc import Sequence

from bot.model.events import Event
from bot.model.fold import fold, record_events
from bot.model.game_records.archive import read_record
from bot.model.game_records.as_json import record_json
from bot.model.game_records.as_text import record_text
from bot.model.game_records.making import imported_events
from bot.model.game_records.record import BadRecord
from bot.model.records import MatchId, Status
from bot.service.game_records import checked, replay_question
from tests.fuzz.target import Target, check
from tests.fuzz.targets.records import NOW, PEOPLE

LINES = re.compile(r"Line [0-9]+: .+[.!?]”?\)?", re.DOTALL)


def read_game_record(data: bytes) -> None:
    """A record comes back from both forms as it was read, and its match folds; or it is refused
    with its line."""
    try:
        record = read_record(data)
        found, outcome = checked(record, replay_question(record, 2.0).answer())
    except BadRecord as error:
        said = str(error)
        check(LINES.fullmatch(said) and len(said) < 2000, said)
        check(1 <= error.line <= data.count(b"\n") + 1, said)
        return
    written = [read_record(form(record).encode()) for form in (record_text, record_json)]
    check(written == [record, record], written)
    check_import(imported_events(record, found.texts, outcome, PEOPLE[0], 5, 6, NOW))


def check_import(events: Sequence[Event]) -> None:
    """What holds for the match that is made of a record."""
    recorded = record_events(events, 0, NOW)
    match = fold(recorded, MatchId(1))
    check(match.status is Status.ENDED)
    check(all(person.id < 0 for person in match.seats))
    for ply in match.plies:
        check(ply.after)


HEAD = (
    '[Record 1]\n[Game "clump"]\n[Options {"size": 4}]\n[Started "2026-11-23T09:45:56Z"]\n'
    '[Player1 "A"]\n[Player2 "B"]\n[Result "*"]\n'
)

WORDS = (
    *(HEAD, HEAD.replace('"*"', '"1"'), "1. (1) a1-a2\n", "2. (2) b1-b2\n", "* (1) resign\n"),
    *("* (2) takeback 1\n", "* (1) claim\n", '* (1) replace "C"\n', "* (2) offer\n", "{x}\n"),
    *(" @ 2026-11-23T09:46:00Z", "; y\n", '[Reason "joined"]\n', '[Ended "2026-11-23"]\n'),
    *('{"header": {"game": {"name": "Clump"}, "site": {"name": "x"}, ', '"players": [', "null"),
    *('{"name": "A", "result": 1}', '"date-start": "2026-11-23T09:45:56Z", ', '"bumpbot": {'),
    *('"moves": [["a1-a2", null]]', '"log": [', '{"do": "move", "seat": 1, "text": "a1-a2"}'),
    *("]", "}", ",", "\u202e", "[" * 30, "9" * 30, "1e999", "\\u0000"),
)

TARGETS = (Target("game_records", read_game_record, 30, WORDS, longest=600),)
