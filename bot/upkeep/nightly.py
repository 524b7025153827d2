"""A backup every night, while the bot runs. What was missed is made up at the next start.

The work is done by a process of its own, so that nobody waits for it. Of several processes on one
database one does it: that is claimed in the store.
"""

import asyncio
import logging
import os
import sys
from contextlib import suppress
from datetime import UTC, date, datetime, time
from pathlib import Path

from bot.model.ports import Processes
from bot.model.refusals import StoreTrouble
from bot.upkeep.backups import nights_in
from bot.upkeep.rotation import last_night, next_start

log = logging.getLogger(__name__)

CLAIM = "backup"
LEASE = 3600.0
"""Seconds until another process tries what one had taken on and did not finish."""

LOOK = 600.0
"""Seconds at most between two looks: clocks are set, and machines sleep."""

COMMAND = (sys.executable, "-P", "-m", "bot", "backup", "--nightly")
HERE = str(Path(__file__).parents[2])
"""Where this program is: whatever else is called `bot` where it was started is not meant."""


class NightlyBackups:
    """Sees to it that there is a backup of each night in the folder."""

    def __init__(self, folder: Path, at: time) -> None:
        self._folder, self._at = folder, at

    async def run(self, store: Processes) -> None:
        """Go on for ever."""
        while True:
            try:
                wait = await self._attend(store)
            except StoreTrouble as error:
                log.warning("nightly backup put off: %s", error)
                wait = LOOK
            except Exception:
                # No process or file to be had just now, say: the nights to come have theirs.
                log.exception("nightly backup failed; retrying in %s s", LOOK)
                wait = LOOK
            await asyncio.sleep(wait)

    async def _attend(self, store: Processes) -> float:
        # Make the backup where it is due; in how many seconds to look again.
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
        # Whether it came out well. The claim is renewed as long as it takes.
        quiet = {name: each for name, each in os.environ.items() if name != "DISCORD_TOKEN"}
        quiet["PYTHONPATH"] = os.pathsep.join(filter(None, (HERE, quiet.get("PYTHONPATH"))))
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *COMMAND, env=quiet, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe
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
        log.info("%s", printed.decode(errors="replace").strip())
        return True
