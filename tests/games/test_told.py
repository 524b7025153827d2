"""What a game reads, says and offers: a table for each sentence, in `told.toml` beside its tests.

`it` says what is asked of the game, `at` of which position: its text or `start`, with options. A
row is what is typed and what comes of it; a third cell before them is a position of its own.
"""

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.catalog import catalog, entry
from bot.games.core import IllegalMove, NotationError
from tests.helpers.playing import Player

NAMES = {1: "Ada", 2: "Grace", 3: "Linus", 4: "Margaret", 5: "Edsger"}
MORE = "…"
"""Stands for more of a sentence."""


def lost(player: Player[Any, Any], at: Any, keys: str) -> str:
    """The sentence with which steps are refused that nobody was offered."""
    with pytest.raises(IllegalMove) as refused:
        player.step(at, *keys.split())
    return str(refused.value)


def listed(player: Player[Any, Any], at: Any, space: str) -> str:
    """The moves on a space by effect."""
    found = player.game.moves_by_effect(at, space, NAMES)
    return " | ".join(f"{effect}: {', '.join(texts)}" for effect, texts in found.items())


def unknown(player: Player[Any, Any], at: Any, space: str) -> str:
    """What is said of a space that is not there."""
    with pytest.raises(NotationError) as refused:
        player.game.describe_cell(at, space, NAMES)
    return str(refused.value)


def end(player: Player[Any, Any], at: Any, texts: str) -> str:
    """How the game has ended after these moves, and who has won."""
    winners, reason = player.ended(player.after(at, *texts.split())) or ((), "")
    return " ".join((reason, *map(str, winners)))


ASKED: dict[str, Callable[[Player[Any, Any], Any, str], str]] = {
    "reads": lambda player, at, text: player.game.format(at, player.game.parse(at, text)),
    "does not understand": Player.unread,
    "refuses": Player.refused,
    "in the way": lambda player, at, text: " ".join(player.obstacle(at, text)),
    "may play": lambda player, at, text: "; ".join(player.legal(at, text)),
    "offers": lambda player, at, text: "; ".join(player.offered(at, text)),
    "offers instead": lambda player, at, text: "; ".join(player.near(at, text)),
    "has no step": lost,
    "comes to": lambda player, at, texts: player.game.write(player.after(at, *texts.split())),
    "ends": end,
    "tells": lambda player, at, text: player.game.tell(player.play(at, text).effects, NAMES),
    "tells of a space": lambda player, at, text: player.game.describe_cell(at, text, NAMES),
    "lists": listed,
    "knows no space": unknown,
    "describes": lambda player, at, _: player.game.describe(at, NAMES),
    "draws": lambda player, at, _: player.game.text_board(at),
    "draws for its players": lambda player, at, _: player.game.text_board(at, NAMES),
    "reads a position": lambda player, _, text: player.game.write(player.game.read(text, {})),
    "reads no position": lambda player, _, text: player.unreadable(text),
}
TOLD = ("reads", "does not understand", "refuses", "tells", "lists", "describes", "draws")
"""What every game's table asks at least."""
WHOLE = ("describes", "draws", "draws for its players")
"""What is asked of a position alone."""


def rows() -> list[Any]:
    """Every row of every table: game, what is asked, position, text and answer."""
    return [
        pytest.param(
            path.parent.name,
            table["it"],
            *cells(table, row),
            id=f"{path.parent.name}, {title}: {row[0]}",
        )
        for path in sorted(Path(__file__).parent.glob("*/told.toml"))
        for title, table in tomllib.loads(path.read_text("utf-8")).items()
        for row in table["rows"]
    ]


def cells(table: dict[str, Any], row: list[str]) -> list[str]:
    """A row made whole with what its table says for all."""
    whole = [*row, *([table["says"]] if "says" in table else [])]
    if table["it"] in WHOLE:
        whole.insert(1, "")
    return whole if len(whole) == 3 else [table.get("at", "start"), *whole]


def position(player: Player[Any, Any], at: str) -> Any:
    """The position of a text, before which options may stand: `size=4: …`, `start size=4`."""
    said, _, text = at.removeprefix("start").rpartition(": ")
    begins = at.startswith("start")
    pairs = (pair.split("=") for pair in (text if begins else said).split())
    options = {name: value if value.isalpha() else json.loads(value) for name, value in pairs}
    return player.game.start(options) if begins else player.game.read(text, options)


@pytest.mark.parametrize("key", catalog())
def test_every_game_has_its_table(key: str) -> None:
    path = Path(__file__).parent / key / "told.toml"
    tables = tomllib.loads(path.read_text("utf-8")).values() if path.is_file() else ()
    missing = sorted({*TOLD} - {table["it"] for table in tables})
    assert not missing, f"add tables to tests/games/{key}/told.toml in which it {missing}"


@pytest.mark.parametrize(("game", "it", "at", "text", "says"), rows())
def test_a_game_says_what_its_table_holds(
    game: str, it: str, at: str, text: str, says: str
) -> None:
    player = Player(entry(game).game)
    found = ASKED[it](player, position(player, at), text)
    wanted = re.escape(says).replace(MORE, ".*")
    assert re.fullmatch(wanted, found, re.DOTALL), found
