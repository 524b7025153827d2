"""The store on disk: the contract, and what a file adds to it."""

import asyncio
import re
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bot.model.events import Played
from bot.model.records import Status
from bot.model.refusals import BrokenMatch, StaleMatch, StoreTrouble
from bot.store import histories, matches, notices, outbox, places, stretches
from bot.store.beside import consequences, posts
from bot.store.following import followers
from bot.store.invitations import blocks, lobbies, standing_challenges
from bot.store.lists import listing
from bot.store.personal import calendars, limits, of_match
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.migrator import connect
from tests.store.contract import (
    ADA,
    ASKED,
    LATER,
    NOW,
    StoreContract,
    append,
    deliver_all,
    new_match,
    play,
    row_of,
)
from tests.store.contract_notices import NoticesContract
from tests.store.contract_places import PlacesContract
from tests.store.contract_stretches import StretchesContract
from tests.store.following_contract import FollowingContract
from tests.store.invitation_contract import InvitationContract
from tests.store.limits_contract import LimitsContract
from tests.store.privacy_contract import PrivacyContract


class TestSqliteStore(StoreContract):
    """The contract, on the store on disk."""


class TestSqliteNotices(NoticesContract):
    """The same for what people are told."""


class TestSqliteInvitations(InvitationContract):
    """What it keeps about invitations."""


class TestSqliteFollowing(FollowingContract):
    """What it keeps about those who follow matches, and private notes."""


class TestSqlitePlaces(PlacesContract):
    """The same for where matches are posted."""


class TestSqliteLimits(LimitsContract):
    """What it keeps for limits."""


class TestSqliteStretches(StretchesContract):
    """The same for fast stretches."""


class TestSqlitePrivacy(PrivacyContract):
    """The same for forgetting people and servers."""


async def pragma(store: SqliteStore, name: str) -> object:
    found = list(await store.writer.execute_fetchall(f"PRAGMA {name}"))
    return found[0][0]


async def test_an_answered_write_is_on_the_disk_and_readers_do_not_wait(
    store: SqliteStore,
) -> None:
    full, seconds = 2, 5000

    assert await pragma(store, "journal_mode") == "wal"
    assert await pragma(store, "synchronous") == full
    assert await pragma(store, "foreign_keys") == 1
    assert await pragma(store, "busy_timeout") == seconds


async def test_the_folder_is_made_where_missing(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "deep" / "down" / "matches.sqlite3")
    match = await new_match(store)

    assert (await store.summary(match)).match == match
    await store.close()


async def test_what_one_store_writes_another_on_the_same_file_reads(
    store: SqliteStore, path: Path
) -> None:
    other = await SqliteStore.open(path)
    match = await new_match(store)
    await play(other, match, 1)

    assert len(await store.events(match)) == 2
    await other.close()


async def test_two_stores_on_one_file_can_not_both_write_the_same_event(
    store: SqliteStore, path: Path
) -> None:
    other = await SqliteStore.open(path)
    match = await new_match(store)

    for after in range(1, 20):
        answers = await asyncio.gather(
            play(store, match, after, "here", "turn"),
            play(other, match, after, "there", "turn"),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers if answer] == [StaleMatch]

    assert [each.seq for each in await store.events(match)] == list(range(1, 21))
    await other.close()


async def test_two_stores_on_one_file_lose_no_change_of_preferences(
    store: SqliteStore, path: Path
) -> None:
    other = await SqliteStore.open(path)
    try:
        for owner in range(1, 20):
            await asyncio.gather(
                store.change_preferences("person", owner, lambda said: {**said, "here": 1}),
                other.change_preferences("person", owner, lambda said: {**said, "there": 2}),
            )
            assert await store.preferences("person", owner) == {"here": 1, "there": 2}
    finally:
        await other.close()


