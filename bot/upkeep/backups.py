"""Nightly backups: when they are due, making and trying one, and deleting old ones.

A backup gets its name only once it is whole, on the disk, and was restored for a trial; only then
old ones are deleted. So whatever goes wrong, at any moment, the good ones stay. A night is named by
the local date on which its backup is due. Kept backups are counted and never judged by age, so that
neither a pause of months nor a wrong clock deletes many at once.

While the bot runs a separate process does the work, so that nobody waits for it; a missed one is
made at the next start. Of several processes on one database one does it: that is claimed in the
store.
"""

import asyncio
import logging
import math
import os
import re
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, date, datetime, time, tzinfo
from pathlib import Path
from time import time as wall_time

from bot.model.clock.units import DAY
from bot.model.fold import fold
from bot.model.ports import Processes
from bot.model.refusals import StoreTrouble
from bot.store.opening import Kept, require_postgres
from bot.store.sqlite import maintenance as of_file
from bot.store.sqlite.copying import contents_of, sync_folder, verify
from bot.store.sqlite.file import FileLock
from bot.telemetry.condition import Backups

log = logging.getLogger(__name__)

DAILY = 7
"""Backups are kept of this many last nights."""

WEEKLY = 4
"""The first backup is kept of this many last weeks. A week begins on Monday."""


def kept_nights(nights: Iterable[date], tonight: date) -> set[date]:
    """The nights whose backups are kept. Future nights, which only a wrong clock has named, are
    neither deleted nor counted."""
    known = set(nights)
    past = sorted(night for night in known if night <= tonight)
    first_of_week = {night.isocalendar()[:2]: night for night in reversed(past)}
    weeks = sorted(first_of_week.values())
    return {*past[-DAILY:], *weeks[-WEEKLY:], *(night for night in known if night > tonight)}


def last_night(now: datetime, at: time, zone: tzinfo | None = None) -> date:
    """The last night whose hour has come. Without a zone it is the machine's own."""
    today = now.astimezone(zone).date()
    return today if start_of(today, at, zone) <= now else today - DAY


def next_start(now: datetime, at: time, zone: tzinfo | None = None) -> datetime:
    """When the next night's hour comes."""
    return start_of(last_night(now, at, zone) + DAY, at, zone)


def start_of(night: date, at: time, zone: tzinfo | None = None) -> datetime:
    """When a night's backup is due. An hour that daylight saving skips counts as the one after it;
    of an hour that comes twice it is the first."""
    there = datetime.combine(night, at)
    aware = there.replace(tzinfo=zone) if zone else there.astimezone()
    return aware.astimezone(UTC)


NAME = re.compile(r"bumpbot-(\d{4}-\d{2}-\d{2})\.(?:sqlite3|dump)")
UNFINISHED = re.compile(r"bumpbot-[\d-]{10}\.(?:sqlite3|dump)\.new.*")
FAILED = "bumpbot-failed.txt"
"""This file holds why the last backup failed, until one succeeds."""

NO_FOLDER = (
    "{where}can't be made or written ({why}). Set BUMPBOT_BACKUPS to a folder that the bot may "
    "write to, or to off for none."
)

NO_BACKUPS = (
    "no backups are made of this server's database: set BUMPBOT_BACKUPS to a folder, or to off if "
    "something else makes them"
)

MAKING = "{path} is being written to{by}, by another backup. Wait until that is done."


def require_usable(folder: Path, *, asked_for: bool = True) -> None:
    """Refuse a folder that can't be made or written, with StoreTrouble. If nobody `asked_for` it,
    it is next to the database, and where that can't be made either its own error says so."""
    if not asked_for and not os.access(folder.parent, os.W_OK):
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        where = f"the folder of the backups, {folder}, "
        raise StoreTrouble(NO_FOLDER.format(where=where, why=error.strerror or error)) from error


