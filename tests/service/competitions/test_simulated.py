"""Many seasons of leagues in which everything happens: see `simulated.py`."""

import os
from pathlib import Path

import pytest

from bot.store.auditing import audit_ratings
from bot.store.sqlite import SqliteStore
from tests.helpers.long_runs import LONG
from tests.service.competitions.simulated import World

WORLDS = int(os.environ.get("BUMPBOT_WORLDS", "1"))
"""Of 50 seasons each in a long run; twenty of them take some ten minutes."""


GAMES = {"bump": {}, "bounce": {}, "clump": {"size": 4}, "bipod": {}, "urchins": {}}
"""The games that leagues play, by options with which some of them end soon."""


@pytest.mark.parametrize("seed", range(WORLDS))
async def test_every_season_ends_on_its_date_with_its_table(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    store = await SqliteStore.open(path)
    leagues, seasons = (10, 5) if LONG else (4, 2)
    world = World(store, seed, leagues, seasons, is_large=LONG and seed % 4 == 0)
    await require_whole(world, path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
async def test_seasons_of_the_real_games_end_the_same(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    store = await SqliteStore.open(path)
    await require_whole(World(store, seed, 5, 2, games=GAMES, plies=8, nodes=2000), path)


async def require_whole(world: World, path: Path) -> None:
    await world.run()
    await world.store.close()
    print({name: world.counts[name] for name in sorted(world.counts)})
    assert world.counts["seasons"] >= world.leagues * world.seasons
    assert world.counts["kills"]
    # Nor do kills and deletions harm what the matches came to for ratings.
    check = await audit_ratings(path)
    assert check.settled
    assert check.is_close, check.faults
