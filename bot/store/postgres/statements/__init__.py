"""What PostgreSQL says in another way than SQLite, by the statement of SQLite."""

from bot.store import places
from bot.store.invitations import blocks
from bot.store.personal import drafts, premoves
from bot.store.postgres.statements import limits, matches, notices, outbox, people, privacy

IN_OTHER_WORDS = {
    **limits.IN_OTHER_WORDS,
    **matches.IN_OTHER_WORDS,
    **notices.IN_OTHER_WORDS,
    **outbox.IN_OTHER_WORDS,
    **people.IN_OTHER_WORDS,
    **privacy.IN_OTHER_WORDS,
}

ANSWERED_ONCE = frozenset({drafts.SAVE, premoves.TAKE, blocks.UNBLOCK, places.SAVE_PLACE})
"""What would answer something else if it were sent again: each is a transaction, of which it can be
asked what became of it."""
