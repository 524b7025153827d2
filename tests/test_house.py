"""The house rules of the code: who may import whom, and what the rules of the games never need."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.catalog import catalog

ROOT = Path(__file__).parent.parent
OURS = ("bot", "renderers", "data")

LAYERS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    # layer: our modules it may import, and the third-party packages
    "bot.games": (("bot.games",), ()),
    "bot.catalog": (("bot.games", "data"), ()),
    "bot.jobs": (("bot.games", "bot.catalog"), ("pydantic", "pydantic_core")),
    "bot.matches": (("bot.matches", "bot.games", "bot.catalog"), ()),
    "bot.store": (
        ("bot.store", "bot.matches"),
        ("aiosqlite",),
    ),
    "bot.settings": ((), ("pydantic", "pydantic_settings", "platformdirs")),
    "renderers": (("renderers", "bot.games", "data"), ("PIL",)),
    "bot.front": (
        (
            "bot.front",
            "bot.matches",
            "bot.games",
            "bot.catalog",
            "renderers",
        ),
        ("discord",),
    ),
    "bot.table": (
        ("bot.table", "bot.front", "bot.matches", "bot.games", "bot.settings", "bot.store"),
        ("simcord", "discord", "aiohttp"),
    ),
}


def sources() -> Iterator[tuple[str, Path]]:
    """Every module of ours that belongs to a layer, by dotted name."""
    for top in ("bot", "renderers"):
        for path in sorted((ROOT / top).rglob("*.py")):
            yield ".".join(path.relative_to(ROOT).with_suffix("").parts), path


def imports(path: Path) -> Iterator[str]:
    """The dotted names a module imports, at its top or later."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            module = node.module or ""
            yield from (f"{module}.{name.name}" for name in node.names)


def within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def layer(module: str) -> str | None:
    return next((name for name in LAYERS if within(module, (name,))), None)


def allowed(module: str, imported: str) -> bool:
    ours, others = LAYERS[layer(module) or ""]
    top = imported.split(".")[0]
    if top in OURS:
        return within(imported, ours)
    return top in sys.stdlib_module_names or top in others


MODULES = [(module, path) for module, path in sources() if layer(module)]


@pytest.mark.parametrize(("module", "path"), MODULES, ids=[module for module, _ in MODULES])
def test_a_module_imports_only_what_its_layer_may(module: str, path: Path) -> None:
    assert [name for name in imports(path) if not allowed(module, name)] == []


def test_every_module_but_the_command_line_belongs_to_a_layer() -> None:
    without = [module for module, _ in sources() if layer(module) is None]
    assert [name for name in without if not name.endswith("__init__")] == ["bot.__main__"]


@pytest.mark.parametrize("key", catalog())
def test_a_game_imports_no_other_game(key: str) -> None:
    others = tuple(f"bot.games.{other}" for other in catalog() if other != key)
    found = [
        name
        for path in sorted((ROOT / "bot" / "games" / key).rglob("*.py"))
        for name in imports(path)
    ]
    assert found
    assert [name for name in found if within(name, others)] == []


def test_rules_load_without_discord_a_database_or_pictures() -> None:
    loading = "".join(f"import bot.games.{key}\n" for key in catalog())
    loading += "import sys; print([m for m in ('discord', 'aiosqlite', 'PIL') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", loading], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("key", catalog())
def test_nothing_outside_its_own_files_names_a_game(key: str) -> None:
    naming = [
        module
        for module, path in sources()
        if key not in module.split(".")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value == key
    ]
    # `bump` is also an effect that any game may have.
    assert [module for module in naming if module != "bot.games.effects"] == []
