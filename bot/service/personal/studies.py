"""The studies of all people: opened, changed and kept."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from random import Random

from bot.model.decide.requirements import require_over
from bot.model.game_records.record import GameRecord
from bot.model.limits import MOST_STUDIES, NEW_STUDIES
from bot.model.match import Match
from bot.model.records import Draft, MatchId, PersonId
from bot.model.refusals import Reason, Refused
from bot.model.studies.files import record_of_study
from bot.model.studies.kept import (
    FIRST_OF_NO_MATCH,
    Opened,
    StoredStudy,
    Studies,
    StudyTitle,
    begun_study,
    match_of,
)
from bot.model.studies.study import FULL, MOST_NODES, Study, StudyStart
from bot.opponents.reviewing import Mistake
from bot.service.folded import FoldedMatches
from bot.service.limits import LimitBook
from bot.service.locks import change
from bot.service.personal.study_sources import with_mistakes

HIGHEST = 10**12
"""Above the numbers of studies: they fit into every button, and are hardly ever drawn twice."""

NO_STUDY = "You have no such study any more: it was deleted. Open one of the others, or begin one."
MANY = (
    f"You have {MOST_STUDIES} studies, and that is all that anybody may keep. Delete one that you "
    "don't need any more, then try again. You have not changed “{title}” for longest."
)

FindRecord = Callable[[MatchId], Awaitable[GameRecord]]
"""The record of a match. Raises Refused for one that has not begun."""

Operation = Callable[[Study], Study]
"""What is done to a study. It may be repeated, and runs in a thread."""


def unchanged(study: Study) -> Study:
    return study


@dataclass(frozen=True, slots=True, eq=False)
class StudyBook:
    """The studies of all people: one of each match, and any of what is no match.

    What is opened has followed its match to where that is. The caller has made sure that the person
    may see the match. All of a study is kept from its first change on.
    """

    _store: Studies
    _limits: LimitBook
    _folded: FoldedMatches
    _record: FindRecord
    _clock: Callable[[], datetime]
    _chance: Random

    # Opened

    async def of_match(self, match: Match, person: PersonId) -> Opened:
        """The person's study of a match, empty if they never began. Raises Refused for a match that
        has not begun."""
        return await self.change(person, match.id, unchanged, match)

    async def find(self, person: PersonId, number: int) -> Opened:
        """The person's study of that number. Raises Refused if there is none any more, and if the
        match has not begun."""
        return await self.change(person, number, unchanged)

    async def as_left(self, person: PersonId, number: int) -> StoredStudy | None:
        """Somebody's study for others, as they left it; None if there is none any more. It does not
        follow its match, so that what has come true is told to its owner."""
        return await self._store.find_one(StoredStudy, person=person, number=number)

    async def all(self, person: PersonId) -> list[StudyTitle]:
        """Their studies for a list, those changed last first."""
        found = await self._store.study_titles(person)
        return sorted(found, key=lambda each: (each.at, each.number), reverse=True)

    # Changed

    async def change(
        self, person: PersonId, number: int, operation: Operation, match: Match | None = None
    ) -> Opened:
        """The study after the operation, which is done again if the study has changed meanwhile.

        `match` is the one that it follows, if that was just read. Raises what the operation raises,
        and Refused: there is no such study, or it would be one too many.
        """

        return await change(
            lambda: self._read(person, number, match),
            lambda before: self._changed(before, operation),
            lambda after, _: self._save(after.stored),
            in_thread=True,
        )

    async def reviewed(self, match: Match, person: PersonId, mistakes: Sequence[Mistake]) -> Opened:
        """The person's study of a match that is over with what was missed there as branches, and
        its owner before the last missed win. Raises Refused while the match runs, and if the study
        is full."""
        require_over(match)
        operation = partial(with_mistakes, mistakes=mistakes)
        return await self.change(person, match.id, operation, match)

    async def _read(self, person: PersonId, number: int, match: Match | None) -> Opened:
        # The match after the study, which another process may take along meanwhile.
        stored = await self._store.find_one(StoredStudy, person=person, number=number)
        if match is None and (followed := match_of(number)):
            match = await self._folded.match(followed)
        if stored is None and match:
            stored = begun_study(match, person)
        if stored is None:
            raise Refused(NO_STUDY, Reason.STALE)
        return Opened(stored, match)

    def _changed(self, before: Opened, operation: Operation) -> Opened:
        after = before.follow().change(operation, self._clock())
        if after == before:
            return before
        return replace(after, stored=replace(after.stored, changes=before.stored.changes + 1))

    async def save_draft(self, stored: StoredStudy, draft: Draft) -> StoredStudy | None:
        """The study with that draft instead of the one that it follows; None if anything of the
        study was changed first. Raises Refused if it would be one study too many."""
        after = stored.with_draft(draft, self._clock())
        is_next = draft.changes == stored.changes + 1
        return after if is_next and await self._save(after) else None

    async def change_draft(
        self,
        person: PersonId,
        number: int,
        step: Callable[[Study, Draft], Draft],
        match: Match | None = None,
    ) -> Opened:
        """The study with the draft of a move at its owner's place changed, even if they change it
        meanwhile. The step gets the study as it is by then."""

        def stepped(opened: Opened) -> Opened:
            draft = step(opened.study, opened.stored.draft)
            if draft == opened.stored.draft:
                return opened
            return replace(opened, stored=opened.stored.with_draft(draft, self._clock()))

        return await change(
            lambda: self.change(person, number, unchanged, match),
            stepped,
            lambda after, _: self._save(after.stored),
            in_thread=True,
        )

    async def _save(self, stored: StoredStudy) -> bool:
        if stored.changes == 1:
            await self._require_room(stored.person)
        return await self._store.save_next(stored)

    async def _require_room(self, person: PersonId) -> None:
        held = await self.all(person)
        if len(held) >= MOST_STUDIES:
            raise Refused(MANY.format(title=held[-1].title), Reason.MANY_STUDIES)
        await self._limits.take(NEW_STUDIES.name, person, None)

    # Made and deleted

    async def begin(self, person: PersonId, start: StudyStart, title: str) -> Opened:
        """A new study of what is no match. Raises Refused if it would be one too many."""
        return await self.copy(person, Study(start), title)

    async def copy(self, person: PersonId, study: Study, title: str) -> Opened:
        """A new study like that one, which follows no match. Raises Refused if it would be one too
        many, or has too many moves."""
        if study.own > MOST_NODES:
            raise Refused(FULL)
        await self._require_room(person)
        while True:
            number = self._chance.randrange(FIRST_OF_NO_MATCH, HIGHEST)
            made = StoredStudy(person, number, None, title, self._clock(), study, changes=1)
            if await self._store.add(made):
                return Opened(made)

    async def delete(self, person: PersonId, number: int) -> bool:
        """Delete the study; whether there was one."""
        return bool(await self._store.drop(StoredStudy, person=person, number=number))

    async def record(self, stored: StoredStudy) -> GameRecord:
        """The record of the study, with its match's up to now."""
        of_match = await self._record(stored.match) if stored.match else None
        return await asyncio.to_thread(record_of_study, stored.study, stored.at, of_match)
