"""The environment, read once into a frozen value."""

import re
from datetime import time
from pathlib import Path

import pytest
import yaml
from pydantic import ValidationError

from bot.addresses import listening
from bot.model.records import GuildId
from bot.settings import Settings, Shards, unknown_settings


def settings(monkeypatch: pytest.MonkeyPatch, **said: str) -> Settings:
    """What is read where the environment says that."""
    for name, text in said.items():
        monkeypatch.setenv("DISCORD_TOKEN" if name == "token" else f"BUMPBOT_{name.upper()}", text)
    return Settings()


def test_without_an_environment_there_is_no_token_and_nothing_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("DISCORD_TOKEN", "BUMPBOT_METRICS"):
        monkeypatch.delenv(name, raising=False)
    found = Settings()
    assert (found.token, found.guild, found.metrics) == (None, None, None)
    assert (found.log_level, found.log_format) == ("INFO", "text")
    assert (found.backups, found.backup_time) == (None, time(3))
    # An empty variable counts as unset.
    assert settings(monkeypatch, token="", guild="") == found


def test_settings_do_not_change_and_show_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    found = settings(monkeypatch, token="secret", database="postgresql://bump:secret@db:5432/bump")
    assert found.token == "secret"
    assert "secret" not in repr(found)
    with pytest.raises(ValidationError):
        found.guild = GuildId(3)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("shards", "0-3/8", Shards(range(4), 8)),
        ("shards", "4-7/8", Shards(range(4, 8), 8)),
        ("shards", "2/3", Shards(range(2, 3), 3)),
        ("shards", "8", Shards(range(8), 8)),
        ("shards", " 1 ", Shards(range(1), 1)),
        *(
            ("database", address, address)
            for address in (
                "postgresql://bump:secret@db.example:5432/bump",
                "postgres://db/bump?options=-csearch_path%3Dgames",
                "postgresql://postgres:@/postgres?host=/run/postgresql",
                "postgresql://one:5432,two:5433/bump",
            )
        ),
        *(
            ("database", path, Path(path))
            for path in ("games.sqlite3", "/var/lib/b/x.db", "C:/games/x.db", "a:b")
        ),
        ("discord_base", "http://localhost:8080/", "http://localhost:8080"),
        ("backups", "backups", Path("backups")),
        ("backups", " Off ", "off"),
        ("backup_folder", "", Path("games.sqlite3.backups")),
        ("backup_time", "23:45", time(23, 45)),
        ("metrics", "9464", ("127.0.0.1", 9464)),
        ("metrics", " 9464 ", ("127.0.0.1", 9464)),
        ("metrics", "0.0.0.0:9464", ("0.0.0.0", 9464)),
        ("metrics", "bot.internal:80", ("bot.internal", 80)),
        ("metrics", "[::1]:9464", ("::1", 9464)),
        ("log_level", "debug", "DEBUG"),
        ("log_level", " DEBUG ", "DEBUG"),
        ("log_format", "JSON", "json"),
        ("guild", " 1234567890123456789 ", 1234567890123456789),
        ("table_port", "9000", 9000),
        ("workers", " 3 ", 3),
        ("contact", " Ada, ada@example.org ", "Ada, ada@example.org"),
        ("support", "https://example.org/help", "https://example.org/help"),
        ("feedback", "1234567890123456789", 1234567890123456789),
    ],
)
def test_what_the_environment_says_is_read(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str, value: object
) -> None:
    monkeypatch.setenv("BUMPBOT_DATABASE", "games.sqlite3")
    found = getattr(settings(monkeypatch, **{name: text}), name)
    assert found == value


def test_backups_are_made_next_to_the_file_unless_it_is_said_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file, server = {"database": "/games/m.sqlite3"}, {"database": "postgresql://db/bump"}
    for said, folder in (
        (file, Path("/games/m.sqlite3.backups")),
        (server, None),
        ({**file, "backups": "/nights"}, Path("/nights")),
        ({**server, "backups": "/nights"}, Path("/nights")),
        ({**file, "backups": "OFF"}, None),
    ):
        with monkeypatch.context() as environment:
            assert settings(environment, **said).backup_folder == folder


