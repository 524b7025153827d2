"""What an independent implementation of the games has recorded."""

import json
from pathlib import Path

import pytest

from tests.helpers.random_play import games

FOLDER = Path(__file__).parents[1] / "vectors"
VECTORS = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}
GAMES = {game.key: game for game in games()}
RECORDED = [
    pytest.param(GAMES[key], record, id=f"{key}-{number}")
    for key, vectors in VECTORS.items()
    for number, record in enumerate([*vectors["games"], *vectors.get("lines", [])])
]
COUNTED = [
    *(("bounce", {"variant": v}, counts[:3]) for v, counts in VECTORS["bounce"]["perft"].items()),
    *(("clump", {"size": int(size)}, found) for size, found in VECTORS["clump"]["perft"].items()),
    *(
        ("urchins", {"players": 2, "constables": [3, 7, 2]}, counts)
        for counts in VECTORS["urchins"]["perft"].values()
    ),
]
