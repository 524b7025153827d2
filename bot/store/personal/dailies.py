"""The puzzles of the day of servers, and who took part in them."""

from collections.abc import Sequence
from datetime import datetime

from bot.model.exercises.daily import Daily, DayEntry, DayResult
from bot.store.database import Database
from bot.store.personal.preferences import preferences_from
from bot.store.schema import DAILIES, DAY_ENTRIES, TABLE

DAILY = TABLE["dailies"].find("guild")
SAVE_DAILY = f"""{TABLE["dailies"].put}
WHERE excluded.changes = dailies.changes + 1
RETURNING guild"""
DUE = f"SELECT {DAILIES.listed} FROM dailies WHERE due_at <= ? ORDER BY due_at LIMIT ?"
# Whoever took part goes by the name they had then.
ENTER = f"""INSERT INTO day_entries ({DAY_ENTRIES.listed}) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING"""
RESULTS = """SELECT called, tries, helped, done, solution_shown, said
FROM day_entries AS entry
    JOIN attempts ON attempts.person = entry.person AND attempts.kind = 'day'
        AND attempts.game = entry.game AND attempts.name = entry.name
    LEFT JOIN preferences ON preferences.scope = 'person' AND preferences.owner = entry.person
WHERE entry.guild = ? AND entry.day = ?"""
FORGET = "DELETE FROM day_entries WHERE guild = ? AND day < ?"


class DailyTables(Database):
    """One row for each server, and one for each person and day."""

    async def daily(self, guild: int) -> Daily | None:
        return await self._one_of(DAILIES, DAILY, (guild,))

    async def save_daily(self, daily: Daily) -> bool:
        return bool(await self._write_alone(SAVE_DAILY, DAILIES.values(daily)))

    async def due_dailies(self, now: datetime, limit: int) -> Sequence[Daily]:
        return await self._due_of(DAILIES, DUE, now, limit)

    async def enter(self, entry: DayEntry) -> None:
        await self._write_alone(ENTER, DAY_ENTRIES.values(entry))

    async def day_results(self, guild: int, day: str) -> list[DayResult]:
        return [_result(*each) for each in await self._read(RESULTS, (guild, day))]

    async def forget_days(self, guild: int, before: str) -> None:
        await self._write_alone(FORGET, (guild, before))


def _result(
    called: str, wrong: int, helped: int, done: str | None, shown: int, said: str | None
) -> DayResult:
    listed = preferences_from(said or "{}").get("listed") is not False
    return DayResult(called, wrong, bool(helped), done is not None, bool(shown), listed)
