"""The picture of four games in the README, drawn again from recorded games.

    python -m tests.renderers.showcase

Writes `docs/games.png`. Same renderer, same bytes.
"""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

import renderers
from bench.timing import asked
from bot.catalog import catalog
from bot.games.core import Effect, Position

ROOT = Path(__file__).parents[2]
VECTORS, DOCS = ROOT / "tests" / "vectors", ROOT / "docs"
NAMES = {1: "Ada", 2: "Grace", 3: "Linus", 4: "Margaret"}

SHOWN = {"bounce": (0, 39), "urchins": (0, 29), "clump": (2, 19)}
"""The recorded game of each and its turn, both from 0."""

SMALL, GAP = 306, 10
"""How many pixels wide the pictures of a row are, and what is around them."""

POSTED = renderers.View(empty=False)

COLORS, ROUNDS = 255, 4
"""The colors of the sheet, and how often they are moved nearer to those that it has."""

Shot = tuple[Position, tuple[Effect, ...]]


def recorded(key: str, number: int, turn: int) -> Shot:
    """The position after a turn of a recorded game, and what the turn did."""
    game = json.loads((VECTORS / f"{key}.json").read_text(encoding="utf-8"))["games"][number]
    return played(key, game["options"], [step["move"] for step in game["steps"]][: turn + 1])


def played(key: str, options: dict[str, Any], moves: list[str]) -> Shot:
    """The position after some moves, and what the last of them did."""
    game = catalog()[key].game
    position: Position = game.start(options)
    effects: tuple[Effect, ...] = ()
    for text in moves:
        turn = game.play(position, game.parse(position, text))
        position, effects = turn.position, turn.effects
    return position, effects


def bipod() -> Shot:
    """The end of the game that the author of Bi-Pod recorded."""
    sample = json.loads((VECTORS / "bipod.json").read_text(encoding="utf-8"))["sample"]
    return played("bipod", sample["options"], sample["moves"])


def picture(key: str, shot: Shot, width: int) -> Image.Image:
    """A turn's picture, that many pixels wide."""
    whole = Image.open(BytesIO(renderers.draw(key, *shot, view=POSTED, names=NAMES))).convert("RGB")
    height = round(whole.height * width / whole.width)
    return whole.resize((width, height), Image.Resampling.LANCZOS)


def games() -> Image.Image:
    """The four other games: the wide board above the three others."""
    row = [picture(key, recorded(key, *which), SMALL) for key, which in SHOWN.items()]
    width = len(row) * (SMALL + GAP) + GAP
    wide = picture("bipod", bipod(), width - 2 * GAP)
    height = wide.height + max(one.height for one in row) + 3 * GAP
    sheet = Image.new("RGB", (width, height), "white")
    sheet.paste(wide, (GAP, GAP))
    for number, one in enumerate(row):
        sheet.paste(one, (GAP + number * (SMALL + GAP), wide.height + 2 * GAP))
    return sheet.quantize(COLORS, kmeans=ROUNDS, dither=Image.Dither.NONE)


def main() -> None:
    asked(__doc__)
    games().save(DOCS / "games.png", optimize=True)


if __name__ == "__main__":
    main()
