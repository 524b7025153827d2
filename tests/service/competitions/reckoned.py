"""The tables of a season, reckoned of the raw rows of a database by the stated rules alone.

Nothing of the bot is used, and nothing that it has reckoned: results are read off the last events
of the matches. Only of fixtures without any match it is believed how they were settled.
"""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

Row = tuple[int, int, int, int, int, int, int, int, int]
"""Entrant, played, won, shared, lost, points, of single matches, direct, Sonneborn-Berger."""

Results = dict[tuple[int, int], tuple[int, int]]
"""The points of the matches of both entrants of a fixture, by their numbers."""


def reckoned_tables(rows: sqlite3.Connection, season: int) -> list[list[Row]]:
    """The tables of all divisions, the first one first."""
    entrants = rows.execute(
        "SELECT number, division, seed, presence FROM entrants WHERE competition = ?", (season,)
    ).fetchall()
    results = _results(rows, season, {number: state for number, _, _, state in entrants})
    tables = []
    for division in sorted({each[1] for each in entrants}):
        those = [(n, seed, state) for n, other, seed, state in entrants if other == division]
        tables.append(_table(those, results))
    return tables


def reckoned_order(
    tables: Sequence[Sequence[Row]], people: Mapping[int, int | None], size: int
) -> list[int]:
    """The people of a season that has ended in their order for the next one: the first of each
    division changes places with the last of the one above, and two of each where there are six
    divisions or more of five each."""
    standing = [[row[0] for row in table] for table in tables]
    cuts = [
        2 if size == 5 and len(standing) >= 6 and len(a) == len(b) == 5 else 1
        for a, b in pairwise(standing)
    ]
    new = [list(each) for each in standing]
    for upper, many in enumerate(cuts):
        down, up = standing[upper][-many:], standing[upper + 1][:many]
        new[upper] = [n for n in new[upper] if n not in down] + up
        new[upper + 1] = down + [n for n in new[upper + 1] if n not in up]
    return [person for each in new for number in each if (person := people[number])]


def _results(rows: sqlite3.Connection, season: int, states: Mapping[int, str]) -> Results:
    first_of = {}
    second_of = {}
    for match, payload in rows.execute(
        "SELECT events.match_id, payload FROM events WHERE seq = 1 AND kind = 'challenged'"
    ):
        terms: dict[str, Any] = json.loads(payload).get("terms") or {}
        if terms.get("competition") == season:
            if pair_of := terms.get("pair_of"):
                second_of[pair_of] = match
            else:
                first_of[match] = bool(terms.get("pair"))
    found: Results = {}
    for number, first, second, points, settlement in rows.execute(
        "SELECT first_match, first, second, points, settlement FROM fixtures WHERE competition = ?",
        (season,),
    ):
        if number is None:
            assert settlement in ("forfeited", "shared", "annulled")
            gone = [states[each] != "in" for each in (first, second)]
            assert settlement == "shared" or any(gone)
            assert settlement != "annulled" or all(gone)
            if points is not None:
                mine, theirs = json.loads(points)
                found[first, second] = (mine, theirs)
            continue
        assert number in first_of
        matches = [(number, 1)]
        if first_of[number] and number in second_of:
            matches.append((second_of[number], 2))
        won = [_won(rows, match, seat) for match, seat in matches]
        counted = [each for each in won if each]
        if counted:
            found[first, second] = (sum(a for a, _ in counted), sum(b for _, b in counted))
    return found


def _won(rows: sqlite3.Connection, match: int, seat: int) -> tuple[int, int] | None:
    # The points of the entrant on that seat and of the other one; None where it was called off.
    ends = rows.execute(
        "SELECT payload FROM events WHERE match_id = ? AND kind = 'ended'", (match,)
    ).fetchall()
    assert len(ends) == 1, f"match {match} has ended once"
    end = json.loads(ends[0][0])
    if end["reason"] == "called_off":
        return None
    if len(end["winners"]) != 1:
        return 1, 1
    return (2, 0) if end["winners"] == [seat] else (0, 2)


def _table(entrants: Sequence[tuple[int, int, str]], results: Results) -> list[Row]:
    met: dict[int, list[tuple[int, int, int]]] = {number: [] for number, _, _ in entrants}
    for (first, second), (mine, theirs) in results.items():
        for one, other, a, b in ((first, second, mine, theirs), (second, first, theirs, mine)):
            if one in met:
                met[one].append((other, 2 if a > b else 1 if a == b else 0, a))
    points = {number: sum(worth for _, worth, _ in those) for number, those in met.items()}

    def row(number: int) -> Row:
        those = met[number]
        level = [worth for other, worth, _ in those if points[other] == points[number]]
        worths = [worth for _, worth, _ in those]
        return (
            *(number, len(those), worths.count(2), worths.count(1), worths.count(0)),
            *(points[number], sum(won for _, _, won in those), sum(level)),
            # The points of beaten entrants twice, of those with whom they shared once.
            sum(points[other] * worth for other, worth, _ in those),
        )

    seeds = {number: seed for number, seed, _ in entrants}
    out = {number for number, _, state in entrants if state != "in"}
    found = [row(number) for number in met]
    found.sort(key=lambda r: (r[0] in out, -r[5], -r[6], -r[7], -r[8], seeds[r[0]]))
    return found
