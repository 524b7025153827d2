"""The page about the commands names the commands that there are, and their options."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from discord import app_commands

from bot.front.commands import Root, commands

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"
CODE = re.compile(r"`([^`]+)`")


def leaves(root: Root | app_commands.Command[Any, ..., Any]) -> Iterator[Root]:
    """The command itself, or those of its group."""
    if isinstance(root, app_commands.Group):
        for each in root.commands:
            yield from leaves(each)
    else:
        yield root


OPTIONS = {
    command.qualified_name: {option.display_name for option in getattr(command, "parameters", ())}
    for root in commands()
    for command in leaves(root)
}
GAMES = {name.split()[1] for name in OPTIONS if name.startswith("challenge ")}


def rows() -> Iterator[tuple[list[str], str]]:
    """The commands of each row of the page's table, by their whole names, and what it says."""
    table = PAGE.read_text("utf-8").partition("| --- | --- |\n")[2].partition("\n\n")[0]
    for line in table.splitlines():
        named, text = line.strip("| ").split(" | ", 1)
        yield list(_commands(named)), text


def _commands(named: str) -> Iterator[str]:
    # `/league join`, `leave`: the second is of the group of the first. Menus are in bold.
    group = ""
    for menu, code in re.findall(r"\*\*(.+?)\*\*|`(.+?)`", named):
        if menu:
            yield menu
        elif code.startswith("/"):
            group = code[1:].rpartition(" ")[0]
            yield code[1:]
        else:
            yield f"{group} {code}"


def test_every_command_has_its_row_and_every_row_its_command() -> None:
    named = [name for names, _ in rows() for name in names]
    assert len(named) == len(set(named))
    # One row speaks of the challenges to all games.
    games = {f"challenge {game}" for game in GAMES}
    assert games & set(named)
    assert {*named} - games == OPTIONS.keys() - games


def test_every_option_that_a_row_names_is_one_of_a_command_in_it() -> None:
    unknown = []
    for names, text in rows():
        others = {name for name in OPTIONS if f"`/{name.split()[0]}`" in text}
        options = set().union(*(OPTIONS[name] for name in {*names, *others}))
        siblings = {name.split()[-1] for name in names}
        words = {word for word in CODE.findall(text) if re.fullmatch("[a-z_]+", word)}
        unknown += [(names[0], word) for word in words - options - siblings]
    assert unknown == []


def test_every_other_command_that_the_page_names_exists() -> None:
    page = PAGE.read_text("utf-8")
    named = {words for words in CODE.findall(page) if re.fullmatch(r"/[a-z][a-z -]*", words)}
    groups = {name.split()[0] for name in OPTIONS}
    assert {words[1:] for words in named} <= OPTIONS.keys() | groups
