"""One numbered step of the shape of a database, as a file of SQL."""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

from bot.model.refusals import StoreTrouble

MOVING = "moving"
"""The table that a database has only while another one is being copied to it."""

HALF_MOVED = (
    "{name} is only half copied from another database. "
    "Say `bumpbot migrate --to` once more to go on with that, or name another database."
)


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered step of the schema."""

    number: int
    name: str
    sql: str


def read_migrations(folder: Traversable) -> tuple[Migration, ...]:
    found = (f for f in folder.iterdir() if f.name.endswith(".sql"))
    texts = sorted((f.name.removesuffix(".sql"), f.read_text(encoding="utf-8")) for f in found)
    return tuple(Migration(int(name[:4]), name, sql) for name, sql in texts)


def require_known(found: int, steps: Iterable[Migration], name: object) -> None:
    """Refuse a database that a newer version made than the one of these steps."""
    newest = max(step.number for step in steps)
    if found > newest:
        raise StoreTrouble(
            f"{name}: a newer version of Bumpbot made this database (schema {found}; this version "
            f"knows {newest}). Update Bumpbot."
        )


def lines_of(done: Iterable[Migration], kept: Path | None, name: object, now: int) -> list[str]:
    """What the operator reads of an update."""
    applied = [f"Applied {step.name}." for step in done]
    as_it_was = [f"As it was it is kept as {kept}."] if kept else []
    return [*applied, f"{name} is at schema {now}.", *as_it_was]
