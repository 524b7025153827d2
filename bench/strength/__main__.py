"""The strength of the levels: against each other, the old robot and the greediest move.

    python -m bench.strength [--game bump] [--games 200] [--pairs 5-4,5-robot] [--into FILE]

Games are decided by `bot.opponents.duel`: both games of a pair begin with the same two to four
random moves, after which nobody has a short win, and the seats change; the seed is fixed. Elo and
the share of points are those of the first named, with 95 % confidence bounds (Wilson's). CPU is
that of a move, for each contender. Below are the wins in one, two and three moves that the upper
levels threw away (see `short_wins`), and how many positions the bound of `--nodes` left open.

With `--into` every game is written to that file, a line of JSON each, and games already there are
not played again, so a long measurement can be done in pieces; the wins of games that were played
with `--nodes 0` are searched in a later run without it. For numbers that do not take days run `make
compiled` first, and this in build/compiled.
"""

from collections.abc import Sequence
from pathlib import Path

from bench.strength.games import Record, elo, played, share_of_points, task_of
from bench.strength.short_wins import NODES
from bench.timing import Table, asked, share
from bot.catalog import catalog
from bot.opponents.levels import is_compiled

SEED = 20

GAMES = 2
"""Games of a pair in `make bench`, for a look; a measurement takes 200."""

PAIRS = "2-1,3-2"
"""In `make bench` those whose games take seconds in plain Python; a measurement also has 4-3, 5-4,
5-robot and 5-greedy."""

# Tables


def show_pair(table: Table, name: str, found: Sequence[Record]) -> None:
    winners = [each["winner"] for each in found]
    counts = winners.count(0), winners.count(None), winners.count(1)
    part = share_of_points(*counts)
    table.row(name, *counts, 100 * part.found, 100 * part.low, *elo(part))


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


def main() -> None:
    words = asked(
        __doc__, game="", games=GAMES, pairs=PAIRS, seed=SEED, nodes=NODES, processes=0, into=""
    )
    file = Path(words.into) if words.into else None
    heads = ("won", "drawn", "lost", "share %", "at least %", "Elo from", "Elo", "to")
    table = Table("pair", *heads, form=".1f", first=26)
    found: list[Record] = []
    for key in [words.game] if words.game else list(catalog()):
        for pair in words.pairs.split(","):
            tasks = [(key, pair, words.seed, number) for number in range(words.games)]
            games = list(played(tasks, words.processes, file, words.nodes))
            show_pair(table, f"{key} {pair}", games)
            found += games
    print()
    show_times(found)
    print()
    show_wins(found)


if __name__ == "__main__":
    main()
