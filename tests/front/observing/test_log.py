"""What the table and the real bot write to the log while people play, and when it goes wrong."""

import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest

from bot.front import find_match
from bot.front.discord.repeated import SeenBefore
from bot.model.refusals import StoreTrouble
from bot.telemetry.correlation import current_id
from bot.telemetry.logs import OURS, configure
from bot.telemetry.metrics import REGISTRY
from tests.front.conftest import World

TEXT = "flabbergastrix"


@pytest.fixture
def log() -> Iterator[StringIO]:
    """All that is written, at DEBUG."""
    stream, root = StringIO(), logging.getLogger()
    levels = {name: logging.getLogger(name).level for name in ("", *OURS)}
    handler = configure("DEBUG", "text", trusted=[StoreTrouble], stream=stream)
    yield stream
    root.removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def errors(kind: str) -> float:
    return REGISTRY.get_sample_value("bumpbot_errors_total", {"kind": kind}) or 0.0


async def test_a_fault_tells_the_id_of_its_lines_and_no_text(short: World, log: StringIO) -> None:
    ids: list[str | None] = []

    async def fail(*_: Any, **__: Any) -> None:
        ids.append(current_id())
        logging.getLogger("bot.front").warning("on the way")
        raise ValueError(f"{TEXT} is odd")

    short.patch.setattr(find_match, "find_to_move", fail)
    before = errors("fault")
    await short.ada.slash(short.channel, "move", move=TEXT)
    assert len(short.env.errors) == 1
    (identity,) = ids
    assert f"error `{identity}`" in short.private_texts()[-1]
    assert errors("fault") == before + 1
    said = [line for line in log.getvalue().splitlines() if f"correlation_id={identity}" in line]
    assert [part for part in ("on the way", f"error {identity}") if part in "\n".join(said)] == [
        "on the way",
        f"error {identity}",
    ]
    assert all("action=move" in line and "handling=command" in line for line in said)
    assert "ValueError (text withheld)" in log.getvalue()
    assert TEXT not in log.getvalue()


async def test_a_whole_evening_names_nobody(short: World, log: StringIO) -> None:
    before = errors("refused")
    await short.ada.slash(short.channel, "move", move=TEXT)
    await short.ada.slash(short.channel, "note", text=TEXT)
    for pattern in ("/interactions/*", "/webhooks/*", "/channels/*"):
        short.env.inject_error("POST", pattern, status=500, times=2)
        await short.ada.click(short.last, label="My view")
        await short.ada.slash(short.channel, "move", move=TEXT)
        await short.ada.slash(short.channel, "board")
    short.env.backend.faults.clear()
    await short.ada.slash(short.channel, "claim")
    await short.move(short.ada, "1")
    said = log.getvalue()
    assert errors("refused") > before
    assert "handling=" in said
    people = (short.ada, short.grace, short.linus)
    hidden = [TEXT, *(str(p.id) for p in people), *(p.name for p in people)]
    assert not [(each, line) for line in said.splitlines() for each in hidden if each in line]


# Interactions that come twice


def test_an_interaction_is_known_again() -> None:
    seen = SeenBefore()
    assert [seen.note(each) for each in ("1", "2", "1", "2", "3")] == [
        *(False, False, True, True, False)
    ]


def test_only_the_newest_are_remembered() -> None:
    seen = SeenBefore(2)
    assert not any(seen.note(each) for each in ("1", "2", "3"))
    assert [seen.note(each) for each in ("2", "3", "1")] == [True, True, False]
