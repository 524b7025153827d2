"""A database in which every table has rows, made by playing games."""

import random
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.model.clock.calendar import Calendar
from bot.model.commands import AnswerRequest, AskReplacement, Resign
from bot.model.events import Challenged, Person
from bot.model.invitations import BlockedPerson
from bot.model.match import Match
from bot.model.places import LivingKind, Mode, Place, PostState, State
from bot.model.records import ChannelId, Draft, MessageId, PersonId, Seq, Status, WaitingNote
from bot.model.requests import REPLACEMENT
from bot.store.schema import MOVED, Table
from bot.store.sqlite import SqliteStore
from bot.store.sqlite.migrator import connect
from tests.helpers.matches import any_move
from tests.helpers.people import CHANNEL, EDSGER, GUILD
from tests.helpers.playing import known
from tests.helpers.stores import opened
from tests.service.conftest import Clock, Club

ADA, GRACE, LINUS = (
    Person(PersonId(1), "Ada"),
    Person(PersonId(2), "Grace “🎲”"),
    Person(PersonId(2**63 - 1), "Linus'; --"),
)
START = datetime(2026, 3, 1, 12, 0, 0, 7, tzinfo=UTC)
DICE = random.Random(7)

# What takes long to come about by playing.
RARE = (
    "INSERT INTO exclusions VALUES ('person', 9, 'é', '2026-03-01T12:00:00.000001+00:00')",
    "INSERT INTO announcements VALUES (1, 'é', '2026-03-01T12:00:00.000001+00:00')",
    "INSERT INTO deletions (person, asked_at) VALUES (5, '2026-03-01T12:00:00.000001+00:00')",
    "INSERT INTO servers (guild, left_at) VALUES (70, '2026-03-01T12:00:00.000001+00:00')",
    "INSERT INTO replies VALUES (1, 7, '2026-03-01T12:00:00.000001+00:00', 3)",
    "INSERT INTO absences (person, match_id) VALUES (2, 1)",
    "INSERT INTO rungs VALUES (1, 'bump', 2, 1, '2026-03-01T12:00:00.000001+00:00')",
    "INSERT INTO attempts VALUES (1, 'puzzle', 'bump', 'a1', '2026-03-01T12:00:00.000001+00:00', "
    "'2026-03-01T12:00:00.000001+00:00', '[\"01,03\"]', 1, '[]', NULL, '[]', 3, '[]', '', 1, 0, 0, "
    "0, '2026-03-01T12:00:00.000001+00:00')",
    "INSERT INTO dailies VALUES (70, 7, 9, '', '2026-02-28', 'day.bump.2026-02-28-1', 4, '', 9)",
    "INSERT INTO day_entries VALUES (70, '2026-02-28', 1, 'Ada', 'bump', '2026-02-28-1')",
    "INSERT INTO leader_roles VALUES (11, 70, 'bump', 7, 1, 0, '2026-03-01T12:00:00.000001+00:00', "
    "'é', 3)",
    "INSERT INTO leagues VALUES (3, 70, 7, 'é', '{}', 6, 4, 1, NULL, 2, 5, 9)",
    "INSERT INTO members VALUES (3, 1, 'Ada', '2026-03-01T12:00:00.000001+00:00', NULL)",
    "INSERT INTO competitions VALUES (5, 'season', 70, 7, 'é', '{\"game\":\"bump\"}', NULL, "
    "'running', '2026-03-01T12:00:00.000001+00:00', '2026-03-01T12:00:00.000001+00:00', "
    "3, 2, 1, 1, NULL, '2026-03-01T12:00:00.000001+00:00', 4, NULL)",
    "INSERT INTO entrants VALUES (5, 1, 1, 'Ada', 1, 1, 'in')",
    "INSERT INTO fixtures VALUES (5, 1, 1, 1, 1, NULL, 1, '[4,0]', 'bye')",
    "INSERT INTO contests VALUES (2, NULL, 'bump', 70, '2026-03-01T12:00:00.000001+00:00', "
    "'counted', NULL)",
    "INSERT INTO contest_people VALUES (2, 1, 1, 1, 0, '[1500.0, 350.0, 0.06]', '0.25', "
    "'2026-03-01T12:00:00.000001+00:00')",
    "INSERT INTO rating_points VALUES (1, 'bump', 2, '2026-03-01T12:00:00.000001+00:00', "
    "'[1662.3, 290.3, 0.06]', 1, '1500.25')",
    "INSERT INTO ratings VALUES (1, 'bump', 'Ada', '[1662.3, 290.3, 0.06]', 1, "
    "'2026-03-01T12:00:00.000001+00:00', '2026-03-01T12:00:00.000001+00:00', 1662300000, 2, "
    "'1500.25')",
    "INSERT INTO rated_guilds VALUES (1, 70, 'bump', '2026-03-01T12:00:00.000001+00:00', "
    "1662300000, '2026-03-01T12:00:00.000001+00:00')",
    "INSERT INTO counters VALUES ('ratings', 4)",
    "INSERT INTO followers_notified (person, at) VALUES (5, '2026-03-01T12:00:00.000001+00:00')",
    "UPDATE outbox SET message = id * 7, channel = 9, retry_at = NULL WHERE id % 3 = 0",
    "UPDATE outbox SET retry_at = NULL, error = 'given up' WHERE id % 5 = 0 AND message IS NULL",
    "UPDATE outbox SET about = '[[1, 2, \"turn\"]]', person = 1, direct = 1 WHERE id = 2",
    # A match that came to nothing: its number is not to be used again.
    "UPDATE sqlite_sequence SET seq = seq + 5 WHERE name IN ('matches', 'outbox')",
)


