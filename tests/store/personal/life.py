"""A life that leaves every kind of row about one person, and all rows of any database."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeAlias

from bot.model.clock.calendar import Calendar
from bot.model.commands import (
    AnswerRequest,
    AskReplacement,
    Decline,
    Resign,
    Withdraw,
)
from bot.model.competitions.competition import (
    Competition,
    Entrant,
    FixtureTerms,
    Format,
    League,
    Member,
    Phase,
)
from bot.model.events import Accepted, Challenged, Claimed, Declined, Mustered, Person
from bot.model.exercises.attempt import Attempt
from bot.model.exercises.daily import DayEntry
from bot.model.invitations import BlockedPerson
from bot.model.match import Match
from bot.model.notices.records import NoticePlan, personal_post
from bot.model.places import FastStretch
from bot.model.ports import Appended, Store
from bot.model.post_kinds import PostKind
from bot.model.privacy.owner import Excluded
from bot.model.profiles.ladder import Rung
from bot.model.ratings.port import DueContest, LeaderRole
from bot.model.records import (
    Draft,
    NoticeItem,
    PersonId,
    Premove,
    PrivateNote,
    Seq,
    Status,
    WaitingNote,
)
from bot.model.requests import REPLACEMENT
from bot.model.results import SETTLING
from bot.model.studies.study import StudyStart
from bot.model.terms import Terms
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.migrator import connect
from tests.helpers.people import CHANNEL, FIRST, GUILD
from tests.postgres import connected
from tests.service.conftest import START, Club
from tests.store.contracts.matches import append, row_of

ME = Person(PersonId(770_000_000_000_000_001), "Zaphodina")
GRACE, LINUS = (
    Person(PersonId(880_000_000_000_000_002), "Grace"),
    Person(PersonId(880_000_000_000_000_003), "Linus"),
)
ROBOT = Person(PersonId(990_000_000_000_000_009), "Bumpbot")


async def live(club: Club) -> None:
    """All that can be about one person."""
    store, service = club.store, club.service
    await service.calendars.change_hours(ME.id, lambda _: Calendar("Europe/Berlin"))
    await store.change_preferences("person", ME.id, lambda _: {"theme": "dark"})
    await store.change_preferences("notices", ME.id, lambda _: {"where": "dm"})
    await service.limits.take("exports", ME.id, GUILD)
    for person in (ME, GRACE):
        await store.add(DayEntry(GUILD, "2026-03-01", person.id, person.name, "bump", "a1"))
        await store.save_next(Attempt(person.id, "puzzle", "bump", "a1", START, START))
    running = await club.moved(await club.moved(await club.begin(GRACE, host=ME, game="bump")))
    await _own_things(store, running)
    await _others(club)
    await _several(club)
    await _seats_lost(club)
    await _compete(store)
    await store.save_next(LeaderRole(11, GUILD, "bump", CHANNEL, ME.id, changes=1))
    rated = await club.begin(GRACE, host=ME, game="bump", terms=Terms(rated=True))
    await _be_rated(club, rated)
    await _climb(store, await club.begin(ROBOT, host=ME, game="bump"))
    for person in (ME, GRACE):
        other = LINUS if person == ME else ME
        await store.put(BlockedPerson(person.id, other.id, other.name))
        await store.put(PrivateNote(person.id, running.id, "a note"))
        await store.visit(person.id, running.id, 2, START)
        await club.service.studies.begin(person.id, StudyStart("bump", {}, 2), "A start")
        await club.service.studies.change(person.id, running.id, lambda study: study.back())
    await service.owner.exclude(Excluded.PERSON, ME.id, "many accounts")


async def _be_rated(club: Club, match: Match) -> None:
    """A rated match that I have lost, and that is settled."""
    for _ in range(4):
        match = await club.moved(match)
    await club.do(match.id, Resign(ME.id))
    due = DueContest(match.id, START + SETTLING, START)
    await club.service.ratings.do(due)


async def _compete(store: Store) -> None:
    """A league that I founded and play in, and a tournament that I announced."""
    terms = FixtureTerms("bump")
    number = await store.found_league(League(0, GUILD, CHANNEL, "league", terms, 4, 4, ME.id))
    for person in (ME, GRACE):
        await store.sign_up(Member(number, person.id, person.name, START))
    phases = (Phase.SIGN_UP, START, START)
    announced = Competition(0, Format.SWISS, GUILD, CHANNEL, "evening", terms, ME.id, *phases)
    number = await store.announce(announced)
    entered = replace(announced, number=number, changes=1)
    entrants = [Entrant(number, n, each.id, each.name) for n, each in enumerate((ME, GRACE))]
    await store.save_competition(entered, entrants=entrants)


async def _climb(store: Store, match: Match) -> None:
    """A level of the bot that I have beaten."""
    before = await store.summary(match.id)
    rung = Rung(ME.id, match.game, 2, FIRST, START)
    after = replace(before, seq=Seq(match.seq + 1))
    await store.append(Appended(before, [Claimed(FIRST)], START, after, rung=rung))


async def _own_things(store: Store, match: Match) -> None:
    await store.save_draft(Draft(ME.id, match.id, match.board_seq, ("01",)))
    await store.put(Premove(ME.id, match.id, 2, "", "anything", match.board_seq))
    await store.put(WaitingNote(ME.id, match.id, "for later"))
    due = START + timedelta(minutes=10)
    assert await store.begin_stretch(FastStretch(match.id, match.seq, ME.id, due))


async def _others(club: Club) -> None:
    """What is about me in matches of others, and my challenges."""
    followed = await club.begin(LINUS, host=GRACE, game="bump")
    await club.service.following.follow(followed, ME.id)
    await club.moved(followed)
    item = NoticeItem(followed.id, followed.seq, PostKind.FOLLOWED)
    posts = tuple(
        personal_post(PostKind.FOLLOWED, person.id, (item,), START, direct=True)
        for person in (ME, GRACE)
    )
    await club.store.write_notices(NoticePlan(posts=posts))
    await club.ask(None, host=ME, game="bump", standing=True)
    await club.ask(ME, host=GRACE, game="bump")
    managed = await club.ask(LINUS, host=GRACE, game="bump")
    await club.do(managed.id, Withdraw(ME, manager=True))


async def _several(club: Club) -> None:
    """Matches of three: I play in one, and have left another that goes on."""
    await club.begin(GRACE, LINUS, host=ME, game="urchins")
    left = await club.begin(ME, LINUS, host=GRACE, game="urchins")
    await club.do(left.id, Resign(ME.id))


async def _seats_lost(club: Club) -> None:
    """Seats that I declined, gave up, or handed over."""
    declined = await club.ask(ME, host=GRACE, game="bump")
    await club.do(declined.id, Decline(ME))
    handed = await club.begin(GRACE, host=ME, game="bump")
    for command in (
        AskReplacement(ME, ME, LINUS),
        AnswerRequest(REPLACEMENT, LINUS.id, True),
        AnswerRequest(REPLACEMENT, GRACE.id, True),
    ):
        await club.do(handed.id, command)
    asked = await club.begin(LINUS, host=GRACE, game="bump")
    await club.do(asked.id, AskReplacement(GRACE, LINUS, ME))
    until = START + timedelta(days=2)
    event = Challenged("bump", {}, GRACE, (ME,), CHANNEL, GUILD, "random", 7, expires=until)
    number = await club.store.create(
        [event, Accepted(ME), Mustered(until)],
        START,
        lambda n: (row_of(n, 3, people=(GRACE, ME), status=Status.INVITED, turn=None), []),
    )
    left: dict[str, Any] = {"people": (GRACE,), "turn": None, "deadline": None}
    declines = Declined(ME.id)
    await append(club.store, number, 3, declines, at=START, status=Status.INVITED, **left)


Tables: TypeAlias = Mapping[str, list[dict[str, Any]]]

NAMES = "SELECT name FROM sqlite_schema WHERE type = 'table'"
POSTGRES_NAMES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"

IMPERSONAL: Mapping[str, str] = {
    "matches": "id seq game status channel guild deadline due updated clock_since clock_budget "
    "due_otherwise turn_seq turn_known edition competition pair digest sealed",
    "events": "match_id seq kind at digest",
    "seats": "match_id channel status",
    "outbox": "id match_id seq kind tries retry_at error channel message refused refusals clear_at "
    "has_buttons remove_at direct about written laid_out",
    "drafts": "match_id seq changes keys move offers",
    "preferences": "scope settings",
    "visits": "match_id seq at",
    "premoves": "match_id plies when_played answer board_seq at_once",
    "replies": "match_id seq due_at changes",
    "waiting_notes": "match_id text",
    "positions": "match_id seq rules position",
    "calendars": "since calendar",
    "notices": "match_id seq began called_at last_at reminders warned muted next_at",
    "mentions": "id match_id seq kind next_at",
    "absences": "match_id",
    "departures": "match_id",
    "involvements": "match_id",
    "blocks": "",
    "standing_challenges": "match_id channel until taken",
    "arrangements": "name match_id",
    "living_posts": "id kind subject guild channel due_at message posted shown changes",
    "followers": "match_id",
    "followers_notified": "at",
    "rungs": "game level seat at",
    "attempts": "kind game name begun at line reached keys move offers changes wrong reason tries "
    "hints helped solution_shown done",
    "day_entries": "guild day game name",
    "dailies": "guild channel hour game day puzzle streak trouble changes",
    "leader_roles": "role guild game channel ends due_at trouble changes",
    "leagues": "id guild channel name terms weeks size begins season current changes",
    "members": "league since position",
    "competitions": "id format guild channel name terms phase begins ends league season rounds "
    "round round_time round_ends due_at changes",
    "entrants": "competition number division seed presence",
    "fixtures": "competition round board division first second first_match points settlement",
    "results": "match_id game guild at seat players points ending plies chain captures rated "
    "competition",
    "contests": "number second pool guild at eligibility due_at",
    "contest_people": "number seat rank late rating weight moved_at",
    "rating_points": "pool number at rating contests best",
    "ratings": "pool number at rating contests best certain_until points",
    "rated_guilds": "guild pool at points certain_until",
    "counters": "name value",
    "private_notes": "match_id text",
    "studies": "number match_id title at seq keys move offers changes study",
    "places": "match_id mode thread state note due_at tries explained",
    "stretches": "match_id began due_at ended",
    "deletions": "asked_at",
    "exclusions": "scope reason since",
    "announcements": "number text at",
    "servers": "guild left_at due_at",
    "migrations": "number name applied",
    "sqlite_sequence": "name seq",
    "match_numbers": "last",
    "processes": "id alive_until first_shard last_shard shard_count",
    "claims": "kind process until",
    "allowances": "scope name full_at",
    "budgets": "name next_at",
}
"""Columns that never name anybody. Any other has to name the person before they are deleted."""


async def all_rows(store: SqliteStore | PostgresStore) -> Tables:
    if isinstance(store, SqliteStore):
        return rows_of_file(store.path)
    async with connected(store.address) as connection:
        names = [name for (name,) in await connection.fetch(POSTGRES_NAMES)]
        return {n: [dict(r) for r in await connection.fetch(f"SELECT * FROM {n}")] for n in names}


def rows_of_file(path: Path) -> Tables:
    found = {}
    with closing(connect(path, readonly=True)) as connection:
        for (name,) in connection.execute(NAMES).fetchall():
            cursor = connection.execute(f"SELECT * FROM {name}")
            columns = [each[0] for each in cursor.description]
            found[name] = [dict(zip(columns, row, strict=True)) for row in cursor]
    return found


async def columns(store: SqliteStore | PostgresStore) -> set[str]:
    """All columns of all tables, as `table.column`."""
    if isinstance(store, SqliteStore):
        with closing(connect(store.path, readonly=True)) as connection:
            names = [name for (name,) in connection.execute(NAMES)]
            return {
                f"{name}.{column}"
                for name in names
                for _, column, *_ in connection.execute(f"PRAGMA table_info({name})")
            }
    async with connected(store.address) as server:
        found = await server.fetch(
            "SELECT table_name, column_name FROM information_schema.columns "
            "WHERE table_schema = current_schema()"
        )
        return {f"{table}.{column}" for table, column in found}


def naming(tables: Tables, *words: str) -> Iterator[str]:
    """The columns that contain one of these words, once for each row."""
    for name, rows in tables.items():
        for row in rows:
            for column, value in row.items():
                if any(word in str(value) for word in words):
                    yield f"{name}.{column}"
