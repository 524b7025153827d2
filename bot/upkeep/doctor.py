"""Everything that `bumpbot doctor` looks at beside the database's own soundness."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time
from pathlib import Path

from discord.utils import utcnow

from bot.model.refusals import StoreTrouble
from bot.store.maintenance import Overview, ProcessShards, Report, report_of
from bot.store.opening import Kept
from bot.store.sqlite.maintenance import overview_of_file
from bot.upkeep.at_discord import ask_discord
from bot.upkeep.findings import compare_clocks, ok, skipped, trouble
from bot.upkeep.machine import look_at_backups, look_at_disks, look_at_pictures, look_at_rights


@dataclass(frozen=True, slots=True)
class Patient:
    """What is looked over: the database, the bot's token, the folder of its backups, and the only
    server that has its commands, None where all do."""

    kept: Kept
    token: str
    backups: Path | None
    backup_time: time
    guild: int | None


def look_over(patient: Patient, report: Report) -> Report:
    """The report on the database with all that was found beside it."""
    *lines, _ = report.lines
    return report_of([*lines, *asyncio.run(_findings(patient))])


async def _findings(patient: Patient) -> list[str]:
    lines = [*look_at_pictures(), *look_at_rights(patient.kept)]
    found = await _overview(patient.kept)
    if found:
        lines += look_at_disks(patient.kept, found.size, patient.backups)
        if found.now:
            lines.append(compare_clocks(utcnow(), found.now, "the database's"))
        if found.processes is not None:
            lines.append(look_at_shards(found.processes))
        if found.unrated:
            lines.append(unrated_matches(found.unrated))
    lines += await look_at_backups(patient.kept, patient.backups, patient.backup_time)
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
    """Whether those at work have every shard, and each only once."""
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
        "is wrong with each. They are tried again by themselves, at least once a day; ratings of "
        "later matches go on without them."
    )


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
