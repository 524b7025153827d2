"""What a log may say: no secret, no text of a person."""

import asyncio
import json
import logging
import sqlite3
from io import StringIO
from pathlib import Path
from typing import Any

import aiohttp
import asyncpg
import discord
import pytest
from discord import app_commands
from yarl import URL

from bot.model.refusals import Refused, StoreTrouble
from bot.store.postgres.errors import describe_server_error
from bot.telemetry.logs import Form, configure
from bot.telemetry.redaction import Redactor

# None of them was ever real.
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE." + "x" * 38
HOOK = "aW50ZXJhY3Rpb246MTIzNDU2OnNlY3JldA"
TEXT = "flabbergastrix"


class Captured:
    """The log as it is written, with what the bot is configured to keep to itself."""

    def __init__(self, form: Form, level: str = "DEBUG") -> None:
        self.stream = StringIO()
        self.handler = configure(
            level,
            form,
            secrets=["hunter2-literal", None, ""],
            trusted=[StoreTrouble],
            brief=[StoreTrouble],
            stream=self.stream,
        )

    @property
    def text(self) -> str:
        return self.stream.getvalue()


@pytest.fixture(params=["text", "json"])
def log(request: pytest.FixtureRequest, restored_logging: None) -> Captured:
    return Captured(request.param)


bot_log = logging.getLogger("bot.somewhere")


@pytest.mark.parametrize(
    ("said", "hidden"),
    [
        (f"POST https://discord.com/api/v10/interactions/12/{HOOK}/callback", HOOK),
        ("PATCH /webhooks/12/s3cretpart/messages/@original", "s3cretpart"),
        ("URL('http://x/api/v10/webhooks/12/s3cretpart')", "s3cretpart"),
        (f"Authorization: Bot {TOKEN}", TOKEN),
        (f"a stray {TOKEN} here", TOKEN),
        (f"a stray {HOOK}", HOOK),
        ("postgresql://ada:pa55:w0rd@db.example/bumpbot", "pa55"),
        ("postgres://ada:pa55@[::1]:5432/bumpbot", "pa55"),
        ("host=x password=pa55 user=ada", "pa55"),
        ("postgresql://db/x?user=ada&password=pa55", "pa55"),
        ("PGPASSWORD=pa55 pg_dump", "pa55"),
        ("host=x password='pa 55\\' more' user=ada", "more"),
        ("{'user': 'ada', 'password': 'pa55 w0rd'}", "w0rd"),
        ('{"user": "ada", "passwd": "pa55 w0rd"}', "w0rd"),
        ("https://ada:pa55:w0rd@proxy.example:3128/", "w0rd"),
        ("redis+tls://:pa55@cache.example", "pa55"),
        ("it was hunter2-literal", "hunter2"),
    ],
)
def test_secrets_are_cut_out_of_lines_and_tracebacks(log: Captured, said: str, hidden: str) -> None:
    bot_log.info("said: %s", said)
    bot_log.warning(said.replace("%", "%%"))
    try:
        raise aiohttp.ClientError(said)
    except aiohttp.ClientError:
        bot_log.exception("it failed")
    assert log.text.count("[hidden]") >= 3
    assert hidden not in log.text


def test_what_is_no_secret_stays() -> None:
    kept = (
        "GET /channels/12/messages/13 postgresql://db.example/bumpbot match 5 webhooks/12 "
        "https://discord.com/api?at=12:30@home the password is wrong passed: 3"
    )
    assert Redactor(["abc"]).clean(kept) == kept


