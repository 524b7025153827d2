"""`bumpbot ratings reckon`: ratings of contests in a file."""

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.games.core import PlayerError
from bot.model.ratings.folding import fold_ratings
from bot.model.ratings.rated import rating_shown
from bot.model.ratings.reckoning import reckon
from tests.model.ratings.contests import MONDAY, contest

GOOD = {"at": "2026-12-01T18:00:00+00:00", "game": "bump", "people": [1, 2], "scores": [1, 0]}


def line(**changes: Any) -> str:
    return json.dumps({**GOOD, **changes})


def run(file: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "bot", "ratings", "reckon", str(file)]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


def test_the_last_line_has_everybodys_rating(tmp_path: Path) -> None:
    file = tmp_path / "contests.jsonl"
    file.write_text(f"{line()}\n\n{line(people=[2, 3], scores=[0.5, 0.5])}\n")

    done = run(file)

    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout.splitlines()[-1])
    assert [*found] == ["1", "2", "3"]
    assert [*found["1"]] == ["rating", "deviation", "volatility", "provisional"]
    assert found["1"]["rating"] == pytest.approx(1662.2, abs=0.2)
    assert found["1"]["provisional"] is True


def test_a_line_that_is_no_contest_is_refused_with_its_number(tmp_path: Path) -> None:
    file = tmp_path / "contests.jsonl"
    file.write_bytes(f"{line()}\n".encode() + b'{"at": "\xff"}\n')

    done = run(file)

    assert done.returncode != 0
    assert done.stdout == ""
    assert done.stderr.startswith("Line 2: ")
    assert run(tmp_path / "none").returncode != 0


def test_they_are_the_ratings_that_matches_come_to() -> None:
    dice = Random(4)
    season = [
        contest(n, dice.sample(range(1, 7), 2), at=MONDAY + n * timedelta(hours=9))
        for n in range(1, 80)
    ]
    lines = [line(at=each.at.isoformat(), people=each.people) for each in season]

    found = reckon(lines)

    last = {
        p.person: rating_shown(p, season[-1].at) for c in fold_ratings(season) for p in c.points
    }
    assert found == {
        f"{person}": {
            "rating": each.rating,
            "deviation": each.deviation,
            "volatility": each.volatility,
            "provisional": each.is_provisional,
        }
        for person, each in sorted(last.items())
    }


def test_games_and_numbers_of_players_are_rated_apart() -> None:
    three = line(people=[1, 2, 3], scores=[0.2, 1, 0])

    found = reckon([line(), three, line(game="clump")])

    assert {pool: [*each] for pool, each in found.items()} == {
        "bump": ["1", "2"],
        "bump+": ["1", "2", "3"],
        "clump": ["1", "2"],
    }
    ratings = [found["bump+"][person]["rating"] for person in "213"]
    assert ratings == sorted(ratings, reverse=True)
    assert [*reckon([three])] == ["1", "2", "3"]
    assert reckon([]) == {}


def test_deviations_are_those_at_the_end_of_the_last_contest() -> None:
    first = reckon([line()])["1"]
    later = reckon([line(), line(at="2027-12-01T18:00:00+00:00", people=[3, 4])])["1"]

    assert later["rating"] == first["rating"]
    assert later["deviation"] > first["deviation"]


@pytest.mark.parametrize(
    ("spoilt", "why"),
    [
        ("{", "it is no JSON: "),
        ("[" * 100_000, "it is no JSON: "),
        ("[]", "it has to be an object with at, game, people, scores and no more."),
        (line(note=1), "it has to be an object with at, game, people, scores and no more."),
        (line(game=7), "game has to be a name."),
        (line(people=[1]), "people has to have two numbers or more above 0, each once."),
        (line(people=[1, 1]), "people has to have two numbers or more above 0, each once."),
        (line(people=[1, -2]), "people has to have two numbers or more above 0, each once."),
        (line(people=[1, True]), "people has to have two numbers or more above 0, each once."),
        (line(people="12"), "people has to have two numbers or more above 0, each once."),
        (line(scores=[1]), "scores has to have 1 and 0, or 0.5 twice."),
        (line(scores=[1, 1]), "scores has to have 1 and 0, or 0.5 twice."),
        (line(scores=["1", "0"]), "scores has to have 1 and 0, or 0.5 twice."),
        (
            line(people=[1, 2, 3], scores=[1, 0, 2]),
            "scores has to have a number from 0 to 1 for each.",
        ),
        (line(at="yesterday"), "at is no instant: "),
        (line(at="2026-12-02T18:00:00"), "at is no instant: "),
        (line(at="0001-01-01T00:00:00+00:00"), "at has to be between 1970 and 2999."),
        (line(at="2026-11-30T18:00:00+00:00"), "it ended before the contest above it."),
    ],
)
def test_what_is_wrong_with_a_line_is_said(spoilt: str, why: str) -> None:
    with pytest.raises(PlayerError) as refused:
        reckon([line(), spoilt])

    assert str(refused.value).startswith(f"Line 2: {why}")
