"""The audit tells what is known from what can't be asked: the real pip-audit at a database of our
own on this machine."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.supply.audit import main

HASH = "0" * 64
LOCK = f"""\
harmless==1.0 \\
    --hash=sha256:{HASH}
tame==2.0 ; python_version >= "3" \\
    --hash=sha256:{HASH}
"""

KNOWN = {
    "vulns": [
        {
            "id": "PYSEC-2026-1",
            "aliases": ["CVE-2026-1"],
            "summary": "It bites.",
            "affected": [
                {
                    "package": {"name": "tame", "ecosystem": "PyPI"},
                    "ranges": [{"type": "ECOSYSTEM", "events": [{"fixed": "2.1"}]}],
                }
            ],
        }
    ]
}


@dataclass
class Database:
    """Known vulnerabilities by package. `breaks_after` so many answers it fails."""

    known: dict[str, object] = field(default_factory=dict)
    breaks_after: int = 1000
    asked: list[str] = field(default_factory=list)
    address: str = ""

    def answer(self, name: str) -> tuple[int, object]:
        """The status and the body for a question about a package."""
        self.asked.append(name)
        if len(self.asked) > self.breaks_after:
            return 503, {}
        return 200, self.known.get(name, {})


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    monkeypatch.setenv("NO_PROXY", "*")
    made = Database()
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(made))
    made.address = f"http://127.0.0.1:{server.server_port}/v1/query"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield made
    server.shutdown()
    server.server_close()
    thread.join()


def handler(database: Database) -> Callable[..., BaseHTTPRequestHandler]:
    """What answers for this database."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            question = json.loads(self.rfile.read(length))
            status, body = database.answer(question["package"]["name"])
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    path = tmp_path / "lock.txt"
    path.write_text(LOCK, encoding="utf-8")
    return path


def test_what_is_not_known_to_be_vulnerable_passes(
    database: Database, lock: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--service", database.address, str(lock)]) == 0
    assert capsys.readouterr().out == "pip-audit: 2 locked packages, 0 vulnerabilities\n"
    assert {"harmless", "tame"} <= set(database.asked)


def test_what_is_known_to_be_vulnerable_fails_and_is_named(
    database: Database, lock: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database.known["tame"] = KNOWN
    assert main(["--service", database.address, str(lock)]) == 1
    said = capsys.readouterr().out
    assert "VULNERABLE: tame 2.0: PYSEC-2026-1, CVE-2026-1; fixed in 2.1" in said
    assert "2 locked packages, 1 vulnerabilities" in said


def test_a_database_that_is_not_there_is_said_and_passes(
    lock: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Nobody listens on the port for discarding.
    assert main(["--service", "http://127.0.0.1:9/v1/query", str(lock)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("pip-audit SKIPPED: http://127.0.0.1:9/v1/query can't be reached")
    assert "NOT checked" in said


@pytest.mark.parametrize("answers", [0, 1, 2])
def test_a_database_that_breaks_is_said_and_passes(
    database: Database, lock: Path, capsys: pytest.CaptureFixture[str], answers: int
) -> None:
    database.known["tame"] = KNOWN
    database.breaks_after = answers
    assert main(["--service", database.address, str(lock)]) == 0
    assert "SKIPPED" in capsys.readouterr().out


def test_an_audit_that_goes_wrong_by_itself_fails(
    database: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unlocked = tmp_path / "unlocked.txt"
    unlocked.write_text("tame>=2\n", encoding="utf-8")
    assert main(["--service", database.address, str(unlocked)]) == 1
    assert "FAILED and checked nothing" in capsys.readouterr().out
