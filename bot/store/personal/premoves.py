"""Answers that people have prepared, and notes that wait for them."""

from dataclasses import astuple

from bot.matches.records import MatchId, Premove
from bot.store.database import Database

PREMOVES = """SELECT plies, when_played, answer, board_seq FROM premoves
WHERE person = ? AND match_id = ? ORDER BY when_played"""
SAVE = """INSERT INTO premoves (person, match_id, plies, when_played, answer, board_seq)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (person, match_id, when_played) DO UPDATE
SET plies = excluded.plies, answer = excluded.answer, board_seq = excluded.board_seq"""
DROP = "DELETE FROM premoves WHERE person = ? AND match_id = ?"
DROP_OLDER = f"{DROP} AND board_seq < ?"
PREPARED = "SELECT DISTINCT match_id FROM premoves ORDER BY match_id"
LEAVE = """INSERT INTO told_later (person, match_id, text) VALUES (?, ?, ?)
ON CONFLICT (person, match_id) DO UPDATE SET text = excluded.text"""
TAKE = "DELETE FROM told_later WHERE person = ? AND match_id = ? RETURNING text"


class PremoveTables(Database):
    """Prepared answers: one for each person, match and move they wait for."""

    async def premoves(self, person: int, match: MatchId) -> list[Premove]:
        found = await self._read(PREMOVES, (person, match))
        return [Premove(person, match, *columns) for columns in found]

    async def save_premove(self, premove: Premove) -> None:
        await self._write_alone(SAVE, astuple(premove))

    async def drop_premoves(self, person: int, match: MatchId, before: int | None = None) -> None:
        if before is None:
            await self._write_alone(DROP, (person, match))
        else:
            await self._write_alone(DROP_OLDER, (person, match, before))

    async def prepared(self) -> list[MatchId]:
        return [MatchId(number) for (number,) in await self._read(PREPARED)]

    async def leave_note(self, person: int, match: MatchId, text: str) -> None:
        await self._write_alone(LEAVE, (person, match, text))

    async def take_note(self, person: int, match: MatchId) -> str | None:
        found = await self._write_alone(TAKE, (person, match))
        return next((text for (text,) in found), None)
