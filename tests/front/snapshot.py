"""What the bot says, whole, in files that a reviewer reads as a diff and `make snapshots` renews.

A module of tests has one file, `snapshots/<module>.txt` in its folder, with a block for each test
and in it a part for each look. No sentence is asserted elsewhere in the tests of front.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from simcord.components import walk_components

from bot.games.phrases import counted

RENEW = "BUMPBOT_RENEW_SNAPSHOTS"
BLOCK, PART = "== ", "--"


def path_of(module: Path) -> Path:
    """Where the snapshots of a module of tests are."""
    return module.parent / "snapshots" / f"{module.stem.removeprefix('test_')}.txt"


def read(path: Path) -> dict[str, list[str]]:
    """The parts of each block of a file, by the name of its test."""
    text = path.read_text("utf-8") if path.exists() else ""
    blocks = re.split(rf"^{BLOCK}", text, flags=re.MULTILINE)[1:]
    pairs = (block.split("\n", 1) for block in blocks)
    return {name: re.split(rf"\n{PART}\n", body.strip("\n")) for name, body in pairs}


def write(path: Path, blocks: Mapping[str, list[str]]) -> None:
    path.parent.mkdir(exist_ok=True)
    texts = [
        f"{BLOCK}{name}\n" + f"\n{PART}\n".join(parts) + "\n" for name, parts in blocks.items()
    ]
    path.write_text("\n".join(texts), "utf-8")
    if not blocks:
        path.unlink()


class Looks:
    """What one test looks at, compared with its block as it goes."""

    def __init__(self, module: Path, test: str) -> None:
        self.test = test
        self.path, self.module = path_of(module), module
        self.parts = read(self.path).get(test, [])
        self.seen = list[str]()
        self.names = dict[str, str]()
        """What is shown instead of ids that may change: by id, who or what it is of."""

    def look(self, text: str) -> None:
        self.seen.append(text)
        if RENEW in os.environ:
            return
        wanted = "".join(self.parts[len(self.seen) - 1 : len(self.seen)])
        assert text == wanted, f"`make snapshots` takes what is said now into {self.path.name}"

    def end(self) -> None:
        """Write the block down if it is to be renewed, or see that all of it was looked at."""
        if RENEW not in os.environ:
            assert len(self.seen) >= len(self.parts), f"`make snapshots` shortens {self.path.name}"
        else:
            self._renew()

    def _renew(self) -> None:
        before = read(self.path)
        blocks = {name: parts for name, parts in before.items() if name != self.test}
        blocks |= {self.test: self.seen} if self.seen else {}
        order = names_of_tests(self.module)
        kept = [name for name in blocks if name_of(name) in order]
        kept.sort(key=lambda name: order.index(name_of(name)))
        after = {name: blocks[name] for name in kept}
        if after != before:
            write(self.path, after)


def name_of(block: str) -> str:
    """The name of the test of a block, without its parameters."""
    return block.partition("[")[0]


def names_of_tests(module: Path) -> list[str]:
    """As they stand in it."""
    return re.findall(r"^(?:async )?def (test_\w+)", module.read_text("utf-8"), re.MULTILINE)


_current: list[Looks] = []


@contextmanager
def looking(module: Path, test: str) -> Iterator[None]:
    """A test that may look."""
    _current.append(Looks(module, test))
    try:
        yield
    finally:
        _current.pop()


def end() -> None:
    """The running test has looked at all it wants to."""
    _current[-1].end()


def snapshot(shown: Any) -> None:
    """Compare a text, a message or an answer whole with what the running test's block has next. The
    words of a call to a turn are left to the snapshots of the posts; who is called is not. Boards
    in characters are left to the games."""
    looks = _current[-1]
    text = shown if isinstance(shown, str) else whole(shown)
    looks.look(BOARD.sub("```…```", TURN.sub(_turn, steady(text, looks.names))))


def _turn(found: re.Match[str]) -> str:
    return f"→ {found['called'] or found['of'] or 'you'}{found['time'] or ''}"


def snapshot_of_words(text: str) -> None:
    """The same with every word and instant, for the posts themselves."""
    _current[-1].look(named(text, _current[-1].names))


def name(ids: Mapping[int, str]) -> None:
    """Say in the running test's block who or what is meant by these ids."""
    for looks in _current:
        looks.names.update({str(number): text for number, text in ids.items()})


LINKS = re.compile(r"https://discord\.com/channels/[\d@me/]+")
INSTANTS = re.compile(r"<t:(\d+)(:\w)?>")
MENTIONS = re.compile(r"<(@|#|/[^:>]+:)(\d+)>")
TO_TURN = "it is your turn"
"""With these words everybody is called to a turn. No other test has them."""
TURN = re.compile(
    rf"(?:(?P<called>@\w+|\*\*\w+\*\*), {TO_TURN}|I{TO_TURN[1:]}|"
    r"It is \*\*(?P<of>\w+)\*\*'s turn)[.:]?(?: (?:Your|The) time runs out(?P<time> <[^>]+:R>)\.)?"
)
BOARD = re.compile("```.*?```", re.DOTALL)
UNSEEN = re.compile("[\u2060-\u206f\u200b-\u200f]+")


def steady(text: str, names: Mapping[str, str]) -> str:
    """A text without ids and the marks of posts, which may change while it says the same, and with
    instants of the simulated server as people read them."""
    text = INSTANTS.sub(_instant, LINKS.sub("<link>", UNSEEN.sub("", text)))
    return "\n".join(line.rstrip() for line in named(text, names).strip().splitlines())


def _instant(found: re.Match[str]) -> str:
    at = datetime.fromtimestamp(int(found[1]), UTC)
    return f"<{at:%Y-%m-%d %H:%M}{found[2] or ''}>"


def named(text: str, names: Mapping[str, str]) -> str:
    """A text with names for the ids of mentions."""

    def shown(found: re.Match[str]) -> str:
        sign, number = found.groups()
        return sign[:-1] if sign.startswith("/") else f"{sign}{names.get(number, '…')}"

    return MENTIONS.sub(shown, text)


def whole(shown: Any) -> str:
    """The words of a message, or of all that somebody is answered, with whom it pings, its buttons
    and its pictures below."""
    if hasattr(shown, "followups"):
        answers = [each for each in (shown.response, *shown.followups) if each is not None]
        return "\n".join(map(whole, answers))
    rows = [row if isinstance(row, dict) else row.to_dict() for row in shown.components]
    parts = list(walk_components(rows))
    words = [shown.content, *(part["content"] for part in parts if part.get("type") == 10)]
    pinged = " ".join(f"<@{person.id}>" for person in getattr(shown, "mentions", ()))
    pictures = counted(len(shown.attachments), "picture") if shown.attachments else ""
    buttons = "".join(f"[{part['label']}]" for part in parts if part.get("label"))
    small = " · ".join(filter(None, [pinged and f"pings {pinged}", pictures]))
    return "\n".join(filter(None, [*words, buttons, small and f"({small})"]))