async def test_the_key_alone_stops_a_second_event_at_the_same_place(
    store: SqliteStore, path: Path
) -> None:
    match = await new_match(store)
    await play(store, match, 1)
    with connect(path) as tampering:
        tampering.execute("UPDATE matches SET seq = 1")
    tampering.close()

    with pytest.raises(StaleMatch):
        await play(store, match, 1, "again")

    assert len(await store.events(match)) == 2


async def test_a_writer_that_is_cancelled_finishes_all_the_same(store: SqliteStore) -> None:
    match = await new_match(store)

    for after in range(1, 30):
        writing = asyncio.create_task(play(store, match, after, says="turn"))
        for _ in range(after % 7):
            await asyncio.sleep(0)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        last = (await store.summary(match)).seq
        if last == after:
            # Cancelled before it began, or still on its way: writing again tells which.
            await asyncio.gather(play(store, match, after), return_exceptions=True)
    await store.close()

    reopened = await SqliteStore.open(store.path)
    assert [each.seq for each in await reopened.events(match)] == list(range(1, 31))
    await reopened.close()


async def test_closing_waits_for_what_is_being_written(store: SqliteStore, path: Path) -> None:
    match = await new_match(store)
    writing = asyncio.create_task(play(store, match, 1))
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(writing, return_exceptions=True)

    reopened = await SqliteStore.open(path)
    answered = writing.exception() is None
    assert len(await reopened.events(match)) == (2 if answered else 1)
    await reopened.close()


async def test_a_closed_store_refuses_with_a_sentence(store: SqliteStore) -> None:
    await store.close()

    with pytest.raises(StoreTrouble, match="shutting down"):
        await store.summaries()
    with pytest.raises(StoreTrouble, match="shutting down"):
        await new_match(store)


async def test_an_event_of_an_unknown_kind_is_named_not_skipped(
    store: SqliteStore, path: Path
) -> None:
    match = await new_match(store)
    with connect(path) as tampering:
        tampering.execute("INSERT INTO events VALUES (?, 2, 'teleported', '{}', ?)", (1, "2026"))
    tampering.close()

    with pytest.raises(BrokenMatch, match=r"event 2 \(teleported\)"):
        await store.events(match)


@pytest.mark.parametrize(
    "payload",
    [
        "[" * 990 + "]" * 990,
        "[1]",
        '{"seat":"1","text":"1"}',
        '{"seat":1}',
        '{"seat":1e999}',
    ],
    ids=["deep", "list", "text", "half", "number"],
)
async def test_a_damaged_event_is_named(store: SqliteStore, path: Path, payload: str) -> None:
    match = await new_match(store)
    with connect(path) as tampering:
        tampering.execute("INSERT INTO events VALUES (1, 2, 'played', ?, '2026')", (payload,))
    tampering.close()

    with pytest.raises(BrokenMatch, match=r"event 2 \(played\)"):
        await store.events(match)


@pytest.mark.parametrize("said", ["[]", "5", "[" * 990 + "]" * 990], ids=["list", "number", "deep"])
async def test_damaged_preferences_are_told_in_words(
    store: SqliteStore, path: Path, said: str
) -> None:
    with connect(path) as tampering:
        tampering.execute("INSERT INTO preferences VALUES ('person', 1, ?)", (said,))
    tampering.close()

    with pytest.raises(StoreTrouble, match="about preferences can't be read"):
        await store.preferences("person", 1)


async def test_a_post_of_a_newer_version_waits_and_holds_up_no_other(
    store: SqliteStore, path: Path
) -> None:
    newer, other = await new_match(store, says=["turn"]), await new_match(store, says=["turn"])
    with connect(path) as tampering:
        tampering.execute("UPDATE outbox SET kind = 'applause' WHERE match_id = ?", (newer,))
    tampering.close()

    assert [post.match for post in await store.pending(NOW)] == [other]
    assert [post.match for post in await deliver_all(store, NOW)] == [other]
    assert (await store.upcoming(NOW))["post"] == NOW + timedelta(hours=1)