class Passing(Clock):
    """A clock that goes on a minute whenever it is looked at."""

    def __call__(self) -> datetime:
        return self.pass_by(minutes=1)


async def fill(path: Path, games: int = 6) -> None:
    """Play so many games, and leave something in every table."""
    async with opened(SqliteStore.open(path)) as store:
        await _play(store, games)
    with closing(connect(path)) as connection:
        for sql in RARE:
            connection.execute(sql)
        empty = [t for t in MOVED if not connection.execute(f"SELECT 1 FROM {t.name}").fetchone()]
    assert not empty, empty


async def _play(store: SqliteStore, games: int) -> None:
    club = Club(store, Passing())
    club.clock.now = START
    await club.service.calendars.change_hours(ADA.id, lambda _: Calendar("Europe/Berlin"))
    played = [await _played(club, plies=4 + number) for number in range(games)]
    running = [match for match in played if match.status is Status.RUNNING]
    await _keep_things(store, club, running[0])


async def _played(club: Club, plies: int) -> Match:
    match = await club.begin(GRACE, host=ADA, game="bump")
    for _ in range(plies):
        if match.status is not Status.RUNNING:
            return match
        match = await club.do(match.id, any_move(match, DICE))
    if match.id % 2:
        match = await club.do(match.id, Resign(ADA.id))
    return match


async def _keep_things(store: SqliteStore, club: Club, match: Match) -> None:
    """What people and servers keep while a match runs."""
    service, mover = club.service, known(match.turn_person)
    other = GRACE if mover == ADA else ADA
    await service.following.follow(match, LINUS.id)
    match = await club.moved(match)
    await service.premoves.prepare(match.id, mover.id, "", "anything")
    await store.save_draft(Draft(other.id, match.id, match.board_seq, ("01", "02")))
    await service.private_notes.save(match.id, ADA.id, 'mine: {"a": 1} \\ \t end')
    await store.change_preferences("person", ADA.id, lambda _: {"z": 1, "aa": [True, None, "é"]})
    await store.visit(ADA.id, match.id, Seq(3), START)
    await service.studies.change(ADA.id, match.id, lambda study: study.annotate(0, "é \\ \t"))
    await store.put(WaitingNote(GRACE.id, match.id, "for later"))
    await store.put(BlockedPerson(EDSGER.id, GRACE.id, GRACE.name))
    await store.put_post(PostState(LivingKind.LOBBY, 7, GUILD, CHANNEL, message=MessageId(99)))
    await store.save_place(
        Place(match.id, Mode.THREAD, ChannelId(2**62), State.OPEN, "so it is", START, 3),
        Place(match.id),
    )
    await service.stretches.begin(match, ADA.id)
    await club.ask(None, host=GRACE, game="bump", standing=True)
    again = await store.events(match.id)
    assert isinstance(again[0].event, Challenged)
    await service.matches.arrange(again[0].event, "once more")
    left = next(each for each in await service.matches.of_person(ADA.id) if each.match != match.id)
    for command in (
        AskReplacement(ADA, ADA, LINUS),
        AnswerRequest(REPLACEMENT, LINUS.id, True),
        AnswerRequest(REPLACEMENT, GRACE.id, True),
    ):
        await club.do(left.match, command)


def rows_of_file(path: Path) -> dict[str, list[Any]]:
    """All rows of the tables that are moved, and the played given last."""
    with closing(connect(path, readonly=True)) as connection:
        found = {t.name: connection.execute(_all(t)).fetchall() for t in MOVED}
        found["numbers"] = connection.execute(
            "SELECT name, seq FROM sqlite_sequence ORDER BY name"
        ).fetchall()
    return found


def _all(table: Table) -> str:
    return f"SELECT {', '.join(table.columns)} FROM {table.name} ORDER BY {', '.join(table.key)}"
