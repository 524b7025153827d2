"""Prepared answers: what is prepared by a line of moves, what still fits the match, and what is to
be played. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from bot.games.core import IllegalMove, Position
from bot.model.decide.requirements import is_turn, require_seat
from bot.model.match import Match
from bot.model.records import NEXT, PersonId, Premove, Seat, Status
from bot.model.refusals import Reason, Refused
from bot.model.studies.study import MovePath
from bot.model.turns import resolve_text

ANYTHING = ""
"""Instead of a move of the other's: whatever they play."""

MOST = 60
"""Most answers that a person has prepared in a match."""

DEEPEST = 20
"""Most moves of a line with its answers: ten of each."""

LONGEST = 80
"""Characters of an answer that can't be checked before the other has moved."""

LONGEST_PATH = 2000
"""Characters of the moves that an answer waits for."""

FORBIDDEN = (
    "In this competition no answers may be prepared: both make each move when its turn has come. "
    "You may still study it."
)
NOTHING_TO_ANSWER = (
    "There is nothing to answer in this line: it needs a move of theirs, and yours after it."
)
NO_END = "That move ends the game; there is nothing to answer."


# Preparing


def require_preparing(match: Match, person: PersonId) -> Seat:
    """The seat of a person who may prepare answers in the match. Raises PlayerError."""
    seat = require_seat(match, person)
    if match.terms.unprepared:
        raise Refused(FORBIDDEN)
    if len(match.playing) != 2:
        raise Refused("Answers can be prepared only in matches of two. Wait for your turn here.")
    return seat


def require_waiting(match: Match, person: PersonId) -> None:
    """Refuse it to the player to move."""
    if is_turn(match, person):
        raise Refused("It is your turn: nothing to wait for.", Reason.YOUR_TURN)


def answers_in(
    match: Match, person: PersonId, lines: Iterable[Sequence[str]], *, at_once: bool
) -> list[Premove]:
    """The answers of a person that are in lines of moves from the board of the match on.

    Each move of theirs after one of the other's is an answer, played if all before it were; of
    several for the same moves the first counts. The last move of the other's may be ANYTHING.
    Raises PlayerError for lines without any, too long, or against the rules.
    """
    seat = require_preparing(match, person)
    found: dict[MovePath, str] = {}
    known: dict[MovePath, tuple[Position, str]] = {}
    for line in lines:
        for path, then in _answers(match, seat, line, known):
            found.setdefault(path, then)
    if not found:
        raise Refused(NOTHING_TO_ANSWER)
    count, seq = len(match.plies), match.board_seq
    return [
        Premove(person, match.id, count, NEXT.join(path), then, seq, at_once)
        for path, then in found.items()
    ]


def _answers(
    match: Match,
    seat: Seat,
    line: Sequence[str],
    known: dict[MovePath, tuple[Position, str]],
) -> Iterator[tuple[MovePath, str]]:
    # Each answer in a line, after the canonical moves that it waits for. `known` is what other
    # lines have found of the same moves.
    if len(line) > DEEPEST:
        raise Refused(f"At most {DEEPEST} moves of a line can be prepared, and it has {len(line)}.")
    position, path, before = match.position, list[str](), seat
    assert position is not None, "the match runs"
    for at, typed in enumerate(line):
        mover = Seat(position.turn)
        if typed == ANYTHING and mover != seat:
            yield (*path, ANYTHING), _unchecked(line[at + 1 :])
            return
        step = (*path, typed)
        if step not in known:
            known[step] = _played(match, position, typed)
        position, text = known[step]
        if len(line) > at + 1 and match.rules.outcome(position):
            raise IllegalMove(NO_END)
        if mover == seat != before:
            yield tuple(path), text
        path.append(text)
        before = mover
        if len(NEXT.join(path)) > LONGEST_PATH:
            raise Refused("This line is too long to be prepared. Prepare only its beginning.")


def _played(match: Match, position: Position, typed: str) -> tuple[Position, str]:
    resolved = resolve_text(match.rules, position, typed)
    return resolved.turn.position, resolved.text


def _unchecked(rest: Sequence[str]) -> str:
    answer = "".join(rest).strip()
    if len(rest) != 1 or not answer or len(answer) > LONGEST or NEXT in answer:
        raise Refused("Enter your answer as you would type the move.")
    return answer


