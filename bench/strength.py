"""The strength of the levels: against each other, the old robot and the greediest move.

    python -m bench.strength [--game bump] [--games 200] [--pairs 5-4,5-robot] [--into FILE]
    python -m bench.strength --lengths --games 10 [--into FILE]
    python -m bench.strength --seats --games 200 [--game bump] [--into FILE]

Games are decided by `bot.opponents.duel`: both games of a pair begin with the same two to four
random moves, after which nobody has a short win, and the seats change; the seed is fixed. Elo and
the share of points are those of the first named, with 95 % confidence bounds (Wilson's). CPU is
that of a move, for each contender: the levels by number, `greedy`, `robot`, the bot as it was
before levels, and `beginner`, the greedy person of a first evening. Below are how games ended, the
wins in one, two and three moves that the upper levels threw away (see
`tests.opponents.wins`), and how many positions the bound of `--nodes` left open.

With `--lengths` levels 2 to 4 play themselves with every value of every option, and the last lines
are what `data/lengths.toml` says: the moves of both in half of the games. With `--seats` level 5
plays itself with every value of every option and every number of players, each opening once, and
the points are those of whoever begins; `even` is the share of a seat worth no more than others.

With `--into` every game is written to that file, a line of JSON each, and games already there are
not played again, so a long measurement can be done in pieces; the wins of games that were played
with `--nodes 0` are searched in a later run without it. For numbers that do not take days run `make
compiled` first, and this in build/compiled.
"""

import argparse
import json
import math
import os
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from itertools import islice, product, repeat
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tqdm import tqdm

from bench.timing import SPAWN, Table, asked, share
from bot.catalog import Entry, catalog, entry
from bot.games.guide import Game
from bot.model.records import Seat
from bot.opponents.duel import LISTED, Duel, Mover, by_level, decided
from bot.opponents.kernel import kernel_of
from bot.opponents.levels import is_compiled
from tests.opponents.robot import choose_move
from tests.opponents.wins import NODES, short_wins

SEED = 20

GAMES = 2
"""Games of a pair in `make bench`, for a look; a measurement takes 200."""

PAIRS = "2-1,3-2"
"""In `make bench` those whose games take seconds in plain Python; a measurement also has 4-3, 5-4,
5-robot and 5-greedy."""


# Games, played in separate processes and kept in a file

TOP = ("3", "4", "5")
"""Levels that are expected to throw away no short win."""

Record = dict[str, Any]
"""A game: `game`, `pair`, `seed`, `compiled`, the fields of `Decided`, and `wins` of each of the
two, None if they were not searched."""

Task = tuple[str, str, int, int, str]
"""A game's key, the pair, the seed, the number of the game, and options that are not the usual
ones, as JSON: everything that decides a record."""


def mover(name: str) -> Mover:
    others: dict[str, Mover] = {
        "beginner": by_a_beginner,
        "greedy": by_greed,
        "robot": by_the_old_robot,
    }
    return others.get(name) or partial(by_level, int(name))


def by_a_beginner(game: Game[Any, Any], position: Any, seed: int) -> str:
    """What a greedy person plays on a first evening: of the moves that bump or capture something
    the one after which the position looks best by the rules, else any move."""
    chance, best = Random(seed), list[Any]()
    highest, seen = -math.inf, list[Any]()
    for move in islice(game.moves(position), LISTED):
        seen.append(move)
        turn = game.play(position, move)
        if any(effect.hits for effect in turn.effects):
            worth = game.evaluate(turn.position, position.turn)
            if worth > highest:
                highest, best = worth, []
            if worth == highest:
                best.append(move)
    return game.format(position, chance.choice(best or seen))


def by_greed(game: Game[Any, Any], position: Any, seed: int) -> str:
    """One of the moves after which the position looks best, without regard to answers."""
    kernel = kernel_of(game.key, position)
    scored = kernel.scored()
    best = [move for worth, move in scored if worth == scored[0][0]]
    return kernel.text(Random(seed).choice(best))


def by_the_old_robot(game: Game[Any, Any], position: Any, seed: int) -> str:
    """What the bot played before there were levels, with the CPU that it took for a move."""
    return game.format(
        position, choose_move(game, position, Random(seed), stopwatch=time.process_time)
    )


def record(task: Task, known: Record | None, nodes: int) -> Record:
    """Play the game, unless it is known, and search the short wins of those expected to keep them.

    `nodes` bounds each proof; with 0 nothing is searched.
    """
    found = known or _played(task)
    return {**found, "wins": _wins(found, nodes)} if nodes else found


def _played(task: Task) -> Record:
    key, pair, seed, number, options = task
    first, second, *others = map(mover, pair.split("-"))
    game = decided(Duel(key, first, second, seed, json.loads(options), tuple(others)), number)
    named = {"game": key, "pair": pair, "seed": seed, "options": options}
    named |= {"compiled": is_compiled()}
    return {**named, **asdict(game), "wins": None}


