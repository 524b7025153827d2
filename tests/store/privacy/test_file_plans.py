"""In a file, too, nothing about a person, match or server is looked for by reading all there is."""

import re

import pytest

from bot.store.privacy import deletions, exports, servers
from bot.store.schema import GOING
from bot.store.sqlite import SqliteStore

STATEMENTS = (
    *(table.delete for table in GOING),
    *deletions.UNTRACE.values(),
    *deletions.DELETE_OF_MATCH.values(),
    *exports.OF_PERSON.values(),
    *(deletions.NAMING, deletions.OPEN_NAMING, deletions.EVENTS_NAMING, deletions.ROWS_NAMING),
    *(deletions.REWRITE_EVENTS, deletions.REWRITE_ROWS, deletions.INVOLVE),
    *deletions.REWRITE_PERSON.values(),
    deletions.CHALLENGED_IN,
    *(deletions.DELETE_MATCHES, deletions.FINISH, exports.EVENTS_OF),
    *(servers.DUE, servers.STILL_LEFT, servers.FORSAKEN, servers.ANY_MATCH),
    *(servers.DELETE_PREFERENCES, servers.DELETE_LOBBIES, servers.AGAIN, servers.DELETE_SERVER),
)
WALK = re.compile(r"SCAN (?!json_each|wanted|each|CONSTANT|\(|servers USING)")


@pytest.fixture
def values() -> list[object]:
    """Enough for every statement."""
    return ["[1]", 1, 1]


@pytest.mark.parametrize("sql", STATEMENTS)
async def test_no_statement_walks_through_a_table(
    store: SqliteStore, sql: str, values: list[object]
) -> None:
    numbers = [int(found) for found in re.findall(r"\?(\d)", sql)]
    count = max(numbers, default=sql.count("?"))
    plan = await store.writer.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", values[:count])
    assert [step for *_, step in plan if WALK.match(step)] == []
