"""Where the posts of matches go."""

from datetime import datetime
from typing import Any

from bot.model.places.place import Place, Placing
from bot.model.records import MatchId
from bot.model.refusals import StalePlace
from bot.store.beside.consequences import PublicPosts
from bot.store.schema import PLACES

SELECT = f"SELECT {PLACES.listed} FROM places"
PLACE = f"{SELECT} WHERE match_id = ?"
OF_THREAD = f"{SELECT} WHERE thread = ?"
DUE_PLACES = f"{SELECT} WHERE due_at <= ? ORDER BY due_at LIMIT ?"
# In the place of what stood there before, or of nothing at all where nothing was said.
SAVE_PLACE = f"""INSERT INTO places ({PLACES.listed})
SELECT ?1/*::bigint*/, ?2/*::text*/, ?3/*::bigint*/, ?4/*::text*/, ?5/*::text*/,
    ?6/*::timestamptz*/, ?7/*::integer*/, ?8/*::integer*/
WHERE ?9/*::integer*/ = 1 OR EXISTS (SELECT 1 FROM places WHERE match_id = ?1)
ON CONFLICT (match_id) DO UPDATE SET mode = excluded.mode, thread = excluded.thread,
    state = excluded.state, note = excluded.note, due_at = excluded.due_at,
    tries = excluded.tries, told = excluded.told
WHERE places.mode IS /*NOT DISTINCT FROM*/ ?10 AND places.thread IS /*NOT DISTINCT FROM*/ ?11
    AND places.state = ?12 AND places.note = ?13
    AND places.due_at IS /*NOT DISTINCT FROM*/ ?14 AND places.tries = ?15 AND places.told = ?16
RETURNING match_id"""


class PlaceTable(PublicPosts):
    """The places of matches."""

    async def place(self, match: MatchId) -> Place | None:
        return await self._one_of(PLACES, PLACE, (match,))

    async def place_of_thread(self, thread: int) -> Place | None:
        return await self._one_of(PLACES, OF_THREAD, (thread,))

    async def due_places(self, now: datetime, limit: int) -> list[Place]:
        return await self._due_of(PLACES, DUE_PLACES, now, limit)

    async def save_place(self, place: Place, before: Place) -> bool:
        return bool(await self._write_alone(SAVE_PLACE, _values(place, before)))

    async def _placed(self, placing: Placing) -> None:
        # Write a place and what is posted because of it, inside another transaction. Raises
        # StalePlace.
        if not await self._write(SAVE_PLACE, _values(placing.place, placing.before)):
            raise StalePlace
        await self._say(placing.posts, placing.at)


def _values(place: Place, before: Place) -> tuple[Any, ...]:
    is_new = before == Place(place.match)
    return *PLACES.values(place), int(is_new), *PLACES.values(before)[1:]
