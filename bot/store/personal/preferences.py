"""What people and servers prefer."""

import json
from collections.abc import Callable
from typing import Any, TypeAlias

from bot.store.database import Database
from bot.store.rows import legible

Said: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Said], Said]

SAID = "SELECT said FROM preferences WHERE scope = ? AND owner = ?"
SAID_THERE = """SELECT scope, said FROM preferences
WHERE (scope = 'person' AND owner = ?) OR (scope = 'guild' AND owner = ?)"""
# The row is there from now on, and nobody else changes it until the transaction ends.
HOLD = """INSERT INTO preferences (scope, owner, said) VALUES (?, ?, '{}')
ON CONFLICT (scope, owner) DO UPDATE SET said = preferences.said RETURNING said"""
SAY = "UPDATE preferences SET said = ?3 WHERE scope = ?1 AND owner = ?2"


class PreferenceTable(Database):
    """Preferences by person and by server."""

    async def preferences(self, scope: str, owner: int) -> Said:
        found = await self._read(SAID, (scope, owner))
        return next((preferences_from(said) for (said,) in found), {})

    async def preferences_there(self, person: int, guild: int) -> tuple[Said, Said]:
        found = await self._read(SAID_THERE, (person, guild))
        by_scope = {scope: preferences_from(said) for scope, said in found}
        return by_scope.get("person", {}), by_scope.get("guild", {})

    async def change_preferences(self, scope: str, owner: int, change: Change) -> Said:
        return await self._transaction(lambda: self._change_preferences(scope, owner, change))

    async def _change_preferences(self, scope: str, owner: int, change: Change) -> Said:
        ((before,),) = await self._write(HOLD, (scope, owner))
        after = change(preferences_from(before))
        await self._write(SAY, (scope, owner, json.dumps(after)))
        return after


@legible("preferences")
def preferences_from(said: str) -> Said:
    """The preferences of their column."""
    values = json.loads(said)
    if not isinstance(values, dict):
        raise TypeError("preferences are an object")
    return values
