"""compose.yaml names what there is: settings that the bot knows, an image that is built for it."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import Settings

ROOT = Path(__file__).parent.parent
COMPOSE = (ROOT / "compose.yaml").read_text("utf-8")
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(COMPOSE)["services"]
BOTS = {name: service for name, service in SERVICES.items() if "build" in service}

OF_CLIENTS = {"PGPASSWORD"}
"""What the driver reads by itself."""


def settings() -> set[str]:
    names = set(Settings.model_fields) - {"token"}
    return {"DISCORD_TOKEN", *(f"BUMPBOT_{name.upper()}" for name in names)}


@pytest.mark.parametrize("bot", BOTS)
def test_the_bots_are_told_what_they_know(bot: str) -> None:
    assert set(BOTS[bot]["environment"]) - OF_CLIENTS <= settings()


def test_every_shard_is_in_one_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for bot in BOTS.values():
        monkeypatch.setenv("BUMPBOT_SHARDS", bot["environment"]["BUMPBOT_SHARDS"])
        shards: Any = vars(Settings())["shards"]
        found += [(shard, shards.total) for shard in shards.ids]
    assert sorted(found) == [(number, len(found)) for number in range(len(found))]


def test_the_bots_use_the_database_that_is_made() -> None:
    made = SERVICES["database"]["environment"]
    address = f"postgresql://{made['POSTGRES_USER']}@database/{made['POSTGRES_DB']}"
    assert {bot["environment"]["BUMPBOT_DATABASE"] for bot in BOTS.values()} == {address}


def test_the_image_is_built_with_the_driver() -> None:
    assert "\nasyncpg==" in (ROOT / "requirements" / "runtime.txt").read_text("utf-8")


def test_the_backup_is_made_by_the_version_that_serves() -> None:
    assert re.fullmatch(r"postgres:\d+", SERVICES["database"]["image"])
    assert SERVICES["backup"]["image"] == SERVICES["database"]["image"]


def test_the_example_has_every_secret_and_no_value() -> None:
    wanted = set(re.findall(r"\$\{(\w+):\?", COMPOSE))
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    assert {line for line in lines if line and not line.startswith("#")} == {
        f"{name}=" for name in wanted
    }


def test_every_volume_and_service_that_is_named_is_there() -> None:
    volumes = set(yaml.safe_load(COMPOSE)["volumes"])
    for service in SERVICES.values():
        assert {each.split(":")[0] for each in service.get("volumes", ())} <= volumes
        assert set(service.get("depends_on", ())) <= set(SERVICES)


def test_the_small_one_is_a_bot_alone_kept_as_strictly_and_on_the_volume_of_the_image() -> None:
    small = yaml.safe_load((ROOT / "compose.small.yaml").read_text("utf-8"))
    (bot,) = small["services"].values()
    assert set(bot["environment"]) <= settings()
    kept = ("build", "restart", "read_only", "tmpfs", "cap_drop", "security_opt")
    for large in BOTS.values():
        assert {name: bot[name] for name in kept} == {name: large[name] for name in kept}
    (volume,) = (each.split(":") for each in bot["volumes"])
    assert f"\nVOLUME {volume[1]}\n" in (ROOT / "Dockerfile").read_text("utf-8")
    assert volume[0] in small["volumes"]
