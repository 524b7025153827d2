"""Everything that `bumpbot doctor` checks besides the database itself."""

import asyncio
import os
import shutil
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path

from discord.utils import utcnow

import renderers
from bot.catalog import catalog
from bot.jobs import opening
from bot.model.clock.units import DAY
from bot.model.records import GuildId, PersonId
from bot.model.refusals import StoreTrouble
from bot.store.maintenance import Overview, ProcessShards, Report, report_of
from bot.store.opening import Kept, require_postgres
from bot.store.sqlite.copying import require_undamaged
from bot.store.sqlite.maintenance import overview_of_file
from bot.upkeep.at_discord import ask_discord
from bot.upkeep.backups import NO_BACKUPS, NO_FOLDER, failure_in, last_night, nights_in
from bot.upkeep.findings import compare_clocks, ok, skipped, trouble

RESERVE = 100 << 20
"""Bytes that should be free besides those that are expected to be used."""


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
            "missing or damaged. Reinstall it."
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
    """Whether the user may write where the database file is, or is to be made."""
    if not isinstance(kept, Path):
        return
    try:
        is_there = kept.exists()
        needed = [kept, kept.parent] if is_there else [_there(kept.parent)]
    except OSError:
        return  # Its own report says so.
    for path in needed:
        if not os.access(path, os.W_OK):
            what = "" if is_there else f", so {kept} can't be made"
            yield trouble(
                f"this user may not write to {path}{what}. The bot has to: run it, and this, as a "
                "user who may, or make the bot's user its owner."
            )


async def look_at_backups(
    kept: Kept,
    folder: Path | None,
    at: time,
    now: datetime | None = None,
    *,
    asked_for: bool = True,
) -> list[str]:
    """Whether the newest backup in the folder is of last night, and good. `asked_for`: the owner
    has said where backups are made, or that none are."""
    if folder is None:
        return [skipped("backups: switched off") if asked_for else trouble(NO_BACKUPS)]
    try:
        found = nights_in(folder)
        failed = failure_in(folder)
    except OSError as error:
        return [_no_folder(folder, error, asked_for=asked_for)]
    lines = [trouble(f"a backup failed on {failed}")] if failed else []
    if not os.access(folder, os.W_OK):
        lines.append(trouble(f"this user may not write to {folder}. The bot has to."))
    if not found:
        made = "" if lines else " Start the bot: it makes one."
        return [*lines, trouble(f"no backup in {folder}.{made}")]
    newest = list(found)[-1]
    lines.append(_age(newest, found[newest], last_night(now or datetime.now(UTC), at)))
    fault = await _fault_of(kept, newest)
    text = f"{newest.name} can be read back, {_bytes(newest.stat().st_size)}; kept: {len(found)}"
    again = "Remove it, and `bumpbot backup --nightly` makes another."
    return [*lines, trouble(f"{fault} {again}") if fault else ok(text)]


def _no_folder(folder: Path, error: OSError, *, asked_for: bool) -> str:
    if isinstance(error, FileNotFoundError) and os.access(_there(folder), os.W_OK):
        text = f"{folder} is not there. Start the bot: it makes the folder and one."
        return trouble(f"no backups: {text}") if asked_for else skipped(f"backups: {text}")
    where = f"the folder of the backups, {folder}, "
    return trouble(NO_FOLDER.format(where=where, why=error.strerror))


def _age(newest: Path, night: date, tonight: date) -> str:
    # Tonight's may be in the making.
    if night >= tonight - DAY:
        return ok(f"the newest backup is of {night}")
    return trouble(
        f"the newest backup is {newest.name}, {(tonight - night).days} nights old. Look into the "
        "bot's log for “nightly backup”, or run `bumpbot backup --nightly`."
    )


async def _fault_of(kept: Kept, backup: Path) -> str | None:
    try:
        if backup.suffix == ".sqlite3":
            await asyncio.to_thread(require_undamaged, backup)
        elif isinstance(kept, str):
            await require_postgres().require_complete(kept, backup)
    except StoreTrouble as error:
        return str(error)
    return None


