"""What the tests cost, by room, and the dearest of them: printed by `make test DURATIONS=1`, which
loads this with `-p tests.costs`. Processor time is that of the test's process and of those it
started and waited for; a server that runs on, or a browser, is only in the last line."""

import os
import resource
import time
from collections import defaultdict
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

DEAREST = 20
"""Tests that are named one by one."""

FILE = "BUMPBOT_COSTS"
"""The variable that names a file to which the costs of every test are written, too."""

COST = "cost"
"""The property of a report that says what its phase took."""


@dataclass
class Cost:
    """Seconds of the processor, and of the clock."""

    used: float = 0.0
    passed: float = 0.0

    @classmethod
    def now(cls) -> "Cost":
        both = (
            resource.getrusage(resource.RUSAGE_SELF),
            resource.getrusage(resource.RUSAGE_CHILDREN),
        )
        return cls(sum(each.ru_utime + each.ru_stime for each in both), time.perf_counter())

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(self.used + other.used, self.passed + other.passed)

    def __sub__(self, other: "Cost") -> "Cost":
        return Cost(self.used - other.used, self.passed - other.passed)

    def __str__(self) -> str:
        return f"{self.used:8.1f} {self.passed:8.1f}"


class Costs:
    """Looks at the clocks at the end of every phase of every test. Reports carry what a phase took
    from a worker to the process that prints."""

    def __init__(self) -> None:
        self._begun = self._before = Cost.now()
        self._tests: defaultdict[str, Cost] = defaultdict(Cost)

    def pytest_runtest_logstart(self) -> None:
        self._before = Cost.now()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self,
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = Cost.now()
        report.user_properties.append((COST, (now - self._before).__dict__))
        self._before = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # The list of a test is that of its item: the last entry is that of this phase.
        costs: list[Any] = [value for name, value in report.user_properties if name == COST]
        self._tests[report.nodeid] += Cost(**costs[-1])

    @pytest.hookimpl(trylast=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        lines = terminalreporter
        rooms: defaultdict[str, Cost] = defaultdict(Cost)
        counts: defaultdict[str, int] = defaultdict(int)
        for test, cost in self._tests.items():
            rooms[room(test)] += cost
            counts[room(test)] += 1
        lines.section("seconds of processor and clock, by room")
        for name, cost in sorted(rooms.items(), key=lambda each: -each[1].used):
            lines.write_line(f"{cost} {counts[name]:6} {name}")
        lines.section(f"the {DEAREST} dearest tests")
        dearest = sorted(self._tests.items(), key=lambda each: -each[1].used)
        for test, cost in dearest[:DEAREST]:
            lines.write_line(f"{cost} {test}")
        if file := os.environ.get(FILE):
            every = "".join(f"{cost} {test}\n" for test, cost in dearest)
            Path(file).write_text(every, encoding="utf-8")
        # The workers have ended, so that all they did is known.
        lines.write_line(f"{Cost.now() - self._begun} everything, with imports and idle workers")


def room(test: str) -> str:
    """The folder in tests, with the one in it for the large rooms."""
    parts = test.partition("::")[0].split("/")[1:]
    return "/".join(parts[:2] if parts[0] in ("front", "store", "games") else parts[:1])


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Costs(), "costs")
