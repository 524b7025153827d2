"""What all processes together may do in a time, by the clock of the database.

A budget is known by when its next place is free. Whoever wants some takes them all at once and
waits for the first, so that nobody is asked more often than that.
"""

from bot.store.postgres.connection import PostgresDatabase

LENGTH = "?2::float8 * interval '1 second'"

# A budget of which nothing was taken for long has no more places than one that is just free.
RESERVE = f"""INSERT INTO budgets AS held (name, next_at)
VALUES (?1, clock_timestamp() + {LENGTH})
ON CONFLICT (name) DO UPDATE SET next_at = greatest(held.next_at, clock_timestamp()) + {LENGTH}
RETURNING extract(epoch FROM next_at - {LENGTH} - clock_timestamp())::float8"""
PUT_OFF = f"""INSERT INTO budgets AS held (name, next_at)
VALUES (?1, clock_timestamp() + {LENGTH})
ON CONFLICT (name) DO UPDATE SET next_at = greatest(held.next_at, clock_timestamp() + {LENGTH})"""

CLAIM = f"""INSERT INTO budgets AS held (name, next_at)
VALUES (?1, clock_timestamp() + {LENGTH})
ON CONFLICT (name) DO UPDATE SET next_at = clock_timestamp() + {LENGTH}
WHERE held.next_at <= clock_timestamp() RETURNING 1"""


class SharedBudgets(PostgresDatabase):
    """The budgets of all processes on one database."""

    async def reserve(self, budget: str, count: int, interval: float) -> float | None:
        ((seconds,),) = await self._write_alone(RESERVE, (budget, count * interval))
        return max(0.0, float(seconds))

    async def put_off(self, budget: str, seconds: float) -> None:
        await self._write_alone(PUT_OFF, (budget, seconds))

    async def claim(self, budget: str, seconds: float) -> bool:
        return bool(await self._write_alone(CLAIM, (budget, seconds)))