def _wins(found: Record, nodes: int) -> list[Record | None]:
    seats = (1, 2) if found["number"] % 2 == 0 else (2, 1)
    told = found["game"], found["start"], found["moves"], found["opening"]
    return [
        asdict(short_wins(*told, Seat(seat), nodes)) if name in TOP else None
        for name, seat in zip(found["pair"].split("-"), seats, strict=True)
    ]


def task_of(found: Record) -> Task:
    options = found.get("options", "{}")
    return found["game"], found["pair"], found["seed"], found["number"], options


def kept(file: Path | None) -> dict[Task, Record]:
    """The games in the file; a line that was cut short is ignored."""
    if file is None or not file.exists():
        return {}
    found: dict[Task, Record] = {}
    for line in file.read_text("utf-8").splitlines():
        with suppress(ValueError):
            each = json.loads(line)
            found[task_of(each)] = each
    return found


def played(
    tasks: Sequence[Task], processes: int, file: Path | None, nodes: int = NODES
) -> Iterator[Record]:
    """The records of these games, in their order; each is written as soon as it is played."""
    known = kept(file)
    missing = [task for task in tasks if _is_missing(known.get(task), nodes)]
    pool = ProcessPoolExecutor(processes or os.cpu_count(), SPAWN)
    try:
        fresh = pool.map(record, missing, map(known.get, missing), repeat(nodes))
        for task in tqdm(tasks, unit="game", leave=False, disable=None):
            if _is_missing(known.get(task), nodes):
                known[task] = next(fresh)
                append(file, known[task])
            yield known[task]
    finally:
        pool.shutdown(cancel_futures=True)


def _is_missing(found: Record | None, nodes: int) -> bool:
    return found is None or (nodes > 0 and found["wins"] is None)


def append(file: Path | None, found: Record) -> None:
    if file is None:
        return
    cut_short = file.exists() and not file.read_bytes().endswith(b"\n")
    with file.open("a", encoding="utf-8") as lines:
        lines.write("\n" * cut_short + json.dumps(found, ensure_ascii=False) + "\n")


SURE = 1.96
"""Standard deviations of a 95 % confidence interval."""

MOST_ELO = 999.0
"""The difference that is printed if one of the two got everything."""


class Interval(NamedTuple):
    """A figure, and its 95 % confidence interval."""

    low: float
    found: float
    high: float


def share_of_points(wins: int, draws: int, losses: int) -> Interval:
    """The share of the points that the first got, half for a draw, with Wilson's interval."""
    games = wins + draws + losses
    if not games:
        return Interval(0.0, 0.0, 1.0)
    found = (wins + draws / 2) / games
    spread = SURE**2 / games
    middle = (found + spread / 2) / (1 + spread)
    half = math.sqrt(spread * found * (1 - found) + spread**2 / 4) / (1 + spread)
    return Interval(max(0.0, middle - half), found, min(1.0, middle + half))


def elo(points: Interval) -> Interval:
    """The Elo difference of two, of whom the first got that share."""
    return Interval(*map(_elo, points))


def _elo(part: float) -> float:
    if not 0 < part < 1:
        return math.copysign(MOST_ELO, part - 0.5)
    return max(-MOST_ELO, min(MOST_ELO, 400 * math.log10(part / (1 - part))))


# Tables


def show_pair(table: Table, name: str, found: Sequence[Record]) -> None:
    counts = _counted(each["winner"] for each in found)
    part = share_of_points(*counts)
    table.row(name, *counts, 100 * part.found, 100 * part.low, *elo(part))


def _counted(winners: Iterable[int | None]) -> tuple[int, int, int]:
    # What the first of them, or the first seat, won, drew and lost.
    some = list(winners)
    won, drawn = some.count(0), some.count(None)
    return won, drawn, len(some) - won - drawn


def show_ends(found: Sequence[Record]) -> None:
    """How long games took, in moves of both, and how they ended."""
    table = Table("ends", "games", "p10", "p50", "p90", "most", form=".0f", first=38)
    for key, pair in dict.fromkeys((each["game"], each["pair"]) for each in found):
        own = [each for each in found if (each["game"], each["pair"]) == (key, pair)]
        ended = Counter(each["reason"] for each in own)
        for reason in (None, *ended):
            some = [each for each in own if reason in (None, each["reason"])]
            moves = [float(len(each["moves"])) for each in some]
            parts = (share(part, moves) for part in (0.1, 0.5, 0.9, 1))
            table.row(f"{key} {pair} {reason or ''}", len(some), *parts)


