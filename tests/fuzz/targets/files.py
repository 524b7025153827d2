"""Data files as a host may have edited them, and records of matches, which anybody may send."""

import re
from collections.abc import Sequence
from importlib.resources import files

from bot.catalog import read_entry
from bot.games.core import BadDataFile
from bot.model.events import Event
from bot.model.fold import fold, record_events
from bot.model.game_records.archive import read_record
from bot.model.game_records.as_json import record_json
from bot.model.game_records.as_text import record_text
from bot.model.game_records.making import imported_events
from bot.model.game_records.record import BadRecord, StudyOf
from bot.model.records import NO_EVENT, ChannelId, GuildId, MatchId, Status
from bot.model.studies.files import record_of_study, study_of_record
from bot.service.game_records import checked, replay_question
from renderers.drawing.theme import read_theme
from tests.fuzz.target import Target, check, picked
from tests.fuzz.targets.records import NOW, PEOPLE

GAMES = sorted(f.name for f in (files("data") / "games").iterdir() if f.name.endswith(".toml"))
MARK = b"\n#=\n"
"""Separates a part taken out of a real file from its replacement."""


def read_data_file(data: bytes) -> None:
    """A data file is read, or refused in words that name it.

    The first byte says whether it is a theme; a second part replaces the first in a real file.
    """
    which, rest = picked(data, 2)
    found, mark, instead = rest.partition(MARK)
    try:
        if which:
            theme = read_theme(_edited("themes/classic", found, mark, instead), "classic")
            check(all(len(color) == 3 for color in theme.colors.values()))
        else:
            entry = read_entry(_edited("games/clump", found, mark, instead), "clump")
            check(entry.name and entry.rules)
    except BadDataFile as error:
        check(".toml" in str(error))


def _edited(name: str, found: bytes, mark: bytes, instead: bytes) -> bytes:
    if not mark:
        return found
    return (files("data") / f"{name}.toml").read_bytes().replace(found, instead, 1)


IN_FILES = (
    *('name = "', "\n#=\n", "[[options]]", "[[rules]]", "[color]", "[[player]]", "[surface.plain]"),
    *('fill = "#fff"', 'mark = "', "order = 1", "sides = [", "[reasons]", "'''", "1979-05-27"),
    *("nan",),
)


LINES = re.compile(r"Line [0-9]+: .+[.!?]”?\)?", re.DOTALL)


def read_game_record(data: bytes) -> None:
    """A record comes back from both forms as it was read, and its match folds; or it is refused
    with its line."""
    try:
        record = read_record(data)
        found, outcome = checked(record, replay_question(record, 2.0).answer())
        study = study_of_record(record)
    except BadRecord as error:
        said = str(error)
        check(LINES.fullmatch(said) and len(said) < 2000, said)
        check(1 <= error.line <= data.count(b"\n") + 1, said)
        return
    written = [read_record(form(record).encode()) for form in (record_text, record_json)]
    check(written == [record, record], written)
    if record.study:
        match = None if record.study is StudyOf.OWN else record
        again = record_text(record_of_study(study, NOW, match))
        check(study_of_record(read_record(again.encode())).outline() == study.outline(), again)
    if record.position:
        return
    check_import(
        imported_events(record, found.texts, outcome, PEOPLE[0], ChannelId(5), GuildId(6), NOW)
    )


def check_import(events: Sequence[Event]) -> None:
    """What holds for the match that is made of a record."""
    recorded = record_events(events, NO_EVENT, NOW)
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
    *(HEAD, HEAD.replace("[Record 1]", '[Record 2]\n[Study "match"]')),
    *(HEAD.replace("[Record 1]", '[Record 2]\n[Study "own"]'), "> 1. a1-b1\n", "> 0.\n"),
    *("> 2. a2-b2\n", "= A\n", '~ "b\\n"\n', '[Position "RBRB/BRBR/RBRB/BRBR;R"]\n'),
    *(HEAD.replace('"*"', '"1"'), "1. (1) a1-a2\n", "2. (2) b1-b2\n", "* (1) resign\n"),
    *("* (2) takeback 1\n", "* (1) claim\n", '* (1) replace "C"\n', "* (2) offer\n", "{x}\n"),
    *(" @ 2026-11-23T09:46:00Z", "; y\n", '[Reason "joined"]\n', '[Ended "2026-11-23"]\n'),
    *('{"header": {"game": {"name": "Clump"}, "site": {"name": "x"}, ', '"players": [', "null"),
    *('{"name": "A", "result": 1}', '"date-start": "2026-11-23T09:45:56Z", ', '"bumpbot": {'),
    *('"moves": [["a1-a2", null]]', '"log": [', '{"do": "move", "seat": 1, "text": "a1-a2"}'),
    *("]", "}", ",", "\u202e", "[" * 30, "9" * 30, "1e999", "\\u0000"),
)

TARGETS = (
    Target("data_files", read_data_file, 4, IN_FILES, 1024),
    Target("game_records", read_game_record, 30, WORDS, longest=600),
)
