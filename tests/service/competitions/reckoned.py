"""The tables, dates and divisions of a season, reckoned of raw rows by the stated rules alone.

Nothing of the bot is used, and nothing that it has reckoned: results are read off the events of the
matches. Of the season's own rows it is believed who took part in which division, with which seed,
and who withdrew, which the simulation sees to; and, where both have withdrawn, whether one of them
was there longer; and what deleted people came to among themselves.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations, pairwise
from typing import Any

from bot.model.clock.units import WEEK
from bot.model.records import PersonId

Row = tuple[int, int, int, int, int, int, int, int, int]
"""Entrant, played, won, shared, lost, points, of single matches, direct, Sonneborn-Berger."""

Results = dict[tuple[int, int], tuple[int, int]]
"""The points of the matches of both entrants of a fixture, by their numbers."""


@dataclass(frozen=True)
class Played:
    """A match by its events: who began it, how many points both seats have, None if it was called
    off or abandoned."""

    seats: tuple[int, int]
    is_pair: bool
    pair_of: int | None
    points: tuple[int, int] | None


@dataclass(frozen=True)
class Season:
    """What is believed of the rows of a season: people by number, None for the deleted, who is
    `out` of it, and the points of all matches of a fixture."""

    people: Mapping[int, int | None]
    divisions: Mapping[int, int]
    seeds: Mapping[int, int]
    out: frozenset[int]
    worth: int


def reckoned_tables(rows: sqlite3.Connection, number: int) -> list[list[Row]]:
    """The tables of all divisions, the first one first."""
    entrants = rows.execute(
        "SELECT number, person, division, seed, presence FROM entrants WHERE competition = ?",
        (number,),
    ).fetchall()
    (terms,) = rows.execute("SELECT terms FROM competitions WHERE id = ?", (number,)).fetchone()
    season = Season(
        {each[0]: each[1] for each in entrants},
        {each[0]: each[2] for each in entrants},
        {each[0]: each[3] for each in entrants},
        frozenset(each[0] for each in entrants if each[4] != "in"),
        4 if json.loads(terms)["pair"] else 2,
    )
    results = _results(rows, number, season)
    fixtures = [(*entrants, *points) for entrants, points in results.items()]
    divisions: dict[int, dict[int, int]] = defaultdict(dict)
    for entrant, division in season.divisions.items():
        divisions[division][entrant] = season.seeds[entrant]
    return [reckoned_table(seeds, season.out, fixtures) for _, seeds in sorted(divisions.items())]


def silent_people(rows: sqlite3.Connection, number: int) -> set[PersonId]:
    """Who was to move in a match that they did not win, and neither moved nor resigned in any."""
    found = rows.execute(
        """SELECT events.match_id, events.kind, events.payload
        FROM matches JOIN events ON events.match_id = matches.id
        WHERE competition = ? ORDER BY events.match_id, events.seq""",
        (number,),
    ).fetchall()
    matches: dict[int, list[tuple[str, dict[str, Any]]]] = {}
    for match, kind, payload in found:
        matches.setdefault(match, []).append((kind, json.loads(payload)))
    waited_for, acted = set[PersonId](), set[PersonId]()
    for told in matches.values():
        _look_at(told, waited_for, acted)
    return waited_for - acted


def absent_people(rows: sqlite3.Connection, number: int) -> tuple[set[int], set[int]]:
    """Who has to be withdrawn, and who may be: they lost a match because they did not come, and
    have moved in none, or lost one because they have left the server. Who resigned one may have
    come, or may have been withdrawn before."""
    absent, moved, resigned, gone = set[int](), set[int](), set[int](), set[int]()
    found = rows.execute("SELECT person FROM entrants WHERE competition = ?", (number,)).fetchall()
    entrants = {person for (person,) in found}
    for match, turn in rows.execute(
        "SELECT id, turn FROM matches WHERE competition = ?", (number,)
    ).fetchall():
        events = rows.execute(
            "SELECT kind, payload FROM events WHERE match_id = ? ORDER BY seq", (match,)
        )
        seats, movers = dict[int, int](), {turn}
        for kind, payload in events.fetchall():
            what = json.loads(payload)
            if kind == "started":
                seats = {seat: each["id"] for seat, each in enumerate(what["seats"], 1)}
            elif kind == "replaced":
                seats[what["seat"]] = what["person"]["id"]
                movers.add(seats[what["seat"]])
            elif kind == "played":
                movers.add(seats[what["seat"]])
            elif kind == "ended" and what["winners"]:
                losers = {seats[seat] for seat in seats if seat not in what["winners"]}
                absent |= losers if what["reason"] == "did_not_come" else set()
                resigned |= losers if what["reason"] == "resigned" else set()
                gone |= losers & entrants if what["reason"] == "gone" else set()
                _require_deserved(what, seats, movers)
        moved |= movers
    return (absent - moved - resigned) | gone, (absent - moved) | gone


def _require_deserved(
    ended: Mapping[str, Any], seats: Mapping[int, int], movers: Collection[int]
) -> None:
    # By time nobody wins who never moved when it was their turn.
    if ended["reason"] in ("did_not_come", "time_lost", "less_time") and 1 in ended["winners"]:
        assert seats[1] in movers


def _look_at(
    told: Sequence[tuple[str, dict[str, Any]]], waited_for: set[PersonId], acted: set[PersonId]
) -> None:
    seats = dict[int, int]()
    moves = 0
    for kind, what in told:
        if kind == "started":
            seats = {seat: each["id"] for seat, each in enumerate(what["seats"], 1)}
        elif kind == "replaced":
            seats[what["seat"]] = what["person"]["id"]
        elif kind == "played":
            moves += 1
        elif kind == "ended" and what["reason"] not in ("called_off", "abandoned"):
            for seat, person in seats.items():
                has_lost = what["winners"] and seat not in what["winners"]
                if moves >= seat or (what["reason"] == "resigned" and has_lost):
                    acted.add(PersonId(person))
                elif moves == seat - 1 and what["winners"] != [seat]:
                    waited_for.add(PersonId(person))


def _results(rows: sqlite3.Connection, number: int, season: Season) -> Results:
    fixtures = rows.execute(
        "SELECT first, second, first_match, points FROM fixtures WHERE competition = ?", (number,)
    ).fetchall()
    _require_everybody_meets(season, fixtures)
    matches = dict(_matches(rows, number))
    seconds = {each.pair_of: match for match, each in matches.items() if each.pair_of}
    # A match among deleted people is deleted with the last of them.
    nobody = {
        match
        for first, second, match, _ in fixtures
        if match and match not in matches and season.people[first] is season.people[second] is None
    }
    firsts = [each[2] for each in fixtures if each[2] and each[2] not in nobody]
    assert sorted((*firsts, *seconds.values())) == sorted(matches), "each match is of one fixture"
    assert {*seconds} <= {*firsts}
    found: Results = {}
    for first, second, match, believed in fixtures:
        if match in nobody:
            points = believed and tuple(json.loads(believed))
        elif match is None:
            points = _unplayed(season, first, second, json.loads(believed or "null"))
        else:
            back = matches.get(seconds.get(match, 0))
            points = _played(season, (first, second), matches[match], back)
        if points:
            found[first, second] = points
    return found


def _require_everybody_meets(season: Season, fixtures: Sequence[Sequence[Any]]) -> None:
    met = sorted((min(each[:2]), max(each[:2])) for each in fixtures)
    of = season.divisions
    assert met == [(a, b) for a, b in combinations(sorted(of), 2) if of[a] == of[b]]


def _matches(rows: sqlite3.Connection, number: int) -> Iterator[tuple[int, Played]]:
    (end,) = rows.execute("SELECT ends FROM competitions WHERE id = ?", (number,)).fetchone()
    for match, payload in rows.execute(
        "SELECT match_id, payload FROM events WHERE seq = 1 AND kind = 'challenged'"
    ).fetchall():
        terms = json.loads(payload).get("terms") or {}
        if terms.get("competition") != number:
            continue
        events = rows.execute(
            "SELECT kind, payload, at FROM events WHERE match_id = ? ORDER BY seq", (match,)
        )
        told = [(kind, json.loads(what), at) for kind, what, at in events]
        (started,) = (what for kind, what, _ in told if kind == "started")
        one, other = (each["id"] for each in started["seats"])
        points = _points(json.loads(payload)["game"], told, end)
        yield match, Played((one, other), terms.get("pair", False), terms.get("pair_of"), points)


def _points(
    game: str, told: Sequence[tuple[str, dict[str, Any], str]], end: str
) -> tuple[int, int] | None:
    ends = [(what, at) for kind, what, at in told if kind == "ended"]
    assert len(ends) == 1, "a match ends once"
    ((ended, at),) = ends
    if ended["reason"] in ("called_off", "abandoned"):
        return None
    if ended["reason"] == "adjudicated":
        assert at >= end, "nothing is adjudicated before its time"
        if game == "pile" and ended["winners"]:
            assert ended["winners"] == [_winner_of_pile(told)]
    if len(ended["winners"]) != 1:
        return 1, 1
    return (2, 0) if ended["winners"] == [1] else (0, 2)


def _winner_of_pile(told: Sequence[tuple[str, dict[str, Any], str]]) -> int:
    # The player who leaves a multiple of four wins against any defense.
    (started,) = (what for kind, what, _ in told if kind == "started")
    plies = [what for kind, what, _ in told if kind == "played"]
    stones = started["options"]["stones"] - sum(int(each["text"]) for each in plies)
    mover = 3 - plies[-1]["seat"] if plies else 1
    return mover if stones % 4 else 3 - mover


def _unplayed(
    season: Season, first: int, second: int, believed: Sequence[int] | None
) -> tuple[int, int] | None:
    # Forfeited by the player who has withdrawn; shared if time was up before it began.
    gone = first in season.out, second in season.out
    if gone == (True, True):
        assert believed in (None, [season.worth, 0], [0, season.worth])
        return (believed[0], believed[1]) if believed else None
    if gone == (False, False):
        return season.worth // 2, season.worth // 2
    return (0, season.worth) if gone[0] else (season.worth, 0)


def _played(
    season: Season, fixture: tuple[int, int], match: Played, back: Played | None
) -> tuple[int, int] | None:
    first, second = fixture
    _require_seated(season, match, fixture)
    counted = [match.points]
    if back:
        _require_seated(season, back, (second, first))
        counted.append(back.points and back.points[::-1])
    elif match.is_pair:
        # It never began, as one of both had gone by then.
        assert {*fixture} & season.out
        gone = first in season.out, second in season.out
        counted += [] if all(gone) else [(0, 2) if gone[0] else (2, 0)]
    points = [each for each in counted if each]
    return (sum(a for a, _ in points), sum(b for _, b in points)) if points else None


def _require_seated(season: Season, match: Played, order: tuple[int, int]) -> None:
    for number, person in zip(order, match.seats, strict=True):
        # A deleted person has a number below zero in each match.
        assert person == season.people[number] or (season.people[number] is None and person < 0)


def reckoned_table(
    seeds: Mapping[int, int],
    out: Collection[int],
    results: Iterable[tuple[int, int | None, int, int]],
) -> list[Row]:
    """The table of these entrants, by the words of the rules alone. Of each fixture there are both
    entrants, or one and nobody, and what both have of its matches.

    A fixture won is worth 2, a shared one 1. Ties: points of single matches; points against those
    level on points; Sonneborn-Berger, which is the points of those beaten and half of those with
    whom somebody shared; the better seed. Who is `out` is last.
    """
    met: dict[int, list[tuple[int | None, int, int]]] = {number: [] for number in seeds}
    for first, second, mine, theirs in results:
        for one, other, a, b in ((first, second, mine, theirs), (second, first, theirs, mine)):
            if one in met:
                met[one].append((other, 2 if a > b else 1 if a == b else 0, a))
    points = {number: sum(worth for _, worth, _ in those) for number, those in met.items()}

    def row(number: int) -> Row:
        those = [(worth, 0 if other is None else points[other]) for other, worth, _ in met[number]]
        level = [worth for o, worth, _ in met[number] if o and points[o] == points[number]]
        worths = [worth for worth, _ in those]
        return (
            *(number, len(those), worths.count(2), worths.count(1), worths.count(0)),
            *(points[number], sum(won for _, _, won in met[number]), sum(level)),
            # The points of beaten entrants twice, of those with whom they shared once.
            sum(worth * theirs for worth, theirs in those),
        )

    found = [row(number) for number in met]
    found.sort(key=lambda r: (r[0] in out, -r[5], -r[6], -r[7], -r[8], seeds[r[0]]))
    return found


def first_monday(now: datetime) -> datetime:
    """The next Monday, 18:00 UTC."""
    evening = now.replace(hour=18, minute=0, second=0, microsecond=0)
    return next(
        day
        for day in (evening + timedelta(days=days) for days in range(9))
        if day > now and day.isoweekday() == 1
    )


def require_dates(begins: datetime, ends: datetime, weeks: int) -> None:
    """A season begins on a Monday and ends on a Sunday, both at 18:00 UTC."""
    assert begins.strftime("%A %H:%M:%S.%f %Z") == "Monday 18:00:00.000000 UTC"
    assert ends.strftime("%A %H:%M:%S.%f %Z") == "Sunday 18:00:00.000000 UTC"
    assert ends - begins == timedelta(days=7 * weeks - 1)


def planned_begin(planned: datetime, now: datetime) -> datetime:
    """When a season has begun that was planned for then and was begun now, as the bot was away:
    less than a week late it is as long as planned, otherwise whole weeks are put on."""
    while now - planned >= WEEK:
        planned += WEEK
    return planned


def division_sizes(people: int, size: int) -> list[int]:
    """The first divisions are full; the last ones, two or more, as even as can be, with three or
    more people in each."""
    count = -(-people // size)
    if people % size == 0:
        return [size] * count
    for full in range(count - 2, -1, -1):
        left, parts = people - full * size, count - full
        rest = sorted((left // parts + (n < left % parts) for n in range(parts)), reverse=True)
        if rest[-1] >= 3:
            return [size] * full + rest
    return [people]


def require_places(
    found: Sequence[tuple[int | None, int, int]],
    order: Sequence[int],
    going: Collection[int],
    size: int,
) -> None:
    """Those are in the divisions in which they belong, with their seeds: the people of that order.
    Some of it are `going`: they may be deleted by now or be none of them."""
    sizes = division_sizes(len(found), size)
    belongs = [(place, seed) for place, n in enumerate(sizes, 1) for seed in range(1, n + 1)]
    assert [each[1:] for each in found] == belongs
    people = iter(person for person, _, _ in found)
    person = next(people, 0)
    for each in order:
        if person == each or (person is None and each in going):
            person = next(people, 0)
        else:
            assert each in going, f"{each} takes part"
    assert person == 0, "nobody else takes part"


def next_order(
    tables: Sequence[Sequence[Row]], people: Mapping[int, int | None]
) -> list[int | None]:
    """The people of a season that has ended in their order for the next one: the first of each
    division changes places with the last of the one above, and two of each between two divisions
    of five where there are six or more; nobody where one has no fixture that somebody lost."""
    standing = [[row[0] for row in table] for table in tables]
    cuts = [2 if len(standing) >= 6 and len(a) == len(b) == 5 else 1 for a, b in pairwise(standing)]
    new = [list(each) for each in standing]
    is_decided = [any(row[4] for row in table) for table in tables]
    for upper, many in enumerate(cuts):
        if not is_decided[upper] or not is_decided[upper + 1]:
            continue
        down, up = standing[upper][-many:], standing[upper + 1][:many]
        new[upper] = [n for n in new[upper] if n not in down] + up
        new[upper + 1] = down + [n for n in new[upper + 1] if n not in up]
    return [people[number] for each in new for number in each]
