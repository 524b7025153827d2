"""What the store hands back: events, rows with JSON in them, kept positions, files of backups."""

import json
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from bot.catalog import entry
from bot.model.events import KINDS, Person, Recorded
from bot.model.fold import encode_position, fold, readable_positions
from bot.model.match import Match
from bot.model.notices.notice_settings import NoticeSettings
from bot.model.projection import summary_of
from bot.model.records import MatchId, PersonId, Seq
from bot.model.refusals import BrokenMatch, Refused, StoreTrouble
from bot.service.personal.preferences import USUAL, Preferences
from bot.store.maintenance import PG_DUMP, SQLITE, begins_with
from bot.store.personal.preferences import history_from, preferences_from
from bot.store.rows import post_from, recorded_from, summary_columns, summary_from, time_text
from bot.store.schema import DRAFTS, PLACES
from bot.store.sqlite import maintenance
from tests.fuzz.target import Target, check, check_sentence, picked, text_of
from tests.helpers.playing import known

NOW = datetime(2026, 3, 28, 21, 30, tzinfo=UTC)
PEOPLE = tuple(
    Person(PersonId(n), name) for n, name in enumerate(("Ada", "Grace", "Linus", "Alan", "Joan"), 1)
)
MATCH = MatchId(1)

# Events


def read_event(data: bytes) -> None:
    """An event is read or its match is broken; what is read is written and read back the same."""
    kind, _, payload = text_of(data).partition(" ")
    try:
        recorded = recorded_from(MATCH, Seq(1), kind, payload, NOW.isoformat())
    except BrokenMatch as error:
        check_sentence(error)
        return
    written = recorded.event.payload()
    again = recorded_from(MATCH, Seq(1), kind, written, NOW.isoformat())
    check(again.event.payload() == written, written)


def play_through(data: bytes) -> None:
    """Events make a match that can be summed up and shown, or it is broken."""
    match = folded(text_of(data))
    if match is None:
        return
    summary = summary_of(match)
    check(summary_from(*summary_columns(summary).values()) == summary)
    if match.opening is not None:
        check(match.rules.write(match.position))


def folded(text: str, kept: dict[Seq, str] | None = None) -> Match | None:
    """The match of events, a line each; None if it is broken."""
    rows = [line.partition(" ") for line in text.split("\n")[:40]]
    try:
        return fold(
            [_recorded(Seq(n), k, p) for n, (k, _, p) in enumerate(rows, 1)], MATCH, kept or {}
        )
    except BrokenMatch as error:
        check_sentence(error)
        return None


def _recorded(seq: Seq, kind: str, payload: str) -> Recorded:
    at = NOW + timedelta(hours=seq)
    return recorded_from(MATCH, seq, kind, payload, at.isoformat())


# Kept positions

SAMPLES = ("bipod", "bounce", "clump")
"""Games with short positions."""


@cache
def match_of(key: str) -> Match:
    """A match of that game, some moves in."""
    game = entry(key).game
    position, rows = game.start({}), []
    for seat in (1, 2) * 3:
        move = next(game.moves(position))
        rows.append(f'played {{"seat":{seat},"text":"{game.format(position, move)}"}}')
        position = game.play(position, move).position
    return known(folded("\n".join([*_began(key), *rows])))


def _began(key: str) -> list[str]:
    host, guest = ({"id": p.id, "name": p.name} for p in PEOPLE[:2])
    asked = {
        "game": key,
        "options": {},
        "host": host,
        "invited": [guest],
        "channel": 5,
        "guild": 6,
        "first": "host",
        "days": 7,
        "expires": NOW.isoformat(),
    }
    started = {"seats": [host, guest], "options": {}}
    answer = {"person": guest}
    events = (("challenged", asked), ("accepted", answer), ("started", started))
    return [f"{kind} {json.dumps(fields)}" for kind, fields in events]


def keep_position(data: bytes) -> None:
    """A kept position is read back equal, or passed over."""
    which, rest = picked(data, len(SAMPLES))
    match = match_of(SAMPLES[which])
    position = known(match.position)
    check(readable_positions({Seq(1): encode_position(position)}, position) == {1: position})
    for found in readable_positions({Seq(1): text_of(rest)}, position).values():
        check(type(found) is type(position))
        check(readable_positions({Seq(1): encode_position(found)}, position) == {1: found})


# Rows


