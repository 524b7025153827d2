"""Studies as they are kept: whose they are, what they are of, and the move that is being made."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple, Protocol, Self

from bot.model.exercises.attempt import NO_MATCH
from bot.model.match import Match
from bot.model.records import NO_EVENT, Draft, MatchId, PersonId, Saving, Seq
from bot.model.refusals import Refused
from bot.model.studies.board import StudyBoard
from bot.model.studies.following import follow, match_moves
from bot.model.studies.study import Study, StudyStart

FIRST_OF_NO_MATCH = 1_000_000_000
"""The lowest number of a study that follows no match. Those of a match have its number."""

NOT_BEGUN = "That match has not begun, so there is nothing to study yet."


def match_of(number: int) -> MatchId | None:
    """The match that the study of that number follows; None if it follows none."""
    return MatchId(number) if number < FIRST_OF_NO_MATCH else None


@dataclass(frozen=True, slots=True)
class StoredStudy:
    """A study of one person.

    `number` tells it apart from all others that the person ever had, except that the study of a
    match has the number of the match. It has followed the `match` up to event `seq`. `title` says
    what it is of, and it last changed `at` that time. `keys`, `move` and `offers` are the draft of
    a move at the place of its owner, as in `Draft`. `changes` counts changes of all of it, so that
    a press on an older picture is recognized; with none it is not stored yet.
    """

    person: PersonId
    number: int
    match: MatchId | None
    title: str
    at: datetime
    study: Study
    seq: Seq = NO_EVENT
    keys: tuple[str, ...] = ()
    move: str | None = None
    offers: tuple[str, ...] = ()
    changes: int = 0

    @property
    def draft(self) -> Draft:
        """The draft, for code that works on drafts; its `seq` is the place it is made at."""
        making = (self.keys, self.move, self.offers, self.changes)
        return Draft(self.person, self.match or NO_MATCH, Seq(self.study.place), *making)

    def with_draft(self, draft: Draft, at: datetime) -> Self:
        """With that draft, which follows the one that it was made from."""
        making = {"keys": draft.keys, "move": draft.move, "offers": draft.offers}
        return replace(self, changes=draft.changes, at=at, **making)  # type: ignore[arg-type]

    def with_study(self, study: Study) -> Self:
        """With that study instead. A draft goes with the place that it was made at."""
        if study.place == self.study.place:
            return replace(self, study=study)
        return replace(self, study=study, keys=(), move=None, offers=())


class StudyTitle(NamedTuple):
    """What a list shows of a study: see `StoredStudy`."""

    number: int
    match: MatchId | None
    title: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Opened:
    """A study as its owner gets it.

    `match` is the one that it follows, as it was read. `new` moves of it have come true since its
    owner was told last, and `deep` of them and of earlier ones in a row up to the match's last: see
    `Followed`. It is told once.
    """

    stored: StoredStudy
    match: Match | None = None
    new: int = 0
    deep: int = 0

    @property
    def study(self) -> Study:
        return self.stored.study

    def board(self) -> StudyBoard:
        """Its positions, of which those that the match knows are not played again."""
        study, match = self.study, self.match
        if match is None or match.position is None or study.path(study.trunk) != match_moves(match):
            return StudyBoard(study)
        kept = zip(study.trunk_line, match.plies, strict=True)
        known = {number: ply.known for number, ply in kept if ply.known is not None}
        return StudyBoard(study, {**known, study.trunk: match.position})

    def follow(self) -> "Opened":
        """The same after it has come to where the match is, unless it has come further already."""
        stored, match = self.stored, self.match
        if match is None or match.seq <= stored.seq:
            return self
        followed = follow(stored.study, match_moves(match))
        if followed.study == stored.study:
            return self
        after = replace(stored.with_study(followed.study), seq=match.seq)
        return Opened(after, match, followed.new, followed.deep if followed.new else 0)

    def change(self, operation: Callable[[Study], Study], at: datetime) -> "Opened":
        """The same after an operation on the study."""
        study = operation(self.study)
        if study == self.study:
            return self
        return replace(self, stored=replace(self.stored.with_study(study), at=at))


def begun_study(match: Match, person: PersonId) -> StoredStudy:
    """The study of a match in which its owner has done nothing. Raises Refused for a match that has
    not begun."""
    if match.opening is None:
        raise Refused(NOT_BEGUN)
    start = StudyStart(match.game, match.options, len(match.seats))
    study = follow(Study(start), match_moves(match)).study
    title = f"Match {match.id}"
    return StoredStudy(person, match.id, match.id, title, match.updated, study, match.seq)


class Studies(Saving, Protocol):
    """People's studies."""

    async def study_titles(self, person: PersonId) -> list[StudyTitle]:
        """All of the person's, in the order of their numbers."""