def back_up_tonight(kept: Kept, folder: Path, at: time) -> list[str]:
    """Make the last night's backup, unless there is one, and delete old ones. Returns the lines to
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


def failure_in(folder: Path) -> str | None:
    """When and why the last backup failed; None if it did not. Raises OSError."""
    note = folder / FAILED
    if not note.exists():
        return None
    # In a folder that is full there is room for the note's name alone.
    at = datetime.fromtimestamp(note.stat().st_mtime, UTC)
    return note.read_text().strip() or f"{at:%Y-%m-%d %H:%M} UTC: {folder} is full; make room"


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
            faults = _copy(kept, unchecked)
            unchecked.replace(target)
            sync_folder(target)
        finally:
            _sweep(folder)
        gone = _let_go(folder, night)
    size = f"{target.stat().st_size:,} bytes"
    done = f"Backed up to {target} ({size}), and restored for a trial."
    return [done, *faults, *(f"Let {each} go." for each in gone)]


def _copy(kept: Kept, target: Path) -> list[str]:
    # Returns what is wrong in the database itself, and so in every copy of it.
    if isinstance(kept, Path):
        before = contents_of(kept)
        of_file.backup(kept, target)
        verify(target, before, contents_of(kept))
        return of_file.restored_for_trial(target, fold)
    asyncio.run(require_postgres().verified_backup(kept, target))
    return []


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
    """Lower this process's priority, if the machine supports that."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(10)


CLAIM = "backup"
LEASE = 3600.0
"""Seconds until another process tries what one had taken on and did not finish."""

LOOK = 600.0
"""Most seconds between two looks: clocks are set, and machines sleep."""

COMMAND = (sys.executable, "-P", "-m", "bot", "backup", "--nightly")
HERE = str(Path(__file__).parents[2])
"""The folder of this program, in case another `bot` is in the current folder."""


class NightlyBackups:
    """Makes sure that there is a backup of each night in the folder."""

    def __init__(self, folder: Path, at: time) -> None:
        self._folder, self._at = folder, at

    def state(self) -> Backups:
        """How old the newest backup is, and why the last one failed."""
        age, failed = math.inf, None
        with suppress(OSError):
            failed = failure_in(self._folder)
        with suppress(OSError):
            if found := list(nights_in(self._folder)):
                age = max(0.0, wall_time() - found[-1].stat().st_mtime)
        return Backups(age, failed)

    async def run(self, store: Processes) -> None:
        """Run forever."""
        while True:
            try:
                wait = await self._attend(store)
            except StoreTrouble as error:
                log.warning("nightly backup not made; retrying: %s", error)
                wait = LOOK
            except Exception:
                # Perhaps no process or file can be had just now: the next nights are tried again.
                log.exception("nightly backup failed; retrying in %s s", LOOK)
                wait = LOOK
            await asyncio.sleep(wait)

    async def _attend(self, store: Processes) -> float:
        # Make the backup if it is due; returns in how many seconds to look again.
        now = datetime.now(UTC)
        until_next = (next_start(now, self._at) - now).total_seconds()
        night = last_night(now, self._at)
        if not await asyncio.to_thread(self._has, night) and await store.claim(CLAIM, LEASE):
            if not await self._make(store):
                return LEASE
            # Not to the last second: the clocks of other machines may be ahead.
            await store.put_off(CLAIM, max(0.0, until_next - LEASE))
        return min(until_next + 1.0, LOOK)

    def _has(self, night: date) -> bool:
        with suppress(OSError):
            return night in nights_in(self._folder).values()
        return False

    async def _make(self, store: Processes) -> bool:
        # Whether it succeeded. The claim is renewed as long as it takes.
        env = {name: each for name, each in os.environ.items() if name != "DISCORD_TOKEN"}
        env["PYTHONPATH"] = os.pathsep.join(filter(None, (HERE, env.get("PYTHONPATH"))))
        # Where a restored copy goes that is larger than memory should hold: `/tmp` may be memory.
        env.setdefault("SQLITE_TMPDIR", str(self._folder))
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *COMMAND, env=env, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe
        )
        ending = asyncio.create_task(process.communicate())
        try:
            while not (await asyncio.wait([ending], timeout=LEASE / 3))[0]:
                await store.put_off(CLAIM, LEASE)
        finally:
            if process.returncode is None:
                process.kill()
            printed, errors = await ending
        if process.returncode:
            log.error("nightly backup failed: %s", errors.decode(errors="replace").strip())
            return False
        told = printed.decode(errors="replace").strip()
        say = log.warning if "TROUBLE" in told else log.info
        say("%s", told)
        return True