@pytest.mark.parametrize(
    "error",
    [
        ValueError(f"invalid literal for int(): {TEXT}"),
        KeyError(TEXT),
        UnicodeEncodeError("utf-8", TEXT, 0, 1, "no"),
        Refused(f"“{TEXT}” is no move."),
        RuntimeError(TEXT),
        app_commands.TransformerError(
            TEXT, discord.AppCommandOptionType.string, app_commands.Transformer()
        ),
        type("DataError", (Exception,), {"__module__": "asyncpg.exceptions"})(TEXT),
        OSError("first line\n" + TEXT),
    ],
)
def test_the_text_of_an_exception_that_may_quote_is_withheld(
    log: Captured, error: Exception
) -> None:
    try:
        raise error
    except Exception as caught:
        bot_log.info("match %s: it went wrong: %s", 5, caught)
        bot_log.info("it went wrong: %(why)s", {"why": caught})
        bot_log.exception("it went wrong")
    try:
        try:
            raise error
        except Exception as caught:
            raise sqlite3.OperationalError("no such table: x") from caught
    except sqlite3.Error:
        bot_log.exception("and again")
    assert TEXT not in log.text
    assert type(error).__name__ in log.text
    assert "match 5: it went wrong" in log.text


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (StoreTrouble("The matches can't be read just now."), "can't be read just now"),
        (OSError(28, "No space left on device"), "No space left"),
        (sqlite3.OperationalError("database is locked"), "database is locked"),
        (aiohttp.ServerDisconnectedError(), "Server disconnected"),
        (AttributeError("'NoneType' object has no attribute 'id'"), "no attribute 'id'"),
        (TimeoutError(), "TimeoutError"),
        *(
            (each, f"wrong: {each}")
            for each in (5, 1.5, None, True, Path("/a/b"), URL("http://x/y"), "a word")
        ),
    ],
)
def test_what_quotes_nobody_is_told_whole(log: Captured, value: object, shown: str) -> None:
    bot_log.warning("it went wrong: %s", value)
    assert shown in log.text


class Secretive:
    def __repr__(self) -> str:
        return TEXT

    __str__ = __repr__


@pytest.mark.parametrize(
    "value", [Secretive(), [Secretive()], {"name": TEXT}, ({"a": TEXT}, 1), TEXT.encode()]
)
def test_a_thing_is_told_by_its_kind_alone(log: Captured, value: object) -> None:
    logging.getLogger("discord.ui.view").error("ignoring %r in %s", value, value)
    logging.getLogger("discord.ui.view").error(value)
    assert TEXT not in log.text
    assert log.text.count("\n") >= 2


def test_numbers_are_formatted_as_asked(log: Captured) -> None:
    bot_log.info("in %.2f s, %d", 1.234, 7)
    bot_log.info("named %(match)s", {"match": 5})
    assert "in 1.23 s, 7" in log.text
    assert "named 5" in log.text


async def test_a_task_that_nobody_waited_for_tells_no_text(log: Captured) -> None:
    async def fail() -> None:
        raise ValueError(TEXT)

    loop = asyncio.get_running_loop()
    task = asyncio.create_task(fail())
    await asyncio.wait([task])
    loop.call_exception_handler(
        {
            "message": "Task exception was never retrieved",
            "exception": task.exception(),
            "future": task,
        }
    )
    assert "never retrieved" in log.text
    assert "ValueError (text withheld)" in log.text
    assert TEXT not in log.text


def test_values_at_the_place_of_an_error_are_not_told(log: Captured) -> None:
    def deep(secret: str) -> None:
        # The value is in no line of the source.
        raise TypeError(f"{len(secret)} is odd")

    try:
        deep("".join(reversed("xirtsagrebbalf")))
    except TypeError:
        bot_log.exception("it went wrong")
    assert "TypeError: 14 is odd" in log.text
    assert "in deep" in log.text
    assert TEXT not in log.text


def test_the_key_that_was_missing_is_told_where_the_code_names_it(log: Captured) -> None:
    told: dict[Any, str] = {}

    def look(key: Any) -> None:
        try:
            told[key]
        except KeyError:
            bot_log.exception("it went wrong")

    for key in (TEXT, 7):
        look(key)
    try:
        told["frozen"]
    except KeyError as missing:
        bot_log.error("not there: %s", missing)
    assert "KeyError: 7" in log.text
    assert "not there: KeyError: frozen" in log.text
    assert TEXT not in log.text


