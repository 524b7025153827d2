"""What is written with the end of a match: the results of its people, and when it is settled."""

import json
from datetime import datetime
from typing import Any

from bot.model.results.result import SETTLING, MatchEnd
from bot.store.rows import ColumnKind, time_text
from bot.store.schema import RESULTS

CASTS = {ColumnKind.NUMBER: "bigint", ColumnKind.TEXT: "text", ColumnKind.TIME: "timestamptz"}
ELEMENTS = ", ".join(
    f"(value ->> {at})/*::{CASTS[kind]}*/" for at, kind in enumerate(RESULTS.columns.values())
)
KEEP_RESULTS = f"""INSERT INTO results ({RESULTS.listed})
SELECT {ELEMENTS}
FROM matches, json_each(:results) WHERE matches.id = :id ON CONFLICT DO NOTHING"""
SETTLE_SOON = """INSERT INTO contests (number, second, at, due_at)
SELECT :contest/*::bigint*/, :second/*::bigint*/, :at/*::timestamptz*/, :settle_at/*::timestamptz*/
FROM matches WHERE matches.id = :id
ON CONFLICT (number) DO UPDATE SET second = coalesce(excluded.second, contests.second),
    at = excluded.at, due_at = excluded.due_at"""


def end_values(end: MatchEnd, at: datetime) -> dict[str, Any]:
    """The values of the statements that keep what a match came to, but for the match."""
    return {
        "results": json.dumps([RESULTS.values(each) for each in end.results]),
        "contest": end.contest,
        "second": end.second,
        "settle_at": time_text(at + SETTLING),
    }
