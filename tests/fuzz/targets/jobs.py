"""What machines and owners say: jobs of `bumpbot replay`, options, the environment."""

import json
from typing import Any

from pydantic import ValidationError

from bot.arguments import parsed_option
from bot.catalog import catalog
from bot.games.core import BadOptions, PlayerError
from bot.jobs import answer
from bot.model.decide.challenge import challenge_event
from bot.model.records import ChannelId, GuildId
from bot.model.refusals import Refused
from bot.settings import Settings, Shards
from bot.store.postgres.errors import without_password
from bot.store.postgres.tools import without_secret
from tests.fuzz.target import Target, check, check_sentence, picked, text_of
from tests.fuzz.targets.records import NOW, PEOPLE

SECRET = "hunter2"
"""The password in addresses."""

KEYS = sorted(catalog())


def answer_job(data: bytes) -> None:
    """A job is answered with JSON of one form; the texts it tells are a job with that answer."""
    line = data.decode("utf-8", "surrogateescape")
    if line.count(",") > 60:
        return
    report = answer(line)
    check(set(report) == {"turns", "position", "legal", "outcome", "error"})
    json.dumps(report, ensure_ascii=False).encode()
    if report["error"]:
        check(report["error"]["ply"] == 0 or len(report["turns"]) == report["error"]["ply"] - 1)
        return
    job = json.loads(line)
    moves = [turn["move"] for turn in report["turns"]]
    check(answer(json.dumps({**job, "moves": moves})) == report)


def agree_on_options(data: bytes) -> None:
    """Options fit a game or are refused in words; a position that begins with them is read."""
    which, rest = picked(data, len(KEYS))
    options = _json_object(text_of(rest))
    if options is None:
        return
    game = catalog()[KEYS[which]].game
    try:
        position = game.start(options)
    except BadOptions as error:
        check_sentence(error)
        return
    check(game.write(game.read(game.write(position), options)) == game.write(position))


def _json_object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def read_option(data: bytes) -> None:
    """An option of the command line has a name and a value, or is refused in words."""
    text = text_of(data)
    try:
        name, _ = parsed_option(text)
    except PlayerError as error:
        check("=" not in text)
        check(str(error))
    else:
        check(text.startswith(f"{name}="))


FIELDS = ("database", "shards", "discord_base", "log_level", "guild", "table_port")


def read_setting(data: bytes) -> None:
    """A variable is read or refused, in words that tell no password."""
    which, rest = picked(data, len(FIELDS))
    field, text = FIELDS[which], text_of(rest)
    try:
        settings = Settings(**{field: text})  # type: ignore[arg-type] # as the environment has it
    except ValidationError as error:
        said = [each["msg"] for each in error.errors()]
        # What takes the place of the database's kind is repeated, and is no password.
        check(SECRET not in "".join(said) or SECRET in text.partition(":")[0].lower(), said)
        check(all(each and len(each) < 300 and "set_int_max" not in each for each in said), said)
        return
    check_read(settings, text)


def check_read(settings: Settings, text: str) -> None:
    """What holds for settings that were read."""
    if isinstance(settings.shards, Shards):
        ids, total = settings.shards
        check(0 <= ids[0] <= ids[-1] < total and len(ids) <= total <= 10**6, settings.shards)
    if isinstance(settings.database, str) and f":{SECRET}@" in text:
        check(SECRET not in without_password(settings.database), settings.database)
        check(SECRET not in without_secret(settings.database)[0], settings.database)
    if settings.discord_base:
        check(settings.discord_base.count("/") == 2, settings.discord_base)


def agree_on_challenge(data: bytes) -> None:
    """A challenge is recorded with its options, or refused in words."""
    which, rest = picked(data, len(KEYS))
    options = _json_object(text_of(rest[1:]))
    if options is None:
        return
    invited = PEOPLE[1 : 1 + picked(rest, 5)[0]]
    try:
        asked = challenge_event(
            KEYS[which], options, PEOPLE[0], invited, ChannelId(5), GuildId(6), "host", None, NOW
        )
    except (BadOptions, Refused) as error:
        check_sentence(error)
    else:
        check(asked.payload())


WORDS = (
    *('{"game":"', '","moves":["', '"position":"', '"options":{', '"count":true', "null", "1e9"),
    *("bump", "bipod", "bounce", "clump", "urchins", '"reserve"', '"size"', '"variant"'),
    *('"blocks"',),
    *('"adopt"', '"players"', '"constables"', "[3,7,2]", "true", "[]", "{}", "NaN", "\\u0000"),
)
ADDRESSES = (
    *("postgresql://", f"user:{SECRET}@", "localhost", ":5432", "/matches", "?password=", "[::1]"),
    *("%40", "%2F", "@", "#", "0-3/8", "8", "https://", "http://", "DEBUG", "sqlite3", "\u2100"),
)

TARGETS = (
    Target("jobs", answer_job, 10, WORDS),
    Target("options", agree_on_options, 60, WORDS),
    Target("challenges", agree_on_challenge, 60, WORDS),
    Target("option_words", read_option, 60, WORDS),
    Target("settings", read_setting, 30, ADDRESSES),
)