def test_errors_in_a_group_and_in_a_circle_are_told(log: Captured) -> None:
    one, two = OSError("one"), OSError("two")
    one.__cause__, two.__cause__ = two, one
    bot_log.error("a group", exc_info=ExceptionGroup("all", [one, ValueError(TEXT)]))
    assert "OSError: one" in log.text
    assert "OSError: two" in log.text
    assert TEXT not in log.text


@pytest.mark.parametrize("name", ["discord.gateway", "aiohttp.client", "aiosqlite", "asyncpg"])
def test_others_never_speak_at_debug(log: Captured, name: str) -> None:
    logging.getLogger(name).debug("a payload: %s", TEXT)
    logging.getLogger(name).info("an event")
    bot_log.debug("of our own")
    assert TEXT not in log.text
    assert "an event" in log.text
    assert "of our own" in log.text


def test_an_event_is_one_line_of_json_with_its_traceback_in_it(restored_logging: None) -> None:
    log = Captured("json")
    try:
        raise OSError("a\nb")
    except OSError:
        bot_log.exception("two\nlines and \x1b[31mred\u2028")
    bot_log.info("next")
    first, second = map(json.loads, log.text.splitlines())
    assert list(first)[:4] == ["timestamp", "level", "logger", "event"]
    assert first["event"] == "two lines and  [31mred "
    assert first["exception"].splitlines()[0] == "Traceback (most recent call last):"
    assert first["exception"].splitlines()[-1] == "OSError: a"
    assert (second["level"], second["logger"]) == ("info", "bot.somewhere")
    assert second["timestamp"].endswith("Z")


def test_plain_text_has_no_colors_unless_a_terminal_reads_it(restored_logging: None) -> None:
    log = Captured("text", "INFO")
    bot_log.info("hello\nyou")
    bot_log.debug("unsaid")
    assert log.text.count("\n") == 1
    assert "[info     ] hello you [bot.somewhere]" in log.text
    assert "\x1b" not in log.text


def test_configuring_again_replaces_what_was(restored_logging: None) -> None:
    before, after = Captured("text"), Captured("text")
    bot_log.info("once")
    assert (before.text, after.text.count("once")) == ("", 1)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            asyncpg.UniqueViolationError(f"duplicate key\nDETAIL:  Key (text)=({TEXT}) exists."),
            "duplicate key",
        ),
        (asyncpg.DataError(f"invalid input for query argument $1: '{TEXT}'"), "DataError"),
        (asyncpg.InvalidTextRepresentationError(TEXT), "InvalidTextRepresentationError"),
        (TimeoutError(), "the server can't be reached; check that it runs, and the address"),
    ],
)
def test_what_a_server_refuses_is_told_without_its_rows(error: Exception, told: str) -> None:
    said = describe_server_error(error)
    assert said.startswith(told)
    assert TEXT not in said


def test_what_was_told_before_is_told_in_one_line_without_a_traceback(log: Captured) -> None:
    try:
        raise StoreTrouble("It can't be read just now.")
    except StoreTrouble:
        bot_log.exception("the outbox could not be read")
    assert len(log.text.splitlines()) == 1
    assert "the outbox could not be read (StoreTrouble)" in log.text
    assert "Traceback" not in log.text


@pytest.mark.parametrize(
    "error", [ConnectionResetError(104, "reset"), TimeoutError(), aiohttp.ClientError("gone")]
)
def test_a_lost_line_to_discord_has_no_traceback(log: Captured, error: Exception) -> None:
    logging.getLogger("discord.shard").error("Attempting a reconnect", exc_info=error)
    assert len(log.text.splitlines()) == 1
    bot_log.error("something of ours", exc_info=error)
    assert "something of ours" in log.text
    assert "Traceback" in log.text


def test_tries_to_reach_the_server_are_left_to_the_store_to_tell(log: Captured) -> None:
    logging.getLogger("asyncpg.pool").warning("Failed to restore the pool connection floor")
    assert not log.text
