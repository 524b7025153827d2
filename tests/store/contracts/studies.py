"""What every store must do for studies. A store's own test file subclasses this."""

import asyncio
from dataclasses import replace
from typing import Any

from bot.model.clock.units import DAY
from bot.model.ports import Store
from bot.model.records import MatchId, PersonId, Seq
from bot.model.studies.kept import StoredStudy, StudyTitle
from bot.model.studies.study import Study, StudyStart
from tests.store.contracts.matches import ADA, GRACE, NOW, new_match

START = StudyStart("bump", {"z": 1, "aa": [True, "é"]}, 2, "a text\n\\")
TREE = Study(START).play("01,03").annotate(1, 'x"\n\n{é').play("09,07").rename(2, "y").go(1)


def kept(
    number: int = 10**9, person: PersonId = ADA.id, match: MatchId | None = None, **more: Any
) -> StoredStudy:
    plain: dict[str, Any] = {"title": "Puzzle a1", "at": NOW, "study": TREE, "changes": 1}
    return StoredStudy(person, number, match, **plain | more)


class StudiesContract:
    async def test_a_study_is_read_as_it_was_written(self, store: Store) -> None:
        first = kept(keys=("01", "é"), move="x", offers=("a", "b"), seq=Seq(4))
        last = replace(first, study=TREE.delete(2), at=NOW + DAY, keys=(), move=None, changes=2)
        for study in (first, last):
            assert await store.save_next(study)
            found = await store.find_one(StoredStudy, person=ADA.id, number=first.number)
            assert found == study
            assert [*found.study.nodes] == [*study.study.nodes]
        assert await store.find_one(StoredStudy, person=GRACE.id, number=first.number) is None
        assert not await store.add(replace(first, study=TREE))

    async def test_of_two_changes_of_the_same_study_one_is_refused(self, store: Store) -> None:
        both = [kept(title=title) for title in ("one", "two")]
        assert sorted(await asyncio.gather(*map(store.save_next, both))) == [False, True]
        assert await store.find_one(StoredStudy, person=ADA.id) in both

    async def test_a_change_brings_no_deleted_study_back(self, store: Store) -> None:
        assert await store.save_next(kept())
        await store.drop(StoredStudy, person=ADA.id)
        assert not await store.save_next(kept(changes=2))
        assert await store.find(StoredStudy, person=ADA.id) == []

    async def test_a_person_has_one_of_each_match_and_the_titles_of_all(self, store: Store) -> None:
        match = await new_match(store)
        studies = [kept(number=match, match=match, title="Match"), kept(), kept(10**12 - 1)]
        for study in (*studies, kept(person=GRACE.id)):
            assert await store.add(study)
        assert not await store.add(kept(number=match, match=match))
        titles = [StudyTitle(s.number, s.match, s.title, NOW) for s in studies]
        assert await store.study_titles(ADA.id) == titles
        assert await store.drop(StoredStudy, person=ADA.id, number=10**9) == [studies[1]]
        assert await store.drop(StoredStudy, person=ADA.id, number=10**9) == []
        assert await store.study_titles(ADA.id) == [titles[0], titles[2]]
        assert await store.find(StoredStudy, person=GRACE.id) == [kept(person=GRACE.id)]