def test_a_setting_that_there_is_not_is_named_with_the_nearest_one() -> None:
    known = {f"BUMPBOT_{name.upper()}" for name in Settings.model_fields}
    assert unknown_settings([*known - {"BUMPBOT_TOKEN"}, "BUMPBOT_COMPILE", "HOME"]) == []
    assert unknown_settings(["BUMPBOT_BACKUP", "bumpbot_databse", "BUMPBOT_XYZZY"]) == [
        "BUMPBOT_BACKUP is no setting of Bumpbot and does nothing. Is BUMPBOT_BACKUPS meant?",
        "BUMPBOT_DATABSE is no setting of Bumpbot and does nothing. Is BUMPBOT_DATABASE meant?",
        "BUMPBOT_XYZZY is no setting of Bumpbot and does nothing. docs/operations.md lists them.",
    ]


NO_SHARDS = ("0", "8/8", "4-8/8", "3-1/8", "0-3", "-1/2", "many", "1/0")
NO_BASE = ("localhost:8080", "ftp://h", "http://h/api/v10", "http://:80", "http://[h")
NO_TIME = ("24:00", "3", "03:60", "3 am", "-1:00")
NO_PLACE = ("yes", "0", "65536", ":9464", "::1:9464", "a:b:1", "host:", "٣")


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        *(("shards", text, "shards") for text in NO_SHARDS),
        *(("discord_base", text, "discord_base") for text in NO_BASE),
        *(("backup_time", text, "write it as 03:00") for text in NO_TIME),
        *(("metrics", text, "such as 9464") for text in NO_PLACE),
        ("table_port", "many", "write a port from 0 to 65535"),
        ("table_port", "65536", "write a port from 0 to 65535"),
        *(("workers", text, "from 1 to 256") for text in ("0", "257", "-1", "many", "٣")),
        *(
            ("support", text, "begins with https://")
            for text in ("example.org", "https://", "javascript:x")
        ),
        ("terms", "http://a b", "begins with https://"),
        *(("contact", text, "at most 150") for text in ("x" * 151, "one\ntwo")),
        ("feedback", "#desk", "the channel's number"),
        ("log_level", "loud", "write DEBUG, INFO, WARNING or ERROR"),
        ("log_format", "xml", "write text or json"),
        ("guild", "Harbor", "write the server's number"),
        ("database", "mysql://bump:secret@host/x", "mysql: is no kind"),
        ("database", "sqlite:///games.sqlite3", "sqlite: is no kind"),
        ("database", "postgresql+asyncpg://host/x", "postgresql"),
        ("database", "postgresql://bump:sec/secret@host/db", "%2F"),
        ("database", "postgresql://bump:sec#secret@host/db", "%23"),
        ("database", "postgresql://bump:sec@secret@host/db", "%40"),
        ("database", "postgresql://bump:secret@host:99999/db", "65535"),
        ("database", "postgresql:/secret", "can't be read"),
        ("database", "postgresql://bump:secret@ex\u2100mple/db", "can't be read"),
        ("database", "postgresql://bump:secret@[host/db", "can't be read"),
        ("database", f"postgresql://bump:secret@host:{'9' * 5000}/db", "can't be read"),
    ],
)
def test_anything_else_is_refused_with_what_to_write_and_no_password_is_repeated(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str, why: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        settings(monkeypatch, **{name: text})
    assert f"\n{name}\n" in str(refused.value)
    assert why in str(refused.value)
    assert "secret" not in str(refused.value)


def test_the_manifest_for_kubernetes_gives_each_process_its_shards_and_known_settings() -> None:
    text = (Path(__file__).parents[1] / "docs" / "kubernetes.yaml").read_text("utf-8")
    processes, _ = yaml.safe_load_all(text)
    [container] = processes["spec"]["template"]["spec"]["containers"]
    given = {each["name"]: each.get("value") for each in container["env"]}
    assert given["BUMPBOT_SHARDS"] == f"$(NUMBER)/{processes['spec']['replicas']}"
    named = re.findall(r"BUMPBOT_\w+", text)
    assert unknown_settings(named) == []
    port = container["ports"][0]["containerPort"]
    assert listening(given["BUMPBOT_METRICS"]).port == port
