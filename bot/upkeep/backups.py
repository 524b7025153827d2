"""The folder of nightly backups: making one, checking it, and letting old ones go.

A backup has its name only once it is whole, on the disk, and checked; only then old ones go. So
whatever goes wrong, at any moment, the good ones stay.
"""

import asyncio
import os
import re
from contextlib import suppress
from datetime import UTC, date, datetime, time
from pathlib import Path

from bot.model.refusals import StoreTrouble
from bot.store.opening import Kept, require_postgres
from bot.store.sqlite import maintenance as of_file
from bot.store.sqlite.copying import contents_of, sync_folder, verify
from bot.store.sqlite.file import FileLock
from bot.upkeep.rotation import kept_nights, last_night

NAME = re.compile(r"bumpbot-(\d{4}-\d{2}-\d{2})\.(?:sqlite3|dump)")
UNFINISHED = re.compile(r"bumpbot-[\d-]{10}\.(?:sqlite3|dump)\.new.*")
FAILED = "bumpbot-failed.txt"
"""In this file it says why the last backup failed, until one succeeds."""

NO_FOLDER = (
    "{where}can't be made or written ({why}). Set BUMPBOT_BACKUPS to a folder that the bot may "
    "write to."
)

MAKING = "{path} is being written to{by}, by another backup. Wait until that is done."


def back_up_tonight(kept: Kept, folder: Path, at: time) -> list[str]:
    """Make the last night's backup, unless there is one, and let old ones go. Returns the lines to
    print; raises StoreTrouble with a sentence, which the folder keeps for the doctor."""
    try:
        lines = _backed_up(kept, folder, last_night(datetime.now(UTC), at))
    except (StoreTrouble, OSError) as error:
        message = _sentence(error)
        with suppress(OSError):
            (folder / FAILED).write_text(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC: {message}\n")
        raise StoreTrouble(message) from error
    (folder / FAILED).unlink(missing_ok=True)
    return lines


def nights_in(folder: Path) -> dict[Path, date]:
    """The backups in the folder, with their nights, oldest first. Raises OSError."""
    found = {}
    for path in folder.iterdir():
        with suppress(ValueError):
            if named := NAME.fullmatch(path.name):
                found[path] = date.fromisoformat(named[1])
    return dict(sorted(found.items(), key=lambda each: each[1]))


def _backed_up(kept: Kept, folder: Path, night: date) -> list[str]:
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "bumpbot", MAKING):
        _sweep(folder)
        kind = "sqlite3" if isinstance(kept, Path) else "dump"
        target = folder / f"bumpbot-{night}.{kind}"
        if target.exists():
            return [f"{target} is there already."]
        unchecked = target.with_name(f"{target.name}.new")
        try:
            _copy(kept, unchecked)
            unchecked.replace(target)
            sync_folder(target)
        finally:
            _sweep(folder)
        gone = _let_go(folder, night)
    size = f"{target.stat().st_size:,} bytes"
    return [f"Backed up to {target} ({size}), and checked.", *(f"Let {each} go." for each in gone)]


def _copy(kept: Kept, target: Path) -> None:
    if isinstance(kept, Path):
        before = contents_of(kept)
        of_file.backup(kept, target)
        verify(target, before, contents_of(kept))
    else:
        asyncio.run(require_postgres().verified_backup(kept, target))


def _sweep(folder: Path) -> None:
    for path in list(folder.iterdir()):
        if UNFINISHED.fullmatch(path.name):
            path.unlink(missing_ok=True)


def _let_go(folder: Path, tonight: date) -> list[str]:
    found = nights_in(folder)
    stay = kept_nights(found.values(), tonight)
    old = [path for path, night in found.items() if night not in stay]
    for path in old:
        path.unlink(missing_ok=True)
    return [path.name for path in old]


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        where = f"{error.filename} " if error.filename else ""
        return NO_FOLDER.format(where=where, why=error.strerror or error)
    return str(error)


def be_modest() -> None:
    """Let players go first on this machine, where it knows such a thing."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(10)
