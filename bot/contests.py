"""The output of the commands `duel` and `solve`: the last line for programs, the rest for
people."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from bot.games.core import Options, PlayerError
from bot.games.guide import Game
from bot.opponents.duel import Decided, Duel, all_decided, by_level, score_of
from bot.opponents.levels import level_named, level_of
from bot.opponents.proofs import NODES, Proof, solved

BETWEEN = " | "
"""Separates the moves of a solution. No move text contains it; some have blanks or commas."""

NONE, NOT_PROVEN = "none", "not proven"


def duel_lines(
    game: Game[Any, Any],
    options: Options,
    named: Sequence[str],
    games: int,
    seed: int,
    processes: int = 0,
) -> list[str]:
    """The score of the first of the two levels, which are named by number or by name, once all
    games are played."""
    if games < 1:
        raise PlayerError("A duel has 1 game or more. Name a number such as --games 20.")
    if processes < 0:
        raise PlayerError("Name a number of processes such as 2, or 0 for one a core.")
    levels = [level_named(each) for each in named]
    names = [f"{level_of(game.key, each).name} (level {each})" for each in levels]
    first, second = (partial(by_level, each) for each in levels)
    duel = Duel(game.key, first, second, seed, options)
    decided = _shown(duel, games, processes)
    return [*_score_lines(names, decided), json.dumps(asdict(score_of(decided)))]


def _shown(duel: Duel, games: int, processes: int) -> list[Decided]:
    # The games, with a bar on a terminal while they are played.
    from tqdm import tqdm

    decided = all_decided(duel, range(games), processes)
    return list(tqdm(decided, total=games, unit="game", leave=False, disable=None))


def _score_lines(names: Sequence[str], decided: Sequence[Decided]) -> Iterator[str]:
    for who, name in (*enumerate(names), (None, "Nobody")):
        ends = Counter(each.reason for each in decided if each.winner == who)
        how = ", ".join(f"{reason} {number}" for reason, number in ends.most_common())
        if ends or who is not None:
            yield f"{name} won {ends.total()}{': ' if how else '.'}{how}"
    plies = [len(each.moves) for each in decided]
    yield f"A game took {min(plies)} to {max(plies)} moves of both."


def solution_lines(
    game: Game[Any, Any], position: Any, plies: int, nodes: int | None = None
) -> tuple[list[str], bool]:
    """Which first moves win, and whether that is certain to be all.

    Without a number of nodes the proof has its usual budget.
    """
    proof = solved(game, position, plies, NODES if nodes is None else nodes)
    return [*_explained(position.turn, plies, proof), _answer(proof)], proof.known


def _explained(player: int, plies: int, proof: Proof) -> Iterator[str]:
    if proof.winning:
        yield f"Player {player} wins in {proof.plies}: {BETWEEN.join(proof.line)}"
    elif proof.known:
        yield f"Player {player} can't force a win in {plies} or fewer moves of both."
    if not proof.known:
        more = "There may be more moves that win" if proof.winning else "That is not settled"
        yield f"{more}: {proof.nodes:,} moves were looked at. Allow more with --nodes."


def _answer(proof: Proof) -> str:
    if proof.winning:
        return BETWEEN.join(proof.winning)
    return NONE if proof.known else NOT_PROVEN
