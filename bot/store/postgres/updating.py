"""Bringing a server's database up to date, and keeping it as it was where that can be done."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.model.refusals import StoreTrouble
from bot.store.migration import Migration
from bot.store.postgres import tools
from bot.store.postgres.errors import without_password
from bot.store.postgres.migrator import SCHEMA, migrate, schema_steps

log = logging.getLogger(__name__)

KEPT = (
    "%s was made by an older version (schema %s). As it was it is kept as %s; to go back, stop "
    "every bot on it, install that version and say `bumpbot restore --overwrite` with that file"
)
NOT_KEPT = (
    "%s was made by an older version (schema %s), and no copy of it as it was is kept as it is "
    "brought up to date; the way back is your last backup. For a copy before the next update: %s"
)
NO_FOLDER = "Set BUMPBOT_BACKUPS to a folder."


async def bring_up_to_date(
    address: str,
    copies: Path | None = None,
    after_step: Callable[[Migration], object] = lambda _: None,
) -> tuple[list[Migration], Path | None]:
    """Bring a database up to date; returns the steps done and where it is kept as it was.

    The copy of what an older version made goes to the folder `copies`, by pg_dump. Where one of
    the two is missing the log says so. An update that fails changes nothing, so that its copy is
    not kept. Raises StoreTrouble.
    """
    kept: list[Path] = []
    reached = 0

    async def keep(connection: Any, before: int) -> None:
        # Whoever else starts now waits until this one is done: there is one copy.
        kept.extend(await _kept(connection, address, before, copies))

    def stepped(step: Migration) -> None:
        nonlocal reached
        reached = step.number
        after_step(step)

    try:
        done = await migrate(address, before_first=keep, after_step=stepped)
    except BaseException:
        # Behind the last step it is not known which version there is now, if the answer was lost.
        if kept and reached != schema_steps()[-1].number:
            kept[0].unlink(missing_ok=True)
        raise
    return done, kept[0] if kept else None


async def _kept(connection: Any, address: str, before: int, copies: Path | None) -> list[Path]:
    if not before:
        return []
    name = without_password(address)
    try:
        if copies is None:
            raise StoreTrouble(NO_FOLDER)
        target = free_copy(copies, before)
        await tools.dump(address, await connection.fetchval(SCHEMA), target)
    except (StoreTrouble, OSError) as error:
        log.warning(NOT_KEPT, name, before, " ".join(str(error).split()))
        return []
    log.warning(KEPT, name, before, target)
    return [target]


def free_copy(folder: Path, version: int) -> Path:
    """A name that is not taken and that no nightly backup has, so that none is let go for it."""
    names = (folder / f"bumpbot-schema-{version}-before-update-{n}.dump" for n in range(1, 10_000))
    return next(name for name in names if not name.exists())
