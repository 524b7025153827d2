"""The environment, read once into a frozen value."""

from datetime import time
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.settings import Settings, Shards


def test_without_an_environment_there_is_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert Settings().token is None


def test_everything_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("BUMPBOT_DATABASE", "games.sqlite3")
    monkeypatch.setenv("BUMPBOT_GUILD", "12")
    monkeypatch.setenv("BUMPBOT_TABLE_PORT", "9000")
    settings = Settings()
    assert settings.token == "secret"
    assert settings.database == Path("games.sqlite3")
    assert settings.guild == 12
    assert settings.table_port == 9000


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("BUMPBOT_GUILD", "")
    assert Settings().token is None
    assert Settings().guild is None


def test_the_token_is_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    assert "secret" not in repr(Settings())


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        Settings().guild = 3


def test_a_port_that_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUMPBOT_TABLE_PORT", "many")
    with pytest.raises(ValidationError, match="table_port"):
        Settings()


@pytest.mark.parametrize(
    ("said", "shards"),
    [
        ("0-3/8", Shards(range(4), 8)),
        ("4-7/8", Shards(range(4, 8), 8)),
        ("2/3", Shards(range(2, 3), 3)),
        ("8", Shards(range(8), 8)),
        (" 1 ", Shards(range(1), 1)),
    ],
)
def test_shards_are_a_range_or_all(
    monkeypatch: pytest.MonkeyPatch, said: str, shards: Shards
) -> None:
    monkeypatch.setenv("BUMPBOT_SHARDS", said)
    assert Settings().shards == shards


@pytest.mark.parametrize("said", ["0", "8/8", "4-8/8", "3-1/8", "0-3", "-1/2", "many", "1/0"])
def test_shards_that_are_none_are_refused(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("BUMPBOT_SHARDS", said)
    with pytest.raises(ValidationError, match="shards"):
        Settings()


@pytest.mark.parametrize(
    "said",
    [
        "postgresql://bump:secret@db.example:5432/bump",
        "postgres://db/bump?options=-csearch_path%3Dgames",
        "postgresql://postgres:@/postgres?host=/run/postgresql",
        "postgresql://one:5432,two:5433/bump",
    ],
)
def test_an_address_of_postgresql_is_no_file(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("BUMPBOT_DATABASE", said)
    assert Settings().database == said
    assert "secret" not in repr(Settings())


@pytest.mark.parametrize("said", ["games.sqlite3", "/var/lib/b/x.db", "C:/games/x.db", "a:b"])
def test_a_path_is_a_file(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("BUMPBOT_DATABASE", said)
    assert Settings().database == Path(said)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("mysql://bump:secret@host/x", "mysql: is no kind"),
        ("sqlite:///games.sqlite3", "sqlite: is no kind"),
        ("postgresql+asyncpg://host/x", "postgresql"),
        ("postgresql://bump:sec/secret@host/db", "%2F"),
        ("postgresql://bump:sec#secret@host/db", "%23"),
        ("postgresql://bump:sec@secret@host/db", "%40"),
        ("postgresql://bump:secret@host:99999/db", "65535"),
        ("postgresql:/secret", "can't be read"),
        ("postgresql://bump:secret@ex\u2100mple/db", "can't be read"),
        ("postgresql://bump:secret@[host/db", "can't be read"),
        (f"postgresql://bump:secret@host:{'9' * 5000}/db", "can't be read"),
    ],
)
def test_any_other_address_is_refused_and_its_password_not_repeated(
    monkeypatch: pytest.MonkeyPatch, said: str, told: str
) -> None:
    monkeypatch.setenv("BUMPBOT_DATABASE", said)
    with pytest.raises(ValidationError) as refused:
        Settings()
    assert told in str(refused.value)
    assert "secret" not in str(refused.value)


def test_the_address_of_discord_is_a_proxy_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUMPBOT_DISCORD_BASE", "http://localhost:8080/")
    assert Settings().discord_base == "http://localhost:8080"


@pytest.mark.parametrize(
    "said", ["localhost:8080", "ftp://h", "http://h/api/v10", "http://:80", "http://[h"]
)
def test_an_address_of_discord_that_is_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    monkeypatch.setenv("BUMPBOT_DISCORD_BASE", said)
    with pytest.raises(ValidationError, match="discord_base"):
        Settings()


def test_backups_are_made_at_three_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (Settings().backups, Settings().backup_time) == (None, time(3))
    monkeypatch.setenv("BUMPBOT_BACKUPS", "backups")
    monkeypatch.setenv("BUMPBOT_BACKUP_TIME", "23:45")
    assert (Settings().backups, Settings().backup_time) == (Path("backups"), time(23, 45))


@pytest.mark.parametrize("said", ["24:00", "3", "03:60", "3 am", "-1:00"])
def test_a_time_of_night_that_is_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    monkeypatch.setenv("BUMPBOT_BACKUP_TIME", said)
    with pytest.raises(ValidationError, match="write it as 03:00"):
        Settings()


@pytest.mark.parametrize(
    ("said", "listening"),
    [
        ("9464", ("127.0.0.1", 9464)),
        (" 9464 ", ("127.0.0.1", 9464)),
        ("0.0.0.0:9464", ("0.0.0.0", 9464)),
        ("bot.internal:80", ("bot.internal", 80)),
        ("[::1]:9464", ("::1", 9464)),
    ],
)
def test_where_to_tell_how_the_bot_is(
    monkeypatch: pytest.MonkeyPatch, said: str, listening: tuple[str, int]
) -> None:
    monkeypatch.setenv("BUMPBOT_METRICS", said)
    assert Settings().metrics == listening


@pytest.mark.parametrize("said", ["yes", "0", "65536", ":9464", "::1:9464", "a:b:1", "host:", "٣"])
def test_no_place_to_listen_is_refused(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("BUMPBOT_METRICS", said)
    with pytest.raises(ValidationError, match="such as 9464"):
        Settings()


def test_by_default_nothing_is_told_and_the_log_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BUMPBOT_METRICS", raising=False)
    assert Settings().metrics is None
    assert Settings().log_format == "text"
    monkeypatch.setenv("BUMPBOT_LOG_FORMAT", "xml")
    with pytest.raises(ValidationError):
        Settings()


@pytest.mark.parametrize("said", ["debug", "Debug", " DEBUG "])
def test_words_may_be_in_capitals_or_not(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("BUMPBOT_LOG_LEVEL", said)
    monkeypatch.setenv("BUMPBOT_LOG_FORMAT", "JSON")
    assert (Settings().log_level, Settings().log_format) == ("DEBUG", "json")


def test_a_server_is_named_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUMPBOT_GUILD", " 1234567890123456789 ")
    assert Settings().guild == 1234567890123456789
