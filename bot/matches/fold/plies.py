"""Moves, made and taken back, and players who leave. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from bot.games.core import Position, Turn
from bot.games.guide import Game
from bot.matches.events import Played, Resigned, TakenBack
from bot.matches.fold.clocks import clock_announced, clocks_after_move, clocks_after_takeback
from bot.matches.match import Match, Ply, Undone
from bot.matches.records import Recorded
from bot.matches.turns import resolve_text


def with_moves(match: Match, run: Sequence[Recorded], known: Mapping[int, Position]) -> Match:
    """The match after moves in a row, to be played when asked for: each as `evolve` would have it.

    One change of the match for all of them: a long one is opened many times as fast.
    """
    plies, earlier = list(match.plies), _predecessor(match)
    offer, rules, clocks = match.draw_offer, match.rules, match.clocks
    asked = match.replacement
    for each in run:
        move = each.event
        assert isinstance(move, Played)
        play = partial(_played_text, rules, move.text)
        after, used = known.get(each.seq), timedelta(microseconds=move.used or 0)
        earlier = Ply(
            *(move.seat, move.text, each.seq, each.at, play, earlier, after),
            used=used,
            clocks=clocks,
        )
        plies.append(earlier)
        offer = offer if offer == move.seat else None
        clocks = clocks_after_move(match.control, clocks, move)
        # Whoever was thought gone is there.
        asked = None if asked and asked.gone and asked.seat == move.seat else asked
    return replace(
        match,
        plies=tuple(plies),
        draw_offer=offer,
        replacement=asked,
        clocks=clocks,
        seq=run[-1].seq,
        board_seq=run[-1].seq,
        turn_seq=run[-1].seq,
        updated=run[-1].at,
        **new_turn(run[-1].at),
    )


def left(match: Match, event: Resigned, recorded: Recorded) -> Match:
    """The match once a player is out; with two it only ends."""
    if len(match.playing) <= 2:
        return replace(match, draw_offer=None, replacement=None)
    play = partial(_left, match.rules, event.seat)
    word = "late" if event.late else "resign"
    ply = Ply(
        *(event.seat, word, recorded.seq, recorded.at, play, _predecessor(match)),
        clocks=match.clocks,
    )
    out = match.out | {event.seat}
    after = replace(match, plies=(*match.plies, ply), out=out, draw_offer=None, replacement=None)
    return after if after.turn == match.turn else replace(after, **new_turn(recorded.at))


def taken_back(match: Match, event: TakenBack, recorded: Recorded) -> Match:
    """The match as it was before the player's last move, with what it cost them."""
    plies, undone = match.plies[: -event.plies], match.plies[-event.plies :]
    gifts = [gift for seq, gift in match.gifts if seq > undone[0].seq]
    return replace(
        match,
        plies=plies,
        undone=(
            *match.undone,
            Undone(recorded.seq, event.seat, len(plies), undone, event.free),
        ),
        draw_offer=None,
        clocks=clocks_after_takeback(undone[0], gifts),
        free_takeback=len(plies) if event.free else match.free_takeback,
        **new_turn(recorded.at),
    )


def new_turn(at: datetime) -> dict[str, Any]:
    """What changes in a match as a turn begins: its clock runs, and no request holds any more."""
    return {
        **clock_announced(at),
        "last_move": at,
        "warned": None,
        "declined_draw": None,
        "time_asked": None,
        "time_given": None,
        "time_declined": (),
        "takeback_asked": None,
        "vacation_used": None,
        "declined_takeback": None,
        "declined_replacements": frozenset(),
        "acted": frozenset(),
    }


def _played_text(rules: Game[Any, Any], text: str, position: Position) -> Turn[Any]:
    return resolve_text(rules, position, text).turn


def _left(rules: Game[Any, Any], seat: int, position: Position) -> Turn[Any]:
    return rules.leave(position, seat)


def _predecessor(match: Match) -> Ply | Position:
    """What the next move is made behind."""
    last = match.plies[-1] if match.plies else match.opening
    assert last is not None, "only a match that has started is played"
    return last
