"""Every statement of the store, so that none is left out where plans are looked at."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import bot.store
from bot.model.records import Status
from bot.store import consequences
from bot.store.lists import listing
from bot.store.personal import privacy
from bot.store.schema import GOING, KEPT, condition

ROOT = Path(bot.store.__path__[0]).parent

STATEMENT = re.compile(r"\s*(?:/\*)?(SELECT|INSERT|UPDATE|DELETE|WITH)\b")

FRAGMENTS = {
    "bot.store.consequences.TAKE_ALL",
    "bot.store.lists.SUMMARY",
    "bot.store.ratings.WHOLE",
    "bot.store.outbox.EARLIEST",
    "bot.store.invitations.NEWEST",
    "bot.store.postgres.claims.TAKE",
    "bot.store.postgres.statements.TAKE",
    "bot.store.personal.privacy.NAMING_ONE",
    "bot.store.outbox.GIVEN_BACK",
    "bot.store.postgres.statements.ADVANCE",
}
"""Parts of other statements."""

NOT_ASKED = (
    *("bot.store.sqlite", "bot.store.moving", "bot.store.auditing"),
    *("bot.store.maintenance", "bot.store.postgres.maintenance"),
)
"""Where a whole database is copied or examined, or a file alone is asked."""


BESIDE = (consequences.REACH, *(sql for _, each in consequences.FOLLOWING for sql in each))
"""What is written along with events."""


def finds() -> Iterator[str]:
    """What the program asks for by `find` and `drop`, by the values that it gives."""
    kinds = {kind.__name__: each for kind, each in KEPT.items()}
    texts = (file.read_text("utf-8") for file in sorted(ROOT.rglob("*.py")))
    for text in (each for each in texts if ".find" in each):
        for call in ast.walk(ast.parse(text)):
            match call:
                case ast.Call(
                    ast.Attribute(attr="find" | "find_one" | "drop" as verb),
                    [ast.Name(kind)],
                    named,
                ) if kind in kinds:
                    table, rows = kinds[kind]
                    having = [
                        _condition(rows.column(each.arg), each.value) for each in named if each.arg
                    ]
                    yield table.take(*having) if verb == "drop" else table.find(*having)


def _condition(column: str, value: ast.expr) -> str:
    return condition(column, value.value if isinstance(value, ast.Constant) else 0)


@cache
def made() -> tuple[str, ...]:
    """Those that are no constants of a module."""
    return (
        *(table.delete for table in GOING),
        *(*privacy.UNTRACE.values(), *privacy.DELETE_OF_MATCH.values()),
        *(*privacy.REWRITE_PERSON.values(), *privacy.OF_PERSON.values()),
        *(*privacy.LEAVE, *privacy.DELETE_ALL),
        *BESIDE,
        *(
            sql
            for table, _ in KEPT.values()
            if "changes" in table.columns
            for sql in (table.put_next, table.change_next)
        ),
        *finds(),
    )


ASKED = (True, False)
STATUSES = (
    None,
    frozenset({Status.INVITED, Status.RUNNING}),
    frozenset({Status.INVITED}),
    frozenset({Status.RUNNING}),
    frozenset({Status.ENDED}),
)


def constants() -> Iterator[tuple[str, str]]:
    """Every constant that is a statement, or the beginning of one, with its name."""
    for found in pkgutil.walk_packages(bot.store.__path__, "bot.store."):
        if found.name.startswith(NOT_ASKED) or found.name.endswith(".migrator"):
            continue
        module = importlib.import_module(found.name)
        for name, value in vars(module).items():
            if name.isupper() and isinstance(value, str) and STATEMENT.match(value):
                yield f"{found.name}.{name}", value


INSIDE = {sql for home, sql in constants() if home in FRAGMENTS}


def listings() -> Iterator[tuple[str, str]]:
    """Every way to list matches, by what is asked for."""
    for person, channel, guild, statuses in product(ASKED, ASKED, ASKED, STATUSES):
        wanted = sorted(each.value for each in statuses or ())
        sql = listing(person=person, channel=channel, guild=guild, statuses=statuses)
        yield f"listing {person} {channel} {guild} {wanted}", sql