def _there(folder: Path) -> Path:
    # The folder, or the first existing one above it.
    return next((each for each in (folder, *folder.absolute().parents) if each.exists()), folder)


def _bytes(count: int) -> str:
    for unit in ("bytes", "KB", "MB"):
        if count < 10_000:
            return f"{count:,} {unit}"
        count //= 1000
    return f"{count:,} GB"


def robot_of(token: str) -> PersonId | None:
    """The id of the bot, with which a token begins; None for a text that is no token."""
    try:
        first = token.partition(".")[0]
        return PersonId(int(b64decode(first + "=" * (-len(first) % 4), altchars=b"-_")))
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Patient:
    """What is examined: the database, the bot's token, the folder of its backups, and the only
    server that has its commands, None if all do. `backups_asked_for`: the folder was named, or
    backups switched off."""

    kept: Kept
    token: str
    backups: Path | None
    backup_time: time
    guild: GuildId | None
    backups_asked_for: bool = True
    unknown_settings: Sequence[str] = ()


def look_over(patient: Patient, report: Report) -> Report:
    """The report on the database with all other findings."""
    *lines, _ = report.lines
    return report_of([*lines, *asyncio.run(_findings(patient))])


async def _findings(patient: Patient) -> list[str]:
    lines = [*look_at_pictures(), *look_at_rights(patient.kept)]
    lines += map(trouble, patient.unknown_settings)
    found = await _overview(patient.kept)
    if found:
        lines += look_at_disks(patient.kept, found.size, patient.backups)
        if found.now:
            lines.append(compare_clocks(utcnow(), found.now, "the database's"))
        if found.processes is not None:
            lines.append(look_at_shards(found.processes))
        if found.unrated:
            lines.append(unrated_matches(found.unrated))
    lines += await look_at_backups(
        patient.kept,
        patient.backups,
        patient.backup_time,
        asked_for=patient.backups_asked_for,
    )
    spots = found.spots if found else ()
    lines += [line async for line in ask_discord(patient.token, spots, patient.guild)]
    return lines


async def _overview(kept: Kept) -> Overview | None:
    try:
        if isinstance(kept, Path):
            return overview_of_file(kept)
        from bot.store.postgres.maintenance import overview_of_server

        return await overview_of_server(kept)
    except (StoreTrouble, OSError):
        return None


def look_at_shards(processes: Sequence[ProcessShards]) -> str:
    """Whether the running processes have every shard exactly once."""
    spans = [(p.first, p.last, p.total) for p in processes]
    known = sorted((a, b, n) for a, b, n in spans if a is not None and b is not None and n)
    if not known:
        return skipped("shards: no bot is at work on this database")
    totals = {total for *_, total in known}
    text = ", ".join(f"{first}-{last} of {total}" for first, last, total in known)
    if len(totals) > 1:
        return trouble(
            f"shards {text}: the processes count in different ways. Give all of them the same "
            "number behind the slash in BUMPBOT_SHARDS."
        )
    held = [shard for first, last, _ in known for shard in range(first, last + 1)]
    missing = sorted(set(range(min(totals))) - set(held))
    twice = sorted({shard for shard in held if held.count(shard) > 1})
    if missing or twice:
        what = " ".join(
            f"{who} {_listed(which)}: {so}."
            for which, who, so in (
                (missing, "No process has", "nobody answers there"),
                (twice, "Two processes have", "both answer everybody there"),
            )
            if which
        )
        return trouble(f"shards at work: {text}. {what} Look at BUMPBOT_SHARDS of each process.")
    return ok(f"shards at work: {text}")


def unrated_matches(numbers: Sequence[int]) -> str:
    """Why some ratings are not what they should be."""
    text = _listed([*numbers])
    return trouble(
        f"rated matches that can't be read, so that they are not rated: {text}. The log says what "
        "is wrong with each. They are tried again automatically, at least once a day; ratings of "
        "later matches go on without them."
    )


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
