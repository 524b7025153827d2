"""The settings from the environment, as one frozen value."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import time
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import AliasChoices, BeforeValidator, Field
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.addresses import LAST_PORT, Listening, hosts_in, listening

ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
"""How an address begins. A drive of Windows has one letter."""

SPECIAL = (
    "the address can't be read. In a name or password write %2F for /, %3A for :, %40 for @, "
    "%3F for ? and %23 for #"
)


class Shards(NamedTuple):
    """The shards of this process, and how many there are in all."""

    ids: range
    total: int


def _text(read: Callable[[str], object]) -> BeforeValidator:
    # Reads a value of the environment; one of the right type stays as it is.
    return BeforeValidator(lambda value: read(value.strip()) if isinstance(value, str) else value)


PREFIX = "BUMPBOT_"
"""How the names of all settings but the token begin."""

OFF: Final = "off"
"""Says that no backups are made."""

MOST_WORKERS = 256
"""More processes than any machine has cores for."""

LONGEST_LINE = 150
"""Characters of what is shown as whom to turn to."""

LONGEST_KIND = 20
"""Letters of an unknown kind of database that are repeated."""


def _database(value: object) -> Path | str:
    # A file, or the address of a PostgreSQL database. Refused values are not repeated: they may
    # contain a password.
    if not isinstance(value, str) or not ADDRESS.match(value):
        return Path(str(value))
    kind = value.partition(":")[0].lower()
    if kind not in ("postgresql", "postgres"):
        raise ValueError(
            f"{kind[:LONGEST_KIND]}: is no kind of database that I know. Name a file, such as "
            "bumpbot.sqlite3, or an address that begins with postgresql://"
        )
    head, _, rest = value.partition("://")
    try:
        parts = urlsplit(value)
    except ValueError:
        # Its message would repeat the address, password and all.
        raise ValueError(SPECIAL) from None
    behind = f"{parts.path}{parts.query}"
    if not head or not rest or parts.fragment or "@" in behind or parts.netloc.count("@") > 1:
        raise ValueError(SPECIAL)
    try:
        hosts = hosts_in(parts.netloc)
    except ValueError:
        raise ValueError(SPECIAL) from None
    if any(port and port > LAST_PORT for _, port in hosts):
        raise ValueError(f"the last port there is has the number {LAST_PORT}")
    return value


def _shards(value: str) -> object:
    # `0-3/8`, `3/8` for one of them, or `8` for all.
    found = re.fullmatch(r"(?:(\d{1,6})(?:-(\d{1,6}))?/)?(\d{1,6})", value, re.ASCII)
    if found is None:
        raise ValueError("write it as 8 for all of 8 shards, or as 0-3/8 for the first four of 8")
    first, last, count = found.groups()
    if first is None:
        first, last = "0", str(int(count) - 1)
    shards = Shards(range(int(first), int(last or first) + 1), int(count))
    if not shards.ids or shards.ids[-1] >= shards.total:
        raise ValueError(
            f"of {count} shards the first is 0 and the last {int(count) - 1}; write them in order"
            if int(count)
            else "there is at least 1 shard"
        )
    return shards


def _base(value: str) -> object:
    # The address of Discord's HTTP API, without its own path.
    try:
        parts = urlsplit(value)
        hosts = hosts_in(parts.netloc)
    except ValueError:
        raise ValueError("write it as http://host:port") from None
    is_one = len(hosts) == 1 and hosts[0][0] and "@" not in parts.netloc
    if parts.scheme not in ("http", "https") or not is_one:
        raise ValueError("write it as http://host:port")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError("leave out what follows the host: /api/v10 is added to it")
    return f"{parts.scheme}://{parts.netloc}"


def _one_of(value: object, known: Sequence[str]) -> object:
    found = [each for each in known if each.lower() == str(value).strip().lower()]
    if not found:
        raise ValueError(f"write {', '.join(known[:-1])} or {known[-1]}")
    return found[0]


def _guild(value: str) -> object:
    if not re.fullmatch(r"\d{1,20}", value, re.ASCII):
        raise ValueError(
            "write the server's number: with Developer Mode on in Discord's settings, its menu has "
            "Copy Server ID"
        )
    return value


def _channel(value: str) -> object:
    if not re.fullmatch(r"\d{1,20}", value, re.ASCII):
        raise ValueError(
            "write the channel's number: with Developer Mode on in Discord's settings, its menu "
            "has Copy Channel ID"
        )
    return value


def _web(value: str) -> object:
    if not re.fullmatch(r"https?://[^\s/]+\S*", value) or len(value) > LONGEST_LINE:
        raise ValueError("write an address that begins with https://")
    return value


def _line(value: str) -> object:
    if len(value) > LONGEST_LINE or not value.isprintable():
        raise ValueError(f"write one line of at most {LONGEST_LINE} characters")
    return value


def _port(value: object) -> object:
    # A port of this machine; 0 for any that is free.
    text = str(value).strip()
    if not re.fullmatch(r"\d{1,5}", text, re.ASCII) or int(text) > LAST_PORT:
        raise ValueError(f"write a port from 0 to {LAST_PORT}, such as 8765")
    return int(text)


def _workers(text: str) -> object:
    if not re.fullmatch(r"\d{1,3}", text, re.ASCII) or not 0 < int(text) <= MOST_WORKERS:
        raise ValueError(f"write how many processes may search, from 1 to {MOST_WORKERS}")
    return int(text)


def _backups(text: str) -> object:
    return OFF if text.lower() == OFF else Path(text)


def _time(value: str) -> object:
    if not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", value):
        raise ValueError("write it as 03:00")
    hour, minute = value.split(":")
    return time(int(hour), int(minute))


class Settings(BaseSettings):
    """The bot's settings, read from environment variables.

    `DISCORD_TOKEN` is Discord's; all others begin with `BUMPBOT_`: `BUMPBOT_DATABASE` (a file, or
    the address of a PostgreSQL database), `BUMPBOT_BACKUPS` (the folder of a backup every night, or
    `off`), `BUMPBOT_BACKUP_TIME` (its hour, in the machine's own time zone), `BUMPBOT_SHARDS`
    (those of this process, such as `0-3/8`), `BUMPBOT_DISCORD_BASE` (a proxy's address instead of
    https://discord.com), `BUMPBOT_LOG_LEVEL`, `BUMPBOT_LOG_FORMAT` (`text`, or a line of `json` for
    each event), `BUMPBOT_METRICS` (the address of `/health` and `/metrics`: a port of this machine,
    or `host:port`), `BUMPBOT_GUILD` (offer the commands in this server only, at once),
    `BUMPBOT_WORKERS` (how many processes search for the bot's moves at most), `BUMPBOT_TABLE_PORT`,
    and whom people can turn to: `BUMPBOT_CONTACT`, `BUMPBOT_SUPPORT`, `BUMPBOT_TERMS`,
    `BUMPBOT_PRIVACY` and `BUMPBOT_FEEDBACK` (the channel for `/feedback`).
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        frozen=True,
        env_ignore_empty=True,
        populate_by_name=True,
        hide_input_in_errors=True,
    )

    token: str | None = Field(
        default=None, repr=False, validation_alias=AliasChoices("DISCORD_TOKEN")
    )
    backups: Annotated[Path | Literal["off"] | None, NoDecode, _text(_backups)] = None
    backup_time: Annotated[time, _text(_time)] = time(3)
    database: Annotated[Path | str, BeforeValidator(_database)] = Field(
        default_factory=lambda: user_data_path("bumpbot") / "bumpbot.sqlite3", repr=False
    )
    shards: Annotated[Shards | None, NoDecode, _text(_shards)] = None
    discord_base: Annotated[str | None, _text(_base)] = None
    log_level: Annotated[
        Literal["DEBUG", "INFO", "WARNING", "ERROR"],
        BeforeValidator(partial(_one_of, known=("DEBUG", "INFO", "WARNING", "ERROR"))),
    ] = "INFO"
    log_format: Annotated[
        Literal["text", "json"], BeforeValidator(partial(_one_of, known=("text", "json")))
    ] = "text"
    metrics: Annotated[Listening | None, NoDecode, _text(listening)] = None
    guild: Annotated[int | None, _text(_guild)] = None
    workers: Annotated[int | None, _text(_workers)] = None
    table_port: Annotated[int, BeforeValidator(_port)] = 8765
    support: Annotated[str | None, _text(_web)] = None
    contact: Annotated[str | None, _text(_line)] = None
    terms: Annotated[str | None, _text(_web)] = None
    privacy: Annotated[str | None, _text(_line)] = None
    feedback: Annotated[int | None, _text(_channel)] = None

    @property
    def backup_folder(self) -> Path | None:
        """Where a backup is made every night, by default next to the file. None if that is switched
        off, or nobody has said where for a database on a server."""
        if isinstance(self.backups, Path):
            return self.backups
        if self.backups == OFF or not isinstance(self.database, Path):
            return None
        return self.database.with_name(f"{self.database.name}.backups")


ELSEWHERE = ("COMPILE", "VERSION")
"""Read by others than the bot: while its package is built."""


def unknown_settings(names: Iterable[str]) -> list[str]:
    """A sentence about each of the environment's names that looks like a setting and is none, with
    the setting that is most like it."""
    known = [name.upper() for name in Settings.model_fields if name != "token"]
    ours = (name.upper() for name in names if name.upper().startswith(PREFIX))
    wrong = {name.removeprefix(PREFIX) for name in ours} - {*known, *ELSEWHERE}
    return [_unknown(name, known) for name in sorted(wrong)]


def _unknown(name: str, known: Sequence[str]) -> str:
    nearest = get_close_matches(name, known, 1)
    meant = f"Is {PREFIX}{nearest[0]} meant?" if nearest else "docs/operations.md lists them."
    return f"{PREFIX}{name} is no setting of Bumpbot and does nothing. {meant}"
