"""The commands that look after the bot and its database.

Each imports what it needs when it is called: reading the command line is quick.
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.games.core import PlayerError

if TYPE_CHECKING:
    from types import ModuleType

    from bot.model.records import PersonId
    from bot.settings import Settings
    from bot.store.auditing.beside import Derived
    from bot.store.maintenance import Report

MOST_FAULTS = 20
"""Differences of ratings that are printed."""


def health(_: argparse.Namespace) -> int:
    """Ask the running bot at BUMPBOT_METRICS how it is: 0 well, 1 not well, 2 can't be asked."""
    from bot.addresses import listening
    from bot.telemetry.asking import ask

    # Asked every few seconds. Reading all settings, with pydantic, would take four times as long.
    said = next((v for k, v in os.environ.items() if k.upper() == "BUMPBOT_METRICS"), "").strip()
    if not said:
        raise PlayerError(
            "BUMPBOT_METRICS is not set, so a running bot does not report its health. Set it for "
            "the bot and for this command, such as BUMPBOT_METRICS=9464."
        )
    try:
        found = ask(*listening(said))
    except ValueError as error:
        raise PlayerError(f"BUMPBOT_METRICS: {error}.") from error
    print(found.sentence)
    return 0 if found.is_ok else 1


def backup(words: argparse.Namespace) -> None:
    """Copy the database to a file, also while the bot runs."""
    if words.nightly:
        _back_up_tonight()
        return
    database = _database()
    _say(_done(_keeper(database).backup(database, words.file)))


def _back_up_tonight() -> None:
    from bot.upkeep.backups import back_up_tonight, be_modest

    settings = read_settings()
    folder = settings.backup_folder
    if folder is None:
        raise PlayerError("Set BUMPBOT_BACKUPS to a folder for the nightly backups.")
    be_modest()
    _say(back_up_tonight(settings.database, folder, settings.backup_time))


def restore(words: argparse.Namespace) -> None:
    """Put a backup in the database's place; the bot must not be running."""
    database = _database()
    _say(
        _done(
            _keeper(database).restore(
                words.file, database, overwrite=words.overwrite, force=words.force
            )
        )
    )


def migrate(words: argparse.Namespace) -> int:
    """Bring the database to this version's form, or copy it to another one."""
    database = _database()
    if words.to:
        return _move(database, words.to)
    # The old file is copied next to it.
    copies = [read_settings().backup_folder] if isinstance(database, str) else []
    _say(_done(_keeper(database).migrate(database, *copies, force=words.force)))
    return 0


def _move(database: Path | str, to: str) -> int:
    # Copy the database; 1 if matches were copied that can't be replayed.
    import asyncio

    from bot.store.moving import move

    target = _target(to)
    for each in (database, target):
        _keeper(each)
    copied = asyncio.run(move(database, target))
    _say([*copied.lines, *(f"TROUBLE: {fault}" for fault in copied.faults)])
    return 1 if copied.faults else 0


def _target(to: str) -> Path | str:
    # What `--to` names. Raises PlayerError that names it, if it can't be read.
    read_settings()
    try:
        return read_settings(database=to).database
    except PlayerError as error:
        raise PlayerError(str(error).replace("BUMPBOT_DATABASE:", "--to:", 1)) from error


def doctor(words: argparse.Namespace) -> int:
    """Check the database, every open match, the token, rights, clock, disk and backups."""
    from bot.model.fold import fold
    from bot.model.refusals import StoreTrouble
    from bot.store.auditing import compare_derived
    from bot.upkeep.doctor import robot_of

    database, robot = _database(), robot_of(read_settings().token or "")
    every = words.all or bool(words.accept)
    try:
        found = _done(compare_derived(database, every=every, robot=robot))
    except StoreTrouble:
        # One of an older version, or one that has to be examined first.
        found = None
    # Each match is played through once.
    replay = fold if found is None else None
    report = _done(_keeper(database).doctor(database, replay, every=every))
    report = _look_over(_with_derived(database, report, words, found, robot))
    _say(report.lines)
    return 0 if report.healthy else 1


def _with_derived(
    database: Path | str,
    report: "Report",
    words: argparse.Namespace,
    found: "Sequence[Derived] | None",
    robot: "PersonId | None",
) -> "Report":
    # What is stored beside the events, compared with them, and mended if that is asked for.
    from bot.model.refusals import StoreTrouble
    from bot.store.auditing import audit_ratings, mend_derived, mend_ratings
    from bot.store.maintenance import report_of

    is_mended = words.mend or bool(words.accept)
    if found is None and not is_mended:
        # A database that can't be read at all has its own line already.
        return report
    mendable = [each for each in found or () if _is_mendable(each, words)]
    lines = [*_said_of_unfit(report.lines[:-1], found or ()), *_of_matches(found or (), mendable)]
    try:
        if is_mended:
            count = _done(mend_derived(database, mendable, robot=robot))
            trouble = "" if count == len(mendable) else "TROUBLE: "
            lines += [f"{trouble}mended: {count} of {len(mendable)} matches"] if mendable else []
            # The report was made before.
            accepted = () if trouble else tuple(f"TROUBLE: match {e.match}: its" for e in mendable)
            lines = [each for each in lines if not each.startswith(accepted)]
        if words.all:
            checked = _done(audit_ratings(database))
            lines += _of_ratings(checked.faults, is_mended=words.mend)
            if words.mend and (checked.wrong or checked.strays):
                _done(mend_ratings(database, checked))
    except StoreTrouble as error:
        lines.append(f"TROUBLE: {error}")
    return report_of(lines)


