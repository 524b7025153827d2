"""The page on threats names tests that there are."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "threat-model.md").read_text("utf-8")
NAMED = re.compile(r"`((?:tests|bot|docs|requirements)/[^`]*)`")


def absent(text: str) -> list[str]:
    """The files that a text names and that are not there."""
    return sorted({name for name in NAMED.findall(text) if not (ROOT / name).exists()})


def test_every_file_that_is_named_is_there() -> None:
    assert absent(PAGE) == []


def test_a_file_that_is_not_there_is_noticed() -> None:
    assert absent("in `tests/house.py` and `tests/test_of_nothing.py`") == [
        "tests/test_of_nothing.py"
    ]


def test_every_threat_says_where_it_is_tested() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")][2:]
    assert len(rows) > 10
    assert not [row for row in rows if not NAMED.search(row.split("|")[-2])]


def test_every_test_that_is_named_tests_something() -> None:
    for name in NAMED.findall(PAGE):
        path = ROOT / name
        if path.suffix == ".py" and path.exists():
            assert re.search(r"def test_\w+", path.read_text("utf-8")), name