def require_room(there: Iterable[Premove], added: Iterable[Premove]) -> None:
    """Refuse more answers than a person may have."""
    if len({(each.plies, each.when) for each in (*there, *added)}) > MOST:
        raise Refused(f"{MOST} prepared answers are the most. Clear them first.")


# What still fits


def is_undone_since(match: Match, premove: Premove) -> bool:
    """Whether a move was taken back since, so that it was prepared for another board."""
    return bool(match.undone) and match.undone[-1].seq > premove.board_seq


def ahead(match: Match, premove: Premove) -> MovePath | None:
    """The moves that must still be made before an answer, none if it is to be played now. None if
    it fits the match no more."""
    count = len(match.plies) - premove.plies
    path = premove.path
    fits = 0 <= count <= len(path) and _matched(match, premove) == count
    return path[count:] if fits and not is_undone_since(match, premove) else None


def _matched(match: Match, premove: Premove) -> int:
    # How many of the moves made since are those that it waits for.
    made = (ply.text for ply in match.plies[premove.plies :])
    pairs = zip(made, premove.path, strict=False)
    return sum(1 for _ in takewhile(lambda both: both[1] in (ANYTHING, both[0]), pairs))


def fitting_premove(match: Match, premoves: Sequence[Premove]) -> Premove | None:
    """The answer to what was just played: the one to that very move, else the one to anything that
    no branch names."""
    mover = match.turn_person
    if mover is None or len(match.playing) != 2 or not match.plies:
        return None
    played, last = match.plies[-1].text, len(match.plies) - 1
    alive = {p: rest for p in premoves if (rest := ahead(match, p)) is not None}
    named = {p: p.path[last - p.plies] for p in alive if p.person == mover.id and p.plies <= last}
    due = {move: p for p, move in named.items() if not alive[p]}
    general = None if played in named.values() else due.get(ANYTHING)
    return due.get(played) or general


class Looked(NamedTuple):
    """What becomes of the premoves of a match on its newest board: which is played now, which fit
    no more, and what is told to whom about those."""

    answer: Premove | None
    gone: Sequence[Premove]
    notes: Mapping[PersonId, str]


def look_at_prepared(match: Match, premoves: Sequence[Premove]) -> Looked:
    """Once the match is over, all are forgotten quietly."""
    if match.status is not Status.RUNNING:
        return Looked(None, premoves, {})
    gone = [each for each in premoves if ahead(match, each) is None]
    notes = {}
    for person in sorted({each.person for each in gone}):
        own = [each for each in premoves if each.person == person]
        if note := _note(match, own):
            notes[person] = note
    return Looked(fitting_premove(match, premoves), gone, notes)


def _note(match: Match, own: Sequence[Premove]) -> str | None:
    # What a person is told: of a takeback, or that the match went another way than all of theirs.
    if undone := [each for each in own if is_undone_since(match, each)]:
        return taken_back_note(match, undone)
    until = {each: each.plies + _matched(match, each) for each in own}
    furthest = max(until.values())
    left = [each for each in own if until[each] == furthest and _is_left(match, each)]
    return unfit_note(match.plies[furthest].text, left) if left else None


def _is_left(match: Match, premove: Premove) -> bool:
    # Whether the match has gone another way, rather than past the answer.
    made = len(match.plies) - premove.plies
    return _matched(match, premove) < min(made, len(premove.path))


def unfit_note(played: str, premoves: Sequence[Premove]) -> str:
    """The note to a person whose answers did not fit what was played."""
    return f"{_named(premoves, 'does not fit', 'do not fit')} {played}; {_dropped(premoves)}."


def taken_back_note(match: Match, premoves: Sequence[Premove]) -> str:
    """The note to a person whose answers were for a board that a takeback has changed."""
    first = match.undone[-1].plies[0].text
    return f"{_named(premoves, 'is', 'are')} dropped, because {first} was taken back."


NAMED = 3
"""Most answers that a note names."""


def _named(premoves: Sequence[Premove], is_: str, are: str) -> str:
    if len(premoves) > NAMED:
        return f"Your {len(premoves)} prepared answers {are}"
    return f"Your prepared answer {' or '.join(each.then for each in premoves)} {is_}"


def _dropped(premoves: Sequence[Premove]) -> str:
    return "they are dropped" if len(premoves) > NAMED else "it is dropped"
