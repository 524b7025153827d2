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

WIDE, SMALL, GAP = 620, 300, 10
"""How many pixels wide the pictures on the left and on the right are, and what is around them."""

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
    whole = Image.open(BytesIO(renderers.draw(key, *shot, names=NAMES))).convert("RGB")
    height = round(whole.height * width / whole.width)
    return whole.resize((width, height), Image.Resampling.LANCZOS)


def games() -> Image.Image:
    """The four other games: the wide boards on the left, the square ones on the right."""
    shots = {"bipod": bipod()} | {key: recorded(key, *which) for key, which in SHOWN.items()}
    left = [picture(key, shots[key], WIDE) for key in ("bipod", "urchins")]
    right = [picture(key, shots[key], SMALL) for key in ("bounce", "clump")]
    height = max(sum(one.height + GAP for one in column) for column in (left, right)) + GAP
    sheet = Image.new("RGB", (WIDE + SMALL + 3 * GAP, height), "white")
    for x, column in ((GAP, left), (WIDE + 2 * GAP, right)):
        y = GAP
        for one in column:
            sheet.paste(one, (x, y))
            y += one.height + GAP
    return sheet.quantize(COLORS, kmeans=ROUNDS, dither=Image.Dither.NONE)


def main() -> None:
    asked(__doc__)
    games().save(DOCS / "games.png", optimize=True)


if __name__ == "__main__":
    main()
