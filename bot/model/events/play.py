"""What players do in a match, and how it ends."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from bot.games.core import Outcome, Position, Turn
from bot.games.guide import Game
from bot.model.clock.clock_state import charged
from bot.model.events.base import (
    Event,
    clocks_after_move,
    clocks_after_takeback,
    closed,
    new_turn,
    with_clock,
)
from bot.model.match import Clocks, Match, Ply, Undone
from bot.model.post_kinds import PostKind
from bot.model.records import Seat, Seq, Status
from bot.model.requests import DRAW, TAKEBACK, Ending
from bot.model.turns import resolve_text


class Played(Event, kind="played", says=PostKind.TURN):
    """The player on seat `seat`, from 1, made the move of that canonical text.

    Their clock ran for `used` microseconds in the turn; None without a limit, and in the records
    of version 0.1, whose clocks did not depend on it. `prepared`: they had prepared the move as an
    answer; None if not.
    """

    seat: Seat
    text: str
    used: int | None = None
    prepared: bool | None = None

    def _applied(self, match: Match) -> Match:
        return with_moves(match, [(match.seq, self, match.updated)], {})


class TakenBack(Event, kind="taken_back", says=PostKind.TURN):
    """The player's last move was undone with all after it: the `plies` last moves of the match.

    `free`: nobody had to agree to it, because nobody had seen the move. With plain banks `used` is
    how many microseconds the turn had run that the moves were taken back in: they are the player's
    own if it is `free`, as nobody knew that it was another's turn.
    """

    seat: Seat
    plies: int
    free: bool = False
    used: int | None = None

    def _applied(self, match: Match) -> Match:
        plies, undone = match.plies[: -self.plies], match.plies[-self.plies :]
        gifts = [gift for seq, gift in match.gifts if seq > undone[0].seq]
        taken = Undone(match.seq, self.seat, len(plies), undone, self.free)
        requests = match.requests.closing(match.seq, Ending.AGREED, [TAKEBACK])
        return new_turn(
            match,
            plies=plies,
            undone=(*match.undone, taken),
            requests=requests.after_move(match.seq, None),
            clocks=self._banks(match) or clocks_after_takeback(undone[0], gifts),
        )

    def _banks(self, match: Match) -> Clocks:
        # What is left of plain banks, which make up the whole time: all that was used stays used,
        # for moves that were taken back before, too. Empty with any other clocks.
        if self.used is None or not match.clocks:
            return ()
        waiting = self.seat if self.free or match.turn is None else match.turn
        clock = charged(match.clocks[waiting - 1], timedelta(microseconds=self.used))
        return with_clock(match.clocks, waiting, clock)


class Resigned(Event, kind="resigned", says=PostKind.TURN):
    """The player is out; with more than two seats the others play on.

    They gave up, or were `late` and somebody claimed it.
    """

    seat: Seat
    late: bool = False

    def _applied(self, match: Match) -> Match:
        match = match.changed(requests=match.requests.closing(match.seq, Ending.LAPSED))
        if len(match.playing) <= 2:
            return match
        play = partial(_left, match.rules, self.seat)
        word = "late" if self.late else "resign"
        ply = Ply(
            seat=self.seat,
            text=word,
            seq=match.seq,
            at=match.updated,
            play=play,
            earlier=_predecessor(match),
            clocks=match.clocks,
        )
        after = replace(
            match,
            board_seq=match.seq,
            plies=(*match.plies, ply),
            out=match.out | {self.seat},
        )
        return after if after.turn == match.turn else new_turn(after)


class Claimed(Event, kind="claimed"):
    """The player on `seat` claimed the win over an overdue player, or a proven one.

    For a proven one `line` are the moves from the last board to its end.
    """

    seat: Seat
    line: tuple[str, ...] | None = None

    def _applied(self, match: Match) -> Match:
        return replace(match, proof=self.line or ())


class Commented(Event, kind="commented"):
    """A comment at this place in the record that the match was read from."""

    text: str


class Adjudicated(Event, kind="adjudicated"):
    """Time was up for the match by the date of its season or round, which ends it with the next
    event. If a win was proven, `line` are the moves from the last board to it."""

    line: tuple[str, ...] | None = None

    def _applied(self, match: Match) -> Match:
        return replace(match, proof=self.line or ())


class Ended(Event, kind="ended"):
    """The match is over; without winners it is a draw, or was called off.

    `reason` names why: a key of the game's data file, or one that all games share.
    """

    winners: tuple[Seat, ...]
    reason: str

    @classmethod
    def by(cls, outcome: Outcome, reason: str | None = None) -> "Ended":
        """The end by the rules, or for another reason."""
        return cls(tuple(map(Seat, outcome.winners)), reason or outcome.reason)

    def _applied(self, match: Match) -> Match:
        requests = match.requests
        if self.reason == "agreed":
            requests = requests.closing(match.seq, Ending.AGREED, [DRAW])
        return closed(
            match,
            Status.ENDED,
            outcome=Outcome(self.winners, self.reason),
            requests=requests.closing(match.seq, Ending.LAPSED),
            since=None,
            overdue=False,
            gone=None,
            held=False,
        )


class Rated(Event, kind="rated"):
    """What the match, or the pair of which it ended last, was found to do to the ratings.

    `eligibility` is one of the words of `Eligibility`. `before` has by seat the rating at its end,
    its deviation and volatility, and `weights` how much it counts for each, from 0 to 1; none were
    written as long as ratings were computed week by week. After a person is deleted only this tells
    it, so that the ratings of all others stay.
    """

    eligibility: str
    before: tuple[tuple[float, float, float], ...]
    weights: tuple[float, ...] | None = None


def with_moves(
    match: Match, run: Sequence[tuple[Seq, Played, datetime]], known: Mapping[Seq, Position]
) -> Match:
    """The match after moves in a row, with the numbers and times of their events, to be played when
    asked for. `known` are positions by the event that they followed.

    One change of the match for all of them: a long one is opened many times as fast.
    """
    plies, earlier = list(match.plies), _predecessor(match)
    rules, clocks, requests = match.rules, match.clocks, match.requests
    has_open = bool(requests.open)
    for seq, move, at in run:
        play = partial(_played_text, rules, move.text)
        used = timedelta(microseconds=move.used or 0)
        earlier = Ply(
            seat=move.seat,
            text=move.text,
            seq=seq,
            at=at,
            play=play,
            earlier=earlier,
            known=known.get(seq),
            used=used,
            clocks=clocks,
            prepared=bool(move.prepared),
        )
        plies.append(earlier)
        clocks = clocks_after_move(match.control, clocks, move.seat, used)
        requests = requests.after_move(seq, move.seat) if has_open else requests
    return new_turn(
        match,
        seq=seq,
        updated=at,
        plies=tuple(plies),
        requests=requests,
        clocks=clocks,
    )


def _played_text(rules: Game[Any, Any], text: str, position: Position) -> Turn[Any]:
    return resolve_text(rules, position, text).turn


def _left(rules: Game[Any, Any], seat: Seat, position: Position) -> Turn[Any]:
    return rules.leave(position, seat)


def _predecessor(match: Match) -> Ply | Position:
    last = match.plies[-1] if match.plies else match.opening
    assert last is not None, "only a match that has started is played"
    return last
