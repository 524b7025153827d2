"""What people and servers prefer."""

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from bot.store.database import Database
from bot.store.rows import legible

Values: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Values], Values]

STORED = "SELECT said FROM preferences WHERE scope = ? AND owner = ?"
STORED_THERE = """SELECT scope, owner, said FROM preferences
WHERE scope = 'guild' AND owner = ?
    OR scope = 'person' AND owner IN (SELECT value FROM json_each(?))"""
# The row is there from now on, and nobody else changes it until the transaction ends.
HOLD = """INSERT INTO preferences (scope, owner, said) VALUES (?, ?, '{}')
ON CONFLICT (scope, owner) DO UPDATE SET said = preferences.said RETURNING said"""
SAY = "UPDATE preferences SET said = ?3 WHERE scope = ?1 AND owner = ?2"


class PreferenceTable(Database):
    """Preferences by person and by server."""

    async def preferences(self, scope: str, owner: int) -> Values:
        found = await self._read(STORED, (scope, owner))
        return next((preferences_from(said) for (said,) in found), {})

    async def preferences_there(
        self, people: Sequence[int], guild: int | None
    ) -> tuple[dict[int, Values], Values]:
        found = await self._read(STORED_THERE, (guild, json.dumps(people)))
        said = {(scope, owner): preferences_from(each) for scope, owner, each in found}
        by_person = {owner: each for (scope, owner), each in said.items() if scope == "person"}
        return by_person, next((said[key] for key in said if key[0] == "guild"), {})

    async def change_preferences(self, scope: str, owner: int, change: Change) -> Values:
        return await self._transaction(lambda: self._change_preferences(scope, owner, change))

    async def _change_preferences(self, scope: str, owner: int, change: Change) -> Values:
        ((before,),) = await self._write(HOLD, (scope, owner))
        after = change(preferences_from(before))
        await self._write(SAY, (scope, owner, json.dumps(after)))
        return after


@legible("preferences")
def preferences_from(said: str) -> Values:
    values = json.loads(said)
    if not isinstance(values, dict):
        raise TypeError("preferences are an object")
    return values
