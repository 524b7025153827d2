"""What people have noted about matches for themselves."""

from bot.matches.records import MatchId
from bot.store.database import Database

NOTE = "SELECT text FROM private_notes WHERE person = ? AND match_id = ?"
SAVE = """INSERT INTO private_notes (person, match_id, text) VALUES (?, ?, ?)
ON CONFLICT (person, match_id) DO UPDATE SET text = excluded.text"""
DROP = "DELETE FROM private_notes WHERE person = ? AND match_id = ?"


class PrivateNoteTable(Database):
    """Notes: one for each person and match."""

    async def private_note(self, person: int, match: MatchId) -> str:
        return next((text for (text,) in await self._read(NOTE, (person, match))), "")

    async def save_private_note(self, person: int, match: MatchId, text: str) -> None:
        if text:
            await self._write_alone(SAVE, (person, match, text))
        else:
            await self._write_alone(DROP, (person, match))
