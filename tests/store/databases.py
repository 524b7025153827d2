"""Databases that are damaged, old or new, and what is looked at in them."""

from pathlib import Path
from typing import Any

import asyncpg

from bot.store.maintenance import Migration
from bot.store.sqlite.migrator import connect, migrations

PAGE = 4096


ROOT = Path(__file__).parents[2]


def damage(path: Path, table: str) -> None:
    """Overwrite every page of a table but its root."""
    with connect(path) as connection:
        pages = connection.execute(
            "SELECT pageno FROM dbstat WHERE name = ? ORDER BY pageno", (table,)
        ).fetchall()
    connection.close()
    assert len(pages) > 1
    with path.open("r+b") as file:
        for (page,) in pages[1:]:
            file.seek((page - 1) * PAGE)
            file.write(b"\xde\xad" * (PAGE // 2))


NEWEST = migrations()[-1].number


NEXT = NEWEST + 1


SECOND = Migration(NEXT, f"{NEXT:04}_notes", "CREATE TABLE notes (text TEXT) STRICT;")


def rights(path: Path) -> str:
    return oct(path.stat().st_mode & 0o777)


async def counted(address: str) -> dict[str, list[Any]]:
    connection = await asyncpg.connect(address)
    try:
        wanted = {
            "events": "SELECT match_id, seq, kind, payload::text FROM events ORDER BY 1, 2",
            "matches": "SELECT id, seq, status, people::text FROM matches ORDER BY 1",
            "posts": "SELECT id, match_id, seq, kind, message FROM outbox ORDER BY 1",
        }
        return {what: list(await connection.fetch(sql)) for what, sql in wanted.items()}
    finally:
        await connection.close()
