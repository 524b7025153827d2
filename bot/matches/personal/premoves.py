"""Answers prepared for the other's move: played at once when they fit, dropped when they don't."""

from bot.games.core import IllegalMove, PlayerError
from bot.matches.events import Premove, Status
from bot.matches.match import Match

MOST = 9
"""Answers that one person may have prepared in a match."""

LONGEST = 80
"""Characters of an answer that can't be checked before the other has moved."""


def prepared_premove(match: Match, person: int, when: str, then: str) -> Premove:
    """The answer `then` to the other's move `when`, or to any move where that is empty.

    Raises PlayerError where neither could be played as things stand.
    """
    _require_waiting(match, person)
    if not when.strip():
        if not then.strip() or len(then) > LONGEST:
            raise PlayerError("Name the move you want to answer with, such as one you often make.")
        return Premove(person, match.id, len(match.plies), "", then.strip())
    rules = match.rules
    theirs = rules.parse(match.position, when)
    turn = rules.play(match.position, theirs)
    if rules.outcome(turn.position):
        raise IllegalMove("That move ends the game; there is nothing to answer.")
    mine = rules.parse(turn.position, then)
    rules.play(turn.position, mine)
    texts = rules.format(match.position, theirs), rules.format(turn.position, mine)
    return Premove(person, match.id, len(match.plies), *texts)


def _require_waiting(match: Match, person: int) -> None:
    """Refuse an answer where there is nothing to wait for."""
    seat = match.seat_of(person)
    if seat is None:
        raise PlayerError(f"You don't play in match {match.id}. /games lists your matches.")
    if match.status is not Status.RUNNING:
        raise PlayerError(f"Match {match.id} is not running. /games lists your matches.")
    if len(match.playing) != 2:
        raise PlayerError("Answers can be prepared where two play. Wait for your turn here.")
    if match.turn == seat:
        raise PlayerError("It is your turn: nothing to wait for. Make your move with /move.")


def fitting_premove(match: Match, premoves: list[Premove]) -> Premove | None:
    """The answer to what was just played: the one to that very move, else the one to any."""
    played = match.plies[-1].text
    current = {p.when: p for p in premoves if is_premove_current(match, p)}
    return current.get(played) or current.get("")


def is_premove_current(match: Match, premove: Premove) -> bool:
    """Whether it was prepared for the move that was just made, not for an earlier one."""
    return premove.plies == len(match.plies) - 1


def unfit_note(match: Match, premoves: list[Premove]) -> str:
    """What to tell somebody whose answers did not fit what was played."""
    answers = " or ".join(p.then for p in premoves)
    return f"Your prepared answer {answers} does not fit {match.plies[-1].text}; it is dropped."
