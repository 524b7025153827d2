"""The documentation: links lead somewhere, tables can be read, commands can be typed."""

import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import parser
from tests.helpers.commands import bumpbot
from tests.store.memory import empty_database

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
LONGEST_CELL = 300
"""Characters of a cell that is still read as one."""

SECTIONS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
"""Those of Keep a Changelog."""

SCREEN = 50
"""Lines of what is not released yet that are read before an update."""

PLACEHOLDERS = {"ADDRESS": "postgresql://db.example/bumpbot", "NUMBER": "1", "DEPTH": "1"}
"""What stands in commands for a number or an address."""


def without_code(page: Path) -> str:
    return re.sub(r"`[^`\n]*`", "", FENCED.sub("", page.read_text("utf-8")))


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    heads = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text("utf-8")), re.MULTILINE)
    plain = (re.sub(r"\[([^]]+)\]\([^)]*\)|[`*]", r"\1", head) for head in heads)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in plain}


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_link_of_a_page_leads_to_a_file_and_a_heading_that_are_there(page: Path) -> None:
    for link in LINK.findall(without_code(page)):
        if "://" in link or link.startswith("mailto:"):
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_no_cell_of_a_table_is_a_wall(page: Path) -> None:
    for row in FENCED.sub("", page.read_text("utf-8")).splitlines():
        if row.startswith("|"):
            long = [cell for cell in row.strip("|").split("|") if len(cell.strip()) > LONGEST_CELL]
            assert not long, [f"{cell[:60]}… has {len(cell)} characters" for cell in long]


def scripts(page: Path) -> Iterator[str]:
    for kind, text in FENCED.findall(page.read_text("utf-8")):
        if kind == "sh":
            yield text


def own_commands(script: str) -> Iterator[list[str]]:
    """The words of each command of the bot, without what is set before it."""
    for line in script.replace("\\\n", " ").splitlines():
        found = re.match(
            r"\s*(?:\w+=\S+ |echo .*\| )*(?:\S*/)?(?:bumpbot|python -m bot)(?=\s|$)(.*)", line
        )
        if found is None:
            continue
        words = shlex.split(found[1].partition("|")[0].partition("&&")[0], comments=True)
        until = next((at for at, word in enumerate(words) if word[:1] in "<>;"), len(words))
        yield [PLACEHOLDERS.get(word, word) for word in words[:until]]


def test_every_script_of_a_page_is_one_and_every_command_in_it_is_taken() -> None:
    tried, reader = set(), parser()
    for page in PAGES:
        for script in scripts(page):
            done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True)
            assert done.returncode == 0, (page.name, done.stderr)
            for words in own_commands(script):
                try:
                    reader.parse_args(words)
                except SystemExit as ended:
                    assert ended.code == 0, (page.name, words)  # noqa: PT017
                tried.add(words[0] if words else "serve")
    assert tried >= {"backup", "restore", "migrate", "doctor", "exclude", "announce", "health"}


OWNERS = ("README", "operations", "backups", "updates", "scaling", "limits", "watching")
"""The pages of those who run the bot; each has commands."""

READER = r"""
bumpbot() { printf '%s\0' "${BUMPBOT_DATABASE-}" "$@" $'\n' >&3; }
sudo() { [ "$1" = -u ] && shift 2; while [[ $1 == *=* ]]; do export "$1"; shift; done; "$@"; }
command_not_found_handle() { :; }
PATH=/nowhere
"""
"""Lets the shell itself find out which commands of the bot a script has. Programs of the machine
(docker, systemctl, git and all others that are not ours) do nothing: their lines are only read."""


def asked_of_the_bot(script: str) -> list[tuple[str, ...]]:
    """The commands of the bot in a script: each with its database, if one is named, and its words.
    Without those that play until they are stopped."""
    ours = READER + script.replace("/opt/bumpbot/bin/", "")
    told = subprocess.run(["bash", "-c", f"({ours}) 3>&1 >/dev/null 2>&1"], stdout=subprocess.PIPE)
    found = [tuple(each.split("\0")[:-1]) for each in told.stdout.decode("utf-8").split("\n\0")]
    return [each for each in found if len(each) > 1]


@pytest.mark.parametrize("page", OWNERS)
def test_every_command_of_a_page_for_owners_is_carried_out(page: str, tmp_path: Path) -> None:
    home = ROOT if page == "README" else ROOT / "docs"
    texts = list(scripts(home / f"{page}.md"))
    assert texts
    commands = [each for text in texts for each in asked_of_the_bot(text)]
    assert len(commands) >= sum(bool(words) for text in texts for words in own_commands(text))
    for number, (named, *words) in enumerate(dict.fromkeys(commands)):
        # A server's place takes a file.
        server = f"server-{number}.sqlite3"
        database = tmp_path / (server if "://" in named else Path(named or "games.sqlite3").name)
        if words[0] == "restore":
            database.unlink()
        elif not database.exists():
            database.write_bytes(empty_database())
        begun = [server if "://" in each or each == "ADDRESS" else each for each in words]
        typed = [
            str(tmp_path / Path(each).name) if each == "FILE" or each.endswith(".sqlite3") else each
            for each in begun
        ]
        done = bumpbot(*typed, BUMPBOT_DATABASE=str(database), BUMPBOT_METRICS="1")
        # Nothing listens at that port.
        nobody = words == ["health"] and done.stdout.startswith("No bot answers")
        assert done.returncode == int(nobody), (words, done)


def test_every_page_clones_from_the_address_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    texts = [page.read_text("utf-8") for page in PAGES]
    told = {each for text in texts for each in re.findall(r"git clone (\S+)", text)}
    assert told == {project["urls"]["Repository"]}


def test_what_the_scripts_make_is_a_target_of_the_makefile() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    texts = "\n".join(text for page in PAGES for text in scripts(page))
    assert set(re.findall(r"^make ([a-z]+)", texts, re.MULTILINE)) <= targets


def test_the_changelog_has_the_usual_sections_and_a_screen_for_what_is_unreleased() -> None:
    versions = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
    for each in versions:
        name, _, text = each.partition("\n")
        sections = re.findall(r"^### (.+)$", text, re.MULTILINE)
        assert sections, name
        assert set(sections) <= SECTIONS, name
        assert len(set(sections)) == len(sections), name
        if name == "Unreleased":
            assert len(text.strip().splitlines()) <= SCREEN, "say less of each thing"
