"""What a browser, or a page that pretends to be one, may ask of the local table's web server."""

import asyncio
import json
import logging
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from tests.fuzz.forged import Faults
from tests.fuzz.target import Target, check, text_of

PATHS = (
    *("/", "/preview.css", "/components.js", "/selects.js", "/session.js", "/timeline.js"),
    *("/commands.js", "/api/pages", "/api/pages/", "/api/state", "/api/commands", "/api/action"),
    *("/api/action-result", "/api/assets/"),
)


class Visit:
    """The table, open as long as the process lives, and one person's window on it."""

    def __init__(self, place: Any, page: Any) -> None:
        self.place, self.page, self.faults = place, page, Faults()
        self.address, _, self.secret = page.url.partition("#")
        self.host, _, port = self.address.removeprefix("http://").strip("/").partition(":")
        self.port = int(port)


@cache
def runner() -> asyncio.Runner:
    """The loop of the table alone: simcord has one world on each."""
    return asyncio.Runner()


@cache
def visit() -> Visit:
    return runner().run(_opened())


async def _opened() -> Visit:
    from bot.table.serve import table

    place = table(Path(mkdtemp(prefix="bumpbot-fuzz-")) / "table.sqlite3", 0)
    made = Visit(place, await place.__aenter__())
    for name in ("bot", "discord", "simcord"):
        logging.getLogger(name).addHandler(made.faults)
    # What is no HTTP at all it refuses, and says so at length.
    logging.getLogger("aiohttp.server").propagate = False
    logging.getLogger("aiohttp.server").addHandler(logging.NullHandler())
    return made


def close() -> None:
    if visit.cache_info().currsize:
        runner().run(visit().place.__aexit__(None, None, None))
        visit.cache_clear()


def ask(data: bytes) -> None:
    """Whatever is asked gets an answer that is no fault of the server's.

    Without the secret nothing of the table is told. The input is a line with method and path, lines
    with headers, and behind an empty line the body; `%SECRET%` stands for the secret in it.
    """
    here = visit()
    here.faults.found.clear()
    head, _, body = data.replace(b"\r", b"").partition(b"\n\n")
    first, *lines = text_of(head).split("\n")
    has_secret = "%SECRET%" in text_of(head)
    kept = [line for line in lines if ":" in line and not _is_ours(line)]
    asked = [f"{first} HTTP/1.1", f"Host: {here.host}:{here.port}", "Connection: close"]
    asked += [*kept, f"Content-Length: {len(body)}", "", ""]
    sent = "\r\n".join(asked).replace("%SECRET%", here.secret).encode("utf-8", "replace") + body
    answer = runner().run(_answer(here, sent))
    check(not here.faults.found, here.faults.found)
    status = answer.split(b" ", 2)[1:2]
    check(not status or status[0] < b"500", answer[:300])
    check(has_secret or here.secret.encode() not in answer, answer[:300])
    if not has_secret and first.partition(" ")[2].startswith("/api"):
        check(not status or status[0] != b"200", answer[:300])


def _is_ours(line: str) -> bool:
    name = line.partition(":")[0].strip().casefold()
    return name in ("host", "connection", "content-length", "transfer-encoding", "expect")


async def _answer(here: Visit, sent: bytes) -> bytes:
    reader, writer = await asyncio.open_connection(here.host, here.port)
    try:
        writer.write(sent)
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


WORDS = (
    *PATHS,
    *("GET ", "POST ", "DELETE ", "X-Simcord-Capability: %SECRET%\n", "X-Simcord-Context: "),
    *("Content-Type: application/json\n", "Origin: http://evil", json.dumps({"viewer_id": "1"})),
    *("?", "%2e%2e/", "%00", "\n\n", "{}", "[]", "null", '"kind":"slash"', "HEAD ", "1e999"),
)

TARGETS = (Target("table", ask, 2, WORDS, 600),)