KINDS = [
    None,
    frozenset({Status.INVITED, Status.RUNNING}),
    frozenset({Status.INVITED}),
    frozenset({Status.ENDED}),
]


@pytest.mark.parametrize("statuses", KINDS)
@pytest.mark.parametrize("asked", list(product((True, False), repeat=3)))
async def test_a_list_is_read_off_an_index_in_its_order(
    store: SqliteStore, asked: tuple[bool, bool, bool], statuses: frozenset[Status] | None
) -> None:
    person, channel, guild = asked
    sql = listing(person=person, channel=channel, guild=guild, statuses=statuses)
    values = {"person": 1, "channel": 1, "guild": 1, "limit": 5}

    plan = await store.reader.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", values)

    steps = [step for *_, step in plan]
    is_open = statuses is not None and Status.ENDED not in statuses
    # Asked for nothing, the newest matches are the end of the table itself.
    newest = not any(asked) and not is_open
    assert [s for s in steps if s.startswith("SCAN") and "INDEX matches_open" not in s] == (
        ["SCAN matches"] if newest else []
    )
    assert not [step for step in steps if "TEMP B-TREE" in step]
    # Of what has ended nothing is looked at.
    partial = ("_open", "_invited_by_guild", "_running_by_guild")
    assert not is_open or any(name in steps[0] for name in partial)


async def test_challenges_of_a_channel_pass_by_the_matches_that_run_there(
    store: SqliteStore,
) -> None:
    invited = frozenset({Status.INVITED})
    sql = listing(person=False, channel=True, guild=False, statuses=invited)
    plan = await store.reader.execute_fetchall(
        f"EXPLAIN QUERY PLAN {sql}", {"channel": 1, "limit": 5}
    )
    assert [step for *_, step in plan] == [
        "SEARCH matches USING INDEX matches_open_challenges (channel=?)"
    ]


async def test_ended_matches_and_their_events_are_read_off_their_keys(store: SqliteStore) -> None:
    ended = listing(person=True, channel=False, guild=False, statuses=frozenset({Status.ENDED}))
    for sql, values, steps in (
        (
            ended,
            {"person": 1, "limit": 5},
            ["seats USING INDEX seats_ended", "matches USING INTEGER PRIMARY KEY"],
        ),
        (
            histories.HISTORIES,
            ("[1]", 30),
            ["wanted", "matches USING INTEGER PRIMARY KEY", "events USING PRIMARY KEY"],
        ),
        (
            histories.ABSENCES,
            (1, 5),
            ["absences USING PRIMARY KEY", "matches USING INTEGER PRIMARY KEY"],
        ),
        (
            histories.DEPARTURES,
            (1, 5),
            ["departures USING PRIMARY KEY", "matches USING INTEGER PRIMARY KEY"],
        ),
    ):
        plan = await store.reader.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", values)
        assert len(steps) == len(list(plan)), plan
        assert all(wanted in step for wanted, (*_, step) in zip(steps, plan, strict=True))


async def test_a_match_that_can_not_be_read_is_left_out_of_histories(
    store: SqliteStore, path: Path
) -> None:
    whole, broken = await new_match(store), await new_match(store)
    with connect(path) as tampering:
        tampering.execute("INSERT INTO events VALUES (?, 2, 'teleported', '{}', ?)", (2, "2026"))
    tampering.close()

    assert list(await store.histories([broken, whole], 5)) == [whole]


async def test_what_is_told_of_the_whole_store_is_counted_by_indexes(store: SqliteStore) -> None:
    for sql, steps in (
        (matches.OPEN_MATCHES, ["matches USING COVERING INDEX matches_open_games"]),
        (
            outbox.WAITING,
            [
                *("waiting", "outbox USING INDEX outbox_waiting", "SCAN waiting"),
                *("post USING INTEGER PRIMARY KEY", "events USING PRIMARY KEY"),
            ],
        ),
    ):
        plan = await store.reader.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}")
        assert len(steps) == len(list(plan)), [*map(tuple, plan)]
        assert all(wanted in step for wanted, (*_, step) in zip(steps, plan, strict=True)), [
            *map(tuple, plan)
        ]


