"""The environment, read once into a frozen value."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.settings import Settings


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
