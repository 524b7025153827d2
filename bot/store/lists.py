"""The statements that list matches: one for each kind of question, each led by an index."""

from collections.abc import Sequence
from functools import cache

from bot.model.match import OPEN
from bot.model.records import Status
from bot.store.rows import SUMMARIES

SUMMARY = "SELECT " + ", ".join(f"matches.{column}" for column in SUMMARIES.columns)
IS_OPEN = "{table}.status IN ('invited', 'running')"
"""Word for word the condition of the partial indexes: only so does SQLite see that they serve."""

ENDED = frozenset({Status.ENDED})
"""What profiles are read off, by a partial index of its own."""


INVITED = frozenset({Status.INVITED})
"""What lobbies are read off, by a partial index of its own."""


@cache
def listing(*, person: bool, channel: bool, guild: bool, statuses: frozenset[Status] | None) -> str:
    """The newest matches that fit what is given: `person`, `channel`, `guild`, then `limit`."""
    is_open = statuses is not None and statuses <= frozenset(OPEN)
    # CROSS JOIN keeps the seats outside: their order by match is the order of the list.
    # INDEXED BY: else SQLite prefers the key of the seats, and walks through all that has ended.
    index = _index(is_open=is_open, is_ended=statuses == ENDED and not channel)
    seats = f"seats {index}CROSS JOIN matches"
    only_invited = channel and not person and statuses == INVITED
    matches = f"matches {'INDEXED BY matches_open_challenges' * only_invited}".rstrip()
    source = f"{seats} ON matches.id = seats.match_id" if person else matches
    table, number = ("seats", "match_id") if person else ("matches", "id")
    conditions = [f"{table}.person = :person"] if person else []
    if channel:
        conditions.append(f"{table}.channel = :channel")
    if guild:
        # The channel leads already; one server has it.
        conditions.append("+matches.guild = :guild" if channel else "matches.guild = :guild")
    conditions += _of_statuses(table, statuses)
    return (
        f"{SUMMARY}\nFROM {source}\nWHERE {' AND '.join(conditions) or 'true'}\n"
        f"ORDER BY {table}.{number} DESC LIMIT :limit"
    )


def _index(*, is_open: bool, is_ended: bool) -> str:
    if is_open:
        return "INDEXED BY seats_open "
    return "INDEXED BY seats_ended " if is_ended else ""


def _of_statuses(table: str, statuses: frozenset[Status] | None) -> list[str]:
    if statuses is None:
        return []
    if statuses == ENDED:
        return [f"{table}.status = 'ended'"]
    if not statuses:
        return ["false"]
    opened = IS_OPEN.format(table=table)
    if statuses == INVITED:
        return [opened, f"{table}.status = 'invited'"]
    names = ", ".join(f"'{each}'" for each in sorted(statuses))
    wanted = f"{table}.status IN ({names})"
    if statuses == frozenset(OPEN):
        return [opened]
    return [opened, wanted] if statuses < frozenset(OPEN) else [wanted]


def wanted_statuses(statuses: Sequence[Status] | None) -> frozenset[Status] | None:
    """The statuses as one question: asked for all of them, nothing is asked."""
    asked = None if statuses is None else frozenset(statuses)
    return None if asked == frozenset(Status) else asked
