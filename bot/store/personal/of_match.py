"""What people store about matches: tables with a row for each person and match."""

from datetime import datetime

from bot.model.records import Draft, MatchId, Premove
from bot.store.database import Database, in_one_transaction
from bot.store.rows import time_text
from bot.store.schema import DRAFTS, PREMOVES, TABLE

OF_MATCH = ("person", "match_id")

# The one that follows the stored draft, or any at all for an outdated board.
SAVE_DRAFT = f"""{TABLE["drafts"].put}
WHERE excluded.seq > drafts.seq
    OR (excluded.seq = drafts.seq AND excluded.changes = drafts.changes + 1)
RETURNING person"""

SAVE_PREMOVE = TABLE["premoves"].put
DROP_PREMOVES = TABLE["premoves"].drop(*OF_MATCH)
DROP_OLDER = f"{DROP_PREMOVES} AND board_seq < ?"
PREPARED = "SELECT DISTINCT match_id FROM premoves ORDER BY match_id"

LEAVE_NOTE = TABLE["told_later"].put
TAKE_NOTE = f"{TABLE['told_later'].drop(*OF_MATCH)} RETURNING text"

VISITED = TABLE["visits"].find(*OF_MATCH)
# Two looks at once may end in either order; the later board counts.
VISIT = """INSERT INTO visits (person, match_id, seq, at) VALUES (?, ?, ?, ?)
ON CONFLICT (person, match_id)
DO UPDATE SET seq = MAX(visits.seq, excluded.seq), at = coalesce(excluded.at, visits.at)"""

PRIVATE_NOTE, SAVE_NOTE = TABLE["private_notes"].find(*OF_MATCH), TABLE["private_notes"].put
DROP_NOTE = TABLE["private_notes"].drop(*OF_MATCH)


class OfMatchTables(Database):
    """Drafts, premoves, waiting notes, visits and private notes."""

    async def save_draft(self, draft: Draft) -> bool:
        return bool(await self._write_alone(SAVE_DRAFT, DRAFTS.values(draft)))

    @in_one_transaction
    async def save_premove(self, premove: Premove) -> None:
        await self._touch([premove.match])
        await self._write(SAVE_PREMOVE, PREMOVES.values(premove))

    async def drop_premoves(self, person: int, match: MatchId, before: int | None = None) -> None:
        if before is None:
            await self._write_alone(DROP_PREMOVES, (person, match))
        else:
            await self._write_alone(DROP_OLDER, (person, match, before))

    async def prepared(self) -> list[MatchId]:
        return [MatchId(number) for (number,) in await self._read(PREPARED)]

    async def leave_note(self, person: int, match: MatchId, text: str) -> None:
        await self._write_alone(LEAVE_NOTE, (person, match, text))

    async def take_note(self, person: int, match: MatchId) -> str | None:
        found = await self._write_alone(TAKE_NOTE, (person, match))
        return next((text for (text,) in found), None)

    async def visited(self, person: int, match: MatchId) -> int | None:
        return next((seq for _, _, seq, _ in await self._read(VISITED, (person, match))), None)

    async def visit(
        self, person: int, match: MatchId, seq: int, at: datetime | None = None
    ) -> None:
        await self._write_alone(VISIT, (person, match, seq, time_text(at)))

    async def private_note(self, person: int, match: MatchId) -> str:
        return next((text for *_, text in await self._read(PRIVATE_NOTE, (person, match))), "")

    async def save_private_note(self, person: int, match: MatchId, text: str) -> None:
        if text:
            await self._write_alone(SAVE_NOTE, (person, match, text))
        else:
            await self._write_alone(DROP_NOTE, (person, match))