def _summary(text: str) -> object:
    people, _, awaited = text.partition("\n")
    now = known(time_text(NOW))
    row = (1, 2, "bump", "running", 5, 6, people, 1, now, now, now, now, 5, None, 2, 1)
    found = summary_from(*row, awaited or None, 1)
    return json.dumps(summary_columns(found))


def _post(text: str) -> object:
    return post_from(1, 2, "notice", 3, 0, 0, 0, None, 7, 1, text, time_text(NOW)).about


def _draft(text: str) -> object:
    keys, _, offers = text.partition("\n")
    draft = DRAFTS.of(7, MATCH, 3, keys, None, offers or "[]", 1)
    check(all(isinstance(each, str) for each in (*draft.keys, *draft.offers)))
    return draft


def _preferences(text: str) -> object:
    said = Preferences.of(preferences_from(text))
    check(Preferences.of(said.values()) == said)
    for name, value in said.values().items():
        usual = getattr(USUAL, name)
        check(isinstance(value, type(usual)), (name, value))
    return said.over(USUAL)


def _notices(text: str) -> object:
    said = NoticeSettings.of(preferences_from(text))
    check(NoticeSettings.of(said.values()) == said)
    check(said.quiet_hours is None or len(said.quiet_hours) == 2)
    return said.every


def _calendar(text: str) -> object:
    (segment,) = history_from([(time_text(NOW), text)])
    values = segment.calendar.values()
    check(type(segment.calendar).of(values) == segment.calendar)
    return values


def _place(text: str) -> object:
    mode, _, due = text.partition("\n")
    return PLACES.of(1, mode, 5, "none", "", due or None, 0, 0)


ROWS: tuple[Callable[[str], Any], ...] = (
    *(_summary, _post, _draft, _preferences, _notices, _calendar, _place),
)


def read_row(data: bytes) -> None:
    """A row is read, and so that it can be written again, or it is trouble with the store."""
    which, rest = picked(data, len(ROWS))
    try:
        ROWS[which](text_of(rest))
    except (StoreTrouble, Refused) as error:
        check_sentence(error)


# Files


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="bumpbot-fuzz-"))


def restore_backup(data: bytes) -> None:
    """A backup is restored or refused in words; a refused one changes nothing and leaves nothing.

    A file is known by how it begins.
    """
    source, target = _folder() / "backup", _folder() / "matches.sqlite3"
    source.write_bytes(data)
    for magic in (SQLITE, PG_DUMP):
        check(begins_with(source, magic) == data.startswith(magic))
    target.write_bytes(b"as it was")
    try:
        maintenance.restore(source, target, overwrite=True)
    except StoreTrouble as error:
        check(str(error))
        check(target.read_bytes() == b"as it was")
    else:
        check(begins_with(target, SQLITE))
    check({each.name for each in _folder().iterdir()} >= {"backup", "matches.sqlite3"})
    for each in _folder().iterdir():
        each.unlink()


EVENTS = (
    *(f"\n{kind} {{" for kind in KINDS),
    *('"seat":1', '"seat":2', '"seat":true', '"text":"', '"used":', '"person":'),
    *('{"id":1,"name":"',),
    *('"until":"2026-03-28T21:30:00+00:00"', '"start":', '"end":', '"hours":24', '"late":', "null"),
    *('"options":{}', '"seats":[', '"winners":[1]', '"reason":"', '"control":{"start":86400'),
    *('"increment":86400', '"cap":86400', '"hard":true}', '"wanted":{"finishes":90}', "1e999"),
    *('"plies":1', '"free":true', '"awaited":[1]', '"gone":true', '"by":', '"former":', "9" * 20),
)
VALUES = (
    *('{"id":1,"name":"Ada"}', "[[1,2,", '"theme":"', '"channels":[', '"side":', '"cadence":48'),
    *('"zone":"Europe/Berlin"', '"sleep":["22:30","07:00"]', '"weekend":[5,6]', '"vacations":[['),
    *('"2026-04-01T00:00:00+00:00"', '"0001-01-01T00:00:00+14:00"', "null", "true", "1e999", "[]"),
    *('"quiet_from":22', '"destination":"direct"', '"digest":7', '{"hex":"', "thread", "\n"),
)
TARGETS = (
    Target("events", read_event, 60, EVENTS, 512),
    Target("folds", play_through, 10, EVENTS, 2048),
    Target("kept_positions", keep_position, 30, VALUES, 512),
    Target("rows", read_row, 60, VALUES, 256),
    Target("backups", restore_backup, 1, ("SQLite format 3\0", "PGDMP"), 4096),
)
