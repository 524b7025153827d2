"""A study follows its match: what came true of it, and where its owner stands afterwards."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from bot.model.match import Match
from bot.model.records import Seat
from bot.model.studies.study import START, Study

LEAVES = "leaves "
"""What the step of a player who leaves begins with; no move of any game does."""


class Followed(NamedTuple):
    """A study that has followed its match.

    `new` moves of the match have come true since: they were in the study before. `deep` is how many
    in a row up to the match's last one, also those of earlier turns.
    """

    study: Study
    new: int
    deep: int


def leave_step(seat: Seat) -> str:
    """What a study has instead of a move where a player left and others played on."""
    return f"{LEAVES}{seat}"


def match_moves(match: Match) -> tuple[str, ...]:
    """The moves of a match that stand, as its studies have them."""
    return tuple(
        leave_step(ply.seat) if ply.text in ("resign", "late") else ply.text for ply in match.plies
    )


def follow(study: Study, moves: Sequence[str]) -> Followed:
    """The study after its match has come to these moves. Following the same moves again changes
    nothing.

    No node is lost. What the match has left, by another move or by a takeback, stays as what might
    have been; a move that is taken back and made again is nothing that came true. A replaced player
    changes no move, and the end of a match only that nothing follows.

    Whoever stood where the match was stands where it is now. Whoever stood ahead of it stays if the
    match has come closer, and is taken along if it went another way. Whoever looked at what was
    before, or at another branch of that, stays.
    """
    grown = study.grown(START, moves, played=True)
    tip, before = grown.place, frozenset(study.trunk_line)
    line = grown.line(tip)
    fresh = [number for number in line if number not in before]
    known = takewhile(lambda number: number in study.nodes, fresh)
    return Followed(
        replace(grown, trunk=tip, place=_place(study, tip)),
        new=sum(not study[number].played for number in known),
        deep=sum(1 for _ in takewhile(lambda number: not grown[number].played, reversed(line))),
    )


def _place(study: Study, tip: int) -> int:
    # Where the owner of a study stands, as it was before, once the match has come to `tip`.
    if study.place == study.trunk:
        return tip
    ahead_of = (START, *study.line())
    is_left = study.trunk in ahead_of and tip not in ahead_of
    return tip if is_left else study.place
