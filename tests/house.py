"""The invariants of the tree, each as a function from a checkout to the violations found in it."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import zip_longest
from pathlib import Path

MOST_FILES = 16
"""Files of a folder at most, its `__init__` not counted."""

MOST_TWICE = 12
"""Functions and classes at most that have the name of one in another module."""

FREE_NAMES = {"scene", "stages", "samples", "spots", "Kernel"}
"""What every renderer, and every game's kernel, offers under the same name."""

LAYERS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    # layer: our modules it may import, and the third-party packages
    "bot.games": (("bot.games",), ()),
    "bot.catalog": (("bot.games", "data"), ()),
    "bot.contests": (("bot.opponents", "bot.games"), ("tqdm",)),
    "bot.jobs": (("bot.games", "bot.catalog"), ("pydantic", "pydantic_core")),
    "bot.replaying": (("bot.model", "bot.service", "bot.jobs"), ()),
    "bot.studying": (("bot.model", "bot.service"), ()),
    "bot.training": (("bot.exercises", "bot.opponents", "bot.games", "bot.catalog"), ("tqdm",)),
    "bot.opening": ((), ()),
    "bot.opponents": (("bot.opponents", "bot.opening", "bot.games", "bot.catalog", "data"), ()),
    "bot.exercises": (
        ("bot.exercises", "bot.opponents", "bot.games", "bot.catalog", "data"),
        (),
    ),
    # Pairings are pure, and so are the libraries that know them.
    "bot.model": (
        ("bot.model", "bot.games", "bot.catalog"),
        ("networkx", "pairing_core"),
    ),
    "bot.service": (
        (
            *("bot.service", "bot.model", "bot.opponents", "bot.exercises", "bot.games"),
            "bot.catalog",
        ),
        (),
    ),
    "bot.addresses": ((), ()),
    "bot.arguments": (("bot.games",), ()),
    "bot.store": (
        ("bot.store", "bot.model", "bot.addresses", "bot.opening"),
        ("aiosqlite", "asyncpg", "tqdm"),
    ),
    "bot.settings": (("bot.addresses",), ("pydantic", "pydantic_settings", "platformdirs")),
    "renderers": (("renderers", "bot.games", "data"), ("PIL", "zlib_ng")),
    "bot.telemetry": (
        ("bot.telemetry",),
        ("structlog", "prometheus_client", "aiohttp", "yarl"),
    ),
    "bot.front": (
        (
            *("bot.front", "bot.service", "bot.model", "bot.exercises", "bot.games"),
            *("bot.catalog", "bot.telemetry", "renderers"),
        ),
        # discord.py lets the errors of its transport through.
        ("discord", "aiohttp", "yarl"),
    ),
    "bot.upkeep": (
        (
            *(
                "bot.upkeep",
                "bot.addresses",
                "bot.model",
                "bot.games",
                "bot.store",
                "bot.catalog",
                "bot.jobs",
            ),
            *("bot.settings", "bot.telemetry", "bot.front.discord", "bot.front.commands"),
            *("bot.front.observing.other_bots", "bot.service.owner", "renderers"),
        ),
        ("aiohttp", "discord", "pydantic"),
    ),
    "bot.serving": (
        (
            *("bot.serving", "bot.front", "bot.service.owner", "bot.opponents", "bot.model"),
            *("bot.games", "bot.store", "bot.settings", "bot.telemetry", "bot.upkeep"),
        ),
        ("discord", "aiohttp"),
    ),
    "bot.table": (
        (
            *("bot.table", "bot.front", "bot.model", "bot.games", "bot.settings", "bot.store"),
            "bot.upkeep.stopping",
        ),
        ("simcord", "discord", "aiohttp"),
    ),
}

GAME_ORDER = (("board",), ("chain", "paths"), ("moves",), ("notation",))
"""Parts of a game in the order in which they may import each other; all others come after."""

FRONT_ORDER = (
    ("clock", "contact", "ids"),
    *(("discord",), ("tree", "ui"), ("observing", "text"), ("meant",), ("actions",), ("board",)),
    *(("picker", "posting"), ("living",), ("competitions", "exercises", "invitations")),
    *(("studies",), ("people",), ("match",), ("commands",)),
)
"""Rooms of the front in the order in which they may import each other; the client comes last."""

INSIDES = ("discord.http", "discord.gateway", "discord.state", "discord.shard", "discord.client")
"""Modules of discord.py that are its own affair."""

WIRED = ("bot.front", "bot.service", "bot.model", "bot.store")
"""Where everything gets what it needs when it is made."""

BELOW_FRONT = ("bot.games", "bot.model", "bot.service", "bot.store")

