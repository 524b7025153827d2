"""In a file every statement of the store finds what it wants by an index, in its order."""

import re
from collections.abc import Iterator

import pytest

from bot.model.records import DueKind
from bot.store import (
    competitions,
    invitations,
    lists,
    matches,
    notices,
    outbox,
    places,
    ratings,
)
from bot.store.personal import exercises, limits, of_match, preferences, privacy
from bot.store.schema import DUE, TABLE
from tests.store.memory import MemoryStore
from tests.store.statements import INSIDE, constants, listings, made

OWN = r"json_each|wanted|each|CONSTANT|\(|leap|waiting|\w+_by_\w+$"
WALK = re.compile(f"SCAN (?!{OWN})")
"""A step that reads a table from one end to the other, and no list of the statement's own."""

ALLOWED = {
    # Few people and servers at a time.
    "SELECT person, asked_at FROM deletions WHERE TRUE ORDER BY person": ["SCAN deletions"],
    "due deletion": ["SCAN deletions"],
    TABLE["servers"].find(): ["SCAN servers"],
    TABLE["exclusions"].find(): ["SCAN exclusions"],
    # Up to the first of them.
    "bot.store.outbox.UPCOMING": [
        "SCAN replies USING COVERING INDEX replies_due",
        "SCAN mentions USING COVERING INDEX mentions_by_time",
    ],
    # Asked for nothing, the newest matches are the end of the table itself.
    "listing False False False []": ["SCAN matches"],
    "listing False False False ['ended']": ["SCAN matches"],
}
SORTED = {
    # Rows that the statement itself brings along, or that are about a person, a league or a few
    # matches.
    *("consequences.POST", "consequences.RECORD", "notices.POST_ONE", "limits.TAKE"),
    *("notices.LEAVE_NOTES", "privacy.EVENTS_OF", "privacy.IN_MATCHES"),
    *("privacy.CHALLENGED_IN", "due deletion", "digests.LOGS"),
    *("lists.BY_GAME", "lists.BY_OPPONENT"),
    # What waits or is due: short, unless Discord is out.
    *("schema.DUE_PEOPLE", "due person", "outbox.PENDING", "outbox.RETRY_IN"),
}


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def steps_of(store: MemoryStore, sql: str) -> list[str]:
    """How SQLite goes about it, whatever the values are."""
    names = dict.fromkeys(re.findall(r"(?<!:):(\w+)", sql))
    count = max((int(number) for number in re.findall(r"\?(\d+)", sql)), default=sql.count("?"))
    plan = store.connection.execute(f"EXPLAIN QUERY PLAN {sql}", names or [None] * count)
    return [step for *_, step in plan]


def statements() -> Iterator[tuple[str, str]]:
    for home, sql in constants():
        if sql not in INSIDE and not home.startswith("bot.store.postgres."):
            yield home, sql
    yield from ((sql, sql) for sql in made())
    yield from ((f"due {kind}", sql) for kind, sql in DUE.items())
    yield from listings()


def test_no_statement_walks_a_table_or_sorts_what_an_index_has_sorted(store: MemoryStore) -> None:
    indexes = "SELECT list.name FROM sqlite_schema AS t, pragma_index_list(t.name) AS list"
    # Of what has passed, a partial index has nothing.
    short = {name for (name,) in store.sql(f"{indexes} WHERE list.partial")}
    walks, sorts, others = {}, set(), made()
    for home, sql in statements():
        steps = steps_of(store, sql)
        walked = [step for step in steps if WALK.match(step) and step.split()[-1] not in short]
        if walked != ALLOWED.get(home, []):
            walks[home] = walked
        # All rows about one person, as they are handed out, may be put in order.
        if sql not in others and any("TEMP B-TREE" in step for step in steps):
            sorts.add(".".join(home.split(".")[-2:]))
    assert (walks, sorts) == ({}, SORTED)


def test_no_list_of_what_is_open_looks_at_what_has_ended(store: MemoryStore) -> None:
    partial = ("_open", "_invited_by_guild", "_running_by_guild")
    for home, sql in listings():
        first, *_ = steps_of(store, sql)
        if "invited" in home or "running" in home:
            assert any(name in first for name in partial), (home, first)


LISTED = dict(listings())
ROWID = "USING INTEGER PRIMARY KEY"


