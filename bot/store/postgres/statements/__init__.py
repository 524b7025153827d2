"""What PostgreSQL says in another way than SQLite, by the statement of SQLite."""

from bot.store import outbox, places
from bot.store.invitations import challenges
from bot.store.personal import exercises, limits, of_match
from bot.store.postgres.statements import matches
from bot.store.results import ratings

OPEN_COUNTS = """SELECT
    (SELECT count(*) FROM matches
        WHERE status = 'invited' AND (people -> 0 ->> 'id') = ?1::bigint::text),
    (SELECT count(*) FROM seats WHERE status = 'running' AND person = ?1::bigint),
    (SELECT count(*) FROM matches WHERE status = 'invited' AND guild = ?2::bigint),
    (SELECT count(*) FROM matches WHERE status = 'running' AND guild = ?2::bigint)"""
# As an array: of that the planner knows that it is short.
RETRY_IN = f"""{outbox.RETRY} AND match_id = ANY (ARRAY(
    SELECT id FROM matches WHERE channel IN (SELECT value FROM json_each(?2))
    UNION SELECT match_id FROM places WHERE thread IN (SELECT value FROM json_each(?2))
)) RETURNING id"""

IN_OTHER_WORDS = {
    limits.OPEN_COUNTS: OPEN_COUNTS,
    outbox.RETRY_IN: RETRY_IN,
    **matches.IN_OTHER_WORDS,
}

ANSWERED_ONCE = frozenset(
    {
        *(of_match.SAVE_DRAFT, of_match.TAKE_NOTE, challenges.UNBLOCK, places.SAVE_PLACE),
        *(exercises.SAVE_ATTEMPT, exercises.SAVE_DAILY),
        *(ratings.SAVE_LEADER_ROLE, ratings.DROP_LEADER_ROLE),
    }
)
"""What would answer something else if it were sent again: each is a transaction, of which it can be
asked what became of it."""
