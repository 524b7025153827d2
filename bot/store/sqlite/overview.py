"""What the doctor wants to know of a file beside its soundness."""

from contextlib import closing
from pathlib import Path

from bot.model.refusals import StoreTrouble
from bot.store.maintenance import SPOTS, Overview, PlayedAt
from bot.store.sqlite.errors import FILE_TROUBLES
from bot.store.sqlite.migrator import check, connect, migrations, version


def overview_of_file(path: Path) -> Overview:
    """How large it is with its log, and where its running matches are. Raises StoreTrouble."""
    parts = (path.with_name(path.name + ending) for ending in ("", "-wal"))
    size = sum(part.stat().st_size for part in parts if part.exists())
    if not path.is_file():
        raise StoreTrouble(f"{path} is not there. Name the file of a database.")
    with FILE_TROUBLES.for_operator(path), closing(connect(path, readonly=True)) as connection:
        check(connection, path)
        if version(connection) < max(step.number for step in migrations()):
            return Overview(size, ())
        rows = connection.execute(SPOTS).fetchall()
    return Overview(size, tuple(PlayedAt(*spot) for *spot, _ in rows))
