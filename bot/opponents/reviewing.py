"""What was proven in a match that is over: wins missed and allowed, captures missed.

Two analyses of the same match hardly ever agree on its worst move, so nothing unproven is told:
each mistake here is proven by every legal move, within the plies and the budget asked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any

from bot.catalog import entry
from bot.games.core import Position, Turn
from bot.games.guide import Game, losses
from bot.opponents.kernel import DRAWN, GOES_ON, Kernel, kernel_of
from bot.opponents.proofs import Proof, prove

SAVES_TRIED = 12
"""Best looking moves among which one is searched that would have saved a player."""

LISTED = 4000
"""Legal moves up to which all are searched for captures."""


class Missed(StrEnum):
    """What a move missed: a win, the game (it allowed a win), or a capture."""

    WIN = "win"
    SAVE = "save"
    CAPTURE = "capture"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A turn of a match, the `ply`th from 1, in which the player on `seat` missed something.

    `line` is what could have been played: the win, the saving move, or the capture. `reply` is the
    win that was allowed. `count` is the number of own moves of the win, or of pieces captured.
    """

    ply: int
    seat: int
    missed: Missed
    count: int
    line: tuple[str, ...]
    reply: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReviewQuestion:
    """A match from its first position by its move texts. A player's leaving is no move: such a
    match is analyzed up to there.

    Wins are searched within that many plies, each with that many scored moves.
    """

    key: str
    opening: Position
    texts: tuple[str, ...]
    plies: int
    nodes: int

    def answer(self) -> tuple["Mistake", ...]:
        game: Game[Any, Any] = entry(self.key).game
        return tuple(_mistakes(game, self))


def mistake_of(question: ReviewQuestion, ply: int) -> Mistake | None:
    """What was missed in turn `ply`, from 1."""
    game: Game[Any, Any] = entry(question.key).game
    played = next(islice(_turns(game, question), ply - 1, None), None)
    if played is None:
        return None
    after = None if game.outcome(played[2].position) else _proof(question, played[2].position)
    return _mistake(game, question, ply, played, _proof(question, played[0]), after)


def missed_win(question: ReviewQuestion) -> Mistake | None:
    """The last win that a player missed, searched from the end; None if there was none."""
    game: Game[Any, Any] = entry(question.key).game
    turns = [*_turns(game, question)]
    for number, (before, text, _) in reversed([*enumerate(turns, 1)]):
        if mistake := _missed_win(question, number, before, text, _proof(question, before)):
            return mistake
    return None


def missed_by_each(question: ReviewQuestion) -> tuple[Mistake, ...]:
    """The last win that each player missed or allowed, latest first; captures don't count."""
    game: Game[Any, Any] = entry(question.key).game
    found: dict[int, Mistake] = {}
    after: Proof | None = None
    for number, played in reversed([*enumerate(_turns(game, question), 1)]):
        before, text, turn = played
        if after is None and not game.outcome(turn.position):
            after = _proof(question, turn.position)
        proof = _proof(question, before)
        mistake = (
            _missed_win(question, number, before, text, proof)
            if proof.winning or after is None
            else _missed_save(question, number, before, text, after)
        )
        if mistake:
            found.setdefault(mistake.seat, mistake)
        after = proof
    return tuple(found.values())


def own_moves(plies: int, players: int = 2) -> int:
    """How many moves of the winner a win within that many plies of all players takes."""
    return (plies + players - 1) // players


Played = tuple[Any, str, Turn[Any]]
"""A position, the text of the move made in it, and the turn it made."""


def _turns(game: Game[Any, Any], question: ReviewQuestion) -> Iterator[Played]:
    position: Any = question.opening
    for text in question.texts:
        turn = game.play(position, game.parse(position, text))
        yield position, text, turn
        position = turn.position


def _proof(question: ReviewQuestion, position: Position) -> Proof:
    kernel = kernel_of(question.key, position)
    return prove(kernel, question.plies, question.nodes, every=True)


