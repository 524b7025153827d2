"""One numbered step of the shape of a database, as a file of SQL."""

from dataclasses import dataclass
from importlib.resources.abc import Traversable

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