async def test_what_the_clock_asks_is_read_off_its_index(store: SqliteStore) -> None:
    plan = await store.reader.execute_fetchall(f"EXPLAIN QUERY PLAN {matches.DUE}", ("", 5))
    assert all("INDEX matches_by_due" in step for *_, step in plan)


@pytest.mark.parametrize(
    ("sql", "values", "steps"),
    [
        (calendars.HISTORY, (1,), ["SEARCH calendars USING PRIMARY KEY (person=?)"]),
        (calendars.DROP, (1,), ["SEARCH calendars USING PRIMARY KEY (person=?)"]),
        (calendars.CLOCKS, (1,), ["SEARCH matches USING INDEX matches_by_turn (turn=?)"]),
        (
            calendars.MOVE,
            ("[]",),
            [
                "SCAN json_each VIRTUAL TABLE INDEX 1:",
                "SEARCH matches USING INTEGER PRIMARY KEY (rowid=?)",
            ],
        ),
    ],
)
async def test_calendars_and_clocks_are_read_off_their_keys(
    store: SqliteStore, sql: str, values: Any, steps: list[str]
) -> None:
    plan = await store.writer.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", values)
    assert [step for *_, step in plan] == steps


SEATS = "SEARCH seats USING PRIMARY KEY (person=? AND match_id<?)"
STANDING = "SEARCH standing_challenges USING"


@pytest.mark.parametrize(
    ("sql", "values", "steps"),
    [
        (blocks.UNBLOCK, (1, 2), ["SEARCH blocks USING PRIMARY KEY (person=? AND blocked=?)"]),
        (blocks.BLOCKED, (1,), ["SEARCH blocks USING PRIMARY KEY (person=?)"]),
        (
            blocks.BLOCKERS,
            (1, "[]"),
            [
                "SCAN json_each VIRTUAL TABLE INDEX 1:",
                "SEARCH blocks USING COVERING INDEX blocks_by_blocked (blocked=? AND person=?)",
            ],
        ),
        (blocks.PLAYED, (1, 2), ["SCAN CONSTANT ROW", *[SEATS] * 4, "SCAN leap", "SCAN leap"]),
        (
            standing_challenges.STANDING,
            ("[]",),
            ["SCAN json_each VIRTUAL TABLE INDEX 1:", f"{STANDING} INTEGER PRIMARY KEY (rowid=?)"],
        ),
        (
            standing_challenges.OF_HOST,
            (1, 2),
            [f"{STANDING} COVERING INDEX standing_by_host (host=? AND channel=?)"],
        ),
        (
            standing_challenges.TAKEN,
            (),
            ["SCAN standing_challenges USING INDEX standing_taken"],
        ),
        (
            standing_challenges.MOVE_ON,
            (1, 2),
            [f"{STANDING} INTEGER PRIMARY KEY (rowid=?)"],
        ),
        (standing_challenges.END, (1,), [f"{STANDING} INTEGER PRIMARY KEY (rowid=?)"]),
        (lobbies.LOBBY, (1,), ["SEARCH lobbies USING INTEGER PRIMARY KEY (rowid=?)"]),
        (lobbies.STALE, (), ["SCAN lobbies USING INDEX lobbies_stale"]),
        (lobbies.SHOWN, (1, 2, 3), ["SEARCH lobbies USING INTEGER PRIMARY KEY (rowid=?)"]),
        (lobbies.DROP, (1, 2), ["SEARCH lobbies USING INTEGER PRIMARY KEY (rowid=?)"]),
    ],
)
async def test_invitations_are_read_off_their_keys(
    store: SqliteStore, sql: str, values: Any, steps: list[str]
) -> None:
    plan = await store.writer.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", values)
    found = [step for *_, step in plan if step.startswith(("SEARCH", "SCAN"))]
    assert sorted(found) == sorted(steps)
    assert not [step for *_, step in plan if "TEMP B-TREE" in step]


