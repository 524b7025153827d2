"""What people store about matches: tables with a row for each person and match."""

from collections.abc import Sequence
from datetime import datetime

from bot.model.records import Draft, MatchId, PersonId, Premove, Seq
from bot.model.studies.kept import StudyTitle
from bot.store.database import Database, in_one_transaction
from bot.store.rows import Rows, time_text
from bot.store.schema import DRAFTS, PREMOVES, TABLE

# The one that follows the stored draft, or any at all for an outdated board.
SAVE_DRAFT = f"""{TABLE["drafts"].put}
WHERE excluded.seq > drafts.seq
    OR (excluded.seq = drafts.seq AND excluded.changes = drafts.changes + 1)
RETURNING person"""

# Only just that one, not another that was prepared in its place meanwhile.
DROP_PREMOVE = TABLE["premoves"].drop(*PREMOVES.columns)

# Two looks at once may end in either order; the later board counts.
VISIT = """INSERT INTO visits (person, match_id, seq, at) VALUES (?, ?, ?, ?)
ON CONFLICT (person, match_id)
DO UPDATE SET seq = MAX(visits.seq, excluded.seq), at = coalesce(excluded.at, visits.at)"""

TITLES = Rows(StudyTitle, "a study")
STUDY_TITLES = f"SELECT {TITLES.listed} FROM studies WHERE person = ? ORDER BY number"


class OfMatchTables(Database):
    """Drafts and visits, of which the newer ones count, and the titles of studies."""

    async def save_draft(self, draft: Draft) -> bool:
        return bool(await self._write_alone(SAVE_DRAFT, DRAFTS.values(draft)))

    @in_one_transaction
    async def prepare(
        self, match: MatchId, added: Sequence[Premove], replaced: Sequence[Premove]
    ) -> None:
        await self._touch([match])
        for each in added:
            await self._write(TABLE["premoves"].put, PREMOVES.values(each))
        for each in replaced:
            await self._write(DROP_PREMOVE, PREMOVES.values(each))

    async def visit(
        self, person: PersonId, match: MatchId, seq: Seq, at: datetime | None = None
    ) -> None:
        await self._write_alone(VISIT, (person, match, seq, time_text(at)))

    async def study_titles(self, person: PersonId) -> list[StudyTitle]:
        return await self._all_of(TITLES, STUDY_TITLES, (person,))
