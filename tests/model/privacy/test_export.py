"""Exports say what is kept of somebody, in files and words; the deleted are in no event."""

import io
import json
import zipfile
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.model.events import (
    KINDS,
    Accepted,
    Challenged,
    Declined,
    Ended,
    Event,
    Person,
    Played,
    Replaced,
    Started,
    Withdrawn,
    event,
)
from bot.model.events.base import DELETED
from bot.model.privacy import export
from bot.model.privacy.export import Exporter, ExportFile
from bot.model.privacy.leaving import NAMING, event_without, named_in
from bot.model.privacy.page import TITLES, page, plain
from bot.model.privacy.records import ExportedEvent
from bot.model.records import ChannelId, GuildId, MatchId, PersonId, Seat, Seq
from bot.model.studies.stored import packed_study
from bot.model.studies.study import Study, StudyStart
from bot.store.schema import SHOWN
from tests.helpers.people import CHANNEL, GUILD, LINUS

ADA, GRACE = Person(PersonId(770_000_001), "Ada"), Person(PersonId(880_000_002), "Grace")
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ROWS: dict[str, list[dict[str, Any]]] = {
    "private_notes": [{"match_id": 1, "text": "[my note"}],
    "drafts": [],
    "visits": [{"at": "2026-03-01T11:00:00.000000+00:00"}],
}


def match(number: int) -> list[ExportedEvent]:
    events = [
        Challenged("bump", {}, ADA, (GRACE,), CHANNEL, GUILD, "host", 7, expires=NOW),
        Accepted(GRACE),
        Started((ADA, GRACE), {}),
        Played(Seat(1), "01,02"),
        Played(Seat(2), "02,01"),
    ]
    return [
        ExportedEvent(MatchId(number), Seq(seq), each.kind, NOW, each.payload())
        for seq, each in enumerate(events, 1)
    ]


async def exported(count: int) -> list[ExportFile]:
    exporter = Exporter(ADA.id, NOW, ROWS)
    for number in range(1, count + 1):
        await exporter.add(match(number))
    return await exporter.finish()


async def test_a_few_matches_are_two_plain_files() -> None:
    record, page = await exported(2)
    content = json.loads(record.content)
    assert [each["match"] for each in content["matches"]] == [1, 2]
    assert content["matches"][0]["events"][1] == {
        "seq": 2,
        "kind": "accepted",
        "at": "2026-03-01T12:00:00+00:00",
        "person": {"name": "Grace"},
    }
    assert content["matches"][0]["events"][2]["seats"][0] == {"name": "Ada", "you": True}
    assert content["tables"] == ROWS
    text = page.content.decode()
    assert "## Notes\n\n- match 1, \\[my note" in text
    assert "Nothing is stored under: unfinished moves." in text
    assert "- Asked for by you on 2026-03-01 12:00.\n- Players: Ada, Grace.\n" in text
    assert "Your moves: 01,02 (2026-03-01 12:00)." in text
    assert "02,01" not in text


async def test_nothing_at_all_is_two_plain_files_too() -> None:
    record, _ = await exported(0)
    assert json.loads(record.content)["matches"] == []


async def test_many_matches_are_archives_none_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "MOST", 2000)
    monkeypatch.setattr(export, "PART", 20_000)
    files = await exported(100)
    assert len(files) > 2
    found: list[int] = []
    for number, file in enumerate(files, 1):
        assert file.name == f"about-you-{number}-of-{len(files)}.zip"
        with zipfile.ZipFile(io.BytesIO(file.content)) as archive:
            content = json.loads(archive.read("about-you.json"))
            assert bool(content["tables"]) is (number == 1)
            assert "## Your matches" in archive.read("about-you.md").decode()
        found += [each["match"] for each in content["matches"]]
        assert len(file.content) <= 2000 or len(content["matches"]) == 1
    assert found == list(range(1, 101))


STYLED = Person(PersonId(880_000_002), "*Gr_ace* [x](http://a)\n# <@1>")


def tables(**rows: list[dict[str, Any]]) -> str:
    return "".join(page(iter(()), rows))


async def page_of(*events: Event) -> str:
    exporter = Exporter(ADA.id, NOW, {})
    exported = [
        ExportedEvent(MatchId(1), Seq(seq), each.kind, NOW, each.payload())
        for seq, each in enumerate(events, 1)
    ]
    await exporter.add(exported)
    return (await exporter.finish())[1].content.decode()


def challenge(host: Person, guest: Person) -> Challenged:
    return Challenged("bump", {}, host, (guest,), CHANNEL, GUILD, "host", 7, expires=NOW)


def test_every_table_has_a_title() -> None:
    assert set(TITLES) == {table.name for table in SHOWN}


STUDY = (
    Study(StudyStart("bump", {"size": 4}, 2))
    .play("01,03")
    .annotate(1, "Why *this*?\nOr that")
    .play("09,07")
    .rename(2, "Good")
    .play("09,08", 1)
)