@pytest.mark.parametrize(
    ("sql", "wanted"),
    [
        (LISTED["listing False True False ['invited']"], ["INDEX matches_open_challenges (chan"]),
        (LISTED["listing True False False ['ended']"], ["INDEX seats_ended", f"matches {ROWID}"]),
        (lists.HISTORIES, [f"matches {ROWID}", "events USING PRIMARY KEY"]),
        (lists.ABSENCES, ["absences USING PRIMARY KEY", f"matches {ROWID}"]),
        (lists.INVOLVEMENTS, ["involvements USING PRIMARY KEY", f"matches {ROWID}"]),
        (lists.DEPARTURES, ["departures USING PRIMARY KEY", f"matches {ROWID}"]),
        (matches.OPEN_MATCHES, ["COVERING INDEX matches_open_games"]),
        (DUE[DueKind.MATCH], ["INDEX matches_by_due"]),
        (TABLE["arrangements"].find("name"), ["arrangements USING PRIMARY KEY (name=?)"]),
        (
            TABLE["arrangements"].find("match_id IS NULL"),
            ["COVERING INDEX arrangements_by_match (match_id=?)"],
        ),
        (TABLE["matches"].find("pair"), ["INDEX matches_by_pair (pair=?)"]),
        (TABLE["rungs"].find("person"), ["rungs USING PRIMARY KEY (person=?)"]),
        (
            TABLE["attempts"].find("person", "kind", "game", "name"),
            ["attempts USING PRIMARY KEY (person=? AND kind=? AND game=? AND name=?)"],
        ),
        (
            TABLE["attempts"].find("person", "kind", "game"),
            ["attempts USING PRIMARY KEY (person=? AND kind=? AND game=?)"],
        ),
        (TABLE["studies"].find("person", "number"), ["studies USING PRIMARY KEY (person=? AND n"]),
        (of_match.STUDY_TITLES, ["studies USING PRIMARY KEY (person=?)"]),
        (
            TABLE["studies"].drop("match_id"),
            ["COVERING INDEX studies_by_match (match_id=?)"],
        ),
        (exercises.TRIALS, ["attempts USING PRIMARY KEY (person=?)"]),
        (
            exercises.NEWCOMERS,
            [
                "stage USING COVERING INDEX attempts_by_begun (begun>? AND begun<?)",
                "earlier USING PRIMARY KEY (person=? AND kind=?)",
                "seats USING COVERING INDEX seats_by_channel (person=?)",
                "events USING PRIMARY KEY (match_id=?)",
            ],
        ),
        (DUE[DueKind.LIVING_POST], ["INDEX living_posts_stale (due_at<?)"]),
        (places.NOTE, ["INDEX living_posts_by_subject (kind=? AND subject=?)"]),
        (places.CHANGED, ["INDEX living_posts_by_subject (kind=? AND subject=?)"]),
        (TABLE["living_posts"].find("kind", "guild"), ["INDEX living_posts_by_guild (guild=?)"]),
        (
            exercises.RESULTS,
            [
                "INDEX day_entries_by_day (guild=? AND day=?)",
                "attempts USING PRIMARY KEY (person=? AND kind=? AND game=? AND name=?)",
                "preferences USING PRIMARY KEY (scope=? AND owner=?)",
            ],
        ),
        (TABLE["day_entries"].find("guild"), ["INDEX day_entries_by_day (guild=?)"]),
        (
            TABLE["day_entries"].take("guild", "day"),
            ["INDEX day_entries_by_day (guild=? AND day=?)"],
        ),
        (DUE[DueKind.LEADER_ROLE], ["INDEX leader_roles_by_time"]),
        (TABLE["leader_roles"].find("holder"), ["INDEX leader_roles_by_holder (holder=?)"]),
        (
            ratings.RANKED,
            [
                "COVERING INDEX ratings_by_points (pool=? AND points<?)",
                "ratings USING PRIMARY KEY (person=? AND pool=?)",
                "preferences USING PRIMARY KEY (scope=? AND owner=?)",
            ],
        ),
        (
            ratings.RANKED_IN,
            [
                "COVERING INDEX rated_guilds_by_points (guild=? AND pool=? AND points<?)",
                "ratings USING PRIMARY KEY (person=? AND pool=?)",
                "preferences USING PRIMARY KEY (scope=? AND owner=?)",
            ],
        ),
        (ratings.LOOK, ["INDEX leader_roles_by_guild (guild=?)"]),
        (privacy.LEAVE[0], ["INDEX leader_roles_by_holder (holder=?)"]),
        (DUE[DueKind.LEAGUE], ["INDEX leagues_by_time"]),
        (TABLE["leagues"].find("guild"), ["INDEX leagues_by_guild (guild=?)"]),
        (TABLE["members"].find("league"), ["INDEX members_by_league (league=?)"]),
        (TABLE["members"].find("person"), ["members USING PRIMARY KEY (person=?)"]),
        (DUE[DueKind.COMPETITION], ["INDEX competitions_by_time"]),
        (competitions.OPEN, ["INDEX competitions_open (guild=?)"]),
        (competitions.TOURNAMENTS, ["INDEX competitions_tournaments (guild=?)"]),
        (TABLE["competitions"].find("league"), ["INDEX competitions_by_league (league=?)"]),
        (TABLE["entrants"].find("person"), ["INDEX entrants_by_person (person=?)"]),
        (TABLE["matches"].find("competition"), ["INDEX matches_by_competition (competition=?)"]),
        (outbox.WAITING, ["INDEX outbox_waiting", f"post {ROWID}", "events USING PRIMARY KEY"]),
        (outbox.OUTDATE, ["INDEX outbox_buttons"]),
        (DUE[DueKind.OLD_POST], ["INDEX outbox_remove"]),
        (outbox.RETRY, ["INDEX outbox_refused"]),
        (outbox.EARLIER_TOO, ["INDEX outbox_refused"]),
        (outbox.WAITS, ["INDEX outbox_waiting"]),
        (outbox.BOARDS_DUE, ["INDEX outbox_waiting", "INDEX outbox_waiting"]),
        (outbox.LAST_BOARD, ["INDEX outbox_standing"]),
        (notices.ABOUT, ["INDEX outbox_standing"]),
        (preferences.HISTORY, ["calendars USING PRIMARY KEY (person=?)"]),
        (preferences.CLOCKS, ["INDEX matches_by_turn (turn=?)"]),
        (preferences.MOVE, [f"matches {ROWID}"]),
        (
            TABLE["blocks"].take("person", "blocked"),
            ["blocks USING PRIMARY KEY (person=? AND blocked=?)"],
        ),
        (
            invitations.BLOCKS_AMONG,
            [
                "COVERING INDEX blocks_by_blocked (blocked=? AND person=?)",
                "blocks USING PRIMARY KEY (person=? AND blocked=?)",
            ],
        ),
        (invitations.PLAYED, ["seats USING PRIMARY KEY (person=? AND match_id<?)"] * 4),
        (
            TABLE["standing_challenges"].find("host", "channel"),
            ["INDEX standing_by_host (host=? AND channel=?)"],
        ),
        (TABLE["standing_challenges"].find("taken = 1"), ["INDEX standing_taken"]),
        (notices.UNFOLLOW, ["followers USING PRIMARY KEY (match_id=? AND person=?)"]),
        (notices.UNTELL, ["INDEX mentions_followed (match_id=? AND person=?)"]),
        (notices.FOLLOWED, ["COVERING INDEX followers_by_person (person=?)"]),
        (notices.LEAVE_NOTES, ["COVERING INDEX followers_by_person (person=?)"]),
        (notices.END_ALL, ["COVERING INDEX followers_by_person (person=?)"]),
        (notices.UNTELL_ALL, ["INDEX mentions_by_person (person=?)"]),
        (TABLE["places"].find("thread"), ["INDEX places_by_thread"]),
        (DUE[DueKind.PLACE], ["INDEX places_by_time"]),
        (DUE[DueKind.STRETCH], ["INDEX stretches_by_time"]),
        (
            limits.OPEN_COUNTS,
            [
                *("INDEX matches_by_host", "COVERING INDEX seats_running"),
                "COVERING INDEX matches_invited_by_guild",
                "COVERING INDEX matches_running_by_guild",
            ],
        ),
        (limits.DRAFTS, ["drafts USING PRIMARY KEY", f"matches {ROWID}"]),
        (limits.TAKE, ["held USING PRIMARY KEY"]),
        (limits.FULL, ["held USING PRIMARY KEY"]),
        (limits.SWEEP, ["COVERING INDEX allowances_by_time"]),
    ],
)
def test_it_is_found_by_the_index_for_it(store: MemoryStore, sql: str, wanted: list[str]) -> None:
    steps = [each for each in steps_of(store, sql) if " USING " in each and "TEMP" not in each]
    assert len(steps) == len(wanted), steps
    assert all(each in step for each, step in zip(wanted, steps, strict=True)), steps


def test_what_is_next_due_of_each_kind_is_read_off_the_end_of_an_index(store: MemoryStore) -> None:
    steps = " ".join(steps_of(store, outbox.UPCOMING))
    for index in (
        *("matches_by_due", "notices_by_time", "mentions_by_time", "outbox_remove"),
        *(
            "places_by_time",
            "stretches_by_time",
            "servers_by_time",
            "living_posts_stale",
            "leader_roles_by_time",
            "leagues_by_time",
            "competitions_by_time",
        ),
    ):
        assert f"INDEX {index}" in steps


def test_refused_posts_of_a_channel_are_found_among_the_refused(store: MemoryStore) -> None:
    steps = [step for step in steps_of(store, outbox.RETRY_IN) if " outbox" in step]
    assert steps
    assert all("INDEX outbox_refused" in step for step in steps), steps
