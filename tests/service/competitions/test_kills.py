"""Seasons in which everything happens end the same wherever the process is killed meanwhile."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from bot.model.clock.time_control import days_a_move
from bot.model.commands import Play
from bot.model.competitions.competition import Competition, FixtureTerms, Format, League, Phase
from bot.model.records import MatchSummary
from bot.service.competitions.changing import CompetitionView
from bot.store.auditing import audit_ratings
from bot.store.sqlite import SqliteStore
from tests.helpers.long_runs import LONG
from tests.helpers.people import ADA, CHANNEL, GRACE, GUILD, LINUS
from tests.helpers.rounds import Mortal, outlived
from tests.service.competitions.simulated import World
from tests.service.conftest import Club, was_there
from tests.store.memory import Connection, MemoryStore

TERMS = FixtureTerms("pile", control=days_a_move(3))
MONDAY = datetime(2026, 3, 2, 18, tzinfo=UTC)
SUNDAY = datetime(2026, 3, 29, 18, tzinfo=UTC)

Known = tuple[list[CompetitionView], list[MatchSummary]]


def lives() -> Iterator[tuple[int, bool]]:
    """Where it is killed: at each call or behind it, or at some of them."""
    for number in count(1, 1 if LONG else 7):
        yield number, number % 2 == 0
        if LONG:
            yield number, number % 2 == 1


async def founded() -> Club:
    club = Club()
    leagues = club.service.leagues
    league = await leagues.found(League(0, GUILD, CHANNEL, "Open", TERMS, 4, 4, ADA.id))
    for person in (ADA, GRACE, LINUS):
        club.pass_by(seconds=1)
        await leagues.sign_up(league.number, person)
    return club


async def known(club: Club) -> Known:
    """All seasons and matches there are, as a list shows them."""
    seasons = await club.store.find(Competition, league=1)
    both = seasons[::-1], await club.store.tournaments_of(70, 5)
    views = [await club.service.competitions.view(each.number) for found in both for each in found]
    return views, await club.store.summaries(guild=70, limit=500)


async def at_every_kill(club: Club, now: datetime) -> list[Known]:
    """What comes of it at that time where the process is killed once, at each place; without a kill
    first."""
    await club.deliver()
    club.clock.now = now
    await was_there(club.store, now)
    before = club.store.connection.serialize()
    ends = [await finished(Mortal(copied(before), 10**9), club)]
    for number, behind in lives():
        mortal = Mortal(copied(before), number, behind=behind)
        ends.append(await finished(mortal, club))
        # What runs side by side asks for one thing more or less, so the last place is not known.
        if mortal.calls < number:
            break
    assert len(ends) > 5
    return ends


def copied(content: bytes) -> MemoryStore:
    connection = Connection()
    connection.deserialize(content)
    return MemoryStore(connection)


async def finished(mortal: Mortal, club: Club) -> Known:
    """What comes of it behind the kill."""
    service = Club(mortal, club.clock).service
    await outlived(service.queue, mortal)
    after = Club(mortal.store, club.clock)
    await after.tick()
    return await known(after)


async def test_a_season_begins_once_with_its_matches() -> None:
    for views, matches in await at_every_kill(await founded(), MONDAY):
        (season,) = views
        assert season.competition.phase is Phase.RUNNING
        assert season.competition.due == SUNDAY
        assert [len(each.running) for each in season.fixtures] == [2, 2, 2]
        assert len(matches) == 6


async def test_a_season_ends_once_with_all_its_matches() -> None:
    club = await founded()
    await club.at(MONDAY)
    first = (await club.store.open_competitions(70))[0]
    await club.service.competitions.leave(first.number, ADA.id)
    tables = set()
    for views, matches in await at_every_kill(club, SUNDAY):
        (season,) = views
        assert season.competition.phase is Phase.ENDED
        assert not any(each.running for each in season.fixtures)
        assert len(matches) == 6
        tables.add(season.tables)
    assert len(tables) == 1


async def test_the_next_season_begins_once(club: Club) -> None:
    club = await founded()
    await club.at(MONDAY)
    for row in await club.store.find(MatchSummary, competition=1):
        # Else nobody would be signed up any more.
        await club.do(row.match, Play(row.turn or ADA.id, "1"))
    await club.at(SUNDAY)
    for views, _ in await at_every_kill(club, SUNDAY + timedelta(days=1)):
        assert [each.competition.season for each in views] == [2, 1]


@pytest.mark.parametrize("form", [Format.ROUND_ROBIN, Format.SWISS])
async def test_a_tournament_begins_once(form: Format) -> None:
    club = Club()
    book = club.service.competitions
    cup = Competition(
        *(0, form, GUILD, CHANNEL, "Cup", TERMS, ADA.id, Phase.SIGN_UP, MONDAY, MONDAY),
        rounds=0,
        round_time=timedelta(days=7),
    )
    found = await book.announce(cup)
    for person in (ADA, GRACE, LINUS):
        await book.enter(found.number, person)
    for views, matches in await at_every_kill(club, MONDAY):
        (view,) = views
        assert (view.competition.phase, view.competition.round) == (Phase.RUNNING, 1)
        assert len(matches) == 2


WORLDS = int(os.environ.get("BUMPBOT_WORLDS", "1"))
"""Of 25 seasons each in a long run; forty of them take some ten minutes."""


GAMES = {"bump": {}, "bounce": {}, "clump": {"size": 8}, "bipod": {}, "urchins": {}}
"""The games that leagues play, by options with which some of them end soon."""


@pytest.mark.parametrize("seed", range(WORLDS))
async def test_every_season_ends_on_its_date_with_its_table(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite3"
    store = await SqliteStore.open(path)
    leagues, seasons = (5, 5) if LONG else (2, 2)
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
    assert not check.faults
