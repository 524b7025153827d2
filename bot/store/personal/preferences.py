"""What people and servers prefer."""

import json
from typing import Any

from bot.store.database import Database
from bot.store.rows import legible

SAID = "SELECT said FROM preferences WHERE scope = ? AND owner = ?"
SAY = """INSERT INTO preferences (scope, owner, said) VALUES (?, ?, ?)
ON CONFLICT (scope, owner) DO UPDATE SET said = excluded.said"""


class PreferenceTable(Database):
    """Preferences by person and by server."""

    async def preferences(self, scope: str, owner: int) -> dict[str, Any]:
        """What the person or server (`person`, `guild`) said; empty when nothing."""
        found = await self._read(SAID, (scope, owner))
        return next((preferences_from(said) for (said,) in found), {})

    async def save_preferences(self, scope: str, owner: int, said: dict[str, Any]) -> None:
        """Put these in the place of what was said before."""
        await self._write_alone(SAY, (scope, owner, json.dumps(said)))


@legible("preferences")
def preferences_from(said: str) -> dict[str, Any]:
    """The preferences of their column."""
    values = json.loads(said)
    if not isinstance(values, dict):
        raise TypeError("preferences are an object")
    return values