@pytest.mark.parametrize(
    ("table", "row", "line"),
    [
        (
            "preferences",
            {"scope": "person", "settings": {"large_text": True}},
            "person, large text: yes",
        ),
        ("blocks", {"name": STYLED.name}, r"\*Gr\_ace\* \[x\](http://a) \# \<@1\>"),
        (
            "drafts",
            {"match_id": 3, "keys": ["01", "02"], "move": None},
            "match 3, chosen so far: 01 02",
        ),
        ("notices", {"match_id": 3, "warned": 0, "next_at": None}, "match 3, warned no"),
        (
            "visits",
            {"match_id": 3, "seq": 5, "at": "2026-03-01T11:00:00.000000+00:00"},
            "match 3, event 5, 2026-03-01 11:00",
        ),
        (
            "allowances",
            {"name": "exports", "full_at": 1_767_225_605_000_000},
            "exports, none of it counts any more after 2026-01-01 00:00",
        ),
        (
            "attempts",
            {"kind": "stage", "game": "bump", "line": ["01,03"], "reached": 1, "helped": 0}
            | {"wrong": ["05", "06"], "tries": 2, "solution_shown": 0, "done": None},
            "stage, game bump, moves: 01,03, reached yes, had a hint no, last wrong try: 05 06, "
            "wrong tries 2, solution shown no",
        ),
        (
            "studies",
            {"title": "Match 7", "move": None, "study": json.loads(packed_study(STUDY))},
            "title Match 7, from bump, size: 4, 2 players; 1 after 0: 01,03 Why \\*this\\*? "
            "Or that; 2 after 1: 09,07 Good; 3 after 1: 09,08",
        ),
    ],
)
def test_a_row_is_told_in_words(table: str, row: dict[str, Any], line: str) -> None:
    assert f"## {TITLES[table]}\n\n- {line}\n" in tables(**{table: [row]})


async def test_the_names_of_a_match_style_nothing() -> None:
    text = await page_of(
        challenge(STYLED, ADA), Started((STYLED, ADA), {}), Played(Seat(2), "01,02")
    )
    assert f"- Asked for by {plain(STYLED.name)} on 2026-03-01 12:00." in text
    assert f"- Players: {plain(STYLED.name)}, Ada." in text


async def test_an_export_says_how_a_match_ended() -> None:
    begun = (challenge(ADA, STYLED), Started((ADA, Person(PersonId(2), "Grace")), {}))
    assert "12:00: somebody resigned. Won by Ada." in await page_of(
        *begun, Ended((Seat(1),), "resigned")
    )
    assert "12:00: Grace held the opposing center" in await page_of(
        *begun, Ended((Seat(2),), "center")
    )


async def test_a_challenge_that_came_to_nothing_has_no_players() -> None:
    text = await page_of(challenge(ADA, STYLED), Withdrawn(ADA.id))
    assert "- It was taken back." in text
    assert "Players" not in text
    assert "- It has not begun." in await page_of(challenge(ADA, STYLED))
    assert "- It was declined." in await page_of(challenge(ADA, STYLED), Declined(STYLED.id))
    third = Person(LINUS.id, "Linus")
    several = replace(challenge(ADA, STYLED), invited=(STYLED, third))
    assert "- It has not begun." in await page_of(several, Declined(STYLED.id))
    assert "- It was declined." in await page_of(several, Declined(STYLED.id), Declined(third.id))


FIRST, SECOND, THIRD = (
    Person(PersonId(1), "Ada"),
    Person(PersonId(2), "Grace"),
    Person(LINUS.id, "Linus"),
)


def naming_fields(kind: type[Any]) -> set[str]:
    """The fields that name people, by what is said of them: people, or the ids `person` and
    `awaited`."""
    return {
        each.name
        for each in fields(kind)
        if "Person" in str(each.type) or each.name in ("person", "awaited")
    }


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_field_that_names_people_is_known(kind: str) -> None:
    assert set(NAMING.get(kind, ())) == naming_fields(KINDS[kind])


def test_only_people_are_exchanged_and_no_other_number() -> None:
    asked = Challenged(
        "bump", {"reserve": [1, 1]}, FIRST, (SECOND, None), ChannelId(1), GuildId(1), "host", 1, NOW
    )
    changed = event_without("challenged", asked.payload(), FIRST.id, -1)
    assert changed
    gone = Person(PersonId(-1), DELETED)
    expected = Challenged(
        "bump", {"reserve": [1, 1]}, gone, (SECOND, None), ChannelId(1), GuildId(1), "host", 1, NOW
    )
    assert event("challenged", changed) == expected
    assert event_without("played", Played(Seat(1), "a").payload(), FIRST.id, -1) is None
    assert event_without("accepted", Accepted(SECOND).payload(), FIRST.id, -1) is None


def test_everybody_whom_an_event_names_is_found() -> None:
    replaced = json.loads(Replaced(Seat(1), THIRD, FIRST, SECOND).payload())
    assert set(named_in("replaced", replaced)) == {1, 2, 3}
    started = json.loads(Started((FIRST, SECOND), {}).payload())
    assert list(named_in("started", started)) == [1, 2]
    assert list(named_in("played", {"seat": 1})) == []
