"""What the doctor looks at on this machine: pictures, disks and backups."""

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time
from pathlib import Path

import renderers
from bot.catalog import catalog
from bot.jobs import opening
from bot.model.refusals import StoreTrouble
from bot.store.opening import Kept, require_postgres
from bot.store.sqlite.copying import require_whole
from bot.upkeep.backups import DAY, FAILED, NO_FOLDER, last_night, nights_in
from bot.upkeep.findings import ok, skipped, trouble

RESERVE = 100 << 20
"""Bytes that should be free beside those that are reckoned with."""


def look_at_pictures(keys: Callable[[], list[str]] = lambda: list(catalog())) -> Iterator[str]:
    """Whether the data files load, and a picture of each game can be drawn with its fonts."""
    drawn = 0
    try:
        for key in keys():
            _, position = opening(key, {}, None)
            drawn += bool(renderers.draw(key, position))
    except Exception as error:
        yield trouble(
            f"pictures can't be drawn ({type(error).__name__}: {error}): files of Bumpbot are "
            "missing or damaged. Install it anew."
        )
    else:
        yield ok(f"fonts and data: a picture of each of {drawn} games is drawn")


def look_at_disks(kept: Kept, size: int, backups: Path | None) -> Iterator[str]:
    """Whether there is room for the database, for its copy, and for tonight's backup."""
    places = [("of the database", kept.parent)] if isinstance(kept, Path) else []
    places += [("of the backups", backups)] if backups else []
    for whose, folder in places:
        try:
            free = shutil.disk_usage(_there(folder)).free
        except OSError as error:
            yield trouble(f"the folder {whose}, {folder}: {error.strerror}. Make it, or name it.")
            continue
        text = f"{_bytes(free)} are free in the folder {whose}, and the database has {_bytes(size)}"
        if free < size + RESERVE:
            yield trouble(f"{text}: too little for a copy of it. Make room in {folder}.")
        else:
            yield ok(text)


def look_at_rights(kept: Kept) -> Iterator[str]:
    """Whether who asks may write where the file of the database is, or is to be made."""
    if not isinstance(kept, Path):
        return
    try:
        is_there = kept.exists()
        needed = [kept, kept.parent] if is_there else [_there(kept.parent)]
    except OSError:
        return  # Which its own report has said.
    for path in needed:
        if not os.access(path, os.W_OK):
            what = "" if is_there else f", so {kept} can't be made"
            yield trouble(
                f"who asks now may not write to {path}{what}. The bot has to: run it, and this, as "
                "a user who may, or give it to that user."
            )


async def look_at_backups(
    kept: Kept, folder: Path | None, at: time, now: datetime | None = None
) -> list[str]:
    """Whether the newest backup in the folder is of last night, and good."""
    if folder is None:
        return [skipped("backups: set BUMPBOT_BACKUPS to a folder, and one is made every night")]
    try:
        found = nights_in(folder)
        failed = (folder / FAILED).read_text() if (folder / FAILED).exists() else None
    except OSError as error:
        return [trouble(_no_folder(folder, error))]
    lines = [trouble(f"a backup failed on {failed.strip()}")] if failed else []
    if not os.access(folder, os.W_OK):
        lines.append(trouble(f"who asks now may not write to {folder}. The bot has to."))
    if not found:
        made = "" if lines else " Start the bot: it makes one."
        return [*lines, trouble(f"no backup in {folder}.{made}")]
    newest = list(found)[-1]
    lines.append(_age(newest, found[newest], last_night(now or datetime.now(UTC), at)))
    fault = await _fault_of(kept, newest)
    text = f"{newest.name} can be read back, {_bytes(newest.stat().st_size)}; kept: {len(found)}"
    again = "Take it away, and `bumpbot backup --nightly` makes another."
    return [*lines, trouble(f"{fault} {again}") if fault else ok(text)]


def _no_folder(folder: Path, error: OSError) -> str:
    if isinstance(error, FileNotFoundError) and os.access(_there(folder), os.W_OK):
        return f"no backups: {folder} is not there. Start the bot: it makes the folder and one."
    return NO_FOLDER.format(where=f"the folder of the backups, {folder}, ", why=error.strerror)


def _age(newest: Path, night: date, tonight: date) -> str:
    # Tonight's may be in the making.
    if night >= tonight - DAY:
        return ok(f"the newest backup is of {night}")
    return trouble(
        f"the newest backup is {newest.name}, {(tonight - night).days} nights old. Look into the "
        "bot's log for “nightly backup”, or say `bumpbot backup --nightly`."
    )


async def _fault_of(kept: Kept, backup: Path) -> str | None:
    try:
        if backup.suffix == ".sqlite3":
            await asyncio.to_thread(require_whole, backup)
        elif isinstance(kept, str):
            await require_postgres().require_complete(kept, backup)
    except StoreTrouble as error:
        return str(error)
    return None


def _there(folder: Path) -> Path:
    # The folder, or the first above it that is there.
    return next((each for each in (folder, *folder.absolute().parents) if each.exists()), folder)


def _bytes(count: int) -> str:
    for unit in ("bytes", "KB", "MB"):
        if count < 10_000:
            return f"{count:,} {unit}"
        count //= 1000
    return f"{count:,} GB"