def show_times(found: Sequence[Record]) -> None:
    """The CPU of a move, for every contender of every game."""
    kind = "compiled" if is_compiled() else "plain Python"
    table = Table(f"CPU of a move, {kind}", "moves", "p50 s", "p99 s", "most s", form=".3f")
    for key, contender in sorted({(e["game"], n) for e in found for n in e["pair"].split("-")}):
        seconds = [
            second
            for each in found
            if each["game"] == key and each["compiled"] == is_compiled()
            for name, taken in zip(each["pair"].split("-"), each["seconds"], strict=True)
            if name == contender
            for second in taken
        ]
        parts = (share(part, seconds or [0.0]) for part in (0.5, 0.99, 1))
        table.row(f"{key} {contender}", len(seconds), *parts)


def show_wins(found: Sequence[Record]) -> None:
    """The short wins of the upper levels, and each of them that was thrown away."""
    heads = ("games", "moves", "proven", "thrown", "unsure", "open: one", "two", "three")
    table = Table("wins in one, two, three", *heads)
    thrown: list[str] = []
    for key in dict.fromkeys(each["game"] for each in found):
        wins = [(e, each) for e in found if e["game"] == key for each in e["wins"] or () if each]
        games = len({task_of(each) for each, _ in wins})
        moves, proven, unsure = (
            sum(each[name] for _, each in wins) for name in ("moves", "proven", "unsure")
        )
        lost = [f"{key} {e['pair']}: {at}" for e, each in wins for at in each["thrown"]]
        undecided = (sum(each["open"][own] for _, each in wins) for own in range(3))
        table.row(key, games, moves, proven, len(lost), unsure, *undecided)
        thrown += lost
    print(*thrown, sep="\n")


# The lengths of games

LENGTHS = ("2-2", "3-3", "4-4")
"""Who plays to find how long a game takes."""


def variations(game: Entry) -> Iterator[Mapping[str, Any]]:
    """The usual options, as none, and each option's other values."""
    yield {}
    for option in game.options:
        values = [value for _, value in option.choices]
        if option.kind == "per_seat":
            values = [[n, n] for n in range(option.minimum or 0, (option.maximum or 0) + 1)]
        usual = [option.default] * 2 if option.kind == "per_seat" else option.default
        yield from ({option.name: value} for value in values if value != usual)


def show_lengths(games: Iterable[str], words: argparse.Namespace, file: Path | None) -> None:
    """Play what shows how long games take, and print it as `data/lengths.toml` has it."""
    lines: list[str] = []
    for key in games:
        for options in variations(entry(key)):
            if entry(key).why_solved(options):
                continue
            tasks = [
                (key, pair, words.seed, number, json.dumps(options))
                for pair in LENGTHS
                for number in range(words.games)
            ]
            found = list(played(tasks, words.processes, file, nodes=0))
            moves = round(statistics.median(len(each["moves"]) for each in found))
            told = ", ".join(f"{name} = {json.dumps(value)}" for name, value in options.items())
            lines += [
                f"\n[[{key}]]",
                *([f"options = {{ {told} }}"] * bool(told)),
                f"moves = {moves}",
            ]
    print(*lines, sep="\n")


# What it is worth to begin

STRONGEST = "5"
"""Who plays on every seat to find what it is worth to begin."""


def show_seats(games: Iterable[str], words: argparse.Namespace, file: Path | None) -> None:
    """The points of the first seat, for each value of each option."""
    heads = ("first won", "drawn", "lost", "from", "share %", "to", "even")
    table = Table("seats", *heads, form=".1f", first=38)
    for key in games:
        for options, players in product(variations(entry(key)), entry(key).players):
            told, pair = json.dumps(options), "-".join([STRONGEST] * players)
            # Equals play the same game again when they change seats.
            numbers = range(0, words.games * players, players)
            tasks = [(key, pair, words.seed, n, told) for n in numbers]
            found = played(tasks, words.processes, file, nodes=0)
            counts = _counted(each["winner"] for each in found)
            part = share_of_points(*counts)
            shares = (100 * each for each in (*part, 1 / players))
            table.row(f"{key} {players} {told.strip('{}')}", *counts, *shares)


def main() -> None:
    words = asked(
        __doc__,
        game="",
        games=GAMES,
        pairs=PAIRS,
        seed=SEED,
        nodes=NODES,
        processes=0,
        into="",
        lengths=False,
        seats=False,
    )
    file = Path(words.into) if words.into else None
    games = [words.game] if words.game else list(catalog())
    if words.lengths:
        show_lengths(games, words, file)
        return
    if words.seats:
        show_seats(games, words, file)
        return
    heads = ("won", "drawn", "lost", "share %", "at least %", "Elo from", "Elo", "to")
    table = Table("pair", *heads, form=".1f", first=26)
    found: list[Record] = []
    for key in games:
        for pair in words.pairs.split(","):
            tasks = [(key, pair, words.seed, number, "{}") for number in range(words.games)]
            some = list(played(tasks, words.processes, file, words.nodes))
            show_pair(table, f"{key} {pair}", some)
            found += some
    print()
    show_ends(found)
    print()
    show_times(found)
    print()
    show_wins(found)


if __name__ == "__main__":
    main()
