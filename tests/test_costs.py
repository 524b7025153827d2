"""What tests cost is printed by room, with the dearest of them."""

import re
import sys
from pathlib import Path

from tests.costs import room
from tests.helpers.commands import output_of

ROOT = Path(__file__).parents[1]
BUSY = """
import time

def test_that_works():
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass

def test_that_waits():
    time.sleep(0.3)
"""


def test_what_a_test_costs_is_counted_in_its_room_and_waiting_is_not(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_busy.py").write_text(BUSY)
    asked = ["-q", "-p", "tests.costs", "-p", "no:cacheprovider", "--rootdir", str(tmp_path)]
    done = output_of(
        [sys.executable, "-m", "pytest", *asked, str(tmp_path / "tests")],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stdout
    lines = {
        name: [float(each) for each in figures.split()]
        for figures, name in re.findall(r"^( +\d[\d. ]+) (\S+)$", done.stdout, re.MULTILINE)
    }
    used, passed, count = lines["test_busy.py"]
    assert count == 2
    assert used >= 0.3
    assert passed >= 0.6
    assert lines["tests/test_busy.py::test_that_works"][0] >= 0.3
    assert lines["tests/test_busy.py::test_that_waits"][0] < 0.3


def test_large_rooms_are_told_by_their_folders() -> None:
    assert room("tests/front/picker/test_steps.py::test_x[tests/y]") == "front/picker"
    assert room("tests/service/exercises/test_book.py::test_x") == "service"
    assert room("tests/test_house.py::test_x") == "test_house.py"