def _said_of_unfit(lines: Sequence[str], found: "Sequence[Derived]") -> list[str]:
    # Matches that can't be replayed only a backup brings back.
    from bot.store.digests import OR_ACCEPT

    advice = [OR_ACCEPT.format(match=each.match) for each in found if each.fault]
    return [line.removesuffix(next(filter(line.endswith, advice), "")) for line in lines]


def _is_mendable(each: "Derived", words: argparse.Namespace) -> bool:
    # Events that were changed say nothing, unless their owner accepts them.
    from bot.store.digests import DIGEST

    is_meant: bool = each.match in words.accept if DIGEST in each.differing else words.mend
    return is_meant and not each.fault


def _of_matches(found: "Sequence[Derived]", mendable: "Sequence[Derived]") -> list[str]:
    from bot.store.digests import DIGEST

    # How many events there are, and whether they are those of their digests, is looked at before.
    wrong = [each for each in found if each.differing != ("seq",) and DIGEST not in each.differing]
    then = "`bumpbot doctor --mend` writes what the events say"
    return [
        f"TROUBLE: {each.text}" if each.fault else f"TROUBLE: {each.text}; {then}"
        for each in wrong
        if each not in mendable
    ]


def _of_ratings(faults: Sequence[str], *, is_mended: bool) -> list[str]:
    # `ratings check` lists them. A match that can't be read has its own line already.
    differing = [each for each in faults if "can't be read" not in each]
    if not differing:
        return ["ratings: as the events say"]
    text = f"{len(differing):,} ratings differ from what the events say"
    if is_mended:
        return [f"mended: {text}; the bot computes them again within a minute, or when it starts"]
    then = "`bumpbot ratings check` lists all, and `bumpbot doctor --all --mend` mends them"
    return [f"TROUBLE: {text}: {differing[0]}; {then}"]


def compare_ratings(_: argparse.Namespace) -> int:
    """Compute every rating again from the events; the last line is the largest difference."""
    import asyncio

    from bot.store.auditing import audit_ratings

    checked = asyncio.run(audit_ratings(_database()))
    _say([f"TROUBLE: {fault}" for fault in checked.faults[:MOST_FAULTS]])
    if (more := len(checked.faults) - MOST_FAULTS) > 0:
        _say([f"TROUBLE: {more:,} more"])
    counts = f"{checked.settled:,}, of which {checked.counted:,} count"
    _say([f"contests settled: {counts}", f"contests to be settled: {checked.waiting:,}"])
    _say([f"ratings compared: {checked.points:,}", f"{checked.difference:g}"])
    return 1 if checked.faults else 0


def reckon_ratings(words: argparse.Namespace) -> None:
    """Print the ratings that the contests of a file come to, on one line of JSON."""
    import json

    from bot.model.ratings.reckoning import reckon

    with words.file.open("rb") as lines:
        _say([json.dumps(reckon(lines))])


def record(words: argparse.Namespace) -> None:
    """Print the record of a match, also while the bot runs."""
    import asyncio
    from datetime import UTC, datetime

    from bot.model.game_records.as_json import record_json
    from bot.model.game_records.as_text import record_text
    from bot.model.game_records.making import record_of
    from bot.model.records import MatchId
    from bot.store.auditing import events_in

    number = MatchId(words.number)
    events = asyncio.run(events_in(_database(), number))
    found = record_of(number, events, datetime.now(UTC), None)
    print((record_json if words.json else record_text)(found), end="")


def _look_over(report: "Report") -> "Report":
    from bot.front.discord.sharding import use_base
    from bot.model.records import GuildId
    from bot.settings import unknown_settings
    from bot.upkeep.doctor import Patient, look_over

    settings = read_settings()
    if settings.discord_base:
        use_base(settings.discord_base)
    token = (settings.token or "").strip()
    patient = Patient(
        settings.database,
        token,
        settings.backup_folder,
        settings.backup_time,
        None if settings.guild is None else GuildId(settings.guild),
        backups_asked_for=settings.backups is not None,
        unknown_settings=unknown_settings(os.environ),
    )
    return look_over(patient, report)


def _keeper(database: Path | str) -> "ModuleType":
    # The operations on a file, or on a server's database. Raises StoreTrouble if the package for
    # servers is missing.
    if isinstance(database, str):
        from bot.store.opening import require_postgres

        return require_postgres()
    from bot.store.sqlite import maintenance

    return maintenance


def _done(result: Any) -> Any:
    # The result of an operation: those on a server are awaited.
    import asyncio

    return asyncio.run(result) if asyncio.iscoroutine(result) else result


def _database() -> Path | str:
    return read_settings().database


def _say(lines: Sequence[str]) -> None:
    for line in lines:
        print(line)


def read_settings(**given: str) -> "Settings":
    """The settings from the environment, overridden by `given`. Raises PlayerError that names a
    variable it can't read."""
    from pydantic import ValidationError

    from bot.settings import Settings

    try:
        return Settings(**given)  # type: ignore[arg-type] # texts, as the environment has them
    except ValidationError as error:
        faults = (
            f"BUMPBOT_{str(e['loc'][0]).upper()}: {e['msg'].removeprefix('Value error, ')}."
            for e in error.errors()
        )
        raise PlayerError("\n".join(faults)) from error


def installed_version() -> str:
    """The version of the distribution that is installed, or that there is none."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("bumpbot")
    except PackageNotFoundError:
        return "that is not installed"