ENTRY_POINTS = ("bot.front.commands", "bot.front.match")
"""Where functions are named for their command or button."""


@dataclass(frozen=True)
class Checkout:
    """The program under a root folder, as text: nothing of it is run."""

    root: Path
    spoilt: Mapping[Path, str] = field(default_factory=dict)
    """Files, each with a text that is added to what it holds."""

    @cached_property
    def modules(self) -> dict[str, ast.Module]:
        """Every module by dotted name; a package goes by the name of its folder."""
        return {name: _parsed(path, self.spoilt.get(path, "")) for name, path in self.paths.items()}

    @cached_property
    def paths(self) -> dict[str, Path]:
        return {**_files(self.root), **{_name(self.root, path): path for path in self.spoilt}}

    @cached_property
    def games(self) -> list[str]:
        packages = (self.root / "bot" / "games").glob("*/__init__.py")
        return sorted(path.parent.name for path in packages)

    def imports(self, module: str) -> set[str]:
        """The modules and names that a module imports, at its top, later or for types only."""
        return _imports(self.modules[module])

    def modules_imported(self, module: str) -> set[str]:
        """The modules of ours that a module imports; a name counts as the module it is in."""
        found = (
            name if name in self.modules else name.rpartition(".")[0]
            for name in self.imports(module)
        )
        return {name for name in found if name in self.modules and name != module}


def _name(root: Path, path: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


@cache
def _files(root: Path) -> dict[str, Path]:
    files = (path for top in ("bot", "renderers") for path in (root / top).rglob("*.py"))
    return {_name(root, path): path for path in sorted(files)}


# The same files are looked at again and again, with one of them spoilt.
@cache
def _parsed(path: Path, more: str) -> ast.Module:
    return ast.parse(f"{_text(path)}\n{more}\n")


@cache
def _nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree))


