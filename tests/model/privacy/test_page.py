"""The page about somebody says in words what the tables and events hold."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.model.events import Challenged, Declined, Ended, Event, Person, Played, Started, Withdrawn
from bot.model.privacy.export import Exporter
from bot.model.privacy.page import TITLES, page, plain
from bot.model.privacy.records import ExportedEvent
from bot.model.records import MatchId
from bot.store.schema import SHOWN

ADA, NOW = Person(770_000_001, "Ada"), datetime(2026, 3, 1, 12, tzinfo=UTC)
STYLED = Person(880_000_002, "*Gr_ace* [x](http://a)\n# <@1>")


def tables(**rows: list[dict[str, Any]]) -> str:
    return "".join(page(iter(()), rows))


async def page_of(*events: Event) -> str:
    exporter = Exporter(ADA.id, NOW, {})
    exported = [
        ExportedEvent(MatchId(1), seq, each.kind, NOW, each.payload())
        for seq, each in enumerate(events, 1)
    ]
    await exporter.add(exported)
    return (await exporter.finish())[1].content.decode()


def challenge(host: Person, guest: Person) -> Challenged:
    return Challenged("bump", {}, host, (guest,), 7, 70, "host", 7, expires=NOW)


def test_every_table_has_a_title() -> None:
    assert set(TITLES) == {table.name for table in SHOWN}


@pytest.mark.parametrize(
    ("table", "row", "line"),
    [
        (
            "preferences",
            {"scope": "person", "said": {"large_text": True}},
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
    ],
)
def test_a_row_is_told_in_words(table: str, row: dict[str, Any], line: str) -> None:
    assert f"## {TITLES[table]}\n\n- {line}\n" in tables(**{table: [row]})


async def test_the_names_of_a_match_style_nothing() -> None:
    text = await page_of(challenge(STYLED, ADA), Started((STYLED, ADA), {}), Played(2, "01,02"))
    assert f"- Asked for by {plain(STYLED.name)} on 2026-03-01 12:00." in text
    assert f"- Players: {plain(STYLED.name)}, Ada." in text


async def test_how_a_match_ended_is_told() -> None:
    begun = (challenge(ADA, STYLED), Started((ADA, Person(2, "Grace")), {}))
    assert "12:00: somebody resigned. Won by Ada." in await page_of(*begun, Ended((1,), "resigned"))
    assert "12:00: Grace held the opposing center" in await page_of(*begun, Ended((2,), "center"))


async def test_a_challenge_that_came_to_nothing_has_no_players() -> None:
    text = await page_of(challenge(ADA, STYLED), Withdrawn(ADA.id))
    assert "- It was taken back." in text
    assert "Players" not in text
    assert "- It has not begun." in await page_of(challenge(ADA, STYLED))
    assert "- It was declined." in await page_of(challenge(ADA, STYLED), Declined(STYLED.id))
    third = Person(3, "Linus")
    several = replace(challenge(ADA, STYLED), invited=(STYLED, third))
    assert "- It has not begun." in await page_of(several, Declined(STYLED.id))
    assert "- It was declined." in await page_of(several, Declined(STYLED.id), Declined(third.id))
