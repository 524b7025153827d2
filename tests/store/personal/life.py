"""A life that leaves every kind of row about one person, and all rows of any database."""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

import asyncpg

from bot.model.clock.calendar import Calendar
from bot.model.commands import (
    Accept,
    AnswerReplacement,
    AskReplacement,
    Decline,
    Play,
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
from bot.model.match import Match
from bot.model.notices.records import NoticePlan, personal_post
from bot.model.places import FastStretch
from bot.model.ports import Appended, Store
from bot.model.post_kinds import PostKind
from bot.model.profiles.ladder import Rung
from bot.model.ratings.port import DueContest, LeaderRole
from bot.model.records import Draft, NoticeItem, Premove, Status
from bot.model.results import SETTLING
from bot.model.terms import Terms
from bot.service.build import Service
from bot.service.matches import Matches
from bot.store.postgres import PostgresStore
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.migrator import connect
from tests.service.conftest import START
from tests.store.contracts.matches import append, row_of

ME = Person(770_000_000_000_000_001, "Zaphodina")
GRACE, LINUS = Person(880_000_000_000_000_002, "Grace"), Person(880_000_000_000_000_003, "Linus")
ROBOT = Person(990_000_000_000_000_009, "Bumpbot")


def served(store: Store, clock: Callable[[], datetime]) -> Service:
    """The matches of a store, with the robot among the people."""
    return Service(store, clock=clock, chance=random.Random(1), robot=ROBOT)


async def begun(
    matches: Matches,
    host: Person,
    *others: Person,
    game: str = "bump",
    terms: Terms | None = None,
) -> Match:
    match = await matches.challenge(
        game=game,
        options={},
        host=host,
        invited=others,
        channel=7,
        guild=70,
        first="host",
        terms=terms,
    )
    for other in others:
        if other != ROBOT:
            match = await matches.do(match.id, Accept(other))
    return match


async def moved(matches: Matches, match: Match) -> Match:
    """The same after some move of the person to move."""
    move = next(iter(match.rules.moves(match.position)))
    assert match.turn_person
    text = match.rules.format(match.position, move)
    return await matches.do(match.id, Play(match.turn_person.id, text))


async def live(store: Store, service: Service) -> None:
    """All that can be about one person."""
    await service.calendars.change_hours(ME.id, lambda _: Calendar("Europe/Berlin"))
    await store.change_preferences("person", ME.id, lambda _: {"theme": "dark"})
    await store.change_preferences("notices", ME.id, lambda _: {"where": "dm"})
    await service.limits.take("exports", ME.id, 70)
    for person in (ME, GRACE):
        await store.enter(DayEntry(70, "2026-03-01", person.id, person.name, "bump", "a1"))
        await store.save_next(Attempt(person.id, "puzzle", "bump", "a1", START, START))
    running = await moved(
        service.matches, await moved(service.matches, await begun(service.matches, ME, GRACE))
    )
    await _own_things(store, running)
    await _others(store, service)
    await _several(service.matches)
    await _seats_lost(store, service.matches)
    await _compete(store)
    await store.save_next(LeaderRole(11, 70, "bump", 7, ME.id, changes=1))
    await _be_rated(service, await begun(service.matches, ME, GRACE, terms=Terms(rated=True)))
    await _climb(store, await begun(service.matches, ME, ROBOT))
    for person in (ME, GRACE):
        await store.block(person.id, LINUS if person == ME else ME)
        await store.save_private_note(person.id, running.id, "a note")
        await store.visit(person.id, running.id, 2, START)


async def _be_rated(service: Service, match: Match) -> None:
    """A rated match that I have lost, and that is settled."""
    for _ in range(4):
        match = await moved(service.matches, match)
    await service.matches.do(match.id, Resign(ME.id))
    due = DueContest(match.id, START + SETTLING, START)
    await service.ratings.do(due)


async def _compete(store: Store) -> None:
    """A league that I founded and play in, and a tournament that I announced."""
    terms = FixtureTerms("bump")
    number = await store.found_league(League(0, 70, 7, "league", terms, 4, 4, ME.id))
    for person in (ME, GRACE):
        await store.sign_up(Member(number, person.id, person.name, START))
    phases = (Phase.SIGN_UP, START, START)
    announced = Competition(0, Format.SWISS, 70, 7, "evening", terms, ME.id, *phases)
    number = await store.announce(announced)
    entered = replace(announced, number=number, changes=1)
    entrants = [Entrant(number, n, each.id, each.name) for n, each in enumerate((ME, GRACE))]
    await store.save_competition(entered, entrants=entrants)


async def _climb(store: Store, match: Match) -> None:
    """A level of the bot that I have beaten."""
    before = await store.summary(match.id)
    rung = Rung(ME.id, match.game, 2, 1, START)
    after = replace(before, seq=match.seq + 1)
    await store.append(Appended(before, [Claimed(1)], START, after, rung=rung))


async def _own_things(store: Store, match: Match) -> None:
    await store.save_draft(Draft(ME.id, match.id, match.board_seq, ("01",)))
    await store.save_premove(Premove(ME.id, match.id, 2, "", "anything", match.board_seq))
    await store.leave_note(ME.id, match.id, "for later")
    due = START + timedelta(minutes=10)
    assert await store.begin_stretch(FastStretch(match.id, match.seq, ME.id, due))


async def _others(store: Store, service: Service) -> None:
    """What is about me in matches of others, and my challenges."""
    followed = await begun(service.matches, GRACE, LINUS)
    await service.following.follow(followed, ME.id)
    await moved(service.matches, followed)
    item = NoticeItem(followed.id, followed.seq, PostKind.FOLLOWED)
    posts = tuple(
        personal_post(PostKind.FOLLOWED, person.id, (item,), START, direct=True)
        for person in (ME, GRACE)
    )
    await store.write_notices(NoticePlan(posts=posts))
    await service.matches.challenge(
        game="bump", options={}, host=ME, invited=(None,), channel=7, guild=70, standing=True
    )
    await service.matches.challenge(
        game="bump", options={}, host=GRACE, invited=(ME,), channel=7, guild=70
    )
    managed = await service.matches.challenge(
        game="bump", options={}, host=GRACE, invited=(LINUS,), channel=7, guild=70
    )
    await service.matches.do(managed.id, Withdraw(ME, manager=True))


async def _several(matches: Matches) -> None:
    """Matches of three: I play in one, and have left another that goes on."""
    await begun(matches, ME, GRACE, LINUS, game="urchins")
    left = await begun(matches, GRACE, ME, LINUS, game="urchins")
    await matches.do(left.id, Resign(ME.id))


async def _seats_lost(store: Store, matches: Matches) -> None:
    """Seats that I declined, gave up, or handed over."""
    declined = await matches.challenge(
        game="bump", options={}, host=GRACE, invited=(ME,), channel=7, guild=70
    )
    await matches.do(declined.id, Decline(ME))
    handed = await begun(matches, ME, GRACE)
    for command in (
        AskReplacement(ME, ME, LINUS),
        AnswerReplacement(LINUS.id, True),
        AnswerReplacement(GRACE.id, True),
    ):
        await matches.do(handed.id, command)
    asked = await begun(matches, GRACE, LINUS)
    await matches.do(asked.id, AskReplacement(GRACE, LINUS, ME))
    until = START + timedelta(days=2)
    event = Challenged("bump", {}, GRACE, (ME,), 7, 70, "random", 7, expires=until)
    number = await store.create(
        [event, Accepted(ME), Mustered(until)],
        START,
        lambda n: (row_of(n, 3, people=(GRACE, ME), status=Status.INVITED, turn=None), []),
    )
    left: dict[str, Any] = {"people": (GRACE,), "turn": None, "deadline": None}
    await append(store, number, 3, Declined(ME.id), at=START, status=Status.INVITED, **left)


Tables: TypeAlias = Mapping[str, list[dict[str, Any]]]

NAMES = "SELECT name FROM sqlite_schema WHERE type = 'table'"
POSTGRES_NAMES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"

IMPERSONAL: Mapping[str, str] = {
    "matches": "id seq game status channel guild deadline due updated clock_since clock_budget "
    "due_otherwise turn_seq turn_known edition competition pair",
    "events": "match_id seq kind at",
    "seats": "match_id channel status",
    "outbox": "id match_id seq kind tries retry_at error channel message refused refusals clear_at "
    "has_buttons remove_at direct about written laid_out",
    "drafts": "match_id seq changes keys move offers",
    "preferences": "scope said",
    "visits": "match_id seq at",
    "premoves": "match_id plies when_played answer board_seq",
    "told_later": "match_id text",
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
    "lobbies": "channel guild message changes shown",
    "followers": "match_id",
    "followers_told": "at",
    "rungs": "game level seat at",
    "attempts": "kind game name begun at line reached keys move offers changes wrong reason tries "
    "hints helped solution_shown done",
    "day_entries": "guild day game name",
    "dailies": "guild channel hour game due_at day puzzle streak tried trouble changes",
    "leader_roles": "role guild game channel ends due_at trouble changes",
    "leagues": "id guild channel name terms weeks size begins season current changes message shown "
    "shows",
    "members": "league since position",
    "competitions": "id format guild channel name terms phase begins ends league season rounds "
    "round round_time round_ends due_at changes message shown shows told",
    "entrants": "competition number division seed presence",
    "fixtures": "competition round board division first second first_match points settlement",
    "results": "match_id game guild at seat players points ending plies chain captures rated "
    "competition",
    "contests": "number second pool guild at eligibility due_at",
    "contest_people": "number seat rank late rating",
    "rating_points": "pool period rating contests",
    "ratings": "pool period rating contests at certain_until points",
    "rated_guilds": "guild pool at",
    "counters": "name value",
    "private_notes": "match_id text",
    "places": "match_id mode thread state note due_at tries told",
    "stretches": "match_id began due_at ended",
    "deletions": "asked_at",
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
    connection = await asyncpg.connect(store.address)
    try:
        names = [name for (name,) in await connection.fetch(POSTGRES_NAMES)]
        return {n: [dict(r) for r in await connection.fetch(f"SELECT * FROM {n}")] for n in names}
    finally:
        await connection.close()


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
    server = await asyncpg.connect(store.address)
    try:
        found = await server.fetch(
            "SELECT table_name, column_name FROM information_schema.columns "
            "WHERE table_schema = current_schema()"
        )
        return {f"{table}.{column}" for table, column in found}
    finally:
        await server.close()


def naming(tables: Tables, *words: str) -> Iterator[str]:
    """The columns that contain one of these words, once for each row."""
    for name, rows in tables.items():
        for row in rows:
            for column, value in row.items():
                if any(word in str(value) for word in words):
                    yield f"{name}.{column}"
