"""What making, keeping and examining a database have in common, for any kind of database: numbered
schema steps, reports, files, and progress bars."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from bot.model.events import Recorded
from bot.model.events.digests import Sealed, StoredEvent
from bot.model.records import ChannelId, GuildId, MatchId, MatchSummary
from bot.model.refusals import BrokenMatch, StoreTrouble, for_owner
from bot.model.results import SETTLING
from bot.store.digests import disagreement
from bot.store.rows import recorded_from

Replay = Callable[[Sequence[Recorded], MatchId], object]

COUNTS = {
    "matches": "SELECT count(*) FROM matches",
    "of them open": "SELECT count(*) FROM matches WHERE status IN ('invited', 'running')",
    # Counting the events themselves would read the whole file.
    "events": "SELECT coalesce(sum(seq), 0) FROM matches",
}
POST_COUNTS = {
    "posts waiting": "SELECT count(*) FROM outbox WHERE retry_at IS NOT NULL",
    "of them refused": "SELECT count(*) FROM outbox WHERE refused = 1",
    "posts given up": """SELECT count(*) FROM outbox
WHERE retry_at IS NULL AND message IS NULL AND kind <> 'thinking' AND person IS NULL""",
}


MATCHES = "SELECT id, seq, digest, sealed, edition FROM matches ORDER BY id"
OPEN_MATCHES = MATCHES.replace("ORDER", "WHERE status IN ('invited', 'running') ORDER")


def before_digests(sql: str) -> str:
    """The statement for a database of a version before digests."""
    return sql.replace("digest, sealed, edition", "NULL, NULL, 0").replace(", digest", ", NULL")


class Report(NamedTuple):
    """What the doctor found, and whether all is well."""

    lines: tuple[str, ...]
    healthy: bool


def report_of(lines: Iterable[str]) -> Report:
    """The report with these lines: troubles come last and are counted."""
    found = sorted(map(for_owner, lines), key=lambda line: line.startswith("TROUBLE"))
    troubles = sum(line.startswith("TROUBLE") for line in found)
    verdict = f"{troubles} to look at." if troubles else "All is well."
    return Report((*found, verdict), not troubles)


def faults_of(row: Sequence[Any], found: Sequence[Any], replay: Replay | None) -> Iterator[str]:
    """What is wrong with the events found of a match, whose row says how many it has, and what
    their digests are. They are not played through again without `replay`."""
    number, seq, *_ = row
    if disagrees := disagreement_of(row, found):
        yield f"TROUBLE: {disagrees}"
    last = found[-1][0] if found else None
    if (len(found), last) != (seq, seq):
        yield (
            f"TROUBLE: match {number} should end with event {seq} but has {len(found)} up to {last}"
        )
        return
    if replay is None:
        return
    try:
        replay([recorded_from(number, *each[:4]) for each in found], number)
    except BrokenMatch as error:
        yield f"TROUBLE: {for_owner(str(error))}"


def disagreement_of(row: Sequence[Any], found: Iterable[Sequence[Any]]) -> str | None:
    """What a match's row of `MATCHES` and its events found by their digests disagree about, in
    words; None if they agree."""
    number, _, *seal = row
    return disagreement(number, Sealed(*seal), [StoredEvent(*each) for each in found])


MOST_NAMED = 3
"""Matches that are named of those whose digests disagree."""


def require_agreeing(faults: Iterable[str], source: object) -> None:
    """Refuse a backup in which digests disagree. Raises StoreTrouble."""
    if found := list(faults):
        more = f" And {len(found) - MOST_NAMED:,} more." if len(found) > MOST_NAMED else ""
        named = " ".join(f"{each[:1].upper()}{each[1:]}." for each in found[:MOST_NAMED])
        raise StoreTrouble(
            f"{source} is damaged, so nothing was replaced. {named}{more} Use another backup, or "
            "restore it as it is with --force."
        )


COMPARED = ("game", "status", "channel", "guild", "turn", "updated")
"""What depends on the events alone: deadlines need people's calendars too."""


def differing_columns(played: MatchSummary, row: MatchSummary) -> list[str]:
    """What differs between the summary of a match by its events and the stored one."""
    differing = [name for name in COMPARED if getattr(played, name) != getattr(row, name)]
    if [each.id for each in played.people] != [each.id for each in row.people]:
        differing.append("people")
    return differing


SQLITE = b"SQLite format 3\0"
PG_DUMP = b"PGDMP"
"""The first bytes of each kind of file; of pg_dump's only those in its custom format."""


def begins_with(path: Path, magic: bytes) -> bool:
    """Whether the file begins like that. Raises StoreTrouble if it can't be read."""
    try:
        with path.open("rb") as opened:
            return opened.read(len(magic)) == magic
    except OSError as error:
        raise StoreTrouble(f"{path}: {error.strerror or error}.") from error


def must_be_new(target: Path) -> None:
    """Refuse to overwrite a file. Raises StoreTrouble."""
    if target.exists():
        raise StoreTrouble(f"{target} is there already. Name a new file.")


PRIVATE = 0o600


