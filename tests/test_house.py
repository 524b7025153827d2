"""The tree keeps its invariants, and each of them would notice being broken."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from bot.catalog import catalog
from tests import house
from tests.helpers.commands import output_of
from tests.house import INVARIANTS, MOST_FILES, MOST_TWICE, Checkout

ROOT = Path(__file__).parent.parent
HERE = Checkout(ROOT)

Invariant = Callable[[Checkout], list[str]]


@cache
def found(invariant: Invariant) -> list[str]:
    """The violations in the tree."""
    return invariant(HERE)


@pytest.mark.parametrize("invariant", INVARIANTS)
def test_the_tree_keeps_the_invariant(invariant: Invariant) -> None:
    assert found(invariant) == []


LINES = {
    house.against_the_layers: """
        bot/games/bump/moves.py: import discord
        bot/model/decide/challenge.py: from bot.store import rows
        bot/model/decide/challenge.py: import bot.front.discord.context
        bot/store/rows.py: import discord
        bot/opponents/kernel.py: from bot.model.match import Match
        bot/model/projection.py: from bot.opponents.kernel import Kernel
        bot/telemetry/logs.py: from bot.model.match import Match
        bot/telemetry/server.py: import discord
        bot/model/decide/challenge.py: import bot.telemetry.metrics
        renderers/scene.py: from bot.model.match import Match
        bot/front/discord/context.py: def f():\\n    import simcord
        bot/front/discord/context.py: from . import errors
        bot/stray.py: pass
    """,
    house.games_that_know_another: """
        bot/games/bump/evaluation.py: from bot.games.bounce.moves import runs
        bot/games/clump/board.py: import bot.games.bump
    """,
    house.games_out_of_order: """
        bot/games/bump/board.py: from bot.games.bump.moves import moves
        bot/games/bipod/moves.py: from bot.games.bipod import notation
        bot/games/clump/steps.py: from bot.games.clump import GAME
    """,
    house.rooms_of_front_out_of_order: """
        bot/front/discord/context.py: from bot.front.ui import base
        bot/front/board/replay.py: from bot.front.people.inbox import show_inbox
        bot/front/commands/see.py: from bot.front.client import Bumpbot
    """,
    house.tests_that_lean_on_others: """
        tests/test_settings.py: from tests.test_compose import COMPOSE
    """,
    house.strangers_with_a_store: """
        bot/front/client.py: from bot.store.sqlite import SqliteStore
    """,
    house.people_in_the_log: """
        bot/front/discord/errors.py: log.info("%s", interaction.user)
        bot/service/due.py: log.info("%s", match.turn_person.id)
        bot/service/due.py: log.info(f"{match} is late")
        bot/front/client.py: log.info("%s", task.get_name())
    """,
    house.talk_of_discord: """
        bot/model/decide/challenge.py: WHY = "Begin one with /challenge."
        bot/store/rows.py: WHY = f"{3} is too long for Discord"
    """,
    house.reaching_into_discord: """
        bot/front/client.py: discord.Client._connection.parsers
        bot/front/client.py: from discord.http import Route
    """,
    house.set_from_outside: """
        bot/front/discord/context.py: def f(c: Client): c.matches.wake = print
        bot/store/rows.py: def f(book: object) -> None: book.wake = 1
    """,
    house.nameless_functions: """
        bot/model/decide/challenge.py: def _(): ...
    """,
    house.odd_words: """
        bot/store/rows.py: # The board is made anew.
        docs/operations.md: Half-made moves stay with whoever has them.
    """,
    house.docstrings_with_a_heading: """
        bot/model/decide/challenge.py: def f() -> int:\\n    \"\"\"# Not a heading.\"\"\"
    """,
    house.unexplained_fields: """
        bot/model/decide/challenge.py: class Post:\\n    seq: int\\n    id: int
    """,
    house.outsiders_that_name_a_game: """
        bot/model/decide/challenge.py: GAMES = ["bump"]
    """,
}
"""A line of each of these violates the invariant, in the file before it."""

PLANTED: list[tuple[Invariant, dict[str, str]]] = [
    *(
        (invariant, {file: line.replace(r"\n", "\n")})
        for invariant, lines in LINES.items()
        for file, _, line in (each.strip().partition(": ") for each in lines.strip().splitlines())
    ),
    (house.crowded_folders, {f"bot/front/text/more{n}.py": "pass" for n in range(MOST_FILES)}),
    (house.crowded_folders, {f"tests/front/text/test_{n}.py": "" for n in range(MOST_FILES)}),
    (
        house.names_with_two_homes,
        {
            f"bot/{layer}/twins.py": "".join(f"def f{n}(): ...\n" for n in range(MOST_TWICE + 1))
            for layer in ("front", "model")
        },
    ),
]


@pytest.mark.parametrize(("invariant", "planted"), PLANTED)
def test_a_violation_is_caught(invariant: Invariant, planted: dict[str, str]) -> None:
    spoilt = {ROOT / name: line for name, line in planted.items()}
    assert set(invariant(Checkout(ROOT, spoilt))) - set(found(invariant))


def test_every_invariant_has_a_violation_planted() -> None:
    assert {invariant for invariant, _ in PLANTED} == set(INVARIANTS)


@pytest.mark.parametrize(
    ("loading", "needless"),
    [
        ("; ".join(f"import bot.games.{key}" for key in catalog()), "discord aiosqlite PIL"),
        ("import bot.front.client", "aiohttp.web asyncpg networkx pairing_core tqdm simcord"),
        (
            "from bot.__main__ import parser; parser(); import bot.addresses, bot.telemetry.asking",
            "asyncio pydantic urllib.request importlib.metadata",
        ),
    ],
    ids=["the rules", "the client", "asking for health"],
)
def test_only_what_is_needed_is_loaded(loading: str, needless: str) -> None:
    told = f"{loading}\nimport sys; print([m for m in {needless.split()} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.strip() == "[]"


def test_every_game_has_its_package_its_pictures_and_its_words() -> None:
    words = {path.stem for path in (ROOT / "data" / "games").glob("*.toml")}
    assert HERE.games == sorted(words) == sorted(catalog())
    assert {f"renderers.{key}" for key in words} <= set(HERE.modules)


def circles_of_rooms(root: Path) -> str:
    """What import-linter says of the order of the rooms below a folder; empty when all is well."""
    linter = [
        sys.executable,
        "-c",
        "from importlinter.cli import lint_imports_command as run; run()",
    ]
    done = output_of(
        [*linter, "--config", str(ROOT / "pyproject.toml"), "--no-cache"],
        cwd=root,
        env={"PYTHONPATH": str(root), "PYTHONSAFEPATH": "1"},
    )
    return done.stdout if done.returncode else ""


def test_no_room_imports_another_around_corners() -> None:
    assert circles_of_rooms(ROOT) == ""


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("bot/front/text/parts.py", "from bot.front.commands import play"),
        ("bot/model/clock/calendar.py", "def f():\n    from bot.model import match"),
        (
            "bot/front/discord/permissions.py",
            "from typing import TYPE_CHECKING\n"
            "if TYPE_CHECKING:\n    from bot.front.client import Bumpbot",
        ),
    ],
    ids=["a folder", "a file, later", "for types only"],
)
def test_a_circle_of_rooms_is_noticed(tmp_path: Path, file: str, line: str) -> None:
    for top in ("bot", "renderers", "data"):
        shutil.copytree(ROOT / top, tmp_path / top, ignore=shutil.ignore_patterns("*.pyc"))
    with (tmp_path / file).open("a") as spoilt:
        spoilt.write(f"\n{line}\n")
    assert "1 broken" in circles_of_rooms(tmp_path)