FOLLOWER = "SEARCH followers USING"
NOTE = "SEARCH private_notes USING PRIMARY KEY (person=? AND match_id=?)"
MENTION = "SEARCH mentions USING INDEX"


@pytest.mark.parametrize(
    ("sql", "values", "steps"),
    [
        (followers.UNFOLLOW, (1, 2), [f"{FOLLOWER} PRIMARY KEY (match_id=? AND person=?)"]),
        (
            followers.UNTELL,
            (1, 2),
            [f"{MENTION} mentions_followed (match_id=? AND person=?)"],
        ),
        (
            followers.FOLLOWED,
            (1,),
            [f"{FOLLOWER} COVERING INDEX followers_by_person (person=?)"],
        ),
        (followers.NOTIFIED, (1,), ["SEARCH followers_told USING INTEGER PRIMARY KEY (rowid=?)"]),
        (
            followers.LEAVE_NOTES,
            (1, "", "[]"),
            [
                f"{FOLLOWER} COVERING INDEX followers_by_person (person=?)",
                "SCAN json_each VIRTUAL TABLE INDEX 1:",
            ],
        ),
        (followers.END_ALL, (1,), [f"{FOLLOWER} COVERING INDEX followers_by_person (person=?)"]),
        (followers.UNTELL_ALL, (1,), [f"{MENTION} mentions_by_person (person=?)"]),
        (of_match.PRIVATE_NOTE, (1, 2), [NOTE]),
        (of_match.DROP_NOTE, (1, 2), [NOTE]),
    ],
)
async def test_followers_and_notes_are_read_off_their_keys(
    store: SqliteStore, sql: str, values: Any, steps: list[str]
) -> None:
    plan = await store.writer.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", values)
    found = [step for *_, step in plan if step.startswith(("SEARCH", "SCAN"))]
    walks = [step for step in found if step.startswith("SCAN (subquery")]
    assert sorted(set(found) - set(walks)) == sorted(steps)


async def test_a_list_follows_a_match_that_ends_moves_or_loses_somebody(
    store: SqliteStore,
) -> None:
    match = await new_match(store)
    opened = [Status.INVITED, Status.RUNNING]
    assert len(await store.summaries(person=2, statuses=opened)) == 1

    left = row_of(match, 2, people=(ADA,), channel=8)
    await append(store, match, 1, [Played(1, "a")], NOW, left, [])
    assert await store.summaries(person=2) == []
    assert await store.summaries(person=1, channel=7) == []
    assert await store.summaries(person=1, channel=8, statuses=opened) == [left]

    ended = row_of(match, 3, people=(ADA,), channel=8, status=Status.ENDED)
    await append(store, match, 2, [Played(1, "a")], NOW, ended, [])
    assert await store.summaries(person=1, statuses=opened) == []
    assert await store.summaries(person=1, channel=8) == [ended]


async def test_looking_for_pending_posts_passes_by_all_that_were_delivered(
    store: SqliteStore,
) -> None:
    plan = await store.reader.execute_fetchall(f"EXPLAIN QUERY PLAN {outbox.PENDING}", ("", 5))
    steps = [step for *_, step in plan]
    assert not [step for step in steps if step.startswith("SCAN") and "INDEX" not in step]
    assert any("outbox_waiting" in step for step in steps)


