"""The server's own programs, pg_dump and pg_restore. A password is passed in their environment,
which no list of processes shows."""

import asyncio
import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from bot.model.refusals import StoreTrouble
from bot.store.maintenance import atomically_replaced, progress
from bot.store.postgres.errors import without_password

MISSING = (
    "{program} is not on this machine: install PostgreSQL's client programs (the package "
    "postgresql-client on Debian and Ubuntu, postgresql on Fedora, libpq with Homebrew) in the "
    "server's version or a newer one. {instead}"
)
INSTEAD = {
    "pg_dump": "Or stop the bots and say `bumpbot migrate --to FILE`, which needs none of them.",
    "pg_restore": "A file that `bumpbot migrate --to FILE` made is copied back in the same way.",
}
OTHER_VERSION = "version mismatch"
"""What pg_dump says about a server that is newer than itself."""

NEWER = "Install PostgreSQL's client programs in the server's version or a newer one. {instead}"
SCHEMA = re.compile(r"^\d+; \d+ \d+ TABLE (\S+) matches ", re.MULTILINE)
ROWS_OF = re.compile(r"^\d+; \d+ \d+ TABLE DATA \S+ (\S+) ", re.MULTILINE)
LOOK = 0.2
"""Seconds between two looks at the progress of a program."""


async def dump(address: str, schema: str, target: Path) -> None:
    """Back up the schema to the file, which appears under its name only once it is whole. Raises
    StoreTrouble."""
    words = ["--format=custom", "--no-owner", "--no-privileges", f'--schema="{schema}"']
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with atomically_replaced(target) as partial:
            await _run("pg_dump", address, [*words, f"--file={partial}"], grows=partial)
    except OSError as error:
        raise StoreTrouble(f"{target}: {error.strerror or error}.") from error


def size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


async def schema_of(address: str, source: Path) -> str:
    """The schema of a backup. Raises StoreTrouble for any other file."""
    listed = await _run("pg_restore", address, ["--list", str(source)], connects=False)
    found = SCHEMA.search(listed)
    if found is None:
        raise StoreTrouble(f"{source} holds no matches. Name a backup of Bumpbot's.")
    return found.group(1)


async def tables_lacking(address: str, source: Path, tables: Sequence[str]) -> list[str]:
    """Those of the tables whose rows are not in the backup. Raises StoreTrouble."""
    listed = await _run("pg_restore", address, ["--list", str(source)], connects=False)
    found = set(ROWS_OF.findall(listed))
    return [table for table in tables if table not in found]


async def read_whole(address: str, source: Path) -> None:
    """Read every row of a backup, as restoring it does. Raises StoreTrouble if one can't be."""
    await _run("pg_restore", address, [f"--file={os.devnull}", str(source)], connects=False)


async def load(address: str, schema: str, source: Path) -> None:
    """Restore everything or nothing."""
    words = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
    await _run("pg_restore", address, [*words, f"--schema={schema}", str(source)])


async def _run(
    program: str,
    address: str,
    words: list[str],
    *,
    connects: bool = True,
    grows: Path | None = None,
) -> str:
    """What the program prints. Raises StoreTrouble with its message if it fails."""
    if (path := shutil.which(program)) is None:
        raise StoreTrouble(MISSING.format(program=program, instead=INSTEAD[program]))
    plain, password = without_secret(address)
    secret = {"PGPASSWORD": password} if password else {}
    words = [f"--dbname={plain}", "--no-password", *words] if connects else words
    started = await asyncio.create_subprocess_exec(
        *(path, *words),
        env=os.environ | secret,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    printed, errors = await _watched(started, program, grows)
    if started.returncode:
        next_step = NEWER.format(instead=INSTEAD[program]) if OTHER_VERSION in errors else ""
        text = f"{program}, {without_password(address)}: {errors.strip()}\n{next_step}"
        raise StoreTrouble(text.rstrip())
    return printed


async def _watched(
    started: asyncio.subprocess.Process, program: str, grows: Path | None
) -> tuple[str, str]:
    """What it writes to both pipes; meanwhile a bar shows how much of the file exists."""
    ending = asyncio.create_task(started.communicate())
    try:
        with progress(program, None, "B") as move:
            shown = 0
            while not (await asyncio.wait([ending], timeout=LOOK))[0]:
                size = size_of(grows) if grows else 0
                move(size - shown)
                shown = size
    finally:
        # The bot was told to stop: nobody wants the rest of its work.
        if started.returncode is None:
            started.kill()
        printed, errors = await ending
    return printed.decode(errors="replace"), errors.decode(errors="replace")


def without_secret(address: str) -> tuple[str, str | None]:
    parts = urlsplit(address)
    login, at, host = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    asked = parse_qsl(parts.query, keep_blank_values=True)
    named = dict(asked).get("password")
    kept = urlencode([pair for pair in asked if pair[0] != "password"], safe="/", quote_via=quote)
    query = f"?{kept}" if kept else ""
    return f"{parts.scheme}://{user}{at}{host}{parts.path}{query}", unquote(password) or named