def _mistakes(game: Game[Any, Any], question: ReviewQuestion) -> Iterator[Mistake]:
    proof = _proof(question, question.opening)
    for number, played in enumerate(_turns(game, question), 1):
        end = played[2].position
        after = None if game.outcome(end) else _proof(question, end)
        if found := _mistake(game, question, number, played, proof, after):
            yield found
        if after is None:
            return
        proof = after


def _mistake(
    game: Game[Any, Any],
    question: ReviewQuestion,
    number: int,
    played: Played,
    proof: Proof,
    after: Proof | None,
) -> Mistake | None:
    # `proof` is of the position before the turn, `after` of the one after it, if that goes on.
    before, text, turn = played
    if proof.winning:
        return _missed_win(question, number, before, text, proof)
    saved = _missed_save(question, number, before, text, after) if after else None
    return saved or _missed_capture(game, question, number, before, turn)


def _missed_win(
    question: ReviewQuestion, number: int, before: Any, text: str, proof: Proof
) -> Mistake | None:
    if not proof.winning or text in proof.winning:
        return None
    return Mistake(number, before.turn, Missed.WIN, own_moves(proof.plies), proof.line)


def _missed_save(
    question: ReviewQuestion, number: int, before: Any, text: str, after: Proof
) -> Mistake | None:
    # The move allowed a win that another one would not have allowed.
    if not after.winning:
        return None
    kernel = kernel_of(question.key, before)
    for _, move in kernel.scored()[:SAVES_TRIED]:
        saving = kernel.text(move)
        if saving == text:
            continue
        kernel.play(move)
        saves = _saves(kernel, question)
        kernel.undo()
        if saves:
            count = own_moves(after.plies)
            return Mistake(number, before.turn, Missed.SAVE, count, (saving,), after.line)
    return None


def _saves(kernel: Kernel, question: ReviewQuestion) -> bool:
    # Whether it is proven that the player to move next does not win. A move that ends the game
    # saves only by a draw: some games can be lost by one's own move.
    if kernel.result() != GOES_ON:
        return kernel.result() == DRAWN
    proof = prove(kernel, question.plies, question.nodes)
    return proof.known and not proof.winning


def _missed_capture(
    game: Game[Any, Any], question: ReviewQuestion, number: int, before: Any, turn: Turn[Any]
) -> Mistake | None:
    # Of all moves the one that gains most pieces at once, if the move made gained none.
    seat = before.turn
    if gain(turn, seat) > 0:
        return None
    best, best_text, end = 0, "", before
    for listed, move in enumerate(game.moves(before)):
        if listed >= LISTED:
            return None
        played = game.play(before, move)
        gained = gain(played, seat)
        if gained > best:
            best, best_text, end = gained, game.format(before, move), played.position
    if not best or _gives_the_game_away(game, question, seat, end):
        return None
    return Mistake(number, seat, Missed.CAPTURE, best, (best_text,))


def _gives_the_game_away(
    game: Game[Any, Any], question: ReviewQuestion, seat: int, end: Position
) -> bool:
    # Whether it is proven that others win after a move of that seat: no capture is worth that.
    outcome = game.outcome(end)
    if outcome is not None:
        return bool(outcome.winners) and seat not in outcome.winners
    return end.turn != seat and bool(_proof(question, end).winning)


def gain(turn: Turn[Any], seat: int) -> int:
    """How many pieces of others the turn takes, less what the player on the seat loses in it."""
    taken = sum(effect.takes and effect.player != seat for effect in turn.effects)
    return taken - losses(turn.effects, seat)


def worst(mistakes: Sequence[Mistake], most: int) -> tuple[Mistake, ...]:
    """The mistakes that matter most, in order: wins missed and allowed before captures."""
    weight = {Missed.WIN: 0, Missed.SAVE: 1, Missed.CAPTURE: 2}
    ranked = sorted(mistakes, key=lambda each: (weight[each.missed], -each.count, each.ply))
    return tuple(sorted(ranked[:most], key=lambda each: each.ply))