async def test_what_is_next_due_is_read_off_the_end_of_an_index_for_each_kind(
    store: SqliteStore,
) -> None:
    plan = await store.reader.execute_fetchall(f"EXPLAIN QUERY PLAN {outbox.UPCOMING}", ("",))
    walks = re.compile(r"S(CAN|EARCH) (?!CONST|deletions|\w+_by_|stale_|\()")
    read = [step for *_, step in plan if walks.match(step)]
    assert all("INDEX" in step for step in read), read
    names = {"matches_by_due", "notices_by_time", "mentions_by_time", "outbox_remove"}
    names |= {"places_by_time", "stretches_by_time", "servers_by_time", "lobbies_stale"}
    assert {name for name in names if any(name in step for step in read)} == names
    assert not [step for *_, step in plan if "TEMP B-TREE" in step]


@pytest.mark.parametrize(
    ("sql", "values", "index"),
    [
        (outbox.OUTDATE, (1, "", 1, 1, "[]"), "outbox_buttons"),
        (outbox.OUTDATED, ("", 5), "outbox_remove"),
        (outbox.RETRY, ("",), "outbox_refused"),
        (outbox.EARLIER_TOO, ("", 1, 1, None, 0), "outbox_refused"),
        (outbox.RETRY_IN, ("", "[]"), "outbox_refused"),
        (outbox.WAITS, (1, 1), "outbox_waiting"),
        (outbox.BOARDS_DUE, ("", "[1]"), "outbox_waiting"),
        (outbox.LAST_BOARD, {"match": 1, "before": None}, "outbox_standing"),
    ],
)
async def test_no_statement_about_posts_walks_through_all_of_them(
    store: SqliteStore, sql: str, values: Any, index: str
) -> None:
    plan = await store.writer.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", values)
    steps = [step for *_, step in plan if " outbox" in step]
    assert steps
    assert all(index in step for step in steps), steps


@pytest.mark.parametrize(
    ("sql", "values"),
    [
        (notices.OF_MATCH, (1,)),
        (notices.OF_PERSON, (1,)),
        (notices.MENTIONS, (1,)),
        (notices.DUE_PEOPLE, ("", 5)),
        (notices.CALLED, ("", "", 1, 1)),
        (notices.HELD_TURN, ("", 1, 1)),
        (notices.GRACE_NOTIFIED, ("", 1, 1)),
        (notices.CHANGE, ("[]",)),
        (notices.DROP_MENTIONS, ("[]",)),
        (notices.MOVE_MENTIONS, ("[]",)),
        (notices.ABOUT, (1, 1)),
        (notices.MUTE, ("", 1, "[]")),
        (notices.PLAN_ANEW, ("", 1)),
        (notices.MENTIONS_ANEW, ("", 1)),
        (notices.CALL_AGAIN, ("", "[]")),
    ],
)
async def test_nothing_about_notices_walks_through_a_table(
    store: SqliteStore, sql: str, values: Any
) -> None:
    plan = await store.writer.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", values)
    steps = [step for *_, step in plan]
    tables = ("notices", "mentions", "matches", "visits", "outbox")
    walks = [s for s in steps if s.startswith("SCAN") and s.split()[1] in tables]
    assert walks == []
    assert any(s.split()[1] in tables for s in steps if s.startswith("SEARCH"))


@pytest.mark.parametrize(
    "sql", [*consequences.BESIDE, posts.POSTS_BEFORE, calendars.PLAN_ANEW, calendars.MENTIONS_ANEW]
)
async def test_what_follows_from_events_is_found_by_its_keys(store: SqliteStore, sql: str) -> None:
    """It is written with every turn."""
    names = dict.fromkeys(re.findall(r":(\w+)", sql), 1)
    plan = await store.writer.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", names or (1,))
    assert [s for *_, s in plan if s.startswith("SCAN") and s.split()[1] in TABLES] == []


TABLES = ("matches", "events", "seats", "outbox", "notices", "mentions", "visits", "calendars")


@pytest.mark.parametrize(
    ("sql", "values", "index"),
    [
        (places.PLACE, (1,), "PRIMARY KEY"),
        (places.OF_THREAD, (1,), "places_by_thread"),
        (places.DUE_PLACES, ("", 5), "places_by_time"),
    ],
)
async def test_no_place_is_looked_for_among_all_of_them(
    store: SqliteStore, sql: str, values: Any, index: str
) -> None:
    plan = await store.reader.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", values)
    steps = [step for *_, step in plan if " places" in step]
    assert steps
    assert all(index in step and step != "SCAN places" for step in steps), steps


