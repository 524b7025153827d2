"""What compose.yaml, the Makefile, the README and the page on threats name is there."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from discord import Permissions

from bot.settings import Settings
from bot.upkeep.at_discord import NEEDED
from tests.helpers.commands import run

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
def test_the_bots_get_only_settings_they_know(bot: str) -> None:
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


def test_a_bot_on_a_machine_of_its_own_is_told_its_shards_and_where_the_database_is() -> None:
    outside = yaml.safe_load((ROOT / "compose.outside.yaml").read_text("utf-8"))
    (bot,) = outside["services"].values()
    said = bot["environment"]
    assert set(said) - OF_CLIENTS <= settings()
    for name in ("DISCORD_TOKEN", "BUMPBOT_DATABASE", "BUMPBOT_SHARDS"):
        assert said[name].startswith(f"${{{name}:?")
    large = BOTS["bot-0"]
    assert set(said) == set(large["environment"])
    assert {name: bot[name] for name in set(large) - {"depends_on", "environment"}} == {
        name: each for name, each in large.items() if name not in ("depends_on", "environment")
    }


MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
(LISTED,) = re.findall(r"^TABLES := ((?:.*\\\n)*.*)$", MAKEFILE, re.MULTILINE)
TABLES = LISTED.replace("\\", " ").split()


ASIDE = {"fitting"}
"""What can be started and measures nothing of the bot."""


def test_every_bench_is_run_by_make() -> None:
    starts = (
        each for each in (ROOT / "bench").rglob("*.py") if "__main__" in each.read_text("utf-8")
    )
    names = {each.parent.name if each.stem == "__main__" else each.stem for each in starts}
    assert sorted(TABLES) == sorted(names - ASIDE)


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
def test_a_bench_says_what_it_measures(table: str) -> None:
    done = run(f"bench.{table}", ["--help"], os.environ)
    assert done.returncode == 0, done.stderr
    assert "usage: " in done.stdout


@pytest.mark.long
def test_a_little_load_comes_to_its_end() -> None:
    little = ["--turns", "25", "--rate", "4", "--seconds", "2"]
    done = run("bench.load", little, os.environ)
    assert done.returncode == 0, done.stderr
    rows = {line.partition(" ")[0] for line in done.stdout.splitlines()}
    assert {"acknowledged", "posted"} <= rows


def test_the_invite_asks_for_the_rights_that_are_needed() -> None:
    needed = dict.fromkeys(NEEDED, True)
    without_threads = Permissions(**needed).value
    whole = Permissions(**needed, create_public_threads=True, manage_threads=True).value
    readme = (ROOT / "README.md").read_text("utf-8")
    assert re.findall(r"permissions=(\d+)|\((\d{6,})\)", readme) == [
        (str(whole), ""),
        ("", str(without_threads)),
    ]


PAGE = (ROOT / "docs" / "threat-model.md").read_text("utf-8")
NAMED = re.compile(r"`((?:tests|bot|docs|requirements)/[^`]*)`")


def absent(text: str) -> list[str]:
    """The files that a text names and that are not there."""
    return sorted({name for name in NAMED.findall(text) if not (ROOT / name).exists()})


def test_every_file_that_is_named_is_there() -> None:
    assert absent(PAGE) == []


def test_a_file_that_is_not_there_is_noticed() -> None:
    assert absent("in `tests/house.py` and `tests/test_of_nothing.py`") == [
        "tests/test_of_nothing.py"
    ]


def test_every_threat_says_where_it_is_tested() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")][2:]
    assert len(rows) > 10
    assert not [row for row in rows if not NAMED.search(row.split("|")[-2])]


def test_every_test_that_is_named_tests_something() -> None:
    for name in NAMED.findall(PAGE):
        path = ROOT / name
        if path.suffix == ".py" and path.exists():
            assert re.search(r"def test_\w+", path.read_text("utf-8")), name
