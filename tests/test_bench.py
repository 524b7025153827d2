"""The benches that `make bench` runs are there and can be started."""

import os
import re
from pathlib import Path

import pytest

from tests.helpers.commands import run

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
(LISTED,) = re.findall(r"^TABLES := ((?:.*\\\n)*.*)$", MAKEFILE, re.MULTILINE)
TABLES = LISTED.replace("\\", " ").split()


ASIDE = {"fitting", "showcase"}
"""What can be started and measures nothing of the bot."""


def test_every_bench_is_run_by_make() -> None:
    starts = (
        each for each in (ROOT / "bench").rglob("*.py") if "__main__" in each.read_text("utf-8")
    )
    names = {each.parent.name if each.stem == "__main__" else each.stem for each in starts}
    assert sorted(TABLES) == sorted(names - ASIDE)


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
def test_a_bench_says_what_it_measures(table: str) -> None:
    done = run(f"bench.{table}", ["--help"], os.environ)
    assert done.returncode == 0, done.stderr
    assert "usage: " in done.stdout
