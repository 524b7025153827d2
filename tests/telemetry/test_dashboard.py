"""The board for Grafana asks for what the bot tells, and for all of it that matters."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.telemetry.metrics import REGISTRY

DOCS = Path(__file__).parents[2] / "docs"
BOARD: dict[str, Any] = json.loads((DOCS / "grafana.json").read_text(encoding="utf-8"))
PANELS: list[dict[str, Any]] = [each for each in BOARD["panels"] if each["type"] != "row"]
EXPRESSIONS = [target["expr"] for panel in PANELS for target in panel["targets"]]

NAME = re.compile(r"\b(?:bumpbot|process|python)_\w+")
FUNCTIONS = {
    "count",
    "histogram_quantile",
    "increase",
    "max",
    "min",
    "rate",
    "sum",
    "topk",
    "vector",
}
SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
BESIDE = {"process_resident_memory_bytes", "process_cpu_seconds_total"}
"""What the board shows of that which every Python program tells."""


def told() -> dict[str, tuple[str, ...]]:
    """Every series that may be asked for, and its labels."""
    return {
        f"{metric.name}{suffix}": tuple(getattr(collector, "_labelnames", ()))
        for collector in REGISTRY._collector_to_names
        for metric in collector.collect()
        for suffix in SUFFIXES.get(metric.type, ("",))
    }


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_the_board_asks_for_what_is_told(expression: str) -> None:
    series = told()
    names = NAME.findall(expression)
    assert names
    assert not [name for name in names if name not in series]
    labels = {"instance", "le", *(label for name in names for label in series[name])}
    grouped = re.findall(r"by \(([^)]*)\)", expression)
    matched = re.findall(r'(\w+)(?:=~|=|!~|!=)"', expression)
    asked = {part.strip() for group in grouped for part in group.split(",")} | set(matched)
    assert asked <= labels, asked - labels


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_the_questions_are_well_formed(expression: str) -> None:
    for opening, closing in ("()", "{}", "[]"):
        assert expression.count(opening) == expression.count(closing)
    assert {*re.findall(r"(\w+)(?: by \([^)]*\))? ?\(", expression)} - {"by"} <= FUNCTIONS
    # A counter only means something by how fast it grows.
    for counter in re.findall(r"\b\w+_(?:total|bucket|sum|count)\b(?=\{|\[|\))", expression):
        assert re.search(rf"(?:rate|increase)\({counter}", expression), counter


def test_everything_of_the_bot_is_on_the_board() -> None:
    asked = {name for expression in EXPRESSIONS for name in NAME.findall(expression)}
    base = {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in asked}
    ours = {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in told() if "bumpbot" in name}
    assert ours - base == set()
    assert asked >= BESIDE


def test_every_legend_names_a_label_that_is_there() -> None:
    for panel in PANELS:
        for target in panel["targets"]:
            for label in re.findall(r"{{(\w+)}}", target["legendFormat"]):
                names = NAME.findall(target["expr"])
                assert label == "instance" or any(label in told()[name] for name in names), panel


def test_the_board_is_one_that_grafana_takes() -> None:
    assert BOARD["schemaVersion"] >= 39
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])
    assert {each["name"] for each in BOARD["templating"]["list"]} == {"datasource", "instance"}
    for panel in PANELS:
        assert panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
        assert panel["title"]
        assert panel["fieldConfig"]["defaults"]["unit"]
        place = panel["gridPos"]
        assert 0 <= place["x"] <= place["x"] + place["w"] <= 24
    spots = [(p["gridPos"]["x"], p["gridPos"]["y"]) for p in BOARD["panels"]]
    assert len(set(spots)) == len(spots)


def test_every_number_is_explained() -> None:
    page = (DOCS / "operations.md").read_text(encoding="utf-8")
    explained = {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in NAME.findall(page)}
    ours = {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in told() if "bumpbot" in name}
    assert explained >= ours
    unknown = {n for n in explained if n.startswith("bumpbot_")} - ours
    assert not unknown
