"""An outage in the log: lines when it begins, now and then while it lasts, and when it is over."""

import asyncio
import io
import logging
import sqlite3
from collections.abc import Iterator
from types import SimpleNamespace

import aiohttp
import discord
import pytest

from bot.front.discord.request_budget import HeldBack
from bot.front.observing.writing import WriteWatch
from bot.model.refusals import StoreTrouble
from bot.store.rows import legible
from bot.store.sqlite.file import FILE_TROUBLES
from bot.telemetry import outages
from bot.telemetry.logs import configure
from bot.telemetry.outages import (
    ALWAYS_WRITTEN,
    DATABASE,
    DISCORD,
    REMIND,
    Outage,
    discord_failed,
    length,
)
from bot.upkeep.findings import describe_trouble

worker, shard = logging.getLogger("bot.front.posting.outbox"), logging.getLogger("discord.shard")
PLACE = SimpleNamespace(host="discord.com", port=443, ssl=True)
LOST = aiohttp.ServerDisconnectedError()


class Now:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Now:
    made = Now()
    for outage in (DATABASE, DISCORD):
        monkeypatch.setattr(outage, "_now", made)
        outage.count_by(None)
    # What is to be over in a moment is over at once, by the clock of the test.
    monkeypatch.setattr(outages, "CALM", 0.0)
    return made


class Written(io.StringIO):
    @property
    def lines(self) -> list[str]:
        return self.getvalue().splitlines()


@pytest.fixture
def log(now: Now, restored_logging: None) -> Iterator[Written]:
    yield configured("INFO")
    for outage in (DATABASE, DISCORD):
        outage.forget()


def configured(level: str) -> Written:
    written = Written()
    configure(
        level, brief=[StoreTrouble], gathered=[StoreTrouble], trusted=[StoreTrouble], stream=written
    )
    return written


def put_off(error: BaseException = LOST) -> None:
    worker.warning("match %s: post %s put off: %s", 1, 2, error)


def cut(error: BaseException = LOST) -> None:
    """A request is lost, and a worker says what follows for its post."""
    discord_failed("requests", error)
    put_off(error)


def reconnect(error: BaseException = LOST) -> None:
    discord_failed("shard 0", error)
    shard.error("Attempting a reconnect in %.2fs", 1.5, exc_info=error)


async def is_over(outage: Outage) -> None:
    while outage.is_known:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0)


async def test_an_outage_is_logged_when_it_begins_and_when_it_ends(log: Written, now: Now) -> None:
    DISCORD.count_by(three)
    for _ in range(20):
        cut()
        reconnect(ConnectionResetError(104, "reset"))
        now.seconds += 2
    (begins,) = log.lines
    assert "Discord can't be reached, or fails (ServerDisconnectedError" in begins
    assert "discordstatus.com" in begins
    DISCORD.worked("requests")
    await asyncio.sleep(0)
    assert DISCORD.is_known
    DISCORD.worked("shard 0")
    await is_over(DISCORD)
    _, over = log.lines
    assert "Discord answers again; it was away for 40 s; 3 posts waited." in over
    assert "DEBUG only: 40" in over
    put_off()
    assert len(log.lines) == 3


async def three() -> int:
    return 3


async def test_posts_that_went_before_the_end_have_waited_too(log: Written, now: Now) -> None:
    waiting = [3]

    async def count() -> int:
        return waiting[0]

    DISCORD.count_by(count)
    cut()
    DISCORD.note_failing("shard 0")
    DISCORD.worked("requests")
    assert DISCORD._counting
    await DISCORD._counting
    waiting[0] = 0
    DISCORD.worked("shard 0")
    await is_over(DISCORD)
    assert "; 3 posts waited." in log.lines[-1]


async def test_one_that_lasts_is_told_of_every_few_minutes(log: Written, now: Now) -> None:
    for _ in range(100):
        cut()
        now.seconds += REMIND / 10
    assert len(log.lines) == 1 + 9
    assert "for 15 min by now" in log.lines[3]


async def test_what_comes_and_goes_is_one_outage(
    log: Written, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outages, "CALM", 10.0)
    for _ in range(20):
        cut()
        DISCORD.worked("requests")
        now.seconds += 1
    assert len(log.lines) == 1


