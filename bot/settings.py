"""What the environment says, as one frozen value."""

from pathlib import Path
from typing import Literal

from platformdirs import user_data_path
from pydantic import AliasChoices, Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """The bot's settings, read from environment variables.

    `DISCORD_TOKEN` is Discord's; all others begin with `BUMPBOT_`: `BUMPBOT_DATABASE` (a file),
    `BUMPBOT_LOG_LEVEL`, `BUMPBOT_GUILD` (offer the commands in this server only, at once) and
    `BUMPBOT_TABLE_PORT`.
    """

    model_config = SettingsConfigDict(
        env_prefix="BUMPBOT_", frozen=True, env_ignore_empty=True, populate_by_name=True
    )

    token: str | None = Field(
        default=None, repr=False, validation_alias=AliasChoices("DISCORD_TOKEN")
    )
    database: Path = Field(default_factory=lambda: user_data_path("bumpbot") / "bumpbot.sqlite3")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    guild: int | None = None
    table_port: int = Field(default=8765, ge=0, le=65535)