def make_private(path: Path) -> bool:
    """Make an empty file that only its owner may read; False if it exists already."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
    except FileExistsError:
        return False
    return True


@contextmanager
def atomically_replaced(target: Path) -> Iterator[Path]:
    """A temporary file, made at once; it gets the target's name once it is whole and on the
    disk."""
    partial = next(name for name in numbered(target, "partial") if make_private(name))
    try:
        yield partial
        with partial.open("rb+") as written:
            os.fsync(written.fileno())
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def numbered(path: Path, word: str) -> Iterator[Path]:
    """Names next to the path, in order: `bumpbot.sqlite3.replaced-1`, and so on."""
    return (path.with_name(f"{path.name}.{word}-{n}") for n in range(1, 10_000))


MOST_SPOTS = 100
"""Places with running matches that are looked at: each costs requests."""

SPOTS = """SELECT guild, channel, thread, max(matches.id) FROM matches
LEFT JOIN places ON places.match_id = matches.id AND state = 'open'
WHERE status = 'running' AND status IN ('invited', 'running') AND guild IS NOT NULL
GROUP BY guild, channel, thread ORDER BY max(matches.id) DESC"""
"""Where running matches are, newest first. The second condition is the index's own."""


class PlayedAt(NamedTuple):
    """Where running matches are posted: a channel of a server, or a thread in it."""

    guild: GuildId
    channel: ChannelId
    thread: ChannelId | None


class ProcessShards(NamedTuple):
    """The shards of a running process; None before it has connected."""

    first: int | None
    last: int | None
    total: int | None


UNRATED = """SELECT number, at, due_at FROM contests WHERE due_at IS NOT NULL
ORDER BY due_at DESC LIMIT 20"""
"""The rated matches that are settled last, with the time of their end."""


def unrated_of(found: Iterable[tuple[int, datetime, datetime]]) -> tuple[int, ...]:
    """Those that are put off until long after their end because they could not be settled."""
    return tuple(sorted(number for number, at, due in found if due - at > SETTLING))


@dataclass(frozen=True, slots=True)
class Overview:
    """How large a database is, where its running matches are, and which processes use it.

    `now` is the time by the server's clock, `processes` those running; None for a file, which has
    neither. `unrated` are the numbers of rated matches that could not be settled.
    """

    size: int
    spots: tuple[PlayedAt, ...]
    now: datetime | None = None
    processes: tuple[ProcessShards, ...] | None = None
    unrated: tuple[int, ...] = ()


MOVING = "moving"
"""The table that a database has only while another one is being copied to it."""

HALF_MOVED = (
    "{name} is only half copied from another database. "
    "Run `bumpbot migrate --to` again to continue, or name another database."
)


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered step of the schema."""

    number: int
    name: str
    sql: str


def digests_since(steps: Iterable[Migration]) -> int:
    """The number of the step that adds digests: databases of earlier ones have none."""
    return next(step.number for step in steps if step.name.endswith("_digests"))


def migrations_of(package: str, in_its_words: Callable[[str], str] = str) -> tuple[Migration, ...]:
    """The steps of one kind of database: first its own, then those written once for both kinds,
    numbered consecutively."""
    common = [(word, in_its_words(sql)) for word, sql in _read_steps("bot.store")]
    steps = enumerate([*_read_steps(package), *common], 1)
    return tuple(Migration(number, f"{number:04}_{word}", sql) for number, (word, sql) in steps)


def _read_steps(package: str) -> list[tuple[str, str]]:
    found = (f for f in (files(package) / "migrations").iterdir() if f.name.endswith(".sql"))
    texts = sorted((f.name.removesuffix(".sql"), f.read_text(encoding="utf-8")) for f in found)
    return [(name.partition("_")[2], sql) for name, sql in texts]


def require_known(found: int, steps: Iterable[Migration], name: object) -> None:
    """Refuse a database of a newer version than these steps."""
    newest = max(step.number for step in steps)
    if found > newest:
        raise StoreTrouble(
            f"{name}: a newer version of Bumpbot made this database (schema {found}; this version "
            f"knows {newest}). Update Bumpbot."
        )


def require_up_to_date(found: int, steps: Sequence[Migration], name: object) -> None:
    """Refuse to read a database that is not at the last of these steps."""
    if found != (newest := steps[-1].number):
        raise StoreTrouble(
            f"{name} is at schema {found}, and this version of Bumpbot at {newest}. "
            "Run `bumpbot migrate` for it first."
        )


def lines_of(done: Iterable[Migration], kept: Path | None, name: object, now: int) -> list[str]:
    """What an update prints for the operator."""
    applied = [f"Applied {step.name}." for step in done]
    as_it_was = [f"As it was it is kept as {kept}."] if kept else []
    return [*applied, f"{name} is at schema {now}.", *as_it_was]


STEPS = 1_000_000
"""Instructions of SQLite between two looks at the bar."""


@contextmanager
def progress(what: str, total: float | None, unit: str) -> Iterator[Callable[[float], object]]:
    """A progress bar on standard error, moved by what it yields; nothing at all if that is a pipe.

    Without a total it shows how much is done.
    """
    from tqdm import tqdm  # Owners' commands alone show bars.

    with tqdm(desc=what, total=total, unit=unit, unit_scale=True, disable=None, leave=False) as bar:
        yield bar.update


@contextmanager
def ticking(
    connection: sqlite3.Connection, move: Callable[[float], object], most: float, step: float
) -> Iterator[None]:
    """Move a bar by about `step` now and then while one statement runs, by `most` in the end."""
    done = 0.0

    def tick() -> int:
        nonlocal done
        # Only an estimate: the bar waits near the end rather than run past it.
        ahead = min(step, (most - done) / 2)
        done += ahead
        move(ahead)
        return 0

    connection.set_progress_handler(tick, STEPS)
    try:
        yield
    finally:
        connection.set_progress_handler(None, STEPS)
        move(most - done)