async def test_one_that_comes_back_is_over_with_its_last_end(log: Written, now: Now) -> None:
    for seconds in (30, 10):
        cut()
        now.seconds += seconds
        DISCORD.worked("requests")
    await is_over(DISCORD)
    assert "it was away for 40 s" in log.lines[-1]


async def test_another_error_is_logged_while_an_outage_lasts(log: Written) -> None:
    cut()
    others = [
        discord.LoginFailure("no"),
        aiohttp.InvalidURL("nowhere"),
        OSError(28, "No space left on device"),
        HeldBack(5),
        ValueError("a mistake"),
        sqlite3.OperationalError("no such table"),
    ]
    for number, error in enumerate(others, 2):
        cut(error)
        assert len(log.lines) == number, error
    # Each new reason of the same outage once.
    news = [
        aiohttp.ClientConnectorDNSError(PLACE, OSError(-2, "Name not known")),  # type: ignore[arg-type]
        discord.DiscordServerError(Answer(503), "upstream"),  # type: ignore[arg-type]
    ]
    for number, error in enumerate(news, 2 + len(others)):
        cut(error)
        cut(error)
        assert len(log.lines) == number, error
        assert "Discord can't be reached, or fails (" in log.lines[-1]
    worker.error("nothing was raised")
    assert len(log.lines) == 2 + len(others) + len(news)


async def test_what_somebody_has_to_do_or_was_told_an_id_of_is_always_told(log: Written) -> None:
    cut()
    DATABASE.failed("reading", "away", "away")
    put_off(StoreTrouble("not now"))
    assert len(log.lines) == 2
    for number, (name, level, error) in enumerate(
        (
            ("bot.front.client", logging.CRITICAL, StoreTrouble("not now")),
            ("bot.front.client", logging.CRITICAL, LOST),
            ("bot.front.discord.lanes", logging.ERROR, TimeoutError()),
        ),
        3,
    ):
        logging.getLogger(name).log(level, "it has ended: %s", error)
        assert len(log.lines) == number, name
    worker.error("error %s", "7f3a", exc_info=LOST, extra=ALWAYS_WRITTEN)
    assert any("7f3a" in line for line in log.lines)


async def test_a_lost_shard_begins_no_outage_until_it_is_known_why(log: Written) -> None:
    DISCORD.note_failing("shard 0")
    put_off()
    assert "[warning" in log.lines[0]
    assert not DISCORD.is_known
    reconnect()
    assert DISCORD.is_known


class Answer:
    def __init__(self, status: int) -> None:
        self.status, self.reason = status, "Service Unavailable"


async def test_at_debug_everything_is_written(log: Written) -> None:
    written = configured("DEBUG")
    for _ in range(3):
        cut()
    begins, *rest = written.lines
    assert "[warning" in begins
    assert len(rest) == 3
    assert all("[debug" in line and "match 1: post 2 put off" in line for line in rest)


def fails(error: Exception) -> None:
    """What the store raises, who hears of it, and what a worker says of it."""
    try:
        with FILE_TROUBLES.for_player("That could not be saved."):
            raise error
    except StoreTrouble as trouble:
        WriteWatch(describe_trouble).failed("append", trouble)
        put_off(trouble)


async def test_only_what_is_new_of_the_database_is_told(log: Written, now: Now) -> None:
    full, other = sqlite3.OperationalError("full"), sqlite3.OperationalError("no such table: x")
    for error in (full, full, full):
        fails(error)
        now.seconds += 5
    (begins,) = log.lines
    assert "the database fails: full." in begins
    fails(other)
    fails(other)
    assert len(log.lines) == 2
    assert "the database fails: no such table: x" in log.lines[1]
    DATABASE.worked("writing")
    await is_over(DATABASE)
    assert "the database works again; it was away for 15 s." in log.lines[2]


async def test_a_damaged_row_is_logged_each_time_and_is_no_outage(log: Written) -> None:
    @legible("a turn")
    def read(column: str) -> int:
        return int(column)

    def told() -> None:
        try:
            read("noon")
        except StoreTrouble as damaged:
            put_off(damaged)

    told()
    assert not DATABASE.is_known
    fails(sqlite3.OperationalError("full"))
    assert DATABASE.is_known
    told()
    assert ["a turn can't be read" in line for line in log.lines] == [True, False, True]


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.2, "1 s"), (119, "119 s"), (300, "5 min"), (7500, "2 h 5 min")]
)
def test_how_long_it_lasted(seconds: float, said: str) -> None:
    assert length(seconds) == said
