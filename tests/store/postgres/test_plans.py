"""With fifty thousand matches every statement finds what it wants by an index."""

import json
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.model.records import DueKind
from bot.store import consequences, outbox, schema
from bot.store.postgres.connection import read_times_as_text
from bot.store.postgres.dialect import translated
from bot.store.postgres.migrator import migrate
from bot.store.postgres.statements import POSTGRES_STATEMENTS, TAKEN, at_once
from bot.store.schema import TABLE
from tests.postgres import connected
from tests.store.statements import BESIDE, FRAGMENTS, INSIDE, constants, listings, made

SMALL = {
    *("match_numbers", "processes", "migrations", "deletions", "counters"),
    *("exclusions", "announcements"),
}
"""Tables of a few rows, which are read whole."""

IN_THE_ORDER_OF_A_KEY = {"Index Scan", "Index Only Scan"}


def statements() -> dict[str, str]:
    """All that is ever asked of PostgreSQL, as it takes it."""
    found = {}
    for home, sql in constants():
        said_otherwise = home.startswith("bot.store.postgres.")
        if sql not in INSIDE and (said_otherwise or sql not in REPLACED):
            found[home] = sql
    written = at_once((consequences.RECORD, consequences.POST, *BESIDE))
    found |= {sql: sql for sql in (*made(), *TAKEN.values(), written)} | dict(listings())
    return {home: translated(sql)[0] for home, sql in found.items()}


# PostgresStore asks for what is not taken on yet.
NEVER_ASKED = {outbox.UPCOMING, outbox.PENDING, schema.DUE_PEOPLE}
REPLACED = NEVER_ASKED | set(POSTGRES_STATEMENTS)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def filled(postgres_server: str) -> AsyncIterator[str]:
    """The address of a schema with fifty thousand matches."""
    async with connected(postgres_server) as connection:
        await connection.execute("CREATE SCHEMA filled")
        address = f"{postgres_server}&options=-csearch_path%3Dfilled"
        await migrate(address)
        async with connected(address) as filling:
            await filling.execute((Path(__file__).parent / "filled.sql").read_text("utf-8"))
        yield address
        await connection.execute("DROP SCHEMA filled CASCADE")


@pytest_asyncio.fixture
async def connection(filled: str) -> AsyncIterator[Any]:
    """A connection on which every plan is the one that does for all values."""
    async with connected(filled) as opened:
        await read_times_as_text(opened)
        await opened.execute("SET plan_cache_mode = force_generic_plan")
        yield opened


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)


async def plan_of(connection: Any, sql: str) -> dict[str, Any]:
    """The plan of a statement for values that are not known."""
    count = max((int(n) for n in re.findall(r"\$(\d+)", sql)), default=0)
    nothing = f"({', '.join(['NULL'] * count)})" if count else ""
    await connection.execute(f"PREPARE asked AS {sql}")
    try:
        plan = await connection.fetchval(f"EXPLAIN (FORMAT JSON) EXECUTE asked{nothing}")
    finally:
        await connection.execute("DEALLOCATE asked")
    whole: dict[str, Any] = json.loads(plan)[0]["Plan"]
    return whole


def walks(plan: dict[str, Any]) -> list[str]:
    """The large tables that a plan reads whole, and the indexes that it reads whole."""
    found = [
        node["Relation Name"]
        for node in nodes(plan)
        if node["Node Type"] == "Seq Scan" and node["Relation Name"] not in SMALL
    ]
    keys = [
        node["Index Name"]
        for node in nodes(plan)
        if node["Node Type"] in IN_THE_ORDER_OF_A_KEY
        and node["Index Name"].endswith("_pkey")
        and "Index Cond" not in node
        and node["Relation Name"] not in SMALL
    ]
    return found + keys


async def test_no_statement_walks_through_a_large_table(connection: Any) -> None:
    found = {}
    for home, sql in statements().items():
        walked = walks(await plan_of(connection, sql))
        if walked != ALLOWED.get(home, []):
            found[home] = walked
    assert found == {}
    assert len(statements()) > 120


ALLOWED = {
    # A process reads once which servers have the bot, when it has connected.
    TABLE["servers"].find(): ["servers_pkey"],
    # Asked for nothing, the newest matches are the end of the table itself.
    "listing False False False []": ["matches_pkey"],
    "listing False False False ['ended']": ["matches_pkey"],
}


def test_every_fragment_is_there() -> None:
    assert FRAGMENTS - {home for home, _ in constants()} == set()


PAGES = 400
"""Pages of 8 kB that finding what is due may look at: all tables have some ten thousand."""


@pytest.mark.parametrize(
    "kind", [DueKind.POST, DueKind.OLD_POST, DueKind.MATCH, DueKind.PLACE, DueKind.PERSON]
)
async def test_taking_on_what_is_due_looks_at_few_pages(connection: Any, kind: DueKind) -> None:
    lease = "" if kind is DueKind.POST else ", 45"
    values = f"now() + interval '1 minute', 50, 100{lease}"
    await connection.execute("SET plan_cache_mode = auto")
    await connection.execute(f"PREPARE asked AS {translated(TAKEN[kind])[0]}")
    async with connection.transaction():
        explained = await connection.fetchval(
            f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE asked({values})"
        )
    plan = json.loads(explained)[0]["Plan"]
    assert plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] < PAGES, json.dumps(
        plan, indent=1
    )