@cache
def _imports(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in _nodes(tree):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            # A relative import would escape every check here.
            base = "." * node.level + (node.module or "")
            found |= {f"{base}.{name.name}" for name in node.names}
    return found


def within(name: str, packages: tuple[str, ...]) -> bool:
    """Whether a dotted name is one of these packages or inside one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def against_the_layers(checkout: Checkout) -> list[str]:
    """Imports that a layer may not have, and modules without a layer."""
    found = []
    for module in checkout.modules:
        layer = next((name for name in LAYERS if within(module, (name,))), None)
        if layer is None:
            found += [] if module in ("bot", "bot.__main__") else [f"{module} has no layer"]
            continue
        bad = (name for name in checkout.imports(module) if not _allowed(layer, name))
        found += [f"{module} imports {name}" for name in sorted(bad)]
    return found


def _allowed(layer: str, imported: str) -> bool:
    ours, others = LAYERS[layer]
    top = imported.split(".")[0]
    if top in ("bot", "renderers", "data", ""):
        return within(imported, ours)
    return top in sys.stdlib_module_names or top in others


def games_that_know_another(checkout: Checkout) -> list[str]:
    """Imports from one game's package to another's."""
    found = []
    for module in checkout.modules:
        for game in checkout.games:
            others = tuple(f"bot.games.{other}" for other in checkout.games if other != game)
            if within(module, (f"bot.games.{game}",)):
                bad = (name for name in checkout.imports(module) if within(name, others))
                found += [f"{module} imports {name}" for name in sorted(bad)]
    return found


def games_out_of_order(checkout: Checkout) -> list[str]:
    """Imports inside a game that go from an earlier part to a later one."""
    packages = (f"bot.games.{game}" for game in checkout.games)
    return [line for each in packages for line in _out_of_order(checkout, each, GAME_ORDER)]


def rooms_of_front_out_of_order(checkout: Checkout) -> list[str]:
    """Imports inside the front that go from an earlier room to a later one."""
    return list(_out_of_order(checkout, "bot.front", FRONT_ORDER))


def _out_of_order(
    checkout: Checkout, package: str, order: tuple[tuple[str, ...], ...]
) -> Iterator[str]:
    for module in checkout.modules:
        if within(module, (package,)) and module != package:
            mine = _place(module, package, order)
            for other in sorted(checkout.modules_imported(module)):
                if within(other, (package,)) and _place(other, package, order) > mine:
                    yield f"{module} imports {other}"


def _place(module: str, package: str, order: tuple[tuple[str, ...], ...]) -> int:
    """Which group of a package a module belongs to; the package itself comes last of all."""
    if module == package:
        return len(order) + 1
    part = module.removeprefix(f"{package}.")
    return next((n for n, group in enumerate(order) if within(part, group)), len(order))


def reaching_into_discord(checkout: Checkout) -> list[str]:
    """What is reached for inside other things in the front, but for the one place that may."""
    front = [name for name in checkout.modules if within(name, ("bot.front", "bot.table.serve"))]
    return [
        f"{module} reaches for {inside}"
        for module in sorted(set(front) - {"bot.front.discord.private_api"})
        for inside in sorted(
            {each for each in checkout.imports(module) if each.startswith(INSIDES)}
            | _private_parts(checkout.modules[module])
        )
    ]


@cache
def _private_parts(tree: ast.Module) -> frozenset[str]:
    """Private names of others that are read or set, but for what named tuples offer so."""
    found = set()
    for node in _nodes(tree):
        if not isinstance(node, ast.Attribute) or not re.match(r"_[a-z]|http$", node.attr):
            continue
        whose = ast.unparse(node.value)
        if node.attr != "_replace" and (whose not in ("self", "cls") or node.attr == "http"):
            found.add(f"{whose}.{node.attr}")
    return frozenset(found)


def set_from_outside(checkout: Checkout) -> list[str]:
    """What is set on something that was given or is held, instead of said when it is made.

    A value that a function has just made is its own to fill in, and so is a private record.
    """
    return [
        f"{module}:{line} sets {what}"
        for module, tree in checkout.modules.items()
        if within(module, WIRED) and module != "bot.front.discord.private_api"
        for line, what in _set_inside(tree)
    ]


@cache
def _set_inside(tree: ast.Module) -> tuple[tuple[int, str], ...]:
    """Lines in functions, and what they set on others."""
    return tuple(
        (node.lineno, ast.unparse(node))
        for function in _nodes(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        if function.name not in ("__init__", "__new__")
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if isinstance(node.value, ast.Attribute) or ast.unparse(node.value) in _given(function)
    )


def _given(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The arguments of a function, but for itself and private records."""
    named = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    kinds = {each.arg: ast.unparse(each.annotation or ast.Constant("")) for each in named}
    return {name for name, kind in kinds.items() if not kind.startswith("_")} - {"self", "cls"}


def crowded_folders(checkout: Checkout) -> list[str]:
    """Folders with more files than can be taken in at a glance."""
    tests = (checkout.root / "tests").rglob("*.py")
    every = {*checkout.paths.values(), *tests}
    files = [path for path in every if path.name != "__init__.py"]
    folders = sorted({path.parent for path in files})
    counts = {folder: sum(path.parent == folder for path in files) for folder in folders}
    return [
        f"{folder} has {number} files" for folder, number in counts.items() if number > MOST_FILES
    ]


def strangers_with_a_store(checkout: Checkout) -> list[str]:
    """Modules that know a concrete store, but for stores, command line, upkeep and table."""
    allowed = ("bot.store", "bot.serving", "bot.table", "bot.upkeep")
    return [
        f"{module} imports {name}"
        for module in checkout.modules
        if not within(module, allowed)
        for name in sorted(checkout.imports(module))
        if within(name, ("bot.store",))
    ]


SLASH_COMMAND = re.compile(r"(?<![\w/.])/[a-z]{3,}(?![\w/])")


def talk_of_discord(checkout: Checkout) -> list[str]:
    """Texts below the front that name a slash command or Discord."""
    return [
        f"{module}: {text!r}"
        for module, tree in checkout.modules.items()
        if within(module, BELOW_FRONT)
        for text in _texts(tree)
        if SLASH_COMMAND.search(text) or "Discord" in text
    ]


def _texts(tree: ast.Module) -> Iterator[str]:
    """Every text that is no docstring and no text behind an assignment."""
    silent = {id(node.value) for node in _nodes(tree) if isinstance(node, ast.Expr)}
    for node in _nodes(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in silent
        ):
            yield node.value


def names_with_two_homes(checkout: Checkout) -> list[str]:
    """Public functions and classes of one name in several modules, where these are too many."""
    homes: dict[str, list[str]] = {}
    for module, tree in checkout.modules.items():
        if within(module, ("bot.games", *ENTRY_POINTS)):
            continue
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                homes.setdefault(node.name, []).append(module)
    twice = {
        name: found
        for name, found in homes.items()
        if len(found) > 1 and not name.startswith("_") and name not in FREE_NAMES
    }
    return [f"{n} in {', '.join(f)}" for n, f in twice.items()] if len(twice) > MOST_TWICE else []


def nameless_functions(checkout: Checkout) -> list[str]:
    """Functions called `_`."""
    return [
        f"{module}:{node.lineno}"
        for module, tree in checkout.modules.items()
        for node in _nodes(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == "_"
    ]


def outsiders_that_name_a_game(checkout: Checkout) -> list[str]:
    """Texts outside a game's own files that are its key. `bump` is also an effect of any game."""
    return [
        f"{module}:{node.lineno} names {node.value}"
        for module, tree in checkout.modules.items()
        if module != "bot.games.core"
        for node in _nodes(tree)
        if isinstance(node, ast.Constant)
        and node.value in checkout.games
        and node.value not in module.split(".")
    ]


OF_PEOPLE = frozenset(
    (
        *("asked", "author", "content", "custom", "display", "former", "guest", "host"),
        *("interaction", "invited", "member", "members", "mention", "mover", "nick", "note"),
        *("opponent", "owner", "payload", "people", "person", "player", "players", "reader"),
        *("seats", "sent", "text", "typed", "user", "users", "who"),
    )
)
"""Parts of the names of what is somebody, or what they wrote."""

TASK_NAME = "get_name"
"""discord.py puts custom ids into the names of its tasks."""


def people_in_the_log(checkout: Checkout) -> list[str]:
    """Lines of the log that are filled in with people or texts, or are no fixed text."""
    return [
        f"{module}:{call.lineno} says {ast.unparse(call)}"
        for module, tree in checkout.modules.items()
        for call in _nodes(tree)
        if isinstance(call, ast.Call) and call.args and ast.unparse(call.func).startswith("log.")
        if not isinstance(call.args[0], ast.Constant | ast.Name)
        or any(_tells_of_people(each) for each in call.args[1:])
    ]


def _tells_of_people(value: ast.expr) -> bool:
    words = (
        node.attr if isinstance(node, ast.Attribute) else node.id
        for node in ast.walk(value)
        if isinstance(node, ast.Attribute | ast.Name)
    )
    return any(word == TASK_NAME or OF_PEOPLE & set(word.split("_")) for word in words)


OF_A_TEST = re.compile(r"^ *(?:from|import) tests\.((?:\w+\.)*test_\w+)", re.MULTILINE)


def tests_that_lean_on_others(checkout: Checkout) -> list[str]:
    """Imports from a module of tests."""
    files = {*(checkout.root / "tests").rglob("*.py"), *checkout.spoilt}
    return [
        f"{path} imports {name}"
        for path in sorted(files)
        for name in OF_A_TEST.findall(_text(path) + checkout.spoilt.get(path, ""))
    ]


@cache
def _text(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


ODD = re.compile(
    r"\b(?:anew|half-made|in the place of|all the same|reckon(?:s|ed)|of its own accord|thrown out|"
    r"whoever (?:is|has|asks|plays|takes))\b",
    re.IGNORECASE,
)


def odd_words(checkout: Checkout) -> list[str]:
    """Words that nobody says, in the program or its documentation."""
    files = {*checkout.paths.values(), *(checkout.root / "docs").glob("*.md")}
    return [
        f"{path} says {word}"
        for path in sorted(files)
        for word in ODD.findall(_text(path) + checkout.spoilt.get(path, ""))
    ]


def docstrings_with_a_heading(checkout: Checkout) -> list[str]:
    """Docstrings that begin with the sign of a comment or heading."""
    return [
        f"{module}, {getattr(node, 'name', 'module')}: its docstring begins with #"
        for module, tree in checkout.modules.items()
        for node in _nodes(tree)
        if isinstance(node, DOCUMENTED) and (ast.get_docstring(node) or "").startswith("#")
    ]


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)

MANY_FIELDS = ("Match", "MatchSummary", "Consequences", "Post")
"""The values with so many fields that each is explained by a line of its own."""


def unexplained_fields(checkout: Checkout) -> list[str]:
    """Fields of these values without a line of meaning below them."""
    return [
        f"{node.name}.{field.target.id} has no line of meaning"
        for module, tree in checkout.modules.items()
        if within(module, ("bot.model",))
        for node in _nodes(tree)
        if isinstance(node, ast.ClassDef) and node.name in MANY_FIELDS
        for field, below in zip_longest(node.body, node.body[1:])
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if not (isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant))
    ]


INVARIANTS = (
    against_the_layers,
    games_that_know_another,
    games_out_of_order,
    rooms_of_front_out_of_order,
    reaching_into_discord,
    set_from_outside,
    tests_that_lean_on_others,
    crowded_folders,
    strangers_with_a_store,
    talk_of_discord,
    names_with_two_homes,
    nameless_functions,
    outsiders_that_name_a_game,
    people_in_the_log,
    odd_words,
    unexplained_fields,
    docstrings_with_a_heading,
)
