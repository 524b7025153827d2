"""Every table of the store, described once. A new table or column has to be named here.

The migrations make the tables, and a test compares both databases with this. What is exported and
deleted of a person, what is deleted with a match and what is moved to another database follow from
it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from bot.model.competitions.competition import Competition, Entrant, Fixture, League, Member
from bot.model.exercises.attempt import Attempt
from bot.model.exercises.daily import Daily, DayEntry
from bot.model.invitations import BlockedPerson, StandingChallenge
from bot.model.notices.records import FollowedMatch, FollowerNotified
from bot.model.places import FastStretch, Place, PostState
from bot.model.privacy.owner import Announcement, Exclusion
from bot.model.privacy.records import Deletion, KnownServer, ServerLeft
from bot.model.profiles.ladder import Rung
from bot.model.ratings.port import CurrentRating, DueContest, LeaderRole
from bot.model.ratings.rating import RatingPoint
from bot.model.records import (
    Arrangement,
    Draft,
    DueKind,
    DueReply,
    MatchId,
    Premove,
    PrivateNote,
    Visit,
    WaitingNote,
)
from bot.model.results import MatchResult
from bot.model.studies.kept import StoredStudy
from bot.store.rows import POSTED, SUMMARIES, ColumnKind, Columns, Rows

PREMOVES = Rows(Premove, "a prepared answer", when="when_played", then="answer")
REPLIES = Rows(DueReply, "that premoves are due", due="due_at")
DRAFTS = Rows(Draft, "a move in the making")
DELETIONS = Rows(Deletion, "a request", asked="asked_at")
LIVING_POSTS = Rows(PostState, "a living post", due="due_at", number="id")
PLACES = Rows(Place, "the place of a match", due="due_at")
STUDIES = Rows(StoredStudy, "a study")
ATTEMPTS = Rows(Attempt, "an attempt at an exercise")
DAILIES = Rows(Daily, "a puzzle of the day", without="due")
VISITS = Rows(Visit, "a visit of a match")
WAITING_NOTES = Rows(WaitingNote, "a note about a match")
PRIVATE_NOTES = Rows(PrivateNote, "a private note")
FOLLOWERS = Rows(FollowedMatch, "who follows a match")
FOLLOWERS_NOTIFIED = Rows(FollowerNotified, "when a follower was notified")
BLOCKS = Rows(BlockedPerson, "who is blocked")
STANDING = Rows(StandingChallenge, "a standing challenge")
ARRANGEMENTS = Rows(Arrangement, "an arrangement")
SERVERS = Rows(KnownServer, "a server", left="left_at", due="due_at")
DAY_ENTRIES = Rows(DayEntry, "who took part in a puzzle of the day")
CONTESTS = Rows(DueContest, "a contest", due="due_at")
LEADER_ROLES = Rows(LeaderRole, "the role of a leader", due="due_at")
EXCLUSIONS = Rows(Exclusion, "an exclusion")
ANNOUNCEMENTS = Rows(Announcement, "an announcement")
RUNGS = Rows(Rung, "a rung of the ladder")
STRETCHES = Rows(FastStretch, "a fast stretch", due="due_at")
LEAGUES = Rows(League, "a league", number="id")
MEMBERS = Rows(Member, "a member of a league", order="position")
COMPETITIONS = Rows(Competition, "a competition", number="id", due="due_at")
ENTRANTS = Rows(Entrant, "an entrant")
RESULTS = Rows(MatchResult, "the result of a match")
POINTS = Rows(RatingPoint, "a rating")
CURRENT = Rows(CurrentRating, "a rating")
FIXTURES = Rows(Fixture, "a fixture", match="first_match")


class Fate(Enum):
    """What happens to a row about a person who is deleted."""

    GOES = "deleted with them"
    LEAVES = "finds a match of theirs, and is deleted with their name in it"
    NAMELESS = "stays without them, which is a change of it"
    STAYS = "stays: somebody else takes their place, or other code deals with it"


@dataclass(frozen=True, slots=True)
class Table:
    """A table. Rows whose column `owner` is a person are about them, but only with one of the
    `scopes`, if there are any. The person is shown all columns of them except that one and the
    `hidden`. `stays` is why a table is not moved, and `rows` what values its rows represent, if
    they do. It `touches` if its rows affect what the next events of their match bring about."""

    name: str
    columns: Mapping[str, ColumnKind]
    key: tuple[str, ...]
    owner: str = ""
    scopes: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()
    fate: Fate = Fate.STAYS
    stays: str = ""
    rows: Rows[Any] | None = None
    touches: bool = False

    @property
    def shown(self) -> tuple[str, ...]:
        """The columns of rows about a person that the person is shown."""
        return tuple(name for name in self.columns if name not in {self.owner, *self.hidden})

    @property
    def condition(self) -> str:
        """The condition that finds the rows about the person `?1`."""
        scopes = ", ".join(f"'{scope}'" for scope in self.scopes)
        return f"{self.owner} = ?1" + (f" AND scope IN ({scopes})" if scopes else "")

    @property
    def _identified_by(self) -> str | None:
        known = {self.owner, "scope"} if self.scopes else {self.owner}
        return next((name for name in self.key if name not in known), None)

    @property
    def select(self) -> str:
        """All rows about the person `?1`, as they are shown to them."""
        order = self._identified_by or self.shown[0]
        columns = ", ".join(self.shown)
        return f"SELECT {columns} FROM {self.name} WHERE {self.condition} ORDER BY {order}"

    def find(self, *conditions: str) -> str:
        """The rows for which all of it holds, in the order of the key: a column has the value given
        for it, or fits the `condition` on it."""
        return f"SELECT {self._listed} {self._with(conditions)} ORDER BY {', '.join(self.key)}"

    def drop(self, *conditions: str) -> str:
        """Deletes the rows that `find` finds."""
        return f"DELETE {self._with(conditions)}"

    def take(self, *conditions: str) -> str:
        """The same, and returns them."""
        return f"{self.drop(*conditions)} RETURNING {self._listed}"

    @property
    def _listed(self) -> str:
        return self.rows.listed if self.rows else ", ".join(self.columns)

    @property
    def put(self) -> str:
        """Writes a row, instead of one with the same key."""
        rest = [f"{name} = excluded.{name}" for name in self.columns if name not in self.key]
        if not rest:
            return self.add
        return f"{self._insert} ON CONFLICT ({', '.join(self.key)}) DO UPDATE SET {', '.join(rest)}"

    @property
    def add(self) -> str:
        """Writes a row, unless there is one with the same key."""
        return f"{self._insert} ON CONFLICT DO NOTHING"

    @property
    def _insert(self) -> str:
        places = ", ".join("?" * len(self.columns))
        return f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({places})"

    @property
    def put_next(self) -> str:
        """Writes a row instead of the one with the same key and a change less."""
        return (
            f"{self.put}\nWHERE excluded.changes = {self.name}.changes + 1\nRETURNING {self.key[0]}"
        )

    @property
    def change_next(self) -> str:
        """The same only where there is one, so that what was deleted meanwhile does not come
        back."""
        places = {name: f"?{number}" for number, name in enumerate(self.columns, 1)}
        rest = (f"{name} = {at}" for name, at in places.items() if name not in self.key)
        same = (f"{name} = {places[name]}" for name in self.key)
        return (
            f"UPDATE {self.name} SET {', '.join(rest)} WHERE {' AND '.join(same)}"
            f" AND changes + 1 = {places['changes']}\nRETURNING {self.key[0]}"
        )

    @property
    def add_new(self) -> str:
        """The same, and returns the first column of its key if there was none."""
        return f"{self.add} RETURNING {self.key[0]}"

    def _with(self, conditions: tuple[str, ...]) -> str:
        held = " AND ".join(each if " " in each else f"{each} = ?" for each in conditions)
        return f"FROM {self.name} WHERE {held or 'TRUE'}"

    @property
    def delete(self) -> str:
        """Deletes at most `?2` rows about the person `?1`, and returns a row for each."""
        key, of_person = self._identified_by, f"FROM {self.name} WHERE {self.condition}"
        some = f"{key} IN (SELECT {key} {of_person} LIMIT ?2)" if key else "?2 > 0"
        return f"DELETE {of_person} AND {some} RETURNING 1"


def _table(
    name: str,
    columns: str | Rows[Any],
    key: str,
    owner: str = "",
    fate: Fate | None = None,
    *,
    scopes: tuple[str, ...] = (),
    hidden: str = "",
    stays: str = "",
    rows: Rows[Any] | None = None,
    touches: bool = False,
) -> Table:
    # `columns` are names, with the kind of each that is no number, or those of rows.
    rows = columns if isinstance(columns, Rows) else rows
    fate = fate or (Fate.GOES if owner else Fate.STAYS)
    keys, listed = tuple(key.split()), _columns(columns)
    unseen = frozenset(hidden.split())
    return Table(name, listed, keys, owner, scopes, unseen, fate, stays, rows, touches)


def condition(column: str, value: object) -> str:
    """That the column has the value: any of those in a list of numbers, or none for None."""
    if value is None:
        return f"{column} IS NULL"
    if isinstance(value, bool):
        # Its partial index is found by the number alone.
        return f"{column} = {int(value)}"
    return f"{column} IN (SELECT value FROM json_each(?))" if isinstance(value, list) else column


def _columns(of: str | Rows[Any]) -> Mapping[str, ColumnKind]:
    if isinstance(of, Rows):
        return of.columns
    parts = (each.partition(":") for each in of.split())
    return {column: ColumnKind(kind or "number") for column, _, kind in parts}


MATCHES = _table("matches", SUMMARIES, "id")

TABLES = (
    MATCHES,
    _table("events", "match_id seq kind:text payload:json at:time digest", "match_id seq"),
    _table("seats", "person match_id channel status:text", "person match_id"),
    _table("absences", "person match_id", "person match_id", "person", Fate.LEAVES),
    _table("departures", "person match_id", "person match_id", "person", Fate.LEAVES),
    _table("involvements", "person match_id", "person match_id", "person", Fate.LEAVES),
    _table(
        "outbox",
        "id match_id seq kind:text tries retry_at:time error:text channel message refused refusals"
        " clear_at:time has_buttons remove_at:time person direct about:json written:time laid_out",
        *("id", "person"),
        hidden="id tries error refused refusals clear_at has_buttons remove_at laid_out",
    ),
    _table(
        "positions",
        "match_id seq rules:text position:json",
        "match_id seq",
        stays="rebuilt from the events on demand",
    ),
    _table("places", PLACES, "match_id"),
    _table("stretches", STRETCHES, "match_id", "person", Fate.STAYS),
    _table("standing_challenges", STANDING, "match_id", "host"),
    _table("arrangements", ARRANGEMENTS, "name"),
    _table(
        "notices",
        "match_id seq person began:time called_at:time last_at:time reminders warned muted"
        " next_at:time",
        *("match_id", "person"),
    ),
    _table(
        *("mentions", "id person match_id seq kind:text next_at:time", "id", "person"), hidden="id"
    ),
    _table("drafts", DRAFTS, "person match_id", "person"),
    _table("premoves", PREMOVES, "person match_id plies when_played", "person", touches=True),
    _table("replies", REPLIES, "match_id"),
    _table("studies", STUDIES, "person number", "person"),
    _table("waiting_notes", WAITING_NOTES, "person match_id", "person"),
    _table("visits", VISITS, "person match_id", "person"),
    _table("private_notes", PRIVATE_NOTES, "person match_id", "person"),
    _table("followers", FOLLOWERS, "match_id person", "person"),
    _table("followers_notified", FOLLOWERS_NOTIFIED, "person", "person"),
    _table("rungs", RUNGS, "person game level seat", "person"),
    _table("attempts", ATTEMPTS, "person kind game name", "person"),
    _table("day_entries", DAY_ENTRIES, "person guild day", "person"),
    _table("calendars", "person since:time calendar:json", "person since", "person"),
    _table(
        *("preferences", "scope:text owner settings:json", "scope owner", "owner"),
        scopes=("person", "notices"),
    ),
    _table(
        "allowances",
        "scope:text owner name:text full_at",
        *("scope owner name", "owner"),
        scopes=("person",),
        hidden="scope",
        stays="what people may ask for just now",
    ),
    _table("blocks", BLOCKS, "person blocked", "person", hidden="blocked"),
    _table("exclusions", EXCLUSIONS, "scope owner", "owner", Fate.STAYS, scopes=("person",)),
    _table("announcements", ANNOUNCEMENTS, "number"),
    _table("deletions", DELETIONS, "person", "person", Fate.STAYS),
    _table("servers", SERVERS, "guild"),
    _table("dailies", DAILIES, "guild"),
    _table(
        *("leader_roles", LEADER_ROLES, "role", "holder", Fate.NAMELESS),
        hidden="channel ends due_at trouble changes",
    ),
    _table("living_posts", LIVING_POSTS, "id"),
    _table("leagues", LEAGUES, "id", "host", Fate.NAMELESS),
    _table("members", MEMBERS, "person league", "person"),
    _table("competitions", COMPETITIONS, "id", "host", Fate.NAMELESS),
    _table("entrants", ENTRANTS, "competition number", "person", Fate.STAYS),
    _table("fixtures", FIXTURES, "competition round board"),
    _table("results", RESULTS, "person match_id", "person", hidden="opponent"),
    _table(
        "contests", "number second pool:text guild at:time eligibility:text due_at:time", "number"
    ),
    _table(
        "contest_people",
        "number seat person rank late rating:json weight:json moved_at:time",
        *("number seat", "person", Fate.STAYS),
    ),
    _table("rating_points", POINTS, "person pool number", "person"),
    _table("ratings", CURRENT, "person pool", "person", hidden="points"),
    _table(
        "rated_guilds",
        "person guild pool:text at:time points certain_until:time",
        *("person guild pool", "person"),
        hidden="points certain_until",
    ),
    _table("counters", "name:text value", "name"),
)
"""All tables, each after those that its rows refer to."""

TABLE = {table.name: table for table in TABLES}

KEPT = {table.rows.kind: (table, table.rows) for table in TABLES if table.rows}
"""By kind of value, the table of those that are found one by one."""


@dataclass(frozen=True, slots=True)
class DueWork:
    """Rows of a table as durable work, due from the instant in the column `at` on and taken on by
    the key, or all `in_order` by one process at a time. The worker gets what `rows` make of them; a
    row for which `only` does not hold is not due at all."""

    table: str
    rows: Rows[Any] | Columns
    at: str = "due_at"
    only: str = ""
    in_order: bool = False

    @property
    def number(self) -> str:
        return TABLE[self.table].key[0]

    @property
    def claimed(self) -> str:
        """The number under which a row is taken on."""
        return "0" if self.in_order else f"{self.table}.{self.number}"

    @property
    def listed(self) -> str:
        return f"SELECT {self.rows.listed} FROM {self.table}"

    @property
    def is_due(self) -> str:
        return f"{self.only and f'{self.only} AND '}{self.at} <= ?1"

    @property
    def order(self) -> str:
        return f"{self.at}, {self.number}"


OF_MATCH_ALONE = Columns("match_id", MatchId)

WORK = {
    DueKind.MATCH: DueWork("matches", Columns("id", MatchId), "due"),
    DueKind.OLD_POST: DueWork("outbox", POSTED, "remove_at"),
    DueKind.PLACE: DueWork("places", OF_MATCH_ALONE),
    DueKind.STRETCH: DueWork("stretches", OF_MATCH_ALONE),
    DueKind.SERVER: DueWork("servers", Rows(ServerLeft, "a server", left="left_at")),
    DueKind.DELETION: DueWork("deletions", DELETIONS, "asked_at"),
    DueKind.LIVING_POST: DueWork("living_posts", LIVING_POSTS, only="shown <> changes"),
    DueKind.LEADER_ROLE: DueWork("leader_roles", LEADER_ROLES),
    DueKind.LEAGUE: DueWork("leagues", LEAGUES, "begins"),
    DueKind.COMPETITION: DueWork("competitions", COMPETITIONS),
    DueKind.REPLY: DueWork("replies", REPLIES),
    DueKind.CONTEST: DueWork("contests", CONTESTS, in_order=True),
}
"""The tables that are queues, too."""

# Longest due first, so that nobody starves while many are due.
DUE_PEOPLE = """SELECT person FROM (
    SELECT person, next_at FROM (
        SELECT person, next_at FROM notices WHERE next_at <= ?1 ORDER BY next_at LIMIT 500
    )
    UNION ALL SELECT person, next_at FROM (
        SELECT person, next_at FROM mentions WHERE next_at <= ?1 ORDER BY next_at LIMIT 500
    )
) GROUP BY person ORDER BY min(next_at) LIMIT ?2"""

DUE = {
    kind: f"{work.listed} WHERE {work.is_due} ORDER BY {work.order} LIMIT ?2"
    for kind, work in WORK.items()
} | {DueKind.PERSON: DUE_PEOPLE}
"""The statements that find the rows due at `?1`, longest due first."""

READ: dict[DueKind, Callable[..., Any]] = {
    **{kind: work.rows.of for kind, work in WORK.items()},
    DueKind.PERSON: int,
}
"""What each of those rows becomes."""

OF_DATABASE = {
    "migrations": "each database has its own",
    "match_numbers": "goes along as the last number of the matches",
    "processes": "those that are at work on that database",
    "claims": "what those have taken on",
    "budgets": "what the processes may ask for just now",
    "moving": "says that a database is half copied",
}
"""The tables that only a database itself needs, each with the reason why it is not moved."""

MOVED = tuple(table for table in TABLES if not table.stays)

NUMBERED = tuple(table.name for table in TABLES if table.key == ("id",))
"""The tables that number their rows; no number of a match or a post is used twice."""

SHOWN = tuple(table for table in TABLES if table.owner)
"""What the export of a person contains."""

GOING = (
    *(table for table in TABLES if table.fate is Fate.GOES),
    *(replace(table, owner="blocked") for table in TABLES if table.name == "blocks"),
)
"""What is deleted with a person; others' notes about them are not theirs to see."""

TRACES = tuple(table.name for table in TABLES if table.fate is Fate.LEAVES)
"""Tables that find a person's matches, by `person` and `match_id`. `seats` follows the matches."""

NAMELESS = tuple(table for table in TABLES if table.fate is Fate.NAMELESS)

SEEN_TO = ("matches", "results", "contests", "servers")
"""Data of a server that is deleted by other means, in time, or stays."""

OF_SERVER = tuple(
    table.name for table in TABLES if "guild" in table.columns and table.name not in SEEN_TO
)
"""The tables that are deleted with a server."""

OF_MATCH = tuple(table.name for table in reversed(TABLES) if "match_id" in table.columns)
"""The tables that are deleted with a match, those before others whose rows refer to them."""
