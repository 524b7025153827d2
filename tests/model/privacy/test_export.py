"""Exports fit into files, however much there is."""

import io
import json
import zipfile
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.model.events import Accepted, Challenged, Person, Played, Started
from bot.model.privacy import export
from bot.model.privacy.export import Exporter, ExportFile
from bot.model.privacy.records import ExportedEvent
from bot.model.records import MatchId

ADA, GRACE = Person(770_000_001, "Ada"), Person(880_000_002, "Grace")
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ROWS: dict[str, list[dict[str, Any]]] = {
    "private_notes": [{"match_id": 1, "text": "[my note"}],
    "drafts": [],
    "visits": [{"at": "2026-03-01T11:00:00.000000+00:00"}],
}


def match(number: int) -> list[ExportedEvent]:
    events = [
        Challenged("bump", {}, ADA, (GRACE,), 7, 70, "host", 7, expires=NOW),
        Accepted(GRACE),
        Started((ADA, GRACE), {}),
        Played(1, "01,02"),
        Played(2, "02,01"),
    ]
    return [
        ExportedEvent(MatchId(number), seq, each.kind, NOW, each.payload())
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
    assert "Nothing is stored under: half-made moves." in text
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
