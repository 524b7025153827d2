"""Whose each row of each table is. A table or a column that is new has to be named here."""

from collections.abc import Mapping
from dataclasses import dataclass

GIVEN = "IN (SELECT value FROM json_each(?1))"
"""That a column is one of the numbers given as a JSON list."""


@dataclass(frozen=True, slots=True)
class Own:
    """Rows about one person, `?1`: those of a table that fit the condition.

    At most `?2` of them are deleted at once, told apart by the column `key`; without one all are.
    `shown` is what the person is given of them.
    """

    table: str
    condition: str
    key: str | None
    shown: tuple[str, ...]

    @property
    def delete(self) -> str:
        """Deletes some of them, and answers a row for each."""
        some = (
            f" AND {self.key} IN "
            f"(SELECT {self.key} FROM {self.table} WHERE {self.condition} LIMIT ?2)"
        )
        kept = some if self.key else " AND ?2 > 0"
        return f"DELETE FROM {self.table} WHERE {self.condition}{kept} RETURNING 1"

    @property
    def select(self) -> str:
        """All of them, as they are shown."""
        columns, order = ", ".join(self.shown), self.key or self.shown[0]
        return f"SELECT {columns} FROM {self.table} WHERE {self.condition} ORDER BY {order}"


OWN = (
    Own("preferences", "owner = ?1 AND scope IN ('person', 'notices')", None, ("scope", "said")),
    Own("calendars", "person = ?1", "since", ("since", "calendar")),
    Own(
        "drafts",
        "person = ?1",
        "match_id",
        ("match_id", "seq", "changes", "keys", "move", "offers"),
    ),
    Own(
        *("premoves", "person = ?1", "match_id"),
        ("match_id", "plies", "when_played", "answer", "board_seq"),
    ),
    Own("told_later", "person = ?1", "match_id", ("match_id", "text")),
    Own("visits", "person = ?1", "match_id", ("match_id", "seq", "at")),
    Own("private_notes", "person = ?1", "match_id", ("match_id", "text")),
    Own(
        *("notices", "person = ?1", "match_id"),
        (
            *("match_id", "seq", "began", "called_at", "last_at", "reminders", "warned", "muted"),
            "next_at",
        ),
    ),
    Own("mentions", "person = ?1", "id", ("match_id", "seq", "kind", "next_at")),
    Own("followers", "person = ?1", "match_id", ("match_id",)),
    Own("followers_told", "person = ?1", None, ("at",)),
    Own("allowances", "owner = ?1 AND scope = 'person'", "name", ("name", "full_at")),
    Own("blocks", "person = ?1", "blocked", ("name",)),
    Own("standing_challenges", "host = ?1", "match_id", ("match_id", "channel", "until", "taken")),
    Own(
        *("outbox", "person = ?1", "id"),
        ("match_id", "seq", "kind", "direct", "about", "written", "channel", "message", "retry_at"),
    ),
)
"""What is one person's, and goes with them."""

OF_OTHERS = (Own("blocks", "blocked = ?1", "person", ("name",)),)
"""What others keep about the person: it goes with them too, and is not theirs to see."""

TRACES = ("absences", "departures", "involvements")
"""Tables that find a person's matches, by `person` and `match_id`. `seats` follows the matches."""

OF_MATCH = (
    *("outbox", "mentions", "notices", "drafts", "premoves", "told_later", "visits"),
    *("private_notes", "followers", "places", "stretches", "positions", "standing_challenges"),
    *(*TRACES, "seats", "events"),
)
"""The tables that go with a match, those before others whose rows point to them."""

NAMED_BY_MATCH: Mapping[str, tuple[str, ...]] = {
    "matches": ("people", "turn", "awaited"),
    "events": ("payload",),
    "seats": ("person",),
    "stretches": ("person",),
}
"""The columns in which somebody else stands for a deleted person."""
