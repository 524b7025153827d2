"""Attempts at exercises, the puzzles of the day of servers, and who took part in them."""

from datetime import datetime

from bot.model.events import Started
from bot.model.exercises.attempt import Newcomer, SolvedAt, Trial
from bot.model.exercises.daily import DayResult
from bot.model.records import GuildId, PersonId
from bot.store.database import Database
from bot.store.personal.preferences import preferences_from
from bot.store.rows import Rows, time_text

TRIALS = """SELECT kind, game, name, at, tries, helped, solution_shown,
    CASE WHEN done IS NULL THEN 0 ELSE 1 END
FROM attempts WHERE person = ? AND at > ?"""
SOLVED = """SELECT done FROM attempts
WHERE person = ? AND kind <> 'stage' AND done IS NOT NULL AND solution_shown = 0"""
# Counted, because PostgreSQL would rather read all attempts than look for another one.
EARLIER = """(
    SELECT count(*) FROM attempts AS earlier
    WHERE earlier.person = stage.person AND earlier.kind = 'stage'
        AND (earlier.begun, earlier.game, earlier.name) < (stage.begun, stage.game, stage.name)
)"""
# A match starts with one of its first events; nothing after it is read.
FIRST_MATCH = """(
    SELECT min((
        SELECT at FROM events
        WHERE events.match_id = seats.match_id AND events.kind = ?3 ORDER BY seq LIMIT 1
    )) FROM seats WHERE seats.person = stage.person
)"""
NEWCOMERS = f"""SELECT begun, {FIRST_MATCH} FROM attempts AS stage
WHERE kind = 'stage' AND begun >= ?1 AND begun < ?2 AND {EARLIER} = 0"""

TRIAL_ROWS = Rows(Trial, "a try")
SOLVED_ROWS = Rows(SolvedAt, "when somebody solved a puzzle")
NEWCOMER_ROWS = Rows(Newcomer, "when somebody began to learn")


class AttemptTable(Database):
    """Attempts, each replacing the one before."""

    async def trials(self, person: PersonId, since: datetime) -> list[Trial]:
        found = await self._read(TRIALS, (person, time_text(since)))
        return sorted((TRIAL_ROWS.of(*each) for each in found), key=lambda trial: trial.at)

    async def solved(self, person: PersonId) -> list[SolvedAt]:
        return await self._all_of(SOLVED_ROWS, SOLVED, (person,))

    async def newcomers(self, since: datetime, until: datetime) -> list[Newcomer]:
        values = time_text(since), time_text(until), Started.kind
        return await self._all_of(NEWCOMER_ROWS, NEWCOMERS, values)


RESULTS = """SELECT called, tries, helped, done, solution_shown, settings
FROM day_entries AS entry
    JOIN attempts ON attempts.person = entry.person AND attempts.kind = 'day'
        AND attempts.game = entry.game AND attempts.name = entry.name
    LEFT JOIN preferences ON preferences.scope = 'person' AND preferences.owner = entry.person
WHERE entry.guild = ? AND entry.day = ?"""


class DailyTables(Database):
    """One row for each server, and one for each person and day."""

    async def day_results(self, guild: GuildId, day: str) -> list[DayResult]:
        return [_result(*each) for each in await self._read(RESULTS, (guild, day))]


def _result(
    called: str, wrong: int, helped: int, done: str | None, shown: int, settings: str | None
) -> DayResult:
    listed = preferences_from(settings or "{}").get("listed") is not False
    return DayResult(called, wrong, bool(helped), done is not None, bool(shown), listed)