@pytest.mark.parametrize(
    ("sql", "values", "index"),
    [
        (stretches.STRETCH, (1,), "PRIMARY KEY"),
        (stretches.FINISH, ("", 1), "PRIMARY KEY"),
        (stretches.END, (1, 1), "PRIMARY KEY"),
        (stretches.DUE_STRETCHES, ("", 5), "stretches_by_time"),
    ],
)
async def test_no_stretch_is_looked_for_among_all_of_them(
    store: SqliteStore, sql: str, values: Any, index: str
) -> None:
    plan = await store.writer.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", values)
    steps = [step for *_, step in plan if " stretches" in step]
    assert steps
    assert all(index in step and step != "SCAN stretches" for step in steps), steps


@pytest.mark.parametrize(
    ("sql", "values", "steps"),
    [
        (
            limits.OPEN_COUNTS,
            (1, 70),
            [
                "matches USING INDEX matches_by_host",
                "seats USING COVERING INDEX seats_running",
                "matches USING COVERING INDEX matches_invited_by_guild",
                "matches USING COVERING INDEX matches_running_by_guild",
            ],
        ),
        (
            limits.DRAFTS,
            (1,),
            ["drafts USING PRIMARY KEY", "matches USING INTEGER PRIMARY KEY"],
        ),
        (limits.TAKE, ("pictures", 1, "[]"), ["held USING PRIMARY KEY"]),
        (limits.FULL, ("pictures", "[]"), ["held USING PRIMARY KEY"]),
        (limits.SWEEP, (1,), ["allowances USING COVERING INDEX allowances_by_time"]),
    ],
)
async def test_what_limits_ask_is_read_off_indexes(
    store: SqliteStore, sql: str, values: Any, steps: list[str]
) -> None:
    plan = await store.writer.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}", values)
    looked = [step for *_, step in plan if " USING " in step and "json_each" not in step]
    assert len(looked) == len(steps), looked
    assert all(wanted in step for wanted, step in zip(steps, looked, strict=True)), looked
    walks = [s for *_, s in plan if s.startswith("SCAN") and "VIRTUAL TABLE" not in s]
    assert [walk for walk in walks if "CONSTANT" not in walk] == []


async def test_the_reading_connection_can_not_write(store: SqliteStore) -> None:
    await new_match(store)

    with pytest.raises(Exception, match="readonly"):
        await store.reader.execute_fetchall("DELETE FROM outbox")


async def test_a_number_is_not_used_again(store: SqliteStore, path: Path) -> None:
    await new_match(store)
    with connect(path) as tampering:
        for table in ("seats", "outbox", "events", "matches"):
            tampering.execute(f"DELETE FROM {table}")
    tampering.close()

    assert await new_match(store) == 2


async def test_times_sort_as_text_whatever_their_zone_and_fraction(store: SqliteStore) -> None:
    exact = await new_match(store, due=NOW.replace(microsecond=0))
    fraction = await new_match(store, due=NOW.replace(microsecond=1))

    assert await store.due(NOW.replace(microsecond=0)) == [exact]
    assert await store.due(LATER) == [exact, fraction]


async def test_several_events_and_posts_are_written_together(store: SqliteStore) -> None:
    match = await new_match(store, [ASKED, Played(1, "a"), Played(2, "b")], ["challenge", "turn"])

    assert [each.seq for each in await store.events(match)] == [1, 2, 3]
    assert await store.summary(match) == row_of(match, 3)


async def test_a_file_is_shared_with_no_other_process(store: SqliteStore) -> None:
    await store.put_off("requests", 1000)
    assert await store.reserve("requests", 1, 1000) is None
